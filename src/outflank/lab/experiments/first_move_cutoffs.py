"""How many cut-offs the first move makes: the measure of an ordering."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from outflank.board.position import Position
from outflank.evaluation.evaluators import PATTERNS
from outflank.lab.experiments.costs import POSITIONS, position_units
from outflank.lab.experiments.estimates import SHARES, Estimate, difference, interval
from outflank.lab.experiments.experiment import (
    Cell,
    Experiment,
    Findings,
    Plan,
    Plot,
    Row,
    Table,
    Unit,
    Verdict,
)
from outflank.lab.experiments.rows import Groups, depths, group, number
from outflank.lab.experiments.telling import (
    TEXTBOOK_SEARCHES,
    brief,
    counted,
    in_positions,
    judged,
    sampled,
    series,
    shared_depth,
    shown,
    told,
)
from outflank.lab.experiments.textbook import EVALUATIONS, array_for, settings_of
from outflank.lab.searching import searcher
from outflank.textbook import Ordering, pvs

PVS, WIDE = "pvs", "full window"
ENGINE: Final = "engine's"
NONE: Final = Ordering.NONE.value

SHALLOWEST, DEEPEST = 4, 7
ENGINE_DEPTHS: Final = (6, 10, 2)

#: The claimed shares without and with a good ordering; how far the first may be off, by its
#: whole interval.
POOR, GOOD = 0.6, 0.9
TOLERANCE: Final = 0.1


def units(plan: Plan) -> Sequence[Unit]:
    """One for each position and evaluation."""
    return position_units(plan, partial(_measure, plan), (*EVALUATIONS, PATTERNS))


def _measure(plan: Plan, evaluation: str, at: int, position: Position) -> Iterator[Row]:
    measured = _textbook if evaluation in EVALUATIONS else _engine
    for row in measured(plan, evaluation, position):
        yield {"evaluation": evaluation, "position": at, **row}


def _textbook(plan: Plan, evaluation: str, position: Position) -> Iterator[Row]:
    for ordering in Ordering:
        settings = settings_of(evaluation, ordering=ordering)
        for depth in plan.depths(SHALLOWEST, DEEPEST):
            for search, null_windows in ((PVS, True), (WIDE, False)):
                found = pvs(position, depth, settings, array_for(depth), null_windows=null_windows)
                yield {
                    "ordering": ordering.value,
                    "search": search,
                    "depth": depth,
                    "cutoffs": found.cutoffs,
                    "first": found.first_move_cutoffs,
                }


def _engine(plan: Plan, evaluation: str, position: Position) -> Iterator[Row]:
    wanted = plan.depths(*ENGINE_DEPTHS)
    for cost in searcher(evaluation).deepen(position, wanted[-1], PVS) if wanted else ():
        if cost.depth in wanted:
            yield {
                "ordering": ENGINE,
                "search": PVS,
                "depth": cost.depth,
                "cutoffs": cost.cutoffs,
                "first": cost.first_cutoffs,
            }


def conclude(rows: Sequence[Row]) -> Findings:
    """The share of the first move by ordering and depth."""
    groups = group(rows, "evaluation", "search", "ordering", "depth")
    tables = [
        _table(groups, evaluation, search, [r for r in rows if r["evaluation"] == evaluation])
        for evaluation, search in group(rows, "evaluation", "search")
    ]
    lines = [
        series(
            f"{evaluation}, ordering {ordering}",
            [
                (depth, _share(groups, (evaluation, PVS, ordering, depth)))
                for depth in depths(found)
            ],
        )
        for (evaluation, search, ordering), found in group(
            rows, "evaluation", "search", "ordering"
        ).items()
        if search == PVS
    ]
    plot = Plot(
        "Share of the cut-offs of PVS that the first move makes",
        "depth in plies",
        "share of cut-offs",
        lines,
    )
    return Findings(_verdict(groups, rows), tables, [plot], REMARKS)


REMARKS: Final = (
    "Positions with a single move count too: their cut-offs are the first move's. Neither "
    "article keeps the best move of a position in its table; the engine does, tries it first, and "
    "orders the rest by searching less deep.",
)


def _shares(groups: Groups, key: tuple[Cell, ...]) -> dict[Cell, float]:
    """The share that the first move has of a search's cut-offs, by position."""
    return {
        row["position"]: number(row, "first") / number(row, "cutoffs")
        for row in groups.get(key, ())
        if number(row, "cutoffs")
    }


def _share(groups: Groups, key: tuple[Cell, ...]) -> Estimate | None:
    """The mean of that over positions."""
    shares = _shares(groups, key)
    return interval(list(shares.values()), bounds=SHARES) if shares else None


def _lift(groups: Groups, evaluation: str, depth: int, tests: int) -> Estimate | None:
    """By how much the article's ordering lifts the share, on the same positions."""
    own, without = (
        _shares(groups, (evaluation, PVS, ordering, depth)) for ordering in (evaluation, NONE)
    )
    found = [(own[at], without[at]) for at in own if at in without]
    return difference(found, tests, SHARES) if found else None


def _table(groups: Groups, evaluation: Cell, search: Cell, rows: Sequence[Row]) -> Table:
    at = depths(rows)
    lines = [
        [
            str(ordering),
            counted(_share(groups, (evaluation, search, ordering, depth)) for depth in at),
            *(shown(_share(groups, (evaluation, search, ordering, depth)), ".1%") for depth in at),
        ]
        for (ordering,) in group(rows, "ordering")
    ]
    columns = ("ordering", "positions", *(f"depth {depth}" for depth in at))
    return Table(f"{evaluation}, {search}: share of the first move", columns, lines)


def _verdict(groups: Groups, rows: Sequence[Row]) -> Verdict:
    textbook = [row for row in rows if row["evaluation"] in EVALUATIONS]
    at = shared_depth(textbook)
    without = {name: _share(groups, (name, PVS, NONE, at)) for name in EVALUATIONS}
    own = {name: _share(groups, (name, PVS, name, at)) for name in EVALUATIONS}
    engine_at = shared_depth([row for row in rows if row["evaluation"] == PATTERNS])
    engine = _share(groups, (PATTERNS, PVS, ENGINE, engine_at))
    lifts = [_lift(groups, name, at, len(EVALUATIONS)) for name in EVALUATIONS]
    answer = judged(
        all(
            one is not None and one.within(POOR - TOLERANCE, POOR + TOLERANCE)
            for one in without.values()
        )
        and all(one is not None and one.above(GOOD) for one in own.values()),
        any(one is not None and one.above(0) for one in lifts),
        [*without.values(), *own.values(), *lifts],
    )
    parts = "; ".join(
        f"{told(without[name], '.1%')} without an ordering and {told(own[name], '.1%')} with the "
        f"article's on {name}"
        for name in EVALUATIONS
    )
    sentence = (
        f"At depth {at}, {in_positions(own.values())}, the first move makes {parts} (claimed: from "
        f"60 to over 90 %); the engine's ordering reaches {told(engine, '.1%')} at depth "
        f"{engine_at}."
    )
    shares = ", ".join(
        f"from {brief(without[name], '.0%')} to {brief(own[name], '.0%')} on {name}"
        for name in EVALUATIONS
    )
    return Verdict(answer, sentence, f"The ordering lifts the first move's share {shares}.")


EXPERIMENT: Final = Experiment(
    name="first-move-cutoffs",
    title="How often the first move cuts off",
    claim="A good ordering lifts the share of cut-offs from 60 to over 90 %.",
    source="the MTD(f) article, a comment in its program",
    method=f"{TEXTBOOK_SEARCHES}\n\n"
    f"PVS and full-window alpha-beta at depths {SHALLOWEST} to {DEEPEST} on both articles' "
    "evaluations, each without an ordering and with both articles', with an array table; and the "
    "engine's PVS on its own evaluation, full width, by iterative deepening. Counted is, of all "
    "positions at which some move failed high, the share of those at which the first one did.",
    rule=f"It holds if without an ordering the share is {POOR:.0%}, give or take "
    f"{TOLERANCE:.0%}, and with the article's own above {GOOD:.0%}, on both evaluations, by the "
    "whole intervals; under conditions if an article's own ordering lifts the share at all, by "
    "the whole interval of the difference, corrected for two.",
    minutes=3,
    columns={
        "evaluation": str,
        "position": int,
        "ordering": str,
        "search": str,
        "depth": int,
        "cutoffs": int,
        "first": int,
    },
    units=units,
    conclude=conclude,
    sampled=sampled,
    positions=POSITIONS,
    deepest=ENGINE_DEPTHS[1],
)
