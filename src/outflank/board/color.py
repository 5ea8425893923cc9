"""The two sides of a game. A position knows only player and opponent; games know colours."""

from __future__ import annotations

import enum

from outflank.board.errors import OutflankError


class Color(enum.Enum):
    """Black, who begins, or White."""

    BLACK = "black"
    WHITE = "white"

    @property
    def other(self) -> Color:
        """The other side."""
        return Color.WHITE if self is Color.BLACK else Color.BLACK

    def __str__(self) -> str:
        return self.name.capitalize()

    def __repr__(self) -> str:
        return f"Color.{self.name}"


def checked_color(color: Color | str) -> Color:
    """The colour itself, or the one of that name ("black", "white").

    Raises:
        OutflankError: it is neither.
    """
    try:
        return Color(color)
    except ValueError:
        raise OutflankError(f"{color!r} is not a side: Color.BLACK or Color.WHITE") from None


BLACK = Color.BLACK
WHITE = Color.WHITE
