"""Feature sets: what they say of both evaluations is what the kernels do."""

import numpy as np
import pytest

from outflank.core import features, patterns
from outflank.evaluation import FeatureSet, engine_features, feature_set, ordering_features

both = pytest.mark.parametrize("features_of", [ordering_features, engine_features])


@both
def test_a_set_is_found_by_its_name(features_of) -> None:
    assert feature_set(features_of().name) is features_of()


def test_no_other_is_found() -> None:
    with pytest.raises(KeyError):
        feature_set("chess")


@pytest.mark.parametrize(("found", "kernels"), [("ordering", patterns), ("evaluation", features)])
def test_phases_are_those_of_the_kernels(found: str, kernels) -> None:
    phases = [int(kernels.phase_of(np.int64(empties))) for empties in range(65)]
    assert list(feature_set(found).phases) == phases


@both
def test_a_phase_is_fitted_to_positions_of_its_own(features_of) -> None:
    features: FeatureSet = features_of()
    assert len(features.empties) == max(features.phases) + 1
    for phase, (fewest, most) in enumerate(features.empties):
        assert {features.phases[empties] for empties in range(fewest, most + 1)} == {phase}


def test_the_engine_learns_from_every_number_of_empties_with_a_move() -> None:
    empties = [range(fewest, most + 1) for fewest, most in engine_features().empties]
    assert [number for numbers in empties for number in numbers] == list(range(1, 60))


@both
def test_shapes_fit_into_a_phases_table(features_of) -> None:
    features: FeatureSet = features_of()
    assert sum(features.shape_entries) + 64 * features.has_ply <= features.entries
