"""What is wrong with a file of games, where, and what was read before it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from outflank.board.errors import OutflankError

if TYPE_CHECKING:
    from outflank.board.board import Board
    from outflank.games.game import Game


class GameWarning(UserWarning):
    """Something beside the games themselves could not be used, such as a file of names."""


class GameFileError(OutflankError):
    """A file or text that holds no game, or a game that breaks off or breaks the rules.

    The message names the place: file, line or record, ply, square.

    Attributes:
        games: the whole games read before the fault.
        partial: the faulty game up to the fault; None where the fault is not in a game.
    """

    def __init__(
        self,
        message: str,
        *,
        board: Board | None = None,
        ply: int | None = None,
        games: tuple[Game, ...] = (),
        partial: Game | None = None,
    ) -> None:
        super().__init__(message, board=board, ply=ply)
        self.games = games
        self.partial = partial


#: Is told of a game that is left out because it cannot be read to its end.
FaultListener = Callable[[GameFileError], None]
