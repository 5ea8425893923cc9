"""SPRT: the likelihoods are maximal, impossible settings are refused, errors are rare."""

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.lab.sprt import EloModel, Sprt, Verdict, _likeliest_of_ratio, _tilted
from outflank.lab.statistics import (
    NORMALIZED_SCALE,
    PAIR_SCORES,
    Pentanomial,
    StatisticsError,
    expected_score,
)

models = st.sampled_from(EloModel)
counts = st.tuples(*[st.integers(0, 2000)] * 5).filter(any).map(Pentanomial)
shares = st.lists(st.floats(0.001, 1), min_size=5, max_size=5).map(
    lambda values: [value / sum(values) for value in values]
)


def mean(p):
    return sum(a * b for a, b in zip(p, PAIR_SCORES, strict=True))


def ratio(p):
    middle = mean(p)
    variance = sum(a * (b - middle) ** 2 for a, b in zip(p, PAIR_SCORES, strict=True))
    return (middle - 0.5) / math.sqrt(variance)


def likelihood(seen, p):
    return sum(a * math.log(b) for a, b in zip(seen, p, strict=True))


def mixed(one, other, wanted, statistic):
    """A mixture of two distributions with the statistic wanted; None if neither side has it."""
    low, high = (one, other) if statistic(one) < statistic(other) else (other, one)
    if not statistic(low) < wanted < statistic(high):
        return None
    for _ in range(80):
        middle = [(a + b) / 2 for a, b in zip(low, high, strict=True)]
        low, high = (middle, high) if statistic(middle) < wanted else (low, middle)
    return low


class TestLikelihoods:
    @given(seen=shares, one=shares, other=shares, elo=st.floats(-150, 150))
    def test_no_other_probabilities_of_that_score_explain_it_better(self, seen, one, other, elo):
        score = expected_score(elo)
        best = _tilted(seen, [value - score for value in PAIR_SCORES])
        assert sum(best) == pytest.approx(1)
        assert mean(best) == pytest.approx(score)
        rival = mixed(one, other, score, mean)
        assert rival is None or likelihood(seen, rival) <= likelihood(seen, best) + 1e-9

    @given(seen=shares, one=shares, other=shares, elo=st.floats(-150, 150))
    def test_no_other_probabilities_of_that_ratio_explain_it_better(self, seen, one, other, elo):
        wanted = elo * math.sqrt(2) / NORMALIZED_SCALE
        best = _likeliest_of_ratio(seen, wanted)
        assert sum(best) == pytest.approx(1, abs=1e-5)
        assert ratio(best) == pytest.approx(wanted, abs=1e-5)
        rival = mixed(one, other, wanted, ratio)
        assert rival is None or likelihood(seen, rival) <= likelihood(seen, best) + 1e-5

    @given(pairs=counts, model=models)
    def test_the_other_side_sees_the_mirror(self, pairs, model):
        mine = Sprt(-3, 8, model=model).log_likelihood_ratio(pairs)
        theirs = Sprt(-8, 3, model=model).log_likelihood_ratio(Pentanomial(pairs.counts[::-1]))
        assert mine == pytest.approx(-theirs, abs=1e-4)

    @given(pairs=counts, model=models, elos=st.tuples(st.floats(-200, -1), st.floats(1, 200)))
    def test_there_is_a_number_for_any_counts(self, pairs, model, elos):
        assert math.isfinite(Sprt(*elos, model=model).log_likelihood_ratio(pairs))

    def test_the_approximation_for_small_differences(self):
        # Logistic: N (s1 - s0)(2 mean - s0 - s1) / (2 variance), near 0 (Van den Bergh).
        pairs = Pentanomial((50, 240, 420, 260, 60))
        test = Sprt(0, 2, model=EloModel.LOGISTIC)
        s0, s1 = expected_score(0), expected_score(2)
        near = pairs.pairs * (s1 - s0) * (2 * pairs.mean - s0 - s1) / (2 * pairs.variance)
        assert test.log_likelihood_ratio(pairs) == pytest.approx(near, rel=0.02)

    def test_nothing_played(self):
        test = Sprt(0, 5)
        assert test.log_likelihood_ratio(Pentanomial()) == 0
        assert test.verdict(Pentanomial()) is None


class TestVerdicts:
    def test_clear_cases(self):
        test = Sprt(0, 10)
        assert test.verdict(Pentanomial((0, 50, 300, 250, 50))) is Verdict.H1
        assert test.verdict(Pentanomial((50, 250, 300, 50, 0))) is Verdict.H0
        assert test.verdict(Pentanomial((1, 1, 3, 2, 1))) is None

    def test_the_bounds_are_walds(self):
        test = Sprt(0, 5, alpha=0.1, beta=0.2)
        assert test.lower == pytest.approx(math.log(0.2 / 0.9))
        assert test.upper == pytest.approx(math.log(0.8 / 0.1))


class TestSettings:
    def test_reading(self):
        assert Sprt.read("0,5") == Sprt(0, 5)
        assert Sprt.read("-1.5,3,0.1,0.2", EloModel.LOGISTIC) == Sprt(
            -1.5, 3, 0.1, 0.2, EloModel.LOGISTIC
        )

    @pytest.mark.parametrize("text", ["", "5", "0,5,0.05", "a,b", "0,5,1,2,3"])
    def test_no_test(self, text):
        with pytest.raises(StatisticsError, match="two Elo differences"):
            Sprt.read(text)

    @pytest.mark.parametrize(
        ("settings", "reason"),
        [
            ((5, 5), "the lower one"),
            ((5, 0), "the lower one"),
            ((0, math.inf), "finite"),
            ((math.nan, 5), "finite"),
            ((0, 900), "beyond"),
            ((0, 5, 0, 0.05), "alpha is a probability"),
            ((0, 5, 0.05, 1), "beta is a probability"),
            ((0, 5, 0.5, 0.5), "a coin"),
        ],
    )
    def test_impossible_settings_are_refused_with_a_reason(self, settings, reason):
        with pytest.raises(StatisticsError, match=reason):
            Sprt(*settings)


def true_shares(elo, model):
    """Pairs of two players so far apart; many are drawn."""
    if model is EloModel.LOGISTIC:
        return _tilted([0.05, 0.2, 0.5, 0.2, 0.05], [v - expected_score(elo) for v in PAIR_SCORES])
    return _likeliest_of_ratio([0.05, 0.2, 0.5, 0.2, 0.05], elo * math.sqrt(2) / NORMALIZED_SCALE)


def run_to_its_end(test, weights, draw):
    """The verdict of a match that is looked at after every fourth pair."""
    pairs = Pentanomial()
    while (verdict := test.verdict(pairs)) is None:
        pairs += Pentanomial.of(draw.choices([0, 0.5, 1, 1.5, 2], weights, k=4))
    return verdict


@pytest.mark.slow
@pytest.mark.parametrize("model", EloModel)
@pytest.mark.parametrize("truth", ["elo0", "elo1"])
def test_errors_are_as_rare_as_asked(model, truth):
    """Accepted wrongly in at most 5 % of the tries, 10 % for the other kind of error."""
    tries, draw = 500, random.Random(7)
    test = Sprt(0, 40, alpha=0.05, beta=0.1, model=model)
    weights = true_shares(getattr(test, truth), model)
    verdicts = [run_to_its_end(test, weights, draw) for _ in range(tries)]
    wrong, allowed = (Verdict.H1, test.alpha) if truth == "elo0" else (Verdict.H0, test.beta)
    rate = verdicts.count(wrong) / tries
    assert rate < allowed + 3 * math.sqrt(allowed * (1 - allowed) / tries)
    assert rate > allowed / 4  # nor is it far more careful than asked, which costs games
