"""The threads of a search with all that they share: table, team, weights, stop.

A `Crew` is what the solver and the engine have in common. It knows nothing of drivers:
whoever has one runs a search on it, and asks it to stop.
"""

from __future__ import annotations

import threading
import time as clock
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import partial
from typing import Final

import numpy as np

from outflank.board.position import Position
from outflank.board.square import Move
from outflank.core import context as slots
from outflank.core import drivers, interrupt
from outflank.core import team as teams
from outflank.core.line import MOST_MOVES, variation
from outflank.core.memory import Block
from outflank.core.midgame import enter
from outflank.core.parity import parity_of
from outflank.core.search import NOT_IN_DISCS, search
from outflank.core.table import NO_SCORE, PROVED, WORDS_PER_BUCKET
from outflank.engine.checks import MEBIBYTE, checked_megabytes, checked_threads
from outflank.engine.solution import SolverError
from outflank.evaluation.errors import shipped_errors
from outflank.evaluation.evaluators import PATTERNS, Evaluator, evaluator

#: Buckets of a thread's private table: 256 KiB, which stays in its cache.
NEAR_BUCKETS: Final = 1 << 12
BYTES_PER_BUCKET: Final = 8 * int(WORDS_PER_BUCKET)

#: Ages are eight bits of a table entry; 0 is that of entries never written.
OLDEST: Final = 255

#: Looks for a job before a helping thread naps, and seconds of the nap, which leaves the
#: core to others. Both were chosen by trial.
PATIENCE: Final = np.int64(200_000)
NAP: Final = 0.0002


class Worker:
    """The words and the private table of one thread."""

    def __init__(
        self, number: int, team: Block, table: Block, buckets: int, weights: Block | None
    ) -> None:
        self._near = Block(NEAR_BUCKETS * int(WORDS_PER_BUCKET))
        self._kept = (team, table, weights)  # their addresses are in the words below
        self.context = Block(slots.CONTEXT_WORDS)
        self.words = self.context.words
        self.words[slots.TABLE], self.words[slots.TABLE_MASK] = table.address, buckets - 1
        self.words[slots.NEAR], self.words[slots.NEAR_MASK] = self._near.address, NEAR_BUCKETS - 1
        self.words[slots.WEIGHTS] = weights.address if weights is not None else 0
        self.words[slots.TEAM], self.words[slots.THREAD] = team.address, number
        self.words[slots.JOB] = teams.NO_JOB
        self.words[slots.SELECTIVITY], self.words[slots.SCALE] = PROVED, 1
        self.words[slots.LIMIT] = slots.NO_LIMIT

    @property
    def address(self) -> np.int64:
        """What kernels take."""
        return np.int64(self.context.address)

    def clear(self) -> None:
        """Forget what the private table knows."""
        self._near.words[:] = 0


class Crew:
    """Threads that search together, and their table.

    Not for two callers at once.

    Args:
        threads: threads that share the work, 1 or more.
        hash_mb: MiB of the table, rounded down to a power of two; at least one bucket.
        weights: of the ordering evaluation; None for none.
        table: of another crew, to share it; `hash_mb` then means nothing.

    Raises:
        SolverError: an option that cannot be.
    """

    def __init__(
        self, threads: int, hash_mb: float, weights: Block | None, table: Block | None = None
    ) -> None:
        threads = checked_threads(threads)
        self._table = _new_table(hash_mb) if table is None else table
        self._weights = weights
        self._team = Block(teams.team_words(threads))
        self._team.words[teams.THREADS] = threads
        buckets = len(self._table.words) // int(WORDS_PER_BUCKET)
        self.workers = [
            Worker(number, self._team, self._table, buckets, weights) for number in range(threads)
        ]
        self._age = 0
        self._error: Exception | None = None
        self._margins: dict[int, Block] = {}
        self._evaluation: Block | None = None

    def lone(self) -> Crew:
        """A crew of one thread, which is stopped by itself, on the table of this one."""
        return Crew(1, 0, self._weights, self._table)

    @property
    def first(self) -> np.int64:
        """Address of the context of the thread that drives."""
        return self.workers[0].address

    @property
    def nodes(self) -> int:
        """Positions entered since `begin`, by all threads."""
        return self.total(slots.NODES)

    @property
    def stopped(self) -> bool:
        """True once `stop` was called."""
        return bool(self._team.words[teams.STOP])

    @property
    def used_up(self) -> bool:
        """True if as many positions were entered as may be (`core.context.LIMIT`).

        Kernels near the end of the game do not look at that themselves.
        """
        return self.nodes >= int(self.workers[0].words[slots.LIMIT])

    def total(self, word: np.int64) -> int:
        """The sum of a counter of all threads."""
        return sum(int(worker.words[word]) for worker in self.workers)

    def set(self, word: np.int64, value: int) -> None:
        """Set a word of every thread's context."""
        for worker in self.workers:
            worker.words[word] = value

    def margins(self, selectivity: int) -> int:
        """Address of the words of Multi-ProbCut; 0 at 100 per cent, where nothing is cut off."""
        if selectivity >= PROVED:
            return 0
        if selectivity not in self._margins:
            self._margins[selectivity] = shipped_errors().margins(selectivity)
        return self._margins[selectivity].address

    def count_in(self, scale: int, selectivity: int = int(PROVED)) -> None:
        """Search in a unit of which so many make a disc, and so surely.

        The table keeps both units apart: values in discs are those of the scale 1.
        """
        self.set(slots.SCALE, scale)
        self.set(slots.SELECTIVITY, selectivity if scale == 1 else int(NOT_IN_DISCS))
        self.set(slots.MARGINS, self.margins(selectivity))

    @contextmanager
    def selecting(self, selectivity: int) -> Iterator[None]:
        """Search selectively meanwhile, on the shipped evaluation."""
        if self._evaluation is None:
            self.use(evaluator(PATTERNS))
        self.count_in(1, selectivity)
        try:
            yield
        finally:
            self.count_in(1)

    def use(self, chosen: Evaluator) -> None:
        """Search on an evaluation."""
        weights = chosen.weights
        self._evaluation = weights  # its address is in the words
        self.set(slots.EVALUATION, weights.address if weights is not None else 0)
        self.set(slots.EVALUATOR, chosen.address)

    def clear(self) -> None:
        """Forget everything."""
        self._table.words[:] = 0
        for worker in self.workers:
            worker.clear()

    def begin(self) -> None:
        """Get ready for another search: a new age, counters at 0, no stop."""
        self._age = self._age % OLDEST + 1
        for word in (teams.STOP, teams.QUIT, teams.ENTERED):
            self._team.words[word] = 0
        for counter in (slots.NODES, slots.TOLD, slots.HITS, slots.CUTS, slots.FIRST_CUTS):
            self.set(counter, 0)
        self.set(slots.AGE, self._age)

    def null_window(self, position: Position, alpha: int, depth: int) -> int:
        """Search one null window (alpha, alpha + 1); means nothing if it was stopped."""
        words = self._ready(position, depth)
        return int(search(self.first, *words[:2], np.int64(alpha), *words[2:]))

    def window(self, position: Position, alpha: int, beta: int, depth: int) -> int:
        """Search a whole window; means nothing if it was stopped."""
        words = self._ready(position, depth)
        window = np.int64(alpha), np.int64(beta)
        return int(drivers.principal(self.first, *words[:2], *window, *words[2:]))

    def variation(self, position: Position, value: int, depth: int) -> tuple[Move, ...]:
        """The moves that a value of the search at hand rests on (`core.variation`)."""
        moves = np.empty(MOST_MOVES, np.int64)
        masks, words = _masks(position), (np.int64(value), np.int64(depth))
        length = int(variation(self.first, *masks, *words, moves))
        return tuple(Move(square) for square in moves[:length].tolist())

    def _ready(
        self, position: Position, depth: int
    ) -> tuple[np.uint64, np.uint64, np.int64, np.int64, np.int64]:
        """What kernels take of a position, with its features put where they are looked for."""
        player, opponent = _masks(position)
        empties = np.int64(position.empties)
        if depth < empties:
            enter(self.first, player, opponent, empties)
        return player, opponent, np.int64(depth), empties, parity_of(~(player | opponent))

    def stop(self) -> None:
        """Ask every search to end soon."""
        self._team.words[teams.STOP] = 1

    def run(
        self,
        call: Callable[[], None],
        tick: Callable[[], None] | None = None,
        *,
        alone: bool = False,
    ) -> None:
        """Run a search on a thread of its own, the others helping, so that Ctrl-C works.

        Args:
            call: the search.
            tick: called about every 0.05 seconds meanwhile; see `core.interrupt.run`.
            alone: start no helping threads: there is nothing that they could share.

        Raises:
            KeyboardInterrupt: Ctrl-C; the search has ended.
        """
        self._error = None
        with nullcontext() if alone else self._helpers():
            interrupt.run(call, stop=self.stop, tick=tick)
        if self._error is not None:
            raise self._error

    @contextmanager
    def stopping_after(self, time: float | None) -> Iterator[None]:
        """Stop the search after so many seconds; a time beyond every clock is none."""
        if time is None or time > threading.TIMEOUT_MAX:
            yield
            return
        timer = threading.Timer(time, self.stop)
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
        self._team.words[teams.IDLE] = len(self.workers) - 1
        started: list[threading.Event] = []
        try:
            for worker in self.workers[1:]:
                ended = threading.Event()
                self._start(worker, ended)
                started.append(ended)
            yield
        finally:
            self._team.words[teams.QUIT] = 1
            # Not `Thread.join`, which Ctrl-C ends early before Python 3.13.
            _wait_for_all(started)
            self._team.words[teams.IDLE] = 0

    def _start(self, worker: Worker, ended: threading.Event) -> None:
        """Start a helping thread; it sets `ended` when it ends."""
        try:
            interrupt.start(partial(self._help, worker, ended))
        except RuntimeError as error:  # the system has no more threads, or no memory for stacks
            raise SolverError(f"cannot start {len(self.workers)} threads: {error}") from error

    def _help(self, worker: Worker, ended: threading.Event) -> None:
        """Look for jobs; where there is none for a while, leave the core to others."""
        try:
            while not self._team.words[teams.QUIT]:
                drivers.help_team(worker.address, PATIENCE)
                clock.sleep(NAP)
        except Exception as error:  # as in checked mode; whoever waits for the job must not hang
            self._error = error
            self.stop()
            self._give_up(worker)
        finally:
            ended.set()

    def _give_up(self, worker: Worker) -> None:
        """End the jobs that a thread is at work on, without results."""
        jobs = self._team.words[teams.FIRST_SLOT :].reshape(-1, int(teams.SLOT_WORDS))
        taken = (jobs[:, teams.STATE] == teams.TAKEN) & (
            jobs[:, teams.TAKER] == worker.words[slots.THREAD]
        )
        jobs[taken, teams.SCORE] = NO_SCORE
        jobs[taken, teams.STATE] = teams.DONE
        worker.words[slots.JOB] = teams.NO_JOB


def _masks(position: Position) -> tuple[np.uint64, np.uint64]:
    return np.uint64(position.player), np.uint64(position.opponent)


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


def _new_table(hash_mb: float) -> Block:
    """A table of so many MiB; its buckets are a power of two.

    Raises:
        SolverError: the size cannot be, or there is not so much memory now.
    """
    size = checked_megabytes(hash_mb) * MEBIBYTE
    buckets = 1 << max(0, int(size // BYTES_PER_BUCKET).bit_length() - 1)
    try:
        return Block(buckets * int(WORDS_PER_BUCKET))
    except MemoryError:
        raise SolverError(f"there is no memory for a hash of {hash_mb} MB") from None
