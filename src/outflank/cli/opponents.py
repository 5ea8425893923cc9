"""Whom ``outflank play`` lets a person play against: the engine, or the program of an article."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from outflank.board.board import Board
from outflank.board.score import Score
from outflank.board.square import Move
from outflank.cli.found import move_of

if TYPE_CHECKING:
    from outflank.analysis import AnalysisOptions
    from outflank.engine import Engine, Limit

#: How well hints are thought over, whatever the level of the opponent: plies, and empties
#: from which on they are perfect.
HINT_DEPTH: Final = 12
HINT_EXACT_FROM: Final = 20


class Choice(NamedTuple):
    """A move that was chosen.

    Attributes:
        move: the move.
        value: what it is worth, from the view of the side that moves; None if unknown.
        clock: seconds left on the clock of who chose it; None if there is none.
    """

    move: Move
    value: Score | None
    clock: float | None = None


class Opponent(Protocol):
    """Somebody who plays and gives hints."""

    def choose(self, board: Board) -> Choice:
        """The move that it plays."""

    def hint(self, board: Board) -> Choice:
        """The move that it would advise."""


class EngineOpponent:
    """The engine; its clock runs while it thinks.

    Args:
        engine: who plays.
        limit: of each move; its clock is where the clock stands at the beginning.
    """

    def __init__(self, engine: Engine, limit: Limit) -> None:
        self._engine = engine
        self._limit = limit

    def choose(self, board: Board) -> Choice:
        """The engine's move within its limit, at its level."""
        started = time.perf_counter()
        info = self._engine.play(board, self._limit)
        clock = self._limit.clock
        if clock is not None:
            clock = max(0.0, clock - (time.perf_counter() - started))
            clock += self._limit.increment or 0.0
            self._limit = replace(self._limit, clock=clock)
        return Choice(move_of(info), info.score, clock)

    def hint(self, board: Board) -> Choice:
        """The best move that can be found at once; a weak level makes no mistakes here."""
        from outflank.engine import Limit

        limit = Limit(depth=HINT_DEPTH, exact_from=HINT_EXACT_FROM)
        info = self._engine.analyse(board, limit)[0]
        return Choice(move_of(info), info.score)


class ArticleOpponent:
    """The textbook program of an article.

    Args:
        options: whose, how deep, and from how many empties on perfectly.
    """

    def __init__(self, options: AnalysisOptions) -> None:
        self._options = options

    def choose(self, board: Board) -> Choice:
        """The first of the best moves."""
        from outflank.analysis import best_moves, move_values

        values = move_values(board, self._options)
        move = best_moves(values)[0]
        return Choice(move, values[move])

    def hint(self, board: Board) -> Choice:
        """What it would play."""
        return self.choose(board)
