"""The exact search near the end of the game: from ten empties on no evaluation is asked.

Kernels hand on to each other as the empty squares run out::

    empties     kernel                  order of moves               table
    11 and more core.search             evaluation, mobility         shared
    7 to 10     middle                  mobility                     near (private, in cache)
    5 and 6     shallow                 parity                       none
    1 to 4      last_four … last_one    parity                       none

Bound contract of all of them, for the null window (alpha, alpha + 1): the result is
in discs (empties to the winner) for the side to move, fail soft. At or below alpha it
is an upper bound of the score, above alpha a lower bound; either may be the score.
"""

from __future__ import annotations

import numpy as np

from outflank.core.compile import kernel
from outflank.core.context import NEAR, NEAR_MASK, count_node
from outflank.core.intrinsics import lowest_square, popcount
from outflank.core.last import NOT_PASSED, last_four, last_one, last_three, last_two
from outflank.core.masks import FIRST_SQUARE, NO_SQUARES
from outflank.core.memory import load
from outflank.core.ordering import counted_key, list_move, list_of, take_best
from outflank.core.parity import odd_squares, quadrant_bit
from outflank.core.rules import SQUARES, final_score, flips, legal_mask
from outflank.core.stability import stable_discs
from outflank.core.table import (
    HIGHEST,
    NO_ENTRY,
    NO_MOVE,
    NO_SCORE,
    PROVED,
    bound_of,
    bucket_of,
    keep_bound,
    legal_move_of,
    probe,
)

ZERO, ONE, TWO, THREE, FOUR, FIVE = (np.int64(number) for number in range(6))

#: The greatest number of empty squares for `shallow` and for `middle`.
SHALLOW, MIDDLE = np.int64(6), np.int64(10)

#: Instead of a number of moves: not listed yet; one turns all that the opponent has.
UNLISTED, WIPE_OUT = np.int64(-1), np.int64(-2)

# Stable discs are counted where the opponent may have enough of them to keep the
# score down to alpha: at alpha >= 2 * empties + margin. Both were chosen by trial.
SHALLOW_STABILITY_MARGIN, STABILITY_MARGIN = np.int64(6), np.int64(-4)


@kernel("i8(u8, u8)", inline=True)
def stability_bound(player: np.uint64, opponent: np.uint64) -> np.int64:
    """The most that `player` can still score, since the opponent's stable discs stay."""
    return SQUARES - TWO * popcount(stable_discs(opponent, player))


@kernel("i8(i8, u8, u8, i8, i8)", inline=True)
def _four_left(
    context: np.int64, player: np.uint64, opponent: np.uint64, alpha: np.int64, parity: np.int64
) -> np.int64:
    """`last_four` with the squares of odd quadrants first."""
    empty = ~(player | opponent)
    odd = empty & odd_squares(parity)
    even = empty ^ odd
    a = lowest_square(odd) if odd else lowest_square(even)
    rest = ~(FIRST_SQUARE << np.uint64(a))
    odd &= rest
    even &= rest
    b = lowest_square(odd) if odd else lowest_square(even)
    rest = ~(FIRST_SQUARE << np.uint64(b))
    odd &= rest
    even &= rest
    c = lowest_square(odd) if odd else lowest_square(even)
    d = lowest_square((odd | even) & ~(FIRST_SQUARE << np.uint64(c)))
    return last_four(context, player, opponent, alpha, a, b, c, d, NOT_PASSED)


@kernel("i8(i8, u8, u8, u8, i8, i8, i8)")
def shallow(
    context: np.int64,
    player: np.uint64,
    opponent: np.uint64,
    moves: np.uint64,
    alpha: np.int64,
    empties: np.int64,
    parity: np.int64,
) -> np.int64:
    """Null-window search from 5 or 6 empties, of which `moves` are legal (see the module)."""
    count_node(context)
    beta = -alpha - ONE
    if moves == NO_SQUARES:
        replies = legal_mask(opponent, player)
        if replies == NO_SQUARES:
            return final_score(player, opponent)
        return -shallow(context, opponent, player, replies, beta, empties, parity)
    if alpha >= TWO * empties + SHALLOW_STABILITY_MARGIN:
        bound = stability_bound(player, opponent)
        if bound <= alpha:
            return bound
    best = NO_SCORE
    odd = moves & odd_squares(parity)
    even = moves ^ odd
    while odd | even:
        if odd:
            square = lowest_square(odd)
            odd &= odd - FIRST_SQUARE
        else:
            square = lowest_square(even)
            even &= even - FIRST_SQUARE
        turned = flips(player, opponent, square)
        replier = opponent ^ turned
        mover = player ^ turned ^ FIRST_SQUARE << np.uint64(square)
        after = parity ^ quadrant_bit(square)
        if empties > FIVE:
            replies = legal_mask(replier, mover)
            score = -shallow(context, replier, mover, replies, beta, empties - ONE, after)
        else:
            score = -_four_left(context, replier, mover, beta, after)
        if score > best:
            best = score
            if best > alpha:
                return best
    return best


@kernel("i8(i8, u8, u8, u8, i8, i8)", inline=True)
def _list_middle_moves(
    context: np.int64,
    player: np.uint64,
    opponent: np.uint64,
    legal: np.uint64,
    empties: np.int64,
    parity: np.int64,
) -> np.int64:
    """List and key moves of a node of `middle`; their number, or WIPE_OUT."""
    moves, length = list_of(empties), ZERO
    while legal:
        square = lowest_square(legal)
        legal &= legal - FIRST_SQUARE
        turned = flips(player, opponent, square)
        if turned == opponent:
            return WIPE_OUT
        mover = player ^ turned ^ FIRST_SQUARE << np.uint64(square)
        replies = legal_mask(opponent ^ turned, mover)
        key = counted_key(opponent ^ turned, mover, replies, square, empties, parity)
        list_move(context, moves, length, square, key, turned, replies)
        length += ONE
    return length


@kernel("i8(i8, u8, u8, u8, i8, i8, i8)")
def middle(
    context: np.int64,
    player: np.uint64,
    opponent: np.uint64,
    legal: np.uint64,
    alpha: np.int64,
    empties: np.int64,
    parity: np.int64,
) -> np.int64:
    """Null-window search from 7 to 10 empties; `legal` are the moves (see the module)."""
    count_node(context)
    beta = -alpha - ONE
    if alpha >= TWO * empties + STABILITY_MARGIN:
        bound = stability_bound(player, opponent)
        if bound <= alpha:
            return bound
    if legal == NO_SQUARES:
        replies = legal_mask(opponent, player)
        if replies == NO_SQUARES:
            return final_score(player, opponent)
        return -middle(context, opponent, player, replies, beta, empties, parity)
    table, mask = load(context, NEAR), load(context, NEAR_MASK)
    data = probe(table, bucket_of(player, opponent, mask), player, opponent)
    if data != NO_ENTRY:
        known = bound_of(data, alpha)
        if known != NO_SCORE:
            return known
    best, best_move = NO_SCORE, NO_MOVE
    # The table's move comes first, before any other is even keyed: often it is enough.
    square = legal_move_of(data, legal)
    turned = replies = NO_SQUARES
    if square != NO_MOVE:
        turned = flips(player, opponent, square)
        replies = legal_mask(opponent ^ turned, player ^ turned ^ FIRST_SQUARE << np.uint64(square))
        legal ^= FIRST_SQUARE << np.uint64(square)
    length = left = UNLISTED
    while best <= alpha:
        if square == NO_MOVE:
            if left == UNLISTED:
                length = left = _list_middle_moves(
                    context, player, opponent, legal, empties, parity
                )
                if left == WIPE_OUT:
                    return HIGHEST
            if left == ZERO:
                break
            square, turned, replies = take_best(context, list_of(empties), length)
            left -= ONE
        replier = opponent ^ turned
        mover = player ^ turned ^ FIRST_SQUARE << np.uint64(square)
        after = parity ^ quadrant_bit(square)
        if replier == NO_SQUARES:
            score = HIGHEST
        elif empties > SHALLOW + ONE:
            score = -middle(context, replier, mover, replies, beta, empties - ONE, after)
        else:
            score = -shallow(context, replier, mover, replies, beta, empties - ONE, after)
        if score > best:
            best, best_move = score, square
        square = NO_MOVE
    keep_bound(table, mask, player, opponent, alpha, best, best_move, empties, PROVED, ZERO)
    return best


@kernel("i8(i8, u8, u8, i8, i8, i8)", inline=True)
def near_the_end(
    context: np.int64,
    player: np.uint64,
    opponent: np.uint64,
    alpha: np.int64,
    empties: np.int64,
    parity: np.int64,
) -> np.int64:
    """Null-window search from at most MIDDLE empties, whatever their number."""
    if empties > FOUR:
        legal = legal_mask(player, opponent)
        if empties > SHALLOW:
            return middle(context, player, opponent, legal, alpha, empties, parity)
        return shallow(context, player, opponent, legal, alpha, empties, parity)
    if empties == FOUR:
        return _four_left(context, player, opponent, alpha, parity)
    empty = ~(player | opponent)
    a = lowest_square(empty)
    empty &= empty - FIRST_SQUARE
    b = lowest_square(empty)
    empty &= empty - FIRST_SQUARE
    if empties == THREE:
        return last_three(context, player, opponent, alpha, a, b, lowest_square(empty), NOT_PASSED)
    if empties == TWO:
        return last_two(context, player, opponent, alpha, a, b)
    if empties == ONE:
        return last_one(player, a)
    return final_score(player, opponent)
