"""Stable discs: discs that no continuation of the game can turn, a sound lower bound.

A disc can be turned along one of four axes. An axis is closed to it when

* it stands at the rim, so that no run on that axis can enclose it, or
* every square of its line is occupied, so that no disc can be added there, or
* a neighbour on that axis is a stable disc of the same colour: a run that
  encloses the disc would have to turn that neighbour too.

A disc with all four axes closed is stable. The third rule feeds on its own
results, so it is repeated until nothing is added. Discs that are stable for
deeper reasons are not found: the bound is sound, not complete.
"""

from __future__ import annotations

import numpy as np

from outflank.core.compile import kernel
from outflank.core.masks import (
    ALL_SQUARES,
    ANTIDIAGONAL,
    COLUMN,
    DIAGONAL,
    NO_SQUARES,
    NOT_FILE_A,
    NOT_FILE_H,
    ROW,
    drawn,
)

TWO, FOUR = np.uint64(2), np.uint64(4)

SIDE_RIMS = ~(NOT_FILE_A & NOT_FILE_H)

OUTER_ROWS = drawn("""
    xxxxxxxx
    ........
    ........
    ........
    ........
    ........
    ........
    xxxxxxxx
""")
ANY_RIM = SIDE_RIMS | OUTER_ROWS


@kernel("u8(u8, u8, u8, u8)", inline=True)
def _along_line(
    squares: np.uint64, shift: np.uint64, landing_up: np.uint64, landing_down: np.uint64
) -> np.uint64:
    """Every square that shares a line of one axis with `squares` (steps of 1, 2 and 4)."""
    up, up_open = squares, landing_up
    down, down_open = squares, landing_down
    two, four = TWO * shift, FOUR * shift
    up |= (up << shift) & up_open
    down |= (down >> shift) & down_open
    up_open &= up_open << shift
    down_open &= down_open >> shift
    up |= (up << two) & up_open
    down |= (down >> two) & down_open
    up_open &= up_open << two
    down_open &= down_open >> two
    up |= (up << four) & up_open
    down |= (down >> four) & down_open
    return up | down


@kernel("UniTuple(u8, 4)(u8)", inline=True)
def full_lines(occupied: np.uint64) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    """Squares whose row, column, diagonal and antidiagonal have no empty square."""
    empty = ~occupied
    return (
        ~_along_line(empty, ROW, NOT_FILE_A, NOT_FILE_H),
        ~_along_line(empty, COLUMN, ALL_SQUARES, ALL_SQUARES),
        ~_along_line(empty, DIAGONAL, NOT_FILE_A, NOT_FILE_H),
        ~_along_line(empty, ANTIDIAGONAL, NOT_FILE_H, NOT_FILE_A),
    )


@kernel("u8(u8, u8)")
def stable_discs(player: np.uint64, opponent: np.uint64) -> np.uint64:
    """Discs of `player` that can never be turned, whatever is played.

    Returns:
        A mask; every disc in it is stable, some stable discs may be missing.
    """
    row_full, column_full, diagonal_full, antidiagonal_full = full_lines(player | opponent)
    row_full |= SIDE_RIMS
    column_full |= OUTER_ROWS
    diagonal_full |= ANY_RIM
    antidiagonal_full |= ANY_RIM
    stable = NO_SQUARES
    while True:
        west, east = (stable >> ROW) & NOT_FILE_H, (stable << ROW) & NOT_FILE_A
        row = row_full | west | east
        column = column_full | (stable >> COLUMN) | (stable << COLUMN)
        diagonal = diagonal_full | (west >> COLUMN) | (east << COLUMN)
        antidiagonal = antidiagonal_full | (east >> COLUMN) | (west << COLUMN)
        found = player & row & column & diagonal & antidiagonal
        if found == stable:
            return stable
        stable = found
