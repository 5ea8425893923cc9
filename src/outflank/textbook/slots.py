"""Named slots of the three small arrays that every search kernel is given.

==============  ==========  =======================================================
array           shape       what it holds
==============  ==========  =======================================================
``switches``    (20,)       how to search: evaluation, faults, table, terms of the ordering
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
FAULTS: Final = 1
TABLE_KIND: Final = 2
TABLE_KEYS: Final = 3
KEY_MASK: Final = 4
REPLACEMENT: Final = 5  #: which of two entries an array keeps
NULL_WINDOWS: Final = 6  #: not 0: PVS probes later moves with a null window
INNER: Final = 7  #: the search that answers MTD(f)'s questions
MARGIN: Final = 8  #: how far below the best a move's number may lie
REDUCTION: Final = 9  #: plies that moves below the margin lose; 0 leaves all as they are
TERMS: Final = 10  #: from here on the weights of the ordering's terms
SWITCHES: Final = 20

# Slots of `control`.
NODES: Final = 0  #: positions entered so far
PROBES: Final = 1  #: whole searches that MTD(f) or the aspiration window made so far
STORED: Final = 2  #: entries in use in a hash map
STOP: Final = 3  #: not 0: return at once; what is returned then means nothing
TABLE_FULL: Final = 4  #: not 0: as `STOP`, because a hash map has to grow
CUTOFFS: Final = 5  #: positions at which a move failed high
FIRST_CUTOFFS: Final = 6  #: those at which the first move did
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


@kernel("void(i8[::1], i8)", inline=True)
def count_cutoff(control: Words, i: int) -> None:
    """Note that the move number `i` of a position, from 0 on, failed high."""
    control[CUTOFFS] += 1
    if i == 0:
        control[FIRST_CUTOFFS] += 1


@kernel("b1(i8[::1])", inline=True)
def halted(control: Words) -> bool:
    """True if the search has to unwind: somebody asked, or the table is full."""
    return bool(control[STOP] | control[TABLE_FULL])
