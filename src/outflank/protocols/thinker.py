"""Our engine as a server uses it: its user, the other program and the clock say how it thinks."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from outflank.board.board import Board
from outflank.board.errors import OutflankError
from outflank.board.square import Move
from outflank.engine import Engine, Info, Limit
from outflank.engine.thinking import Report, no_report

#: How well it plays where nothing is said and there is no clock: a move takes some
#: hundredths of a second, and the last 20 squares are played perfectly.
USUAL_LEVEL: Final = 10


class Thinker:
    """Chooses moves and values lines.

    How deep it looks is, by the first of these that is given, what its user asked for, the
    level that the other program asked for, whatever a clock allows, or level 10. A clock is
    kept in any case; the user's seconds for each move count where there is none.

    Args:
        engine: set up by its user.
        level: that its user asked for.
        limit: that its user asked for.
    """

    def __init__(
        self, engine: Engine, level: str | int | None = None, limit: Limit | None = None
    ) -> None:
        self._engine = engine
        self._limit = limit or Limit()
        self._level = level
        self._wanted: int | None = None

    @property
    def is_told(self) -> bool:
        """True if its user says how deep or how long it thinks."""
        limit = self._limit
        return self._level is not None or (limit.time, limit.depth, limit.nodes) != (None,) * 3

    def want(self, level: int) -> None:
        """The other program asks for a level."""
        self._wanted = level

    def new_game(self) -> None:
        """Forget what was found in the game before."""
        self._engine.new_game()

    def choose(self, board: Board, clock: Limit | None = None) -> Info:
        """The move to play, which is legal, and what is known of it.

        Args:
            board: its side to move has a move, and not only a pass.
            clock: a limit with a clock; None without.

        Raises:
            OutflankError: the engine has found no move that can be played.
        """
        info = self._engine.play(board, self._prepared(clock))
        if info.move is None or info.move not in map(Move, board.legal_moves):
            raise OutflankError(f"the engine chose {info.move}, which cannot be played")
        return info

    def analyse(self, board: Board, lines: int = 1, report: Report = no_report) -> list[Info]:
        """The best lines, whatever the clock; see `Engine.analyse`."""
        return self._engine.analyse(board, self._prepared(None), lines, report)

    def stop(self) -> None:
        """End the search that runs, from any thread."""
        self._engine.stop()

    def _prepared(self, clock: Limit | None) -> Limit:
        """The limit of a search; the engine is set to its level."""
        if self._engine.options.level != (level := self._level_for(clock)):
            self._engine.configure(level=level)
        if clock is None:
            return self._limit
        return replace(
            self._limit,
            time=None,
            clock=clock.clock,
            increment=clock.increment,
            moves=clock.moves,
        )

    def _level_for(self, clock: Limit | None) -> str | int | None:
        if self.is_told:
            return self._level
        if self._wanted is not None or clock is not None:
            return self._wanted
        return USUAL_LEVEL
