"""The search: one null-window kernel for any depth, which every driver and thread calls.

A search of as many plies as there are empty squares goes to the end of the game; any
other stops at leaves that are evaluated. Nodes hand on to the kernels of the last plies::

    to the end, from 10 empties on      core.endgame
    to a depth, from 2 plies on         core.midgame

Bound contract, for the null window (alpha, alpha + 1): the result is for the side to
move, fail soft. At or below alpha it is an upper bound of the value, above alpha a lower
bound; either may be the value. The unit is the disc, empties to the winner, unless the
context names another evaluation (`SCALE`). At a selectivity of 100 the bound holds; at
less, Multi-ProbCut cuts nodes off: so many per cent of its errors lie within the margin.
A search that was stopped (`core.team`) returns a number that means nothing, and
writes nothing to the shared table.

Multi-ProbCut (M. Buro, 1997): a shallow search predicts a deep one, with an error that
was measured. Where it lies so far beyond the window that the deep one will hardly come
back, the node is cut off. The words at `MARGINS` say, by empties and depth, how deep
the shallow search is and how far is far::

    word      empties * 64 + depth
    holds     margin + shallow depth << 16, or 0: nothing is cut off there
"""

from __future__ import annotations

import numpy as np

from outflank.core.compile import kernel
from outflank.core.context import (
    AGE,
    CUTS,
    FIRST_CUTS,
    HITS,
    LIMIT,
    MARGINS,
    NO_LIMIT,
    NODES,
    SCALE,
    SELECTIVITY,
    STRICT,
    TABLE,
    TABLE_MASK,
    TEAM,
    TOLD,
    count_node,
)
from outflank.core.endgame import (
    MIDDLE,
    STABILITY_MARGIN,
    UNLISTED,
    near_the_end,
    stability_bound,
)
from outflank.core.intrinsics import lowest_square
from outflank.core.masks import FIRST_SQUARE, NO_SQUARES
from outflank.core.memory import add_shared, load, prefetch, publish, store
from outflank.core.midgame import (
    FRONTIER,
    descend,
    end_value,
    enter,
    evaluation,
    fine_evaluation,
    frontier,
    turn_over,
)
from outflank.core.ordering import list_move, list_of, move_key, take_best, weighted_mobility
from outflank.core.parity import quadrant_bit
from outflank.core.rules import flips, legal_mask
from outflank.core.table import (
    HIGHEST,
    LOWEST,
    NO_ENTRY,
    NO_MOVE,
    NO_SCORE,
    answers,
    bound_of,
    bucket_of,
    depth_of,
    keep_bound,
    legal_move_of,
    probe,
    selectivity_of,
    upper_of,
)
from outflank.core.team import (
    ALPHA,
    DEPTH,
    EMPTIES,
    ENTERED,
    NO_JOB,
    OPPONENT,
    PARITY,
    PLAYER,
    STOP,
    THREADS,
    begin_job,
    end_job,
    gather,
    has_idle,
    has_room,
    is_stopped,
    next_job,
    post,
)

ZERO, ONE, TWO = (np.int64(number) for number in range(3))

#: From so many plies on the table is asked about each move's reply before any is searched.
REPLIES_PROBED_FROM = np.int64(14)

#: Values in another unit than discs bear this selectivity in the table, which no search in
#: discs accepts; so both have room in one table.
NOT_IN_DISCS = np.int64(1)

#: `list_moves` returns this less the bound when it found a cut-off.
CUT_OFF = np.int64(-1_000_000)

#: Nodes of so many plies and more are shared out to idle threads, to the end of the game
#: of so many empties.
SHARED_PLIES, SHARED_EMPTIES = np.int64(7), np.int64(13)

#: Where a move is evaluated before it is searched, one move of the reply is worth so much
#: at the end of the game, in 1/64 disc.
MOVE_WORTH = np.int64(128)

#: Positions after which one of several threads tells the others.
TOLD_EVERY = np.int64(64)

# A margin, and the depth of the shallow search, in one word.
ROW = np.int64(64)
PROBE_SHIFT, MARGIN_BITS = np.int64(16), np.int64(0xFFFF)


@kernel("void(i8, i8)", inline=True)
def count(context: np.int64, counter: np.int64) -> None:
    """Add 1 to a counter of the context."""
    store(context, counter, load(context, counter) + ONE)


@kernel("void(i8)")
def _tell_nodes(context: np.int64) -> None:
    """Add what the thread has entered to the team's count, and stop at the limit.

    One thread alone stops at the very position; several tell each other now and then.
    """
    team = load(context, TEAM)
    fresh = load(context, NODES) - load(context, TOLD)
    if fresh >= TOLD_EVERY or load(team, THREADS) == ONE:
        store(context, TOLD, load(context, NODES))
        if add_shared(team, ENTERED, fresh) + fresh >= load(context, LIMIT):
            publish(team, STOP, ONE)


@kernel("void(i8)", inline=True)
def enter_node(context: np.int64) -> None:
    """Count a position, and stop the search when it has had as many as it may."""
    count_node(context)
    if load(context, LIMIT) < NO_LIMIT:
        _tell_nodes(context)


@kernel("void(i8, b1)", inline=True)
def count_first(context: np.int64, cuts: bool) -> None:
    """Count a cut-off by the first move tried, if it is one."""
    if cuts:
        count(context, FIRST_CUTS)


@kernel("b1(i8, i8, i8)", inline=True)
def is_answer(context: np.int64, data: np.int64, depth: np.int64) -> bool:
    """True if an entry's bounds may be used in this search for a node of that depth."""
    if load(context, SCALE) != ONE and selectivity_of(data) != load(context, SELECTIVITY):
        return False  # in another unit: see `NOT_IN_DISCS`
    if load(context, STRICT):
        return bool(depth_of(data) == depth and selectivity_of(data) == load(context, SELECTIVITY))
    return answers(data, depth, load(context, SELECTIVITY))


@kernel("i8(i8, u8, u8, i8, i8, i8, i8)", inline=True)
def _midgame_key(
    context: np.int64,
    replier: np.uint64,
    mover: np.uint64,
    replies: np.uint64,
    square: np.int64,
    turned: np.uint64,
    empties: np.int64,
) -> np.int64:
    """Key of a move by the evaluation of the position after it and the reply's mobility."""
    descend(context, empties, square, turned)
    worth = -fine_evaluation(context, replier, mover, empties - ONE)
    return worth - weighted_mobility(replies) * MOVE_WORTH * load(context, SCALE)


@kernel("i8(i8, u8, u8, u8, i8, i8, i8, i8)")
def list_moves(
    context: np.int64,
    player: np.uint64,
    opponent: np.uint64,
    legal: np.uint64,
    alpha: np.int64,
    depth: np.int64,
    empties: np.int64,
    parity: np.int64,
) -> np.int64:
    """List and key moves of a node of `search`.

    Returns:
        The number of moves or, as a negative number, ``CUT_OFF - bound``: a move was
        found whose value is at least `bound`, which is above alpha.
    """
    moves, length = list_of(empties), ZERO
    table, mask = load(context, TABLE), load(context, TABLE_MASK)
    # The memory of the table is slow: while a move is keyed, its reply's entry is on the way.
    fetched = depth > (MIDDLE if depth == empties else FRONTIER) + ONE
    while legal:
        square = lowest_square(legal)
        legal &= legal - FIRST_SQUARE
        turned = flips(player, opponent, square)
        if turned == opponent:
            return CUT_OFF - HIGHEST * load(context, SCALE)
        replier = opponent ^ turned
        mover = player ^ turned ^ FIRST_SQUARE << np.uint64(square)
        bucket = bucket_of(replier, mover, mask)
        if fetched:
            prefetch(table, bucket)
        replies = legal_mask(replier, mover)
        if depth == empties:
            key = move_key(context, replier, mover, replies, square, empties, parity)
        else:
            key = _midgame_key(context, replier, mover, replies, square, turned, empties)
        if depth >= REPLIES_PROBED_FROM:
            data = probe(table, bucket, replier, mover)
            if (
                data != NO_ENTRY
                and -upper_of(data) > alpha
                and is_answer(context, data, depth - ONE)
            ):
                return CUT_OFF + upper_of(data)
        list_move(context, moves, length, square, key, turned, replies)
        length += ONE
    return length


@kernel("b1(i8, i8, i8, i8)", inline=True)
def can_share(context: np.int64, left: np.int64, depth: np.int64, empties: np.int64) -> bool:
    """True if it pays to hand the moves left of a node to an idle thread."""
    least = SHARED_EMPTIES if depth == empties else SHARED_PLIES
    if left < TWO or depth < least or not has_idle(context):
        return False
    return has_room(context, left)


@kernel("i8(i8, u8, u8, i8, i8, i8, i8, i8, i8)")
def post_moves(
    context: np.int64,
    player: np.uint64,
    opponent: np.uint64,
    alpha: np.int64,
    depth: np.int64,
    empties: np.int64,
    parity: np.int64,
    length: np.int64,
    left: np.int64,
) -> np.int64:
    """Post the moves that are left of a node's list as jobs, the best first; the first slot."""
    moves, first = list_of(empties), ZERO
    for number in range(left):
        square, turned, _ = take_best(context, moves, length)
        mover = player ^ turned ^ FIRST_SQUARE << np.uint64(square)
        slot = post(
            context,
            opponent ^ turned,
            mover,
            alpha,
            depth - ONE,
            empties - ONE,
            parity ^ quadrant_bit(square),
            square,
            np.int64(number),
            left,
        )
        if number == 0:
            first = slot
    return first


@kernel("Tuple((u8, u8, i8, i8, i8, i8))(i8, i8)", inline=True)
def read_job(
    context: np.int64, job: np.int64
) -> tuple[np.uint64, np.uint64, np.int64, np.int64, np.int64, np.int64]:
    """What a job asks to search: the arguments of `search`, with the features in place."""
    team = load(context, TEAM)
    player = np.uint64(load(team, job + PLAYER))
    opponent = np.uint64(load(team, job + OPPONENT))
    depth, empties = load(team, job + DEPTH), load(team, job + EMPTIES)
    if depth < empties:
        enter(context, player, opponent, empties)
    alpha, parity = load(team, job + ALPHA), load(team, job + PARITY)
    return player, opponent, alpha, depth, empties, parity


@kernel("UniTuple(u8, 2)(i8, u8, u8, i8, u8, i8, i8)", inline=True)
def make_move(
    context: np.int64,
    player: np.uint64,
    opponent: np.uint64,
    square: np.int64,
    turned: np.uint64,
    depth: np.int64,
    empties: np.int64,
) -> tuple[np.uint64, np.uint64]:
    """Play a move at a node of a search of `depth` plies: the replier's and the mover's discs."""
    if depth < empties:
        descend(context, empties, square, turned)
    return opponent ^ turned, player ^ turned ^ FIRST_SQUARE << np.uint64(square)


@kernel("b1(i8)", inline=True)
def counts_discs(context: np.int64) -> bool:
    """True if stable discs bound the values of this search."""
    return bool(load(context, SCALE) == ONE and not load(context, STRICT))


@kernel("i8(i8, u8, u8, i8, i8, i8, i8)", inline=True)
def _known_bound(
    context: np.int64,
    player: np.uint64,
    opponent: np.uint64,
    data: np.int64,
    alpha: np.int64,
    depth: np.int64,
    empties: np.int64,
) -> np.int64:
    """A bound that answers the window without searching, or NO_SCORE.

    It is that of the discs that stay with the opponent, or of the table's entry `data`.
    """
    if alpha >= TWO * empties + STABILITY_MARGIN and counts_discs(context):
        bound = stability_bound(player, opponent)
        if bound <= alpha:
            return bound
    if data != NO_ENTRY and is_answer(context, data, depth):
        bound = bound_of(data, alpha)
        if bound != NO_SCORE:
            count(context, HITS)
            return bound
    return NO_SCORE


@kernel("UniTuple(i8, 2)(i8, u8, u8, i8, i8, i8)", inline=True)
def predictor(
    context: np.int64,
    player: np.uint64,
    opponent: np.uint64,
    alpha: np.int64,
    depth: np.int64,
    empties: np.int64,
) -> tuple[np.int64, np.int64]:
    """Which null window, and how deep, predicts by Multi-ProbCut that this one fails.

    The window lies above alpha if the evaluation does, else below. At depth 0 there is none.
    """
    margins = load(context, MARGINS)
    word = load(margins, empties * ROW + depth) if margins else ZERO
    if word == ZERO:
        return alpha, ZERO
    if depth == empties:
        enter(context, player, opponent, empties)
    far, shallow = word & MARGIN_BITS, word >> PROBE_SHIFT
    above = evaluation(context, player, opponent, empties) > alpha
    line = alpha + far if above else alpha - far
    # Beyond all scores no shallow search can lie.
    return line, shallow if LOWEST <= line < HIGHEST else ZERO


@kernel("i8(i8, u8, u8, i8, i8, i8, i8)")
def search(
    context: np.int64,
    player: np.uint64,
    opponent: np.uint64,
    alpha: np.int64,
    depth: np.int64,
    empties: np.int64,
    parity: np.int64,
) -> np.int64:
    """Null-window search of `depth` plies, at most `empties` (contract: see the module)."""
    if depth == empties:
        if empties <= MIDDLE:
            return near_the_end(context, player, opponent, alpha, empties, parity)
    elif depth <= FRONTIER:
        return frontier(context, player, opponent, alpha, depth, empties)
    enter_node(context)
    if is_stopped(context):
        return alpha
    table, mask = load(context, TABLE), load(context, TABLE_MASK)
    data = probe(table, bucket_of(player, opponent, mask), player, opponent)
    known = _known_bound(context, player, opponent, data, alpha, depth, empties)
    if known != NO_SCORE:
        return known
    beta = -alpha - ONE
    legal = legal_mask(player, opponent)
    if legal == NO_SQUARES:
        if legal_mask(opponent, player) == NO_SQUARES:
            return end_value(context, player, opponent)
        if depth < empties:
            turn_over(context, empties)
        return -search(context, opponent, player, beta, depth, empties, parity)
    line, shallow = predictor(context, player, opponent, alpha, depth, empties)
    if shallow > ZERO:
        predicted = search(context, player, opponent, line, shallow, empties, parity)
        if line > alpha and predicted > line:
            return alpha + ONE
        if line < alpha and predicted <= line:
            return alpha
    best, best_move = NO_SCORE, NO_MOVE
    # The table's move comes first, before any other is even keyed: often it is enough.
    square, turned = legal_move_of(data, legal), NO_SQUARES
    if square != NO_MOVE:
        turned = flips(player, opponent, square)
        legal ^= FIRST_SQUARE << np.uint64(square)
    length = left = UNLISTED
    while best <= alpha:
        if square == NO_MOVE:
            if left == UNLISTED:
                length = left = list_moves(
                    context, player, opponent, legal, alpha, depth, empties, parity
                )
                if left < ZERO:
                    return CUT_OFF - left
            if left == ZERO or (best != NO_SCORE and can_share(context, left, depth, empties)):
                break
            square, turned, _ = take_best(context, list_of(empties), length)
            left -= ONE
        replier, mover = make_move(context, player, opponent, square, turned, depth, empties)
        after = parity ^ quadrant_bit(square)
        score = -search(context, replier, mover, beta, depth - ONE, empties - ONE, after)
        count_first(context, bool(best == NO_SCORE and score > alpha))
        if score > best:
            best, best_move = score, square
        square = NO_MOVE
    if left > ZERO and best <= alpha:
        # Another thread is idle: the other moves become jobs for everybody.
        slot = post_moves(context, player, opponent, beta, depth, empties, parity, length, left)
        job = next_job(context, slot, left, alpha, empties)
        while job != NO_JOB:
            outer = begin_job(context, job)
            replier, mover, window, plies, rest, after = read_job(context, job)
            score = search(context, replier, mover, window, plies, rest, after)
            end_job(context, job, outer, score)
            job = next_job(context, slot, left, alpha, empties)
        best, best_move = gather(context, slot, left, best, best_move)
    if is_stopped(context):
        return alpha
    if best > alpha:
        count(context, CUTS)
    age, selectivity = load(context, AGE), load(context, SELECTIVITY)
    keep_bound(table, mask, player, opponent, alpha, best, best_move, depth, selectivity, age)
    return best
