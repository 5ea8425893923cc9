r"""Mobility and flips, four or eight directions at once in a vector of 64-bit lanes.

The eight directions are four axes with two senses each. Of four lanes each holds
one axis; its shift is how many squares apart two neighbours on that axis are::

    lane      0            1              2           3
    axis      row          diagonal /     column      diagonal \
    shift     1            7              8           9
    up        east         south-west     south       south-east
    down      west         north-east     north       north-west

It is written in LLVM's own vector instructions, which every processor's code
generator knows: AVX-512, AVX2, SSE2 and NEON all come from this one text.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import types

from outflank.core.cpu import has_wide_rotation
from outflank.core.intrinsics import WORD, call_llvm, intrinsic
from outflank.core.masks import ALL_SQUARES, INNER_FILES

LANES = ir.VectorType(WORD, 4)

#: One step up each axis, as (files, rows).
AXES = ((1, 0), (-1, 1), (0, 1), (1, 1))

FILES_B_TO_G = int(INNER_FILES)

ROWS_2_TO_7 = 0x00FFFFFFFFFFFF00
NO_RIM = FILES_B_TO_G & ROWS_2_TO_7

HIGHEST_BIT = 0x8000000000000000
LAST_BIT = 63


def _constant(*lanes: int) -> Any:
    return ir.Constant(ir.VectorType(WORD, len(lanes)), [ir.Constant(WORD, x) for x in lanes])


STEP = _constant(1, 7, 8, 9)
TWO_STEPS = _constant(2, 14, 16, 18)
RUN_SQUARES = _constant(FILES_B_TO_G, FILES_B_TO_G, int(ALL_SQUARES), FILES_B_TO_G)
NOTHING = _constant(0, 0, 0, 0)

# The same with a lane for each direction: up the four axes, then down them, where
# a step down is a turn of 64 squares less that step.
WIDE = ir.VectorType(WORD, 8)
TURN = _constant(1, 7, 8, 9, 63, 57, 56, 55)
TWO_TURNS = _constant(2, 14, 16, 18, 62, 50, 48, 46)
TURN_RUN_SQUARES = _constant(*(FILES_B_TO_G, NO_RIM, ROWS_2_TO_7, NO_RIM) * 2)


def ray(square: int, files: int, rows: int) -> int:
    """The squares that lie from `square` in one direction, up to the rim."""
    file, row = square % 8 + files, square // 8 + rows
    mask = 0
    while 0 <= file < 8 and 0 <= row < 8:
        mask |= 1 << (row * 8 + file)
        file, row = file + files, row + rows
    return mask


RAYS_UP = [_constant(*(ray(square, *step) for step in AXES)) for square in range(64)]
RAYS_DOWN = [
    _constant(*(ray(square, -files, -rows) for files, rows in AXES)) for square in range(64)
]


def _spread(builder: Any, kind: Any, word: Any) -> Any:
    """The same word in all lanes of a vector of that kind."""
    nothing = ir.Constant(kind, ir.Undefined)
    vector = builder.insert_element(nothing, word, ir.Constant(ir.IntType(32), 0))
    first_lane = ir.Constant(ir.VectorType(ir.IntType(32), kind.count), [0] * kind.count)
    return builder.shuffle_vector(vector, nothing, first_lane)


def _gather(builder: Any, vector: Any) -> Any:
    """All lanes joined into one word."""
    name = f"llvm.vector.reduce.or.v{vector.type.count}i64"
    return call_llvm(builder, name, WORD, [vector])


def _look_up(builder: Any, name: str, vectors: list[Any], index: Any) -> Any:
    """The vector of that index in a constant table, which becomes part of the machine code."""
    kind = ir.ArrayType(LANES, len(vectors))
    table = builder.module.globals.get(name)
    if table is None:
        table = ir.GlobalVariable(builder.module, kind, name)
        table.linkage = "internal"
        table.global_constant = True
        table.initializer = ir.Constant(kind, vectors)
    return builder.load(builder.gep(table, [ir.Constant(WORD, 0), index], inbounds=True))


def _run(builder: Any, shift: Any, start: Any, through: Any, step: Any, two_steps: Any) -> Any:
    """Discs of `through` in an unbroken run next to `start`, one direction a lane.

    Runs grow by parallel prefix: after the steps 1, 1, 2, 2 a run has reached its
    greatest length, six.
    """
    run = builder.and_(through, shift(start, step))
    run = builder.or_(run, builder.and_(through, shift(run, step)))
    pairs = builder.and_(through, shift(through, step))
    run = builder.or_(run, builder.and_(pairs, shift(run, two_steps)))
    return builder.or_(run, builder.and_(pairs, shift(run, two_steps)))


@intrinsic
def reachable_four(_typing: Any, player: Any, opponent: Any) -> Any:
    """`reachable` in four lanes, one axis each, its two senses one after the other.

    A shift drops what leaves the board at the top or the bottom; opponent discs of
    the files a and h end a run on every axis but the column, so none wraps around.
    """

    def emit(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        start = _spread(builder, LANES, arguments[0])
        through = builder.and_(_spread(builder, LANES, arguments[1]), RUN_SQUARES)
        ends = [
            shift(_run(builder, shift, start, through, STEP, TWO_STEPS), STEP)
            for shift in (builder.shl, builder.lshr)
        ]
        return _gather(builder, builder.or_(*ends))

    return types.uint64(player, opponent), emit


@intrinsic
def reachable_eight(_typing: Any, player: Any, opponent: Any) -> Any:
    """`reachable` in eight lanes, one direction each, by rotation.

    A rotation brings what leaves the board back at the other end, so runs may pass
    no square of the rim that lies across their direction.
    """

    def emit(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        def rotate(vector: Any, places: Any) -> Any:
            return call_llvm(builder, "llvm.fshl.v8i64", WIDE, [vector, vector, places])

        start = _spread(builder, WIDE, arguments[0])
        through = builder.and_(_spread(builder, WIDE, arguments[1]), TURN_RUN_SQUARES)
        run = _run(builder, rotate, start, through, TURN, TWO_TURNS)
        return _gather(builder, rotate(run, TURN))

    return types.uint64(player, opponent), emit


#: Squares at the far end of a run of opponent discs that begins at a player's disc;
#: occupied squares among them are not taken out. The eight lanes pay where they can
#: be rotated at once; the four are their portable twin.
reachable = reachable_eight if has_wide_rotation() else reachable_four


def _outflanked_up(builder: Any, rays: Any, player: Any, others: Any) -> Any:
    """Runs on rays of rising squares that end at a player's disc.

    The first square of a ray that is no opponent disc is its lowest one, x & -x.
    If the player has it, the run is all of the ray below it; if not, nothing.
    """
    ends = builder.and_(others, rays)
    first = builder.and_(ends, builder.sub(NOTHING, ends))
    anchor = builder.and_(first, player)
    open_ray = builder.sext(builder.icmp_unsigned("==", anchor, NOTHING), LANES)
    from_anchor_on = builder.sub(open_ray, anchor)
    return builder.and_(rays, builder.not_(from_anchor_on))


def _outflanked_down(builder: Any, rays: Any, player: Any, others: Any) -> Any:
    """The same on rays of falling squares, where the first square is the highest one.

    An empty ray makes the shift 64, which is not defined: masked to 0 it names a
    square that is no end, so no anchor is found.
    """
    ends = builder.and_(others, rays)
    zero_gives_64 = ir.Constant(ir.IntType(1), 0)
    above = call_llvm(builder, "llvm.ctlz.v4i64", LANES, [ends, zero_gives_64])
    above = builder.and_(above, _constant(*(LAST_BIT,) * 4))
    first = builder.lshr(_constant(*(HIGHEST_BIT,) * 4), above)
    anchor = builder.and_(first, builder.and_(player, ends))
    beyond_anchor = builder.sub(NOTHING, builder.add(anchor, anchor))
    return builder.and_(rays, beyond_anchor)


@intrinsic
def outflanked(_typing: Any, square: Any, player: Any, opponent: Any) -> Any:
    """Opponent discs in a run between `square` (0 to 63) and a player's disc."""

    def emit(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        square, player = arguments[0], _spread(builder, LANES, arguments[1])
        others = builder.not_(_spread(builder, LANES, arguments[2]))
        rays_up = _look_up(builder, "outflank.rays_up", RAYS_UP, square)
        rays_down = _look_up(builder, "outflank.rays_down", RAYS_DOWN, square)
        up = _outflanked_up(builder, rays_up, player, others)
        down = _outflanked_down(builder, rays_down, player, others)
        return _gather(builder, builder.or_(up, down))

    return types.uint64(square, player, opponent), emit
