"""Which move is searched first: the orderings of the two articles, and none.

An ordering gives each move a number; the greater is searched earlier, and equal
numbers keep the order of the squares, a1 first. Alpha-beta owes its cut-offs to it:
with the best move first it visits about the square root of what it visits with the
worst.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from outflank.core.compile import kernel
from outflank.core.intrinsics import lowest_square, popcount
from outflank.core.masks import (
    C_SQUARES,
    CORNERS,
    EDGES,
    FIRST_SQUARE,
    NO_SQUARES,
    X_SQUARES,
)
from outflank.core.rules import legal_mask, play_unchecked
from outflank.textbook.choices import Choice
from outflank.textbook.slots import ORDERING, Words


class Ordering(Choice):
    """The orderings by name."""

    NONE = "none"
    MTDF_ARTICLE = "mtdf-article"
    PVS_ARTICLE = "pvs-article"


NONE: Final = np.int64(Ordering.NONE.code)
MTDF_ARTICLE: Final = np.int64(Ordering.MTDF_ARTICLE.code)

# The terms of the MTD(f) article.
CORNER_BONUS: Final = np.int64(50)
X_SQUARE_BONUS: Final = np.int64(-20)
FLIP_BONUS: Final = np.int64(2)
#: For each move that the mover would have next, if it were its turn again; against it
#: stands each move of the opponent.
MOBILITY_BONUS: Final = np.int64(1)

# The terms of the PVS article; X and C squares are bad only beside an empty corner.
CORNER_GAIN: Final = np.int64(1000)
X_SQUARE_LOSS: Final = np.int64(500)
C_SQUARE_LOSS: Final = np.int64(120)
REPLY_LOSS: Final = np.int64(25)
FORCED_PASS_GAIN: Final = np.int64(400)
EDGE_GAIN: Final = np.int64(60)

# A move and its number in one word, so that sorting moves one of them:
# the number times 64, plus 63 - square, which puts a1 first among equals.
PACKING: Final = np.int64(64)
LAST_SQUARE: Final = np.int64(63)


@kernel("u8(i8)", inline=True)
def corner_beside(square: np.int64) -> np.uint64:
    """The corner of the quarter of the board in which `square` lies, as a mask."""
    row = np.int64(0) if square < 32 else np.int64(56)
    file = np.int64(0) if square & 7 < 4 else np.int64(7)
    return FIRST_SQUARE << np.uint64(row + file)


@kernel("i8(u8, u8, i8)")
def mtdf_article(player: np.uint64, opponent: np.uint64, square: np.int64) -> np.int64:
    """The MTD(f) article's number for a move: corner, X square, flips, mobility after it."""
    move = FIRST_SQUARE << np.uint64(square)
    replier, mover = play_unchecked(player, opponent, square)
    score = FLIP_BONUS * popcount(opponent ^ replier)
    if move & CORNERS != NO_SQUARES:
        score += CORNER_BONUS
    if move & X_SQUARES != NO_SQUARES:
        score += X_SQUARE_BONUS
    mobility = popcount(legal_mask(mover, replier)) - popcount(legal_mask(replier, mover))
    return score + MOBILITY_BONUS * mobility


@kernel("i8(u8, u8, i8)")
def pvs_article(player: np.uint64, opponent: np.uint64, square: np.int64) -> np.int64:
    """The PVS article's number for a move: corner, X and C squares, replies, edge."""
    move = FIRST_SQUARE << np.uint64(square)
    replies = popcount(legal_mask(*play_unchecked(player, opponent, square)))
    score = -REPLY_LOSS * replies
    if replies == 0:
        score += FORCED_PASS_GAIN
    if move & CORNERS != NO_SQUARES:
        score += CORNER_GAIN
    if corner_beside(square) & (player | opponent) == NO_SQUARES:
        if move & X_SQUARES != NO_SQUARES:
            score -= X_SQUARE_LOSS
        if move & C_SQUARES != NO_SQUARES:
            score -= C_SQUARE_LOSS
    if move & EDGES != NO_SQUARES:
        score += EDGE_GAIN
    return score


@kernel("i8(u8, u8, i8, i8)", inline=True)
def _number(
    player: np.uint64, opponent: np.uint64, square: np.int64, ordering: np.int64
) -> np.int64:
    if ordering == NONE:
        return np.int64(0)
    if ordering == MTDF_ARTICLE:
        return mtdf_article(player, opponent, square)
    return pvs_article(player, opponent, square)


@kernel("void(i8[::1], i8, i8)", inline=True)
def insert(moves: Words, count: np.int64, packed: np.int64) -> None:
    """Put a packed move where it belongs among the first `count`, the greatest first."""
    place = count
    while place > 0 and moves[place - 1] < packed:
        moves[place] = moves[place - 1]
        place -= 1
    moves[place] = packed


@kernel("i8(u8, u8, u8, i8[::1], i8[::1])")
def order_moves(
    player: np.uint64,
    opponent: np.uint64,
    squares: np.uint64,
    switches: Words,
    moves: Words,
) -> np.int64:
    """Fill `moves` with the moves to `squares`, in the order that the switches name.

    Returns:
        How many there are; `square_of` reads them.
    """
    count = np.int64(0)
    while squares != NO_SQUARES:
        square = lowest_square(squares)
        number = _number(player, opponent, square, switches[ORDERING])
        insert(moves, count, number * PACKING + (LAST_SQUARE - square))
        squares &= squares - FIRST_SQUARE
        count += 1
    return count


@kernel("i8(i8)", inline=True)
def square_of(packed: np.int64) -> np.int64:
    """The square of a move in a list that `order_moves` has filled."""
    return LAST_SQUARE - (packed & LAST_SQUARE)
