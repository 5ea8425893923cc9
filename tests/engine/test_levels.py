"""Levels: 0 to 60 as Edax's table has them, the levels of people, the stages of a game."""

from __future__ import annotations

import csv
import math
import re
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.engine.levels import LEVELS, STRONGEST, WEAK_LEVELS, Level, level
from outflank.engine.limit import SELECTIVITIES, LimitError

numbers = st.integers(0, STRONGEST)
names = st.sampled_from(list(LEVELS))


def test_every_row_of_edaxs_table(shared_data: Path) -> None:
    table = (shared_data / "levels" / "edax_levels.tsv").read_text(encoding="utf-8")
    rows = list(csv.reader(table.splitlines(), delimiter="\t"))[1:]
    assert len(rows) == 61
    for number, depth, selectivity, endgame in rows:
        pairs = (pair.split("@") for pair in endgame.split())
        assert level(int(number)) == Level(
            number,
            int(depth),
            int(selectivity),
            tuple((int(empties), int(surely)) for empties, surely in pairs),
        )


@pytest.mark.parametrize(
    ("number", "depth", "selectivity", "endgame"),
    [
        (0, 0, 100, "0@100"),
        (1, 1, 100, "2@100"),
        (10, 10, 100, "20@100"),
        (11, 11, 73, "21@100 24@98"),
        (18, 18, 73, "21@100 24@98 27@87"),
        (21, 21, 73, "24@100 27@98 30@87"),
        (29, 29, 73, "27@100 30@99 33@95 36@73"),
        (35, 35, 73, "30@100 33@99 36@98 39@87"),
        (36, 36, 73, "30@100 33@99 36@98 39@95 42@87 45@73"),
        (53, 53, 73, "47@100 50@99 53@98 56@95 59@87 60@73"),
        (54, 54, 73, "48@100 51@99 54@98 57@95 60@87"),
        (59, 59, 73, "53@100 56@99 59@98 60@95"),
        (60, 60, 100, "60@100"),
    ],
)
def test_some_rows(number: int, depth: int, selectivity: int, endgame: str) -> None:
    found = level(number)
    assert (found.depth, found.selectivity, found.noise) == (depth, selectivity, 0)
    assert " ".join(f"{empties}@{surely}" for empties, surely in found.endgame) == endgame


@pytest.mark.parametrize(
    ("empties", "stage"),
    [
        (60, (21, 73)),
        (31, (21, 73)),
        (30, (30, 87)),
        (28, (28, 87)),
        (27, (27, 98)),
        (25, (25, 98)),
        (24, (24, 100)),
        (1, (1, 100)),
        (0, (0, 100)),
    ],
)
def test_the_stages_of_level_21(empties: int, stage: tuple[int, int]) -> None:
    assert level(21).stage(empties) == stage


@given(name=names, empties=st.integers(0, 64))
def test_no_stage_is_deeper_than_the_game(name: str, empties: int) -> None:
    depth, selectivity = level(name).stage(empties)
    assert 0 <= depth <= empties
    assert selectivity in SELECTIVITIES


@given(number=numbers, empties=st.integers(0, 59))
def test_a_stage_gets_surer_towards_the_end(number: int, empties: int) -> None:
    """Once a level searches to the end it goes on doing so, ever more surely."""
    (later, surer), (earlier, less_sure) = (
        level(number).stage(empties),
        level(number).stage(empties + 1),
    )
    if earlier == empties + 1:
        assert later == empties
        assert surer >= less_sure


def test_a_midgame_deeper_than_the_game_ends_with_it() -> None:
    assert Level("deep", depth=30, selectivity=73).stage(12) == (12, 73)


def test_higher_levels_search_deeper() -> None:
    for lower, higher in pairwise(range(STRONGEST + 1)):
        assert level(higher).depth > level(lower).depth
        assert level(higher).endgame[0][0] >= level(lower).endgame[0][0]


def test_stronger_people_see_further_and_err_less() -> None:
    assert len(WEAK_LEVELS) == 6
    for weaker, stronger in pairwise(WEAK_LEVELS):
        assert stronger.depth >= weaker.depth
        assert stronger.noise < weaker.noise
        assert stronger.endgame[0][0] > weaker.endgame[0][0]
    assert all(1 <= weak.depth <= 4 and weak.noise > 0 for weak in WEAK_LEVELS)


def test_levels_by_name_and_by_number() -> None:
    assert level("21") is level(21)
    assert level(" Club ") is LEVELS["club"]
    assert [level(weak.name) for weak in WEAK_LEVELS] == list(WEAK_LEVELS)
    assert list(LEVELS) == [
        "first-steps", "beginner", "casual", "hobby", "club", "tournament",
        *map(str, range(61)),
    ]  # fmt: skip


@pytest.mark.parametrize("asked", [-1, 61, True, 2.5, None, "", "61", "grandmaster", "-1", "²"])
def test_a_level_that_does_not_exist(asked: object) -> None:
    with pytest.raises(LimitError, match="level"):
        level(asked)  # type: ignore[arg-type]


def test_an_unknown_name_is_answered_with_the_known_ones() -> None:
    with pytest.raises(LimitError, match='"master" is not a level: 0 to 60, first-steps, beginner'):
        level("master")


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"name": ""}, "a level needs a name"),
        ({"depth": -1}, "depth is 0 to 60, not -1"),
        ({"depth": 61}, "depth is 0 to 60, not 61"),
        ({"depth": 3.5}, "depth is a whole number, not 3.5"),
        ({"selectivity": 80}, "selectivity is one of"),
        ({"endgame": ((61, 100),)}, "empties is 0 to 60, not 61"),
        ({"endgame": ((20, 80),)}, "an endgame's selectivity is one of"),
        ({"endgame": ((20, 98), (22, 100))}, "not from 20@98 to 22@100"),
        ({"endgame": ((20, 100), (20, 98))}, "not from 20@100 to 20@98"),
        ({"noise": -1}, "noise is 0 discs or more, not -1"),
        ({"noise": math.nan}, "noise is 0 discs or more, not nan"),
    ],
)
def test_a_level_that_cannot_be(fields: dict[str, object], message: str) -> None:
    with pytest.raises(LimitError, match=re.escape(message)):
        Level(**({"name": "mine", "depth": 5} | fields))  # type: ignore[arg-type]
