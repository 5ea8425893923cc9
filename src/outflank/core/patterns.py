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
from llvmlite import ir
from numba.core import types

from outflank.core.compile import kernel
from outflank.core.constants import word_table
from outflank.core.intrinsics import WORD, call_llvm, intrinsic, mirror_rows
from outflank.core.masks import drawn
from outflank.core.symmetry import mirror_files, transpose
from outflank.core.cpu import has_fast_bit_extraction
from outflank.core.memory import load_half

EDGE_2X = drawn("xxxxxxxx .x....x. ........ ........ ........ ........ ........ ........")
EDGE_BLOCK = drawn("x.xxxx.x ..xxxx.. ........ ........ ........ ........ ........ ........")
TRIANGLE = drawn("xxxx.... xxx..... xx...... x....... ........ ........ ........ ........")
CROSS = drawn("xx...... xxx..... .xxx.... ..xx.... ........ ........ ........ ........")
SHAPES = (EDGE_2X, EDGE_BLOCK, TRIANGLE, CROSS)
SHAPE_SQUARES = 10
CONFIGURATIONS = np.int64(3**SHAPE_SQUARES)
FEATURES = 16

#: Weights and values are in this fraction of a disc.
UNITS_PER_DISC = np.int64(64)

_ternary = word_table(
    "outflank.ternary",
    [sum(3**bit for bit in range(SHAPE_SQUARES) if value >> bit & 1) for value in range(1 << SHAPE_SQUARES)],
)

TWO = np.int64(2)


@intrinsic
def _pext(_typing: Any, mask: Any, squares: Any) -> Any:
    def emit(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return call_llvm(builder, "llvm.x86.bmi.pext.64", WORD, list(arguments))

    return types.int64(mask, squares), emit


EXTRACTS_BITS = has_fast_bit_extraction()
U = np.uint64


@kernel("i8(u8)", inline=True)
def _edge_2x_bits(m: np.uint64) -> np.int64:
    if EXTRACTS_BITS:
        return _pext(m, EDGE_2X)
    return np.int64((m & U(0xFF)) | (m >> U(9) & U(1)) << U(8) | (m >> U(14) & U(1)) << U(9))


@kernel("i8(u8)", inline=True)
def _edge_block_bits(m: np.uint64) -> np.int64:
    if EXTRACTS_BITS:
        return _pext(m, EDGE_BLOCK)
    return np.int64(
        (m & U(1)) | (m >> U(2) & U(15)) << U(1) | (m >> U(7) & U(1)) << U(5) | (m >> U(10) & U(15)) << U(6)
    )


@kernel("i8(u8)", inline=True)
def _triangle_bits(m: np.uint64) -> np.int64:
    if EXTRACTS_BITS:
        return _pext(m, TRIANGLE)
    return np.int64(
        (m & U(15)) | (m >> U(8) & U(7)) << U(4) | (m >> U(16) & U(3)) << U(7) | (m >> U(24) & U(1)) << U(9)
    )


@kernel("i8(u8)", inline=True)
def _cross_bits(m: np.uint64) -> np.int64:
    if EXTRACTS_BITS:
        return _pext(m, CROSS)
    return np.int64(
        (m & U(3)) | (m >> U(8) & U(7)) << U(2) | (m >> U(17) & U(7)) << U(5) | (m >> U(26) & U(3)) << U(8)
    )


@kernel("i8(i8, i8)", inline=True)
def _ternary_index(player_bits: np.int64, opponent_bits: np.int64) -> np.int64:
    return _ternary(player_bits) + TWO * _ternary(opponent_bits)


@kernel("UniTuple(i8, 4)(u8, u8)", inline=True)
def corner_features(player, opponent):
    return (
        _ternary_index(_edge_2x_bits(player), _edge_2x_bits(opponent)),
        _ternary_index(_edge_block_bits(player), _edge_block_bits(opponent)),
        _ternary_index(_triangle_bits(player), _triangle_bits(opponent)),
        _ternary_index(_cross_bits(player), _cross_bits(opponent)),
    )


C1, C2, C3, C4 = (CONFIGURATIONS * np.int64(i) for i in range(1, 5))
PHASE_WORDS = C4


@kernel("i8(i8, i8, u8, u8)", inline=True)
def _corner_value(weights, phase, player, opponent):
    a, b, c, d = corner_features(player, opponent)
    return (load_half(weights, phase + a) + load_half(weights, phase + C1 + b)
        + load_half(weights, phase + C2 + c) + load_half(weights, phase + C3 + d))


FIRST_PHASE_EMPTIES = np.int64(8)
PHASES = np.int64(10)
ONE = np.int64(1)
ZERO = np.int64(0)

@kernel("i8(i8)", inline=True)
def phase_of(empties):
    return max(ZERO, min(PHASES - ONE, (empties - FIRST_PHASE_EMPTIES) >> ONE))


@kernel("i8(i8, u8, u8, i8)", inline=True)
def value(weights, player, opponent, empties):
    phase = phase_of(empties) * PHASE_WORDS
    p1, o1 = mirror_rows(transpose(player)), mirror_rows(transpose(opponent))
    p2, o2 = mirror_rows(mirror_files(player)), mirror_rows(mirror_files(opponent))
    p3, o3 = mirror_rows(mirror_files(p1)), mirror_rows(mirror_files(o1))
    return (_corner_value(weights, phase, player, opponent) + _corner_value(weights, phase, p1, o1)
        + _corner_value(weights, phase, p2, o2) + _corner_value(weights, phase, p3, o3))


@kernel("void(u8[::1], u8[::1], i4[:, ::1])")
def features(players, opponents, out):
    for i in range(len(players)):
        p, o = players[i], opponents[i]
        for k in range(4):
            a, b, c, d = corner_features(p, o)
            out[i, 4 * k] = a
            out[i, 4 * k + 1] = C1 + b
            out[i, 4 * k + 2] = C2 + c
            out[i, 4 * k + 3] = C3 + d
            p, o = mirror_rows(transpose(p)), mirror_rows(transpose(o))
