"""How the gains of PVS and MTD(f) overlap: both are null windows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from outflank.board.position import Position
from outflank.lab.experiments.costs import compared, position_units, series, shown, total_nodes
from outflank.lab.experiments.estimates import Estimate
from outflank.lab.experiments.experiment import (
    Answer,
    Experiment,
    Findings,
    Plan,
    Plot,
    Row,
    Table,
    Unit,
    Verdict,
)
from outflank.lab.experiments.rows import Groups, depths, group, pairs
from outflank.lab.experiments.textbook import (
    EVALUATIONS,
    SAMPLED,
    array_for,
    settings_of,
    told,
)
from outflank.textbook import (
    Inner,
    Result,
    Settings,
    alphabeta,
    aspiration,
    iterative_mtdf,
    pvs,
)
from outflank.textbook import Table as Transpositions

WIDE, ASPIRATION, PVS, MTDF, BOTH = (
    "full window",
    "aspiration",
    "PVS",
    "MTD(f)",
    "MTD(f) by PVS",
)

Search = Callable[[Position, int, Settings, Transpositions], Result]

SEARCHES: Final[Mapping[str, Search]] = {
    WIDE: alphabeta,
    ASPIRATION: aspiration,
    PVS: pvs,
    MTDF: iterative_mtdf,
    BOTH: partial(iterative_mtdf, inner=Inner.PVS),
}

SHALLOWEST, DEEPEST = 4, 8

#: MTD(f) is about so much faster than PVS, as it is claimed; and how far off that may be.
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
        )
        for name in measured
    ]
    return Findings(_verdict(groups, measured, at), tables, plots, REMARKS)


REMARKS: Final = (
    "A null window leaves no room between alpha and beta, so PVS has nothing to split in it: "
    "inside MTD(f) it is alpha-beta, node by node.",
    "If the two gains were independent, both together would leave the product of what each "
    "leaves (column “if independent”).",
    "MTD(f) and aspiration deepen by two plies, and all iterations count; the full window and "
    "PVS go straight to the depth, as in the articles.",
)


def _left(groups: Groups, name: str, search: str, depth: int) -> Estimate | None:
    wide = groups.get((name, WIDE, depth), ())
    return compared(groups.get((name, search, depth), ()), wide)


def _table(groups: Groups, name: str, at: Sequence[int]) -> Table:
    others = [search for search in SEARCHES if search != WIDE]
    lines = []
    for depth in at:
        left = {search: _left(groups, name, search, depth) for search in others}
        alone, mtdf = left[PVS], left[MTDF]
        product = "" if alone is None or mtdf is None else f"{alone.mean * mtdf.mean:.3f}"
        lines.append(
            [
                str(depth),
                total_nodes(groups.get((name, WIDE, depth), ())),
                *(shown(left[search]) for search in others),
                product,
            ]
        )
    columns = ("depth", "full window: nodes", *others, "both, if independent")
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


def _verdict(groups: Groups, measured: Sequence[str], at: Sequence[int]) -> Verdict:
    depth = at[-1] if at else 0
    same, total = _equal(groups, measured, at)
    over = {
        name: compared(groups.get((name, MTDF, depth), ()), groups.get((name, PVS, depth), ()))
        for name in measured
    }
    claimed = [
        one is not None and abs(1 - one.mean - CLAIMED) <= TOLERANCE for one in over.values()
    ]
    if not total or same < total:
        answer = Answer.FAILS
    else:
        answer = Answer.HOLDS if claimed and all(claimed) else Answer.CONDITIONS
    parts = "; ".join(
        f"on {name} PVS leaves {told(_left(groups, name, PVS, depth))} of the nodes of the full "
        f"window, MTD(f) {told(_left(groups, name, MTDF, depth))}, which is {told(over[name])} of "
        "those of PVS"
        for name in measured
    )
    overlap = "The gains add up in part" if answer is Answer.FAILS else "The gains overlap wholly"
    sentence = (
        f"{overlap}: PVS inside MTD(f) changes nothing in {same} of {total} searches; "
        f"to depth {depth} {parts} (claimed: about 20 % faster)."
    )
    return Verdict(answer, sentence)


EXPERIMENT: Final = Experiment(
    name="overlap",
    title="How the gains of PVS and MTD(f) overlap",
    claim="PVS and MTD(f) both probe with null windows, so their gains partly overlap and must not "
    "be piled up; MTD(f) is about 20 % faster than PVS.",
    source="the MTD(f) article, section 8; the PVS article, section 7",
    method=f"{SAMPLED}\n\n"
    "Full window, aspiration, PVS, MTD(f), and MTD(f) whose probes are answered by PVS, on both "
    f"articles' evaluations and orderings with an array table, at depths {SHALLOWEST} to {DEEPEST} "
    "by two. The gains overlap if PVS inside MTD(f) saves nothing; the whole claim holds if "
    f"besides MTD(f) enters {CLAIMED:.0%} fewer nodes than PVS on both evaluations, give or take "
    f"{TOLERANCE:.0%}.",
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
)
