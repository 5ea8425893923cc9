"""SPRT on game pairs: stop a match as soon as it is clear which of two hypotheses holds.

The test is Wald's sequential probability ratio test (A. Wald, "Sequential tests of
statistical hypotheses", 1945) of two Elo differences, with the likelihoods maximised
over everything else that the pentanomial model leaves open: M. Van den Bergh, "The
generalized maximum likelihood ratio for the expectation value of a distribution"
(cantate.be/Fishtest/GSPRT_approximation.pdf) for logistic Elo, and his "Normalized Elo"
(normalized_elo.pdf), for a given ratio of mean to deviation.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Self

from outflank.board.errors import quoted
from outflank.lab.statistics import (
    GAMES_IN_A_PAIR,
    NORMALIZED_SCALE,
    PAIR_SCORES,
    Pentanomial,
    StatisticsError,
    expected_score,
)

#: The largest Elo difference that can be tested: beyond it the likelihoods of so few kinds
#: of results have no maximum, and a handful of games tells more than a test.
MOST_ELO: Final = 200.0

#: What a kind of pair that never came counts for, so that no likelihood is 0
#: (Van den Bergh's choice for fishtest).
NEVER_SEEN: Final = 1e-3

#: Each probability of error unless another is asked for.
USUAL_ERROR: Final = 0.05

#: Steps and precision of the two searches for a root and for a fixed point.
MOST_STEPS: Final = 100
PRECISION: Final = 1e-12

Weights = list[float]


class EloModel(enum.StrEnum):
    """What the hypotheses are told in."""

    NORMALIZED = "normalized"
    LOGISTIC = "logistic"


class Verdict(enum.StrEnum):
    """How a test ended."""

    H0 = "H0"  #: the difference is `elo0`, or less
    H1 = "H1"  #: the difference is `elo1`, or more


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test of "the first side is `elo1` stronger" against "it is `elo0` stronger".

    Attributes:
        elo0: the lower difference, at least -200.
        elo1: the higher one, at most 200.
        alpha: how often H1 may be accepted where H0 holds, more than 0.
        beta: how often H0 may be accepted where H1 holds; with `alpha` less than 1.
        model: what the differences are told in.

    Raises:
        StatisticsError: a setting with which no test can be made; the message says why.

    >>> test = Sprt(0, 10)
    >>> test.verdict(Pentanomial((10, 40, 60, 40, 10))), round(test.upper, 2)
    (None, 2.94)
    """

    elo0: float
    elo1: float
    alpha: float = USUAL_ERROR
    beta: float = USUAL_ERROR
    model: EloModel = EloModel.NORMALIZED

    def __post_init__(self) -> None:
        if not (math.isfinite(self.elo0) and math.isfinite(self.elo1)):
            raise StatisticsError(f"Elo {self.elo0} and {self.elo1}: both must be finite")
        if self.elo0 >= self.elo1:
            raise StatisticsError(
                f"Elo {self.elo0:g} against {self.elo1:g}: the first must be the lower one, "
                "or there is nothing to tell apart"
            )
        if max(abs(self.elo0), abs(self.elo1)) > MOST_ELO:
            raise StatisticsError(
                f"Elo {self.elo0:g} against {self.elo1:g}: beyond ±{MOST_ELO:g} "
                "a few games tell, no test is needed"
            )
        for name, error in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0.0 < error < 1.0:
                raise StatisticsError(f"{name} is a probability between 0 and 1, not {error:g}")
        if self.alpha + self.beta >= 1.0:
            raise StatisticsError(
                f"alpha {self.alpha:g} and beta {self.beta:g}: together they must be less "
                "than 1, or a coin decides as well"
            )

    @classmethod
    def read(cls, text: str, model: EloModel = EloModel.NORMALIZED) -> Self:
        """Read ``0,5`` or, with the probabilities of error, ``0,5,0.05,0.05``.

        Raises:
            StatisticsError: the text is neither, or no test can be made of it.
        """
        try:
            numbers = [float(word) for word in text.split(",")]
        except ValueError:
            numbers = []
        if len(numbers) not in (2, 4):
            raise StatisticsError(
                f"{quoted(text)}: a test is two Elo differences, such as 0,5, or those and "
                "alpha and beta, such as 0,5,0.05,0.05"
            )
        elo0, elo1, *errors = numbers
        alpha, beta = errors or (USUAL_ERROR, USUAL_ERROR)
        return cls(elo0, elo1, alpha, beta, model)

    @property
    def lower(self) -> float:
        """At this log-likelihood ratio, or below it, H0 is accepted."""
        return math.log(self.beta / (1.0 - self.alpha))

    @property
    def upper(self) -> float:
        """At this log-likelihood ratio, or above it, H1 is accepted."""
        return math.log((1.0 - self.beta) / self.alpha)

    def log_likelihood_ratio(self, pairs: Pentanomial) -> float:
        """How much better H1 explains the pairs than H0: logarithm of the likelihoods' ratio."""
        if not pairs.pairs:
            return 0.0
        counts = [count or NEVER_SEEN for count in pairs.counts]
        total = sum(counts)
        seen = [count / total for count in counts]
        first, second = self._likeliest(seen, self.elo0), self._likeliest(seen, self.elo1)
        return total * sum(
            share * math.log(under1 / under0)
            for share, under0, under1 in zip(seen, first, second, strict=True)
        )

    def verdict(self, pairs: Pentanomial) -> Verdict | None:
        """Which hypothesis is accepted; None: go on."""
        ratio = self.log_likelihood_ratio(pairs)
        if ratio >= self.upper:
            return Verdict.H1
        return Verdict.H0 if ratio <= self.lower else None

    def _likeliest(self, seen: Weights, elo: float) -> Weights:
        """The probabilities that explain best what was seen, if the difference is this one."""
        if self.model is EloModel.LOGISTIC:
            score = expected_score(elo)
            return _tilted(seen, [value - score for value in PAIR_SCORES])
        return _likeliest_of_ratio(seen, elo * math.sqrt(GAMES_IN_A_PAIR) / NORMALIZED_SCALE)


def _likeliest_of_ratio(seen: Weights, ratio: float) -> Weights:
    """The likeliest probabilities with (mean - ½) / deviation equal to `ratio`.

    At the maximum they are the tilted ones of the constraint's derivatives, which depend
    on mean and deviation: a fixed point, found by iteration.
    """
    likely = [1.0 / len(seen)] * len(seen)
    for _ in range(MOST_STEPS):
        before = likely
        mean = sum(p * value for p, value in zip(likely, PAIR_SCORES, strict=True))
        variance = sum(
            p * (value - mean) ** 2 for p, value in zip(likely, PAIR_SCORES, strict=True)
        )
        deviation = math.sqrt(variance)
        slopes = [
            value - 0.5 - ratio * deviation / 2.0 * (1.0 + ((value - mean) / deviation) ** 2)
            for value in PAIR_SCORES
        ]
        likely = _tilted(seen, slopes)
        if max(abs(p - q) for p, q in zip(before, likely, strict=True)) < PRECISION:
            break
    return likely


def _tilted(seen: Weights, slopes: list[float]) -> Weights:
    """The likeliest probabilities under which the slopes have the mean 0.

    Lagrange: each is the share seen divided by 1 + x slope, with the x for which the mean
    is 0. That mean falls with x between the two poles, so Newton's steps, kept between
    the bounds found so far, reach the root.
    """
    low, high = -1.0 / max(slopes), -1.0 / min(slopes)
    x = 0.0
    for _ in range(MOST_STEPS):
        parts = [slope / (1.0 + x * slope) for slope in slopes]
        mean = _mean(seen, parts)
        if mean > 0.0:
            low = x
        else:
            high = x
        step = mean / _mean(seen, [part * part for part in parts])
        if abs(step) < PRECISION * (high - low) or high - low < PRECISION:
            break
        x = x + step if low < x + step < high else (low + high) / 2.0
    return [share / (1.0 + x * slope) for share, slope in zip(seen, slopes, strict=True)]


def _mean(weights: Weights, values: Sequence[float]) -> float:
    return sum(weight * value for weight, value in zip(weights, values, strict=True))
