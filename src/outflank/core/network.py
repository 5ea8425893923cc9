"""What a position is worth to the engine: a small network on the patterns of its squares.

A position has 59 rows of 16 bytes: one for the configuration of each of its 58 patterns
(`core.features`), and one for both sides' numbers of moves. A row says what that is worth by
itself, and what it adds to each of 14 sums that ask what goes with what::

    byte     0      1      2 … 8       9 … 15
           | high | low  | in favour | against |       each -128 to 127
           a weight of     addends in 1/32 disc
           256 * high + low, in 1/64 disc

The rows are summed, all sixteen bytes at once, in lanes of 16 bits that begin at a row of
such lanes for the number of empty squares. Of the sums in favour and against only what is
more than 0 counts::

    value  =  scale * (256 * high + low  +  2 * max(0, s) of each sum s in favour
                                         -  2 * max(0, s) of each sum s against)

The first term is the linear evaluation of M. Buro, "From simple features to sophisticated
evaluation functions" (1998). The others are a network of one hidden layer, whose first
matrix has a row for each configuration: its product is the sum of 59 rows, which costs one
load, one extension to 16 bits and one addition each. No sum leaves its lane: 59 bytes are
within ±7,552, and lanes begin within `MOST_AT_START`.

A phase, four numbers of empty squares, has a scale and rows for the numbers of moves; those
for the patterns are shared by a group of phases. A block of weights is::

    | 15 phases    | 64 starts      | 15 times 1,024 rows | rows of a group | of the next | …
    | 8 words each | 16 halves each | for moves           | for patterns    |

    phase   | word at which its group's rows begin | scale, in 1/4096 | (unused) …
    start   | 0 | what the number of empties is worth | the sums' first values …
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from llvmlite import ir
from numba.core import types
from numpy.typing import NDArray

from outflank.core import patterns
from outflank.core.cache import CHECKED
from outflank.core.compile import kernel
from outflank.core.features import (
    HALF,
    HALF_BYTES,
    MIDDLES,
    MOBILITY_ENTRIES,
    PATTERN_ENTRIES,
    PATTERNS,
    PHASES,
    PLY_ENTRIES,
    check_sums,
    load_sum,
    mobility_of,
    phase_of,
    ply_of,
    set_features,
    state_at,
)
from outflank.core.intrinsics import WORD, call_llvm, intrinsic, popcount
from outflank.core.memory import WORD_BYTES, load

Masks = NDArray[np.uint64]
Numbers = NDArray[np.int64]

#: Weights and values are in this fraction of a disc.
UNITS_PER_DISC = patterns.UNITS_PER_DISC

#: Lanes of a row: the two halves of a weight, and the sums, first those in favour.
LANES: Final = 16
WEIGHT_LANES: Final = 2
WIDTH: Final = LANES - WEIGHT_LANES
IN_FAVOUR: Final = WIDTH // 2

#: Addends are in this fraction of a disc.
ADDENDS_PER_DISC: Final = 32

#: What a lane's sum counts in a value.
HIGH: Final = 256
ADDEND: Final = int(UNITS_PER_DISC) // ADDENDS_PER_DISC
FACTORS: Final = (HIGH, 1, *[ADDEND] * IN_FAVOUR, *[-ADDEND] * (WIDTH - IN_FAVOUR))

#: Sums count from here on; those of the weights' halves always.
LEAST_SUMS: Final = (*[-(1 << 15)] * WEIGHT_LANES, *[0] * WIDTH)

#: Lanes begin within this; the bytes of all rows are added without leaving 16 bits.
MOST_AT_START: Final = (1 << 15) - 1 - 128 * (int(PATTERNS) + 1)

#: A scale of 1.
SCALE_SHIFT = np.int64(12)
SCALE_ONE: Final = 1 << int(SCALE_SHIFT)
HALF_OF_SCALE_ONE = np.int64(SCALE_ONE // 2)

# Words of a phase.
ROWS, SCALE = np.int64(0), np.int64(1)
PHASE_WORDS = np.int64(8)

NOTHING, ONE = np.int64(0), np.int64(1)
BYTES = np.int64(WORD_BYTES)
ROW_WORDS = np.int64(LANES // WORD_BYTES)
START_WORDS = ROW_WORDS * HALF_BYTES

#: First word of each part of a block, and words of a group.
FIRST_START = PHASES * PHASE_WORDS
FIRST_MOVES = FIRST_START + PLY_ENTRIES * START_WORDS
FIRST_GROUP = FIRST_MOVES + PHASES * MOBILITY_ENTRIES * ROW_WORDS
GROUP_WORDS = PATTERN_ENTRIES * ROW_WORDS

INTEGER = ir.IntType(32)
ROW = ir.VectorType(ir.IntType(8), LANES)
SUMS = ir.VectorType(HALF, LANES)
PRODUCTS = ir.VectorType(INTEGER, LANES)

#: So many sums are made side by side: an addition need not wait for the one before.
CHAINS: Final = 4


def _load_row(builder: Any, rows: Any, index: Any) -> Any:
    """The row of that number, its bytes extended to lanes."""
    offset = builder.mul(index, ir.Constant(WORD, LANES))
    pointer = builder.inttoptr(builder.add(rows, offset), ROW.as_pointer())
    return builder.sext(builder.load(pointer, align=LANES), SUMS)


def _value_of_sums(builder: Any, sums: Any) -> Any:
    """The sums, as far as they count, times their factors, added up."""
    least = ir.Constant(SUMS, LEAST_SUMS)
    counted = builder.select(builder.icmp_signed(">", sums, least), sums, least)
    factors = ir.Constant(PRODUCTS, FACTORS)
    products = builder.mul(builder.sext(counted, PRODUCTS), factors)
    total = call_llvm(builder, f"llvm.vector.reduce.add.v{LANES}i32", INTEGER, [products])
    return builder.sext(total, WORD)


@intrinsic
def _value_of_rows(_typing: Any, state: Any, rows: Any, moves: Any, start: Any) -> Any:
    """What a state is worth: addresses of its sums, of its group's rows and of two more."""

    def emit(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        state, rows, moves, start = arguments
        pointer = builder.inttoptr(start, SUMS.as_pointer())
        chains = [
            builder.load(pointer, align=2 * LANES),
            _load_row(builder, moves, ir.Constant(WORD, 0)),
        ]
        for lane, middle in enumerate(MIDDLES):
            index = builder.add(load_sum(builder, state, lane), ir.Constant(WORD, middle))
            row = _load_row(builder, rows, index)
            if len(chains) < CHAINS:
                chains.append(row)
            else:
                chains[lane % CHAINS] = builder.add(chains[lane % CHAINS], row)
        first, *others = chains
        for chain in others:
            first = builder.add(first, chain)
        return _value_of_sums(builder, first)

    return types.int64(state, rows, moves, start), emit


@kernel("i8(i8, i8, i8, u8, u8, i8)", inline=True)
def value(
    weights: np.int64,
    block: np.int64,
    index: np.int64,
    player: np.uint64,
    opponent: np.uint64,
    empties: np.int64,
) -> np.int64:
    """The value of a position for the side to move, in UNITS_PER_DISC.

    Args:
        weights: address of a block of weights.
        block: address of the block that has the position's state.
        index: the state's first word.
        player: discs of the side to move.
        opponent: discs of the other side.
        empties: number of empty squares, which gives the phase.
    """
    phase, state = phase_of(empties), state_at(block, index)
    rows = load(weights, phase * PHASE_WORDS + ROWS)
    start = FIRST_START + ply_of(empties) * START_WORDS
    moves = FIRST_MOVES + (phase * MOBILITY_ENTRIES + mobility_of(player, opponent)) * ROW_WORDS
    if CHECKED:
        for word in (start, moves, rows, rows + GROUP_WORDS - ONE):
            load(weights, word)
        check_sums(block, index)
    found = _value_of_rows(
        state, weights + rows * BYTES, weights + moves * BYTES, weights + start * BYTES
    )
    scale = load(weights, phase * PHASE_WORDS + SCALE)
    return (found * scale + HALF_OF_SCALE_ONE) >> SCALE_SHIFT  # type: ignore[no-any-return]


@kernel("void(i8, i8, u8[::1], u8[::1], i8[::1])")
def value_many(
    weights: np.int64, block: np.int64, players: Masks, opponents: Masks, values: Numbers
) -> None:
    """Write the value of each position, from scratch.

    Args:
        weights: address of a block of weights.
        block: address of a block with room for a state.
        players: discs of the sides to move, whether they can or not.
        opponents: discs of the others.
        values: written, in UNITS_PER_DISC.
    """
    for i in range(len(values)):
        player, opponent = players[i], opponents[i]
        set_features(block, NOTHING, player, opponent)
        empties = popcount(~(player | opponent))
        values[i] = value(weights, block, NOTHING, player, opponent, empties)
