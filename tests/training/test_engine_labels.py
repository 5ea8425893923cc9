"""Labels by the engine's search: the values that it finds itself, and the same each time."""

from __future__ import annotations

import numpy as np
import pytest

from exact import with_empties
from outflank.engine import Engine, Limit, solve
from outflank.evaluation import load_evaluation_weights
from outflank.training.engine_labels import EngineLabeller

POSITIONS = [with_empties(empties, 40 + empties) for empties in (3, 5, 8, 12, 20, 30, 44, 55)]
MASKS = (
    np.array([position.player for position in POSITIONS], np.uint64),
    np.array([position.opponent for position in POSITIONS], np.uint64),
)


@pytest.mark.parametrize("depth", [3, 4, 6])
def test_in_full_width_they_are_the_values_of_the_engine(depth: int) -> None:
    labels = EngineLabeller(load_evaluation_weights(), depth, 100)(*MASKS)
    engine = Engine(strict=True, hash_mb=1)
    for position, label in zip(POSITIONS, labels.tolist(), strict=True):
        if position.is_game_over():
            assert label == position.final_score
            continue
        if position.empties <= depth:
            assert label == solve(position).score.value
            continue
        engine.new_game()
        info = engine.analyse(position, Limit(depth=depth, selectivity=100, exact_from=0))[0]
        assert info.depth == depth
        assert info.score is not None
        assert label == info.score.value


def test_selective_labels_are_the_same_whatever_was_asked_before() -> None:
    labeller = EngineLabeller(load_evaluation_weights(), 8, 73)
    first = labeller(*MASKS)
    others = labeller(MASKS[1][::-1].copy(), MASKS[0][::-1].copy())
    assert (labeller(*MASKS) == first).all()
    assert len(others) == len(first)
