"""Positions to learn from: games of random, then of noisy moves, drawn from a seed.

A game begins with random moves, so that no two are alike, and goes on with the
moves that look best when noise is added to what each is worth. One position is
taken from each game; some stand one random move off it, since a search meets bad
moves more often than games do.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from outflank.core.compile import kernel
from outflank.core.intrinsics import lowest_square, popcount
from outflank.core.masks import FIRST_SQUARE, NO_SQUARES, START_OPPONENT, START_PLAYER
from outflank.core.ordering import weighted_mobility
from outflank.core.rules import flips, legal_mask
from outflank.training.evaluators import UNITS_PER_DISC, change_sides, play, set_up, value

ZERO, ONE = np.int64(0), np.int64(1)
SQUARES = np.int64(64)

#: Levels of the evaluator: the game, and the moves that are tried.
GAME, TRIED = np.int64(1), np.int64(0)
START_EMPTIES = np.int64(60)

#: Below the worth of every move.
WORST = np.int64(-(1 << 40))

#: The shifts and the factor of Marsaglia's and Vigna's generator xorshift64*.
SHIFT_A, SHIFT_B, SHIFT_C = np.uint64(12), np.uint64(25), np.uint64(27)
FACTOR = np.uint64(0x2545F4914F6CDD1D)
#: Of the 64 bits it draws the upper ones are the best.
DRAWN = np.uint64(33)


@kernel("i8(u8[::1], i8)", inline=True)
def random_below(state: NDArray[np.uint64], bound: np.int64) -> np.int64:
    """A number 0 to `bound` - 1; `bound` is far below 2**31, so that none is favoured."""
    x = state[0]
    x ^= x >> SHIFT_A
    x ^= x << SHIFT_B
    x ^= x >> SHIFT_C
    state[0] = x
    return np.int64(x * FACTOR >> DRAWN) % bound


@kernel("i8(u8[::1], u8)", inline=True)
def _random_square(state: NDArray[np.uint64], moves: np.uint64) -> np.int64:
    """One of the squares of `moves`, which has some."""
    for _ in range(random_below(state, popcount(moves))):
        moves &= moves - FIRST_SQUARE
    return lowest_square(moves)


@kernel("i8(i8, u8[::1], u8, u8, u8, i8, i8)")
def _noisy_square(
    evaluator: np.int64,
    state: NDArray[np.uint64],
    player: np.uint64,
    opponent: np.uint64,
    moves: np.uint64,
    empties: np.int64,
    noise: np.int64,
) -> np.int64:
    """The square of the move of the game that is best by mobility, evaluation and noise."""
    best_square, best = ZERO, WORST
    while moves:
        square = lowest_square(moves)
        moves &= moves - FIRST_SQUARE
        turned = flips(player, opponent, square)
        replier = opponent ^ turned
        mover = player ^ turned ^ (FIRST_SQUARE << np.uint64(square))
        worth = random_below(state, noise)
        worth -= weighted_mobility(legal_mask(replier, mover)) * UNITS_PER_DISC
        play(evaluator, GAME, TRIED, square, turned)
        worth -= value(evaluator, TRIED, replier, mover, empties - ONE)
        if worth > best:
            best_square, best = square, worth
    return best_square


@kernel("UniTuple(u8, 2)(i8, u8[::1], i8, i8, i8, i8)")
def _play_game(
    evaluator: np.int64,
    state: NDArray[np.uint64],
    wanted: np.int64,
    random_plies: np.int64,
    noise: np.int64,
    stray_among: np.int64,
) -> tuple[np.uint64, np.uint64]:
    """A game up to `wanted` empties and a side that can move, or to its end."""
    player, opponent, empties = START_PLAYER, START_OPPONENT, START_EMPTIES
    ends_at_random = random_below(state, max(ONE, stray_among)) == stray_among - ONE
    set_up(evaluator, GAME, player, opponent)
    while True:
        moves = legal_mask(player, opponent)
        if moves == NO_SQUARES:
            player, opponent = opponent, player
            change_sides(evaluator, GAME)
            moves = legal_mask(player, opponent)
        if empties <= wanted or moves == NO_SQUARES:
            return player, opponent
        is_last = empties == wanted + ONE
        if START_EMPTIES - empties < random_plies or (is_last and ends_at_random):
            square = _random_square(state, moves)
        else:
            square = _noisy_square(evaluator, state, player, opponent, moves, empties, noise)
        turned = flips(player, opponent, square)
        play(evaluator, GAME, GAME, square, turned)
        player, opponent = opponent ^ turned, player ^ turned ^ (FIRST_SQUARE << np.uint64(square))
        empties -= ONE


@kernel("void(i8, u8, u8[::1], u8[::1], i8, i8, i8, i8, i8, i8)")
def draw_positions(
    evaluator: np.int64,
    seed: np.uint64,
    players: NDArray[np.uint64],
    opponents: NDArray[np.uint64],
    fewest_empties: np.int64,
    most_empties: np.int64,
    fewest_random: np.int64,
    most_random: np.int64,
    noise: np.int64,
    stray_among: np.int64,
) -> None:
    """Fill two arrays with positions whose side to move has a legal move.

    Args:
        evaluator: that players go by, besides mobility; it has two levels.
        seed: not 0; equal seeds, equal positions.
        players: the masks of the sides to move, which are written.
        opponents: the masks of the others, which are written.
        fewest_empties: every position has as many empties as are drawn between this ...
        most_empties: ... and this, both included.
        fewest_random: every game begins with as many random plies as are drawn between this ...
        most_random: ... and this, both included.
        noise: up to this is added to what a move is worth, in 1/64 disc, 1 or more.
        stray_among: the last move of one among so many games is random; 0: of none.
    """
    state = np.empty(1, np.uint64)
    state[0] = seed
    done = ZERO
    while done < len(players):
        wanted = fewest_empties + random_below(state, most_empties - fewest_empties + ONE)
        random_plies = fewest_random + random_below(state, most_random - fewest_random + ONE)
        player, opponent = _play_game(evaluator, state, wanted, random_plies, noise, stray_among)
        if legal_mask(player, opponent) != NO_SQUARES:
            players[done], opponents[done] = player, opponent
            done += ONE


@kernel("void(i8, u8, u8[::1], u8[::1], i8[::1], i8, i8)")
def play_on(
    evaluator: np.int64,
    seed: np.uint64,
    players: NDArray[np.uint64],
    opponents: NDArray[np.uint64],
    signs: NDArray[np.int64],
    wanted: np.int64,
    noise: np.int64,
) -> None:
    """Play games on by the moves that look best, to so many empties or to their end.

    Args:
        evaluator: that both sides go by, besides mobility; it has two levels.
        seed: not 0; equal seeds, equal games.
        players: the masks of the sides to move, which are replaced by those of the end.
        opponents: the masks of the others, likewise.
        signs: written: 1 if the side to move is the same at the end, else -1.
        wanted: empties.
        noise: up to this is added to what a move is worth, in 1/64 disc, 1 or more.
    """
    state = np.empty(1, np.uint64)
    state[0] = seed
    for index in range(len(players)):
        player, opponent, sign = players[index], opponents[index], ONE
        set_up(evaluator, GAME, player, opponent)
        empties = SQUARES - popcount(player | opponent)
        while empties > wanted:
            moves = legal_mask(player, opponent)
            if moves == NO_SQUARES:
                moves = legal_mask(opponent, player)
                if moves == NO_SQUARES:
                    break
                player, opponent, sign = opponent, player, -sign
                change_sides(evaluator, GAME)
            square = _noisy_square(evaluator, state, player, opponent, moves, empties, noise)
            turned = flips(player, opponent, square)
            play(evaluator, GAME, GAME, square, turned)
            mover = player ^ turned ^ (FIRST_SQUARE << np.uint64(square))
            player, opponent, sign = opponent ^ turned, mover, -sign
            empties -= ONE
        players[index], opponents[index], signs[index] = player, opponent, sign
