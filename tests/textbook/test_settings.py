"""Impossible searches are refused with a reason; results and settings are values."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from dataclasses import FrozenInstanceError, replace
from typing import Any

import numpy as np
import pytest

import outflank.textbook
from outflank.board import OutflankError, Position
from outflank.textbook import (
    CORRECTED,
    FAITHFUL_MTDF,
    FAITHFUL_PVS,
    Article,
    Evaluation,
    Fault,
    Keys,
    Kind,
    Ordering,
    Result,
    Settings,
    SettingsError,
    ablation,
    alphabeta,
    alphabeta_hard,
    aspiration,
    best_move,
    iterative_mtdf,
    minimax,
    mtdf,
    pvs,
    self_play,
    solve,
    solve_moves,
    static_value,
)
from outflank.textbook.selfplay import depth_by_empties

START = Position.start()
SEARCHES = [
    minimax, alphabeta, alphabeta_hard, mtdf, iterative_mtdf, best_move, pvs, aspiration,
    lambda where, depth: list(ablation(where, [depth])),
    lambda where, depth: self_play(depth_for=lambda empties: depth),
]  # fmt: skip


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("depth", [0, -1, 61, 10**30])
def test_depths_that_no_search_can_have(search: Any, depth: int) -> None:
    with pytest.raises(SettingsError, match=f"a depth is 1 to 60, not {depth}"):
        search(START, depth)


@pytest.mark.parametrize("depth", [2.0, "4", None])
def test_depths_that_are_no_numbers(depth: Any) -> None:
    with pytest.raises(SettingsError, match="a depth is a whole number"):
        alphabeta(START, depth)


def test_a_depth_may_be_numpys() -> None:
    assert alphabeta(START, np.int16(3)).score == alphabeta(START, 3).score


@pytest.mark.parametrize("guess", [1_000_001, -1_000_001])
def test_a_guess_beyond_every_score(guess: int) -> None:
    for search in (mtdf, iterative_mtdf, aspiration):
        with pytest.raises(SettingsError, match="first guess"):
            search(START, 2, guess=guess)


@pytest.mark.parametrize("margin", [0, -5, 1_000_001])
def test_an_empty_or_absurd_window(margin: int) -> None:
    with pytest.raises(SettingsError, match="margin"):
        aspiration(START, 2, margin=margin)


def test_settings_are_made_of_names_too() -> None:
    assert Settings("pvs-article", "none") == Settings(Evaluation.PVS_ARTICLE, Ordering.NONE)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"evaluation": "edax"}, "evaluation 'edax' is not one of mtdf-article, pvs-article"),
        ({"ordering": "best"}, "ordering 'best' is not one of none, mtdf-article, pvs-article"),
        ({"faults": 3}, "faults are a Fault, not 3"),
        ({"faults": Fault(1 << 20)}, "faults 0x100000 are none of the ten"),
        ({"faults": Fault(1 << 20) | FAITHFUL_PVS}, "faults 0x100000 are none of the ten"),
    ],
)
def test_settings_that_do_not_exist(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        Settings(**wrong)


@pytest.mark.parametrize("search", SEARCHES[:8])
def test_a_search_begins_at_a_position(search: Any) -> None:
    with pytest.raises(TypeError, match="begins at a Position or a Board, not at 'start'"):
        search("start", 2)


@pytest.mark.parametrize("search", [solve, solve_moves, static_value])
def test_so_does_one_without_a_depth(search: Any) -> None:
    with pytest.raises(TypeError, match="begins at a Position or a Board, not at None"):
        search(None)


def test_a_game_begins_at_a_board() -> None:
    with pytest.raises(TypeError, match="start must be a Board"):
        self_play(start=START)  # type: ignore[arg-type]


@pytest.mark.parametrize("search", SEARCHES[1:8])
def test_what_is_no_table_and_no_settings(search: Any) -> None:
    with pytest.raises(TypeError, match="table must be a Table, not 5"):
        search(START, 2, table=5)
    with pytest.raises(TypeError, match="settings must be Settings, not 'pvs'"):
        search(START, 2, settings="pvs")


def test_settings_and_results_never_change() -> None:
    result = alphabeta(START, 2)
    with pytest.raises(FrozenInstanceError):
        result.score = 1
    with pytest.raises(FrozenInstanceError):
        Settings().faults = FAITHFUL_PVS


@pytest.mark.parametrize("field", ["nodes", "seconds", "probes", "cutoffs", "first_move_cutoffs"])
def test_nothing_was_counted_below_zero(field: str) -> None:
    with pytest.raises(OutflankError, match=f"{field} cannot be negative"):
        replace(Result(0, "discs", 1, 0.0), **{field: -1})


def test_the_articles_bring_the_parts_of_their_programs() -> None:
    assert Article.MTDF.settings(faithful=True) == Settings(
        Evaluation.MTDF_ARTICLE, Ordering.MTDF_ARTICLE, FAITHFUL_MTDF
    )
    assert Article("pvs").settings(faithful=True) == Settings(
        Evaluation.PVS_ARTICLE, Ordering.PVS_ARTICLE, FAITHFUL_PVS
    )
    assert all(article.settings().faults == CORRECTED for article in Article)
    tables = [article.table() for article in Article]
    assert [(t.kind, t.keys) for t in tables] == [
        (Kind.HASH_MAP, Keys.MTDF_ARTICLE),
        (Kind.ARRAY, Keys.PVS_ARTICLE),
    ]
    assert len(tables[1].entries) == 1 << 20


def test_the_articles_depth_by_empties() -> None:
    depths = [depth_by_empties(empties) for empties in (60, 46, 45, 21, 20, 1)]
    assert depths == [5, 5, 7, 7, 10, 10]


def test_probes_are_counted() -> None:
    midgame = outflank.textbook.random_midgame(7, 18)
    assert minimax(midgame, 4).probes == alphabeta(midgame, 4).probes == 1
    found = mtdf(midgame, 4)
    assert found.probes > 2
    assert mtdf(midgame, 4, guess=found.score).probes == 2


def modules() -> list[str]:
    room = pkgutil.iter_modules(outflank.textbook.__path__, "outflank.textbook.")
    return ["outflank.textbook", *(module.name for module in room)]


@pytest.mark.parametrize("name", modules())
def test_every_module_says_what_it_is_for_and_its_examples_run(name: str) -> None:
    module = importlib.import_module(name)
    assert (module.__doc__ or "").splitlines()[0].endswith(".")
    assert doctest.testmod(module).failed == 0


def test_the_room_lists_what_it_is_for() -> None:
    assert dir(outflank.textbook) == sorted(outflank.textbook.__all__)
