"""How the numbers of a report are written for people: losses, means, times, leads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from outflank.board.color import Color
from outflank.board.score import DISCS, Score
from outflank.board.wording import how, is_estimate

if TYPE_CHECKING:
    from outflank.analysis.report import MoveReport
    from outflank.analysis.tally import Tally

#: What stands for what is not known.
UNKNOWN: Final = ""

SECONDS: Final = 60


def loss_text(report: MoveReport) -> str:
    """Discs lost; an estimate is marked by ``~``."""
    if report.estimated_loss is not None:
        return f"~{round(report.estimated_loss, 1):g}"
    return UNKNOWN if report.loss is None else str(report.loss)


def lost_text(tally: Tally) -> str:
    """The discs that moves lost together."""
    return _number(tally.lost, tally)


def mean_text(tally: Tally) -> str:
    """The discs that they lost each."""
    mean = tally.mean
    return UNKNOWN if mean is None else f"{'~' * tally.estimated}{mean:.2f}"


def accuracy_text(tally: Tally) -> str:
    """Their accuracy."""
    return UNKNOWN if tally.accuracy is None else f"{tally.accuracy:.0f} %"


def perfect_text(tally: Tally) -> str:
    """How many of them lost nothing, of how many."""
    return f"{tally.perfect} of {tally.known}" if tally.known else UNKNOWN


def proved_text(tally: Tally) -> str:
    """What is proved of them: how many discs were lost, in how many moves."""
    if not tally.proved:
        return UNKNOWN
    return f"{tally.proved_lost} in {tally.proved} move{'s' * (tally.proved != 1)}"


def _number(lost: float | None, tally: Tally) -> str:
    return UNKNOWN if lost is None else f"{'~' * tally.estimated}{round(lost, 1):g}"


def time_text(seconds: float | None) -> str:
    """A time as clocks show it.

    >>> [time_text(seconds) for seconds in (None, 0.4, 7, 83.2, 3725)]
    ['', '0.4 s', '7.0 s', '1:23', '1:02:05']
    """
    if seconds is None:
        return UNKNOWN
    if seconds < SECONDS:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), SECONDS)
    hours, minutes = divmod(minutes, SECONDS)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def lead_text(lead: Score | None) -> str:
    """Who leads, by how much, of a score from Black's view.

    >>> lead_text(Score(-4)), lead_text(Score(3, bound="estimate", selectivity=73))
    ('White leads by 4', 'Black leads by about 3')
    """
    if lead is None:
        return "who leads is not known"
    discs, about = abs(round(lead.value)), "about " if is_estimate(lead) else ""
    if not discs:
        return f"{about}even" if lead.bound in ("exact", "estimate") else "even or better for one"
    side = Color.BLACK if lead.value > 0 else Color.WHITE
    more = (lead.bound == "lower") == (lead.value > 0)
    bound = "" if lead.bound in ("exact", "estimate") else "at least " if more else "at most "
    return f"{side} leads by {about}{bound}{discs}"


def how_text(report: MoveReport) -> str:
    """How the values were found; if one of the two is exact, whose the other one is."""
    value = report.value if report.best_value.proved else report.best_value
    whose = ""
    if report.value.proved != report.best_value.proved:
        whose = "best: " if report.value.proved else "played: "
    unit = "" if value.unit == DISCS else f", {value.unit}"
    return whose + how(value, report.depth) + unit
