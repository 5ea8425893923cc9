"""What a position is worth: a value with its unit and what is known of it, and how a game ended."""

from __future__ import annotations

import math
import operator
from dataclasses import dataclass, replace
from typing import Final, Literal, Self, SupportsFloat, SupportsIndex, TypeAlias, get_args

from outflank.board import rules
from outflank.board.color import Color
from outflank.board.errors import OutflankError

#: What a value says: the score is it, is at least it, is at most it, is thought to be it.
Bound: TypeAlias = Literal["exact", "lower", "upper", "estimate"]

#: How a game ended.
Ending: TypeAlias = Literal["full board", "wipe-out", "no moves"]

DISCS: Final = "discs"
MOST_DISCS: Final = 64
PROVED: Final = 100

_SIGNS: Final[dict[Bound, str]] = {"exact": "", "lower": "≥ ", "upper": "≤ ", "estimate": ""}
_NEGATED: Final[dict[Bound, Bound]] = {
    "exact": "exact",
    "lower": "upper",
    "upper": "lower",
    "estimate": "estimate",
}


@dataclass(frozen=True, slots=True)
class Score:
    """A value from the view of one side, its unit, and what is known of it.

    A score that is not known is None, never a `Score` of 0 and never NaN.

    Attributes:
        value: for discs the final disc difference, empties to the winner, -64 to 64.
        unit: ``discs``, or the name of an evaluation, such as ``pvs-article``.
        bound: ``exact``, ``lower`` (at least `value`), ``upper`` (at most `value`) or
            ``estimate``: what a search that did not reach the end of the game thinks.
        selectivity: how sure, in per cent, 0 to 100. At 100 nothing was left out on
            suspicion: the value is the evaluation's at that depth, or, in discs, proved.
            None: nobody says, as of an engine that tells a value and no more.

    Raises:
        OutflankError: a value that is not finite or out of range, an unknown bound.
        TypeError: a value or a selectivity that is no number.

    >>> str(Score(4)), str(Score(4, bound="lower")), str(Score(-12, "pvs-article"))
    ('+4', '≥ +4', '-12 pvs-article')
    >>> told = Score(1.5, bound="estimate", selectivity=None)
    >>> str(told), told.proved
    ('+1.5', False)
    >>> -Score(4, bound="lower")
    Score(value=-4, unit='discs', bound='upper', selectivity=100)
    """

    value: float
    unit: str = DISCS
    bound: Bound = "exact"
    selectivity: float | None = PROVED

    def __post_init__(self) -> None:
        # Plain numbers, whatever came: NumPy's would not come back from their repr.
        object.__setattr__(self, "value", _plain("a score", self.value))
        if self.selectivity is not None:
            object.__setattr__(self, "selectivity", _plain("selectivity", self.selectivity))
        if not self.unit:
            raise OutflankError("a score needs a unit")
        if self.unit == DISCS and abs(self.value) > MOST_DISCS:
            raise OutflankError(f"a score in discs is -64 to 64, not {self.value}")
        if self.bound not in get_args(Bound):
            raise OutflankError(f'"{self.bound}" is not a bound: {", ".join(get_args(Bound))}')
        if self.selectivity is not None and not 0 <= self.selectivity <= PROVED:
            raise OutflankError(f"selectivity is 0 to 100 per cent, not {self.selectivity}")

    @property
    def proved(self) -> bool:
        """True for a value in discs that is neither a bound nor uncertain."""
        return self.unit == DISCS and self.bound == "exact" and self.selectivity == PROVED

    def __neg__(self) -> Self:
        """The same knowledge from the other side's view: a lower bound becomes an upper one."""
        return replace(self, value=-self.value, bound=_NEGATED[self.bound])

    @property
    def short(self) -> str:
        """The value and its bound without the unit, such as ``≥ +4``."""
        rounded = round(self.value, 2) + 0  # -0.0 becomes 0.0
        return f"{_SIGNS[self.bound]}{rounded:+}"

    def fixed(self, digits: int) -> str:
        """The same with so many digits behind the point, such as ``≥ +4.00``."""
        return f"{_SIGNS[self.bound]}{round(self.value, digits) + 0:+.{digits}f}"

    def __str__(self) -> str:
        unit = "" if self.unit == DISCS else f" {self.unit}"
        told = self.selectivity is None or self.selectivity == PROVED
        sureness = "" if told else f" @{self.selectivity:g}%"
        return self.short + unit + sureness


def _plain(name: str, value: SupportsIndex | SupportsFloat) -> float:
    """The value as Python's own int or, if it is not whole by type, float; finite."""
    try:
        if isinstance(value, SupportsIndex):
            number: float = operator.index(value)
        elif isinstance(value, SupportsFloat):
            number = float(value)
        else:
            raise TypeError(f"{name} is a number, not {value!r}; unknown is None")
        if math.isfinite(number):
            return number
    except OverflowError:  # more digits than a float holds
        pass
    raise OutflankError(f"{name} is a finite number, not {value!s:.40}; unknown is None")


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a finished game ended, both ways to count it, from Black's view.

    Attributes:
        winner: the side with more discs, None for a draw.
        score: the official score, Black minus White, empties to the winner, in discs.
        raw: Black's discs minus White's as they stand.
        black: discs of Black.
        white: discs of White.
        empties: squares left empty.
        ending: ``full board``, ``wipe-out`` (one side has no disc) or ``no moves``.

    >>> str(Outcome(Color.WHITE, score=-64, raw=-59, black=0, white=59, empties=5,
    ...             ending="wipe-out"))
    'White wins 64-0 (wipe-out, 0-59 discs on the board)'
    """

    winner: Color | None
    score: int
    raw: int
    black: int
    white: int
    empties: int
    ending: Ending

    @classmethod
    def of(cls, black: int, white: int) -> Self:
        """The outcome of a game that ended with these two masks of discs."""
        raw = rules.raw_score(black, white)
        return cls(
            winner=None if raw == 0 else Color.BLACK if raw > 0 else Color.WHITE,
            score=rules.final_score(black, white),
            raw=raw,
            black=black.bit_count(),
            white=white.bit_count(),
            empties=rules.SQUARES - (black | white).bit_count(),
            ending=_ending(black, white),
        )

    @property
    def black_discs(self) -> int:
        """Black's discs with the empties to the winner, 0 to 64, as WTHOR counts."""
        return (rules.SQUARES + self.score) // 2

    def __str__(self) -> str:
        winners = (rules.SQUARES + abs(self.score)) // 2
        counts = f"{winners}-{rules.SQUARES - winners}"
        result = f"{self.winner} wins {counts}" if self.winner else f"draw {counts}"
        left = f", {self.black}-{self.white} discs on the board" if self.empties else ""
        return f"{result} ({self.ending}{left})"


def _ending(black: int, white: int) -> Ending:
    if black | white == rules.ALL_SQUARES:
        return "full board"
    if bool(black) != bool(white):
        return "wipe-out"
    return "no moves"
