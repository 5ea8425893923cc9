"""Proves scores: of one position, of every move of it, of thousands of positions.

A score that is called exact is proved, whatever was searched before with the same
table, by whichever driver and by however many threads.
"""

from __future__ import annotations

import time as clock
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from types import MappingProxyType
from typing import Final, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from outflank.board.board import Board
from outflank.board.position import Position
from outflank.board.score import Score
from outflank.board.square import PASS, Move
from outflank.core import drivers, interrupt
from outflank.core.parity import parity_of
from outflank.core.search import search
from outflank.core.workers import over_slices
from outflank.engine.crew import Crew
from outflank.engine.solution import Solution, SolveInterrupted, SolverError
from outflank.evaluation import load_ordering_weights

Driver = Literal["mtdf", "pvs"]
DRIVERS: Final = get_args(Driver)

LOWEST: Final = -64
HIGHEST: Final = 64

DEFAULT_HASH_MB: Final = 64

#: Positions of one slice of a bulk solve.
GRAIN: Final = 64


@dataclass(slots=True)
class _Bounds:
    """What is proved of one position so far."""

    lower: int = LOWEST
    upper: int = HIGHEST

    @property
    def open(self) -> bool:
        return self.lower < self.upper

    def learn(self, alpha: int, score: int) -> None:
        """Take in the answer of a null window."""
        if score > alpha:
            self.lower = max(self.lower, score)
        else:
            self.upper = min(self.upper, score)


class Solver:
    """Proves scores, and keeps its table from one position to the next.

    Not for two threads at once: give each its own solver.

    Args:
        threads: threads that share the work, 1 or more.
        hash_mb: MiB of the table, rounded down to a power of two; at least one bucket.
        driver: ``mtdf`` (null windows that close in on the score) or ``pvs``
            (principal variation search); they find the same scores.

    Raises:
        SolverError: an option that cannot be.
    """

    def __init__(
        self, threads: int = 1, hash_mb: float = DEFAULT_HASH_MB, driver: Driver = "mtdf"
    ) -> None:
        if driver not in DRIVERS:
            raise SolverError(f'"{driver}" is not a driver: {", ".join(DRIVERS)}')
        self.driver: Driver = driver
        self._crew = Crew(threads, hash_mb, load_ordering_weights())

    @property
    def threads(self) -> int:
        """Threads that share the work."""
        return len(self._crew.workers)

    def clear(self) -> None:
        """Forget everything."""
        self._crew.clear()

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
            SolverError: the time is not positive.
            SolveInterrupted: Ctrl-C; what was proved is on the error.
        """
        root = position.position if isinstance(position, Board) else position
        return self._run(root, time, lambda work: self._prove_root(work, wld))

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
                upper bounds. None for all.
            time: seconds after which to stop; moves not reached are left out.
            wld: prove only whether each move wins, draws or loses.

        Raises:
            SolverError: the time or the number of moves is not positive.
            SolveInterrupted: Ctrl-C; what was proved is on the error.
        """
        if best is not None and best < 1:
            raise SolverError(f"the best moves wanted are 1 or more, not {best}")
        root = position.position if isinstance(position, Board) else position
        return self._run(root, time, lambda work: self._prove_moves(work, best, wld))

    def solve_many(self, players: ArrayLike, opponents: ArrayLike) -> NDArray[np.int64]:
        """The scores of many positions in discs, each for its side to move.

        Crosses into compiled code once for many positions; with more than one thread
        each works on positions of its own.

        Args:
            players: masks of the sides to move, uint64, one-dimensional.
            opponents: masks of the other sides, of the same length.

        Raises:
            SolverError: the arrays are not one-dimensional and of one length, or both
                sides stand on one square of a position.
            KeyboardInterrupt: Ctrl-C.
        """
        # Copies: kernels do not take arrays that may not be written.
        player = np.array(players, dtype=np.uint64, order="C")
        opponent = np.array(opponents, dtype=np.uint64, order="C")
        if player.ndim != 1 or player.shape != opponent.shape:
            raise SolverError("positions come as two flat arrays of one length")
        overlapping = np.flatnonzero(player & opponent)
        if overlapping.size:
            raise SolverError(f"position {overlapping[0]}: both sides on one square")
        scores = np.empty(len(player), dtype=np.int64)
        free = list(self._crew.workers)

        def work(start: int, end: int) -> None:
            worker = free.pop()
            rows = slice(start, end)
            drivers.solve_many(worker.address, player[rows], opponent[rows], scores[rows])
            free.append(worker)

        self._crew.begin()
        interrupt.run(
            lambda: over_slices(len(scores), GRAIN, work, self.threads), stop=self._crew.stop
        )
        return scores

    def _run(self, root: Position, time: float | None, prove: Callable[[_Work], None]) -> Solution:
        """Run a proof on a worker thread, within a time, so that Ctrl-C works."""
        if time is not None and not time > 0:
            raise SolverError(f"the time is more than 0 seconds, not {time}")
        work = _Work(root)
        self._crew.begin()
        started = clock.perf_counter()
        try:
            with self._crew.stopping_after(time):
                self._crew.run(lambda: prove(work))
        except KeyboardInterrupt:
            raise SolveInterrupted(self._solution(work, started)) from None
        return self._solution(work, started)

    def _solution(self, work: _Work, started: float) -> Solution:
        seconds = clock.perf_counter() - started
        return work.solution(self._crew.nodes, seconds)

    def _prove_root(self, work: _Work, wld: bool) -> None:
        """Close the bounds of the root, then walk the principal variation."""
        self._prove(work.root, work.bounds, wld)
        if not work.bounds.open:
            work.pv = tuple(self._variation(work.root, work.bounds.lower))
            work.best = work.pv[:1]
        elif not self._crew.stopped:
            work.best = tuple(islice(self._moves_worth(work.root, work.bounds.lower), 1))
        if self._crew.stopped:
            # What the variation has is proved, but perhaps not all of it is there.
            work.pv = ()
            work.best = work.best or self._likeliest(work.root)

    def _likeliest(self, position: Position) -> tuple[Move, ...]:
        """The move to play if nothing better is proved: the table's, else the best guess."""
        if position.is_game_over():
            return ()
        if position.must_pass:
            return (PASS,)
        known = int(drivers.known_move(self._crew.first, *_words(position)))
        if known in position.legal_moves:
            return (Move(known),)
        return (min(map(Move, position.legal_moves), key=partial(self._promise, position)),)

    def _prove(self, position: Position, bounds: _Bounds, wld: bool) -> None:
        """Close the bounds of a position as far as is asked."""
        if wld:
            for alpha in (-1, 0):
                if bounds.lower <= alpha < bounds.upper:
                    self._probe(position, bounds, alpha)
        elif self.driver == "pvs":
            self._prove_by_pvs(position, bounds)
        else:
            self._prove_by_mtdf(position, bounds)

    def _prove_by_mtdf(self, position: Position, bounds: _Bounds) -> None:
        """MTD(f), with what each window proves kept."""
        words = _words(position)
        guess = int(drivers.first_guess(self._crew.first, *words))
        while bounds.open and not self._crew.stopped:
            guess = min(max(guess, bounds.lower), bounds.upper)
            alpha = guess - 1 if guess > bounds.lower else guess
            guess = self._probe(position, bounds, alpha)

    def _prove_by_pvs(self, position: Position, bounds: _Bounds) -> None:
        """Principal variation search with the whole window."""
        address = self._crew.first
        window = np.int64(bounds.lower - 1), np.int64(bounds.upper + 1)
        score = int(drivers.principal(address, *_words(position), *window, *_whole(position)))
        if not self._crew.stopped:
            bounds.lower = bounds.upper = score

    def _probe(self, position: Position, bounds: _Bounds, alpha: int) -> int:
        """Search one null window and learn from it, unless it was stopped."""
        words = _words(position)
        score = int(search(self._crew.first, *words, np.int64(alpha), *_whole(position)))
        if not self._crew.stopped:
            bounds.learn(alpha, score)
        return score

    def _moves_worth(self, position: Position, score: int) -> Iterator[Move]:
        """The moves that score at least so much, the likeliest first; a pass where it is due."""
        if position.must_pass:
            yield PASS
            return
        likeliest = int(drivers.known_move(self._crew.first, *_words(position)))
        for square in sorted(position.legal_moves, key=lambda square: square != likeliest):
            bounds = _Bounds()
            self._probe(position.play_unchecked(square), bounds, -score)
            if bounds.upper <= -score:
                yield Move(square)

    def _variation(self, position: Position, score: int) -> Iterator[Move]:
        """A best move of each side in turn, from a proved score to the end of the game."""
        while not position.is_game_over() and not self._crew.stopped:
            move = next(self._moves_worth(position, score), None)
            if move is None:
                return
            yield move
            position, score = position.play_unchecked(move), -score

    def _prove_moves(self, work: _Work, best: int | None, wld: bool) -> None:
        """Prove each move in turn, the likeliest first."""
        root = work.root
        moves = [PASS] if root.must_pass else [Move(square) for square in root.legal_moves]
        if not moves:
            self._prove_root(work, wld)
            work.moves = {}
            return
        proved: dict[Move, _Bounds] = {}
        work.moves = {}
        for move in sorted(moves, key=lambda move: self._promise(root, move)):
            bounds = _Bounds()
            reply = root.play_unchecked(move)
            floor = _floor(proved, best)
            if floor is not None:
                self._probe(reply, bounds, -floor - 1)
            if floor is None or bounds.upper < -floor:
                self._prove(reply, bounds, wld)
            if self._crew.stopped and bounds.open:
                break
            proved[move] = bounds
        self._sum_up(work, moves, proved, wld)
        if not work.bounds.open:
            work.pv = tuple(self._variation(root, work.bounds.lower))

    def _promise(self, root: Position, move: Move) -> int:
        """A guess at the reply's score: the lower the sooner a move is tried."""
        words = _words(root.play_unchecked(move))
        return int(drivers.first_guess(self._crew.first, *words))

    @staticmethod
    def _sum_up(work: _Work, moves: list[Move], proved: dict[Move, _Bounds], wld: bool) -> None:
        """Put the moves' scores together, and what they say of the root."""
        work.moves = {
            move: _score_of(-proved[move].upper, -proved[move].lower)
            for move in moves
            if move in proved
        }
        if not proved:
            return
        work.bounds.lower = max(-bounds.upper for bounds in proved.values())
        if len(proved) == len(moves):
            work.bounds.upper = max(-bounds.lower for bounds in proved.values())
        worth = {move: _worth(bounds, wld) for move, bounds in proved.items()}
        best = max(worth.values())
        work.best = tuple(move for move in moves if worth.get(move) == best)


class _Work:
    """A proof in progress, read by another thread when it is stopped."""

    def __init__(self, root: Position) -> None:
        self.root = root
        self.bounds = _Bounds()
        self.best: tuple[Move, ...] = ()
        self.pv: tuple[Move, ...] = ()
        self.moves: dict[Move, Score] | None = None

    def solution(self, nodes: int, seconds: float) -> Solution:
        return Solution(
            position=self.root,
            lower=self.bounds.lower,
            upper=self.bounds.upper,
            best=self.best,
            pv=self.pv,
            nodes=nodes,
            seconds=seconds,
            moves=None if self.moves is None else MappingProxyType(self.moves),
        )


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


def _words(position: Position) -> tuple[np.uint64, np.uint64]:
    return np.uint64(position.player), np.uint64(position.opponent)


def _whole(position: Position) -> tuple[np.int64, np.int64, np.int64]:
    """Depth, empties and parity of a search to the end of the game."""
    empties = np.int64(position.empties)
    return empties, empties, parity_of(~np.uint64(position.player | position.opponent))


def _score_of(lower: int, upper: int) -> Score:
    """The score, or the bound, that two bounds say."""
    if lower == upper:
        return Score(lower)
    if lower > LOWEST:
        return Score(lower, bound="lower")
    return Score(upper, bound="upper")


def _worth(reply: _Bounds, wld: bool) -> int:
    """What a move is proved to score at least; for win, draw or loss 1, 0 or -1."""
    least, most = -reply.upper, -reply.lower
    if not wld:
        return least
    return 1 if least > 0 else -1 if most < 0 else 0


def _floor(proved: dict[Move, _Bounds], best: int | None) -> int | None:
    """The score that a move must beat to be among the best so many; None if any may be."""
    if best is None or len(proved) < best:
        return None
    return sorted((-bounds.upper for bounds in proved.values()), reverse=True)[best - 1]
