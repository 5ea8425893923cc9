"""Weights: milliseconds in which a process reads both files of weights into what kernels take.

Run ``python benchmarks/bench_weights.py``. Each reading is that of a fresh process, which has
imported the package already.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
from pathlib import Path

import measure

from outflank.evaluation.shipped import FOLDER

READING = """
import time
import outflank.engine
from outflank.evaluation import load_evaluation_weights, load_ordering_weights
began = time.perf_counter()
load_evaluation_weights()
between = time.perf_counter()
load_ordering_weights()
print(between - began, time.perf_counter() - between)
"""


def readings(rounds: int) -> list[tuple[float, ...]]:
    """Seconds for the engine's evaluation and for the ordering, of fresh processes."""
    command = [sys.executable, "-c", READING]
    runs = (
        subprocess.run(command, capture_output=True, text=True, check=True) for _ in range(rounds)
    )
    return [tuple(map(float, run.stdout.split())) for run in runs]


def size(path: Path) -> str:
    """How large a file is."""
    return f"{path.name} {path.stat().st_size:,} bytes"


def main() -> None:
    """Print the times and the sizes."""
    options = measure.parser(__doc__.partition("\n")[0]).parse_args()
    evaluation, ordering = zip(*readings(options.rounds), strict=True)
    both = [sum(pair) for pair in zip(evaluation, ordering, strict=True)]
    print(measure.machine())
    print(", ".join(size(path) for path in sorted(FOLDER.glob("*.weights"))))
    for name, seconds in (("evaluation", evaluation), ("ordering", ordering), ("both", both)):
        print(
            f"  {name:<12} {statistics.median(seconds) * 1e3:6.1f} ms, median of {options.rounds}"
        )


if __name__ == "__main__":
    main()
