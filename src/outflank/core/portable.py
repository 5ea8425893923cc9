"""The rules in plain scalar code: shifts and masks, nothing that LLVM must be told.

It is the twin that the vector kernels are held equal to, and it compiles wherever
LLVM does. It has a use of its own as well: in a loop over many positions the
compiler works on as many of them at once as the processor has lanes, which beats
the vector kernels twice; they are for one position at a time, as a search has it.
"""

from __future__ import annotations

import numpy as np

from outflank.core.compile import kernel
from outflank.core.masks import (
    ALL_SQUARES,
    ANTIDIAGONAL,
    COLUMN,
    DIAGONAL,
    FIRST_SQUARE,
    INNER_FILES,
    NO_SQUARES,
    NOT_FILE_A,
    NOT_FILE_H,
    ROW,
)

#: (squares apart, squares that a step up can land on, the same for a step down)
AXES = (
    (ROW, NOT_FILE_A, NOT_FILE_H),
    (COLUMN, ALL_SQUARES, ALL_SQUARES),
    (DIAGONAL, NOT_FILE_A, NOT_FILE_H),
    (ANTIDIAGONAL, NOT_FILE_H, NOT_FILE_A),
)


@kernel("u8(u8, u8, u8)", inline=True)
def _ends_up(player: np.uint64, through: np.uint64, shift: np.uint64) -> np.uint64:
    """Squares beyond a run of `through` that begins above a player's disc.

    Runs grow by parallel prefix, 1, 1, 2 and 2 steps, to their greatest length, six.
    """
    run = through & (player << shift)
    run |= through & (run << shift)
    pairs = through & (through << shift)
    run |= pairs & (run << (shift + shift))
    run |= pairs & (run << (shift + shift))
    return run << shift


@kernel("u8(u8, u8, u8)", inline=True)
def _ends_down(player: np.uint64, through: np.uint64, shift: np.uint64) -> np.uint64:
    """The same below a player's disc."""
    run = through & (player >> shift)
    run |= through & (run >> shift)
    pairs = through & (through >> shift)
    run |= pairs & (run >> (shift + shift))
    run |= pairs & (run >> (shift + shift))
    return run >> shift


@kernel("u8(u8, u8)", inline=True)
def legal_mask(player: np.uint64, opponent: np.uint64) -> np.uint64:
    """Squares on which `player` may place a disc.

    A disc of file a or h ends a run on every axis but the column, so that none wraps.
    """
    inner = opponent & INNER_FILES
    ends = _ends_up(player, inner, ROW) | _ends_down(player, inner, ROW)
    ends |= _ends_up(player, opponent, COLUMN) | _ends_down(player, opponent, COLUMN)
    ends |= _ends_up(player, inner, DIAGONAL) | _ends_down(player, inner, DIAGONAL)
    ends |= _ends_up(player, inner, ANTIDIAGONAL) | _ends_down(player, inner, ANTIDIAGONAL)
    return ends & ~(player | opponent)


@kernel("u8(u8, u8, i8)")
def flips(player: np.uint64, opponent: np.uint64, square: np.int64) -> np.uint64:
    """Opponent discs that a disc on `square` (0 to 63, empty) turns over."""
    move = FIRST_SQUARE << np.uint64(square)
    turned = NO_SQUARES
    for shift, landing_up, landing_down in AXES:
        run = NO_SQUARES
        disc = move << shift & landing_up
        while disc & opponent:
            run |= disc
            disc = disc << shift & landing_up
        if disc & player:
            turned |= run
        run = NO_SQUARES
        disc = move >> shift & landing_down
        while disc & opponent:
            run |= disc
            disc = disc >> shift & landing_down
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
