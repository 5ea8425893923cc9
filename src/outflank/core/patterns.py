"""Pattern features of a position, computed from scratch from the two masks.

Four shapes stand at the top edge or in the corner a1 of a board; the four
quarter turns of the board bring every edge and every corner there. So a
position has sixteen features, four of each shape, and a shape has one table of
weights whatever the corner::

    edge + 2X     edge block    triangle      cross
    xxxxxxxx      x.xxxx.x      xxxx....      xx......
    .x....x.      ..xxxx..      xxx.....      xxx.....
    ........      ........      xx......      .xxx....
    ........      ........      x.......      ..xx....

A feature's index is the number in base three whose digits are the squares of
the shape in board order: 0 empty, 1 player, 2 opponent.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.core import types
from numpy.typing import NDArray

from outflank.core.compile import kernel
from outflank.core.constants import word_table
from outflank.core.cpu import has_fast_bit_extraction
from outflank.core.intrinsics import WORD, call_llvm, intrinsic, mirror_rows
from outflank.core.masks import drawn
from outflank.core.memory import load_half
from outflank.core.symmetry import mirror_files, transpose

Masks = NDArray[np.uint64]

# Lower half of the board: no shape reaches it.
_REST = " ........ ........ ........ ........"
EDGE_2X = drawn("xxxxxxxx .x....x. ........ ........" + _REST)
EDGE_BLOCK = drawn("x.xxxx.x ..xxxx.. ........ ........" + _REST)
TRIANGLE = drawn("xxxx.... xxx..... xx...... x......." + _REST)
CROSS = drawn("xx...... xxx..... .xxx.... ..xx...." + _REST)
SHAPES = (EDGE_2X, EDGE_BLOCK, TRIANGLE, CROSS)

SHAPE_SQUARES = 10
QUARTERS = 4
FEATURES = QUARTERS * len(SHAPES)

#: Weights and values are in this fraction of a disc.
UNITS_PER_DISC = np.int64(64)

#: Entries of one shape's table, and of one phase's four tables, one behind the other.
CONFIGURATIONS = np.int64(3**SHAPE_SQUARES)
EDGE_BLOCK_TABLE, TRIANGLE_TABLE, CROSS_TABLE, PHASE_WORDS = (
    CONFIGURATIONS * np.int64(number) for number in range(1, 5)
)

#: A phase is two numbers of empty squares: 8 and 9 (and fewer), 10 and 11, … 26 and more.
PHASES = np.int64(10)
FIRST_PHASE_EMPTIES = np.int64(8)

ZERO, ONE, TWO = np.int64(0), np.int64(1), np.int64(2)

#: Whether the processor gathers the bits of a shape by one instruction; else by shifts.
EXTRACTS_BITS = has_fast_bit_extraction()

#: The number in base three that has the digits of a number in base two.
_ternary = word_table(
    "outflank.ternary",
    [
        sum(3**bit for bit in range(SHAPE_SQUARES) if value >> bit & 1)
        for value in range(1 << SHAPE_SQUARES)
    ],
)


@intrinsic
def _extract(_typing: Any, mask: Any, squares: Any) -> Any:
    """The bits of `mask` at `squares`, packed together in board order (x86 PEXT)."""

    def emit(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return call_llvm(builder, "llvm.x86.bmi.pext.64", WORD, list(arguments))

    return types.int64(mask, squares), emit


@kernel("u8(u8, i8, i8, i8)", inline=True)
def _bits(mask: np.uint64, first: int, length: int, place: int) -> np.uint64:
    """So many squares of `mask` from `first` on, moved to `place`."""
    one = np.uint64(1)
    squares = (one << np.uint64(length)) - one
    return (mask >> np.uint64(first) & squares) << np.uint64(place)


@kernel("i8(u8)", inline=True)
def edge_2x_bits(mask: np.uint64) -> np.int64:
    """The squares of the shape in `mask`, packed in board order."""
    if EXTRACTS_BITS:
        return _extract(mask, EDGE_2X)  # type: ignore[no-any-return]
    return np.int64(_bits(mask, 0, 8, 0) | _bits(mask, 9, 1, 8) | _bits(mask, 14, 1, 9))


@kernel("i8(u8)", inline=True)
def edge_block_bits(mask: np.uint64) -> np.int64:
    """The squares of the shape in `mask`, packed in board order."""
    if EXTRACTS_BITS:
        return _extract(mask, EDGE_BLOCK)  # type: ignore[no-any-return]
    edge = _bits(mask, 0, 1, 0) | _bits(mask, 2, 4, 1) | _bits(mask, 7, 1, 5)
    return np.int64(edge | _bits(mask, 10, 4, 6))


@kernel("i8(u8)", inline=True)
def triangle_bits(mask: np.uint64) -> np.int64:
    """The squares of the shape in `mask`, packed in board order."""
    if EXTRACTS_BITS:
        return _extract(mask, TRIANGLE)  # type: ignore[no-any-return]
    wide = _bits(mask, 0, 4, 0) | _bits(mask, 8, 3, 4)
    return np.int64(wide | _bits(mask, 16, 2, 7) | _bits(mask, 24, 1, 9))


@kernel("i8(u8)", inline=True)
def cross_bits(mask: np.uint64) -> np.int64:
    """The squares of the shape in `mask`, packed in board order."""
    if EXTRACTS_BITS:
        return _extract(mask, CROSS)  # type: ignore[no-any-return]
    corner = _bits(mask, 0, 2, 0) | _bits(mask, 8, 3, 2)
    return np.int64(corner | _bits(mask, 17, 3, 5) | _bits(mask, 26, 2, 8))


@kernel("i8(i8, i8)", inline=True)
def _index(player_bits: np.int64, opponent_bits: np.int64) -> np.int64:
    return _ternary(player_bits) + TWO * _ternary(opponent_bits)  # type: ignore[no-any-return]


@kernel("UniTuple(i8, 4)(u8, u8)", inline=True)
def indices(
    player: np.uint64, opponent: np.uint64
) -> tuple[np.int64, np.int64, np.int64, np.int64]:
    """Places in a phase's weights of the four shapes at the top edge and the corner a1."""
    return (
        _index(edge_2x_bits(player), edge_2x_bits(opponent)),
        EDGE_BLOCK_TABLE + _index(edge_block_bits(player), edge_block_bits(opponent)),
        TRIANGLE_TABLE + _index(triangle_bits(player), triangle_bits(opponent)),
        CROSS_TABLE + _index(cross_bits(player), cross_bits(opponent)),
    )


@kernel("u8(u8)", inline=True)
def _quarter_turn(mask: np.uint64) -> np.uint64:
    return mirror_rows(transpose(mask))


@kernel("i8(i8)", inline=True)
def phase_of(empties: np.int64) -> np.int64:
    """The phase, 0 to PHASES - 1, of positions with so many empty squares."""
    return max(ZERO, min(PHASES - ONE, (empties - FIRST_PHASE_EMPTIES) >> ONE))


@kernel("i8(i8, i8, u8, u8)", inline=True)
def _quarter_value(
    weights: np.int64, phase: np.int64, player: np.uint64, opponent: np.uint64
) -> np.int64:
    """The weights of the four shapes of one quarter; `phase` is where its tables begin."""
    edge_2x, edge_block, triangle, cross = indices(player, opponent)
    edges = load_half(weights, phase + edge_2x) + load_half(weights, phase + edge_block)
    return edges + load_half(weights, phase + triangle) + load_half(weights, phase + cross)


@kernel("i8(i8, u8, u8, i8)", inline=True)
def value(weights: np.int64, player: np.uint64, opponent: np.uint64, empties: np.int64) -> np.int64:
    """The sum of a position's sixteen weights, for the side to move, in UNITS_PER_DISC.

    Args:
        weights: address of a block of int16: phases, shapes, configurations.
        player: discs of the side to move.
        opponent: discs of the other side.
        empties: number of empty squares, which gives the phase.
    """
    phase = phase_of(empties) * PHASE_WORDS
    total = _quarter_value(weights, phase, player, opponent)
    total += _quarter_value(
        weights, phase, mirror_rows(mirror_files(player)), mirror_rows(mirror_files(opponent))
    )
    player, opponent = _quarter_turn(player), _quarter_turn(opponent)
    total += _quarter_value(weights, phase, player, opponent)
    return total + _quarter_value(
        weights, phase, mirror_rows(mirror_files(player)), mirror_rows(mirror_files(opponent))
    )


@kernel("void(u8[::1], u8[::1], i4[:, ::1])")
def features(players: Masks, opponents: Masks, places: NDArray[np.int32]) -> None:
    """For each position the places of its sixteen features in a phase's weights."""
    for i in range(len(players)):
        player, opponent = players[i], opponents[i]
        for quarter in range(QUARTERS):
            four = indices(player, opponent)
            for shape in range(len(four)):
                places[i, QUARTERS * quarter + shape] = four[shape]
            player, opponent = _quarter_turn(player), _quarter_turn(opponent)
