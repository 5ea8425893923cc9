"""What experiments share that tell of their rows: ratios, tables, sentences, answers.

Nothing here is measured: an edit leaves runs that are not finished as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from outflank.lab.experiments.costs import EMPTIES
from outflank.lab.experiments.estimates import (
    NOT_NEGATIVE,
    UNBOUNDED,
    Bounds,
    Estimate,
    interval,
    ratio,
)
from outflank.lab.experiments.experiment import DRAWN, Answer, Cell, Row, Series
from outflank.lab.experiments.rows import depths, number, numbers, pairs

#: Sentences of methods.
ENGINE_SEARCHES: Final = (
    "Every search on one thread begins with an empty table and is full width (nothing is left "
    "out on suspicion). Nodes are positions entered, leaves among them; seconds are CPU time. "
    "Ratios are geometric means of those on the same position."
)
TEXTBOOK_SEARCHES: Final = (
    "Every search is one of the textbook's, without the articles' faults, on one thread, straight "
    "to its depth unless it is said to deepen, and from an empty table. Nodes are positions "
    "entered, leaves among them. Ratios are geometric means of those on the same position."
)

#: Fewer positions, openings or games than that decide nothing.
LEAST: Final = 30

#: Stands for estimates where there are none at all.
UNKNOWN: Final[Sequence[Estimate | None]] = (None,)

#: What cannot be less: a search probes at least once.
BOUNDS: Final[Mapping[str, Bounds]] = {
    "probes": (1.0, NOT_NEGATIVE[1]),
    "nodes": NOT_NEGATIVE,
    "seconds": NOT_NEGATIVE,
}

#: What drivers are called in tables.
DRIVERS: Final = {
    "pvs": "PVS",
    "mtdf": "MTD(f)",
    "aspiration": "aspiration",
    "alphabeta": "full window",
    "mtdbest": "MTD(best)",
    "bisection": "bisection",
    "mtsss": "MT-SSS*",
    "mtdual": "MT-DUAL*",
}


def from_games(games: str) -> str:
    """Where positions come from, as the header of the data says it."""
    if games == DRAWN:
        return "from games drawn from a seed"
    return f"from the games of {games.rpartition(' ')[0] or games}"


def sampled(rows: Sequence[Row], games: str, empties: str = f"{EMPTIES} empties") -> str:
    """Which positions the rows tell of, and where they come from."""
    count = len({row["position"] for row in rows})
    noun = "position" if count == 1 else "positions"
    return f"{count:,} {noun} of {empties} {from_games(games)}, none twice, spread over all of them"


def compared(
    mine: Sequence[Row], theirs: Sequence[Row], column: str = "nodes", tests: int = 1
) -> Estimate | None:
    """The ratio of costs on the same positions; None if they share none."""
    found = pairs(mine, theirs, column)
    return ratio(found, tests) if found else None


def mean(rows: Sequence[Row], column: str, tests: int = 1) -> Estimate | None:
    """The mean of a column; None without rows."""
    values = numbers(rows, column)
    return interval(values, tests, BOUNDS.get(column, UNBOUNDED)) if values else None


def saving(left: Estimate | None) -> Estimate | None:
    """The share that is saved, of the share that is left."""
    if left is None:
        return None
    if left.low is None or left.high is None:
        return Estimate(1 - left.mean, None, None, left.n)
    return Estimate(1 - left.mean, 1 - left.high, 1 - left.low, left.n)


def shared_depth(*searches: Sequence[Row]) -> int:
    """The greatest depth to which all searches went from all their positions; 0 if none.

    What a claim is judged by: greater depths, of the first few positions, are told beside.
    """
    known = [_depths_of_all(rows) for rows in searches]
    return max(set.intersection(*known), default=0) if known else 0


def _depths_of_all(rows: Sequence[Row]) -> set[int]:
    places: dict[int, set[Cell]] = {}
    for row in rows:
        places.setdefault(int(number(row, "depth")), set()).add(row["position"])
    most = max(map(len, places.values()), default=0)
    return {depth for depth, found in places.items() if len(found) == most}


def deeper_depths(rows: Sequence[Row], depth: int) -> list[int]:
    """The depths beyond one."""
    return [other for other in depths(rows) if other > depth]


def deeper_remark(parts: Iterable[str]) -> list[str]:
    """A remark on depths that were searched from fewer positions than the verdict rests on."""
    told_parts = list(parts)
    if not told_parts:
        return []
    return [f"Deeper, in fewer positions, which the verdict leaves out: {'; '.join(told_parts)}."]


def shown(estimate: Estimate | None, form: str = "") -> str:
    """An estimate in a table; an empty cell where there is none."""
    return "" if estimate is None else format(estimate, form)


def told(estimate: Estimate | None, form: str = "") -> str:
    """An estimate in a sentence."""
    return "unknown" if estimate is None else format(estimate, form)


def brief(estimate: Estimate | None, form: str = ".2f") -> str:
    """The value of an estimate alone, for a short sentence."""
    return "unknown" if estimate is None else format(estimate.mean, form)


def counted(estimates: Iterable[Estimate | None]) -> str:
    """How many positions each is made from, such as ``200`` or ``60–200``."""
    return _span({one.n for one in estimates if one is not None})


def counted_rows(*searches: Sequence[Row]) -> str:
    """The same of rows, one a position."""
    return _span({len(rows) for rows in searches if rows})


def _span(counts: set[int]) -> str:
    if not counts:
        return "0"
    least, most = min(counts), max(counts)
    return f"{most:,}" if least == most else f"{least:,}–{most:,}"


def in_positions(estimates: Iterable[Estimate | None], noun: str = "position") -> str:
    """How many positions a sentence rests on: ``in 200 positions``."""
    count = counted(estimates)
    return f"in {count} {noun if count == '1' else noun + 's'}"


def series(name: str, points: Iterable[tuple[float, Estimate | None]]) -> Series:
    """A line of a plot with intervals, through the points that there are."""
    known = [(x, estimate) for x, estimate in points if estimate is not None]
    return Series(
        name,
        [x for x, _ in known],
        [estimate.mean for _, estimate in known],
        [estimate.ends[0] for _, estimate in known],
        [estimate.ends[1] for _, estimate in known],
    )


def total_nodes(rows: Sequence[Row]) -> str:
    """The mean of the nodes, as tables show it."""
    values = numbers(rows, "nodes")
    return f"{sum(values) / len(values):,.0f}" if values else ""


def is_claimed(estimate: Estimate | None, claimed: tuple[float, float], slack: float) -> bool:
    """True if a value is in the claimed range, its whole interval no farther out than `slack`."""
    low, high = claimed
    return (
        estimate is not None
        and low <= estimate.mean <= high
        and estimate.within(low - slack, high + slack)
    )


def enough(deciding: Iterable[Estimate | None], least: int = LEAST) -> bool:
    """True if all that decides is known, with an interval, and from no fewer values."""
    known = list(deciding)
    return bool(known) and all(
        one is not None and one.low is not None and one.n >= least for one in known
    )


def judged(
    whole: bool, some: bool, deciding: Iterable[Estimate | None], least: int = LEAST
) -> Answer:
    """What is said of a claim: all of it holds, else something of it, else nothing.

    Args:
        whole: all of it holds.
        some: something of it does.
        deciding: all estimates that those two rest on.
        least: how many values each must be made from, or nothing is decided.
    """
    if not enough(deciding, least):
        return Answer.UNDECIDED
    if whole:
        return Answer.HOLDS
    return Answer.CONDITIONS if some else Answer.FAILS


def answer_of(*parts: bool, deciding: Iterable[Estimate | None]) -> Answer:
    """What is said of a claim of several parts: all of them hold, some, or none."""
    return judged(all(parts), any(parts), deciding)
