"""Labels: the search against minimax on the same weights, its windows, exact scores, games."""

import random
from dataclasses import dataclass
from functools import cache

import numpy as np
import pytest

from core.plain_network import PlainNetwork
from evaluation.networks import plain
from outflank.board import PASS, Position
from outflank.core.memory import Block
from outflank.core.ordering import INFINITY
from outflank.engine.solver import Solver
from outflank.evaluation import (
    FeatureSet,
    PatternWeights,
    engine_features,
    load_evaluation_weights,
    load_ordering_weights,
    ordering_features,
    read_weights,
    weights,
)
from outflank.evaluation.shipped import as_network, block_of, shipped_file
from outflank.textbook import solve
from outflank.training import labels
from outflank.training.evaluators import UNITS_PER_DISC, Evaluator
from outflank.training.labels import ExactLabeller, OutcomeLabeller, SearchLabeller
from textbook.boards import late_boards

UNITS = int(UNITS_PER_DISC)


@dataclass(frozen=True)
class Evaluation:
    """An evaluation and its shipped weights."""

    features: FeatureSet
    weights: Block


ORDERING = Evaluation(ordering_features(), load_ordering_weights())
ENGINE = Evaluation(engine_features(), load_evaluation_weights())
both = pytest.mark.parametrize("evaluation", [ORDERING, ENGINE], ids=["ordering", "engine"])


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


def evaluated(evaluation: Evaluation, position: Position) -> int:
    """The evaluation, within ±64 discs, in its own unit, by the slow references."""
    if evaluation is ENGINE:
        found = plain_engine().value(position, position.empties)
    else:
        found = by_table(evaluation, position)
    return max(-64 * UNITS, min(64 * UNITS, found))


@cache
def plain_engine() -> PlainNetwork:
    return plain(as_network(read_weights(shipped_file(ENGINE.features), ENGINE.features)))


def by_table(evaluation: Evaluation, position: Position) -> int:
    """The sum of a position's entries in the table."""
    features = evaluation.features
    entries = np.empty((1, features.features), np.int32)
    features.extract(*arrays_of([position]), entries)
    table = evaluation.weights.words.view(np.int16).reshape(-1, features.entries)
    return int(table[features.phases[position.empties], entries[0]].sum(dtype=np.int64))


def minimax(evaluation: Evaluation, position: Position, depth: int) -> int:
    """The slow readable twin."""
    if position.is_game_over():
        return position.final_score * UNITS
    if position.must_pass:
        return -minimax(evaluation, position.passed(), depth)
    if depth == 0:
        return evaluated(evaluation, position)
    return max(-minimax(evaluation, position.play(m), depth - 1) for m in position.legal_moves)


def searched(evaluation: Evaluation, position: Position, depth: int, alpha: int, beta: int) -> int:
    evaluator = Evaluator(evaluation.features, evaluation.weights, depth + 1)
    masks = np.uint64(position.player), np.uint64(position.opponent)
    numbers = (np.int64(number) for number in (depth, alpha, beta, position.empties))
    labels.set_up(evaluator.address, np.int64(depth), *masks)
    return int(labels.search(evaluator.address, *masks, *numbers))


def arrays_of(positions: list[Position]) -> tuple[np.ndarray, np.ndarray]:
    players = np.array([position.player for position in positions], np.uint64)
    return players, np.array([position.opponent for position in positions], np.uint64)


@both
@pytest.mark.parametrize(("depth", "count"), [(1, 200), (2, 80), (3, 16)])
def test_labels_are_minimaxs_values(evaluation: Evaluation, depth: int, count: int) -> None:
    positions = some_positions(count)
    label = SearchLabeller(evaluation.features, evaluation.weights, depth)
    values = label(*arrays_of(positions))
    assert values.dtype == np.float32
    assert values.tolist() == [minimax(evaluation, p, depth) / UNITS for p in positions]


@both
def test_the_window_bounds_the_value(evaluation: Evaluation) -> None:
    draw = random.Random(2)
    outcomes = set()
    for position in some_positions(60):
        for depth in (0, 1, 2, 4):
            value = searched(evaluation, position, depth, -int(INFINITY), int(INFINITY))
            alpha = value + draw.randrange(-900, 900)
            beta = alpha + draw.choice([1, 50, 2000])
            found = searched(evaluation, position, depth, alpha, beta)
            if found <= alpha:
                assert value <= found
            elif found >= beta:
                assert value >= found
            else:
                assert value == found
            outcomes.add((found > alpha) + (found >= beta))
    assert outcomes == {0, 1, 2}


@both
def test_no_label_is_more_than_a_board(evaluation: Evaluation) -> None:
    free = weights.shape_of_steps(evaluation.features)
    steps = np.full(free, 120 * evaluation.features.steps_per_disc, np.int16)
    large = PatternWeights(evaluation.features, steps, {}, evaluation.features.steps_per_disc)
    labeller = SearchLabeller(evaluation.features, block_of(large), 2)
    values = labeller(*arrays_of(some_positions(40)))
    assert np.abs(values).max() == 64


def test_exact_labels_are_exact() -> None:
    positions = [board.position for board in late_boards(100, most_empties=9)]
    values = ExactLabeller(Solver())(*arrays_of(positions))
    assert values.dtype == np.float32
    assert values.tolist() == [solve(position).score for position in positions]


class TestOutcomes:
    def label(self, positions: list[Position]) -> list[float]:
        labeller = OutcomeLabeller(ENGINE.features, ENGINE.weights, Solver())
        values = labeller(*arrays_of(positions))
        assert values.dtype == np.float32
        return values.tolist()

    def test_near_the_end_they_are_exact(self) -> None:
        positions = [board.position for board in late_boards(60, most_empties=8)]
        assert self.label(positions) == [solve(position).score for position in positions]

    def test_they_are_what_games_end_with(self) -> None:
        outcomes = np.array(self.label(some_positions(60)))
        assert (outcomes % 2 == 0).all()
        assert np.abs(outcomes).max() <= 64
        assert len(set(outcomes)) > 10

    def test_they_do_not_depend_on_what_was_labelled_before(self) -> None:
        positions = some_positions(40)
        labeller = OutcomeLabeller(ENGINE.features, ENGINE.weights, Solver())
        labeller(*arrays_of(positions[20:]))
        assert labeller(*arrays_of(positions)).tolist() == self.label(positions)

    def test_what_is_given_stays_as_it_is(self) -> None:
        players, opponents = arrays_of(some_positions(20))
        kept = players.copy(), opponents.copy()
        OutcomeLabeller(ENGINE.features, ENGINE.weights, Solver())(players, opponents)
        assert (players == kept[0]).all()
        assert (opponents == kept[1]).all()


@pytest.mark.parametrize("depth", [0, -1, 17])
def test_depths_that_cannot_be_are_refused(depth: int) -> None:
    with pytest.raises(ValueError, match=f"1 to 16 plies deep, not {depth}"):
        SearchLabeller(ORDERING.features, ORDERING.weights, depth)
