"""Names for numbers: the 64 squares, and the moves, which are the squares and the pass.

Squares are numbered row by row, a1 = 0, h1 = 7, a2 = 8, h8 = 63. Both types are
integers, so they index arrays and shift bits without conversion.
"""

from __future__ import annotations

import operator
from typing import Final, Self, SupportsIndex

from outflank.board.errors import InvalidMoveError, quoted
from outflank.board.rules import SQUARES

FILES: Final = "abcdefgh"
ROWS: Final = "12345678"

#: What means a pass in text, in any case; the longest first, for readers of running text.
PASS_TOKENS: Final = ("pass", "pa", "ps", "--", "@@")

#: Last letters of the format codes that ask for the number, not for the name.
NUMBER_CODES: Final = tuple("bcdoxXneEfFgG%")


def parse_square(text: str) -> int:
    """The number of the square that `text` names, in any case (``"f5"``, ``"F5"``).

    Raises:
        InvalidMoveError: the text is not a file letter and a row digit.
    """
    name = text.strip().lower()
    if len(name) != 2 or name[0] not in FILES or name[1] not in ROWS:
        raise InvalidMoveError(f"{quoted(text)} is not a square: a file a to h and a row 1 to 8")
    return FILES.index(name[0]) + 8 * ROWS.index(name[1])


class _NamedNumber(int):
    """An integer that is written by its name, `str` and plain or padded formats alike."""

    def __format__(self, spec: str) -> str:
        if spec.endswith(NUMBER_CODES):
            return int.__format__(self, spec)
        return format(str(self), spec)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"


class Square(_NamedNumber):
    """One of the 64 squares, an integer 0 to 63 that is written as its name.

    Raises:
        InvalidMoveError: the text names no square, or the number is not 0 to 63.

    >>> Square("f5") == 37, str(Square(0)), Square("h8").file
    (True, 'a1', 7)
    """

    __slots__ = ()

    def __new__(cls, value: str | SupportsIndex) -> Self:
        """Read a name in any case, or check a number."""
        number = parse_square(value) if isinstance(value, str) else operator.index(value)
        if not 0 <= number < SQUARES:
            raise InvalidMoveError(f"{number} is not a square: squares are 0 (a1) to 63 (h8)")
        return super().__new__(cls, number)

    @property
    def file(self) -> int:
        """Column, 0 (a) to 7 (h)."""
        return self % 8

    @property
    def row(self) -> int:
        """Row, 0 (row 1, drawn at the top) to 7."""
        return self // 8

    @property
    def mask(self) -> int:
        """The mask that holds this square alone."""
        return 1 << self

    def __str__(self) -> str:
        return FILES[self.file] + ROWS[self.row]


class Move(_NamedNumber):
    """A disc placed on a square (0 to 63) or a pass (64).

    Text may be a square or any pass token of `PASS_TOKENS`, in any case.

    Raises:
        InvalidMoveError: the text is neither, or the number is not 0 to 64.

    >>> Move("F5"), Move("--"), Move(64) == PASS
    (Move('f5'), Move('pass'), True)
    """

    __slots__ = ()

    def __new__(cls, value: str | SupportsIndex) -> Self:
        """Read a square or a pass token in any case, or check a number."""
        number = _parse_move(value) if isinstance(value, str) else operator.index(value)
        if not 0 <= number <= SQUARES:
            raise InvalidMoveError(
                f"{number} is not a move: moves are 0 (a1) to 63 (h8), 64 = pass"
            )
        return super().__new__(cls, number)

    @property
    def is_pass(self) -> bool:
        """True for the pass."""
        return self == SQUARES

    @property
    def square(self) -> Square:
        """Where the disc is placed.

        Raises:
            InvalidMoveError: the move is a pass.
        """
        if self.is_pass:
            raise InvalidMoveError("a pass has no square")
        return Square(self)

    def __str__(self) -> str:
        return "pass" if self.is_pass else str(self.square)


def _parse_move(text: str) -> int:
    if text.strip().lower() in PASS_TOKENS:
        return SQUARES
    try:
        return parse_square(text)
    except InvalidMoveError:
        raise InvalidMoveError(
            f'{quoted(text)} is not a move: a square such as "f5", or "pass"'
        ) from None


PASS: Final = Move(SQUARES)
