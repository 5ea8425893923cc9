"""The last plies of a search to a depth: leaves are evaluated, no table is asked.

The value of a leaf is that of the engine's own evaluation (`core.network`), whole
discs, or of another function that the context names. It is asked only about a side that
can move: a pass at the horizon is crossed, and a finished game counts as it ended.

The context holds the features of the node at work for each number of empties; whoever
enters a node has put them there (`descend`, `enter`).

Bound contract, for the null window (alpha, alpha + 1): the result is in the unit of the
evaluation, `SCALE` of which make one disc at the end of the game, for the side to move,
fail soft. At or below alpha it is an upper bound of the value, above alpha a lower bound.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types

from outflank.core.compile import kernel
from outflank.core.context import EVALUATION, EVALUATOR, FEATURE_WORDS, FEATURES, SCALE, count_node
from outflank.core.features import pass_features, play_features, set_features
from outflank.core.intrinsics import WORD, intrinsic, lowest_square
from outflank.core.masks import CORNERS, FIRST_SQUARE, NO_SQUARES
from outflank.core.memory import load
from outflank.core.network import value
from outflank.core.ordering import list_move, list_of, square_key, take_best, weighted_mobility
from outflank.core.patterns import UNITS_PER_DISC
from outflank.core.rules import final_score, flips, legal_mask
from outflank.core.table import NO_SCORE

ZERO, ONE, TWO = (np.int64(number) for number in range(3))

#: The deepest search of `frontier`.
FRONTIER = TWO

#: An evaluation says at most this many discs: only a finished game is worth all.
MOST_ESTIMATED = np.int64(63)
HALF_A_DISC = UNITS_PER_DISC // TWO

#: What one move of the reply is worth where moves are ordered by counting.
MOVE_KEY = np.int64(32)


@intrinsic
def _call_evaluator(_typing: Any, address: Any, player: Any, opponent: Any) -> Any:
    """Call a function of the C interface ``int64 (uint64 player, uint64 opponent)``."""

    def emit(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        kind = ir.FunctionType(WORD, [WORD, WORD]).as_pointer()
        function = builder.inttoptr(arguments[0], kind)
        return builder.call(function, list(arguments[1:]))

    return types.int64(address, player, opponent), emit


@kernel("i8(i8)", inline=True)
def features_of(empties: np.int64) -> np.int64:
    """Index in the context of the features of the node with so many empties."""
    return FEATURES + empties * FEATURE_WORDS


@kernel("void(i8, u8, u8, i8)", inline=True)
def enter(context: np.int64, player: np.uint64, opponent: np.uint64, empties: np.int64) -> None:
    """Put the features of a position there from scratch."""
    set_features(context, features_of(empties), player, opponent)


@kernel("void(i8, i8, i8, u8)", inline=True)
def descend(context: np.int64, empties: np.int64, square: np.int64, turned: np.uint64) -> None:
    """Put the features of the position after a move there, from those before it."""
    play_features(context, features_of(empties), features_of(empties - ONE), square, turned)


@kernel("void(i8, i8)", inline=True)
def turn_over(context: np.int64, empties: np.int64) -> None:
    """Make the features those of the same position with the other side to move."""
    pass_features(context, features_of(empties))


@kernel("i8(i8, u8, u8, i8)", inline=True)
def fine_evaluation(
    context: np.int64, player: np.uint64, opponent: np.uint64, empties: np.int64
) -> np.int64:
    """What the evaluation says of a position whose features are there, in 1/64 of its unit."""
    evaluator = load(context, EVALUATOR)
    if evaluator:
        return _call_evaluator(evaluator, player, opponent) * UNITS_PER_DISC  # type: ignore[no-any-return]
    weights, index = load(context, EVALUATION), features_of(empties)
    return value(weights, context, index, player, opponent, empties)


@kernel("i8(i8, u8, u8, i8)", inline=True)
def evaluation(
    context: np.int64, player: np.uint64, opponent: np.uint64, empties: np.int64
) -> np.int64:
    """The same in whole units, within what an evaluation may say."""
    fine = fine_evaluation(context, player, opponent, empties)
    most = MOST_ESTIMATED * load(context, SCALE)
    # The shift rounds down, so that half a unit is added first: to the nearest one.
    return max(-most, min(most, (fine + HALF_A_DISC) // UNITS_PER_DISC))


@kernel("i8(i8, u8, u8)", inline=True)
def end_value(context: np.int64, player: np.uint64, opponent: np.uint64) -> np.int64:
    """The value of a finished game."""
    return final_score(player, opponent) * load(context, SCALE)


@kernel("i8(i8, u8, u8, i8)", inline=True)
def leaf(context: np.int64, player: np.uint64, opponent: np.uint64, empties: np.int64) -> np.int64:
    """The value of a position that is not searched."""
    count_node(context)
    if legal_mask(player, opponent) != NO_SQUARES:
        return evaluation(context, player, opponent, empties)
    if legal_mask(opponent, player) == NO_SQUARES:
        return end_value(context, player, opponent)
    turn_over(context, empties)
    return -evaluation(context, opponent, player, empties)


@kernel("i8(i8, u8, u8, u8, i8, i8)")
def one_ply(
    context: np.int64,
    player: np.uint64,
    opponent: np.uint64,
    moves: np.uint64,
    alpha: np.int64,
    empties: np.int64,
) -> np.int64:
    """Null-window search of one ply; `moves` are the legal ones (contract: see the module)."""
    count_node(context)
    if moves == NO_SQUARES:
        replies = legal_mask(opponent, player)
        if replies == NO_SQUARES:
            return end_value(context, player, opponent)
        turn_over(context, empties)
        return -one_ply(context, opponent, player, replies, -alpha - ONE, empties)
    best = NO_SCORE
    corners = moves & CORNERS
    moves ^= corners
    while corners | moves:
        if corners:
            square = lowest_square(corners)
            corners &= corners - FIRST_SQUARE
        else:
            square = lowest_square(moves)
            moves &= moves - FIRST_SQUARE
        turned = flips(player, opponent, square)
        mover = player ^ turned ^ FIRST_SQUARE << np.uint64(square)
        descend(context, empties, square, turned)
        best = max(best, -leaf(context, opponent ^ turned, mover, empties - ONE))
        if best > alpha:
            return best
    return best


@kernel("i8(i8, u8, u8, u8, i8)", inline=True)
def _list_moves(
    context: np.int64, player: np.uint64, opponent: np.uint64, legal: np.uint64, empties: np.int64
) -> np.int64:
    """List the moves, those that leave the reply few moves first; their number."""
    moves, length = list_of(empties), ZERO
    while legal:
        square = lowest_square(legal)
        legal &= legal - FIRST_SQUARE
        turned = flips(player, opponent, square)
        mover = player ^ turned ^ FIRST_SQUARE << np.uint64(square)
        replies = legal_mask(opponent ^ turned, mover)
        key = square_key(square) - weighted_mobility(replies) * MOVE_KEY
        list_move(context, moves, length, square, key, turned, replies)
        length += ONE
    return length


@kernel("i8(i8, u8, u8, i8, i8)")
def two_plies(
    context: np.int64, player: np.uint64, opponent: np.uint64, alpha: np.int64, empties: np.int64
) -> np.int64:
    """Null-window search of two plies (contract: see the module)."""
    count_node(context)
    beta = -alpha - ONE
    legal = legal_mask(player, opponent)
    if legal == NO_SQUARES:
        if legal_mask(opponent, player) == NO_SQUARES:
            return end_value(context, player, opponent)
        turn_over(context, empties)
        return -two_plies(context, opponent, player, beta, empties)
    moves, length = list_of(empties), _list_moves(context, player, opponent, legal, empties)
    best = NO_SCORE
    for _ in range(length):
        square, turned, replies = take_best(context, moves, length)
        mover = player ^ turned ^ FIRST_SQUARE << np.uint64(square)
        descend(context, empties, square, turned)
        best = max(best, -one_ply(context, opponent ^ turned, mover, replies, beta, empties - ONE))
        if best > alpha:
            return best
    return best


@kernel("i8(i8, u8, u8, i8, i8, i8)")
def frontier(
    context: np.int64,
    player: np.uint64,
    opponent: np.uint64,
    alpha: np.int64,
    depth: np.int64,
    empties: np.int64,
) -> np.int64:
    """Null-window search of at most `FRONTIER` plies (contract: see the module)."""
    if depth == TWO:
        return two_plies(context, player, opponent, alpha, empties)
    if depth == ONE:
        return one_ply(context, player, opponent, legal_mask(player, opponent), alpha, empties)
    return leaf(context, player, opponent, empties)
