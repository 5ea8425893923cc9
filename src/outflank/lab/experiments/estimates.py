"""Estimates with their intervals of confidence: means, ratios of paired costs, shares.

Intervals cover 95 per cent. Costs of searches are spread over orders of magnitude, so
they are compared by the geometric mean of ratios on the same position: a large tree
must not decide alone. E. B. Wilson, "Probable inference" (1927), is the source of the
interval of a share; the quantile of Student's t is Abramowitz and Stegun's 26.7.5.

Means of what cannot be less or more than some value (`bounds`) have intervals that end there.

Where one of several findings is enough for an answer, each is judged by a wider interval
(`tests`), so that all of them together err as seldom as one: C. E. Bonferroni's inequality.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from outflank.lab.statistics import CONFIDENCE

#: Thousands are told without a fraction; below, so that three digits are seen.
LEADING: Final = ((10.0, ".3f"), (100.0, ".2f"), (1000.0, ".1f"))
LARGE: Final = ",.0f"

#: Between which a mean must lie, where that is known.
Bounds = tuple[float, float]
UNBOUNDED: Final[Bounds] = (-math.inf, math.inf)
SHARES: Final[Bounds] = (0.0, 1.0)
NOT_NEGATIVE: Final[Bounds] = (0.0, math.inf)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value and its interval of confidence.

    ``str`` shows it with its interval; so does ``format``, with the format of a number
    for all three: ``f"{estimate:.1%}"``.

    Attributes:
        mean: the value.
        low: lower end; None where the data do not tell.
        high: upper end; None where `low` is.
        n: how many values it is made from.

    >>> str(Estimate(0.934, 0.921, 0.947, 200)), f"{Estimate(0.5, None, None, 1):.0%}"
    ('0.934 (0.921–0.947)', '50%')
    """

    mean: float
    low: float | None
    high: float | None
    n: int

    def __str__(self) -> str:
        return format(self, "")

    def __format__(self, spec: str) -> str:
        spec = spec or next((own for top, own in LEADING if abs(self.mean) < top), LARGE)
        if self.low is None or self.high is None:
            return format(self.mean, spec)
        between = " to " if self.low < 0 else "–"
        return f"{self.mean:{spec}} ({self.low:{spec}}{between}{self.high:{spec}})"

    @property
    def ends(self) -> tuple[float, float]:
        """Both ends of the interval; the value itself where the data tell none."""
        if self.low is None or self.high is None:
            return self.mean, self.mean
        return self.low, self.high

    def below(self, value: float) -> bool:
        """True if the whole interval is below a value."""
        return self.high is not None and self.high < value

    def above(self, value: float) -> bool:
        """True if the whole interval is above a value."""
        return self.low is not None and self.low > value

    def within(self, low: float, high: float) -> bool:
        """True if the whole interval is between two values."""
        return (
            self.low is not None and self.high is not None and low <= self.low <= self.high <= high
        )


def interval(values: Sequence[float], tests: int = 1, bounds: Bounds = UNBOUNDED) -> Estimate:
    """The mean of independent values, by Student's t; there must be one.

    Args:
        values: one or more.
        tests: how many intervals there are of which none may miss its value.
        bounds: what none of the values can be beyond; the interval ends there.

    >>> str(interval([1.0, 2.0, 3.0, 4.0]))
    '2.500 (0.448–4.552)'
    """
    n, mean = len(values), statistics.fmean(values)
    if n < 2:
        return Estimate(mean, None, None, n)
    error = student(n - 1, tests) * statistics.stdev(values, mean) / math.sqrt(n)
    least, most = bounds
    return Estimate(mean, max(least, mean - error), min(most, mean + error), n)


def difference(
    pairs: Sequence[tuple[float, float]], tests: int = 1, bounds: Bounds = UNBOUNDED
) -> Estimate:
    """The mean of the differences first less second, of one pair or more, both in bounds."""
    width = bounds[1] - bounds[0]
    return interval([first - second for first, second in pairs], tests, (-width, width))


def ratio(pairs: Sequence[tuple[float, float]], tests: int = 1) -> Estimate:
    """The geometric mean of the ratios first by second, all more than 0.

    >>> str(ratio([(1, 2), (2, 2), (2, 4)]))
    '0.630 (0.235–1.690)'
    """
    return geometric([first / second for first, second in pairs], tests)


def geometric(values: Sequence[float], tests: int = 1) -> Estimate:
    """The geometric mean of one or more values, all more than 0."""
    logs = interval(list(map(math.log, values)), tests)
    if logs.low is None or logs.high is None:
        return Estimate(math.exp(logs.mean), None, None, logs.n)
    return Estimate(math.exp(logs.mean), math.exp(logs.low), math.exp(logs.high), logs.n)


def share(hits: float, total: int, tests: int = 1) -> Estimate:
    """The share of so many hits among independent tries, by Wilson's interval.

    Args:
        hits: 0 to `total`; tries that count in part make the interval a little too wide.
        total: 1 or more.
        tests: how many intervals there are of which none may miss its value.

    >>> f"{share(9, 10):.0%}"
    '90% (60%–98%)'
    """
    width = normal(tests)
    mean, square = hits / total, width**2
    middle = (hits + square / 2) / (total + square)
    half = width / (total + square) * math.sqrt(total * mean * (1 - mean) + square / 4)
    # At 0 and 1 the ends are those, but for the last digit.
    low, high = min(mean, middle - half), max(mean, middle + half)
    return Estimate(mean, max(0.0, low), min(1.0, high), total)


def normal(tests: int = 1) -> float:
    """Standard errors that a normal interval reaches to both sides."""
    return -statistics.NormalDist().inv_cdf((1 - CONFIDENCE) / 2 / tests)


def student(freedom: int, tests: int = 1) -> float:
    """Standard errors that an interval of a mean reaches to both sides.

    The series is within a thousandth from three degrees of freedom on, and a ninth too
    small at a single one.

    Args:
        freedom: degrees of freedom, 1 or more.
        tests: how many intervals there are of which none may miss its value.
    """
    z = normal(tests)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + math.fsum(term / freedom**power for power, term in enumerate(terms, 1))
