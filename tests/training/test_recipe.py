"""Recipes: named by what they say, scaled, and refused where they cannot be followed."""

import json
from dataclasses import replace

import pytest

from outflank.training import ORDERING, Recipe, Stage, Style
from outflank.training.recipe import FEWEST_POSITIONS, PHASES, RecipeError


def test_a_recipe_is_values_that_json_knows() -> None:
    values = json.loads(json.dumps(ORDERING.as_json()))
    assert values["name"] == "ordering"
    assert len(values["generations"][0]) == PHASES


def test_anything_else_has_another_name() -> None:
    others = [ORDERING.scaled(0.5), ORDERING.seeded(9), replace(ORDERING, ridge=4.0)]
    assert len({ORDERING.hash, *(other.hash for other in others)}) == 4
    assert ORDERING.scaled(1).hash == ORDERING.hash


def test_scaling_leaves_enough() -> None:
    half, least = ORDERING.scaled(0.5), ORDERING.scaled(1e-9)
    assert half.positions == ORDERING.positions / 2
    assert {stage.positions for _, stage in least.steps()} == {FEWEST_POSITIONS}


def test_stages_go_up_from_the_end_of_the_game() -> None:
    empties = [stage.empties for number, stage in ORDERING.steps() if number == 1]
    assert empties == [(8 + 2 * phase, 9 + 2 * phase) for phase in range(PHASES)]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: ORDERING.scaled(0), "a scale is more than 0"),
        (lambda: ORDERING.scaled(-1), "a scale is more than 0"),
        (lambda: ORDERING.scaled(float("nan")), "a scale is more than 0"),
        (lambda: ORDERING.scaled(101), "at most 100, not 101"),
        (lambda: ORDERING.seeded(-1), "a seed is 0 or more, not -1"),
        (lambda: Stage(10, 5, None), "phases are 0 to 9, not 10"),
        (lambda: Stage(-1, 5, None), "phases are 0 to 9, not -1"),
        (lambda: Stage(0, 0, None), "a stage needs positions, not 0"),
        (lambda: Stage(3, 5, 1), "a search of 1 plies ends on weights not yet fitted"),
        (lambda: Stage(0, 5, 4), "phase 0 has no phase below it"),
        (lambda: Style(1.0, (9, 8), 1.0, True), "no way to play"),
        (lambda: Style(1.0, (0, 8), 0.0, True), "no way to play"),
        (lambda: replace(ORDERING, styles=ORDERING.styles[:1]), "do not sum to 1"),
        (lambda: replace(ORDERING, generations=()), "at least one generation"),
        (lambda: replace(ORDERING, iterations=-1), "iterations"),
        (lambda: replace(ORDERING, ridge=0.0), "ridge"),
        (
            lambda: replace(ORDERING, generations=(ORDERING.generations[0][:9],)),
            "a stage for each of 10 phases, in order",
        ),
    ],
)
def test_what_cannot_be_followed_is_refused(make: object, message: str) -> None:
    with pytest.raises(RecipeError, match=message):
        make()  # type: ignore[operator]


def test_a_recipe_is_a_value() -> None:
    assert isinstance(ORDERING, Recipe)
    with pytest.raises(AttributeError):
        ORDERING.seed = 2  # type: ignore[misc]
