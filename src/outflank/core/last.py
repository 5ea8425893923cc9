"""The last four empties: special code, no table, no move list.

Nearly all nodes of an exact search are here, so each number of empties has a
kernel of its own that knows its squares by name. Bound contract of all of them:
the score in discs (empties to the winner) for the side to move, fail soft
around the null window (alpha, alpha + 1): a result above alpha is a lower
bound, one at or below alpha an upper bound.
"""

from __future__ import annotations

from typing import cast

import numpy as np

from outflank.core.compile import kernel
from outflank.core.constants import byte_table, word_table
from outflank.core.context import count_node
from outflank.core.intrinsics import popcount
from outflank.core.lanes import ray
from outflank.core.masks import FIRST_SQUARE
from outflank.core.rules import SQUARES, final_score, flips
from outflank.core.table import NO_SCORE

ONE, TWO = np.int64(1), np.int64(2)
PASSED, NOT_PASSED = (cast("bool", np.bool_(passed)) for passed in (True, False))

#: Two squares lie in one quadrant of the board if these bits of their numbers agree.
QUADRANT_BITS = np.int64(0b100100)

# The discs that the last move of a game turns in one line can be looked up: all
# other squares are full, so the player's discs of the line say everything.

FILE_A = np.uint64(0x0101010101010101)
LINE_BITS = np.int64(0xFF)
#: Multiplying file a by this brings row r to bit 56 + r.
FILE_TO_TOP_ROW = np.uint64(0x0102040810204080)
TOP_ROW = np.uint64(56)
SEVEN = np.int64(7)
THREE = np.int64(3)
EIGHT = np.int64(8)


def _turned_in_line(place: int, line: int) -> int:
    """Discs turned by the last move at `place` of a line where the player has `line`."""
    turned = 0
    for step in (1, -1):
        run, here = 0, place + step
        while 0 <= here < 8 and not line >> here & 1:
            run, here = run + 1, here + step
        if 0 <= here < 8:
            turned += run
    return turned


def _line_through(square: int, files: int, rows: int) -> int:
    return 1 << square | ray(square, files, rows) | ray(square, -files, -rows)


_turned = byte_table(
    "outflank.turned_in_line",
    [_turned_in_line(place, line) for place in range(8) for line in range(256)],
)
_diagonal = word_table("outflank.diagonal", [_line_through(square, 1, 1) for square in range(64)])
_antidiagonal = word_table(
    "outflank.antidiagonal", [_line_through(square, -1, 1) for square in range(64)]
)


@kernel("u8(i8)", inline=True)
def _at(square: np.int64) -> np.uint64:
    return FIRST_SQUARE << np.uint64(square)


@kernel("i8(u8, i8)", inline=True)
def last_flips(player: np.uint64, square: np.int64) -> np.int64:
    """Number of discs that `player` turns on the only empty square of the board."""
    file, row = square & SEVEN, square >> THREE
    by_file, by_row = file * np.int64(256), row * np.int64(256)
    rank = np.int64(player >> np.uint64(row * EIGHT)) & LINE_BITS
    column = ((player >> np.uint64(file)) & FILE_A) * FILE_TO_TOP_ROW >> TOP_ROW
    diagonal = (player & _diagonal(square)) * FILE_A >> TOP_ROW
    antidiagonal = (player & _antidiagonal(square)) * FILE_A >> TOP_ROW
    return (
        _turned(by_file + rank)
        + _turned(by_row + np.int64(column))
        + _turned(by_file + np.int64(diagonal))
        + _turned(by_file + np.int64(antidiagonal))
    )


@kernel("i8(u8, i8)", inline=True)
def last_one(player: np.uint64, square: np.int64) -> np.int64:
    """Exact score with one empty square left; the opponent has all other squares."""
    difference = TWO * popcount(player) - SQUARES
    turned = last_flips(player, square)
    if turned:
        return difference + TWO * turned + TWO
    opponent = ~(player | FIRST_SQUARE << np.uint64(square))
    turned = last_flips(opponent, square)
    if turned:
        return difference - TWO * turned
    # Nobody can move: difference + 1 is the raw score, and the empty goes to the winner.
    return difference + TWO if difference + ONE > 0 else difference


@kernel("i8(i8, u8, u8, i8, i8, i8)")
def last_two(
    context: np.int64,
    player: np.uint64,
    opponent: np.uint64,
    alpha: np.int64,
    a: np.int64,
    b: np.int64,
) -> np.int64:
    """Score with two empty squares (contract: see the module)."""
    count_node(context)
    best = NO_SCORE
    turned = flips(player, opponent, a)
    if turned:
        best = -last_one(opponent ^ turned, b)
        if best > alpha:
            return best
    turned = flips(player, opponent, b)
    if turned:
        return max(best, -last_one(opponent ^ turned, a))
    if best != NO_SCORE:
        return best
    # A pass: the same for the opponent, who wants the score at or below alpha.
    turned = flips(opponent, player, a)
    if turned:
        best = last_one(player ^ turned, b)
        if best <= alpha:
            return best
    turned = flips(opponent, player, b)
    if turned:
        reply = last_one(player ^ turned, a)
        return reply if best == NO_SCORE else min(best, reply)
    return best if best != NO_SCORE else final_score(player, opponent)


@kernel("i8(i8, u8, u8, i8, i8, i8, i8, b1)")
def last_three(
    context: np.int64,
    player: np.uint64,
    opponent: np.uint64,
    alpha: np.int64,
    a: np.int64,
    b: np.int64,
    c: np.int64,
    passed: bool,
) -> np.int64:
    """Score with three empty squares, tried in the given order."""
    count_node(context)
    best = NO_SCORE
    beta = -alpha - ONE
    turned = flips(player, opponent, a)
    if turned:
        best = -last_two(context, opponent ^ turned, player ^ turned ^ _at(a), beta, b, c)
        if best > alpha:
            return best
    turned = flips(player, opponent, b)
    if turned:
        best = max(
            best, -last_two(context, opponent ^ turned, player ^ turned ^ _at(b), beta, a, c)
        )
        if best > alpha:
            return best
    turned = flips(player, opponent, c)
    if turned:
        best = max(
            best, -last_two(context, opponent ^ turned, player ^ turned ^ _at(c), beta, a, b)
        )
    if best != NO_SCORE:
        return best
    if passed:
        return final_score(player, opponent)
    # The order of the squares is left as it is; the turn of the window is not.
    score = last_three(context, opponent, player, beta, a, b, c, PASSED)
    return -score


@kernel("i8(i8, u8, u8, i8, i8, i8, i8)", inline=True)
def _single_first(
    context: np.int64,
    player: np.uint64,
    opponent: np.uint64,
    alpha: np.int64,
    a: np.int64,
    b: np.int64,
    c: np.int64,
) -> np.int64:
    """`last_three`; if two of the squares share a quadrant, the third is tried first (parity)."""
    a_with_b = (a ^ b) & QUADRANT_BITS == 0
    a_with_c = (a ^ c) & QUADRANT_BITS == 0
    if a_with_b and not a_with_c:
        return last_three(context, player, opponent, alpha, c, a, b, NOT_PASSED)
    if a_with_c and not a_with_b:
        return last_three(context, player, opponent, alpha, b, a, c, NOT_PASSED)
    return last_three(context, player, opponent, alpha, a, b, c, NOT_PASSED)


@kernel("i8(i8, u8, u8, i8, i8, i8, i8, i8, b1)")
def last_four(
    context: np.int64,
    player: np.uint64,
    opponent: np.uint64,
    alpha: np.int64,
    a: np.int64,
    b: np.int64,
    c: np.int64,
    d: np.int64,
    passed: bool,
) -> np.int64:
    """Score with four empty squares, tried in the given order (odd quadrants first)."""
    count_node(context)
    best = NO_SCORE
    beta = -alpha - ONE
    turned = flips(player, opponent, a)
    if turned:
        best = -_single_first(context, opponent ^ turned, player ^ turned ^ _at(a), beta, b, c, d)
        if best > alpha:
            return best
    turned = flips(player, opponent, b)
    if turned:
        best = max(
            best,
            -_single_first(context, opponent ^ turned, player ^ turned ^ _at(b), beta, a, c, d),
        )
        if best > alpha:
            return best
    turned = flips(player, opponent, c)
    if turned:
        best = max(
            best,
            -_single_first(context, opponent ^ turned, player ^ turned ^ _at(c), beta, a, b, d),
        )
        if best > alpha:
            return best
    turned = flips(player, opponent, d)
    if turned:
        best = max(
            best,
            -_single_first(context, opponent ^ turned, player ^ turned ^ _at(d), beta, a, b, c),
        )
    if best != NO_SCORE:
        return best
    if passed:
        return final_score(player, opponent)
    return -last_four(context, opponent, player, beta, a, b, c, d, PASSED)
