"""What is proved of a value: intervals, and estimates that they correct."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.analysis.bounds import NOTHING_PROVED, Interval
from outflank.board import Score

VALUES = st.integers(-64, 64)
INTERVALS = st.tuples(VALUES, VALUES).map(lambda pair: Interval(min(pair), max(pair)))


@pytest.mark.parametrize(
    ("score", "interval"),
    [
        (Score(4), Interval(4, 4)),
        (Score(4, bound="lower"), Interval(4, 64)),
        (Score(4, bound="upper"), Interval(-64, 4)),
        (Score(4, bound="estimate", selectivity=73), NOTHING_PROVED),
        (Score(4, bound="lower", selectivity=99), NOTHING_PROVED),
        (Score(400, "mtdf-article"), NOTHING_PROVED),
    ],
)
def test_what_a_score_proves(score, interval):
    assert Interval.of(score) == interval
    assert Interval.of(-score) == -interval


@given(INTERVALS, VALUES)
def test_a_corrected_estimate_keeps_to_what_is_proved(interval, value):
    score = interval.correct(Score(value, bound="estimate", selectivity=73))
    assert interval.low <= score.value <= interval.high
    assert score.proved is interval.exact
    proved = Interval.of(score)
    assert proved.low <= interval.low
    assert proved.high >= interval.high


@given(INTERVALS)
def test_a_proved_score_stays(interval):
    assert interval.correct(Score(2)) == Score(2)
    assert interval.correct(Score(900, "pvs-article")) == Score(900, "pvs-article")


@given(INTERVALS, INTERVALS)
def test_two_proofs_together(one, other):
    both = one.both(other)
    assert both.low <= both.high
    if one.low <= other.high and other.low <= one.high:
        assert both == Interval(max(one.low, other.low), min(one.high, other.high))


def test_a_position_is_worth_its_best_move():
    moves = [Interval(-10, 4), Interval(2, 8), NOTHING_PROVED]
    assert Interval.best_of(moves[:2], every_move=True) == Interval(2, 8)
    assert Interval.best_of(moves[:2], every_move=False) == Interval(2, 64)
    assert Interval.best_of(moves, every_move=True) == Interval(2, 64)
    assert Interval.best_of([], every_move=False) == NOTHING_PROVED
