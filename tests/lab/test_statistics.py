"""Statistics of game pairs: known values, what must hold for any counts, coverage by simulation."""

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.lab.statistics import (
    NORMALIZED_SCALE,
    PAIR_SCORES,
    Pentanomial,
    StatisticsError,
    elo_of,
    expected_score,
    likelihood_of_superiority,
    logistic_elo,
    mean_of,
    normalized_elo,
)

counts = st.tuples(*[st.integers(0, 1000)] * 5).filter(any).map(Pentanomial)
spread = counts.filter(lambda pairs: pairs.variance > 0)


class TestPentanomial:
    def test_counting(self):
        pairs = Pentanomial.of([0, 0.5, 1, 1, 2])
        assert pairs.counts == (1, 1, 2, 0, 1)
        assert (pairs + pairs).counts == (2, 2, 4, 0, 2)
        assert pairs.mean == pytest.approx(4.5 / 10)

    @pytest.mark.parametrize("wrong", [(1, 2), (0, 0, 0, 0, -1)])
    def test_no_counts(self, wrong):
        with pytest.raises(StatisticsError):
            Pentanomial(wrong)


class TestElo:
    @pytest.mark.parametrize(("score", "elo"), [(0.5, 0), (10 / 11, 400), (0.64, 99.95)])
    def test_the_curve(self, score, elo):
        assert elo_of(score) == pytest.approx(elo, abs=0.01)
        assert expected_score(elo) == pytest.approx(score, abs=1e-4)

    def test_the_ends_of_the_curve(self):
        assert (elo_of(0), elo_of(1)) == (-math.inf, math.inf)

    def test_a_match_worked_out_by_hand(self):
        # 100 pairs: mean 0.55, variance 0.0475; standard error 0.0217945.
        pairs = Pentanomial((5, 15, 45, 25, 10))
        assert pairs.mean == pytest.approx(0.55)
        assert pairs.variance == pytest.approx(0.0600)
        error = 1.959964 * math.sqrt(0.06 / 100)
        found = logistic_elo(pairs)
        assert found.value == pytest.approx(400 * math.log10(0.55 / 0.45))
        assert found.low == pytest.approx(400 * math.log10((0.55 - error) / (0.45 + error)), 1e-5)
        assert normalized_elo(pairs).value == pytest.approx(
            0.05 / math.sqrt(2 * 0.06) * 800 / math.log(10)
        )
        z = 0.05 / math.sqrt(0.06 / 100)
        expected = 0.5 * (1 + math.erf(z / math.sqrt(2)))
        assert likelihood_of_superiority(pairs) == pytest.approx(expected)

    def test_normalized_is_logistic_near_zero_without_draws(self):
        # Independent games, none drawn, won with 0.505.
        p, n = 0.505, 10**6
        lost, both = round(n * (1 - p) ** 2), round(n * p * p)
        pairs = Pentanomial((lost, 0, n - lost - both, 0, both))
        assert normalized_elo(pairs).value == pytest.approx(logistic_elo(pairs).value, rel=1e-3)

    @given(spread)
    def test_the_other_side_sees_the_mirror(self, pairs):
        mirrored = Pentanomial(pairs.counts[::-1])
        for estimate in (logistic_elo, normalized_elo):
            mine, theirs = estimate(pairs), estimate(mirrored)
            assert mine.value == pytest.approx(-theirs.value, abs=1e-6)
            assert mine.low == pytest.approx(-theirs.high, abs=1e-6)
            assert mine.low <= mine.value <= mine.high
        los = likelihood_of_superiority(pairs)
        assert los + likelihood_of_superiority(mirrored) == pytest.approx(1)

    @given(spread)
    def test_more_confidence_is_a_wider_interval(self, pairs):
        narrow, wide = logistic_elo(pairs, 0.5), logistic_elo(pairs, 0.99)
        assert wide.low <= narrow.low <= narrow.high <= wide.high

    def test_nothing_played(self):
        none = Pentanomial()
        assert logistic_elo(none) is normalized_elo(none) is likelihood_of_superiority(none) is None

    def test_results_that_are_all_alike_have_no_interval(self):
        won = Pentanomial((0, 0, 0, 0, 7))
        assert logistic_elo(won).value == math.inf
        assert logistic_elo(won).margin is None
        assert normalized_elo(won) is None
        assert likelihood_of_superiority(won) is None
        assert logistic_elo(Pentanomial((0, 0, 7, 0, 0))).value == 0

    @pytest.mark.parametrize("confidence", [0, 1, -1, 95])
    def test_no_confidence(self, confidence):
        with pytest.raises(StatisticsError, match="between 0 and 1"):
            logistic_elo(Pentanomial((1, 1, 1, 1, 1)), confidence)


class TestMean:
    def test_by_hand(self):
        found = mean_of([2.0, 4.0, 6.0, 8.0])
        error = 1.959964 * math.sqrt(20 / 3) / 2
        assert found.value == 5
        assert found.margin == pytest.approx(error, rel=1e-6)

    def test_too_few(self):
        assert mean_of([]) is None
        assert mean_of([3.0]).margin is None
        assert mean_of([3.0, 3.0]).margin is None


def drawn_pairs(draw, shares, number):
    points = draw.choices([2 * score for score in PAIR_SCORES], shares, k=number)
    return Pentanomial.of(points)


@pytest.mark.slow
@pytest.mark.parametrize("shares", [(1, 4, 10, 6, 2), (5, 1, 8, 1, 8)])
def test_intervals_cover_what_they_say(shares):
    draw, tries = random.Random(1), 4000
    truth = Pentanomial(shares)
    elo = elo_of(truth.mean)
    ratio = (truth.mean - 0.5) / math.sqrt(2 * truth.variance) * NORMALIZED_SCALE
    inside = inside_normalized = 0
    for _ in range(tries):
        pairs = drawn_pairs(draw, shares, 300)
        found, normal = logistic_elo(pairs), normalized_elo(pairs)
        inside += found.low <= elo <= found.high
        inside_normalized += normal.low <= ratio <= normal.high
    # Three standard errors of 4000 tries are 0.0103.
    assert abs(inside / tries - 0.95) < 0.015
    assert abs(inside_normalized / tries - 0.95) < 0.015
