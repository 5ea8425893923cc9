"""Named slots of the three small arrays that every search kernel is given.

==============  ==========  =======================================================
array           shape       what it holds
==============  ==========  =======================================================
``switches``    (8,)        how to search: evaluation, ordering, faults, kind of table
``moves``       (65, 65)    a list of moves for every number of empties: no two positions
                            of a line that have moves share it, so nothing is allocated
``control``     (8,)        what a search counts, and what stops it
==============  ==========  =======================================================

All are int64. The fourth, the table, is described in :mod:`outflank.textbook.tables`.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from outflank.core.compile import kernel
from outflank.core.intrinsics import popcount
from outflank.core.rules import SQUARES

#: Greater than every score, as in the MTD(f) article; a window of this size is no window.
INFINITY: Final = np.int64(1_000_000)

#: Typed, because a bare literal in a call of a kernel by itself would be another type.
ONE: Final = np.int64(1)

Words = NDArray[np.int64]

#: Switches, table, moves, control: a search kernel takes all four as one tuple.
KernelArrays = tuple[Words, Words, Words, Words]
ARRAYS: Final = "Tuple((i8[::1], i8[:, ::1], i8[:, ::1], i8[::1]))"

# Slots of `switches`.
EVALUATION: Final = 0
ORDERING: Final = 1
FAULTS: Final = 2
TABLE_KIND: Final = 3
TABLE_KEYS: Final = 4
KEY_MASK: Final = 5
NULL_WINDOWS: Final = 6  #: not 0: PVS probes later moves with a null window
SWITCHES: Final = 8

# Slots of `control`.
NODES: Final = 0  #: positions entered so far
PROBES: Final = 1  #: whole searches that MTD(f) or the aspiration window made so far
STORED: Final = 2  #: entries in use in a hash map
STOP: Final = 3  #: not 0: return at once; what is returned then means nothing
TABLE_FULL: Final = 4  #: not 0: as `STOP`, because a hash map has to grow
CONTROLS: Final = 8

#: Rows and columns of `moves`: no position has more than 64 empties, or more moves.
MOVE_ROWS: Final = 65
#: The column of `moves` that keeps the last move that raised alpha; -1 is none.
BEST: Final = 64
NO_MOVE: Final = np.int64(-1)


@kernel("i8(i8)", inline=True)
def first_depth(depth: np.int64) -> np.int64:
    """Where iterative deepening by two plies begins: 2 for an even depth, 1 for an odd one."""
    return 2 - depth % 2


@kernel("i8(u8, u8)", inline=True)
def empties(player: np.uint64, opponent: np.uint64) -> np.int64:
    """Number of empty squares."""
    return SQUARES - popcount(player | opponent)


@kernel("b1(i8[::1])", inline=True)
def halted(control: Words) -> bool:
    """True if the search has to unwind: somebody asked, or the table is full."""
    return bool(control[STOP] | control[TABLE_FULL])
