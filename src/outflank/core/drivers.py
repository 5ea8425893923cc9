"""What closes in on a score by null windows: drivers, bulk, and the other threads' work.

They move the window of `core.search.search`; a search that was stopped (`core.team`)
returns a number that means nothing.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from outflank.core.compile import kernel
from outflank.core.context import (
    AGE,
    CUTS,
    FIRST_CUTS,
    HITS,
    SCALE,
    SELECTIVITY,
    TABLE,
    TABLE_MASK,
    TEAM,
    THREAD,
    WEIGHTS,
    WIDE,
)
from outflank.core.endgame import MIDDLE
from outflank.core.intrinsics import popcount
from outflank.core.masks import NO_SQUARES
from outflank.core.memory import add_shared, load, load_shared
from outflank.core.midgame import end_value, enter, leaf, turn_over
from outflank.core.ordering import INFINITY, estimate, list_of, raise_key, take_best
from outflank.core.parity import parity_of, quadrant_bit
from outflank.core.patterns import UNITS_PER_DISC
from outflank.core.rules import legal_mask
from outflank.core.search import (
    CUT_OFF,
    count,
    enter_node,
    is_answer,
    list_moves,
    make_move,
    read_job,
    search,
)
from outflank.core.table import (
    HIGHEST,
    LOWEST,
    NO_ENTRY,
    NO_MOVE,
    NO_SCORE,
    bucket_of,
    keep_bound,
    known_move_of,
    lower_of,
    probe,
    upper_of,
)
from outflank.core.team import IDLE, NO_JOB, QUIT, begin_job, end_job, find_job, is_stopped

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


@kernel("i8(i8, u8, u8, i8, i8, i8, i8, i8, i8)")
def mtdf(
    context: np.int64,
    player: np.uint64,
    opponent: np.uint64,
    alpha: np.int64,
    beta: np.int64,
    guess: np.int64,
    depth: np.int64,
    empties: np.int64,
    parity: np.int64,
) -> np.int64:
    """MTD(f) (Plaat, 1996): null windows that close in on the value from a guess.

    Scores of finished games are even, so to the end of the game windows are two apart.
    Fail soft: at or below alpha an upper bound, at or above beta a lower bound, between
    them the value; unit and selectivity are those of `core.search`.
    """
    step = TWO if depth == empties else ONE
    lower, upper = LOWEST * load(context, SCALE), HIGHEST * load(context, SCALE)
    value = max(lower, min(upper, max(alpha, min(beta, guess)))) & -step
    while lower < upper and lower < beta and upper > alpha:
        window = value - ONE if value > lower else value
        value = search(context, player, opponent, window, depth, empties, parity)
        if is_stopped(context):
            return value
        # What cannot be is left out: up to the next step, or down to it.
        if value > window:
            value = lower = (value + step - ONE) & -step
        else:
            value = upper = value & -step
    return value


@kernel("void(i8, u8, u8, i8, i8, i8, i8, i8)", inline=True)
def _keep(
    context: np.int64,
    player: np.uint64,
    opponent: np.uint64,
    alpha: np.int64,
    beta: np.int64,
    best: np.int64,
    move: np.int64,
    depth: np.int64,
) -> None:
    """Store what a finished window found: a bound, or between alpha and beta the value."""
    table, mask, age = load(context, TABLE), load(context, TABLE_MASK), load(context, AGE)
    sure = load(context, SELECTIVITY)
    if best > alpha:
        keep_bound(table, mask, player, opponent, best - ONE, best, move, depth, sure, age)
    if best < beta:
        keep_bound(table, mask, player, opponent, best, best, move, depth, sure, age)


@kernel("i8(i8, u8, u8, i8, i8, i8, i8, i8)")
def principal(
    context: np.int64,
    player: np.uint64,
    opponent: np.uint64,
    alpha: np.int64,
    beta: np.int64,
    depth: np.int64,
    empties: np.int64,
    parity: np.int64,
) -> np.int64:
    """Principal variation search (Reinefeld's NegaScout, 1983) of `depth` plies.

    The first move is searched with the whole window, the others with a null window and,
    where they pass it, again; with `WIDE` set, all with the whole window (alpha-beta).
    Fail soft: at or below alpha an upper bound, at or above beta a lower bound, between
    them the value; unit and selectivity are those of `core.search`.
    """
    if depth == ZERO and empties > ZERO:
        return leaf(context, player, opponent, empties)
    if depth == empties and empties <= MIDDLE:
        return mtdf(context, player, opponent, alpha, beta, alpha, depth, empties, parity)
    enter_node(context)
    table, mask = load(context, TABLE), load(context, TABLE_MASK)
    data = probe(table, bucket_of(player, opponent, mask), player, opponent)
    if data != NO_ENTRY and is_answer(context, data, depth):
        lower, upper = lower_of(data), upper_of(data)
        if lower == upper or lower >= beta or upper <= alpha:
            count(context, HITS)
            return lower if lower >= beta else upper
    legal = legal_mask(player, opponent)
    if legal == NO_SQUARES:
        if legal_mask(opponent, player) == NO_SQUARES:
            return end_value(context, player, opponent)
        if depth < empties:
            turn_over(context, empties)
        return -principal(context, opponent, player, -beta, -alpha, depth, empties, parity)
    moves = list_of(empties)
    length = list_moves(context, player, opponent, legal, beta - ONE, depth, empties, parity)
    if length < ZERO:
        return CUT_OFF - length
    raise_key(context, moves, length, known_move_of(data))
    best, best_move = NO_SCORE, NO_MOVE
    for _ in range(length):
        square, turned, _ = take_best(context, moves, length)
        replier, mover = make_move(context, player, opponent, square, turned, depth, empties)
        after = parity ^ quadrant_bit(square)
        floor = max(alpha, best)
        scout = best != NO_SCORE and not load(context, WIDE) and depth > ONE
        if scout:
            score = -search(
                context, replier, mover, -floor - ONE, depth - ONE, empties - ONE, after
            )
        if not scout or floor < score < beta:
            make_move(context, player, opponent, square, turned, depth, empties)
            score = -principal(
                context, replier, mover, -beta, -floor, depth - ONE, empties - ONE, after
            )
        # Leaves are never stopped: a search of one ply is finished, and what it says holds.
        if depth > ONE and is_stopped(context):
            return max(best, score)
        if score >= beta:
            count(context, CUTS)
            if best == NO_SCORE:
                count(context, FIRST_CUTS)
        if score > best:
            best, best_move = score, square
        if best >= beta:
            break
    _keep(context, player, opponent, alpha, beta, best, best_move, depth)
    return best


@kernel("i8(i8, u8, u8)")
def first_guess(context: np.int64, player: np.uint64, opponent: np.uint64) -> np.int64:
    """A guess at the score in discs, by short searches on the ordering evaluation; 0 without.

    The evaluation favours the side that moved last, so an odd and an even depth are
    searched and their mean is taken.
    """
    empties = popcount(~(player | opponent))
    depth = ONE if empties <= GUESS_DEEPER_FROM else GUESS_PLIES
    if load(context, WEIGHTS) == ZERO or empties <= depth + ONE:
        return ZERO
    odd = estimate(context, player, opponent, depth, -INFINITY, INFINITY, empties)
    even = estimate(context, player, opponent, depth + ONE, -INFINITY, INFINITY, empties)
    discs = (odd + even) // (TWO * UNITS_PER_DISC)
    return max(LOWEST, min(HIGHEST, discs)) & EVEN


@kernel("void(i8, u8[::1], u8[::1], i8[::1])")
def solve_many(context: np.int64, players: Masks, opponents: Masks, scores: Numbers) -> None:
    """The score of each position by MTD(f); what a stop left is `LOWEST - 1`."""
    for i in range(len(scores)):
        player, opponent = players[i], opponents[i]
        guess, empty = first_guess(context, player, opponent), ~(player | opponent)
        left = popcount(empty)
        score = mtdf(
            context, player, opponent, LOWEST, HIGHEST, guess, left, left, parity_of(empty)
        )
        if is_stopped(context):
            scores[i:] = UNSOLVED
            return
        scores[i] = score


@kernel("i8(i8, u8, u8, i8)")
def deepen(context: np.int64, player: np.uint64, opponent: np.uint64, depth: np.int64) -> np.int64:
    """The value `depth` plies deep, at most all empties; means nothing if it was stopped.

    Every other depth up to that is searched by MTD(f) from the value of the one before it.
    Unit and selectivity are those of `core.search`.
    """
    empty = ~(player | opponent)
    left, parity = popcount(empty), parity_of(empty)
    if depth == ZERO:
        enter(context, player, opponent, left)
        return leaf(context, player, opponent, left)
    value = ZERO
    for plies in range(depth & ONE or TWO, depth + ONE, TWO):
        if plies < left:
            enter(context, player, opponent, left)
        value = mtdf(
            context, player, opponent, LOWEST, HIGHEST, value, np.int64(plies), left, parity
        )
        if is_stopped(context):
            return value
    return value


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
            outer = begin_job(context, job)
            player, opponent, alpha, depth, empties, parity = read_job(context, job)
            score = search(context, player, opponent, alpha, depth, empties, parity)
            end_job(context, job, outer, score)
            add_shared(team, IDLE, ONE)
            looks = ZERO
