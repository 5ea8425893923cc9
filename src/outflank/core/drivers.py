"""What closes in on a score by null windows: drivers, bulk, and the other threads' work.

They move the window of `core.endgame.search`; a search that was stopped (`core.team`)
returns a number that means nothing.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from outflank.core.compile import kernel
from outflank.core.context import JOB, TABLE, TABLE_MASK, TEAM, THREAD, WEIGHTS
from outflank.core.endgame import CUT_OFF, MIDDLE, NO_SCORE, known_move_of, list_moves, search
from outflank.core.intrinsics import popcount
from outflank.core.masks import FIRST_SQUARE, NO_SQUARES
from outflank.core.memory import add_shared, load, load_shared, store
from outflank.core.ordering import INFINITY, estimate, list_of, take_best
from outflank.core.parity import parity_of, quadrant_bit
from outflank.core.patterns import UNITS_PER_DISC
from outflank.core.rules import final_score, legal_mask
from outflank.core.table import HIGHEST, LOWEST, bucket_of, probe
from outflank.core.team import (
    ALPHA,
    EMPTIES,
    IDLE,
    NO_JOB,
    OPPONENT,
    PARITY,
    PLAYER,
    QUIT,
    find_job,
    finish,
    is_stopped,
)

Masks = NDArray[np.uint64]
Numbers = NDArray[np.int64]

ZERO, ONE, TWO = (np.int64(number) for number in range(3))

#: What `solve_many` writes for a position that it did not come to.
UNSOLVED = LOWEST - ONE

#: Plies of the searches that make the first guess, this and one more, from so many
#: empties on; one and two plies below.
GUESS_PLIES, GUESS_DEEPER_FROM = np.int64(5), np.int64(16)

#: Scores are even: this clears the last bit.
EVEN = np.int64(-2)


@kernel("i8(i8, u8, u8, i8, i8, i8)")
def mtdf(
    context: np.int64,
    player: np.uint64,
    opponent: np.uint64,
    alpha: np.int64,
    beta: np.int64,
    guess: np.int64,
) -> np.int64:
    """MTD(f): null windows that close in on the score from a first guess.

    Scores are even, so windows are two apart. In discs, fail soft: at or below alpha
    an upper bound, at or above beta a lower bound, between them the score.
    """
    empty = ~(player | opponent)
    empties, parity = popcount(empty), parity_of(empty)
    lower, upper = LOWEST, HIGHEST
    score = max(alpha, min(beta, guess)) & EVEN
    while lower < upper and lower < beta and upper > alpha:
        window = score - ONE if score > lower else score
        score = search(context, player, opponent, window, empties, parity)
        if is_stopped(context):
            return score
        if score > window:
            lower = score
        else:
            upper = score
    return score


@kernel("i8(i8, u8, u8, i8, i8)")
def principal(
    context: np.int64, player: np.uint64, opponent: np.uint64, alpha: np.int64, beta: np.int64
) -> np.int64:
    """Principal variation search (Reinefeld's NegaScout, 1983).

    The first move is searched with the whole window, the others with a null window and,
    where they pass it, again. In discs, fail soft: at or below alpha an upper bound, at
    or above beta a lower bound, between them the score.
    """
    empty = ~(player | opponent)
    empties, parity = popcount(empty), parity_of(empty)
    if empties <= MIDDLE:
        return mtdf(context, player, opponent, alpha, beta, alpha)
    legal = legal_mask(player, opponent)
    if legal == NO_SQUARES:
        if legal_mask(opponent, player) == NO_SQUARES:
            return final_score(player, opponent)
        return -principal(context, opponent, player, -beta, -alpha)
    moves = list_of(empties)
    length = list_moves(context, player, opponent, legal, beta - ONE, empties, parity)
    if length < ZERO:
        return CUT_OFF - length
    best = NO_SCORE
    for _ in range(length):
        square, flipped = take_best(context, moves, length)
        turned = np.uint64(flipped)
        replier = opponent ^ turned
        mover = player ^ turned ^ FIRST_SQUARE << np.uint64(square)
        after = parity ^ quadrant_bit(square)
        floor = max(alpha, best)
        score = HIGHEST
        if best != NO_SCORE:
            score = -search(context, replier, mover, -floor - ONE, empties - ONE, after)
        if best == NO_SCORE or floor < score < beta:
            score = -principal(context, replier, mover, -beta, -floor)
        if is_stopped(context):
            return max(best, score)
        best = max(best, score)
        if best >= beta:
            return best
    return best


@kernel("i8(i8, u8, u8)")
def first_guess(context: np.int64, player: np.uint64, opponent: np.uint64) -> np.int64:
    """A guess at the score in discs, by short searches on the ordering evaluation; 0 without.

    The evaluation favours the side that moved last, so an odd and an even depth are
    searched and their mean is taken.
    """
    weights = load(context, WEIGHTS)
    empties = popcount(~(player | opponent))
    depth = ONE if empties <= GUESS_DEEPER_FROM else GUESS_PLIES
    if weights == ZERO or empties <= depth + ONE:
        return ZERO
    odd = estimate(weights, player, opponent, depth, -INFINITY, INFINITY, empties)
    even = estimate(weights, player, opponent, depth + ONE, -INFINITY, INFINITY, empties)
    discs = (odd + even) // (TWO * UNITS_PER_DISC)
    return max(LOWEST, min(HIGHEST, discs)) & EVEN


@kernel("i8(i8, u8, u8)")
def known_move(context: np.int64, player: np.uint64, opponent: np.uint64) -> np.int64:
    """The move of the shared table, or NO_MOVE; perhaps not legal."""
    bucket = bucket_of(player, opponent, load(context, TABLE_MASK))
    return known_move_of(probe(load(context, TABLE), bucket, player, opponent))


@kernel("void(i8, u8[::1], u8[::1], i8[::1])")
def solve_many(context: np.int64, players: Masks, opponents: Masks, scores: Numbers) -> None:
    """The score of each position by MTD(f); what a stop left is `LOWEST - 1`."""
    for i in range(len(scores)):
        player, opponent = players[i], opponents[i]
        guess = first_guess(context, player, opponent)
        score = mtdf(context, player, opponent, LOWEST, HIGHEST, guess)
        if is_stopped(context):
            scores[i:] = UNSOLVED
            return
        scores[i] = score


@kernel("void(i8, i8)")
def help_team(context: np.int64, patience: np.int64) -> None:
    """Work on jobs of the team until it quits, or until `patience` looks found none.

    The thread counts as idle (`core.team.IDLE`) before and after.
    """
    team, thread = load(context, TEAM), load(context, THREAD)
    looks = ZERO
    while looks < patience and not load_shared(team, QUIT):
        job = find_job(team, thread)
        looks += ONE
        if job != NO_JOB:
            add_shared(team, IDLE, -ONE)
            store(context, JOB, job)
            score = search(
                context,
                np.uint64(load(team, job + PLAYER)),
                np.uint64(load(team, job + OPPONENT)),
                load(team, job + ALPHA),
                load(team, job + EMPTIES),
                load(team, job + PARITY),
            )
            store(context, JOB, NO_JOB)
            finish(team, job, score)
            add_shared(team, IDLE, ONE)
            looks = ZERO
