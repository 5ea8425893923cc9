"""Parity: which quadrants of the board have an odd number of empty squares.

To move last in a region is worth discs, so a move into an odd region is tried first.
The regions are the four quadrants; a parity is four bits, one for each::

    quadrant 0 | quadrant 1
    -----------+-----------
    quadrant 2 | quadrant 3
"""

from __future__ import annotations

import numpy as np

from outflank.core.compile import kernel
from outflank.core.constants import byte_table, word_table
from outflank.core.intrinsics import popcount

QUADRANTS = 4
UPPER_LEFT = 0x0F0F0F0F
FIRST_SQUARES = (0, 4, 32, 36)
QUADRANT_MASKS = [UPPER_LEFT << square for square in FIRST_SQUARES]
ONE = np.int64(1)

#: The bit of the quadrant that a square lies in.
quadrant_bit = byte_table(
    "outflank.quadrant_bit",
    [
        sum(1 << number for number, mask in enumerate(QUADRANT_MASKS) if mask >> square & 1)
        for square in range(64)
    ],
)

#: The squares of the odd quadrants of a parity.
odd_squares = word_table(
    "outflank.odd_squares",
    [
        sum(mask for number, mask in enumerate(QUADRANT_MASKS) if parity >> number & 1)
        for parity in range(1 << QUADRANTS)
    ],
)


@kernel("i8(u8)")
def parity_of(empty: np.uint64) -> np.int64:
    """The parity of a set of empty squares."""
    parity = np.int64(0)
    for number in range(QUADRANTS):
        bit = ONE << np.int64(number)
        if popcount(empty & odd_squares(bit)) & ONE:
            parity |= bit
    return parity
