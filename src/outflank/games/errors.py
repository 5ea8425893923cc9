"""What is wrong with a file of games or positions, where, and what was read before it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar

from outflank.board.errors import OutflankError

if TYPE_CHECKING:
    from outflank.board.board import Board
    from outflank.games.game import Game
    from outflank.games.obf import Problem


class GameWarning(UserWarning):
    """Something beside the games themselves could not be used, such as a file of names."""


class GameFileError(OutflankError):
    """A file or text without a game or position, or one in it that breaks off or breaks the rules.

    The message names the place: file, line or record, ply, square.

    Attributes:
        partial: the faulty game up to the fault; None where the fault is not in a game.
        problem: the position of a faulty line, without anything that is known of it; None
            where the fault is in the position itself, or in a game.
    """

    def __init__(
        self,
        message: str,
        *,
        board: Board | None = None,
        ply: int | None = None,
        partial: Game | None = None,
        problem: Problem | None = None,
    ) -> None:
        super().__init__(message, board=board, ply=ply)
        self.partial = partial
        self.problem = problem


class AmbiguousTextError(OutflankError):
    """A text that can be read in several ways.

    Attributes:
        readings: what it could be, in words.
    """

    def __init__(self, message: str, readings: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.readings = readings


#: Is told of a game or position that is left out because it cannot be read to its end.
FaultListener = Callable[[GameFileError], None]

Found = TypeVar("Found")


def without_faults(
    items: Iterable[Found | GameFileError], on_fault: FaultListener | None, emptiness: GameFileError
) -> Iterator[Found]:
    """What a reader found, without the errors that stand in the places of faulty items.

    Args:
        items: values and errors in the order of the file.
        on_fault: called with each error; without it the first is raised.
        emptiness: raised where there is neither a value nor an error.
    """
    empty = True
    for item in items:
        empty = False
        if not isinstance(item, GameFileError):
            yield item
        elif on_fault is None:
            raise item
        else:
            on_fault(item)
    if empty:
        raise emptiness
