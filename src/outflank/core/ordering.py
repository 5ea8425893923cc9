"""The order in which a search far from the end tries its moves.

Every move gets a key; the greatest is tried first. What counts is what the reply
finds: few moves (mobility, a corner counted twice), few empty squares to play to
(potential mobility), a poor evaluation, an even region (parity). Close to the end
counting is enough; farther away a small trained evaluation of the position after
the move is worth its time, and farther still a search of one or two plies on it.
"""

from __future__ import annotations

import numpy as np

from outflank.core.compile import kernel
from outflank.core.constants import byte_table
from outflank.core.context import LIST_WORDS, LISTS, WEIGHTS
from outflank.core.intrinsics import lowest_square, popcount
from outflank.core.masks import CORNERS, FIRST_SQUARE, NO_SQUARES, NOT_FILE_A, NOT_FILE_H
from outflank.core.memory import load, store
from outflank.core.parity import quadrant_bit
from outflank.core.patterns import UNITS_PER_DISC, value
from outflank.core.rules import final_score, flips, legal_mask
from outflank.core.team import is_stopped

ZERO, ONE, TWO = np.int64(0), np.int64(1), np.int64(2)

#: From so many empties on moves are evaluated, and searched one and two plies deep.
EVALUATED_FROM = np.int64(12)
ONE_PLY_FROM = np.int64(15)
TWO_PLIES_FROM = np.int64(19)
#: From so many empties on potential mobility is counted where moves are not evaluated.
POTENTIAL_FROM = np.int64(10)

#: What one move of the reply's mobility is worth where moves are evaluated, in discs.
DISCS_PER_MOVE = np.int64(4)

# Keys where moves are only counted; their proportions were chosen by trial.
MOBILITY_KEY, POTENTIAL_KEY, PARITY_KEY = np.int64(64), np.int64(16), np.int64(24)

#: Added to the key of the table's move: more than any key.
TABLE_MOVE_KEY = np.int64(1 << 24)

# A listed move is three words: its key, its place in the list and its square in one,
# the mask of its flips, and the mask of the replies to it.
ENTRY_WORDS = np.int64(3)
PLACE_SHIFT, KEY_SHIFT = np.int64(6), np.int64(12)
SQUARE_BITS = np.int64(63)
TAKEN = np.int64(-(1 << 62))

#: Of two moves that count the same the better square comes first (corners, then …).
square_key = byte_table(
    "outflank.square_key",
    [
        18, 4, 16, 12, 12, 16, 4, 18,
        4, 2, 6, 8, 8, 6, 2, 4,
        16, 6, 14, 10, 10, 14, 6, 16,
        12, 8, 10, 0, 0, 10, 8, 12,
        12, 8, 10, 0, 0, 10, 8, 12,
        16, 6, 14, 10, 10, 14, 6, 16,
        4, 2, 6, 8, 8, 6, 2, 4,
        18, 4, 16, 12, 12, 16, 4, 18,
    ],
)  # fmt: skip

#: Beyond every value of an evaluation, in its own units.
INFINITY = np.int64(1 << 20)


@kernel("i8(u8)", inline=True)
def weighted_mobility(moves: np.uint64) -> np.int64:
    """Number of moves, a corner counted twice."""
    return popcount(moves) + popcount(moves & CORNERS)


@kernel("i8(u8, u8)", inline=True)
def potential_mobility(opponent: np.uint64, empty: np.uint64) -> np.int64:
    """Number of empty squares next to a disc of the opponent."""
    row = (
        opponent | (opponent & NOT_FILE_A) >> np.uint64(1) | (opponent & NOT_FILE_H) << np.uint64(1)
    )
    return popcount((row | row << np.uint64(8) | row >> np.uint64(8)) & empty)


@kernel("i8(i8, u8, u8, i8, i8, i8, i8)")
def estimate(
    context: np.int64,
    player: np.uint64,
    opponent: np.uint64,
    depth: np.int64,
    alpha: np.int64,
    beta: np.int64,
    empties: np.int64,
) -> np.int64:
    """Search `depth` plies (1 or more) on the ordering evaluation, fail soft.

    In the evaluation's units, for the side to move: at or below alpha an upper bound,
    at or above beta a lower bound, between them the value. A pass costs no depth.
    A search that was stopped (`core.team`) returns a number that means nothing.
    """
    if depth > TWO and is_stopped(context):
        return alpha
    moves = legal_mask(player, opponent)
    if moves == NO_SQUARES:
        if legal_mask(opponent, player) == NO_SQUARES:
            return final_score(player, opponent) * UNITS_PER_DISC
        return -estimate(context, opponent, player, depth, -beta, -alpha, empties)
    best = -INFINITY
    while moves:
        square = lowest_square(moves)
        moves &= moves - FIRST_SQUARE
        turned = flips(player, opponent, square)
        replier = opponent ^ turned
        mover = player ^ turned ^ FIRST_SQUARE << np.uint64(square)
        if depth == ONE:
            score = -value(load(context, WEIGHTS), replier, mover, empties - ONE)
        else:
            window = -beta, -max(alpha, best)
            score = -estimate(
                context, replier, mover, depth - ONE, window[0], window[1], empties - ONE
            )
        if score > best:
            best = score
            if best >= beta:
                return best
    return best


@kernel("i8(i8, u8, u8, u8, i8)", inline=True)
def _evaluated_key(
    context: np.int64,
    replier: np.uint64,
    mover: np.uint64,
    replies: np.uint64,
    empties: np.int64,
) -> np.int64:
    """Key of a move by the evaluation of the position after it, with `empties` left."""
    key = -weighted_mobility(replies) * DISCS_PER_MOVE * UNITS_PER_DISC
    if empties < ONE_PLY_FROM - ONE:
        return key - value(load(context, WEIGHTS), replier, mover, empties)
    depth = TWO if empties >= TWO_PLIES_FROM - ONE else ONE
    return key - estimate(context, replier, mover, depth, -INFINITY, INFINITY, empties)


@kernel("i8(u8, u8, u8, i8, i8, i8)", inline=True)
def counted_key(
    replier: np.uint64,
    mover: np.uint64,
    replies: np.uint64,
    square: np.int64,
    empties: np.int64,
    parity: np.int64,
) -> np.int64:
    """Key of a move by what can be counted; `empties` and `parity` are those before it."""
    key = square_key(square) - weighted_mobility(replies) * MOBILITY_KEY
    if empties >= POTENTIAL_FROM:
        key -= potential_mobility(mover, ~(replier | mover)) * POTENTIAL_KEY
    if parity & quadrant_bit(square):
        key += PARITY_KEY
    return key


@kernel("i8(i8, u8, u8, u8, i8, i8, i8)", inline=True)
def move_key(
    context: np.int64,
    replier: np.uint64,
    mover: np.uint64,
    replies: np.uint64,
    square: np.int64,
    empties: np.int64,
    parity: np.int64,
) -> np.int64:
    """Key of a move by evaluation where that pays and weights are loaded, else by counting."""
    if load(context, WEIGHTS) and empties >= EVALUATED_FROM:
        return _evaluated_key(context, replier, mover, replies, empties - ONE)
    return counted_key(replier, mover, replies, square, empties, parity)


@kernel("i8(i8)", inline=True)
def list_of(empties: np.int64) -> np.int64:
    """Index in the context of the move list of nodes with so many empties."""
    return LISTS + empties * LIST_WORDS


@kernel("void(i8, i8, i8, i8, i8, u8, u8)", inline=True)
def list_move(
    context: np.int64,
    moves: np.int64,
    place: np.int64,
    square: np.int64,
    key: np.int64,
    turned: np.uint64,
    replies: np.uint64,
) -> None:
    """Write move number `place` of a list."""
    index = moves + place * ENTRY_WORDS
    store(context, index, key << KEY_SHIFT | place << PLACE_SHIFT | square)
    store(context, index + ONE, np.int64(turned))
    store(context, index + TWO, np.int64(replies))


@kernel("Tuple((i8, u8, u8))(i8, i8, i8)", inline=True)
def take_best(
    context: np.int64, moves: np.int64, length: np.int64
) -> tuple[np.int64, np.uint64, np.uint64]:
    """Of the moves not yet taken that of the greatest key: its square, flips and replies."""
    best = TAKEN
    for place in range(length):
        best = max(best, load(context, moves + place * ENTRY_WORDS))
    index = moves + (best >> PLACE_SHIFT & SQUARE_BITS) * ENTRY_WORDS
    store(context, index, TAKEN)
    flipped, replies = load(context, index + ONE), load(context, index + TWO)
    return best & SQUARE_BITS, np.uint64(flipped), np.uint64(replies)


@kernel("void(i8, i8, i8, i8)", inline=True)
def raise_key(context: np.int64, moves: np.int64, length: np.int64, square: np.int64) -> None:
    """Put a listed move before all others, if it is there."""
    for place in range(length):
        index = moves + place * ENTRY_WORDS
        word = load(context, index)
        if word & SQUARE_BITS == square:
            store(context, index, word + (TABLE_MOVE_KEY << KEY_SHIFT))
