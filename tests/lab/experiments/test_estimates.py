"""Intervals against known ones, and that they cover as often as they say."""

import random

import pytest

from outflank.lab.experiments.estimates import (
    SHARES,
    Estimate,
    difference,
    geometric,
    interval,
    ratio,
    share,
    student,
)


@pytest.mark.parametrize(
    ("freedom", "known"), [(3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042), (199, 1.972)]
)
def test_quantiles_of_students_t_are_the_published_ones(freedom, known):
    assert student(freedom) == pytest.approx(known, rel=0.005)


def test_a_single_value_has_no_interval():
    assert interval([2.0]) == Estimate(2.0, None, None, 1)
    assert ratio([(1.0, 2.0)]) == Estimate(0.5, None, None, 1)
    assert str(ratio([(1.0, 2.0)])) == "0.500"


def test_a_mean_of_bounded_values_stays_in_their_range():
    assert interval([0.9, 1.0, 1.0], bounds=SHARES).high == 1
    assert interval([0.1, 0.0, 0.0], bounds=SHARES).low == 0
    assert interval([0.1, 0.0, 0.0]).low < 0
    assert difference([(1.0, 0.0), (1.0, 0.1)], bounds=SHARES).high == 1
    assert interval([0.4, 0.5, 0.6], bounds=SHARES) == interval([0.4, 0.5, 0.6])


def test_a_ratio_and_its_inverse_mirror_each_other():
    pairs = [(3.0, 2.0), (5.0, 4.0), (8.0, 9.0), (1.0, 1.5)]
    there, back = ratio(pairs), ratio([(b, a) for a, b in pairs])
    assert there.mean == pytest.approx(1 / back.mean)
    assert there.ends == pytest.approx([1 / end for end in reversed(back.ends)])


def test_a_share_stays_between_0_and_1():
    for total in range(1, 300):
        assert share(0, total).low == 0
        assert share(total, total).high == 1
    assert share(0, 10).high == pytest.approx(0.2775, abs=1e-3)  # Wilson's interval


def test_intervals_cover_the_truth_as_often_as_they_say():
    draw = random.Random(1)
    samples = [[draw.gauss(5, 2) for _ in range(8)] for _ in range(2000)]
    found = [interval(sample) for sample in samples]
    covered = sum(one.ends[0] <= 5 <= one.ends[1] for one in found)
    assert covered / len(found) == pytest.approx(0.95, abs=0.015)


def test_of_several_intervals_none_misses_as_often_as_they_say():
    draw = random.Random(2)
    missed = 0
    for _ in range(600):
        families = [[draw.gauss(5, 2) for _ in range(20)] for _ in range(6)]
        ends = [interval(sample, tests=6).ends for sample in families]
        missed += any(not low <= 5 <= high for low, high in ends)
    assert missed / 600 == pytest.approx(0.05, abs=0.025)


def test_more_tests_make_wider_intervals():
    values, halves = [1.0, 2.0, 4.0, 3.0], [(1.0, 2.0), (3.0, 4.0), (5.0, 4.0)]
    for one, six in (
        (interval(values), interval(values, 6)),
        (ratio(halves), ratio(halves, 6)),
        (difference(halves), difference(halves, 6)),
        (geometric(values), geometric(values, 6)),
        (share(5, 10), share(5, 10, 6)),
    ):
        assert one.mean == six.mean
        assert six.ends[0] < one.ends[0] < one.ends[1] < six.ends[1]


def test_differences_are_of_pairs():
    assert difference([(5.0, 3.0), (4.0, 2.0)]) == Estimate(2.0, 2.0, 2.0, 2)


def test_a_share_of_tries_that_count_in_part():
    assert share(1.5, 3).mean == 0.5


def test_which_side_of_a_value_the_whole_interval_is_on():
    estimate = Estimate(1.0, 0.9, 1.1, 5)
    assert estimate.below(1.2)
    assert not estimate.below(1.0)
    assert estimate.above(0.8)
    assert not Estimate(1.0, None, None, 1).above(0.5)
    assert estimate.within(0.9, 1.1)
    assert not estimate.within(0.95, 1.2)
    assert not estimate.within(0.8, 1.05)
    assert not Estimate(1.0, None, None, 1).within(0.5, 1.5)


def test_numbers_are_shown_with_the_digits_that_matter():
    assert str(Estimate(12345.6, 11000, 13000, 3)) == "12,346 (11,000–13,000)"
    assert str(Estimate(-0.5, -1.25, 0.25, 3)) == "-0.500 (-1.250 to 0.250)"
    assert str(Estimate(56.78, 50, 60, 3)) == "56.78 (50.00–60.00)"
