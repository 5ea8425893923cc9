"""The rules of Othello as kernels: legal moves, flips, a move, the end, the scores.

The readable twins stand in :mod:`outflank.board.rules`, under the same names; only
`play_unchecked` there takes a pass as well.
A position is two masks, the side to move first; they must not overlap (unchecked).
"""

from __future__ import annotations

import numpy as np

from outflank.core.compile import kernel
from outflank.core.intrinsics import popcount
from outflank.core.lanes import outflanked, reachable
from outflank.core.masks import FIRST_SQUARE, NO_SQUARES

PASS = np.int64(64)
SQUARES = np.int64(64)


@kernel("u8(u8, u8)", inline=True)
def legal_mask(player: np.uint64, opponent: np.uint64) -> np.uint64:
    """Squares on which `player` may place a disc; none means pass or end of the game."""
    return reachable(player, opponent) & ~(player | opponent)  # type: ignore[no-any-return]


@kernel("u8(u8, u8, i8)", inline=True)
def flips(player: np.uint64, opponent: np.uint64, square: np.int64) -> np.uint64:
    """Opponent discs that a disc on `square` (0 to 63, empty, unchecked) turns over.

    None means that the move is not legal.
    """
    return outflanked(square, player, opponent)  # type: ignore[no-any-return]


@kernel("UniTuple(u8, 2)(u8, u8, i8)", inline=True)
def play_unchecked(
    player: np.uint64, opponent: np.uint64, square: np.int64
) -> tuple[np.uint64, np.uint64]:
    """The position after a disc on `square` (0 to 63, a legal move, unchecked).

    Returns:
        The side that replies, and the side that moved. On an empty square that is no legal
        move nothing is turned: then the first is `opponent` as it was.
    """
    turned = flips(player, opponent, square)
    return opponent ^ turned, player | turned | (FIRST_SQUARE << np.uint64(square))


@kernel("b1(u8, u8)", inline=True)
def is_game_over(player: np.uint64, opponent: np.uint64) -> bool:
    """True if neither side has a legal move."""
    if legal_mask(player, opponent) != NO_SQUARES:
        return False
    return bool(legal_mask(opponent, player) == NO_SQUARES)


@kernel("i8(u8, u8)", inline=True)
def raw_score(player: np.uint64, opponent: np.uint64) -> np.int64:
    """Discs of `player` minus discs of `opponent`, empties to nobody."""
    return popcount(player) - popcount(opponent)


@kernel("i8(u8, u8)", inline=True)
def final_score(player: np.uint64, opponent: np.uint64) -> np.int64:
    """Disc difference of a finished game, empties to the winner: -64 to 64."""
    difference = raw_score(player, opponent)
    empties = SQUARES - popcount(player | opponent)
    if difference > 0:
        return difference + empties
    if difference < 0:
        return difference - empties
    return difference
