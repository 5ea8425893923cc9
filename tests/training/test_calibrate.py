"""The plan of measuring: what cannot be measured, or is measured by another seed, is refused."""

import math

import pytest

from outflank.training import Plan
from outflank.training.calibrate import FEWEST_POSITIONS, MOST_SEED, SEEDS_APART
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
