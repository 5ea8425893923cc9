"""Perft: the number of leaves of the game tree at a depth, counted in bulk at the last ply.

There are two ways to count a pass, both in use; the name says which:

* ``pass_is_ply`` True: a pass uses up one ply (as most published tables count).
* False: a pass costs nothing, as it costs no depth in a search.

A finished game above the last ply is one leaf under both.
"""

from __future__ import annotations

import numpy as np

from outflank.core.compile import kernel
from outflank.core.intrinsics import lowest_square, popcount
from outflank.core.masks import FIRST_SQUARE, NO_SQUARES
from outflank.core.rules import flips, legal_mask

ONE = np.int64(1)


@kernel("i8(u8, u8)", inline=True)
def _leaves_of_no_move(player: np.uint64, opponent: np.uint64) -> np.int64:
    """Leaves one ply on, when `player` has no move and a pass is free."""
    replies = popcount(legal_mask(opponent, player))
    return replies or ONE


@kernel("i8(u8, u8, b1)")
def _last_two_plies(player: np.uint64, opponent: np.uint64, pass_is_ply: bool) -> np.int64:
    """Leaves two plies on from a position with a move: each reply is counted, not played."""
    leaves = np.int64(0)
    moves = legal_mask(player, opponent)
    while moves != NO_SQUARES:
        square = lowest_square(moves)
        moves &= moves - FIRST_SQUARE
        turned = flips(player, opponent, square)
        next_player = opponent ^ turned
        next_opponent = player ^ turned ^ (FIRST_SQUARE << np.uint64(square))
        replies = popcount(legal_mask(next_player, next_opponent))
        if replies == 0:
            replies = ONE if pass_is_ply else _leaves_of_no_move(next_player, next_opponent)
        leaves += replies
    return leaves


@kernel("i8(u8, u8, i8, b1)")
def count(player: np.uint64, opponent: np.uint64, depth: np.int64, pass_is_ply: bool) -> np.int64:
    """Leaves of the game tree `depth` plies on (0 and more), under the named pass rule."""
    if depth <= 0:
        return ONE
    moves = legal_mask(player, opponent)
    if moves == NO_SQUARES:
        if legal_mask(opponent, player) == NO_SQUARES:
            return ONE
        return count(opponent, player, depth - ONE if pass_is_ply else depth, pass_is_ply)
    if depth == ONE:
        return popcount(moves)
    if depth == ONE + ONE:
        return _last_two_plies(player, opponent, pass_is_ply)
    leaves = np.int64(0)
    while moves != NO_SQUARES:
        square = lowest_square(moves)
        moves &= moves - FIRST_SQUARE
        turned = flips(player, opponent, square)
        placed = FIRST_SQUARE << np.uint64(square)
        leaves += count(opponent ^ turned, player ^ turned ^ placed, depth - ONE, pass_is_ply)
    return leaves
