"""Scores and outcomes: values with a unit that never pretend."""

from __future__ import annotations

import math
import pickle

import pytest
from hypothesis import given

from outflank.board import BLACK, Outcome, OutflankError, Position, Score, Square
from strategies import any_positions


@pytest.mark.parametrize(
    ("score", "text"),
    [
        (Score(4), "+4"),
        (Score(0), "+0"),
        (Score(-64), "-64"),
        (Score(4, bound="lower"), "≥ +4"),
        (Score(4, bound="upper"), "≤ +4"),
        (Score(-12, "pvs-article"), "-12 pvs-article"),
        (Score(1234567, "mtdf-article", "lower"), "≥ +1234567 mtdf-article"),
        (Score(3.14159, selectivity=73), "+3.14 @73%"),
        (Score(2, selectivity=99.9), "+2 @99.9%"),
    ],
)
def test_str_repr_and_pickle(score: Score, text: str) -> None:
    assert str(score) == text
    assert eval(repr(score)) == score
    assert pickle.loads(pickle.dumps(score)) == score
    negated = -score
    assert -negated == score


def test_the_other_side_sees_bounds_the_other_way_round() -> None:
    assert -Score(4, bound="lower", selectivity=95) == Score(-4, bound="upper", selectivity=95)
    assert -Score(4, "pvs-article") == Score(-4, "pvs-article")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"value": math.nan}, "finite"),
        ({"value": math.inf}, "finite"),
        ({"value": 65}, "-64 to 64"),
        ({"value": 0, "bound": "maybe"}, "exact, lower, upper"),
        ({"value": 0, "selectivity": 101}, "0 to 100"),
        ({"value": 0, "selectivity": math.nan}, "0 to 100"),
        ({"value": 0, "unit": ""}, "unit"),
    ],
)
def test_what_is_no_score_is_refused(arguments: dict[str, object], reason: str) -> None:
    with pytest.raises(OutflankError, match=reason):
        Score(**arguments)  # type: ignore[arg-type]


def test_none_is_no_score() -> None:
    with pytest.raises(TypeError):
        Score(None)  # type: ignore[arg-type]


def test_numbers_become_plain() -> None:
    assert type(Score(Square("a2")).value) is int


@given(any_positions())
def test_outcome_counts_both_ways(position: Position) -> None:
    outcome = Outcome.of(position.player, position.opponent)
    assert outcome.black + outcome.white + outcome.empties == 64
    assert outcome.raw == outcome.black - outcome.white
    assert outcome.score == position.final_score
    assert (outcome.winner is None) == (outcome.score == 0) == (outcome.raw == 0)
    assert (outcome.winner is BLACK) == (outcome.score > 0)
    assert eval(repr(outcome), {"Outcome": Outcome, "Color": type(BLACK)}) == outcome
    assert pickle.loads(pickle.dumps(outcome)) == outcome


def test_outcome_as_text() -> None:
    assert str(Outcome.of(2**40 - 1, 2**64 - 2**40)) == "Black wins 40-24 (full board)"
    assert str(Outcome.of(0, 1)) == "White wins 64-0 (wipe-out, 0-1 discs on the board)"
