"""Tables of pattern weights: what they refuse, and the tables that kernels read."""

import tracemalloc

import numpy as np
import pytest

from outflank.core.ordering import INFINITY
from outflank.evaluation import (
    FeatureSet,
    PatternWeights,
    WeightsError,
    engine_features,
    ordering_features,
    weights,
)
from outflank.evaluation.ties import places_among_free

FEATURES = ordering_features()
STEPS = FEATURES.steps_per_disc
LARGEST = weights.LARGEST_WEIGHT * STEPS
SHAPE = weights.shape_of_steps(FEATURES)


def some_weights(steps: np.ndarray) -> PatternWeights:
    return PatternWeights(FEATURES, steps, {}, STEPS)


def test_a_table_has_both_of_tied_entries_in_sixty_fourths() -> None:
    wrote = some_weights(np.full(SHAPE, -3, np.int16))
    wrote.steps[4, 1000] = 5
    table = wrote.table()
    assert table.shape == (SHAPE[0], FEATURES.entries)
    assert table.dtype == np.int16
    assert set(np.unique(table)) == {-24, 40}
    assert (
        np.flatnonzero(table[4] == 40) == np.flatnonzero(places_among_free(FEATURES) == 1000)
    ).all()
    assert (wrote.block().words.view(np.int16) == table.reshape(-1)).all()


def test_a_table_is_written_straight_into_its_place() -> None:
    wrote = some_weights(np.full(SHAPE, -3, np.int16))
    out = wrote.table()
    tracemalloc.start()
    try:
        assert wrote.table(out=out) is out
        # Beside it the steps of a phase, and NumPy's own form of the places.
        assert tracemalloc.get_traced_memory()[1] < 2 * SHAPE[1] + 8 * FEATURES.entries + 5000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("features", [ordering_features(), engine_features()])
def test_discs_are_rounded_and_limited(features: FeatureSet) -> None:
    discs = np.zeros(weights.shape_of_steps(features), np.float32)
    discs[0, :4] = 0.3, -0.3, 1e9, -1e9
    rounded = PatternWeights.from_discs(features, discs, {})
    least, most = round(0.3 * features.steps_per_disc), 120 * features.steps_per_disc
    assert rounded.steps[0, :5].tolist() == [least, -least, most, -most, 0]
    assert int(rounded.table().max()) * features.features < INFINITY


def test_a_recipe_is_named_by_its_values() -> None:
    one = weights.hash_of_recipe({"a": 1, "b": [2]})
    assert one == weights.hash_of_recipe({"b": [2], "a": 1})
    assert one != weights.hash_of_recipe({"b": [2], "a": 2})


def test_weights_of_another_shape_are_refused() -> None:
    with pytest.raises(WeightsError, match="weights are int16 of shape"):
        some_weights(np.zeros((3, 3), np.int16))
    with pytest.raises(WeightsError, match="weights are int16 of shape"):
        some_weights(np.zeros(SHAPE, np.int32))
    with pytest.raises(WeightsError, match=r"weights are at most 120 discs, not 120\.125"):
        some_weights(np.full(SHAPE, -LARGEST - 1, np.int16))
    with pytest.raises(WeightsError, match="steps per disc must divide 64, not 5"):
        PatternWeights(FEATURES, np.zeros(SHAPE, np.int16), {}, steps_per_disc=5)
