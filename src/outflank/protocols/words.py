"""Colours, moves and messages as protocols write them."""

from __future__ import annotations

from typing import Final

from outflank.board.color import BLACK, WHITE, Color
from outflank.board.errors import OutflankError, quoted
from outflank.board.square import Move

#: What a server is called, and says of itself.
NAME: Final = "Outflank"

_COLORS: Final = {"b": BLACK, "black": BLACK, "w": WHITE, "white": WHITE}


def read_color(text: str) -> Color:
    """A colour, its first letter or its name, in any case.

    Raises:
        OutflankError: the text is neither.

    >>> read_color("W"), read_color("black")
    (Color.WHITE, Color.BLACK)
    """
    color = _COLORS.get(text.lower())
    if color is None:
        raise OutflankError(f"{quoted(text)} is not a color: black or white")
    return color


def color_name(color: Color) -> str:
    """A colour as GTP names it.

    >>> color_name(BLACK)
    'black'
    """
    return str(color).lower()


def vertex(move: Move) -> str:
    """A move as GTP names it; A1 is the corner at the top left, as on every Othello board.

    >>> vertex(Move("f5")), vertex(Move("pass"))
    ('F5', 'pass')
    """
    return "pass" if move.is_pass else str(move).upper()


def two_letters(move: Move) -> str:
    """A move as NBoard and GGF name it.

    >>> two_letters(Move("f5")), two_letters(Move("pass"))
    ('F5', 'PA')
    """
    return "PA" if move.is_pass else str(move).upper()


def plain(text: str) -> str:
    r"""The text on one line of printable ASCII, for messages that must break no protocol.

    >>> plain('"a…"\nis no\tmove')
    '"a..." is no move'
    """
    line = " ".join(text.replace("…", "...").split())
    return "".join(
        character if " " <= character <= "~" else character.encode("unicode_escape").decode()
        for character in line
    )
