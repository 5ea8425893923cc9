"""The check: errors as they are defined, on weights that are known."""

import numpy as np
import pytest

from outflank.board import Position
from outflank.evaluation import PatternWeights, engine_features
from outflank.evaluation.weights import shape_of_steps
from outflank.training.check import Check, check, values_of
from outflank.training.fit import entries_of

FEATURES = engine_features()


def positions(*moves: str) -> tuple[np.ndarray, np.ndarray]:
    """The positions after each of the moves."""
    position, found = Position.start(), []
    for move in moves:
        position = position.play_unchecked(next(s for s in position.legal_moves if str(s) == move))
        found.append(position)
    return tuple(
        np.array([getattr(position, side) for position in found], np.uint64)
        for side in ("player", "opponent")
    )


def always(discs: int, masks: tuple[np.ndarray, np.ndarray]) -> PatternWeights:
    """Weights that value every position of the phases of some at so many discs."""
    steps = np.zeros(shape_of_steps(FEATURES), np.int16)
    steps[:, entries_of(FEATURES, *masks)[:, -1]] = discs * FEATURES.steps_per_disc
    return PatternWeights(FEATURES, steps, {}, FEATURES.steps_per_disc)


MASKS = positions("f5", "d6", "c3", "d3")


def test_errors_are_those_of_the_values() -> None:
    scores = np.array([10, 2, 0, -4], np.float32)
    found = check(always(4, MASKS), *MASKS, scores)
    assert found == Check(
        positions=4,
        empties=56,
        mean_error=(6 + 2 + 4 + 8) / 4,
        error=pytest.approx(np.sqrt((36 + 4 + 16 + 64) / 4)),
        bias=(-6 + 2 + 4 + 8) / 4,
        winner_right=pytest.approx(2 / 3),
    )


def test_no_value_is_more_than_a_board() -> None:
    found = check(always(100, MASKS), *MASKS, np.full(4, 64, np.float32))
    assert (found.mean_error, found.winner_right) == (0, 1)


def test_draws_have_no_winner() -> None:
    assert check(always(1, MASKS), *MASKS, np.zeros(4, np.float32)).winner_right is None


def test_a_value_is_of_the_positions_own_phase() -> None:
    weights = always(0, MASKS)
    places = entries_of(FEATURES, *MASKS)
    for phase in (13, 14):
        weights.steps[phase, places[:, -1]] = phase
    masks = positions("f5", "d6", "c3", "d3", "c4")
    weights.steps[13, entries_of(FEATURES, *masks)[-1, -1]] = 13
    found = values_of(weights, *masks) * FEATURES.steps_per_disc
    assert found.tolist() == [14, 14, 14, 14, 13]
