"""The MTD family beside aspiration and PVS: nodes, time and probes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from outflank.board.position import Position
from outflank.evaluation.evaluators import PATTERNS
from outflank.lab.experiments.costs import (
    COSTS,
    DRIVERS,
    SAMPLED,
    STEPPED,
    STEPS,
    compared,
    cost_row,
    mean,
    position_units,
    series,
    shown,
    total_nodes,
)
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
from outflank.lab.experiments.rows import Groups, depths, group
from outflank.lab.searching import searcher, summed

STANDARD: Final = "aspiration"
FAMILY: Final = ("mtdf", "mtdbest", "bisection", "mtsss", "mtdual")
OTHERS: Final = ("pvs", *FAMILY)

SHALLOWEST, DEEPEST = 4, 10

#: Nodes of MTD(f) by those of aspiration: what the paper found, and what we take for it.
CLAIMED: Final = "0.90 to 0.95"
AT_MOST: Final = 0.97

#: Probes of MTD(f) in an iteration, as the paper has them.
PROBES: Final = (2.0, 6.0)


def units(plan: Plan) -> Sequence[Unit]:
    """One for each position and evaluation."""
    return position_units(plan, partial(_measure, plan))


def _measure(plan: Plan, evaluation: str, at: int, position: Position) -> Iterator[Row]:
    wanted = plan.depths(SHALLOWEST, DEEPEST, 2)
    for driver in (STANDARD, *OTHERS) if wanted else ():
        own = searcher(evaluation).deepen(position, wanted[-1], driver, STEPS[evaluation])
        for cost, whole in zip(own, summed(own), strict=True):
            if cost.depth in wanted:
                found = replace(whole, probes=cost.probes)
                yield cost_row(found, evaluation=evaluation, position=at, driver=driver)


def conclude(rows: Sequence[Row]) -> Findings:
    """Ratios to aspiration by evaluation, driver and depth."""
    groups = group(rows, "evaluation", "depth", "driver")
    evaluations = [str(name) for (name,) in group(rows, "evaluation")]
    at = depths(rows)
    tables = [_table(groups, name, depth) for name in evaluations for depth in at[-1:]]
    tables.append(_by_depth(groups, at))
    plot = Plot(
        "Nodes of the MTD family by those of aspiration, on our evaluation",
        "depth in plies",
        "nodes, by aspiration",
        [
            series(
                DRIVERS[driver],
                [(depth, _against(groups, PATTERNS, depth, driver, "nodes")) for depth in at],
            )
            for driver in OTHERS
        ],
    )
    return Findings(_verdict(groups, at[-1] if at else 0), tables, [plot], REMARKS)


REMARKS: Final = (
    "Plaat and others counted leaves; here nodes are positions entered, leaves among them.",
    "The window of aspiration is two discs to either side of the last value, or ten of an "
    "article's points: values of two plies more differ by half of that in the median.",
)


def _against(
    groups: Groups, evaluation: str, depth: int, driver: str, cost: str
) -> Estimate | None:
    mine = groups.get((evaluation, depth, driver), ())
    return compared(mine, groups.get((evaluation, depth, STANDARD), ()), cost)


def _table(groups: Groups, evaluation: str, depth: int) -> Table:
    rows = [
        [
            DRIVERS[driver],
            total_nodes(groups.get((evaluation, depth, driver), ())),
            shown(_against(groups, evaluation, depth, driver, "nodes")),
            shown(_against(groups, evaluation, depth, driver, "seconds")),
            shown(mean(groups.get((evaluation, depth, driver), ()), "probes"), ".1f"),
        ]
        for driver in (STANDARD, *OTHERS)
    ]
    columns = ("driver", "nodes", "nodes, by aspiration", "time, by aspiration", "probes")
    return Table(f"{evaluation}, deepened to {depth} plies", columns, rows)


def _by_depth(groups: Groups, at: Sequence[int]) -> Table:
    rows = [
        [
            str(depth),
            *(shown(_against(groups, PATTERNS, depth, driver, "nodes")) for driver in OTHERS),
        ]
        for depth in at
    ]
    columns = ("depth", *(DRIVERS[driver] for driver in OTHERS))
    return Table(f"{PATTERNS}: nodes by those of aspiration, depth by depth", columns, rows)


def _verdict(groups: Groups, depth: int) -> Verdict:
    nodes = _against(groups, PATTERNS, depth, "mtdf", "nodes")
    time = _against(groups, PATTERNS, depth, "mtdf", "seconds")
    probes = mean(groups.get((PATTERNS, depth, "mtdf"), ()), "probes")
    if nodes is None or time is None or probes is None:
        return Verdict(Answer.FAILS, "Too little was measured to see it.")
    if nodes.below(1) and nodes.mean <= AT_MOST and PROBES[0] <= probes.mean <= PROBES[1]:
        answer = Answer.HOLDS
    elif nodes.below(1) or time.below(1):
        answer = Answer.CONDITIONS
    else:
        answer = Answer.FAILS
    others = ", ".join(
        f"{DRIVERS[driver]} {ratio}"
        for driver in FAMILY[1:]
        if (ratio := _against(groups, PATTERNS, depth, driver, "nodes")) is not None
    )
    sentence = (
        f"On our evaluation, deepened to {depth} plies, MTD(f) enters {nodes} of the nodes of "
        f"aspiration (claimed: {CLAIMED}) in {time} of its time, with {probes:.1f} probes in the "
        f"last iteration; the others enter: {others}."
    )
    return Verdict(answer, sentence)


EXPERIMENT: Final = Experiment(
    name="mtd-family",
    title="The MTD family against aspiration",
    claim="With 3 to 6 probes an iteration MTD(f) visits 5 to 10 % fewer leaves than aspiration "
    "NegaScout, and is the best of its family.",
    source="A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, “Best-first fixed-depth minimax "
    "algorithms”, Artificial Intelligence 87 (1996)",
    method=f"{SAMPLED}\n\n"
    "MTD(f), MTD(best), bisection of the bounds, MT-SSS*, MT-DUAL* and PVS against aspiration "
    f"(PVS in a window of two discs about the last value), all with iterative deepening. {STEPPED} "
    "Costs are those of all iterations, probes those of the last one.",
    columns={"evaluation": str, "position": int, "driver": str, **COSTS},
    units=units,
    conclude=conclude,
    timed=True,
)
