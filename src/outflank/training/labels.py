"""What positions are worth: solved, searched a few plies deep, or played to the end."""

from __future__ import annotations

from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from outflank.core.compile import kernel
from outflank.core.intrinsics import lowest_square, popcount
from outflank.core.masks import FIRST_SQUARE, NO_SQUARES
from outflank.core.memory import Block, load, store
from outflank.core.ordering import INFINITY, weighted_mobility
from outflank.core.rules import final_score, flips, legal_mask
from outflank.evaluation import FeatureSet
from outflank.training.evaluators import (
    UNITS_PER_DISC,
    Evaluator,
    change_sides,
    list_of,
    play,
    set_up,
    value,
)
from outflank.training.positions import play_on

ZERO, ONE, TWO = np.int64(0), np.int64(1), np.int64(2)
SQUARES = np.int64(64)

#: No position is worth more, whatever an evaluation says of it.
ALL_DISCS = SQUARES * UNITS_PER_DISC

# A listed move is one word: what the reply finds (less is tried first), and the square.
SQUARE_BITS = np.int64(63)
REPLY_SHIFT = np.int64(6)
TAKEN = np.int64(1 << 40)


class SolvesMany(Protocol):
    """What labels need of a solver: `outflank.engine.solver.Solver` has it."""

    def solve_many(
        self, players: NDArray[np.uint64], opponents: NDArray[np.uint64], /
    ) -> NDArray[np.integer]:
        """Exact scores in discs for the sides to move."""
        ...


class Labeller(Protocol):
    """Values positions; one thread at a time uses it."""

    def __call__(
        self, players: NDArray[np.uint64], opponents: NDArray[np.uint64], /
    ) -> NDArray[np.float32]:
        """Values in discs, for the sides to move."""
        ...


class ExactLabeller:
    """Solves positions to the end of the game."""

    def __init__(self, solver: SolvesMany) -> None:
        self._solver = solver

    def __call__(
        self, players: NDArray[np.uint64], opponents: NDArray[np.uint64], /
    ) -> NDArray[np.float32]:
        """Exact scores in discs, empties to the winner."""
        return self._solver.solve_many(players, opponents).astype(np.float32)


class SearchLabeller:
    """Searches positions to a fixed depth on an evaluation.

    Args:
        features: of the evaluation.
        weights: its table.
        depth: plies, 1 or more.
    """

    #: The deepest search.
    DEEPEST: Final = 16

    def __init__(self, features: FeatureSet, weights: Block, depth: int) -> None:
        if not 1 <= depth <= self.DEEPEST:
            raise ValueError(f"labels are searched 1 to {self.DEEPEST} plies deep, not {depth}")
        self._depth = depth
        self._evaluator = Evaluator(features, weights, depth + 1)

    def __call__(
        self, players: NDArray[np.uint64], opponents: NDArray[np.uint64], /
    ) -> NDArray[np.float32]:
        """Values in discs, within ±64."""
        values = np.empty(len(players), np.int64)
        _search_all(self._evaluator.address, players, opponents, np.int64(self._depth), values)
        return (values / int(UNITS_PER_DISC)).astype(np.float32)


class OutcomeLabeller:
    """Plays positions on by the moves that look best to an evaluation, and solves the end.

    A little noise makes many games of one position, of which there are few early on.

    Args:
        features: of the evaluation.
        weights: its table.
        solver: of the ends.
    """

    #: Games are solved from so many empties on.
    SOLVED_FROM: Final = 8

    #: Up to so much is added to what a move is worth, in 1/64 disc.
    NOISE: Final = 2 * UNITS_PER_DISC

    def __init__(self, features: FeatureSet, weights: Block, solver: SolvesMany) -> None:
        self._evaluator = Evaluator(features, weights, 2)
        self._solver = solver

    def __call__(
        self, players: NDArray[np.uint64], opponents: NDArray[np.uint64], /
    ) -> NDArray[np.float32]:
        """What the games ended with, in discs, for the sides to move at their beginning."""
        ends = players.copy(), opponents.copy()
        signs = np.empty(len(players), np.int64)
        # The same positions, whoever labels them and when, give the same games.
        seed = np.dot(players, np.arange(len(players), dtype=np.uint64)) | np.uint64(1)
        solved_from = np.int64(self.SOLVED_FROM)
        play_on(self._evaluator.address, seed, *ends, signs, solved_from, self.NOISE)
        return (signs * self._solver.solve_many(*ends)).astype(np.float32)


@kernel("i8(i8, u8, u8, i8)", inline=True)
def _leaf(
    evaluator: np.int64, player: np.uint64, opponent: np.uint64, empties: np.int64
) -> np.int64:
    """The evaluation at level 0, within what a game can end with."""
    return max(-ALL_DISCS, min(ALL_DISCS, value(evaluator, ZERO, player, opponent, empties)))


@kernel("void(i8, i8, u8, u8, u8, i8)")
def _list_moves(
    evaluator: np.int64,
    depth: np.int64,
    player: np.uint64,
    opponent: np.uint64,
    moves: np.uint64,
    empties: np.int64,
) -> None:
    """List the moves of the position at level `depth`, with what the reply finds."""
    place = list_of(depth)
    while moves:
        square = lowest_square(moves)
        moves &= moves - FIRST_SQUARE
        turned = flips(player, opponent, square)
        replier = opponent ^ turned
        mover = player ^ turned ^ (FIRST_SQUARE << np.uint64(square))
        play(evaluator, depth, depth - ONE, square, turned)
        found = value(evaluator, depth - ONE, replier, mover, empties - ONE)
        found += weighted_mobility(legal_mask(replier, mover)) * UNITS_PER_DISC
        store(evaluator, place, (found << REPLY_SHIFT) | square)
        place += ONE


@kernel("i8(i8, i8, i8)", inline=True)
def _take_first(evaluator: np.int64, first: np.int64, count: np.int64) -> np.int64:
    """The square of the listed move whose reply finds least; it is not taken again."""
    place, least = first, TAKEN
    for index in range(count):
        word = load(evaluator, first + index)
        if word < least:
            place, least = first + index, word
    store(evaluator, place, TAKEN)
    return least & SQUARE_BITS


@kernel("i8(i8, u8, u8, i8, i8, i8, i8)")
def search(
    evaluator: np.int64,
    player: np.uint64,
    opponent: np.uint64,
    depth: np.int64,
    alpha: np.int64,
    beta: np.int64,
    empties: np.int64,
) -> np.int64:
    """Search `depth` plies (0 or more) on an evaluation by alpha-beta, fail soft.

    In 1/64 disc for the side to move: at or below alpha an upper bound of the value, at
    or above beta a lower bound, between them the value. The value does not depend on the
    order of moves. A pass costs no depth; a finished game counts as it ended. The
    evaluator is ready for the position at level `depth`, and is so afterwards.
    """
    moves = legal_mask(player, opponent)
    if moves == NO_SQUARES:
        if legal_mask(opponent, player) == NO_SQUARES:
            return final_score(player, opponent) * UNITS_PER_DISC
        change_sides(evaluator, depth)
        score = -search(evaluator, opponent, player, depth, -beta, -alpha, empties)
        change_sides(evaluator, depth)
        return score
    if depth == ZERO:
        return _leaf(evaluator, player, opponent, empties)
    count = popcount(moves)
    if depth > ONE:  # one ply above the leaves an order costs what it saves
        _list_moves(evaluator, depth, player, opponent, moves, empties)
    best = -INFINITY
    for _ in range(count):
        if depth > ONE:
            square = _take_first(evaluator, list_of(depth), count)
        else:
            square = lowest_square(moves)
            moves &= moves - FIRST_SQUARE
        turned = flips(player, opponent, square)
        replier = opponent ^ turned
        mover = player ^ turned ^ (FIRST_SQUARE << np.uint64(square))
        play(evaluator, depth, depth - ONE, square, turned)
        low = max(alpha, best)
        score = -search(evaluator, replier, mover, depth - ONE, -beta, -low, empties - ONE)
        if score > best:
            best = score
            if best >= beta:
                return best
    return best


@kernel("void(i8, u8[::1], u8[::1], i8, i8[::1])")
def _search_all(
    evaluator: np.int64,
    players: NDArray[np.uint64],
    opponents: NDArray[np.uint64],
    depth: np.int64,
    values: NDArray[np.int64],
) -> None:
    """The value of every position, in 1/64 disc."""
    for index in range(len(players)):
        player, opponent = players[index], opponents[index]
        empties = SQUARES - popcount(player | opponent)
        set_up(evaluator, depth, player, opponent)
        values[index] = search(evaluator, player, opponent, depth, -INFINITY, INFINITY, empties)
