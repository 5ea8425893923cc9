"""The moves behind a score: in which order to ask them, one that keeps it, the whole line.

A proof gives a number. These kernels find moves for it: each asks `core.search.search`,
at null windows that the table mostly answers already.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from outflank.core.compile import kernel
from outflank.core.context import TABLE, TABLE_MASK
from outflank.core.intrinsics import lowest_square, popcount
from outflank.core.masks import FIRST_SQUARE, NO_SQUARES
from outflank.core.memory import load
from outflank.core.ordering import list_move, list_of, move_key, raise_key, take_best
from outflank.core.parity import parity_of
from outflank.core.rules import SQUARES, final_score, flips, legal_mask
from outflank.core.search import search
from outflank.core.table import NO_MOVE, bucket_of, known_move_of, probe
from outflank.core.team import is_stopped

Numbers = NDArray[np.int64]

ZERO, ONE = np.int64(0), np.int64(1)

#: A pass as a move: the number after the last square.
PASS = SQUARES

#: What stands for a move, or for the length of a line, if the search was stopped.
STOPPED = np.int64(-2)

#: A line has at most so many moves: after every move there may be a pass.
MOST_MOVES = 128


@kernel("i8(i8, u8, u8, u8, i8)", inline=True)
def _list_moves(
    context: np.int64, player: np.uint64, opponent: np.uint64, legal: np.uint64, empties: np.int64
) -> np.int64:
    """List the moves as a search of the whole game orders them, the table's first; their number."""
    moves, length = list_of(empties), ZERO
    parity = parity_of(~(player | opponent))
    while legal:
        square = lowest_square(legal)
        legal &= legal - FIRST_SQUARE
        turned = flips(player, opponent, square)
        mover = player ^ turned ^ FIRST_SQUARE << np.uint64(square)
        replies = legal_mask(opponent ^ turned, mover)
        key = move_key(context, opponent ^ turned, mover, replies, square, empties, parity)
        list_move(context, moves, length, square, key, turned, replies)
        length += ONE
    bucket = bucket_of(player, opponent, load(context, TABLE_MASK))
    data = probe(load(context, TABLE), bucket, player, opponent)
    raise_key(context, moves, length, known_move_of(data))
    return length


@kernel("i8(i8, u8, u8, i8[::1])")
def order_moves(
    context: np.int64, player: np.uint64, opponent: np.uint64, squares: Numbers
) -> np.int64:
    """Write the legal squares, the likeliest to be best first; their number."""
    empties = popcount(~(player | opponent))
    legal = legal_mask(player, opponent)
    length = _list_moves(context, player, opponent, legal, empties)
    for place in range(length):
        squares[place], _, _ = take_best(context, list_of(empties), length)
    return length


@kernel("i8(i8, u8, u8, i8)")
def keeping_move(
    context: np.int64, player: np.uint64, opponent: np.uint64, score: np.int64
) -> np.int64:
    """A move that scores at least so many discs, PASS if one must pass.

    Returns:
        The likeliest such move; NO_MOVE if there is none; STOPPED if the search was stopped.
    """
    empties = popcount(~(player | opponent))
    legal = legal_mask(player, opponent)
    if legal == NO_SQUARES:
        return PASS if legal_mask(opponent, player) else NO_MOVE
    length = _list_moves(context, player, opponent, legal, empties)
    for _ in range(length):
        square, turned, _ = take_best(context, list_of(empties), length)
        replier = opponent ^ turned
        mover = player ^ turned ^ FIRST_SQUARE << np.uint64(square)
        left = empties - ONE
        found = search(context, replier, mover, -score, left, left, parity_of(~(replier | mover)))
        if is_stopped(context):
            return STOPPED
        if found <= -score:
            return square
    return NO_MOVE


@kernel("i8(i8, u8, u8, i8, i8[::1])")
def best_play(
    context: np.int64, player: np.uint64, opponent: np.uint64, score: np.int64, moves: Numbers
) -> np.int64:
    """Write a best move of each side in turn, from a proved score to the end of the game.

    Args:
        context: of the thread.
        player: side to move.
        opponent: the other side.
        score: what the position is proved to score, in discs.
        moves: at least `MOST_MOVES`, for the line; a pass is PASS.

    Returns:
        The length of the line; STOPPED if the search was stopped; NO_MOVE if at some
        position no move keeps the score, or the end is worth another: it was not proved.
    """
    length = ZERO
    while legal_mask(player, opponent) or legal_mask(opponent, player):
        move = keeping_move(context, player, opponent, score)
        if move < ZERO:
            return move
        moves[length] = move
        length += ONE
        if move == PASS:
            player, opponent = opponent, player
        else:
            turned = flips(player, opponent, move)
            mover = player ^ turned ^ FIRST_SQUARE << np.uint64(move)
            player, opponent = opponent ^ turned, mover
        score = -score
    return length if final_score(player, opponent) == score else NO_MOVE
