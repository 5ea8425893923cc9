"""Keys of positions for the transposition table: the two articles' hashes, and Zobrist's.

All are 64-bit words of the discs of both colours and the side to move. None is a
proof: two positions may have one key, so a corrected search compares the position too.
Zobrist's method: A. L. Zobrist, "A New Hashing Method with Application for Game
Playing", Technical Report 88, University of Wisconsin, 1970.
"""

from __future__ import annotations

import random
from typing import Final

import numpy as np

from outflank.core.compile import kernel
from outflank.core.intrinsics import lowest_square
from outflank.core.masks import FIRST_SQUARE, NO_SQUARES
from outflank.textbook.choices import Choice
from outflank.textbook.faults import Fault
from outflank.textbook.slots import FAULTS, TABLE_KEYS, Words


class Keys(Choice):
    """The ways to make a key by name."""

    MTDF_ARTICLE = "mtdf-article"
    PVS_ARTICLE = "pvs-article"
    ZOBRIST = "zobrist"


MTDF_ARTICLE: Final = np.int64(Keys.MTDF_ARTICLE.code)
PVS_ARTICLE: Final = np.int64(Keys.PVS_ARTICLE.code)
BLACK: Final = np.int64(1)

# Words of the MTD(f) article.
BLACK_FACTOR: Final = np.uint64(0x9E3779B97F4A7C15)
WHITE_SUMMAND: Final = np.uint64(0x165667B19E3779F9)
WHITE_FACTOR: Final = np.uint64(0xC2B2AE3D27D4EB4F)
BLACK_TO_MOVE: Final = np.uint64(0x27D4EB2F165667C5)
WHITE_TO_MOVE: Final = np.uint64(0x9E3779B97F4A7C15)
FOLD: Final = np.uint64(29)

# Words of the PVS article.
NO_DISCS_WORD: Final = np.uint64(0x9E3779B97F4A7C15)
BLACK_TURN_WORD: Final = np.uint64(0xABCDEF12345)
WHITE_TURN_WORD: Final = np.uint64(0x23456789ABCDF)

WORD: Final = 0xFFFFFFFFFFFFFFFF


def mixed(number: int) -> int:
    """The PVS article's ``mix``: a scrambled 64-bit word; 0 for 0, which is its fault."""
    number ^= number >> 33
    number = number * 0xFF51AFD7ED558CCD & WORD
    number ^= number >> 33
    number = number * 0xC4CEB9FE1A85EC53 & WORD
    return number ^ number >> 33


#: A word for a disc of each colour on each square: row 0 is Black's, row 1 White's.
MIXED_WORDS: Final = np.array(
    [[mixed(2 * square + colour) for square in range(64)] for colour in (0, 1)], dtype=np.uint64
)
#: What the corrected hash adds for Black on a1: the first number that the others leave.
BLACK_A1_WORD: Final = np.uint64(mixed(128))

_random = random.Random("outflank.textbook: Zobrist words")
ZOBRIST_WORDS: Final = np.array(
    [[_random.getrandbits(64) for _ in range(64)] for _ in (0, 1)], dtype=np.uint64
)
ZOBRIST_TURN: Final = np.uint64(_random.getrandbits(64))

BLACK_A1_HASHES_AS_EMPTY: Final = np.int64(Fault.BLACK_A1_HASHES_AS_EMPTY)


@kernel("u8(u8, u8, i8)")
def mtdf_key(black: np.uint64, white: np.uint64, color: np.int64) -> np.uint64:
    """The MTD(f) article's hash: one product for each colour."""
    key = black * BLACK_FACTOR
    key ^= (white + WHITE_SUMMAND) * WHITE_FACTOR
    key ^= BLACK_TO_MOVE if color == BLACK else WHITE_TO_MOVE
    return key ^ (key >> FOLD)


@kernel("u8(u8, Array(u8, 1, 'C', readonly=True))", inline=True)
def _joined(discs: np.uint64, words: Words) -> np.uint64:
    """The words of all discs, joined by exclusive or."""
    key = NO_SQUARES
    while discs != NO_SQUARES:
        key ^= words[lowest_square(discs)]
        discs &= discs - FIRST_SQUARE
    return key


@kernel("u8(u8, u8, i8, i8)")
def pvs_key(black: np.uint64, white: np.uint64, color: np.int64, faults: np.int64) -> np.uint64:
    """The PVS article's hash: a scrambled word for each disc."""
    key = NO_DISCS_WORD ^ _joined(black, MIXED_WORDS[0]) ^ _joined(white, MIXED_WORDS[1])
    if not faults & BLACK_A1_HASHES_AS_EMPTY and black & FIRST_SQUARE != NO_SQUARES:
        key ^= BLACK_A1_WORD
    return key ^ (BLACK_TURN_WORD if color == BLACK else WHITE_TURN_WORD)


@kernel("u8(u8, u8, i8)")
def zobrist_key(black: np.uint64, white: np.uint64, color: np.int64) -> np.uint64:
    """Zobrist's key: a random word for each disc, and one for Black to move."""
    key = _joined(black, ZOBRIST_WORDS[0]) ^ _joined(white, ZOBRIST_WORDS[1])
    return key ^ (ZOBRIST_TURN if color == BLACK else NO_SQUARES)


@kernel("u8(u8, u8, i8, i8[::1])")
def key_of(player: np.uint64, opponent: np.uint64, color: np.int64, switches: Words) -> np.uint64:
    """The key that the switches name; `color` is 1 when the player is Black, else -1."""
    black, white = (player, opponent) if color == BLACK else (opponent, player)
    if switches[TABLE_KEYS] == MTDF_ARTICLE:
        return mtdf_key(black, white, color)
    if switches[TABLE_KEYS] == PVS_ARTICLE:
        return pvs_key(black, white, color, switches[FAULTS])
    return zobrist_key(black, white, color)
