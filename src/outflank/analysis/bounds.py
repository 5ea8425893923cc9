"""What is proved of a value: an interval that holds it, and the estimates that it corrects.

Proofs come from the end of a game, estimates from its middle. Where a later proof says that
an earlier estimate cannot be, the proof stands.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Self

from outflank.board.score import DISCS, MOST_DISCS, PROVED, Score


@dataclass(frozen=True, slots=True)
class Interval:
    """A value in discs lies between two numbers, both included; nothing says more.

    Attributes:
        low: it is at least so much, -64 to 64.
        high: it is at most so much, `low` to 64.

    >>> (-Interval.of(Score(6, bound="lower"))).correct(Score(-2, bound="estimate"))
    Score(value=-6, unit='discs', bound='upper', selectivity=100)
    """

    low: float = -MOST_DISCS
    high: float = MOST_DISCS

    @classmethod
    def of(cls, score: Score) -> Self:
        """What a score proves: both bounds, one, or none."""
        if score.unit != DISCS or score.selectivity != PROVED:
            return cls()
        low = score.value if score.bound in ("exact", "lower") else -MOST_DISCS
        high = score.value if score.bound in ("exact", "upper") else MOST_DISCS
        return cls(low, high)

    @classmethod
    def best_of(cls, moves: Iterable[Interval], *, every_move: bool) -> Self:
        """Of a position: at least the best move; at most that, if no move is left out."""
        intervals = list(moves)
        low = max((interval.low for interval in intervals), default=-MOST_DISCS)
        high = max((interval.high for interval in intervals), default=MOST_DISCS)
        return cls(low, high if every_move else MOST_DISCS)

    @property
    def exact(self) -> bool:
        """True if only one value is left."""
        return self.low == self.high

    def __neg__(self) -> Interval:
        """The same from the other side's view."""
        return Interval(-self.high, -self.low)

    def both(self, other: Interval) -> Interval:
        """What the two say together; of two that contradict each other, this one."""
        low, high = max(self.low, other.low), min(self.high, other.high)
        return Interval(low, high) if low <= high else self

    def correct(self, score: Score) -> Score:
        """The score, or what is proved where that says more, or the score cannot be."""
        if score.unit != DISCS or score.proved:
            return score
        if self.exact:
            return Score(self.low)
        if score.value <= self.low > -MOST_DISCS:
            return Score(self.low, bound="lower")
        if score.value >= self.high < MOST_DISCS:
            return Score(self.high, bound="upper")
        return score


NOTHING_PROVED: Final = Interval()
