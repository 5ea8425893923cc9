"""Proves scores: of one position, of every move of it, of thousands of positions.

A score that is called exact is proved, whatever was searched before with the same
table, by whichever driver and by however many threads.
"""

from __future__ import annotations

import os
import threading
import time as clock
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
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
from outflank.core import context as slots
from outflank.core import drivers, endgame, interrupt
from outflank.core import team as teams
from outflank.core.memory import Block
from outflank.core.parity import parity_of
from outflank.core.table import WORDS_PER_BUCKET
from outflank.core.workers import over_slices
from outflank.engine.solution import Solution, SolveInterrupted, SolverError
from outflank.evaluation import load_ordering_weights

Driver = Literal["mtdf", "pvs"]
DRIVERS: Final = get_args(Driver)

LOWEST: Final = -64
HIGHEST: Final = 64

#: Buckets of a thread's private table: 256 KiB, which stays in its cache.
NEAR_BUCKETS: Final = 1 << 12
BYTES_PER_BUCKET: Final = 8 * int(WORDS_PER_BUCKET)
MEBIBYTE: Final = 1 << 20
DEFAULT_HASH_MB: Final = 64
MOST_THREADS: Final = 256

#: Ages are eight bits of a table entry.
AGES: Final = 256

#: Looks for a job before a helping thread naps, and seconds of the nap.
PATIENCE: Final = np.int64(20_000)
NAP: Final = 0.0002

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


class _Thread:
    """The words and the private table of one thread."""

    def __init__(
        self, number: int, team: Block, table: Block, buckets: int, weights: Block
    ) -> None:
        self._near = Block(NEAR_BUCKETS * int(WORDS_PER_BUCKET))
        self._kept = (team, table, weights)  # their addresses are in the words below
        self.context = Block(slots.CONTEXT_WORDS)
        self.words = self.context.words
        self.words[slots.TABLE], self.words[slots.TABLE_MASK] = table.address, buckets - 1
        self.words[slots.NEAR], self.words[slots.NEAR_MASK] = self._near.address, NEAR_BUCKETS - 1
        self.words[slots.WEIGHTS] = weights.address
        self.words[slots.TEAM], self.words[slots.THREAD] = team.address, number
        self.words[slots.JOB] = teams.NO_JOB

    @property
    def address(self) -> np.int64:
        return np.int64(self.context.address)

    def clear(self) -> None:
        self._near.words[:] = 0


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
        if not 1 <= threads <= MOST_THREADS:
            raise SolverError(f"threads are 1 to {MOST_THREADS}, not {threads}")
        if driver not in DRIVERS:
            raise SolverError(f'"{driver}" is not a driver: {", ".join(DRIVERS)}')
        buckets = _buckets(hash_mb)
        self.driver: Driver = driver
        self._table = Block(buckets * int(WORDS_PER_BUCKET))
        weights = load_ordering_weights()
        self._team = Block(teams.team_words(threads))
        self._team.words[teams.THREADS] = threads
        self._threads = [
            _Thread(number, self._team, self._table, buckets, weights) for number in range(threads)
        ]
        self._age = 0

    @property
    def threads(self) -> int:
        """Threads that share the work."""
        return len(self._threads)

    def clear(self) -> None:
        """Forget everything."""
        self._table.words[:] = 0
        for thread in self._threads:
            thread.clear()

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
        free = list(self._threads)

        def work(start: int, end: int) -> None:
            thread = free.pop()
            rows = slice(start, end)
            drivers.solve_many(thread.address, player[rows], opponent[rows], scores[rows])
            free.append(thread)

        self._start()
        interrupt.run(lambda: over_slices(len(scores), GRAIN, work, self.threads), stop=self._stop)
        return scores

    def _start(self) -> None:
        """Get ready for another search."""
        self._age = (self._age + 1) % AGES
        self._team.words[teams.STOP] = self._team.words[teams.QUIT] = 0
        for thread in self._threads:
            thread.words[slots.NODES] = 0
            thread.words[slots.AGE] = self._age

    def _stop(self) -> None:
        self._team.words[teams.STOP] = 1

    @property
    def _stopped(self) -> bool:
        return bool(self._team.words[teams.STOP])

    @property
    def _nodes(self) -> int:
        return sum(int(thread.words[slots.NODES]) for thread in self._threads)

    def _run(self, root: Position, time: float | None, prove: Callable[[_Work], None]) -> Solution:
        """Run a proof on a worker thread, within a time, so that Ctrl-C works."""
        if time is not None and not time > 0:
            raise SolverError(f"the time is more than 0 seconds, not {time}")
        work = _Work(root)
        self._start()
        started = clock.perf_counter()
        try:
            with self._stopping_after(time), self._helpers():
                interrupt.run(lambda: prove(work), stop=self._stop)
        except KeyboardInterrupt:
            raise SolveInterrupted(self._solution(work, started)) from None
        return self._solution(work, started)

    @contextmanager
    def _stopping_after(self, time: float | None) -> Iterator[None]:
        """Stop the search after so many seconds; a time beyond every clock is none."""
        if time is None or time > threading.TIMEOUT_MAX:
            yield
            return
        timer = threading.Timer(time, self._stop)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()  # or it might stop the next search

    @contextmanager
    def _helpers(self) -> Iterator[None]:
        """The other threads at work on the team's jobs meanwhile."""
        self._team.words[teams.IDLE] = self.threads - 1
        ended = [threading.Event() for _ in self._threads[1:]]
        for thread, event in zip(self._threads[1:], ended, strict=True):
            interrupt.start(partial(self._help, thread, event))
        try:
            yield
        finally:
            self._team.words[teams.QUIT] = 1
            # Not `Thread.join`, which Ctrl-C ends early before Python 3.13.
            _wait_for_all(ended)

    def _help(self, thread: _Thread, ended: threading.Event) -> None:
        """Look for jobs; where there is none for a while, leave the core to others."""
        try:
            while not self._team.words[teams.QUIT]:
                drivers.help_team(thread.address, PATIENCE)
                clock.sleep(NAP)
        finally:
            ended.set()

    def _solution(self, work: _Work, started: float) -> Solution:
        seconds = clock.perf_counter() - started
        return work.solution(self._nodes, seconds)

    def _prove_root(self, work: _Work, wld: bool) -> None:
        """Close the bounds of the root, then walk the principal variation."""
        self._prove(work.root, work.bounds, wld)
        if not work.bounds.open:
            work.pv = tuple(self._variation(work.root, work.bounds.lower))
            work.best = work.pv[:1]
        elif not self._stopped:
            work.best = tuple(islice(self._moves_worth(work.root, work.bounds.lower), 1))
        if self._stopped:
            # What the variation has is proved, but perhaps not all of it is there.
            work.pv = ()
            work.best = work.best or self._likeliest(work.root)

    def _likeliest(self, position: Position) -> tuple[Move, ...]:
        """The move to play if nothing better is proved: the table's, else the best guess."""
        if position.is_game_over():
            return ()
        if position.must_pass:
            return (PASS,)
        known = int(drivers.known_move(self._threads[0].address, *_words(position)))
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
        guess = int(drivers.first_guess(self._threads[0].address, *words))
        while bounds.open and not self._stopped:
            guess = min(max(guess, bounds.lower), bounds.upper)
            alpha = guess - 1 if guess > bounds.lower else guess
            guess = self._probe(position, bounds, alpha)

    def _prove_by_pvs(self, position: Position, bounds: _Bounds) -> None:
        """Principal variation search with the whole window."""
        address = self._threads[0].address
        window = np.int64(bounds.lower - 1), np.int64(bounds.upper + 1)
        score = int(drivers.principal(address, *_words(position), *window))
        if not self._stopped:
            bounds.lower = bounds.upper = score

    def _probe(self, position: Position, bounds: _Bounds, alpha: int) -> int:
        """Search one null window and learn from it, unless it was stopped."""
        empty = ~np.uint64(position.player | position.opponent)
        score = int(
            endgame.search(
                self._threads[0].address,
                *_words(position),
                np.int64(alpha),
                np.int64(position.empties),
                parity_of(empty),
            )
        )
        if not self._stopped:
            bounds.learn(alpha, score)
        return score

    def _moves_worth(self, position: Position, score: int) -> Iterator[Move]:
        """The moves that score at least so much, the likeliest first; a pass where it is due."""
        if position.must_pass:
            yield PASS
            return
        likeliest = int(drivers.known_move(self._threads[0].address, *_words(position)))
        for square in sorted(position.legal_moves, key=lambda square: square != likeliest):
            bounds = _Bounds()
            self._probe(position.play_unchecked(square), bounds, -score)
            if bounds.upper <= -score:
                yield Move(square)

    def _variation(self, position: Position, score: int) -> Iterator[Move]:
        """A best move of each side in turn, from a proved score to the end of the game."""
        while not position.is_game_over() and not self._stopped:
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
            if self._stopped and bounds.open:
                break
            proved[move] = bounds
        self._sum_up(work, moves, proved, wld)
        if not work.bounds.open:
            work.pv = tuple(self._variation(root, work.bounds.lower))

    def _promise(self, root: Position, move: Move) -> int:
        """A guess at the reply's score: the lower the sooner a move is tried."""
        words = _words(root.play_unchecked(move))
        return int(drivers.first_guess(self._threads[0].address, *words))

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


def _wait_for_all(events: Sequence[threading.Event]) -> None:
    """Wait for all events, whatever Ctrl-C comes meanwhile; it is raised afterwards."""
    interrupted = False
    for event in events:
        while not event.is_set():
            try:
                event.wait()
            except KeyboardInterrupt:
                interrupted = True
    if interrupted:
        raise KeyboardInterrupt


def _floor(proved: dict[Move, _Bounds], best: int | None) -> int | None:
    """The score that a move must beat to be among the best so many; None if any may be."""
    if best is None or len(proved) < best:
        return None
    return sorted((-bounds.upper for bounds in proved.values()), reverse=True)[best - 1]


def _buckets(hash_mb: float) -> int:
    """The number of buckets of a table of so many MiB, a power of two.

    Raises:
        SolverError: it is not positive, or larger than the machine's memory.
    """
    if not hash_mb > 0:
        raise SolverError(f"the hash is more than 0 MB, not {hash_mb}")
    memory = _memory_bytes()
    size = hash_mb * MEBIBYTE
    if size > memory:
        raise SolverError(
            f"a hash of {hash_mb} MB does not fit in the memory of {memory // MEBIBYTE} MB"
        )
    return 1 << max(0, int(size // BYTES_PER_BUCKET).bit_length() - 1)


def _memory_bytes() -> int:
    """The machine's memory; where it cannot be asked, a bound that any machine has."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return 1 << 40
