"""The exact search: null windows from any number of empties down to the end.

Four kernels hand on to each other as the empties run out::

    search      ordering by mobility and evaluation, table, cut-offs by stability
    shallow     parity ordering, no table
    last_four … last_one     (`core.last`)
"""

from __future__ import annotations

import numpy as np

from outflank.core.compile import kernel
from outflank.core.constants import byte_table, word_table
from outflank.core.intrinsics import lowest_square, popcount
from outflank.core.last import last_four
from outflank.core.masks import CORNERS, FIRST_SQUARE, NO_SQUARES, X_SQUARES
from outflank.core.memory import load, load_shared, store
from outflank.core.rules import final_score, flips, legal_mask
from outflank.core.stability import stable_discs
from outflank.core.patterns import value
from outflank.core.table import (
    HIGHEST, LOWEST, NO_ENTRY, bucket_of, lower_of, move_of, pack, probe, upper_of, write,
)

STOP, NODES, TABLE, MASK, WEIGHTS, AGE, NEAR_TABLE, NEAR_MASK = (np.int64(i) for i in range(8))
FOURS = np.int64(9)
NEAR = np.int64(11)
LISTS = np.int64(64)
LIST_WORDS = np.int64(96)
CONTEXT_WORDS = LISTS + LIST_WORDS * np.int64(65)

ONE, TWO, FOUR = np.int64(1), np.int64(2), np.int64(4)
BOARD = np.int64(64)
NO_MOVE = np.int64(-128)
PROVED = np.int64(100)
SQUARE_BITS = np.int64(63)
KEY_SHIFT = np.int64(6)

SHALLOW = np.int64(7)
ETC = np.int64(14)
KEY_MOB = np.int64(64)
KEY_SQ = np.int64(1)
KEY_POT = np.int64(16)
KEY_POT_FROM = np.int64(9)
KEY_PAR = np.int64(24)
STAB_LOW = np.int64(6)
STAB_HIGH = np.int64(4)
EVALUATED = np.int64(12)
MOB_W = np.int64(256)

quadrant_bit = byte_table("outflank.quadrant_bit", [1 << ((s >> 2 & 1) | (s >> 4 & 2)) for s in range(64)])
QUADRANT = [0x0F0F0F0F, 0xF0F0F0F0, 0x0F0F0F0F << 32, 0xF0F0F0F0 << 32]
odd_squares = word_table("outflank.odd_squares", [sum(QUADRANT[q] for q in range(4) if p >> q & 1) for p in range(16)])
square_value = byte_table("outflank.square_value", [
 18,4,16,12,12,16,4,18,
 4,2,6,8,8,6,2,4,
 16,6,14,10,10,14,6,16,
 12,8,10,0,0,10,8,12,
 12,8,10,0,0,10,8,12,
 16,6,14,10,10,14,6,16,
 4,2,6,8,8,6,2,4,
 18,4,16,12,12,16,4,18])

STABILITY_MARGIN = np.int64(4)

@kernel("i8(u8)", inline=True)
def parity_of(empty: np.uint64) -> np.int64:
    return (
        (popcount(empty & odd_squares(ONE)) & ONE)
        | (popcount(empty & odd_squares(TWO)) & ONE) << ONE
        | (popcount(empty & odd_squares(FOUR)) & ONE) << TWO
        | (popcount(empty & odd_squares(np.int64(8))) & ONE) << np.int64(3)
    )


@kernel("i8(i8, u8, u8, i8, i8)", inline=True)
def _four(context, player, opponent, alpha, parity):
    empty = ~(player | opponent)
    odd = empty & odd_squares(parity)
    even = empty ^ odd
    a = lowest_square(odd) if odd else lowest_square(even)
    first = FIRST_SQUARE << np.uint64(a)
    odd &= ~first
    even &= ~first
    b = lowest_square(odd) if odd else lowest_square(even)
    first = FIRST_SQUARE << np.uint64(b)
    odd &= ~first
    even &= ~first
    c = lowest_square(odd) if odd else lowest_square(even)
    first = FIRST_SQUARE << np.uint64(c)
    d = lowest_square((odd | even) & ~first)
    return last_four(context, player, opponent, alpha, a, b, c, d, False)


@kernel("i8(i8, u8, u8, i8, i8, i8)")
def shallow(context, player, opponent, alpha, empties, parity):
    """5 to SHALLOW empties."""
    store(context, NODES, load(context, NODES) + ONE)
    moves = legal_mask(player, opponent)
    if moves == NO_SQUARES:
        if legal_mask(opponent, player) == NO_SQUARES:
            return final_score(player, opponent)
        return -shallow(context, opponent, player, -alpha - ONE, empties, parity)
    if alpha >= TWO * empties + STAB_LOW:
        bound = BOARD - TWO * popcount(stable_discs(opponent, player))
        if bound <= alpha:
            return bound
    best = NO_MOVE
    odd = moves & odd_squares(parity)
    moves ^= odd
    while True:
        if odd:
            square = lowest_square(odd)
            odd &= odd - FIRST_SQUARE
        elif moves:
            square = lowest_square(moves)
            moves &= moves - FIRST_SQUARE
        else:
            return best
        turned = flips(player, opponent, square)
        placed = FIRST_SQUARE << np.uint64(square)
        if empties > ONE+FOUR:
            score = -shallow(context, opponent ^ turned, player ^ turned ^ placed, -alpha - ONE, empties - ONE, parity ^ quadrant_bit(square))
        else:
            store(context, FOURS, load(context, FOURS) + ONE)
            score = -_four(context, opponent ^ turned, player ^ turned ^ placed, -alpha - ONE, parity ^ quadrant_bit(square))
        if score > best:
            best = score
            if best > alpha:
                return best


@kernel("i8(u8, u8)", inline=True)
def mobility_weight(player, opponent):
    moves = legal_mask(player, opponent)
    return popcount(moves) + popcount(moves & CORNERS)

@kernel("u8(u8)", inline=True)
def neighbours(mask):
    NA, NH, o = np.uint64(0xFEFEFEFEFEFEFEFE), np.uint64(0x7F7F7F7F7F7F7F7F), np.uint64(1)
    e = np.uint64(8)
    row = mask | (mask & NA) >> o | (mask & NH) << o
    return row | row << e | row >> e

@kernel("i8(u8, u8, i8, i8, i8)", inline=True)
def move_key(next_player, next_opponent, square, parity, empties):
    """Ordering worth of a move: higher first. next_player is the opponent to move."""
    mob = mobility_weight(next_player, next_opponent)
    key = -mob * KEY_MOB + square_value(square) * KEY_SQ
    if empties > KEY_POT_FROM:
        empty = ~(next_player | next_opponent)
        key -= popcount(neighbours(next_opponent) & empty) * KEY_POT
    if parity & quadrant_bit(square):
        key += KEY_PAR
    return key


INDEX_SHIFT = np.int64(6)
ORDER_SHIFT = np.int64(12)
MIDDLE = np.int64(10)
EMPTY_KEY = np.int64(-1 << 62)

@kernel("i8(i8, u8, u8, i8, i8, i8)")
def middle(context, player, opponent, alpha, empties, parity):
    store(context, NODES, load(context, NODES) + ONE)
    if alpha >= TWO * empties - STAB_HIGH:
        bound = BOARD - TWO * popcount(stable_discs(opponent, player))
        if bound <= alpha:
            return bound
    moves = legal_mask(player, opponent)
    if moves == NO_SQUARES:
        if legal_mask(opponent, player) == NO_SQUARES:
            return final_score(player, opponent)
        return -middle(context, opponent, player, -alpha - ONE, empties, parity)
    table = load(context, NEAR_TABLE)
    bucket = bucket_of(player, opponent, load(context, NEAR_MASK))
    data = probe(table, bucket, player, opponent)
    hash_move = -ONE
    lower, upper = LOWEST, HIGHEST
    if data != NO_ENTRY:
        lower, upper = lower_of(data), upper_of(data)
        if lower > alpha:
            return lower
        if upper <= alpha:
            return upper
        hash_move = move_of(data)
    start = LISTS + empties * LIST_WORDS
    count = np.int64(0)
    beta = -alpha - ONE
    while moves:
        square = lowest_square(moves)
        moves &= moves - FIRST_SQUARE
        turned = flips(player, opponent, square)
        nplayer = opponent ^ turned
        nopponent = player ^ turned ^ (FIRST_SQUARE << np.uint64(square))
        if nplayer == NO_SQUARES:
            return HIGHEST
        replies = legal_mask(nplayer, nopponent)
        key = square_value(square) - (popcount(replies) + popcount(replies & CORNERS)) * KEY_MOB
        key += np.int64(square == hash_move) << np.int64(24)
        store(context, start + count * TWO, (key << ORDER_SHIFT) | (count << INDEX_SHIFT) | square)
        store(context, start + count * TWO + ONE, np.int64(turned))
        count += ONE
    best = NO_MOVE
    best_move = -ONE
    for _ in range(count):
        word = EMPTY_KEY
        for i in range(count):
            word = max(word, load(context, start + i * TWO))
        square = word & SQUARE_BITS
        place = start + ((word >> INDEX_SHIFT) & SQUARE_BITS) * TWO
        turned = np.uint64(load(context, place + ONE))
        store(context, place, EMPTY_KEY)
        nplayer = opponent ^ turned
        nopponent = player ^ turned ^ (FIRST_SQUARE << np.uint64(square))
        if empties > SHALLOW + ONE:
            score = -middle(context, nplayer, nopponent, beta, empties - ONE, parity ^ quadrant_bit(square))
        else:
            score = -shallow(context, nplayer, nopponent, beta, empties - ONE, parity ^ quadrant_bit(square))
        if score > best:
            best = score
            best_move = square
            if best > alpha:
                break
    if best > alpha:
        lower = max(lower, best)
    else:
        upper = min(upper, best)
    write(table, bucket, player, opponent, pack(lower, upper, empties, PROVED, best_move, -ONE, np.int64(0)))
    return best


HUGE = np.int64(1 << 20)
SCALE = np.int64(64)

@kernel("i8(i8, u8, u8, i8, i8, i8, i8)")
def estimate(weights, player, opponent, depth, alpha, beta, empties):
    """Depth-limited search on the evaluation."""
    moves = legal_mask(player, opponent)
    if moves == NO_SQUARES:
        if legal_mask(opponent, player) == NO_SQUARES:
            return final_score(player, opponent) * SCALE
        return -estimate(weights, opponent, player, depth, -beta, -alpha, empties)
    best = -HUGE
    while moves:
        square = lowest_square(moves)
        moves &= moves - FIRST_SQUARE
        turned = flips(player, opponent, square)
        nplayer = opponent ^ turned
        nopponent = player ^ turned ^ (FIRST_SQUARE << np.uint64(square))
        if depth == ONE:
            score = -value(weights, nplayer, nopponent, empties - ONE)
        else:
            score = -estimate(weights, nplayer, nopponent, depth - ONE, -beta, -max(alpha, best), empties - ONE)
        if score > best:
            best = score
            if best >= beta:
                return best
    return best

DEPTH1 = np.int64(15)
DEPTH2 = np.int64(19)
MOB_D = np.int64(256)

@kernel("i8(i8, u8, u8, i8, i8, i8)")
def search(context, player, opponent, alpha, empties, parity):
    if empties <= MIDDLE:
        if empties <= SHALLOW:
            return shallow(context, player, opponent, alpha, empties, parity)
        return middle(context, player, opponent, alpha, empties, parity)
    store(context, NODES, load(context, NODES) + ONE)
    if load_shared(context, STOP):
        return alpha
    if alpha >= TWO * empties - STAB_HIGH:
        bound = BOARD - TWO * popcount(stable_discs(opponent, player))
        if bound <= alpha:
            return bound
    table = load(context, TABLE)
    mask = load(context, MASK)
    weights = load(context, WEIGHTS)
    bucket = bucket_of(player, opponent, mask)
    data = probe(table, bucket, player, opponent)
    hash_move = -ONE
    lower, upper = LOWEST, HIGHEST
    if data != NO_ENTRY:
        lower, upper = lower_of(data), upper_of(data)
        if lower > alpha:
            return lower
        if upper <= alpha:
            return upper
        hash_move = move_of(data)
    moves = legal_mask(player, opponent)
    if moves == NO_SQUARES:
        if legal_mask(opponent, player) == NO_SQUARES:
            return final_score(player, opponent)
        return -search(context, opponent, player, -alpha - ONE, empties, parity)
    base = LISTS + empties * LIST_WORDS
    end = base
    beta = -alpha - ONE
    best = NO_MOVE
    best_move = -ONE
    if hash_move >= np.int64(0):
        placed = FIRST_SQUARE << np.uint64(hash_move)
        if moves & placed:
            moves ^= placed
            turned = flips(player, opponent, hash_move)
            nplayer = opponent ^ turned
            nopponent = player ^ turned ^ placed
            if empties > MIDDLE + ONE:
                best = -search(context, nplayer, nopponent, beta, empties - ONE, parity ^ quadrant_bit(hash_move))
            else:
                best = -middle(context, nplayer, nopponent, beta, empties - ONE, parity ^ quadrant_bit(hash_move))
            best_move = hash_move
            if best > alpha:
                moves = NO_SQUARES
    while moves:
        square = lowest_square(moves)
        moves &= moves - FIRST_SQUARE
        turned = flips(player, opponent, square)
        if turned == opponent:
            return HIGHEST
        nplayer = opponent ^ turned
        nopponent = player ^ turned ^ (FIRST_SQUARE << np.uint64(square))
        if empties >= ETC:
            data = probe(table, bucket_of(nplayer, nopponent, mask), nplayer, nopponent)
            if data != NO_ENTRY:
                if -upper_of(data) > alpha:
                    return -upper_of(data)
        if empties >= EVALUATED and weights:
            if empties >= DEPTH1:
                depth = TWO if empties >= DEPTH2 else ONE
                key = -estimate(weights, nplayer, nopponent, depth, -HUGE, HUGE, empties - ONE) - mobility_weight(nplayer, nopponent) * MOB_D
            else:
                key = -value(weights, nplayer, nopponent, empties - ONE) - mobility_weight(nplayer, nopponent) * MOB_W
        else:
            key = move_key(nplayer, nopponent, square, parity, empties)
        store(context, end, (key << KEY_SHIFT) | square)
        store(context, end + ONE, np.int64(turned))
        end += TWO
    while base < end:
        pick = base
        key = load(context, base)
        i = base + TWO
        while i < end:
            other = load(context, i)
            if other > key:
                key = other
                pick = i
            i += TWO
        turned = np.uint64(load(context, pick + ONE))
        if pick != base:
            store(context, pick, load(context, base))
            store(context, pick + ONE, load(context, base + ONE))
        base += TWO
        square = key & SQUARE_BITS
        nplayer = opponent ^ turned
        nopponent = player ^ turned ^ (FIRST_SQUARE << np.uint64(square))
        if empties > MIDDLE + ONE:
            score = -search(context, nplayer, nopponent, beta, empties - ONE, parity ^ quadrant_bit(square))
        else:
            score = -middle(context, nplayer, nopponent, beta, empties - ONE, parity ^ quadrant_bit(square))
        if score > best:
            best = score
            best_move = square
            if best > alpha:
                break
    if load_shared(context, STOP):
        return best
    if best > alpha:
        lower = max(lower, best)
    else:
        upper = min(upper, best)
    write(table, bucket, player, opponent, pack(lower, upper, empties, PROVED, best_move, -ONE, load(context, AGE)))
    return best
