"""Boards as text: 64 squares row by row from a1, and the side to move.

========  =====================================
Black     ``X x * b B ●``
White     ``O o w W ○``
empty     ``-`` ``.``
digits    ``0`` Black, ``1`` White (only where all discs of the board are digits)
========  =====================================

Blanks and line ends may stand anywhere. The side (Black's or White's character)
may follow after a blank, be glued on as the 65th character, or be missing; one
``;`` may follow it, as in OBF files. Nothing else is accepted: a board that is
cut short or carries unknown characters is an error. One case cannot be told: 63
squares with the side glued on are read as 64 squares.

Such an error names the place but keeps nothing of what was read (its ``board`` is
None): half a board is no position.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from outflank.board.color import Color
from outflank.board.errors import InvalidPositionError, quoted
from outflank.board.rules import SQUARES
from outflank.board.square import Square

BLACK_LETTERS: Final = "Xx*bB●"
WHITE_LETTERS: Final = "OowW○"
EMPTY_MARKS: Final = "-."
DIGITS: Final = "01"
ALPHABET: Final = f"Black {' '.join(BLACK_LETTERS)}, White {' '.join(WHITE_LETTERS)}, empty - ."


class BoardText(NamedTuple):
    """What a text says: the discs of both sides as masks, and the side, None if missing."""

    black: int
    white: int
    turn: Color | None


def parse_board(text: str) -> BoardText:
    """Read a board and, if it is there, the side to move.

    Raises:
        InvalidPositionError: not 64 squares (the message says where they end), an unknown
            character (named with its square), digits among letters, or something that is
            no side after the squares. Nothing is kept of what was read.

    >>> parse_board("---------------------------OX------XO---------------------------X").turn
    Color.BLACK
    """
    squares, side = _split_side(text.strip().removesuffix(";").split())
    for square, character in enumerate(squares[:SQUARES]):
        if character not in BLACK_LETTERS + WHITE_LETTERS + EMPTY_MARKS + DIGITS:
            raise InvalidPositionError(
                f"{quoted(character)} on {Square(square)} is not a square of a board: {ALPHABET}"
            )
    if len(squares) != SQUARES:
        raise InvalidPositionError(_wrong_length(len(squares)))
    black, white = _alphabet_of(squares)
    return BoardText(_mask(squares, black), _mask(squares, white), _parse_side(side, black, white))


def format_board(black: int, white: int, turn: Color) -> str:
    """The text of a board: 64 squares of ``X``, ``O``, ``-``, a blank, and ``X`` or ``O``."""
    squares = (
        "X" if black >> square & 1 else "O" if white >> square & 1 else "-"
        for square in range(SQUARES)
    )
    return f"{''.join(squares)} {'X' if turn is Color.BLACK else 'O'}"


def _split_side(groups: list[str]) -> tuple[str, str]:
    """The squares and the side (perhaps ``""``) of a text that was cut at its blanks.

    A single character that stands alone after longer groups is a side even when
    only 63 squares precede it: it must not be taken for the 64th. Two such characters
    are no board: which of them would be the side?
    """
    if len(groups) > 1 and len(groups[-1]) == 1 and max(map(len, groups)) > 1:
        if len(groups[-2]) == 1:
            raise InvalidPositionError(
                f"{quoted(' '.join(groups[-2:]))} at the end: one character may stand alone"
                " after the squares, the side to move"
            )
        return "".join(groups[:-1]), groups[-1]
    squares = "".join(groups)
    if len(squares) == SQUARES + 1:
        return squares[:SQUARES], squares[SQUARES]
    return squares, ""


def _wrong_length(length: int) -> str:
    """The message for a board of another length than 64, with the place where it ends."""
    if length == 0:
        return "a board has 64 squares, this text has 0"
    if length < SQUARES:
        return f"a board has 64 squares, this text has {length}: it ends at {Square(length - 1)}"
    return f"a board has 64 squares, this text has {length}: it goes on after h8"


def _alphabet_of(squares: str) -> tuple[str, str]:
    """The characters that mean Black and White on this board: letters or digits."""
    digits = [square for square, character in enumerate(squares) if character in DIGITS]
    if not digits:
        return BLACK_LETTERS, WHITE_LETTERS
    if any(character in BLACK_LETTERS + WHITE_LETTERS for character in squares):
        raise InvalidPositionError(
            f'"{squares[digits[0]]}" on {Square(digits[0])}: digits and letters are mixed;'
            " 0 (Black) and 1 (White) are read only where all discs are digits"
        )
    return BLACK_LETTERS + DIGITS[0], WHITE_LETTERS + DIGITS[1]


def _parse_side(side: str, black: str, white: str) -> Color | None:
    if not side:
        return None
    if side in black:
        return Color.BLACK
    if side in white:
        return Color.WHITE
    raise InvalidPositionError(
        f"{quoted(side)} after the 64 squares is not a side: Black {' '.join(black)},"
        f" White {' '.join(white)}"
    )


def _mask(squares: str, characters: str) -> int:
    return sum(1 << square for square, mark in enumerate(squares) if mark in characters)
