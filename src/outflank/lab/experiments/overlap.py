"""How the gains of PVS and MTD(f) overlap: both are null windows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from outflank.board.position import Position
from outflank.lab.experiments.costs import POSITIONS, position_units
from outflank.lab.experiments.estimates import Estimate, geometric, ratio
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
from outflank.lab.experiments.rows import Groups, depths, group, number, pairs, quotients
from outflank.lab.experiments.telling import (
    TEXTBOOK_SEARCHES,
    brief,
    compared,
    counted_rows,
    in_positions,
    judged,
    sampled,
    saving,
    series,
    shared_depth,
    shown,
    told,
    total_nodes,
)
from outflank.lab.experiments.textbook import EVALUATIONS, Search, array_for, settings_of
from outflank.textbook import (
    Inner,
    alphabeta,
    aspiration,
    iterative_mtdf,
    pvs,
)

WIDE, ASPIRATION, PVS, MTDF, BOTH = (
    "full window",
    "aspiration",
    "PVS",
    "MTD(f)",
    "MTD(f) by PVS",
)

SEARCHES: Final[Mapping[str, Search]] = {
    WIDE: alphabeta,
    ASPIRATION: aspiration,
    PVS: pvs,
    MTDF: iterative_mtdf,
    BOTH: partial(iterative_mtdf, inner=Inner.PVS),
}

SHALLOWEST, DEEPEST = 4, 8

#: MTD(f) enters about so many fewer nodes than PVS, as it is claimed; and how far off that may
#: be, by the whole interval.
CLAIMED: Final = 0.2
TOLERANCE: Final = 0.1


def units(plan: Plan) -> Sequence[Unit]:
    """One for each position and evaluation."""
    return position_units(plan, partial(_measure, plan), EVALUATIONS)


def _measure(plan: Plan, evaluation: str, at: int, position: Position) -> Iterator[Row]:
    settings = settings_of(evaluation)
    for depth in plan.depths(SHALLOWEST, DEEPEST, 2):
        for name, search in SEARCHES.items():
            found = search(position, depth, settings, array_for(depth))
            yield {
                "evaluation": evaluation,
                "position": at,
                "search": name,
                "depth": depth,
                "score": found.score,
                "nodes": found.nodes,
                "probes": found.probes,
            }


def conclude(rows: Sequence[Row]) -> Findings:
    """Nodes of each search by those of the full window."""
    groups = group(rows, "evaluation", "search", "depth")
    measured = [str(name) for (name,) in group(rows, "evaluation")]
    at = depths(rows)
    tables = [_table(groups, name, at) for name in measured]
    plots = [
        Plot(
            f"{name}: nodes by those of the full window",
            "depth in plies",
            "nodes, by the full window",
            [
                series(search, [(depth, _left(groups, name, search, depth)) for depth in at])
                for search in SEARCHES
                if search != WIDE
            ],
            log_y=True,
            reference=1,
        )
        for name in measured
    ]
    remarks = (*REMARKS, _check(groups, measured, at))
    return Findings(_verdict(groups, measured, shared_depth(rows), at), tables, plots, remarks)


REMARKS: Final = (
    "If the two gains were independent, both together would leave the product of what each "
    "leaves (column “both, if independent”).",
    "MTD(f) and aspiration deepen by two plies, and all iterations count; the full window and "
    "PVS go straight to the depth, as in the articles. “PVS, deepened” adds up the searches of "
    f"PVS to {SHALLOWEST} plies and every second more: the articles' programs keep no moves in "
    "their tables and no value is deep enough for the next iteration, so that deepening costs "
    "just that. Seconds are not measured here.",
)


def _left(groups: Groups, name: str, search: str, depth: int) -> Estimate | None:
    wide = groups.get((name, WIDE, depth), ())
    return compared(groups.get((name, search, depth), ()), wide)


def _table(groups: Groups, name: str, at: Sequence[int]) -> Table:
    others = [search for search in SEARCHES if search != WIDE]
    lines = [
        [
            str(depth),
            counted_rows(*(groups.get((name, search, depth), ()) for search in SEARCHES)),
            total_nodes(groups.get((name, WIDE, depth), ())),
            *(shown(_left(groups, name, search, depth)) for search in others),
            shown(_product(groups, name, depth)),
            shown(_over_pvs(groups, name, depth, at)),
        ]
        for depth in at
    ]
    columns = (
        "depth",
        "positions",
        "full window: nodes",
        *others,
        "both, if independent",
        "MTD(f), by PVS, deepened",
    )
    return Table(f"{name}: nodes by those of the full window", columns, lines)


def _equal(groups: Groups, measured: Sequence[str], at: Sequence[int]) -> tuple[int, int]:
    """Searches in which PVS inside MTD(f) changed neither nodes nor value, and all of them."""
    same = total = 0
    for name in measured:
        for depth in at:
            plain, split = (groups.get((name, s, depth), ()) for s in (MTDF, BOTH))
            costs, scores = (pairs(plain, split, column) for column in ("nodes", "score"))
            both = zip(costs, scores, strict=True)
            same += sum(nodes[0] == nodes[1] and s[0] == s[1] for nodes, s in both)
            total += len(costs)
    return same, total


def _check(groups: Groups, measured: Sequence[str], at: Sequence[int]) -> str:
    same, total = _equal(groups, measured, at)
    return (
        "A null window leaves no room between alpha and beta, so PVS has nothing to split in it: "
        "inside MTD(f) it should be alpha-beta, node by node. As a check: it changes neither "
        f"nodes nor value in {same} of {total} searches."
    )


def _quotients(groups: Groups, name: str, depth: int, search: str) -> dict[Cell, float]:
    """Nodes by those of the full window, by position."""
    wide = groups.get((name, WIDE, depth), ())
    return quotients(groups.get((name, search, depth), ()), wide, "nodes")


def _product(groups: Groups, name: str, depth: int) -> Estimate | None:
    """What both would leave of the full window if their gains were independent."""
    pvs_left, mtdf_left = (_quotients(groups, name, depth, search) for search in (PVS, MTDF))
    found = [pvs_left[at] * mtdf_left[at] for at in pvs_left if at in mtdf_left]
    return geometric(found) if found else None


def _overlap(groups: Groups, name: str, depth: int, tests: int = 1) -> Estimate | None:
    """How many times as much both together leave as they would if they were independent."""
    both, pvs_left, mtdf_left = (
        _quotients(groups, name, depth, search) for search in (BOTH, PVS, MTDF)
    )
    found = [
        (both[at], pvs_left[at] * mtdf_left[at])
        for at in both
        if at in pvs_left and at in mtdf_left
    ]
    return ratio(found, tests) if found else None


def _over_pvs(groups: Groups, name: str, depth: int, at: Sequence[int]) -> Estimate | None:
    """Nodes of MTD(f) by those of PVS where both deepen by two plies."""
    sums: dict[Cell, float] = {}
    for own in (other for other in at if other <= depth):
        for row in groups.get((name, PVS, own), ()):
            sums[row["position"]] = sums.get(row["position"], 0.0) + number(row, "nodes")
    found = [
        (number(row, "nodes"), sums[row["position"]])
        for row in groups.get((name, MTDF, depth), ())
        if row["position"] in sums
    ]
    return ratio(found) if found else None


def _overlaps(groups: Groups, name: str, depth: int, tests: int = 1) -> bool:
    """True if PVS saves, and MTD(f) by PVS leaves more than if both gains were independent."""
    alone = compared(
        groups.get((name, PVS, depth), ()), groups.get((name, WIDE, depth), ()), tests=tests
    )
    more = _overlap(groups, name, depth, tests)
    return alone is not None and alone.below(1) and more is not None and more.above(1)


def _verdict(groups: Groups, measured: Sequence[str], depth: int, at: Sequence[int]) -> Verdict:
    over = {name: _over_pvs(groups, name, depth, at) for name in measured}
    low, high = 1 - CLAIMED - TOLERANCE, 1 - CLAIMED + TOLERANCE
    answer = judged(
        bool(over)
        and all(_overlaps(groups, name, depth) for name in measured)
        and all(one is not None and one.within(low, high) for one in over.values()),
        any(_overlaps(groups, name, depth, len(measured)) for name in measured),
        [*over.values(), *(_overlap(groups, name, depth) for name in measured)],
    )
    parts = "; ".join(
        f"on {name} PVS leaves {told(_left(groups, name, PVS, depth))} of the nodes of the full "
        f"window, MTD(f) {told(_left(groups, name, MTDF, depth))} and both together "
        f"{told(_left(groups, name, BOTH, depth))}, which is {told(_overlap(groups, name, depth))} "
        "times what independent gains would; MTD(f) enters "
        f"{told(saving(over[name]), '.1%')} fewer nodes than PVS with deepening"
        for name in measured
    )
    sentence = (
        f"To depth {depth}, {in_positions(over.values())}, {parts} (claimed: about 20 % faster)."
    )
    times = ", ".join(f"{brief(_overlap(groups, n, depth))} on {n}" for n in measured)
    fewer = " and ".join(brief(saving(one), ".0%") for one in over.values())
    short = (
        f"Together they leave, by what independent gains would, {times}; MTD(f) enters {fewer} "
        "fewer nodes than PVS."
    )
    return Verdict(answer, sentence, short)


EXPERIMENT: Final = Experiment(
    name="overlap",
    title="How the gains of PVS and MTD(f) overlap",
    claim="PVS and MTD(f) both probe with null windows, so their gains partly overlap and must not "
    "be piled up; MTD(f) is about 20 % faster than PVS.",
    source="the MTD(f) article, section 8; the PVS article, section 7",
    method=f"{TEXTBOOK_SEARCHES}\n\n"
    "Full window, aspiration, PVS, MTD(f), and MTD(f) whose probes are answered by PVS, on both "
    f"articles' evaluations and orderings with an array table, at depths {SHALLOWEST} to {DEEPEST} "
    "by two. The gains overlap if PVS saves nodes of the full window, and MTD(f) by PVS leaves "
    "more nodes than it would if both gains were independent, by the whole interval of the ratio "
    "on the same position.",
    rule="It holds if the gains overlap on both evaluations and MTD(f), deepening, enters "
    f"{CLAIMED:.0%} fewer nodes than PVS that deepens, too, give or take {TOLERANCE:.0%} by the "
    "whole interval; under conditions if the gains overlap on one, the intervals corrected for "
    "two.",
    minutes=3,
    columns={
        "evaluation": str,
        "position": int,
        "search": str,
        "depth": int,
        "score": int,
        "nodes": int,
        "probes": int,
    },
    units=units,
    conclude=conclude,
    sampled=sampled,
    positions=POSITIONS,
    deepest=DEEPEST,
)
