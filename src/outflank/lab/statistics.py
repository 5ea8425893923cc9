"""Statistics of matches: game pairs counted, Elo with confidence, superiority, mean discs.

Games are played in pairs: one opening, colours swapped. The two games of a pair depend
on each other, so pairs are counted, by the points of one side: the pentanomial model.
Intervals from single games would be too wide or too narrow.

Sources: the pentanomial model and normalised Elo are Michel Van den Bergh's
("Normalized Elo", cantate.be/Fishtest/normalized_elo.pdf, 2021); the Elo of a score is
Arpad Elo's with a logistic curve ("The Rating of Chessplayers, Past and Present", 1978).
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Self

from outflank.board.errors import OutflankError

#: Points of one side in the two games of a pair, halved: what its pairs are counted by.
PAIR_SCORES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)

#: What intervals cover unless another is asked for.
CONFIDENCE: Final = 0.95

#: Elo difference at which the stronger side is ten times as likely to score.
ELO_SCALE: Final = 400.0

#: Normalised Elo of one standard deviation of a single game; equal to logistic Elo near 0
#: if no game is drawn (Van den Bergh, "Normalized Elo").
NORMALIZED_SCALE: Final = 800.0 / math.log(10.0)

#: A pair's mean varies half as much as one of its games if the two are independent.
GAMES_IN_A_PAIR: Final = 2

_NORMAL: Final = statistics.NormalDist()


class StatisticsError(OutflankError):
    """Counts or settings of a statistic that cannot be."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value and its confidence interval.

    Attributes:
        value: the best guess; infinite for the Elo of a side that won or lost everything.
        low: lower end; None where the data do not tell, as all results are alike.
        high: upper end, or None; an end may be infinite.
    """

    value: float
    low: float | None = None
    high: float | None = None

    @property
    def margin(self) -> float | None:
        """Half of the interval; None where it is unknown or infinite."""
        if self.low is None or self.high is None:
            return None
        half = (self.high - self.low) / 2
        return half if math.isfinite(half) else None


@dataclass(frozen=True, slots=True)
class Pentanomial:
    """Finished game pairs of one side, counted by its points: 0, ½, 1, 1½, 2.

    Raises:
        StatisticsError: not five whole numbers of 0 or more.

    >>> pairs = Pentanomial((0, 1, 2, 4, 3))
    >>> pairs.pairs, pairs.mean
    (10, 0.725)
    """

    counts: tuple[int, ...] = (0, 0, 0, 0, 0)

    def __post_init__(self) -> None:
        if len(self.counts) != len(PAIR_SCORES) or any(count < 0 for count in self.counts):
            raise StatisticsError(f"pairs are five counts of 0 or more, not {self.counts}")

    @classmethod
    def of(cls, points: Iterable[float]) -> Self:
        """Count pairs by the points of both their games, each 0, 0.5, 1, 1.5 or 2."""
        counts = [0] * len(PAIR_SCORES)
        for value in points:
            counts[round(2 * value)] += 1
        return cls(tuple(counts))

    def __add__(self, other: Pentanomial) -> Pentanomial:
        return Pentanomial(
            tuple(mine + theirs for mine, theirs in zip(self.counts, other.counts, strict=True))
        )

    @property
    def pairs(self) -> int:
        """How many there are."""
        return sum(self.counts)

    @property
    def mean(self) -> float:
        """Points a game, 0 to 1; there must be a pair."""
        return self.moment(1, about=0.0)

    @property
    def variance(self) -> float:
        """Of the points a game of a pair, about their mean."""
        return self.moment(2, about=self.mean)

    def moment(self, power: int, about: float) -> float:
        """The mean of a power of the points' distance from a value."""
        total = math.fsum(
            count * math.pow(score - about, power)
            for count, score in zip(self.counts, PAIR_SCORES, strict=True)
        )
        return total / self.pairs


def expected_score(elo: float) -> float:
    """Points a game, 0 to 1, of a side so many logistic Elo stronger.

    >>> expected_score(0), round(expected_score(100), 3)
    (0.5, 0.64)
    """
    return 1.0 / (1.0 + math.pow(10.0, -elo / ELO_SCALE))


def elo_of(score: float) -> float:
    """The logistic Elo difference of a score of 0 to 1; infinite at both ends."""
    if score <= 0.0:
        return -math.inf
    if score >= 1.0:
        return math.inf
    return ELO_SCALE * math.log10(score / (1.0 - score))


def logistic_elo(pairs: Pentanomial, confidence: float = CONFIDENCE) -> Estimate | None:
    """Elo difference with its interval: that of the mean score, mapped; None without pairs.

    Raises:
        StatisticsError: the confidence is not between 0 and 1.
    """
    width = _quantile(confidence)
    if not pairs.pairs:
        return None
    mean, variance = pairs.mean, pairs.variance
    if variance == 0.0:
        return Estimate(elo_of(mean))
    error = width * math.sqrt(variance / pairs.pairs)
    return Estimate(elo_of(mean), elo_of(mean - error), elo_of(mean + error))


def normalized_elo(pairs: Pentanomial, confidence: float = CONFIDENCE) -> Estimate | None:
    """Normalised Elo: the score's distance from ½ in standard deviations of one game.

    It says how many games it takes to tell the two sides apart, whatever the share of
    draws. The interval has the standard error of a ratio of mean to deviation: A. Lo,
    "The statistics of Sharpe ratios" (2002), with skew and kurtosis by E. Mertens (2002).

    Returns:
        None where there is no pair or all pairs are alike.

    Raises:
        StatisticsError: the confidence is not between 0 and 1.
    """
    width = _quantile(confidence)
    if not pairs.pairs or pairs.variance == 0.0:
        return None
    mean, deviation = pairs.mean, math.sqrt(pairs.variance)
    ratio = (mean - 0.5) / deviation
    skew = pairs.moment(3, about=mean) / deviation**3
    kurtosis = pairs.moment(4, about=mean) / deviation**4
    squared = 1.0 - skew * ratio + (kurtosis - 1.0) / 4.0 * ratio**2
    error = width * math.sqrt(max(squared, 0.0) / pairs.pairs)
    scale = NORMALIZED_SCALE / math.sqrt(GAMES_IN_A_PAIR)
    return Estimate(scale * ratio, scale * (ratio - error), scale * (ratio + error))


def likelihood_of_superiority(pairs: Pentanomial) -> float | None:
    """LOS: how likely the side is the stronger one, 0 to 1, by the normal approximation.

    None where there is no pair or all pairs are alike.
    """
    if not pairs.pairs or pairs.variance == 0.0:
        return None
    return _NORMAL.cdf((pairs.mean - 0.5) / math.sqrt(pairs.variance / pairs.pairs))


def mean_of(values: Sequence[float], confidence: float = CONFIDENCE) -> Estimate | None:
    """The mean with its interval by the normal approximation; None without values.

    For games in pairs the values must be those of pairs: they are taken as independent.

    Raises:
        StatisticsError: the confidence is not between 0 and 1.
    """
    width = _quantile(confidence)
    if not values:
        return None
    mean = statistics.fmean(values)
    if len(values) == 1:
        return Estimate(mean)
    error = width * statistics.stdev(values, mean) / math.sqrt(len(values))
    return Estimate(mean, mean - error, mean + error) if error else Estimate(mean)


def _quantile(confidence: float) -> float:
    """How many standard errors an interval reaches to both sides."""
    if not 0.0 < confidence < 1.0:
        raise StatisticsError(f"a confidence is between 0 and 1, not {confidence}")
    return _NORMAL.inv_cdf((1.0 + confidence) / 2.0)
