"""What experiments on the engine's search share: their positions, and rows of costs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final

from outflank.board.position import Position
from outflank.evaluation.evaluators import EVALUATORS, PATTERNS
from outflank.lab.experiments.data_file import Columns
from outflank.lab.experiments.estimates import Estimate, interval, ratio
from outflank.lab.experiments.experiment import Cell, Plan, Row, Series, Unit
from outflank.lab.experiments.rows import numbers, pairs
from outflank.lab.samples import sample
from outflank.lab.searching import Cost

#: How many positions, and their empty squares: the middle of the game.
POSITIONS, EMPTIES = 200, 40

#: The sentence of methods.
SAMPLED: Final = (
    f"{POSITIONS} positions of {EMPTIES} empties from real games, none twice, spread over the "
    "file; every search on one thread begins with an empty table and is full width (nothing is "
    "left out on suspicion). Nodes are positions entered, leaves among them; seconds are CPU "
    "time. Ratios are geometric means of those on the same position."
)

#: What is known of every search; an experiment adds columns that say which it was.
COSTS: Final[Columns] = {
    "depth": int,
    "value": int,
    "nodes": int,
    "seconds": float,
    "probes": int,
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

#: Plies from one iteration to the next. The articles' evaluations swing from ply to ply, as
#: each likes to have moved last: the value of two plies less is the better guess there.
STEPS: Final = {name: 1 if name == PATTERNS else 2 for name in EVALUATORS}
STEPPED: Final = (
    "Searches deepen ply by ply on our evaluation, and by two plies on the articles', whose "
    "values swing from ply to ply."
)

Measure = Callable[[str, int, Position], Iterable[Row]]


def position_units(
    plan: Plan, measure: Measure, evaluations: Sequence[str] = EVALUATORS
) -> list[Unit]:
    """A unit for each position and evaluation; `measure` gets the position's number, too."""
    positions = sample(EMPTIES, plan.at_most(POSITIONS), plan.games)
    return [
        Unit(f"{name} {at:03}", partial(measure, name, at, position))
        for name in evaluations
        for at, position in enumerate(positions)
    ]


def cost_row(cost: Cost, **more: Cell) -> dict[str, Cell]:
    """A row of a search, with the columns of the experiment's own."""
    return {
        **more,
        "depth": cost.depth,
        "value": cost.value,
        "nodes": cost.nodes,
        "seconds": cost.seconds,
        "probes": cost.probes,
    }


def compared(mine: Sequence[Row], theirs: Sequence[Row], column: str = "nodes") -> Estimate | None:
    """The ratio of costs on the same positions; None if they share none."""
    found = pairs(mine, theirs, column)
    return ratio(found) if found else None


def mean(rows: Sequence[Row], column: str) -> Estimate | None:
    """The mean of a column; None without rows."""
    values = numbers(rows, column)
    return interval(values) if values else None


def shown(estimate: Estimate | None, form: str = "") -> str:
    """An estimate in a table; an empty cell where there is none."""
    return "" if estimate is None else format(estimate, form)


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
