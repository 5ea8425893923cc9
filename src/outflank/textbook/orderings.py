"""Which move is searched first: the orderings of the two articles, their terms, and none.

An ordering gives each move a number; the greater is searched earlier, and equal
numbers keep the order of the squares, a1 first. Alpha-beta owes its cut-offs to it:
with the best move first it visits about the square root of what it visits with the
worst. The number is a sum of terms; the articles differ in what each term counts.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass, fields
from typing import Final

import numpy as np

from outflank.core.compile import kernel
from outflank.core.intrinsics import lowest_square, popcount
from outflank.core.masks import (
    C_SQUARES,
    CORNERS,
    EDGES,
    FIRST_SQUARE,
    NO_SQUARES,
    X_SQUARES,
)
from outflank.core.rules import legal_mask, play_unchecked
from outflank.textbook.choices import Choice, whole_number
from outflank.textbook.slots import TERMS, Words

#: Greatest size of a term's weight.
GREATEST_WEIGHT: Final = 10_000


@dataclass(frozen=True, slots=True)
class OrderingTerms:
    """What each term of an ordering adds to the number of a move; 0 leaves it out.

    Attributes:
        corner: for a corner.
        x_square: for an X square, whatever is on its corner.
        x_square_trap: for an X square beside an empty corner.
        c_square_trap: for a C square beside an empty corner.
        edge: for a square of the edge, corners and C squares included.
        flips: for each disc turned.
        own_moves: for each move that the mover would have next, if it were its turn again.
        replies: for each move that the opponent has next.
        forced_pass: where the opponent has none.

    Raises:
        SettingsError: a weight is not a whole number from -10,000 to 10,000.

    >>> Ordering.MTDF_ARTICLE.terms.corner
    50
    """

    corner: int = 0
    x_square: int = 0
    x_square_trap: int = 0
    c_square_trap: int = 0
    edge: int = 0
    flips: int = 0
    own_moves: int = 0
    replies: int = 0
    forced_pass: int = 0

    def __post_init__(self) -> None:
        for field in fields(self):
            argument = f"the weight of {field.name}"
            weight = getattr(self, field.name)
            checked = whole_number(argument, weight, -GREATEST_WEIGHT, GREATEST_WEIGHT)
            object.__setattr__(self, field.name, checked)

    @property
    def words(self) -> tuple[int, ...]:
        """The weights as kernels read them, one behind the other."""
        return astuple(self)


#: Places of the terms, in their order in `OrderingTerms`.
CORNER: Final = 0
X_SQUARE: Final = 1
X_SQUARE_TRAP: Final = 2
C_SQUARE_TRAP: Final = 3
EDGE: Final = 4
FLIPS: Final = 5
OWN_MOVES: Final = 6
REPLIES: Final = 7
FORCED_PASS: Final = 8
TERM_COUNT: Final = 9

#: The weights as kernels hand them on: numbers, for an array would be counted at every move.
Weights = tuple[np.int64, ...]
WEIGHTS: Final = f"UniTuple(i8, {TERM_COUNT})"


class Ordering(Choice):
    """The orderings by name."""

    NONE = "none"
    MTDF_ARTICLE = "mtdf-article"
    PVS_ARTICLE = "pvs-article"

    @property
    def terms(self) -> OrderingTerms:
        """What the ordering is made of."""
        return ARTICLES_TERMS[self]


ARTICLES_TERMS: Final = {
    Ordering.NONE: OrderingTerms(),
    Ordering.MTDF_ARTICLE: OrderingTerms(corner=50, x_square=-20, flips=2, own_moves=1, replies=-1),
    Ordering.PVS_ARTICLE: OrderingTerms(
        corner=1000,
        x_square_trap=-500,
        c_square_trap=-120,
        edge=60,
        replies=-25,
        forced_pass=400,
    ),
}

# A move and its number in one word, so that sorting moves one of them:
# the number times 64, plus 63 - square, which puts a1 first among equals.
PACKING: Final = np.int64(64)
PACKING_BITS: Final = np.int64(6)
LAST_SQUARE: Final = np.int64(63)


@kernel("u8(i8)", inline=True)
def corner_beside(square: np.int64) -> np.uint64:
    """The corner of the quarter of the board in which `square` lies, as a mask."""
    row = np.int64(0) if square < 32 else np.int64(56)
    file = np.int64(0) if square & 7 < 4 else np.int64(7)
    return FIRST_SQUARE << np.uint64(row + file)


@kernel(f"{WEIGHTS}(i8[::1])", inline=True)
def weights_of(switches: Words) -> Weights:
    """The weights of the terms, in their order."""
    return (
        switches[TERMS + CORNER],
        switches[TERMS + X_SQUARE],
        switches[TERMS + X_SQUARE_TRAP],
        switches[TERMS + C_SQUARE_TRAP],
        switches[TERMS + EDGE],
        switches[TERMS + FLIPS],
        switches[TERMS + OWN_MOVES],
        switches[TERMS + REPLIES],
        switches[TERMS + FORCED_PASS],
    )


@kernel(f"i8(u8, i8, {WEIGHTS})", inline=True)
def _number_of_square(discs: np.uint64, square: np.int64, weights: Weights) -> np.int64:
    """The terms that depend on where a move goes."""
    move = FIRST_SQUARE << np.uint64(square)
    number = np.int64(0)
    if move & CORNERS != NO_SQUARES:
        number += weights[CORNER]
    if move & EDGES != NO_SQUARES:
        number += weights[EDGE]
    if move & X_SQUARES != NO_SQUARES:
        number += weights[X_SQUARE]
    if corner_beside(square) & discs == NO_SQUARES:
        if move & X_SQUARES != NO_SQUARES:
            number += weights[X_SQUARE_TRAP]
        if move & C_SQUARES != NO_SQUARES:
            number += weights[C_SQUARE_TRAP]
    return number


@kernel(f"i8(u8, u8, i8, {WEIGHTS})", inline=True)
def _number_of_outcome(
    player: np.uint64, opponent: np.uint64, square: np.int64, weights: Weights
) -> np.int64:
    """The terms that depend on what a move does; it is played only if one of them counts."""
    if weights[FLIPS] | weights[OWN_MOVES] | weights[REPLIES] | weights[FORCED_PASS] == 0:
        return np.int64(0)
    replier, mover = play_unchecked(player, opponent, square)
    replies = popcount(legal_mask(replier, mover))
    number = weights[FLIPS] * popcount(opponent ^ replier) + weights[REPLIES] * replies
    if replies == 0:
        number += weights[FORCED_PASS]
    if weights[OWN_MOVES] != 0:
        number += weights[OWN_MOVES] * popcount(legal_mask(mover, replier))
    return np.int64(number)


@kernel(f"i8(u8, u8, i8, {WEIGHTS})", inline=True)
def move_number(
    player: np.uint64, opponent: np.uint64, square: np.int64, weights: Weights
) -> np.int64:
    """The number of a move: the sum of all terms."""
    number = _number_of_square(player | opponent, square, weights)
    return number + _number_of_outcome(player, opponent, square, weights)


@kernel("void(i8[::1], i8, i8)", inline=True)
def insert(moves: Words, count: np.int64, packed: np.int64) -> None:
    """Put a packed move where it belongs among the first `count`, the greatest first."""
    place = count
    while place > 0 and moves[place - 1] < packed:
        moves[place] = moves[place - 1]
        place -= 1
    moves[place] = packed


@kernel("i8(u8, u8, u8, i8[::1], i8[::1])")
def order_moves(
    player: np.uint64,
    opponent: np.uint64,
    squares: np.uint64,
    switches: Words,
    moves: Words,
) -> np.int64:
    """Fill `moves` with the moves to `squares`, in the order that the switches weigh.

    Returns:
        How many there are; `square_of` reads them.
    """
    count = np.int64(0)
    weights = weights_of(switches)
    while squares != NO_SQUARES:
        square = lowest_square(squares)
        number = move_number(player, opponent, square, weights)
        insert(moves, count, number * PACKING + (LAST_SQUARE - square))
        squares &= squares - FIRST_SQUARE
        count += 1
    return count


@kernel("i8(i8)", inline=True)
def square_of(packed: np.int64) -> np.int64:
    """The square of a move in a list that `order_moves` has filled."""
    return LAST_SQUARE - (packed & LAST_SQUARE)


@kernel("i8(i8)", inline=True)
def number_of(packed: np.int64) -> np.int64:
    """The number of a move in a list that `order_moves` has filled."""
    return packed >> PACKING_BITS
