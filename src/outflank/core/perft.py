"""Perft: the number of leaves of the game tree at a depth, counted in bulk at the last ply.

There are two ways to count a pass, both in use; the name says which:

* ``pass_is_ply`` True: a pass uses up one ply (as most published tables count).
* False: a pass costs nothing, as it costs no depth in a search.

A finished game above the last ply is one leaf under both.

The upper plies are walked one after the other. The last four are laid out level by
level instead: all children of a position, then all of theirs, and so on, each level
in one loop whose steps do not wait for each other. That is nearly twice as fast.
A level is three columns of words; the last one is counted and emptied when it is full::

    level          first       second      third
    plies left     3           2           1
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from outflank.core.compile import kernel
from outflank.core.intrinsics import lowest_square, popcount
from outflank.core.masks import FIRST_SQUARE, NO_SQUARES
from outflank.core.portable import legal_mask as legal_mask_in_loop
from outflank.core.rules import SQUARES, legal_mask, play_unchecked

#: Columns of one level, or of all three.
Columns = npt.NDArray[np.uint64]

ZERO, ONE, TWO, THREE = (np.int64(number) for number in range(4))

#: Plies that are laid out in levels.
LEVEL_PLIES = np.int64(4)

#: Positions that a level has room for: of each of 64 parents, or nearly, all children.
ROOM = SQUARES * SQUARES

PLAYER, OPPONENT, MOVES = ZERO, ONE, TWO
FIRST, SECOND, THIRD = ZERO, ONE, TWO


def count(player: int, opponent: int, depth: int, pass_is_ply: bool) -> int:
    """Leaves of the game tree `depth` plies on (0 and more), under the named pass rule."""
    levels = np.empty((3, 3, int(ROOM)), dtype=np.uint64)
    words = np.uint64(player), np.uint64(opponent)
    return int(_count(*words, np.int64(depth), pass_is_ply, levels))


@kernel("i8(u8, u8, i8, b1)")
def _walk(player: np.uint64, opponent: np.uint64, depth: np.int64, pass_is_ply: bool) -> np.int64:
    """Leaves `depth` plies on, each position above the last ply played out by itself."""
    if depth <= ZERO:
        return ONE
    moves = legal_mask(player, opponent)
    if moves == NO_SQUARES:
        if legal_mask(opponent, player) == NO_SQUARES:
            return ONE
        return _walk(opponent, player, depth - ONE if pass_is_ply else depth, pass_is_ply)
    if depth == ONE:
        return popcount(moves)
    leaves = ZERO
    while moves != NO_SQUARES:
        next_player, next_opponent = play_unchecked(player, opponent, lowest_square(moves))
        moves &= moves - FIRST_SQUARE
        leaves += _walk(next_player, next_opponent, depth - ONE, pass_is_ply)
    return leaves


@kernel("i8(u8, u8, u8, u8[:, ::1], i8)", inline=True)
def _add_children(
    player: np.uint64, opponent: np.uint64, moves: np.uint64, level: Columns, length: np.int64
) -> np.int64:
    """Write a position's children behind the `length` entries of a level; its new length."""
    while moves != NO_SQUARES:
        next_player, next_opponent = play_unchecked(player, opponent, lowest_square(moves))
        moves &= moves - FIRST_SQUARE
        level[PLAYER, length] = next_player
        level[OPPONENT, length] = next_opponent
        length += ONE
    return length


@kernel("void(u8[:, ::1], i8)", inline=True)
def _find_moves(level: Columns, length: np.int64) -> None:
    """Fill in the third column of a level."""
    for i in range(length):
        level[MOVES, i] = legal_mask_in_loop(level[PLAYER, i], level[OPPONENT, i])


@kernel("i8(u8[:, ::1], i8, b1)")
def _count_last_level(level: Columns, length: np.int64, pass_is_ply: bool) -> np.int64:
    """Leaves one ply below the last level: moves are counted, not played."""
    leaves = without_move = ZERO
    for i in range(length):
        replies = popcount(legal_mask_in_loop(level[PLAYER, i], level[OPPONENT, i]))
        leaves += replies
        without_move += np.int64(replies == ZERO)
    if without_move == ZERO:
        return leaves
    for i in range(length):
        player, opponent = level[PLAYER, i], level[OPPONENT, i]
        if legal_mask(player, opponent) == NO_SQUARES:
            leaves += _walk(player, opponent, ONE, pass_is_ply)
    return leaves


@kernel("i8(u8, u8, u8, b1, u8[:, :, ::1])")
def _count_levels(
    player: np.uint64, opponent: np.uint64, moves: np.uint64, pass_is_ply: bool, levels: Columns
) -> np.int64:
    """Leaves four plies on from a position with `moves`."""
    first, second, third = levels[FIRST], levels[SECOND], levels[THIRD]
    children = _add_children(player, opponent, moves, first, ZERO)
    _find_moves(first, children)
    leaves, grandchildren = ZERO, ZERO
    for i in range(children):
        player, opponent, moves = first[PLAYER, i], first[OPPONENT, i], first[MOVES, i]
        if moves == NO_SQUARES:
            leaves += _walk(player, opponent, THREE, pass_is_ply)
        grandchildren = _add_children(player, opponent, moves, second, grandchildren)
    _find_moves(second, grandchildren)
    length = ZERO
    for i in range(grandchildren):
        player, opponent, moves = second[PLAYER, i], second[OPPONENT, i], second[MOVES, i]
        if moves == NO_SQUARES:
            leaves += _walk(player, opponent, TWO, pass_is_ply)
        length = _add_children(player, opponent, moves, third, length)
        if length > ROOM - SQUARES:
            leaves += _count_last_level(third, length, pass_is_ply)
            length = ZERO
    return leaves + _count_last_level(third, length, pass_is_ply)


@kernel("i8(u8, u8, i8, b1, u8[:, :, ::1])")
def _count(
    player: np.uint64, opponent: np.uint64, depth: np.int64, pass_is_ply: bool, levels: Columns
) -> np.int64:
    """As `count`: walks to the fourth ply before the last, and lays out the rest in levels."""
    if depth < LEVEL_PLIES:
        return _walk(player, opponent, depth, pass_is_ply)
    moves = legal_mask(player, opponent)
    if moves == NO_SQUARES:
        if legal_mask(opponent, player) == NO_SQUARES:
            return ONE
        left = depth - ONE if pass_is_ply else depth
        return _count(opponent, player, left, pass_is_ply, levels)
    if depth == LEVEL_PLIES:
        return _count_levels(player, opponent, moves, pass_is_ply, levels)
    leaves = ZERO
    while moves != NO_SQUARES:
        next_player, next_opponent = play_unchecked(player, opponent, lowest_square(moves))
        moves &= moves - FIRST_SQUARE
        leaves += _count(next_player, next_opponent, depth - ONE, pass_is_ply, levels)
    return leaves
