"""The moves behind a score: in which order to ask them, one that keeps it, the whole line.

A search gives a number. These kernels find moves for it: each asks `core.search.search`,
at null windows that the table mostly answers already. A proved score has a line to the
end of the game (`best_play`), any other one as long as it was searched (`variation`).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from outflank.core.compile import kernel
from outflank.core.context import MARGINS, TABLE, TABLE_MASK
from outflank.core.intrinsics import lowest_square, popcount
from outflank.core.masks import FIRST_SQUARE, NO_SQUARES
from outflank.core.memory import load
from outflank.core.midgame import enter
from outflank.core.ordering import list_move, list_of, move_key, raise_key, take_best
from outflank.core.parity import parity_of
from outflank.core.rules import SQUARES, final_score, flips, legal_mask, play_unchecked
from outflank.core.search import search
from outflank.core.table import NO_MOVE, bucket_of, legal_move_of, probe
from outflank.core.team import is_stopped

Numbers = NDArray[np.int64]

ZERO, ONE = np.int64(0), np.int64(1)

#: A pass as a move: the number after the last square.
PASS = SQUARES

#: What stands for a move, or for the length of a line, if the search was stopped.
STOPPED = np.int64(-2)

#: So near to the leaves, or to the end of the game, every move is tried until one is worth
#: the value; farther away that is dear.
TRIED_WITHIN, TRIED_WITHIN_EMPTIES = np.int64(6), np.int64(14)

#: A line has at most so many moves: after every move there may be a pass.
MOST_MOVES = 128


@kernel("i8(i8, u8, u8)", inline=True)
def known_move(context: np.int64, player: np.uint64, opponent: np.uint64) -> np.int64:
    """The move of the shared table if it is legal, else NO_MOVE."""
    bucket = bucket_of(player, opponent, load(context, TABLE_MASK))
    data = probe(load(context, TABLE), bucket, player, opponent)
    return legal_move_of(data, legal_mask(player, opponent))


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
    raise_key(context, moves, length, known_move(context, player, opponent))
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


@kernel("i8(i8, u8, u8, i8)", inline=True)
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


@kernel("i8(i8, u8, u8, i8, i8)", inline=True)
def window_below(
    context: np.int64, player: np.uint64, opponent: np.uint64, alpha: np.int64, depth: np.int64
) -> np.int64:
    """A null window of `core.search` on a position as it comes: features, empties, parity."""
    empty = ~(player | opponent)
    empties = popcount(empty)
    if depth < empties:
        enter(context, player, opponent, empties)
    return search(context, player, opponent, alpha, depth, empties, parity_of(empty))


@kernel("b1(i8, u8, u8, i8, i8, i8)", inline=True)
def _is_worth(
    context: np.int64,
    player: np.uint64,
    opponent: np.uint64,
    square: np.int64,
    value: np.int64,
    depth: np.int64,
) -> bool:
    """True if a move is worth at least so much."""
    replier, mover = play_unchecked(player, opponent, square)
    return bool(-window_below(context, replier, mover, -value, depth - ONE) >= value)


@kernel("i8(i8, u8, u8, i8, i8)", inline=True)
def worth_move(
    context: np.int64, player: np.uint64, opponent: np.uint64, value: np.int64, depth: np.int64
) -> np.int64:
    """A legal move that is worth so much, the table's first; NO_MOVE if none is found.

    Far from the leaves it may be one that the table only thinks to be worth it: selective
    searches of one position need not agree.
    """
    legal = legal_mask(player, opponent)
    known = known_move(context, player, opponent)
    if known != NO_MOVE and _is_worth(context, player, opponent, known, value, depth):
        return known
    empties = popcount(~(player | opponent))
    within = TRIED_WITHIN_EMPTIES if depth == empties else TRIED_WITHIN
    if depth > within:
        window_below(context, player, opponent, value - ONE, depth)
        known = known_move(context, player, opponent)
        if load(context, MARGINS):
            return known  # perhaps no move keeps the value: to try them all may be in vain
    # A search may know the value without a move in the table, from the entry of a reply.
    while legal:
        square = lowest_square(legal)
        legal &= legal - FIRST_SQUARE
        if _is_worth(context, player, opponent, square, value, depth):
            return square
    return NO_MOVE


@kernel("i8(i8, u8, u8, i8, i8, i8[::1])")
def variation(
    context: np.int64,
    player: np.uint64,
    opponent: np.uint64,
    value: np.int64,
    depth: np.int64,
    moves: Numbers,
) -> np.int64:
    """Write the moves that both sides play if a value is right, until `depth` are played.

    Passes are written, and cost no depth. It ends early where no move is found to be worth
    the value, as may be after selective cut-offs, or where the search was stopped.

    Args:
        context: whose table knows the value; its selectivity is that of the search.
        player: discs of the side to move.
        opponent: discs of the other side.
        value: of the position, for the side to move, in the unit of the search.
        depth: plies of the search that found it.
        moves: is written; `MOST_MOVES` words.

    Returns:
        The number of moves.
    """
    length = ZERO
    while depth > ZERO:
        if legal_mask(player, opponent) == NO_SQUARES:
            if legal_mask(opponent, player) == NO_SQUARES:
                return length
            moves[length] = PASS
            player, opponent = opponent, player
        else:
            square = worth_move(context, player, opponent, value, depth)
            if square == NO_MOVE or is_stopped(context):
                return length
            moves[length] = square
            player, opponent = play_unchecked(player, opponent, square)
            depth -= ONE
        length += ONE
        value = -value
    return length
