"""Null windows alone: PVS against alpha-beta, with and without ordering and table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from outflank.board.position import Position
from outflank.lab.experiments.costs import compared, position_units, series, shown, total_nodes
from outflank.lab.experiments.estimates import Estimate
from outflank.lab.experiments.experiment import (
    Experiment,
    Findings,
    Plan,
    Plot,
    Row,
    Table,
    Unit,
    Verdict,
)
from outflank.lab.experiments.rows import Groups, depths, group
from outflank.lab.experiments.textbook import (
    EVALUATIONS,
    SAMPLED,
    answer_of,
    array_for,
    saving,
    settings_of,
    told,
    within,
)
from outflank.textbook import Ordering, pvs
from outflank.textbook import Table as Transpositions

PVS, WIDE = "pvs", "alpha-beta"

SHALLOWEST: Final = 3
#: The greatest depths of all positions and of the first few: with the ordering, without.
DEEPEST: Final = {True: 7, False: 6}
DEEP_POSITIONS: Final = 40
DEEPEST_OF_FEW: Final = {True: 9, False: 7}

#: The claimed saving of null windows with a good ordering, and that of all three together.
CLAIMED: Final = (0.1, 0.3)
CLAIMED_TOGETHER: Final = 0.4
#: How far off the latter may be.
TOLERANCE: Final = 0.1

#: Ordered or not, with a table or without.
Setup = tuple[bool, bool]
SETUPS: Final[tuple[Setup, ...]] = ((True, True), (True, False), (False, True), (False, False))


def units(plan: Plan) -> Sequence[Unit]:
    """One for each position and evaluation."""
    return position_units(plan, partial(_measure, plan), EVALUATIONS)


def _measure(plan: Plan, evaluation: str, at: int, position: Position) -> Iterator[Row]:
    deepest = DEEPEST_OF_FEW if at < DEEP_POSITIONS else DEEPEST
    plain = settings_of(evaluation, ordering=Ordering.NONE)
    for ordered, tabled in SETUPS:
        settings = settings_of(evaluation) if ordered else plain
        for depth in plan.depths(SHALLOWEST, deepest[ordered]):
            for search, null_windows in ((PVS, True), (WIDE, False)):
                table = array_for(depth) if tabled else Transpositions.none()
                found = pvs(position, depth, settings, table, null_windows=null_windows)
                yield {
                    "evaluation": evaluation,
                    "position": at,
                    "ordered": int(ordered),
                    "table": int(tabled),
                    "search": search,
                    "depth": depth,
                    "nodes": found.nodes,
                }


def conclude(rows: Sequence[Row]) -> Findings:
    """What null windows save in each setup."""
    groups = group(rows, "evaluation", "ordered", "table", "search", "depth")
    measured = [str(name) for (name,) in group(rows, "evaluation")]
    at = depths(rows)
    tables = [_table(groups, name, at) for name in measured]
    plot = Plot(
        "Nodes of PVS by those of alpha-beta: below 1 null windows save",
        "depth in plies",
        "nodes, PVS by alpha-beta",
        [
            series(
                f"{name}, {_name(setup)}",
                [(depth, _left(groups, name, setup, depth)) for depth in at],
            )
            for name in measured
            for setup in SETUPS
        ],
    )
    return Findings(_verdict(groups, measured, at), tables, [plot], REMARKS)


REMARKS: Final = (
    f"The greater depths were searched from the first {DEEP_POSITIONS} positions only.",
    "“About 40 % with everything” does not say against what; here it is taken against alpha-beta "
    "with the same ordering and without a table.",
)


def _name(setup: Setup) -> str:
    ordered, tabled = setup
    return f"{'the' if ordered else 'no'} ordering, {'a' if tabled else 'no'} table"


def _rows(groups: Groups, name: str, setup: Setup, search: str, depth: int) -> Sequence[Row]:
    ordered, tabled = setup
    return groups.get((name, int(ordered), int(tabled), search, depth), ())


def _left(groups: Groups, name: str, setup: Setup, depth: int) -> Estimate | None:
    """Nodes of PVS by those of alpha-beta in the same setup."""
    wide = _rows(groups, name, setup, WIDE, depth)
    return compared(_rows(groups, name, setup, PVS, depth), wide)


def _together(groups: Groups, name: str, depth: int) -> Estimate | None:
    """What null windows and table leave of ordered alpha-beta."""
    wide = _rows(groups, name, (True, False), WIDE, depth)
    return compared(_rows(groups, name, (True, True), PVS, depth), wide)


def _table(groups: Groups, name: str, at: Sequence[int]) -> Table:
    lines = [
        [
            str(depth),
            total_nodes(_rows(groups, name, (True, False), WIDE, depth)),
            *(shown(saving(_left(groups, name, setup, depth)), ".1%") for setup in SETUPS),
            shown(saving(_together(groups, name, depth)), ".1%"),
        ]
        for depth in at
    ]
    columns = (
        "depth",
        "ordered alpha-beta: nodes",
        *(_name(setup) for setup in SETUPS),
        "null windows and table",
    )
    return Table(f"{name}: nodes that PVS saves", columns, lines)


def _deepest(groups: Groups, name: str, setup: Setup, at: Sequence[int]) -> int:
    return max((d for d in at if _left(groups, name, setup, d) is not None), default=0)


def _verdict(groups: Groups, measured: Sequence[str], at: Sequence[int]) -> Verdict:
    ordered = [setup for setup in SETUPS if setup[0]]
    depth = {name: _deepest(groups, name, ordered[0], at) for name in measured}
    saved = {
        (name, setup): saving(_left(groups, name, setup, depth[name]))
        for name in measured
        for setup in ordered
    }
    together = {name: saving(_together(groups, name, depth[name])) for name in measured}
    answer = answer_of(
        *(within(one, *CLAIMED) for one in saved.values()),
        *(
            within(one, CLAIMED_TOGETHER - TOLERANCE, CLAIMED_TOGETHER + TOLERANCE)
            for one in together.values()
        ),
    )
    parts = "; ".join(
        f"{told(saved[name, ordered[0]], '.1%')} with a table and "
        f"{told(saved[name, ordered[1]], '.1%')} without on {name} to depth {depth[name]}, "
        f"{told(together[name], '.1%')} together with the table's own saving"
        for name in measured
    )
    unordered = "; ".join(
        f"{told(saving(_left(groups, name, setup, _deepest(groups, name, setup, at))), '.1%')} "
        f"on {name}"
        for name in measured
        for setup in [(False, True)]
    )
    sentence = (
        f"With the article's ordering null windows save {parts} (claimed: 10 to 30 %, about 40 % "
        f"with everything); without an ordering, with a table, {unordered}."
    )
    return Verdict(answer, sentence)


EXPERIMENT: Final = Experiment(
    name="pvs-saving",
    title="What null windows save: PVS against alpha-beta",
    claim="With a good ordering PVS visits 10 to 30 % fewer nodes than alpha-beta; with ordering "
    "and table the search is about 40 % more efficient.",
    source="the PVS article, its beginning and section 6",
    method=f"{SAMPLED}\n\n"
    "PVS and the same program without null windows, which is alpha-beta, on both articles' "
    "evaluations, with the article's ordering and with none, with an array table and with none, "
    f"at depths {SHALLOWEST} to {DEEPEST[True]} ({DEEPEST[False]} without ordering), from the "
    f"first {DEEP_POSITIONS} positions to {DEEPEST_OF_FEW[True]} ({DEEPEST_OF_FEW[False]}). The "
    f"claim holds if at the greatest depth the saving is {CLAIMED[0]:.0%} to {CLAIMED[1]:.0%} on "
    f"both evaluations, with a table and without, and {CLAIMED_TOGETHER:.0%} together, give or "
    f"take {TOLERANCE:.0%}.",
    columns={
        "evaluation": str,
        "position": int,
        "ordered": int,
        "table": int,
        "search": str,
        "depth": int,
        "nodes": int,
    },
    units=units,
    conclude=conclude,
)
