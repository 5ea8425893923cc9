"""The eight symmetries of the board, and the canonical form of a position.

A symmetry is a number from 0 to 7, three yes-or-no turns applied in this order::

    bit 0   mirror the files   (a1 <-> h1)
    bit 1   mirror the rows    (a1 <-> a8)
    bit 2   transpose          (b1 <-> a2)

0 leaves the board as it is, 3 is the half turn. The canonical form is the
smallest pair (player, opponent) among the eight images.
"""

from __future__ import annotations

import numpy as np

from outflank.core.compile import kernel
from outflank.core.intrinsics import mirror_rows
from outflank.core.masks import drawn

SYMMETRIES = np.int64(8)
MIRROR_FILES = np.int64(1)
MIRROR_ROWS = np.int64(2)
TRANSPOSE = np.int64(4)
NONE = np.int64(0)

ONE, TWO, FOUR = np.uint64(1), np.uint64(2), np.uint64(4)

#: Every second file, every second pair of files, every second half row.
FILES_1 = np.uint64(0x5555555555555555)
FILES_2 = np.uint64(0x3333333333333333)
FILES_4 = np.uint64(0x0F0F0F0F0F0F0F0F)

# A transposition exchanges two blocks of every 2x2, then 4x4, then 8x8 square of
# blocks. The masks are the upper right block of each; the partner lies as many
# squares on as the shift says.
SINGLES = drawn("""
    .x.x.x.x
    ........
    .x.x.x.x
    ........
    .x.x.x.x
    ........
    .x.x.x.x
    ........
""")
PAIRS = drawn("""
    ..xx..xx
    ..xx..xx
    ........
    ........
    ..xx..xx
    ..xx..xx
    ........
    ........
""")
QUARTERS = drawn("""
    ....xxxx
    ....xxxx
    ....xxxx
    ....xxxx
    ........
    ........
    ........
    ........
""")
SINGLE_SHIFT, PAIR_SHIFT, QUARTER_SHIFT = np.uint64(7), np.uint64(14), np.uint64(28)


@kernel("u8(u8)", inline=True)
def mirror_files(mask: np.uint64) -> np.uint64:
    """`mask` with file a and file h exchanged, b and g, and so on."""
    mask = ((mask >> ONE) & FILES_1) | ((mask & FILES_1) << ONE)
    mask = ((mask >> TWO) & FILES_2) | ((mask & FILES_2) << TWO)
    return ((mask >> FOUR) & FILES_4) | ((mask & FILES_4) << FOUR)


@kernel("u8(u8, u8, u8)", inline=True)
def _exchange(mask: np.uint64, squares: np.uint64, shift: np.uint64) -> np.uint64:
    """Exchange `squares` of `mask` with the squares `shift` further on."""
    differing = (mask ^ (mask >> shift)) & squares
    return mask ^ differing ^ (differing << shift)


@kernel("u8(u8)", inline=True)
def transpose(mask: np.uint64) -> np.uint64:
    """`mask` turned over the diagonal a1–h8: b1 becomes a2."""
    mask = _exchange(mask, SINGLES, SINGLE_SHIFT)
    mask = _exchange(mask, PAIRS, PAIR_SHIFT)
    return _exchange(mask, QUARTERS, QUARTER_SHIFT)


@kernel("u8(u8, i8)", inline=True)
def transform(mask: np.uint64, symmetry: np.int64) -> np.uint64:
    """`mask` under the symmetry of that number (0 to 7, unchecked)."""
    if symmetry & MIRROR_FILES:
        mask = mirror_files(mask)
    if symmetry & MIRROR_ROWS:
        mask = mirror_rows(mask)
    if symmetry & TRANSPOSE:
        mask = transpose(mask)
    return mask


@kernel("i8(u8, u8)")
def canonical_symmetry(player: np.uint64, opponent: np.uint64) -> np.int64:
    """Number of the first symmetry that brings the position into its canonical form."""
    best = NONE
    best_player, best_opponent = player, opponent
    for number in range(1, SYMMETRIES):
        symmetry = np.int64(number)
        image_player = transform(player, symmetry)
        image_opponent = transform(opponent, symmetry)
        if image_player < best_player or (
            image_player == best_player and image_opponent < best_opponent
        ):
            best_player, best_opponent, best = image_player, image_opponent, symmetry
    return best


@kernel("UniTuple(u8, 2)(u8, u8)")
def canonical(player: np.uint64, opponent: np.uint64) -> tuple[np.uint64, np.uint64]:
    """The smallest pair (player, opponent) among the eight images of a position."""
    symmetry = canonical_symmetry(player, opponent)
    return transform(player, symmetry), transform(opponent, symmetry)
