"""Drivers compared: what each costs to a depth, next to principal variation search.

The same positions for all, each search from an empty table. Costs are those of the whole
search from its first iteration to the end of that depth. Ratios are geometric means over
the positions, for a large tree must not decide alone; their errors are standard errors.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from outflank.board.position import Position
from outflank.lab.searching import Cost, Searcher, summed

#: What the others are compared with.
STANDARD: Final = "pvs"

#: Drivers that one would play with, or that say what the others save. What the rest of the
#: MTD family costs is an experiment of its own.
USUAL: Final = ("pvs", "mtdf", "aspiration", "alphabeta")

HASH_MB: Final = 64


@dataclass(frozen=True, slots=True)
class Ratio:
    """A geometric mean of ratios.

    Attributes:
        mean: the mean.
        error: its standard error as a share of it; None of a single position.
    """

    mean: float
    error: float | None

    @classmethod
    def of(cls, values: Sequence[float]) -> Ratio:
        """The mean and the error of ratios, each more than 0.

        >>> Ratio.of([1.0, 4.0]).mean
        2.0
        """
        logs = [math.log(value) for value in values]
        error = statistics.stdev(logs) / math.sqrt(len(logs)) if len(logs) > 1 else None
        return cls(math.exp(statistics.fmean(logs)), error)

    def __str__(self) -> str:
        if self.error is None:
            return f"{self.mean:.3f}"
        return f"{self.mean:.3f} ± {self.mean * self.error:.3f}"


@dataclass(frozen=True, slots=True)
class Row:
    """What a driver costs to a depth.

    Attributes:
        driver: its name.
        depth: in plies.
        positions: how many were searched so deep.
        nodes: mean positions entered.
        seconds: mean CPU time.
        probes: mean windows over the whole tree in the iteration of that depth.
        researches: mean subtrees that were searched again, in that iteration.
        node_ratio: nodes by those of the standard.
        time_ratio: seconds by those of the standard.
    """

    driver: str
    depth: int
    positions: int
    nodes: float
    seconds: float
    probes: float
    researches: float
    node_ratio: Ratio
    time_ratio: Ratio


#: Costs by driver, position and depth.
Costs = dict[str, list[dict[int, Cost]]]


def compare(
    positions: Sequence[Position],
    first: int = 6,
    last: int = 16,
    drivers: Sequence[str] = USUAL,
    selectivity: int = 73,
    runs: int = 1,
    progress: Callable[[], None] | None = None,
) -> Iterator[Row]:
    """What each driver costs to every depth from `first` to `last`.

    Args:
        positions: with more empty squares than `last`.
        first: least depth that is told, in plies.
        last: greatest depth.
        drivers: names; `STANDARD` is searched in any case.
        selectivity: per cent; the same value is found by all only at 100.
        runs: of which the median of the seconds counts; the nodes of all are the same.
        progress: called after every search.

    Yields:
        The rows, by depth, then by driver; the standard first.
    """
    names = [STANDARD, *(name for name in drivers if name != STANDARD)]
    costs: Costs = {name: [] for name in names}
    searcher = Searcher(hash_mb=HASH_MB)
    for position in positions:
        for name in names:
            seen = []
            for _ in range(runs):
                found = searcher.deepen(position, last, name, selectivity=selectivity)
                seen.append(_by_depth(found))
                if progress is not None:
                    progress()
            costs[name].append(_median(seen))
    for depth in range(first, last + 1):
        for name in names:
            yield _row(costs, name, depth)


def _by_depth(iterations: Sequence[Cost]) -> dict[int, Cost]:
    """What it had cost by the end of each depth, and the windows that this one opened."""
    return {
        own.depth: replace(whole, probes=own.probes, researches=own.researches)
        for own, whole in zip(iterations, summed(iterations), strict=True)
    }


def _median(runs: Sequence[dict[int, Cost]]) -> dict[int, Cost]:
    """The costs of several runs of one search: the same but for the seconds."""
    return {
        depth: replace(cost, seconds=statistics.median(run[depth].seconds for run in runs))
        for depth, cost in runs[0].items()
    }


def _row(costs: Costs, driver: str, depth: int) -> Row:
    own = [cost[depth] for cost in costs[driver]]
    standard = [cost[depth] for cost in costs[STANDARD]]
    pairs = list(zip(own, standard, strict=True))
    return Row(
        driver,
        depth,
        len(own),
        nodes=statistics.fmean(cost.nodes for cost in own),
        seconds=statistics.fmean(cost.seconds for cost in own),
        probes=statistics.fmean(cost.probes for cost in own),
        researches=statistics.fmean(cost.researches for cost in own),
        node_ratio=Ratio.of([mine.nodes / other.nodes for mine, other in pairs]),
        time_ratio=Ratio.of([mine.seconds / other.seconds for mine, other in pairs]),
    )
