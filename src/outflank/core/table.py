"""The transposition table: bounds of positions, shared by all threads.

A bucket is one cache line of eight words and holds two entries of three::

    word      0            1              2       3            4              5       6  7
    entry     player^mix   opponent^mix'  data    player^mix   opponent^mix'  data    unused
              `-------- entry 0 --------------'   `-------- entry 1 --------------'

    data      bits 0-17    lower bound + 131072, in the unit of the search
              bits 18-35   upper bound + 131072
              bits 36-41   depth in plies; the number of empties if searched to the end
              bits 42-48   selectivity in per cent, 100 = none
              bits 49-55   best move + 1, 0 = none
              bits 56-63   age: the number of the search that wrote it

An entry of depth d and selectivity s answers a search of that depth and selectivity, and
of less of either. Searched to the end at 100 per cent it is proved.

The whole position is compared, so two positions never share an entry. Threads
write without locks. What races may do: mix words of two writers; then the words
do not fit together and the entry reads as no entry. For that each mask is kept xor
a mix of the data, another for each: words of two writers read as squares at random,
which are no position. (With the bare data in both, a bound that changed in one bit
would read as the same position with the discs of some squares turned.) An entry is
thus lost, never wrong. A damaged word does the same.
"""

from __future__ import annotations

import numpy as np

from outflank.core.compile import kernel
from outflank.core.memory import load, store

WORDS_PER_BUCKET = np.int64(8)
WORDS_PER_ENTRY = np.int64(3)

OPPONENT_WORD = np.int64(1)
DATA_WORD = np.int64(2)

NO_ENTRY = np.int64(0)
NO_MOVE = np.int64(-1)
PROVED = np.int64(100)
LOWEST, HIGHEST = np.int64(-64), np.int64(64)
#: Bounds that say nothing, in any unit.
NO_LOWER, NO_UPPER = np.int64(-100_000), np.int64(100_000)
#: Below every score: a search that found none.
NO_SCORE = np.int64(-120_000)
SCORE_OFFSET, SCORE_BITS = np.int64(1 << 17), np.int64((1 << 18) - 1)
UPPER_SHIFT = np.int64(18)
DEPTH_SHIFT, DEPTH_BITS = np.int64(36), np.int64(0x3F)
SELECTIVITY_SHIFT, SELECTIVITY_BITS = np.int64(42), np.int64(0x7F)
MOVE_SHIFT, MOVE_BITS = np.int64(49), np.int64(0x7F)
AGE_SHIFT, AGE_BITS = np.int64(56), np.int64(0xFF)
ONE = np.int64(1)

#: An entry of this search is worth more than any depth.
CURRENT_SHIFT = np.int64(6)

# Odd random words: the product of a mask with each mixes all its bits upwards.
PLAYER_FACTOR = np.uint64(0x9D39247E33776D41)
OPPONENT_FACTOR = np.uint64(0xE1C5A4B7F60D9A2B)
FOLD = np.uint64(32)

# The same for the data, in each of the words that hold a mask.
PLAYER_MIX = np.int64(0x2545F4914F6CDD1D)
OPPONENT_MIX = np.int64(0x4CF5AD432745937F)


@kernel("i8(u8, u8, i8)", inline=True)
def bucket_of(player: np.uint64, opponent: np.uint64, mask: np.int64) -> np.int64:
    """Index of the first word of the position's bucket; `mask` is the bucket count less 1."""
    mixed = (player * PLAYER_FACTOR) ^ ((opponent ^ (opponent >> FOLD)) * OPPONENT_FACTOR)
    mixed ^= mixed >> FOLD
    mixed *= PLAYER_FACTOR
    return (np.int64(mixed >> FOLD) & mask) * WORDS_PER_BUCKET


@kernel("b1(i8, i8, i8, u8, u8)", inline=True)
def _holds(
    table: np.int64, entry: np.int64, data: np.int64, player: np.uint64, opponent: np.uint64
) -> bool:
    """True if the words of an entry, the last of which is `data`, are those of a position."""
    return bool(
        load(table, entry) == np.int64(player) ^ data * PLAYER_MIX
        and load(table, entry + OPPONENT_WORD) == np.int64(opponent) ^ data * OPPONENT_MIX
    )


@kernel("i8(i8, i8, u8, u8)", inline=True)
def probe(table: np.int64, bucket: np.int64, player: np.uint64, opponent: np.uint64) -> np.int64:
    """The data word of the position's entry, or NO_ENTRY."""
    data = load(table, bucket + DATA_WORD)
    if _holds(table, bucket, data, player, opponent):
        return data
    second = bucket + WORDS_PER_ENTRY
    data = load(table, second + DATA_WORD)
    if _holds(table, second, data, player, opponent):
        return data
    return NO_ENTRY


@kernel("i8(i8)", inline=True)
def lower_of(data: np.int64) -> np.int64:
    """Lower bound of an entry, in the unit of the search."""
    return (data & SCORE_BITS) - SCORE_OFFSET


@kernel("i8(i8)", inline=True)
def upper_of(data: np.int64) -> np.int64:
    """Upper bound of an entry, in the unit of the search."""
    return (data >> UPPER_SHIFT & SCORE_BITS) - SCORE_OFFSET


@kernel("i8(i8)", inline=True)
def depth_of(data: np.int64) -> np.int64:
    """Depth of an entry in plies."""
    return data >> DEPTH_SHIFT & DEPTH_BITS


@kernel("i8(i8)", inline=True)
def selectivity_of(data: np.int64) -> np.int64:
    """Selectivity of an entry in per cent."""
    return data >> SELECTIVITY_SHIFT & SELECTIVITY_BITS


@kernel("i8(i8)", inline=True)
def move_of(data: np.int64) -> np.int64:
    """Best move of an entry, -1 if it has none."""
    return (data >> MOVE_SHIFT & MOVE_BITS) - ONE


@kernel("i8(i8)", inline=True)
def age_of(data: np.int64) -> np.int64:
    """Age of an entry: the number of the search that wrote it."""
    return data >> AGE_SHIFT & AGE_BITS


@kernel("b1(i8, i8, i8)", inline=True)
def answers(data: np.int64, depth: np.int64, selectivity: np.int64) -> bool:
    """True if an entry's bounds hold for a search of that depth and selectivity."""
    return bool(depth_of(data) >= depth and selectivity_of(data) >= selectivity)


@kernel("i8(i8, i8, i8, i8, i8, i8)", inline=True)
def pack(
    lower: np.int64,
    upper: np.int64,
    depth: np.int64,
    selectivity: np.int64,
    move: np.int64,
    age: np.int64,
) -> np.int64:
    """A data word from its parts (move -1 for none)."""
    return (
        lower + SCORE_OFFSET
        | upper + SCORE_OFFSET << UPPER_SHIFT
        | depth << DEPTH_SHIFT
        | selectivity << SELECTIVITY_SHIFT
        | move + ONE << MOVE_SHIFT
        | age << AGE_SHIFT
    )


@kernel("i8(i8, i8)", inline=True)
def _worth(kept: np.int64, newcomer: np.int64) -> np.int64:
    """What an entry is worth keeping: those of this search first, then the deeper ones."""
    current = np.int64(age_of(kept) == age_of(newcomer))
    return (current << CURRENT_SHIFT) + depth_of(kept)


@kernel("void(i8, i8, u8, u8, i8)", inline=True)
def write(
    table: np.int64, bucket: np.int64, player: np.uint64, opponent: np.uint64, data: np.int64
) -> None:
    """Keep an entry: over the same position's, else over the older or the shallower one."""
    first_data = load(table, bucket + DATA_WORD)
    second = bucket + WORDS_PER_ENTRY
    second_data = load(table, second + DATA_WORD)
    target = bucket
    if not _holds(table, bucket, first_data, player, opponent):
        same = _holds(table, second, second_data, player, opponent)
        if same or _worth(second_data, data) < _worth(first_data, data):
            target = second
    store(table, target, np.int64(player) ^ data * PLAYER_MIX)
    store(table, target + OPPONENT_WORD, np.int64(opponent) ^ data * OPPONENT_MIX)
    store(table, target + DATA_WORD, data)


@kernel("i8(i8, i8)", inline=True)
def bound_of(data: np.int64, alpha: np.int64) -> np.int64:
    """A bound of an entry that answers the null window (alpha, alpha + 1), or NO_SCORE."""
    if lower_of(data) > alpha:
        return lower_of(data)
    if upper_of(data) <= alpha:
        return upper_of(data)
    return NO_SCORE


@kernel("i8(i8)", inline=True)
def known_move_of(data: np.int64) -> np.int64:
    """The move of an entry, or NO_MOVE (as also of NO_ENTRY); perhaps not legal."""
    return move_of(data) if data != NO_ENTRY else NO_MOVE


@kernel("i8(i8, u8)", inline=True)
def legal_move_of(data: np.int64, legal: np.uint64) -> np.int64:
    """The move of an entry if it is one of the legal ones, else NO_MOVE."""
    move = known_move_of(data)
    if move != NO_MOVE and legal >> np.uint64(move) & np.uint64(1):
        return move
    return NO_MOVE


@kernel("void(i8, i8, u8, u8, i8, i8, i8, i8, i8, i8)", inline=True)
def keep_bound(
    table: np.int64,
    mask: np.int64,
    player: np.uint64,
    opponent: np.uint64,
    alpha: np.int64,
    best: np.int64,
    move: np.int64,
    depth: np.int64,
    selectivity: np.int64,
    age: np.int64,
) -> None:
    """Store what a finished null window found.

    Bounds of the same depth and selectivity are put together; what this search knows
    from a greater depth, or more surely, is kept instead.
    """
    bucket = bucket_of(player, opponent, mask)
    data = probe(table, bucket, player, opponent)
    lower, upper = NO_LOWER, NO_UPPER
    if data != NO_ENTRY and answers(data, depth, selectivity):
        if depth_of(data) == depth and selectivity_of(data) == selectivity:
            lower, upper = lower_of(data), upper_of(data)
        elif age_of(data) == age:
            return
    if best > alpha:
        lower = max(lower, best)
    else:
        upper = min(upper, best)
        if data != NO_ENTRY and move_of(data) != NO_MOVE:
            move = move_of(data)  # it was good enough once; below alpha none is
    write(table, bucket, player, opponent, pack(lower, upper, depth, selectivity, move, age))
