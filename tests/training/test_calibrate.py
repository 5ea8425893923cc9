"""Calibrating: what its plan may be, and whose the folder is in which errors are measured."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from outflank.evaluation import engine_features, read_weights
from outflank.evaluation.shipped import shipped_file
from outflank.training import Plan, TrainingError
from outflank.training.calibrate import FEWEST_POSITIONS, MOST_SEED, SEEDS_APART, calibrate
from outflank.training.recipe import RecipeError


@pytest.mark.parametrize("factor", [math.nan, math.inf, 0.0, -1.0, 100.5])
def test_a_scale_is_a_sensible_number(factor: float) -> None:
    assert Plan().scaled(1e-9).positions == FEWEST_POSITIONS
    with pytest.raises(RecipeError, match="a scale is more than 0 and at most 100, not "):
        Plan().scaled(factor)


@pytest.mark.parametrize("seed", [-1, 1 << 58])
def test_no_two_seeds_are_the_same(seed: int) -> None:
    """Those of positions, a number of empties each, are in 64 bits."""
    assert Plan().seeded(MOST_SEED).seed * SEEDS_APART + SEEDS_APART == 1 << 64
    with pytest.raises(RecipeError, match="a seed is 0 to 288230376151711743, not "):
        Plan().seeded(seed)


@pytest.mark.parametrize("plan", [b"\xff", b"", b"{}"])
def test_a_folder_of_another_plan(plan: bytes, tmp_path: Path) -> None:
    features = engine_features()
    weights = read_weights(shipped_file(features), features)
    (tmp_path / "plan.json").write_bytes(plan)
    with pytest.raises(TrainingError, match="belongs to another plan") as caught:
        calibrate(tmp_path, Plan(), weights)
    assert str(tmp_path) in str(caught.value)
    assert (tmp_path / "plan.json").read_bytes() == plan
