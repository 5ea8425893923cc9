"""Sets of squares that the kernels name, each drawn as the board it is; steps on the board.

The drawing is read like a board: row 1 first, file a first in each row.
"""

from __future__ import annotations

from typing import Final

import numpy as np

ROWS: Final = 8


def drawn(picture: str) -> np.uint64:
    """The mask of a drawing of eight rows of eight, where ``x`` is a square of the set."""
    squares = picture.split()
    if len(squares) != ROWS or any(len(row) != ROWS for row in squares):
        raise ValueError("a drawing is eight rows of eight characters")
    bits = sum(1 << square for square, mark in enumerate("".join(squares)) if mark == "x")
    return np.uint64(bits)


NO_SQUARES: Final = np.uint64(0)
ALL_SQUARES: Final = np.uint64(0xFFFFFFFFFFFFFFFF)
FIRST_SQUARE: Final = np.uint64(1)

# How many squares apart two neighbours on an axis are.
ROW: Final = np.uint64(1)
COLUMN: Final = np.uint64(8)
DIAGONAL: Final = np.uint64(9)
ANTIDIAGONAL: Final = np.uint64(7)

CORNERS: Final = drawn("""
    x......x
    ........
    ........
    ........
    ........
    ........
    ........
    x......x
""")

X_SQUARES: Final = drawn("""
    ........
    .x....x.
    ........
    ........
    ........
    ........
    .x....x.
    ........
""")

C_SQUARES: Final = drawn("""
    .x....x.
    x......x
    ........
    ........
    ........
    ........
    x......x
    .x....x.
""")

EDGES: Final = drawn("""
    xxxxxxxx
    x......x
    x......x
    x......x
    x......x
    x......x
    x......x
    xxxxxxxx
""")

NOT_FILE_A: Final = drawn("""
    .xxxxxxx
    .xxxxxxx
    .xxxxxxx
    .xxxxxxx
    .xxxxxxx
    .xxxxxxx
    .xxxxxxx
    .xxxxxxx
""")

NOT_FILE_H: Final = drawn("""
    xxxxxxx.
    xxxxxxx.
    xxxxxxx.
    xxxxxxx.
    xxxxxxx.
    xxxxxxx.
    xxxxxxx.
    xxxxxxx.
""")

#: Squares whose discs can stand inside a run that is not a column.
INNER_FILES: Final = drawn("""
    .xxxxxx.
    .xxxxxx.
    .xxxxxx.
    .xxxxxx.
    .xxxxxx.
    .xxxxxx.
    .xxxxxx.
    .xxxxxx.
""")

#: The start of a game: Black (the player) on e4 and d5, White on d4 and e5.
START_PLAYER: Final = drawn("""
    ........
    ........
    ........
    ....x...
    ...x....
    ........
    ........
    ........
""")

START_OPPONENT: Final = drawn("""
    ........
    ........
    ........
    ...x....
    ....x...
    ........
    ........
    ........
""")
