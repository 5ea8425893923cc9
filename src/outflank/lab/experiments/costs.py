"""What experiments on the engine's search measure with: their positions, and rows of costs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final

from outflank.board.position import Position
from outflank.evaluation.evaluators import EVALUATORS, PATTERNS
from outflank.lab.experiments.data_file import Columns
from outflank.lab.experiments.experiment import Cell, Plan, Row, Unit
from outflank.lab.samples import sample
from outflank.lab.searching import Cost

#: How many positions, and their empty squares: the middle of the game.
POSITIONS, EMPTIES = 200, 40

#: What is known of every search; an experiment adds columns that say which it was.
COSTS: Final[Columns] = {
    "depth": int,
    "value": int,
    "nodes": int,
    "seconds": float,
    "probes": int,
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
