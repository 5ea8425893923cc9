"""Plays by an external engine, driven over GTP or NBoard."""

from __future__ import annotations

from outflank.board.board import Board
from outflank.engine import Info, Limit
from outflank.lab.players import timed
from outflank.lab.timing import Clock
from outflank.protocols.client import IllegalAnswerError
from outflank.protocols.external import open_engine
from outflank.protocols.limits import ANSWER_LIMIT, COLD_START_LIMIT


class ExternalPlayer:
    """An engine in a process of its own, which ends with the player.

    An illegal move is handed on, so that the referee sees it. What else goes wrong, a
    process that ended, one that does not answer, is a `ProtocolError`.

    Args:
        protocol: ``gtp`` or ``nboard``.
        command: the program and its arguments.
        limit: of every move, beside its time.
        answer: seconds for a move where no time and no clock say how long.
    """

    def __init__(
        self, protocol: str, command: str, limit: Limit, answer: float | None = None
    ) -> None:
        self._limit = limit
        self._engine = open_engine(
            protocol, command, start_limit=COLD_START_LIMIT, answer_limit=answer or ANSWER_LIMIT
        )

    def new_game(self, seed: int) -> None:  # noqa: ARG002 (no protocol has a word for it)
        """Let the engine forget the game before."""
        self._engine.new_game()

    def move(self, board: Board, clock: Clock) -> Info:
        """The engine's move."""
        try:
            return self._engine.play(board, timed(self._limit, clock))
        except IllegalAnswerError as error:
            return Info(error.move)

    def close(self) -> None:
        """End the engine."""
        self._engine.close()
