"""Labels: the search against plain minimax on the same weights, its windows, exact scores."""

import random

import numpy as np
import pytest

from outflank.board import PASS, Position
from outflank.core import patterns
from outflank.core.memory import Block
from outflank.core.ordering import INFINITY
from outflank.engine.solver import Solver
from outflank.evaluation import load_ordering_weights
from outflank.textbook import solve
from outflank.training import labels
from outflank.training.labels import ExactLabeller, SearchLabeller
from textbook.boards import late_boards

UNITS = int(patterns.UNITS_PER_DISC)


def some_positions(count: int) -> list[Position]:
    """Positions of random games, some at their end or at a pass."""
    found = [board.position for board in late_boards(count // 4, most_empties=8)]
    draw = random.Random(1)
    while len(found) < count:
        position, plies = Position.start(), draw.randrange(1, 60)
        while plies and not position.is_game_over():
            moves = list(position.legal_moves)
            position = position.play(draw.choice(moves) if moves else PASS)
            plies -= 1
        found.append(position)
    return found


def evaluated(weights: Block, position: Position) -> int:
    """The evaluation, within ±64 discs, in its own unit."""
    masks = np.uint64(position.player), np.uint64(position.opponent)
    found = int(patterns.value(np.int64(weights.address), *masks, np.int64(position.empties)))
    return max(-64 * UNITS, min(64 * UNITS, found))


def minimax(weights: Block, position: Position, depth: int) -> int:
    """The slow readable twin."""
    if position.is_game_over():
        return position.final_score * UNITS
    if position.must_pass:
        return -minimax(weights, position.passed(), depth)
    if depth == 0:
        return evaluated(weights, position)
    return max(-minimax(weights, position.play(m), depth - 1) for m in position.legal_moves)


def searched(weights: Block, position: Position, depth: int, alpha: int, beta: int) -> int:
    lists = Block((depth + 1) * int(labels.LIST_WORDS))
    masks = np.uint64(position.player), np.uint64(position.opponent)
    numbers = (np.int64(number) for number in (depth, alpha, beta, position.empties))
    addresses = np.int64(weights.address), np.int64(lists.address)
    return int(labels.search(*addresses, *masks, *numbers))


def arrays_of(positions: list[Position]) -> tuple[np.ndarray, np.ndarray]:
    players = np.array([position.player for position in positions], np.uint64)
    return players, np.array([position.opponent for position in positions], np.uint64)


@pytest.mark.parametrize(("depth", "count"), [(1, 200), (2, 100), (3, 24)])
def test_labels_are_minimaxs_values(depth: int, count: int) -> None:
    weights, positions = load_ordering_weights(), some_positions(count)
    values = SearchLabeller(weights, depth)(*arrays_of(positions))
    assert values.dtype == np.float32
    assert values.tolist() == [minimax(weights, p, depth) / UNITS for p in positions]


def test_the_window_bounds_the_value() -> None:
    weights, draw = load_ordering_weights(), random.Random(2)
    outcomes = set()
    for position in some_positions(60):
        for depth in (0, 1, 2, 4):
            value = searched(weights, position, depth, -int(INFINITY), int(INFINITY))
            alpha = value + draw.randrange(-900, 900)
            beta = alpha + draw.choice([1, 50, 2000])
            found = searched(weights, position, depth, alpha, beta)
            if found <= alpha:
                assert value <= found
            elif found >= beta:
                assert value >= found
            else:
                assert value == found
            outcomes.add((found > alpha) + (found >= beta))
    assert outcomes == {0, 1, 2}


def test_no_label_is_more_than_a_board() -> None:
    weights = Block(int(patterns.PHASES * patterns.PHASE_WORDS) // 4)
    weights.words.view(np.int16)[:] = 7680
    values = SearchLabeller(weights, 2)(*arrays_of(some_positions(40)))
    assert np.abs(values).max() == 64


def test_exact_labels_are_exact() -> None:
    positions = [board.position for board in late_boards(100, most_empties=9)]
    values = ExactLabeller(Solver())(*arrays_of(positions))
    assert values.dtype == np.float32
    assert values.tolist() == [solve(position).score for position in positions]


@pytest.mark.parametrize("depth", [0, -1, 17])
def test_depths_that_cannot_be_are_refused(depth: int) -> None:
    with pytest.raises(ValueError, match=f"1 to 16 plies deep, not {depth}"):
        SearchLabeller(load_ordering_weights(), depth)
