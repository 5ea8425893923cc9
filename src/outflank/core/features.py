"""Pattern features kept up to date move by move: what the engine's evaluation looks at.

A pattern is a few squares; what stands on them, a number in base three, is the
place of a weight. A position has 58 patterns: the 14 shapes drawn below, each
wherever the symmetries of the board take it. To collect 58 numbers from a whole
board on every leaf is six times the work of following a move, which touches few
squares; so each node of a search keeps them. *Balanced* ternary digits make the
move one line::

    second row      .    O    X    X    .    .    .    O       X: the side to move
    digit           0   -1   +1   +1    0    0    0   -1
    counts          1    3    9   27   81  243  729 2187
    product         0   -3   +9  +27    0    0    0 -2187    sum -2154
    index           -2154 + 3280 = 1126, where 3280 = 1 + 3 + 9 + … + 2187

A disc of the player counts +, one of the opponent −, an empty square nothing; the
middle of the table, 3280 here, makes a place of it (digits 0 opponent, 1 empty,
2 player). So a change of sides negates the sum, a new disc adds what its square
counts, and a turned one, from − to +, adds that twice::

    child  =  -(parent + counts[square] + 2 · sum of counts[turned squares])

for all 58 sums at once: 64 lanes of 16 bits (six of them stay 0), which are two
registers of AVX-512, four of AVX2, eight of SSE2 or NEON. They are a node's
*state*, `STATE_WORDS` words of a block.

Those who learn weights know the entries of a phase's table, all 58 patterns' and two
more (what the engine makes of them is drawn in `core.network`)::

    | edge + 2X | edge block | … | diagonal of 4 | (up to a multiple of 32) | mobility | ply |

`mobility` has an entry for every pair of numbers of moves, the player's and the
opponent's, up to 31 each (more happen once in a million games)::

    entry = moves of the player * 32 + moves that the opponent would have

`ply` has an entry for each number of empty squares: what the side to move may
expect at that time of the game, whatever stands on the board.

Tables of weights for patterns: M. Buro, "From simple features to sophisticated
evaluation functions" (1998).
"""

from __future__ import annotations

from itertools import accumulate
from typing import Any, Final

import numpy as np
from llvmlite import ir
from numba.core import types
from numpy.typing import NDArray

from outflank.core import patterns
from outflank.core.cache import CHECKED
from outflank.core.compile import kernel
from outflank.core.constants import constant, entry, word_table
from outflank.core.intrinsics import WORD, call_llvm, intrinsic, lowest_square, popcount
from outflank.core.masks import FIRST_SQUARE, drawn
from outflank.core.memory import WORD_BYTES, load, load_half
from outflank.core.rules import legal_mask
from outflank.core.symmetry import SYMMETRIES, transform

Masks = NDArray[np.uint64]

# Lower half of the board where no square of a shape lies there.
_REST = " ........ ........ ........ ........"
CORNER_3X3 = drawn("xxx..... xxx..... xxx..... ........" + _REST)
CORNER_2X5 = drawn("xxxxx... xxxxx... ........ ........" + _REST)
ROW_2 = drawn("........ xxxxxxxx ........ ........" + _REST)
ROW_3 = drawn("........ ........ xxxxxxxx ........" + _REST)
ROW_4 = drawn("........ ........ ........ xxxxxxxx" + _REST)
DIAGONAL_8 = drawn("x....... .x...... ..x..... ...x.... ....x... .....x.. ......x. .......x")
DIAGONAL_7 = drawn(".x...... ..x..... ...x.... ....x... .....x.. ......x. .......x ........")
DIAGONAL_6 = drawn("..x..... ...x.... ....x... .....x.. ......x. .......x ........ ........")
DIAGONAL_5 = drawn("...x.... ....x... .....x.. ......x. .......x ........ ........ ........")
DIAGONAL_4 = drawn("....x... .....x.. ......x. .......x ........ ........ ........ ........")

#: The shapes in the order of their tables. A digit's number is its square's in board order.
SHAPES: Final = (
    patterns.EDGE_2X,
    patterns.EDGE_BLOCK,
    CORNER_3X3,
    CORNER_2X5,
    patterns.TRIANGLE,
    patterns.CROSS,
    ROW_2,
    ROW_3,
    ROW_4,
    DIAGONAL_8,
    DIAGONAL_7,
    DIAGONAL_6,
    DIAGONAL_5,
    DIAGONAL_4,
)


def _squares(mask: np.uint64) -> list[int]:
    return [square for square in range(64) if int(mask) >> square & 1]


def _images(shape: np.uint64) -> tuple[tuple[int, ...], ...]:
    """The squares of each image of `shape`, digit by digit; images of one set count once."""
    images: dict[frozenset[int], tuple[int, ...]] = {}
    for symmetry in range(SYMMETRIES):
        turned = (
            transform(FIRST_SQUARE << np.uint64(square), np.int64(symmetry))
            for square in _squares(shape)
        )
        image = tuple(int(lowest_square(square)) for square in turned)
        images.setdefault(frozenset(image), image)
    return tuple(images.values())


#: For each shape its images, for each image its squares, the lowest digit first.
IMAGES: Final = tuple(_images(shape) for shape in SHAPES)

#: The squares of each pattern, shape by shape: what the lanes of a state stand for.
PATTERN_SQUARES: Final = tuple(image for images in IMAGES for image in images)
PATTERNS = np.int64(len(PATTERN_SQUARES))

#: With the mobility, which comes after the patterns, and the ply, which is the last.
FEATURES = np.int64(len(PATTERN_SQUARES) + 2)

#: Entries of each shape's table, and where it begins in a phase's.
SHAPE_ENTRIES: Final = tuple(3 ** len(_squares(shape)) for shape in SHAPES)
SHAPE_STARTS: Final = tuple(accumulate(SHAPE_ENTRIES, initial=0))[:-1]

#: Moves are counted up to this.
MOST_MOVES = np.int64(31)
MOVE_COUNTS = MOST_MOVES + np.int64(1)
MOBILITY_ENTRIES = MOVE_COUNTS * MOVE_COUNTS
PLY_ENTRIES = np.int64(64)
_ENTRIES_PER_LINE = 32

#: Entries of a phase's table: those of the patterns, of mobility and ply.
PATTERN_ENTRIES = np.int64(sum(SHAPE_ENTRIES))
MOBILITY_START = -(-PATTERN_ENTRIES // _ENTRIES_PER_LINE) * _ENTRIES_PER_LINE
PLY_START = MOBILITY_START + MOBILITY_ENTRIES
PHASE_ENTRIES = PLY_START + PLY_ENTRIES

#: A phase is four numbers of empty squares: 0 to 3, 4 to 7, … 56 and more.
PHASES = np.int64(15)
PHASE_SHIFT = np.int64(2)

LANES: Final = 64
LANES_PER_WORD = np.int64(4)
STATE_WORDS = LANES // LANES_PER_WORD

ONE = np.int64(1)
LAST_PHASE = PHASES - ONE
LAST_PLY_ENTRY = PLY_ENTRIES - ONE
LAST_STATE_WORD = STATE_WORDS - ONE
BYTES = np.int64(WORD_BYTES)

HALF = ir.IntType(16)
HALF_BYTES = np.int64(2)
STATE = ir.VectorType(HALF, LANES)
EMPTY_BOARD = ir.Constant(STATE, [0] * LANES)

#: So many squares are summed before it is asked whether there are more. Moves that turn
#: more discs are rare, so the processor guesses the answer right (4.0 ns a move in random
#: order; asked after each square 9.9 ns). A square that is none counts nothing.
SQUARES_PER_ROUND: Final = 4


#: For each pattern the greatest sum, and the place of the sum 0 in a phase's table.
REACHES: Final = tuple(3 ** len(squares) // 2 for squares in PATTERN_SQUARES)
MIDDLES: Final = tuple(
    start + entries // 2
    for images, start, entries in zip(IMAGES, SHAPE_STARTS, SHAPE_ENTRIES, strict=True)
    for _ in images
)
_reach = word_table("outflank.reaches", REACHES)
_middle = word_table("outflank.middles", MIDDLES)


def _counts(square: int) -> Any:
    """What a disc on `square` counts in each pattern; nothing on square 64, which is none."""
    counts = [3 ** squares.index(square) if square in squares else 0 for squares in PATTERN_SQUARES]
    return ir.Constant(STATE, counts + [0] * (LANES - len(counts)))


def _count(builder: Any, square: Any) -> Any:
    """The vector of `_counts(square)`."""
    name = "outflank.counts"
    rows = [] if name in builder.module.globals else [_counts(number) for number in range(65)]
    return entry(builder, constant(builder, name, STATE, rows), square)


def _sum_of_counts(builder: Any, mask: Any) -> Any:
    """The sum of the counts of all squares of `mask`, in registers."""
    before = builder.block
    loop = builder.append_basic_block("squares")
    builder.branch(loop)
    builder.position_at_end(loop)
    rest, total = builder.phi(WORD), builder.phi(STATE)
    rest.add_incoming(mask, before)
    total.add_incoming(EMPTY_BOARD, before)
    left, summed = rest, total
    for _ in range(SQUARES_PER_ROUND):
        none_is_64 = ir.Constant(ir.IntType(1), 0)
        square = call_llvm(builder, "llvm.cttz.i64", WORD, [left, none_is_64])
        summed = builder.add(summed, _count(builder, square))
        left = builder.and_(left, builder.sub(left, ir.Constant(WORD, 1)))
    rest.add_incoming(left, loop)
    total.add_incoming(summed, loop)
    done = builder.append_basic_block("summed")
    builder.cbranch(builder.icmp_unsigned("!=", left, ir.Constant(WORD, 0)), loop, done)
    builder.position_at_end(done)
    return summed


def _state_pointer(builder: Any, address: Any) -> Any:
    return builder.inttoptr(address, STATE.as_pointer())


def _load_state(builder: Any, address: Any) -> Any:
    return builder.load(_state_pointer(builder, address), align=WORD_BYTES)


def _store_state(builder: Any, state: Any, address: Any) -> None:
    builder.store(state, _state_pointer(builder, address), align=WORD_BYTES)


@intrinsic
def _set(_typing: Any, address: Any, player: Any, opponent: Any) -> Any:
    def emit(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        address, player, opponent = arguments
        ours = _sum_of_counts(builder, player)
        _store_state(builder, builder.sub(ours, _sum_of_counts(builder, opponent)), address)
        return context.get_dummy_value()

    return types.void(address, player, opponent), emit


@intrinsic
def _play(_typing: Any, parent: Any, child: Any, square: Any, turned: Any) -> Any:
    def emit(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        parent, child, square, turned = arguments
        placed = builder.add(_load_state(builder, parent), _count(builder, square))
        flipped = _sum_of_counts(builder, turned)
        mover = builder.add(placed, builder.add(flipped, flipped))
        _store_state(builder, builder.sub(EMPTY_BOARD, mover), child)
        return context.get_dummy_value()

    return types.void(parent, child, square, turned), emit


@intrinsic
def _negate(_typing: Any, address: Any) -> Any:
    def emit(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        state = _load_state(builder, arguments[0])
        _store_state(builder, builder.sub(EMPTY_BOARD, state), arguments[0])
        return context.get_dummy_value()

    return types.void(address), emit


def load_sum(builder: Any, state: Any, pattern: int) -> Any:
    """Emit a load of one sum of the state at an address, as a word."""
    pointer = builder.gep(builder.inttoptr(state, HALF.as_pointer()), [ir.Constant(WORD, pattern)])
    return builder.sext(builder.load(pointer, align=int(HALF_BYTES)), WORD)


@kernel("i8(i8, i8)", inline=True)
def state_at(block: np.int64, index: np.int64) -> np.int64:
    """The address of the state in words `index` … of a block, looked at first in checked mode."""
    if CHECKED:
        load(block, index)
        load(block, index + LAST_STATE_WORD)
    return block + index * BYTES


@kernel("void(i8, i8)", inline=True)
def check_sums(block: np.int64, index: np.int64) -> None:
    """Raise unless the words from `index` on are a state: each sum within its table."""
    for pattern in range(PATTERNS):
        lane = index * LANES_PER_WORD + pattern
        if abs(load_half(block, lane)) > np.int64(_reach(np.int64(pattern))):
            raise IndexError("these words are no state")


@kernel("void(i8, i8, u8, u8)", inline=True)
def set_features(block: np.int64, index: np.int64, player: np.uint64, opponent: np.uint64) -> None:
    """Write a position's state, from scratch.

    Args:
        block: address of a block.
        index: first of the state's `STATE_WORDS` words in it; a multiple of 8 is fastest.
        player: discs of the side to move.
        opponent: discs of the other side.
    """
    _set(state_at(block, index), player, opponent)


@kernel("void(i8, i8, i8, i8, u8)", inline=True)
def play_features(
    block: np.int64, parent: np.int64, child: np.int64, square: np.int64, turned: np.uint64
) -> None:
    """Write the state after a move, from the view of the side that replies.

    Args:
        block: address of a block.
        parent: first word of the state before the move.
        child: first word of the state after it; may be `parent`.
        square: where the disc is placed, 0 to 63 (unchecked).
        turned: the discs that it turns over (as `rules.flips` says; unchecked).
    """
    _play(state_at(block, parent), state_at(block, child), square, turned)


@kernel("void(i8, i8)", inline=True)
def pass_features(block: np.int64, index: np.int64) -> None:
    """Change sides: turn a state, in place, into the one of the other side to move."""
    _negate(state_at(block, index))


@kernel("i8(i8)", inline=True)
def phase_of(empties: np.int64) -> np.int64:
    """The phase, 0 to PHASES - 1, of positions with so many empty squares."""
    return min(LAST_PHASE, empties >> PHASE_SHIFT)


@kernel("i8(i8)", inline=True)
def ply_of(empties: np.int64) -> np.int64:
    """The entry of a number of empties, 0 to PLY_ENTRIES - 1: 64 share that of 63."""
    return min(LAST_PLY_ENTRY, empties)


@kernel("i8(u8, u8)", inline=True)
def mobility_of(player: np.uint64, opponent: np.uint64) -> np.int64:
    """The entry of both sides' numbers of moves, 0 to MOBILITY_ENTRIES - 1."""
    moves = min(MOST_MOVES, popcount(legal_mask(player, opponent)))
    others = min(MOST_MOVES, popcount(legal_mask(opponent, player)))
    return moves * MOVE_COUNTS + others


@kernel("void(u8[::1], u8[::1], i4[:, ::1])")
def features(players: Masks, opponents: Masks, places: NDArray[np.int32]) -> None:
    """For each position the places of its features in a phase's table, from scratch.

    Args:
        players: discs of the side to move, (n,) uint64.
        opponents: discs of the other side, (n,) uint64.
        places: written, (n, FEATURES) int32: the patterns in the order of a state's
            lanes, the mobility, the ply.
    """
    state = np.empty(LANES, np.int16)
    for i in range(len(players)):
        _set(np.int64(state.ctypes.data), players[i], opponents[i])
        for pattern in range(PATTERNS):
            places[i, pattern] = np.int64(_middle(np.int64(pattern))) + state[pattern]
        places[i, PATTERNS] = MOBILITY_START + mobility_of(players[i], opponents[i])
        empties = popcount(~(players[i] | opponents[i]))
        places[i, PATTERNS + ONE] = PLY_START + ply_of(empties)
