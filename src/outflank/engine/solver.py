"""Proves scores: of one position, of every move of it, of thousands of positions.

A score that is called exact is proved, whatever was searched before with the same
table, by whichever driver and by however many threads.
"""

from __future__ import annotations

import time as clock
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Final, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from outflank.board.board import Board
from outflank.board.position import Position
from outflank.core import drivers, interrupt
from outflank.core.memory import Block
from outflank.core.workers import over_slices
from outflank.engine.abreast import Abreast, is_small
from outflank.engine.checks import checked_best, checked_time, position_masks, position_of
from outflank.engine.crew import Crew
from outflank.engine.goal import Work
from outflank.engine.prover import DRIVERS, Driver, Prover
from outflank.engine.solution import (
    BulkInterrupted,
    BulkTimeoutError,
    Solution,
    SolveInterrupted,
    SolverError,
)
from outflank.evaluation import load_ordering_weights

DEFAULT_HASH_MB: Final = 64

#: Positions of one slice of a bulk solve.
GRAIN: Final = 64

#: Told how many positions are solved, and how many there are.
Progress = Callable[[int, int], None]


class Solver:
    """Proves scores, and keeps its table from one position to the next.

    Not for two threads at once: give each its own solver.

    Args:
        threads: threads that share the work, 1 or more.
        hash_mb: MiB of the table, rounded down to a power of two; at least one bucket.
        driver: ``mtdf`` (null windows that close in on the score) or ``pvs``
            (principal variation search); they find the same scores.
        weights: of the ordering evaluation; None: moves are ordered by counting alone,
            which finds the same scores in more time. Only with the shipped weights are
            large positions searched selectively first, on the shipped evaluation.

    Raises:
        SolverError: an option that cannot be.
    """

    def __init__(
        self,
        threads: int = 1,
        hash_mb: float = DEFAULT_HASH_MB,
        driver: Driver = "mtdf",
        weights: Block | Literal["shipped"] | None = "shipped",
    ) -> None:
        if driver not in DRIVERS:
            raise SolverError(f'"{driver}" is not a driver: {", ".join(DRIVERS)}')
        self.driver: Driver = driver
        self._presearches = weights == "shipped"
        if weights == "shipped":
            weights = load_ordering_weights()
        self._crew = Crew(threads, hash_mb, weights)

    @property
    def threads(self) -> int:
        """Threads that share the work."""
        return len(self._crew.workers)

    def clear(self) -> None:
        """Forget everything."""
        self._crew.clear()
        if "_abreast" in vars(self):
            self._abreast.clear()

    def solve(
        self,
        position: Position | Board,
        *,
        time: float | None = None,
        wld: bool = False,
    ) -> Solution:
        """Prove the score of a position, its best move and principal variation.

        Args:
            position: any position, with any number of empties.
            time: seconds after which to stop with the bounds proved so far.
            wld: prove only whether the side to move wins, draws or loses.

        Raises:
            SolverError: no position, or a time that is not positive.
            SolveInterrupted: Ctrl-C; what was proved is on the error.
        """
        root, time = position_of(position), checked_time(time)
        return self._prove(Work(root), time, wld=wld)

    def solve_all(
        self,
        position: Position | Board,
        *,
        best: int | None = None,
        time: float | None = None,
        wld: bool = False,
    ) -> Solution:
        """Prove the score of every legal move, or of the best few.

        Args:
            position: any position.
            best: how many of the best moves must be exact; the others may be shown as
                upper bounds. None for all. With `wld` so many are decided.
            time: seconds after which to stop; moves not reached are left out.
            wld: prove only whether each move wins, draws or loses.

        Raises:
            SolverError: no position, or a time or number of moves that is not positive.
            SolveInterrupted: Ctrl-C; what was proved is on the error.
        """
        best, time = checked_best(best), checked_time(time)
        return self._prove(Work(position_of(position), every_move=True), time, best=best, wld=wld)

    def solve_each(
        self,
        positions: Iterable[Position | Board],
        *,
        every_move: bool = False,
        time: float | None = None,
        wld: bool = False,
    ) -> Iterator[Solution]:
        """Prove many positions; as `solve`, or `solve_all`, one after the other, but faster.

        Small positions that follow each other are proved side by side, each by one thread;
        the threads share the work on a large one.

        Args:
            positions: any positions; read a few hundred ahead at most.
            every_move: prove the score of every move.
            time: seconds for each position, after which it has the bounds proved so far.
            wld: prove only who wins.

        Yields:
            The solution of each position, in order.

        Raises:
            SolverError: no position, or a time that is not positive.
            SolveInterrupted: Ctrl-C while a large position was being proved.
            KeyboardInterrupt: Ctrl-C otherwise; what was solved is handed out before.
        """
        time = checked_time(time)

        def prove(lane: Crew, root: Position) -> Solution:
            work, started = Work(root, every_move=every_move), clock.perf_counter()
            with lane.stopping_after(time):
                Prover(lane, self.driver).prove(work, wld=wld)
            return work.solution(lane.nodes, clock.perf_counter() - started)

        for group in self._groups(map(position_of, positions)):
            if is_small(group[0]):
                yield from self._abreast.solutions(group, prove)
            else:
                yield self._prove(Work(group[0], every_move=every_move), time, wld=wld)

    def solve_many(
        self,
        players: ArrayLike,
        opponents: ArrayLike,
        *,
        time: float | None = None,
        progress: Progress | None = None,
    ) -> NDArray[np.int64]:
        """The scores of many positions in discs, each for its side to move.

        Crosses into compiled code once for many positions; with more than one thread
        each works on positions of its own.

        Args:
            players: masks of the sides to move: Python integers or an unsigned array,
                one-dimensional.
            opponents: masks of the other sides, of the same length.
            time: seconds in which all must be solved; None for no limit.
            progress: called about every 0.05 seconds, and at the end, with how many are
                solved and how many there are; if it raises, the work ends with its error.

        Raises:
            SolverError: the arrays are no masks, not one-dimensional and of one length,
                or both sides stand on one square of a position.
            BulkTimeoutError: the time was over; the scores found are on the error.
            BulkInterrupted: Ctrl-C; the scores found are on the error.
        """
        player, opponent = position_masks(players, opponents)
        time = checked_time(time)
        scores = np.full(len(player), drivers.UNSOLVED, dtype=np.int64)
        free, done = list(self._crew.workers), [0] * self.threads

        def work(start: int, end: int) -> None:
            worker = free.pop()
            rows = slice(start, end)
            drivers.solve_many(worker.address, player[rows], opponent[rows], scores[rows])
            done[self._crew.workers.index(worker)] += end - start
            free.append(worker)

        def tick() -> None:
            if progress is not None:
                progress(sum(done), len(scores))

        self._crew.begin()
        try:
            with self._crew.stopping_after(time):
                interrupt.run(
                    lambda: over_slices(len(scores), GRAIN, work, self.threads),
                    stop=self._crew.stop,
                    tick=tick,
                )
        except KeyboardInterrupt:
            raise BulkInterrupted(scores, scores != drivers.UNSOLVED) from None
        solved = scores != drivers.UNSOLVED
        if not solved.all():
            raise BulkTimeoutError(scores, solved)
        tick()
        return scores

    @cached_property
    def _abreast(self) -> Abreast:
        return Abreast(self._crew, self.threads)

    def _groups(self, positions: Iterable[Position]) -> Iterator[list[Position]]:
        """Large positions alone, small ones together, as many as are handed over at once."""
        group: list[Position] = []
        for position in positions:
            if group and (not is_small(position) or len(group) == self._abreast.most):
                yield group
                group = []
            if is_small(position):
                group.append(position)
            else:
                yield [position]
        if group:
            yield group

    def _prove(
        self, work: Work, time: float | None, *, best: int | None = None, wld: bool
    ) -> Solution:
        """Run a proof on a worker thread, within a time, so that Ctrl-C works."""
        crew, root = self._crew, work.root.position
        prover = Prover(crew, self.driver, presearches=self._presearches)
        crew.begin()
        started = clock.perf_counter()
        try:
            with crew.stopping_after(time):
                crew.run(lambda: prover.prove(work, best=best, wld=wld), alone=is_small(root))
        except KeyboardInterrupt:
            work.best = work.best or prover.likeliest(root)  # it may have come before the proof
            seconds = clock.perf_counter() - started
            raise SolveInterrupted(work.solution(crew.nodes, seconds)) from None
        return work.solution(crew.nodes, clock.perf_counter() - started)


def solve(
    position: Position | Board,
    *,
    threads: int = 1,
    hash_mb: float = DEFAULT_HASH_MB,
    time: float | None = None,
    wld: bool = False,
    driver: Driver = "mtdf",
) -> Solution:
    """Prove the score of a position with a fresh solver; see `Solver` and `Solver.solve`.

    >>> from outflank.board import Position
    >>> text = "--OX-OO---OOOO-X-OOOO-OX-OOOOOXXXOOXXOXX-OOOOOOXXOXX-O-XO--XXXXX X"
    >>> solution = solve(Position.from_text(text))
    >>> str(solution.score), [str(move) for move in solution.best], solution.exact
    ('+32', ['g7'], True)
    """
    return Solver(threads, hash_mb, driver).solve(position, time=time, wld=wld)


def solve_all(
    position: Position | Board,
    *,
    best: int | None = None,
    threads: int = 1,
    hash_mb: float = DEFAULT_HASH_MB,
    time: float | None = None,
    wld: bool = False,
    driver: Driver = "mtdf",
) -> Solution:
    """Prove every move's score with a fresh solver; see `Solver` and `Solver.solve_all`."""
    solver = Solver(threads, hash_mb, driver)
    return solver.solve_all(position, best=best, time=time, wld=wld)
