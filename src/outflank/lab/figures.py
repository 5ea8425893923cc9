"""The figures of the endgame solver beside their targets, each in seconds and in P.

P (`lab.unit`) is measured before and after each suite. Times of one thread are CPU
seconds of the process, those of two threads are wall seconds. Every score is checked.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from outflank.board.errors import OutflankError
from outflank.engine import Solver
from outflank.games import Problem
from outflank.lab.endgame import Solved, run
from outflank.lab.ffo import suite
from outflank.lab.unit import unit

MEGA: Final = 1e6
MEBIBYTE: Final = 1 << 20

#: MiB of a table that one problem fills.
SMALL_HASH_MB: Final = 16

#: Solves a problem in a process that does nothing else, and prints the most memory it had.
SOLVE_ONE: Final = f"""
from outflank.engine import Solver
from outflank.lab.ffo import suite
from outflank.lab.memory import most_memory
Solver(hash_mb={SMALL_HASH_MB}).solve(suite(40, 40)[0].position)
print(most_memory())
"""

#: Called after each run of a problem, and of the bulk.
Progress = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure and its target.

    Attributes:
        what: is measured.
        value: in `unit`; None where it cannot be measured.
        unit: of value and target.
        target: must be reached.
        least: the value must be at least the target; else at most.
        seconds: of which the value was made, if it was.
    """

    what: str
    value: float | None
    unit: str
    target: float
    least: bool = False
    seconds: float | None = None

    @property
    def met(self) -> bool | None:
        """True if the target is reached; None where there is no value."""
        if self.value is None:
            return None
        return self.value >= self.target if self.least else self.value <= self.target


@dataclass(frozen=True, slots=True)
class _Measured:
    """Problems that were solved, and P meanwhile."""

    rows: Sequence[Solved]
    unit: float

    def upto(self, last: int) -> _Measured:
        """Those of the first numbers."""
        return _Measured([row for row in self.rows if row.problem.number <= last], self.unit)

    @property
    def nodes(self) -> int:
        return sum(row.solution.nodes for row in self.rows)

    @property
    def cpu(self) -> float:
        return sum(row.cpu for row in self.rows)

    def wall(self, numbers: range) -> float:
        return sum(row.seconds for row in self.rows if row.problem.number in numbers)

    def time(self, what: str, target: float) -> Figure:
        """The CPU time in P."""
        return Figure(what, self.cpu / self.unit, "P", target, seconds=self.cpu)


def figures(
    runs: int = 3, bulk: Sequence[Problem] = (), progress: Progress | None = None
) -> Iterator[Figure]:
    """Measure everything that has a target; about half a minute for each run.

    Args:
        runs: of each problem, of which the median counts.
        bulk: positions of 12 empties, for the bulk figure; none: it has no value.
        progress: called after each run of a problem.

    Yields:
        Each figure as soon as it is known.

    Raises:
        OutflankError: a score is wrong.
        KeyboardInterrupt: Ctrl-C.
    """
    deep = _measure(40, 49, runs, 1, progress)
    five = deep.upto(44)
    yield five.time("FFO 40-44", 10)
    yield Figure("FFO 40-44, nodes", five.nodes / MEGA, "M", 125)
    yield Figure("FFO 40-44, nodes a P", five.nodes * five.unit / five.cpu / MEGA, "M", 10, True)
    yield deep.time("FFO 40-49", 80)
    yield Figure("memory beside the table", memory_beside_the_table(), "MB", 200)
    yield _measure(1, 39, runs, 1, progress).time("FFO 1-39", 20)
    shared = range(45, 48)
    wall = _measure(shared[0], shared[-1], runs, 2, progress).wall(shared)
    ratio = wall / deep.wall(shared)
    yield Figure("FFO 45-47, two threads against one", ratio, "", 0.57, seconds=wall)
    yield _bulk(bulk, runs)


def steps(runs: int) -> int:
    """How often `figures` calls its progress."""
    return runs * (10 + 39 + 3)


def _measure(
    first: int, last: int, runs: int, threads: int, progress: Progress | None
) -> _Measured:
    """Solve problems, each from an empty table."""
    before = unit()
    rows = list(run(suite(first, last), runs, threads, progress))
    wrong = [row.problem.number for row in rows if not row.right]
    if wrong:
        raise OutflankError(f"FFO {', '.join(map(str, wrong))}: the score is wrong")
    return _Measured(rows, (before + unit()) / 2)


def _bulk(problems: Sequence[Problem], runs: int) -> Figure:
    """Positions a second of `Solver.solve_many` on one thread, each time from an empty table."""
    what, target = "bulk of 12 empties", 3500
    if not problems:
        return Figure(what, None, "positions/s", target, True)
    positions = [problem.position for problem in problems]
    players = np.array([position.player for position in positions], dtype=np.uint64)
    opponents = np.array([position.opponent for position in positions], dtype=np.uint64)
    seconds = []
    for _ in range(runs):
        solver = Solver()
        started = time.process_time()
        scores = solver.solve_many(players, opponents)
        seconds.append(time.process_time() - started)
        for problem, score in zip(problems, scores.tolist(), strict=True):
            if problem.score not in (None, score):
                raise OutflankError(f"{problem.place}: known {problem.score:+d}, proved {score:+d}")
    median = statistics.median(seconds)
    return Figure(what, len(problems) / median, "positions/s", target, True, median)


def memory_beside_the_table() -> float | None:
    """The most memory in MiB of a process that solves one problem, less that of its table."""
    ran = subprocess.run(
        [sys.executable, "-c", SOLVE_ONE], check=True, capture_output=True, text=True
    )
    peak = int(ran.stdout)
    return peak / MEBIBYTE - SMALL_HASH_MB if peak else None
