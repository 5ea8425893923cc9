"""What clients of both protocols share: the shapes of `Engine`, deadlines, checked moves."""

from __future__ import annotations

import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Self

from outflank.board.board import Board
from outflank.board.errors import InvalidMoveError, quoted
from outflank.board.position import Position
from outflank.board.square import PASS, Move
from outflank.engine import Info, Limit
from outflank.protocols.program import Program, ProtocolError

#: Seconds that an answer may take beyond the time of its move before the program counts as hung.
GRACE: Final = 5.0


class IllegalAnswerError(ProtocolError):
    """A program wants to play a move that the rules forbid.

    Attributes:
        move: what it wants to play.
    """

    def __init__(self, message: str, move: Move = PASS) -> None:
        super().__init__(message)
        self.move = move


class ExternalEngine(ABC):
    """An engine in a process of its own, used as `outflank.Engine` is.

    One search at a time; any thread may ask it to stop. A call ends in time or raises: a
    program that does not answer is ended. Every move it gives is checked.

    Args:
        program: it is ended with the engine.
        answer_limit: seconds for an answer where no time and no clock say how long.

    Attributes:
        name: as it calls itself.
        version: as it says; empty if it does not.
    """

    def __init__(self, program: Program, answer_limit: float) -> None:
        self.program = program
        self.name = program.name
        self.version = ""
        self.answer_limit = answer_limit
        self._busy = threading.Lock()
        self._asked = 0.0  # when the last search began, by time.perf_counter

    @abstractmethod
    def new_game(self) -> None:
        """Let it forget the game before.

        Raises:
            ProtocolError: it does not answer.
        """

    @abstractmethod
    def stop(self) -> None:
        """End the search that runs, from any thread, as far as the protocol can say that."""

    @abstractmethod
    def _play(self, board: Board, limit: Limit) -> Info:
        """Its move on a board with a legal one; notes when it was asked for."""

    @abstractmethod
    def _analyse(self, board: Board, limit: Limit, multipv: int) -> list[Info]:
        """Its lines on a board with a legal move, the best first."""

    def play(self, board: Board | Position, limit: Limit | None = None) -> Info:
        """Ask for a move; a forced pass is not asked for.

        Args:
            board: the game so far; its moves are told, too.
            limit: of the search, as far as the protocol can say it.

        Returns:
            The move and what the program says of it, the seconds from when it had the whole
            game; the move is None where the game is over.

        Raises:
            ProtocolError: it does not answer in time, has ended, says what cannot be read, or
                cannot be told the position or the limit.
            IllegalAnswerError: the rules forbid its move.
        """
        where = _board(board)
        forced = _forced(where)
        if forced is not None:
            return forced
        with self._alone():
            info = self._play(where, limit or Limit())
        return replace(info, seconds=time.perf_counter() - self._asked)

    def analyse(
        self, board: Board | Position, limit: Limit | None = None, multipv: int = 1
    ) -> list[Info]:
        """Ask for the best moves and what they are worth, as far as the protocol can say it.

        Args:
            board: the game so far.
            limit: of the search.
            multipv: how many of the best moves to value.

        Returns:
            The lines, the best first; at least one, perhaps fewer than were asked for. The
            seconds are those of `play`.

        Raises:
            ProtocolError: as `play`.
        """
        where = _board(board)
        forced = _forced(where)
        if forced is not None:
            return [forced]
        with self._alone():
            infos = self._analyse(where, limit or Limit(), multipv)
        seconds = time.perf_counter() - self._asked
        return [replace(info, seconds=seconds) for info in infos]

    def close(self) -> None:
        """End the program, with all of its process group; within two seconds."""
        self.program.end()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def _alone(self) -> _Alone:
        return _Alone(self._busy, self.program)

    def _seconds(self, limit: Limit) -> float:
        """How long an answer may take."""
        if limit.time is not None:
            return limit.time + GRACE
        if limit.clock is not None:
            return limit.clock + GRACE
        return self.answer_limit

    def _refuse_limits(self, limit: Limit, names: Sequence[str], protocol: str) -> None:
        """Refuse limits that the protocol has no word for."""
        given = [name for name in names if getattr(limit, name) is not None]
        if given:
            raise self.program.refusal(f"{protocol} has no word for {', '.join(given)}")

    def _checked(self, board: Board, text: str) -> Move:
        """The move that a program has written, if the rules allow it.

        Raises:
            IllegalAnswerError: they do not.
            ProtocolError: it is no move.
        """
        try:
            move = Move(text)
        except InvalidMoveError:
            raise self.program.error(f"its move {quoted(text)} is none") from None
        if move.is_pass or move.square not in board.legal_moves:
            message = f"its move {move} is illegal in {board.to_text()}"
            raise IllegalAnswerError(str(self.program.error(message)), move)
        return move


class _Alone:
    """Holds an engine for one search; refuses a second one."""

    def __init__(self, busy: threading.Lock, program: Program) -> None:
        self._busy = busy
        self._program = program

    def __enter__(self) -> None:
        if not self._busy.acquire(blocking=False):
            raise self._program.refusal("it is busy with another search")

    def __exit__(self, *_error: object) -> None:
        self._busy.release()


def _board(board: Board | Position) -> Board:
    return board if isinstance(board, Board) else Board(board)


def _forced(board: Board) -> Info | None:
    """What needs no question: the end of the game, and a pass."""
    if board.is_game_over():
        return Info(None)
    return Info(PASS, pv=(PASS,)) if board.must_pass else None
