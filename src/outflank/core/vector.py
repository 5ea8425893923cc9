"""The rules over flat arrays of positions: the loops that ``outflank.arrays`` runs.

Every array is one-dimensional and C-contiguous unless its drawing says otherwise,
and all arrays of a call have the same length. A kernel that can meet bad input
returns the index of the first bad element, or ``NO_FAULT``.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from outflank.core import portable, rules, stability, symmetry
from outflank.core.compile import kernel
from outflank.core.intrinsics import popcount
from outflank.core.masks import FIRST_SQUARE, NO_SQUARES, START_OPPONENT, START_PLAYER
from outflank.core.rules import PASS, SQUARES

Masks = NDArray[np.uint64]
Numbers = NDArray[np.int64]

NO_FAULT = np.int64(-1)
NONE_YET = np.int64(0)


@kernel("void(u8[::1], u8[::1], u8[::1])")
def legal_masks(player: Masks, opponent: Masks, result: Masks) -> None:
    """The squares on which `player` may place a disc."""
    for i in range(result.size):
        result[i] = portable.legal_mask(player[i], opponent[i])


@kernel("b1(i8)", inline=True)
def _on_board(square: np.int64) -> Any:
    return (square >= NONE_YET) & (square < SQUARES)


@kernel("u8(u8, u8, i8)", inline=True)
def _flips_of_any(player: np.uint64, opponent: np.uint64, square: np.int64) -> np.uint64:
    """Discs turned by a disc on `square` (0 to 63); none if it is occupied."""
    if (player | opponent) & (FIRST_SQUARE << np.uint64(square)) != NO_SQUARES:
        return NO_SQUARES
    return rules.flips(player, opponent, square)


@kernel("i8(u8[::1], u8[::1], i8[::1], u8[::1])")
def flips(player: Masks, opponent: Masks, square: Numbers, result: Masks) -> np.int64:
    """The discs turned by a disc on each square; a fault is a square off the board."""
    for i in range(result.size):
        if not _on_board(square[i]):
            return np.int64(i)
        result[i] = _flips_of_any(player[i], opponent[i], square[i])
    return NO_FAULT


@kernel("UniTuple(u8, 2)(u8, u8, i8)", inline=True)
def played(player: np.uint64, opponent: np.uint64, move: np.int64) -> tuple[np.uint64, np.uint64]:
    """The position after a legal move (unchecked), seen from the side to move then."""
    if move == PASS:
        return opponent, player
    return rules.play_unchecked(player, opponent, move)


@kernel("void(u8[::1], u8[::1], i8[::1], u8[::1], u8[::1])")
def play_unchecked(
    player: Masks, opponent: Masks, move: Numbers, next_player: Masks, next_opponent: Masks
) -> None:
    """The positions after legal moves; a number that is no move counts modulo 64."""
    for i in range(next_player.size):
        square = move[i] if move[i] == PASS else move[i] & (SQUARES - 1)
        next_player[i], next_opponent[i] = played(player[i], opponent[i], square)


@kernel("b1(u8, u8, i8)", inline=True)
def is_legal(player: np.uint64, opponent: np.uint64, move: np.int64) -> Any:
    """Whether a move of any number is legal; none is where the masks overlap."""
    if player & opponent != NO_SQUARES:
        return False
    if move == PASS:
        stuck = rules.legal_mask(player, opponent) == NO_SQUARES
        return stuck and rules.legal_mask(opponent, player) != NO_SQUARES
    return _on_board(move) and _flips_of_any(player, opponent, move) != NO_SQUARES


@kernel("i8(u8[::1], u8[::1], i8[::1], u8[::1], u8[::1])")
def play(
    player: Masks, opponent: Masks, move: Numbers, next_player: Masks, next_opponent: Masks
) -> np.int64:
    """The positions after moves; a fault is an illegal move or a position that is none."""
    for i in range(next_player.size):
        if not is_legal(player[i], opponent[i], move[i]):
            return np.int64(i)
        next_player[i], next_opponent[i] = played(player[i], opponent[i], move[i])
    return NO_FAULT


@kernel("void(u8[::1], u8[::1], b1[::1])")
def is_game_over(player: Masks, opponent: Masks, result: NDArray[np.bool_]) -> None:
    """Whether neither side has a legal move."""
    for i in range(result.size):
        result[i] = rules.is_game_over(player[i], opponent[i])


@kernel("void(u8[::1], u8[::1], i8[::1])")
def final_scores(player: Masks, opponent: Masks, result: Numbers) -> None:
    """Disc differences, empties to the winner."""
    for i in range(result.size):
        result[i] = rules.final_score(player[i], opponent[i])


@kernel("void(u8[::1], u8[::1], i8[::1])")
def raw_scores(player: Masks, opponent: Masks, result: Numbers) -> None:
    """Disc differences, empties to nobody."""
    for i in range(result.size):
        result[i] = rules.raw_score(player[i], opponent[i])


@kernel("void(u8[::1], u8[::1], u8[::1])")
def stable_discs(player: Masks, opponent: Masks, result: Masks) -> None:
    """Discs of `player` that are known to be stable."""
    for i in range(result.size):
        result[i] = stability.stable_discs(player[i], opponent[i])


@kernel("void(u8[::1], u8[::1], u8[::1], u8[::1])")
def canonical(player: Masks, opponent: Masks, least_player: Masks, least_opponent: Masks) -> None:
    """The smallest of the eight images of each position."""
    for i in range(least_player.size):
        least_player[i], least_opponent[i] = symmetry.canonical(player[i], opponent[i])


@kernel("i8(u8[::1], i8[::1], u8[::1])")
def transform(mask: Masks, number: Numbers, result: Masks) -> np.int64:
    """The masks under the symmetries of those numbers; a fault is a number that has none."""
    for i in range(result.size):
        if number[i] < NONE_YET or number[i] >= symmetry.SYMMETRIES:
            return np.int64(i)
        result[i] = symmetry.transform(mask[i], number[i])
    return NO_FAULT


# Random play. Each position has a stream of its own, SplitMix64 (Steele, Lea and
# Flood 2014) begun at a place that only the seed and the position's index decide:
# threads and slices cannot change what comes out.

WEYL_STEP = np.uint64(0x9E3779B97F4A7C15)
MIX_1, MIX_2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
SHIFT_1, SHIFT_2, SHIFT_3 = np.uint64(30), np.uint64(27), np.uint64(31)
HALF_WORD = np.uint64(32)
ANY_EMPTIES = np.int64(-1)
EMPTIES_AT_START = np.int64(60)


@kernel("u8(u8)", inline=True)
def mixed(word: np.uint64) -> np.uint64:
    """A state, or a seed, scrambled: what a stream of SplitMix64 gives out."""
    word = (word ^ (word >> SHIFT_1)) * MIX_1
    word = (word ^ (word >> SHIFT_2)) * MIX_2
    return word ^ (word >> SHIFT_3)


@kernel("i8(u8, i8)", inline=True)
def below(state: np.uint64, bound: np.int64) -> np.int64:
    """A number from 0 to `bound` - 1 (of at most 64) drawn from the state."""
    return np.int64(((mixed(state) >> HALF_WORD) * np.uint64(bound)) >> HALF_WORD)


@kernel("i8(u8, i8)", inline=True)
def nth_square(mask: np.uint64, n: np.int64) -> np.int64:
    """The square of `mask` that has `n` others before it."""
    for _ in range(n):
        mask &= mask - FIRST_SQUARE
    return popcount((mask & (~mask + FIRST_SQUARE)) - FIRST_SQUARE)


@kernel("Tuple((u8, u8, i8, u8))(u8, i8)")
def _random_game(
    state: np.uint64, empties: np.int64
) -> tuple[np.uint64, np.uint64, np.int64, np.uint64]:
    """Play at random until `empties` squares are empty or the game is over.

    Returns:
        The position reached, its empties, and the state of the stream.
    """
    player, opponent = START_PLAYER, START_OPPONENT
    left = EMPTIES_AT_START
    while left > empties:
        moves = rules.legal_mask(player, opponent)
        if moves == NO_SQUARES:
            player, opponent = opponent, player
            moves = rules.legal_mask(player, opponent)
            if moves == NO_SQUARES:
                break
        state += WEYL_STEP
        move = nth_square(moves, below(state, popcount(moves)))
        player, opponent = played(player, opponent, move)
        left -= 1
    return player, opponent, left, state


@kernel("void(u8, i8, i8[::1], u8[::1], u8[::1])")
def random_positions(
    seed: np.uint64, first: np.int64, empties: Numbers, player: Masks, opponent: Masks
) -> None:
    """Positions `first`, `first` + 1, … of the seed, each with its number of empties.

    ``ANY_EMPTIES`` lets the stream choose the number. A game that ends before it has
    been reached is thrown away for another.
    """
    for i in range(player.size):
        state = mixed(seed + mixed(np.uint64(first + i) + WEYL_STEP))
        wanted = empties[i]
        if wanted == ANY_EMPTIES:
            wanted = below(state, EMPTIES_AT_START + 1)
        left = EMPTIES_AT_START + 1
        while left > wanted:
            player[i], opponent[i], left, state = _random_game(state, wanted)
