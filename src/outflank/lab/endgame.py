"""The endgame benchmark: FFO positions each solved from an empty table."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from outflank.engine import Solution, Solver
from outflank.lab.ffo import Problem

#: MiB of the table in the benchmark.
HASH_MB = 128


@dataclass(frozen=True, slots=True)
class Solved:
    """One problem, solved several times from an empty table.

    Attributes:
        problem: what was solved.
        solution: what the last run answered.
        seconds: median wall time of a run.
        cpu: median CPU time of the process in a run.
    """

    problem: Problem
    solution: Solution
    seconds: float
    cpu: float

    @property
    def right(self) -> bool:
        """True if the score, and the move, are among those of the suite."""
        solution = self.solution
        right = solution.lower == solution.upper == self.problem.score
        return right and set(solution.best) <= set(self.problem.best)


def run(
    problems: Sequence[Problem],
    runs: int = 1,
    threads: int = 1,
    progress: Callable[[], None] | None = None,
) -> Iterator[Solved]:
    """Solve each problem so many times, each time from an empty table.

    Args:
        problems: what to solve.
        runs: how often, 1 or more; the median counts.
        threads: that share the work on each.
        progress: called after each run.

    Yields:
        A `Solved` for each problem, in order, as soon as it is done.

    Raises:
        KeyboardInterrupt: Ctrl-C.
    """
    solver = Solver(threads=threads, hash_mb=HASH_MB)
    for problem in problems:
        wall, cpu = [], []
        for _ in range(runs):
            solver.clear()
            started = time.perf_counter(), time.process_time()
            solution = solver.solve(problem.position)
            wall.append(time.perf_counter() - started[0])
            cpu.append(time.process_time() - started[1])
            if progress is not None:
                progress()
        yield Solved(problem, solution, statistics.median(wall), statistics.median(cpu))
