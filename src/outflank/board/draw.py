"""The board drawn in characters, plain or Unicode, with a marked square and the legal moves."""

from __future__ import annotations

from typing import Final, NamedTuple

from outflank.board.rules import SQUARES
from outflank.board.square import FILES


class Characters(NamedTuple):
    """What the squares are drawn with."""

    black: str
    white: str
    empty: str


PLAIN: Final = Characters("X", "O", ".")
UNICODE: Final = Characters("●", "○", "·")

LEGAL: Final = "+"
MARK: Final = "*"


def draw_board(
    black: int,
    white: int,
    *,
    marked: int | None = None,
    legal: int = 0,
    characters: Characters = PLAIN,
) -> str:
    """Nine lines: the files, then the rows with their numbers.

    Args:
        black: mask of Black's discs.
        white: mask of White's discs.
        marked: a square to point out: ``*`` if it is empty, ``[X]`` around a disc.
        legal: mask of squares drawn as ``+``, such as the legal moves.
        characters: `PLAIN` or `UNICODE`.

    >>> print(draw_board(0x0000000810000000, 0x0000001008000000, marked=37))
       a b c d e f g h
     1 . . . . . . . .
     2 . . . . . . . .
     3 . . . . . . . .
     4 . . . O X . . .
     5 . . . X O * . .
     6 . . . . . . . .
     7 . . . . . . . .
     8 . . . . . . . .
    """
    cells = [characters.empty] * SQUARES
    for mask, character in ((legal, LEGAL), (black, characters.black), (white, characters.white)):
        for square in range(SQUARES):
            if mask >> square & 1:
                cells[square] = character
    on_disc = marked is not None and bool((black | white) >> marked & 1)
    if marked is not None and not on_disc:
        cells[marked] = MARK
    rows = [_row(cells, row, marked if on_disc else None) for row in range(8)]
    return "\n".join(["   " + " ".join(FILES), *rows])


def _row(cells: list[str], row: int, bracketed: int | None) -> str:
    """The row's number and its eight cells; brackets take the places of blanks."""
    gaps = [" "] * 8 + [""]
    if bracketed is not None and bracketed // 8 == row:
        gaps[bracketed % 8 : bracketed % 8 + 2] = "[", "]"
    content = [*cells[8 * row : 8 * row + 8], ""]
    return f" {row + 1}" + "".join(gap + cell for gap, cell in zip(gaps, content, strict=True))
