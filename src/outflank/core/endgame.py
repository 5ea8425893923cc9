"""The exact search: null windows from any position down to the end of the game.

Kernels hand on to each other as the empty squares run out::

    empties     kernel                  order of moves               table
    11 and more search                  evaluation, mobility         shared
    7 to 10     middle                  mobility                     near (private, in cache)
    5 and 6     shallow                 parity                       none
    1 to 4      last_four … last_one    parity                       none

Bound contract of all of them, for the null window (alpha, alpha + 1): the result is
in discs (empties to the winner) for the side to move, fail soft. At or below alpha it
is an upper bound of the score, above alpha a lower bound; either may be the score.
A search that was stopped (`core.team`) returns a number that means nothing, and
writes nothing to the shared table.
"""

from __future__ import annotations

from typing import cast

import numpy as np

from outflank.core.compile import kernel
from outflank.core.context import (
    AGE,
    NEAR,
    NEAR_MASK,
    NODES,
    TABLE,
    TABLE_MASK,
    TEAM,
)
from outflank.core.intrinsics import lowest_square, popcount
from outflank.core.last import last_four, last_one, last_three, last_two
from outflank.core.masks import FIRST_SQUARE, NO_SQUARES
from outflank.core.memory import load, store
from outflank.core.ordering import (
    TABLE_MOVE_KEY,
    counted_key,
    list_move,
    list_of,
    move_key,
    take_best,
)
from outflank.core.parity import odd_squares, quadrant_bit
from outflank.core.rules import SQUARES, final_score, flips, legal_mask, play_unchecked
from outflank.core.stability import stable_discs
from outflank.core.table import (
    HIGHEST,
    LOWEST,
    NO_ENTRY,
    NO_MOVE,
    PROVED,
    bucket_of,
    lower_of,
    move_of,
    pack,
    probe,
    upper_of,
    write,
)
from outflank.core.team import (
    SLOT_WORDS,
    SQUARE,
    claim,
    finish,
    has_idle,
    has_room,
    is_stopped,
    post,
    result_of,
    unpost,
    withdraw,
)

ZERO, ONE, TWO, THREE, FOUR, FIVE = (np.int64(number) for number in range(6))
NOT_PASSED = cast("bool", np.bool_(False))

#: Below every score: no move was played yet.
NO_SCORE = np.int64(-128)

#: The greatest number of empty squares for `shallow` and for `middle`.
SHALLOW, MIDDLE = np.int64(6), np.int64(10)

#: From so many empties on the table is asked about each move's reply before any is searched.
REPLIES_PROBED_FROM = np.int64(14)

#: `list_moves` returns this less the bound when it found a cut-off.
CUT_OFF = np.int64(-1000)

#: `_list_middle_moves` returns this when a move turns all that the opponent has.
WIPE_OUT = np.int64(-1)

#: Nodes with so many empties and more are shared out to idle threads.
SHARED_FROM = np.int64(14)

# Stable discs are counted where the opponent may have enough of them to keep the
# score down to alpha: at alpha >= 2 * empties + margin.
SHALLOW_STABILITY_MARGIN, STABILITY_MARGIN = np.int64(6), np.int64(-4)


@kernel("i8(u8, u8)", inline=True)
def stability_bound(player: np.uint64, opponent: np.uint64) -> np.int64:
    """The most that `player` can still score, since the opponent's stable discs stay."""
    return SQUARES - TWO * popcount(stable_discs(opponent, player))


@kernel("void(i8)", inline=True)
def count_node(context: np.int64) -> None:
    """Count one position entered."""
    store(context, NODES, load(context, NODES) + ONE)


@kernel("i8(i8, u8, u8, i8, i8)", inline=True)
def _four_left(
    context: np.int64, player: np.uint64, opponent: np.uint64, alpha: np.int64, parity: np.int64
) -> np.int64:
    """`last_four` with the squares of odd quadrants first."""
    empty = ~(player | opponent)
    odd = empty & odd_squares(parity)
    even = empty ^ odd
    a = lowest_square(odd) if odd else lowest_square(even)
    rest = ~(FIRST_SQUARE << np.uint64(a))
    odd &= rest
    even &= rest
    b = lowest_square(odd) if odd else lowest_square(even)
    rest = ~(FIRST_SQUARE << np.uint64(b))
    odd &= rest
    even &= rest
    c = lowest_square(odd) if odd else lowest_square(even)
    d = lowest_square((odd | even) & ~(FIRST_SQUARE << np.uint64(c)))
    return last_four(context, player, opponent, alpha, a, b, c, d, NOT_PASSED)


@kernel("i8(i8, u8, u8, i8, i8, i8)")
def shallow(
    context: np.int64,
    player: np.uint64,
    opponent: np.uint64,
    alpha: np.int64,
    empties: np.int64,
    parity: np.int64,
) -> np.int64:
    """Null-window search from 5 or 6 empties (contract: see the module)."""
    count_node(context)
    beta = -alpha - ONE
    moves = legal_mask(player, opponent)
    if moves == NO_SQUARES:
        if legal_mask(opponent, player) == NO_SQUARES:
            return final_score(player, opponent)
        return -shallow(context, opponent, player, beta, empties, parity)
    if alpha >= TWO * empties + SHALLOW_STABILITY_MARGIN:
        bound = stability_bound(player, opponent)
        if bound <= alpha:
            return bound
    best = NO_SCORE
    odd = moves & odd_squares(parity)
    even = moves ^ odd
    while odd | even:
        if odd:
            square = lowest_square(odd)
            odd &= odd - FIRST_SQUARE
        else:
            square = lowest_square(even)
            even &= even - FIRST_SQUARE
        turned = flips(player, opponent, square)
        replier = opponent ^ turned
        mover = player ^ turned ^ FIRST_SQUARE << np.uint64(square)
        after = parity ^ quadrant_bit(square)
        if empties > FIVE:
            score = -shallow(context, replier, mover, beta, empties - ONE, after)
        else:
            score = -_four_left(context, replier, mover, beta, after)
        if score > best:
            best = score
            if best > alpha:
                return best
    return best


@kernel("i8(i8, i8)", inline=True)
def bound_of(data: np.int64, alpha: np.int64) -> np.int64:
    """A bound of a table's entry that answers the null window, or NO_SCORE."""
    if data != NO_ENTRY:
        if lower_of(data) > alpha:
            return lower_of(data)
        if upper_of(data) <= alpha:
            return upper_of(data)
    return NO_SCORE


@kernel("i8(i8)", inline=True)
def known_move_of(data: np.int64) -> np.int64:
    """The move of a table's entry, or NO_MOVE; perhaps not legal."""
    return move_of(data) if data != NO_ENTRY else NO_MOVE


@kernel("void(i8, i8, u8, u8, i8, i8, i8, i8, i8)", inline=True)
def keep_bound(
    table: np.int64,
    mask: np.int64,
    player: np.uint64,
    opponent: np.uint64,
    alpha: np.int64,
    best: np.int64,
    move: np.int64,
    empties: np.int64,
    age: np.int64,
) -> None:
    """Store what a finished null window proved, beside what was known of the position."""
    bucket = bucket_of(player, opponent, mask)
    data = probe(table, bucket, player, opponent)
    lower, upper = LOWEST, HIGHEST
    if data != NO_ENTRY:
        lower, upper = lower_of(data), upper_of(data)
    if best > alpha:
        lower = max(lower, best)
    else:
        upper = min(upper, best)
        if data != NO_ENTRY and move_of(data) != NO_MOVE:
            move = move_of(data)  # it was good enough once; below alpha none is
    data = pack(lower, upper, empties, PROVED, move, NO_MOVE, age)
    write(table, bucket, player, opponent, data)


@kernel("i8(i8, u8, u8, u8, i8, i8, i8)", inline=True)
def _list_middle_moves(
    context: np.int64,
    player: np.uint64,
    opponent: np.uint64,
    legal: np.uint64,
    empties: np.int64,
    parity: np.int64,
    table_move: np.int64,
) -> np.int64:
    """List and key the moves of a node of `middle`; their number, or WIPE_OUT."""
    moves, length = list_of(empties), ZERO
    while legal:
        square = lowest_square(legal)
        legal &= legal - FIRST_SQUARE
        turned = flips(player, opponent, square)
        if turned == opponent:
            return WIPE_OUT
        mover = player ^ turned ^ FIRST_SQUARE << np.uint64(square)
        key = counted_key(opponent ^ turned, mover, square, empties, parity)
        if square == table_move:
            key += TABLE_MOVE_KEY
        list_move(context, moves, length, square, key, turned)
        length += ONE
    return length


@kernel("i8(i8, u8, u8, i8, i8, i8)")
def middle(
    context: np.int64,
    player: np.uint64,
    opponent: np.uint64,
    alpha: np.int64,
    empties: np.int64,
    parity: np.int64,
) -> np.int64:
    """Null-window search from 7 to 10 empties (contract: see the module)."""
    count_node(context)
    beta = -alpha - ONE
    if alpha >= TWO * empties + STABILITY_MARGIN:
        bound = stability_bound(player, opponent)
        if bound <= alpha:
            return bound
    legal = legal_mask(player, opponent)
    if legal == NO_SQUARES:
        if legal_mask(opponent, player) == NO_SQUARES:
            return final_score(player, opponent)
        return -middle(context, opponent, player, beta, empties, parity)
    table, mask = load(context, NEAR), load(context, NEAR_MASK)
    data = probe(table, bucket_of(player, opponent, mask), player, opponent)
    known = bound_of(data, alpha)
    if known != NO_SCORE:
        return known
    moves, table_move = list_of(empties), known_move_of(data)
    length = _list_middle_moves(context, player, opponent, legal, empties, parity, table_move)
    if length == WIPE_OUT:
        return HIGHEST
    best, best_move = NO_SCORE, NO_MOVE
    for _ in range(length):
        square, flipped = take_best(context, moves, length)
        turned = np.uint64(flipped)
        mover = player ^ turned ^ FIRST_SQUARE << np.uint64(square)
        after = parity ^ quadrant_bit(square)
        if empties > SHALLOW + ONE:
            score = -middle(context, opponent ^ turned, mover, beta, empties - ONE, after)
        else:
            score = -shallow(context, opponent ^ turned, mover, beta, empties - ONE, after)
        if score > best:
            best, best_move = score, square
            if best > alpha:
                break
    keep_bound(table, mask, player, opponent, alpha, best, best_move, empties, ZERO)
    return best


@kernel("i8(i8, u8, u8, i8, i8, i8)", inline=True)
def _near_the_end(
    context: np.int64,
    player: np.uint64,
    opponent: np.uint64,
    alpha: np.int64,
    empties: np.int64,
    parity: np.int64,
) -> np.int64:
    """Null-window search from at most MIDDLE empties, whatever their number."""
    if empties > SHALLOW:
        return middle(context, player, opponent, alpha, empties, parity)
    if empties > FOUR:
        return shallow(context, player, opponent, alpha, empties, parity)
    if empties == FOUR:
        return _four_left(context, player, opponent, alpha, parity)
    empty = ~(player | opponent)
    a = lowest_square(empty)
    empty &= empty - FIRST_SQUARE
    b = lowest_square(empty)
    empty &= empty - FIRST_SQUARE
    if empties == THREE:
        return last_three(context, player, opponent, alpha, a, b, lowest_square(empty), NOT_PASSED)
    if empties == TWO:
        return last_two(context, player, opponent, alpha, a, b)
    if empties == ONE:
        return last_one(player, a)
    return final_score(player, opponent)


@kernel("i8(i8, u8, u8, u8, i8, i8, i8)")
def list_moves(
    context: np.int64,
    player: np.uint64,
    opponent: np.uint64,
    legal: np.uint64,
    alpha: np.int64,
    empties: np.int64,
    parity: np.int64,
) -> np.int64:
    """List and key moves of a node of `search`.

    Returns:
        The number of moves or, as a negative number, ``CUT_OFF - bound``: a move was
        found whose score is at least `bound`, which is above alpha.
    """
    moves, length = list_of(empties), ZERO
    table, mask = load(context, TABLE), load(context, TABLE_MASK)
    while legal:
        square = lowest_square(legal)
        legal &= legal - FIRST_SQUARE
        turned = flips(player, opponent, square)
        if turned == opponent:
            return CUT_OFF - HIGHEST
        replier = opponent ^ turned
        mover = player ^ turned ^ FIRST_SQUARE << np.uint64(square)
        if empties >= REPLIES_PROBED_FROM:
            data = probe(table, bucket_of(replier, mover, mask), replier, mover)
            if data != NO_ENTRY and -upper_of(data) > alpha:
                return CUT_OFF + upper_of(data)
        key = move_key(context, replier, mover, square, empties, parity)
        list_move(context, moves, length, square, key, turned)
        length += ONE
    return length


@kernel("b1(i8, i8, i8)", inline=True)
def can_share(context: np.int64, left: np.int64, empties: np.int64) -> bool:
    """True if it pays to hand the moves left of a node to an idle thread."""
    if left < TWO or empties < SHARED_FROM or not has_idle(context):
        return False
    return has_room(context, left)


@kernel("i8(i8, u8, u8, i8, i8, i8, i8, i8)")
def post_moves(
    context: np.int64,
    player: np.uint64,
    opponent: np.uint64,
    alpha: np.int64,
    empties: np.int64,
    parity: np.int64,
    length: np.int64,
    left: np.int64,
) -> np.int64:
    """Post the moves that are left of a node's list as jobs, the best first; the first slot."""
    moves, first = list_of(empties), ZERO
    for number in range(left):
        square, flipped = take_best(context, moves, length)
        turned = np.uint64(flipped)
        mover = player ^ turned ^ FIRST_SQUARE << np.uint64(square)
        after = parity ^ quadrant_bit(square)
        slot = post(context, opponent ^ turned, mover, alpha, empties - ONE, after, square)
        if number == 0:
            first = slot
    return first


@kernel("UniTuple(i8, 2)(i8, i8, i8, i8, i8, i8)")
def gather(
    context: np.int64,
    slot: np.int64,
    jobs: np.int64,
    alpha: np.int64,
    best: np.int64,
    best_move: np.int64,
) -> tuple[np.int64, np.int64]:
    """Take in the results of a node's jobs, or withdraw them if none is wanted any more.

    Returns:
        The best score and its move; no job is at work afterwards.
    """
    team = load(context, TEAM)
    for _ in range(jobs):
        if best > alpha or is_stopped(context):
            withdraw(team, slot)
        else:
            score = -result_of(team, slot)
            if score > best:
                best, best_move = score, load(team, slot + SQUARE)
        slot += SLOT_WORDS
    unpost(context, jobs)
    return best, best_move


@kernel("i8(i8, u8, u8, i8, i8, i8)")
def search(
    context: np.int64,
    player: np.uint64,
    opponent: np.uint64,
    alpha: np.int64,
    empties: np.int64,
    parity: np.int64,
) -> np.int64:
    """Null-window search from any number of empties (contract: see the module)."""
    if empties <= MIDDLE:
        return _near_the_end(context, player, opponent, alpha, empties, parity)
    count_node(context)
    if is_stopped(context):
        return alpha
    if alpha >= TWO * empties + STABILITY_MARGIN:
        bound = stability_bound(player, opponent)
        if bound <= alpha:
            return bound
    table, mask = load(context, TABLE), load(context, TABLE_MASK)
    data = probe(table, bucket_of(player, opponent, mask), player, opponent)
    known = bound_of(data, alpha)
    if known != NO_SCORE:
        return known
    beta = -alpha - ONE
    legal = legal_mask(player, opponent)
    if legal == NO_SQUARES:
        if legal_mask(opponent, player) == NO_SQUARES:
            return final_score(player, opponent)
        return -search(context, opponent, player, beta, empties, parity)
    table_move = known_move_of(data)
    best, best_move = NO_SCORE, NO_MOVE
    if table_move != NO_MOVE and legal >> np.uint64(table_move) & FIRST_SQUARE:
        # The table's move first, before any other is even keyed: often it is enough.
        replier, mover = play_unchecked(player, opponent, table_move)
        after = parity ^ quadrant_bit(table_move)
        best = -search(context, replier, mover, beta, empties - ONE, after)
        best_move = table_move
        legal ^= FIRST_SQUARE << np.uint64(table_move)
    length = left = ZERO
    if best <= alpha:
        length = left = list_moves(context, player, opponent, legal, alpha, empties, parity)
        if length < ZERO:
            return CUT_OFF - length
    while left > ZERO and best <= alpha:
        if best != NO_SCORE and can_share(context, left, empties):
            break
        square, flipped = take_best(context, list_of(empties), length)
        left -= ONE
        turned = np.uint64(flipped)
        mover = player ^ turned ^ FIRST_SQUARE << np.uint64(square)
        after = parity ^ quadrant_bit(square)
        score = -search(context, opponent ^ turned, mover, beta, empties - ONE, after)
        if score > best:
            best, best_move = score, square
    if left > ZERO and best <= alpha:
        # Another thread is idle: the other moves become jobs for everybody.
        team = load(context, TEAM)
        slot = post_moves(context, player, opponent, beta, empties, parity, length, left)
        for number in range(left):
            job = slot + np.int64(number) * SLOT_WORDS
            if best <= alpha and claim(team, job):
                square = load(team, job + SQUARE)
                replier, mover = play_unchecked(player, opponent, square)
                after = parity ^ quadrant_bit(square)
                score = search(context, replier, mover, beta, empties - ONE, after)
                finish(team, job, score)
                if -score > best:
                    best, best_move = -score, square
        best, best_move = gather(context, slot, left, alpha, best, best_move)
    if is_stopped(context):
        return alpha
    age = load(context, AGE)
    keep_bound(table, mask, player, opponent, alpha, best, best_move, empties, age)
    return best
