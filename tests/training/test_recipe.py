"""Recipes: named by what they say, scaled, and refused where they cannot be followed."""

import json
import math
from dataclasses import replace

import pytest

from outflank.training import EVALUATION, ORDERING, RECIPES, Network, Recipe, Stage, Style
from outflank.training.recipe import FEWEST_GAMES, FEWEST_POSITIONS, MOST_SEED, RecipeError


@pytest.mark.parametrize(("recipe", "phases"), [(ORDERING, 10), (EVALUATION, 15)])
def test_a_recipe_is_values_that_json_knows(recipe: Recipe, phases: int) -> None:
    values = json.loads(json.dumps(recipe.as_json()))
    assert RECIPES[values["name"]] is recipe
    assert len(values["generations"][0]) == phases


def first_recipe() -> Recipe:
    """Of the ordering weights that shipped first."""

    def generation(few: int, many: int) -> tuple[Stage, ...]:
        solved = *(Stage(phase, many, None) for phase in range(2)), Stage(2, few, None)
        return (*solved, *(Stage(phase, many, 4) for phase in range(3, 10)))

    generations = generation(100_000, 300_000), generation(300_000, 900_000)
    return replace(ORDERING, generations=generations, neighbours=0.0)


def test_what_came_later_does_not_rename_the_first_recipe() -> None:
    """Files of weights carry it: the hash of the one that shipped first."""
    assert first_recipe().hash == "a00cef59d1c9e974"
    assert set(EVALUATION.as_json()) - set(first_recipe().as_json()) == {
        "stray_among",
        "good_play",
        "outcomes",
        "checked",
        "neighbours",
        "settling",
        "network",
    }


def test_only_the_engines_own_evaluation_has_no_teacher() -> None:
    assert ORDERING.has_teacher
    assert not EVALUATION.has_teacher


def test_anything_else_has_another_name() -> None:
    others = [ORDERING.scaled(0.5), ORDERING.seeded(9), replace(ORDERING, ridge=4.0)]
    assert len({ORDERING.hash, *(other.hash for other in others)}) == 4
    assert ORDERING.scaled(1).hash == ORDERING.hash


def test_scaling_leaves_enough() -> None:
    half, least = ORDERING.scaled(0.5), ORDERING.scaled(1e-9)
    assert half.positions == ORDERING.positions / 2
    assert {stage.positions for _, stage in least.steps()} == {FEWEST_POSITIONS}
    tiny = EVALUATION.scaled(1e-9)
    assert (tiny.outcomes, tiny.checked) == (FEWEST_POSITIONS, 1)
    assert tiny.settling is not None
    assert tiny.settling.games == FEWEST_GAMES


@pytest.mark.parametrize(("factor", "spread", "kept"), [(1, 300, 150), (0.1, 30, 15), (1e-9, 1, 1)])
def test_what_is_rare_is_so_among_as_many_positions(factor: float, spread: int, kept: int) -> None:
    network = EVALUATION.scaled(factor).network
    assert network is not None
    assert (network.spread_from, network.kept_from) == (spread, kept)
    assert (EVALUATION.scaled(factor).hash == EVALUATION.hash) == (factor == 1)


def test_positions_and_games_are_told_apart() -> None:
    tiny = EVALUATION.scaled(1e-9)
    assert tiny.positions == 100 * 3 * 15
    assert tiny.games == 100 * 2 * 11 + 10
    assert ORDERING.games == 0


def test_the_work_is_that_of_the_fits_too() -> None:
    assert ORDERING.work == ORDERING.positions
    tiny = replace(EVALUATION.scaled(1e-9), network=Network((3, 12), epochs=2))
    # The phases of a group and the two on its side that there are, twice, each.
    assert [tiny.fitted(group) for group in (0, 1)] == [2 * 5 * 100 // 100, 2 * 14 * 100 // 100]
    assert tiny.work == tiny.positions + tiny.games + 10 + 28


@pytest.mark.parametrize(
    ("group", "beside"),
    [
        (0, {2: 0.5, 3: 0.25}),
        (1, {0: 0.25, 1: 0.5, 5: 0.5, 6: 0.25}),
        (2, {3: 0.25, 4: 0.5}),
    ],
)
def test_phases_beside_a_group_are_the_less_important_the_farther_off(
    group: int, beside: dict[int, float]
) -> None:
    network = Network((2, 3, 10), beside=(0.5, 0.25))
    assert network.phases == (range(2), range(2, 5), range(5, 15))
    own = dict.fromkeys(network.phases[group], 1.0)
    assert network.importance(group) == own | beside


def test_stages_go_up_from_the_end_of_the_game() -> None:
    empties = [ORDERING.empties(stage) for number, stage in ORDERING.steps() if number == 1]
    assert empties == [(8 + 2 * phase, 9 + 2 * phase) for phase in range(10)]
    empties = [EVALUATION.empties(stage) for number, stage in EVALUATION.steps() if number == 2]
    assert empties == [(max(1, 4 * phase), 4 * phase + 3) for phase in range(15)]


def stages(recipe: Recipe, **changes: object) -> tuple[tuple[Stage, ...], ...]:
    """The first generation with its last stage changed."""
    *others, last = recipe.generations[0]
    return ((*others, replace(last, **changes)),)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: ORDERING.scaled(0), "a scale is more than 0"),
        (lambda: ORDERING.scaled(-1), "a scale is more than 0"),
        (lambda: ORDERING.scaled(float("nan")), "a scale is more than 0"),
        (lambda: ORDERING.scaled(101), "at most 100, not 101"),
        (lambda: ORDERING.seeded(-1), "a seed is 0 to 9223372036854775807, not -1"),
        (lambda: Stage(0, 0, None), "a stage needs positions, not 0"),
        (
            lambda: replace(ORDERING, generations=stages(ORDERING, depth=1, selectivity=None)),
            "a search of 1 plies ends on weights not yet fitted",
        ),
        (
            lambda: replace(EVALUATION, generations=stages(EVALUATION, depth=3)),
            "a search of 3 plies ends on weights not yet fitted",
        ),
        (
            lambda: replace(EVALUATION, generations=stages(EVALUATION, phase=15)),
            "a stage for each of 15 phases, in order",
        ),
        (lambda: replace(ORDERING, name="chess"), "there is no evaluation 'chess' to train"),
        (lambda: replace(ORDERING, stray_among=0), "one of 1 or more positions is a stray"),
        (lambda: replace(EVALUATION, good_play=None), "need games of good play"),
        (
            lambda: replace(EVALUATION, name="ordering", generations=ORDERING.generations),
            "ordering has no weight for a number of empties",
        ),
        (lambda: Stage(0, 5, 4), "phase 0 has no phase below it"),
        (lambda: Stage(0, 5, None, 73), "what is solved is not searched selectively"),
        (
            lambda: replace(EVALUATION, generations=stages(EVALUATION, selectivity=73)),
            "no generation before the first",
        ),
        (lambda: replace(ORDERING, neighbours=1.5), "neighbours are 0 to 1 as important"),
        (lambda: replace(ORDERING, network=Network((10,))), "ordering has no network of 14 sums"),
        (
            lambda: replace(EVALUATION, network=Network((3, 3))),
            "the groups of a network are of 15 phases in all",
        ),
        (lambda: replace(EVALUATION, network=Network((15,), width=8)), "no network of 8 sums"),
        (
            lambda: replace(EVALUATION, generations=EVALUATION.generations[:2]),
            "is labelled before anything is fitted",
        ),
        (
            lambda: replace(EVALUATION, network=None),
            "games settle a network: tables of weights have no scales",
        ),
        (lambda: Network(()), "groups have one phase or more"),
        (lambda: Network((15, 0)), "groups have one phase or more"),
        (lambda: Network((15,), beside=(1.5,)), "phases beside a group are up to 1 as important"),
        (lambda: Network((15,), beside=(0.5, 0.0)), "phases beside a group are up to 1"),
        (lambda: Network((15,), epochs=0), "a network has one epoch or more"),
        (lambda: Network((15,), ridge=0.0), "a network has one epoch or more"),
        (lambda: Network((15,), iterations=-1), "a network has one epoch or more"),
        (lambda: Network((15,), caution=0.0), "cautions: they are more than 0"),
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


@pytest.mark.parametrize("seed", [-1, 1 << 63])
def test_a_seed_is_one_that_games_are_drawn_from(seed: int) -> None:
    assert ORDERING.seeded(MOST_SEED).seed == MOST_SEED
    with pytest.raises(RecipeError, match="a seed is 0 to 9223372036854775807, not "):
        ORDERING.seeded(seed)


@pytest.mark.parametrize("factor", [math.nan, math.inf, 0.0, -1.0, 100.5])
def test_a_scale_is_a_sensible_number(factor: float) -> None:
    with pytest.raises(RecipeError, match="a scale is more than 0 and at most 100, not "):
        EVALUATION.scaled(factor)
