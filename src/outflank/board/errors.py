"""What is refused, and where: every error that the rules and the readers raise.

All are `ValueError`, so that ``except ValueError`` is enough for a caller who
does not care which. Messages name the place first: ``ply 2: "d4": the square is
occupied``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from outflank.board.board import Board


#: Longest piece of somebody's text that a message repeats.
LONGEST_QUOTE = 40


def quoted(text: str) -> str:
    """Somebody's text for a message: in double quotes, on one line, cut if it is long."""
    shown = text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 1] + "…"
    escaped = (
        character if character.isprintable() else character.encode("unicode_escape").decode()
        for character in shown
    )
    return f'"{"".join(escaped)}"'


class OutflankError(ValueError):
    """Input that Outflank refuses, and what was read before it.

    Attributes:
        board: the game up to the fault, None where there is none.
        ply: number of the disc that could not be placed, counted from 1; None where
            the fault is not in a game. A pass bears the number of the disc that would follow.
    """

    def __init__(self, message: str, *, board: Board | None = None, ply: int | None = None) -> None:
        super().__init__(message)
        self.board = board
        self.ply = ply

    def at(self, board: Board) -> Self:
        """The same error placed in a game: one ply after the last disc of `board`."""
        ply = board.ply + 1
        return type(self)(f"ply {ply}: {self}", board=board, ply=ply)


class InvalidPositionError(OutflankError):
    """Masks or text that are no position: overlap, wrong length, unknown character."""


class InvalidMoveError(OutflankError):
    """Text or a number that cannot be read as a square or a move."""


class IllegalMoveError(OutflankError):
    """A move that can be read but, by the rules, cannot be played here."""
