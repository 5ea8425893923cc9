"""The rules in plain scalar code: the twin that the vector kernels are held equal to.

One axis after the other, one square a step, and nothing but shifts and masks. It
is not used for speed; it is what the tests compare, and it compiles wherever
LLVM does.
"""

from __future__ import annotations

import numpy as np

from outflank.core.compile import kernel
from outflank.core.masks import ALL_SQUARES, FIRST_SQUARE, NO_SQUARES, NOT_FILE_A, NOT_FILE_H

LONGEST_RUN = 6

#: (squares apart, files that a step up cannot land on, the same for a step down)
ROW = (np.uint64(1), NOT_FILE_A, NOT_FILE_H)
COLUMN = (np.uint64(8), ALL_SQUARES, ALL_SQUARES)
DIAGONAL = (np.uint64(9), NOT_FILE_A, NOT_FILE_H)
ANTIDIAGONAL = (np.uint64(7), NOT_FILE_H, NOT_FILE_A)
AXES = (ROW, COLUMN, DIAGONAL, ANTIDIAGONAL)


@kernel("u8(u8, u8, u8)", inline=True)
def _step_up(mask: np.uint64, shift: np.uint64, landing: np.uint64) -> np.uint64:
    return (mask << shift) & landing


@kernel("u8(u8, u8, u8)", inline=True)
def _step_down(mask: np.uint64, shift: np.uint64, landing: np.uint64) -> np.uint64:
    return (mask >> shift) & landing


@kernel("u8(u8, u8)")
def legal_mask(player: np.uint64, opponent: np.uint64) -> np.uint64:
    """Squares on which `player` may place a disc."""
    ends = NO_SQUARES
    for shift, landing_up, landing_down in AXES:
        up = _step_up(player, shift, landing_up) & opponent
        down = _step_down(player, shift, landing_down) & opponent
        for _ in range(LONGEST_RUN - 1):
            up |= _step_up(up, shift, landing_up) & opponent
            down |= _step_down(down, shift, landing_down) & opponent
        ends |= _step_up(up, shift, landing_up) | _step_down(down, shift, landing_down)
    return ends & ~(player | opponent)


@kernel("u8(u8, u8, i8)")
def flips(player: np.uint64, opponent: np.uint64, square: np.int64) -> np.uint64:
    """Opponent discs that a disc on `square` (0 to 63, empty) turns over."""
    move = FIRST_SQUARE << np.uint64(square)
    turned = NO_SQUARES
    for shift, landing_up, landing_down in AXES:
        run = NO_SQUARES
        disc = _step_up(move, shift, landing_up)
        while disc & opponent:
            run |= disc
            disc = _step_up(disc, shift, landing_up)
        if disc & player:
            turned |= run
        run = NO_SQUARES
        disc = _step_down(move, shift, landing_down)
        while disc & opponent:
            run |= disc
            disc = _step_down(disc, shift, landing_down)
        if disc & player:
            turned |= run
    return turned


@kernel("i8(u8)")
def popcount(mask: np.uint64) -> np.int64:
    """Number of squares in `mask`, one square a step."""
    squares = np.int64(0)
    while mask != NO_SQUARES:
        mask &= mask - FIRST_SQUARE
        squares += 1
    return squares
