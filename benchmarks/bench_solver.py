"""The solver beside its targets: FFO suites, bulk, two threads.

Run ``python benchmarks/bench_solver.py FILE`` with a file of 12-empties positions in OBF
for the bulk row. Times of one thread are CPU seconds of the process, those of two
threads wall seconds, each with P measured before and after the row.
"""

from __future__ import annotations

import resource
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import measure
import numpy as np

from outflank.engine import Solver
from outflank.games import read_problems
from outflank.lab import endgame, ffo
from outflank.lab.unit import unit


def solved(first: int, last: int, threads: int = 1) -> tuple[float, float, int]:
    """CPU seconds, wall seconds and nodes of FFO positions, each from an empty table."""
    rows = list(endgame.run(ffo.suite(first, last), threads=threads))
    wrong = [row.problem.number for row in rows if not row.right]
    if wrong:
        raise SystemExit(f"wrong: FFO {wrong}")
    nodes = sum(row.solution.nodes for row in rows)
    return sum(row.cpu for row in rows), sum(row.seconds for row in rows), nodes


def tell(name: str, rounds: int, measured: Callable[[], tuple[float, float, int]]) -> float:
    """Print a row: the median of several runs in seconds and in P; the median wall time."""
    before = unit()
    runs = [measured() for _ in range(rounds)]
    p = (before + unit()) / 2
    cpu, wall = (statistics.median(run[place] for run in runs) for place in (0, 1))
    nodes = runs[0][2]
    rate = f"{nodes / cpu * p / 1e6:5.1f} M nodes/P" if nodes else ""
    print(f"{name:28} {cpu:8.3f} s CPU {cpu / p:7.2f} P {wall:8.3f} s wall {nodes:14,} {rate}")
    return wall


def bulk(file: Path, rounds: int) -> None:
    """Positions a second of `Solver.solve_many` on one thread."""
    problems = list(read_problems(file))
    positions = [problem.position for problem in problems]
    players = np.array([position.player for position in positions], dtype=np.uint64)
    opponents = np.array([position.opponent for position in positions], dtype=np.uint64)
    known = np.array([problem.score is not None for problem in problems])
    right = np.array([problem.score or 0 for problem in problems])
    rates = []
    for _ in range(rounds):
        solver = Solver()
        started = time.perf_counter()
        scores = solver.solve_many(players, opponents)
        rates.append(len(positions) / (time.perf_counter() - started))
        if not np.array_equal(scores[known], right[known]):
            raise SystemExit("a score is wrong")
    print(f"bulk, {len(positions)} positions: {statistics.median(rates):,.0f} positions/s")


def main() -> None:
    """Print the table."""
    options = measure.parser(__doc__.partition("\n")[0])
    options.add_argument("file", type=Path, nargs="?", help="OBF positions for the bulk row")
    options.add_argument("--deep", action="store_true", help="FFO 45-49 too (minutes)")
    chosen = options.parse_args()
    print(measure.machine())
    tell("FFO 40-44", chosen.rounds, lambda: solved(40, 44))
    tell("FFO 1-39", chosen.rounds, lambda: solved(1, 39))
    if chosen.file:
        bulk(chosen.file, chosen.rounds)
    if chosen.deep:
        tell("FFO 40-49", 1, lambda: solved(40, 49))
        one = tell("FFO 45-47, one thread", 1, lambda: solved(45, 47))
        two = tell("FFO 45-47, two threads", 1, lambda: solved(45, 47, threads=2))
        print(f"two threads take {two / one:.2f} of the time of one")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"peak memory {memory} MB, of which the table {endgame.HASH_MB} MB")


if __name__ == "__main__":
    main()
