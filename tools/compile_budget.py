"""Compiles every kernel in a cold process, runs them in a warm one, and holds them to a budget.

Usage: python tools/compile_budget.py

The warm process is the test for the trap that a cached, self-recursive kernel
may be unloadable: it must load everything from disk and compute right answers.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time

#: Seconds that one kernel, and all together, may take to compile on an idle core of two.
KERNEL_BUDGET = 6.0
TOTAL_BUDGET = 60.0

PROBE = """
import json
from outflank.core import compile
ledger = compile.warm_up()

from outflank.core import masks, perft
leaves = perft.count(int(masks.START_PLAYER), int(masks.START_OPPONENT), 9, True)
assert leaves == 3005288, leaves

from outflank.lab import ffo
from outflank import solve
problem = ffo.suite(21, 21)[0]
assert solve(problem.position).lower == problem.score

from outflank import textbook
faithful = textbook.Article.PVS.settings(faithful=True)
nodes = [row.result.nodes for row in textbook.ablation(depths=(3,), settings=faithful)]
assert nodes == [50, 54, 50, 54, 60, 52, 60, 52], nodes
print(json.dumps([(k.name, k.seconds, k.cached) for k in ledger]))
"""


def run_probe(folder: str) -> tuple[list[tuple[str, float, bool]], float]:
    """Every kernel's name, seconds and whether it was cached; and the process's seconds."""
    started = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", PROBE],
        env={**os.environ, "OUTFLANK_CACHE_DIR": folder},
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(f"the kernel process ended with {done.returncode}")
    return json.loads(done.stdout), time.perf_counter() - started


def main() -> None:
    """Run the cold, then the warm process; exit 1 with the reason if a promise is broken."""
    with tempfile.TemporaryDirectory() as folder:
        cold, cold_seconds = run_probe(folder)
        warm, warm_seconds = run_probe(folder)
    total = sum(seconds for _, seconds, _ in cold)
    print(f"cold: {len(cold)} kernels, {total:.1f} s of compiling, {cold_seconds:.1f} s in all")
    print(f"warm: {len(warm)} kernels, {warm_seconds:.2f} s in all")
    for name, seconds, _ in sorted(cold, key=lambda row: -row[1])[:5]:
        print(f"  {seconds:5.2f} s  {name}")
    slow = [name for name, seconds, _ in cold if seconds > KERNEL_BUDGET]
    compiled_again = [name for name, _, cached in warm if not cached]
    if slow or total > TOTAL_BUDGET:
        sys.exit(f"over the compile budget: {', '.join(slow) or f'{total:.1f} s in all'}")
    if compiled_again:
        sys.exit(f"not loaded from the cache: {', '.join(compiled_again)}")


if __name__ == "__main__":
    main()
