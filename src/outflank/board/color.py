"""The two sides of a game. A position knows only player and opponent; games know colours."""

from __future__ import annotations

import enum


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


BLACK = Color.BLACK
WHITE = Color.WHITE
