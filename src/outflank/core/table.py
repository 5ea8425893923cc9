"""The transposition table: proved bounds of positions, shared by all threads.

A bucket is one cache line of eight words and holds two entries of three::

    word      0            1              2       3            4              5       6  7
    entry     player^data  opponent^data  data    player^data  opponent^data  data    unused
              `-------- entry 0 --------------'   `-------- entry 1 --------------'

    data      bits 0-7     lower bound + 64, in discs
              bits 8-15    upper bound + 64
              bits 16-23   depth in plies; the number of empties if searched to the end
              bits 24-31   selectivity in per cent, 100 = proved
              bits 32-39   best move + 1, 0 = none
              bits 40-47   second best move + 1
              bits 48-55   age: the number of the search that wrote it

The whole position is compared, so two positions never share an entry. Threads
write without locks. What races may do: mix words of two writers; then the words
do not fit together (the position is kept xor the data) and the entry reads as
no entry. An entry is thus lost, never wrong. A damaged word does the same.
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
SCORE_OFFSET = np.int64(64)
BYTE = np.int64(0xFF)
UPPER_SHIFT, DEPTH_SHIFT, SELECTIVITY_SHIFT = np.int64(8), np.int64(16), np.int64(24)
MOVE_SHIFT, SECOND_SHIFT, AGE_SHIFT = np.int64(32), np.int64(40), np.int64(48)
ONE = np.int64(1)

# Odd random words: the product of a mask with each mixes all its bits upwards.
PLAYER_FACTOR = np.uint64(0x9D39247E33776D41)
OPPONENT_FACTOR = np.uint64(0xE1C5A4B7F60D9A2B)
FOLD = np.uint64(32)


@kernel("i8(u8, u8, i8)", inline=True)
def bucket_of(player: np.uint64, opponent: np.uint64, mask: np.int64) -> np.int64:
    """Index of the first word of the position's bucket; `mask` is the bucket count less 1."""
    mixed = (player * PLAYER_FACTOR) ^ ((opponent ^ (opponent >> FOLD)) * OPPONENT_FACTOR)
    mixed ^= mixed >> FOLD
    mixed *= PLAYER_FACTOR
    return (np.int64(mixed >> FOLD) & mask) * WORDS_PER_BUCKET


@kernel("i8(i8, i8, u8, u8)", inline=True)
def probe(table: np.int64, bucket: np.int64, player: np.uint64, opponent: np.uint64) -> np.int64:
    """The data word of the position's entry, or NO_ENTRY."""
    data = load(table, bucket + DATA_WORD)
    if (
        load(table, bucket) == np.int64(player) ^ data
        and load(table, bucket + OPPONENT_WORD) == np.int64(opponent) ^ data
    ):
        return data
    second = bucket + WORDS_PER_ENTRY
    data = load(table, second + DATA_WORD)
    if (
        load(table, second) == np.int64(player) ^ data
        and load(table, second + OPPONENT_WORD) == np.int64(opponent) ^ data
    ):
        return data
    return NO_ENTRY


@kernel("i8(i8)", inline=True)
def lower_of(data: np.int64) -> np.int64:
    """Lower bound of an entry, in discs."""
    return (data & BYTE) - SCORE_OFFSET


@kernel("i8(i8)", inline=True)
def upper_of(data: np.int64) -> np.int64:
    """Upper bound of an entry, in discs."""
    return (data >> UPPER_SHIFT & BYTE) - SCORE_OFFSET


@kernel("i8(i8)", inline=True)
def depth_of(data: np.int64) -> np.int64:
    """Depth of an entry in plies."""
    return data >> DEPTH_SHIFT & BYTE


@kernel("i8(i8)", inline=True)
def selectivity_of(data: np.int64) -> np.int64:
    """Selectivity of an entry in per cent."""
    return data >> SELECTIVITY_SHIFT & BYTE


@kernel("i8(i8)", inline=True)
def move_of(data: np.int64) -> np.int64:
    """Best move of an entry, -1 if it has none."""
    return (data >> MOVE_SHIFT & BYTE) - ONE


@kernel("i8(i8)", inline=True)
def second_move_of(data: np.int64) -> np.int64:
    """Second best move of an entry, -1 if it has none."""
    return (data >> SECOND_SHIFT & BYTE) - ONE


@kernel("i8(i8, i8, i8, i8, i8, i8, i8)", inline=True)
def pack(
    lower: np.int64,
    upper: np.int64,
    depth: np.int64,
    selectivity: np.int64,
    move: np.int64,
    second_move: np.int64,
    age: np.int64,
) -> np.int64:
    """A data word from its parts (moves -1 for none)."""
    return (
        lower + SCORE_OFFSET
        | upper + SCORE_OFFSET << UPPER_SHIFT
        | depth << DEPTH_SHIFT
        | selectivity << SELECTIVITY_SHIFT
        | move + ONE << MOVE_SHIFT
        | second_move + ONE << SECOND_SHIFT
        | age << AGE_SHIFT
    )


@kernel("i8(i8, i8)", inline=True)
def _worth(kept: np.int64, newcomer: np.int64) -> np.int64:
    """What an entry is worth keeping: those of this search first, then the deeper ones."""
    current = np.int64(kept >> AGE_SHIFT == newcomer >> AGE_SHIFT)
    return (current << DEPTH_SHIFT) + depth_of(kept)


@kernel("void(i8, i8, u8, u8, i8)", inline=True)
def write(
    table: np.int64, bucket: np.int64, player: np.uint64, opponent: np.uint64, data: np.int64
) -> None:
    """Keep an entry: over the same position's, else over the older or the shallower one."""
    first_data = load(table, bucket + DATA_WORD)
    second = bucket + WORDS_PER_ENTRY
    second_data = load(table, second + DATA_WORD)
    target = bucket
    if (
        load(table, bucket) != np.int64(player) ^ first_data
        or load(table, bucket + OPPONENT_WORD) != np.int64(opponent) ^ first_data
    ):
        same = (
            load(table, second) == np.int64(player) ^ second_data
            and load(table, second + OPPONENT_WORD) == np.int64(opponent) ^ second_data
        )
        if same or _worth(second_data, data) < _worth(first_data, data):
            target = second
    store(table, target, np.int64(player) ^ data)
    store(table, target + OPPONENT_WORD, np.int64(opponent) ^ data)
    store(table, target + DATA_WORD, data)
