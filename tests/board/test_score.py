"""Scores and outcomes: values with a unit that never pretend."""

from __future__ import annotations

import math
import pickle
from fractions import Fraction

import numpy as np
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
        (Score(-0.001, "x"), "+0.0 x"),
        (Score(-0.0, "x"), "+0.0 x"),
        (Score(0.001, "x"), "+0.0 x"),
        (Score(Fraction(1, 2)), "+0.5"),
        (Score(2, selectivity=Fraction(199, 2)), "+2 @99.5%"),  # type: ignore[arg-type]
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
        ({"value": 10**400, "unit": "x"}, "a score is a finite number, not 1000"),
        ({"value": Fraction(10**400), "unit": "x"}, "a score is a finite number"),
        ({"value": 0, "selectivity": math.inf}, "selectivity is a finite number"),
        ({"value": 0, "bound": "maybe"}, "exact, lower, upper"),
        ({"value": 0, "selectivity": 101}, "0 to 100"),
        ({"value": 0, "selectivity": math.nan}, "selectivity is a finite number"),
        ({"value": 0, "unit": ""}, "unit"),
    ],
)
def test_what_is_no_score_is_refused(arguments: dict[str, object], reason: str) -> None:
    with pytest.raises(OutflankError, match=reason):
        Score(**arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", ["4", b"4", [4], 4j])
def test_what_is_no_number_is_no_score(wrong: object) -> None:
    with pytest.raises(TypeError, match="a score is a number"):
        Score(wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="selectivity is a number"):
        Score(4, selectivity=wrong)  # type: ignore[arg-type]


def test_what_nobody_says_is_none() -> None:
    with pytest.raises(TypeError, match="a score is a number"):
        Score(None)  # type: ignore[arg-type]
    told = Score(-1.5, bound="estimate", selectivity=None)
    assert (str(told), told.proved) == ("-1.5", False)
    assert (-told).selectivity is None
    assert not Score(4, selectivity=None).proved


def test_numbers_become_plain() -> None:
    assert type(Score(Square("a2")).value) is int
    sure = Score(1, selectivity=np.float64(73))
    assert type(sure.selectivity) is float
    assert repr(sure) == "Score(value=1, unit='discs', bound='exact', selectivity=73.0)"
    assert type(Score(np.int64(4)).value) is int  # type: ignore[arg-type]
    assert type(Score(np.float32(0.5)).value) is float  # type: ignore[arg-type]


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
