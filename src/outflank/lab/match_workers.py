"""Plays the games of a match here, or several at once, each in a process of its own.

Processes, not threads: the Python code around two searches would wait for the one
interpreter lock, and a move's time would depend on the game beside it.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Generator, Iterator, Sequence
from contextlib import suppress
from multiprocessing import connection
from multiprocessing.connection import wait
from typing import Any, Final, NamedTuple

from outflank.board.board import Board
from outflank.board.color import BLACK, WHITE
from outflank.board.errors import OutflankError
from outflank.lab.match_file import GameKey, GameRecord
from outflank.lab.players import Contender, Player
from outflank.lab.referee import Ending, Rules, Seat, play_game
from outflank.protocols.program import ENDING, SIGNALLED, end_on_signals, ending

#: Seconds that a worker has to end its players before it is killed.
PATIENCE: Final = 5.0


class Task(NamedTuple):
    """A game to be played.

    Attributes:
        key: its place in the match.
        black: number of the contender that is Black.
        white: number of the other.
        opening: where it begins.
        seed: for what players draw.
    """

    key: GameKey
    black: int
    white: int
    opening: Board
    seed: int


class WorkerError(OutflankError):
    """A process that played games has ended, or could not begin."""


class Arena:
    """Plays one game at a time; its players stay for the next, except those that failed."""

    def __init__(self, contenders: Sequence[Contender], rules: Rules) -> None:
        self._contenders = contenders
        self._rules = rules
        self._players: dict[int, Player] = {}

    def play(self, task: Task) -> GameRecord:
        """Play a game.

        Raises:
            OutflankError, OSError: a player cannot be made.
        """
        black, white = self._contenders[task.black], self._contenders[task.white]
        seats = {
            BLACK: Seat(self._player(task.black), black.control),
            WHITE: Seat(self._player(task.white), white.control),
        }
        played = play_game(task.opening, seats, task.seed, self._rules)
        if played.ending in (Ending.CRASH, Ending.TIME):
            self._dismiss(task.black if played.score < 0 else task.white)
        controls = (black.control, white.control)
        return GameRecord(task.key, black.name, white.name, played, controls)

    def _player(self, number: int) -> Player:
        if number not in self._players:
            self._players[number] = self._contenders[number].make()
        return self._players[number]

    def _dismiss(self, number: int) -> None:
        """End a player that failed; whatever it says to that, it is gone."""
        with suppress(Exception):
            self._players.pop(number).close()

    def close(self) -> None:
        """End all players."""
        for number in tuple(self._players):
            self._dismiss(number)


def play_tasks(
    contenders: Sequence[Contender], rules: Rules, tasks: Iterator[Task], concurrency: int
) -> Generator[GameRecord]:
    """Play games, so many at a time; each is handed out as soon as it has ended.

    A caller that does not take all of them must close the generator: that ends the games
    that are being played.

    Raises:
        OutflankError, OSError: a player cannot be made, or a process has failed.
        KeyboardInterrupt: Ctrl-C; everything that was started has ended.
    """
    if concurrency > 1:
        yield from _in_processes(contenders, rules, tasks, concurrency)
        return
    arena = Arena(contenders, rules)
    try:
        yield from map(arena.play, tasks)
    finally:
        arena.close()


def _in_processes(
    contenders: Sequence[Contender], rules: Rules, tasks: Iterator[Task], concurrency: int
) -> Generator[GameRecord]:
    workers: dict[Any, _Worker] = {}
    try:
        while len(workers) < concurrency and (task := next(tasks, None)) is not None:
            worker = _Worker(contenders, rules)
            workers[worker.pipe] = worker
            worker.begin(task)
        while workers:
            for pipe in wait(list(workers)):
                record = workers[pipe].result()
                task = next(tasks, None)
                if task is None:
                    workers.pop(pipe).end()
                else:
                    workers[pipe].begin(task)
                yield record
    finally:
        for worker in workers.values():
            worker.stop()
        for worker in workers.values():
            worker.end()


class _Worker:
    """A process that plays one game after the other."""

    def __init__(self, contenders: Sequence[Contender], rules: Rules) -> None:
        context = multiprocessing.get_context("spawn")  # a fork would copy locked locks
        self.pipe, theirs = context.Pipe()
        self._process = context.Process(
            target=_work, args=(theirs, contenders, rules), name="outflank-match", daemon=True
        )
        self._process.start()
        theirs.close()

    def begin(self, task: Task) -> None:
        """Let it play a game."""
        with suppress(BrokenPipeError):  # it has ended, and `result` will say so
            self.pipe.send(task)

    def result(self) -> GameRecord:
        """The game it has played.

        Raises:
            WorkerError: it has ended, or it cannot make its players.
        """
        try:
            answer: GameRecord | str = self.pipe.recv()
        except (EOFError, ConnectionResetError):
            self._process.join(PATIENCE)
            code = self._process.exitcode
            raise WorkerError(f"a process that played a game {_ending(code)}") from None
        if isinstance(answer, str):
            raise WorkerError(answer)
        return answer

    def stop(self) -> None:
        """Ask it to end now, in the middle of a game."""
        self._process.terminate()

    def end(self) -> None:
        """Wait for its end, but not for ever."""
        self.pipe.close()
        self._process.join(PATIENCE)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()
        self._process.close()


def _ending(code: int | None) -> str:
    """How a worker ended; one that a signal asked to end says so by its exit status."""
    if code is not None and code - SIGNALLED in ENDING:
        code = SIGNALLED - code
    return f"has ended with code {code}" if code is None or code >= 0 else f"was {ending(code)}"


def _work(pipe: connection.Connection, contenders: Sequence[Contender], rules: Rules) -> None:
    """Play what comes through the pipe until it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's affair
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # how the parent asks: never to be ignored
    end_on_signals()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    arena = Arena(contenders, rules)
    try:
        while True:
            task = pipe.recv()
            try:
                pipe.send(arena.play(task))
            except (OutflankError, OSError) as error:
                pipe.send(str(error))
    except (EOFError, BrokenPipeError):
        pass
    finally:
        arena.close()


def _end_with_parent() -> None:
    """No game outlives a parent that was killed."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    # As when it is asked to end: players get to end what they have started.
    os.kill(os.getpid(), signal.SIGTERM)
    threading.Timer(PATIENCE, os._exit, (1,)).start()
