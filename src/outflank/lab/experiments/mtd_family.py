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
    POSITIONS,
    STEPPED,
    STEPS,
    cost_row,
    position_units,
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
from outflank.lab.experiments.telling import (
    DRIVERS,
    ENGINE_SEARCHES,
    compared,
    counted_rows,
    in_positions,
    is_claimed,
    judged,
    mean,
    sampled,
    series,
    shared_depth,
    shown,
    total_nodes,
)
from outflank.lab.searching import searcher, summed

STANDARD: Final = "aspiration"
FAMILY: Final = ("mtdf", "mtdbest", "bisection", "mtsss", "mtdual")
OTHERS: Final = ("pvs", *FAMILY)

SHALLOWEST, DEEPEST = 4, 10

#: Nodes of MTD(f) by those of aspiration, as claimed, and how far the interval may go beyond.
CLAIMED: Final = (0.90, 0.95)
SLACK: Final = 0.02

#: Probes of MTD(f) in an iteration, as claimed.
PROBES: Final = (3.0, 6.0)

#: MTD(f) is no worse than another if the whole interval of its nodes by those is below this.
NO_WORSE: Final = 1.02


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
        log_y=True,
        reference=1,
    )
    return Findings(_verdict(groups, _shared(groups, at)), tables, [plot], REMARKS)


REMARKS: Final = (
    "Plaat and others counted leaves; here nodes are positions entered, leaves among them, so "
    "that the figures are not quite those of the claim.",
    "The window of aspiration is two discs to either side of the last value, or ten of an "
    "article's points: values of two plies more differ by half of that in the median.",
)


def _shared(groups: Groups, at: Sequence[int]) -> int:
    """The depth that decides: all drivers reached it in all positions."""
    return shared_depth(
        *(
            [row for depth in at for row in groups.get((PATTERNS, depth, driver), ())]
            for driver in (STANDARD, *FAMILY)
        )
    )


def _against(
    groups: Groups, evaluation: str, depth: int, driver: str, cost: str, tests: int = 1
) -> Estimate | None:
    mine = groups.get((evaluation, depth, driver), ())
    return compared(mine, groups.get((evaluation, depth, STANDARD), ()), cost, tests)


def _mtdf_by(groups: Groups, depth: int, driver: str) -> Estimate | None:
    """Nodes of MTD(f) by those of another of its family."""
    mine = groups.get((PATTERNS, depth, "mtdf"), ())
    return compared(mine, groups.get((PATTERNS, depth, driver), ()))


def _table(groups: Groups, evaluation: str, depth: int) -> Table:
    rows = [
        [
            DRIVERS[driver],
            counted_rows(groups.get((evaluation, depth, driver), ())),
            total_nodes(groups.get((evaluation, depth, driver), ())),
            shown(_against(groups, evaluation, depth, driver, "nodes")),
            shown(_against(groups, evaluation, depth, driver, "seconds")),
            shown(mean(groups.get((evaluation, depth, driver), ()), "probes"), ".1f"),
        ]
        for driver in (STANDARD, *OTHERS)
    ]
    columns = (
        "driver",
        "positions",
        "nodes",
        "nodes, by aspiration",
        "time, by aspiration",
        "probes",
    )
    return Table(f"{evaluation}, deepened to {depth} plies", columns, rows)


def _by_depth(groups: Groups, at: Sequence[int]) -> Table:
    rows = [
        [
            str(depth),
            counted_rows(*(groups.get((PATTERNS, depth, driver), ()) for driver in OTHERS)),
            *(shown(_against(groups, PATTERNS, depth, driver, "nodes")) for driver in OTHERS),
        ]
        for depth in at
    ]
    columns = ("depth", "positions", *(DRIVERS[driver] for driver in OTHERS))
    return Table(f"{PATTERNS}: nodes by those of aspiration, depth by depth", columns, rows)


def _verdict(groups: Groups, depth: int) -> Verdict:
    nodes = _against(groups, PATTERNS, depth, "mtdf", "nodes")
    time = _against(groups, PATTERNS, depth, "mtdf", "seconds")
    probes = mean(groups.get((PATTERNS, depth, "mtdf"), ()), "probes")
    if nodes is None or time is None or probes is None:
        unseen = "Too little was measured to see it."
        return Verdict(Answer.UNDECIDED, unseen, unseen)
    family = {driver: _mtdf_by(groups, depth, driver) for driver in FAMILY[1:]}
    best = all(one is not None and one.below(NO_WORSE) for one in family.values())
    fewer = [_against(groups, PATTERNS, depth, "mtdf", cost, 2) for cost in ("nodes", "seconds")]
    answer = judged(
        is_claimed(nodes, CLAIMED, SLACK) and nodes.below(1) and probes.within(*PROBES) and best,
        any(one is not None and one.below(1) for one in fewer),
        [nodes, time, probes, *family.values()],
    )
    others = ", ".join(
        f"{one} of those of {DRIVERS[driver]}" for driver, one in family.items() if one is not None
    )
    sentence = (
        f"On our evaluation, deepened to {depth} plies {in_positions([nodes])}, MTD(f) enters "
        f"{nodes} of the nodes of aspiration (claimed: {CLAIMED[0]:.2f} to {CLAIMED[1]:.2f}) in "
        f"{time} of its time, with {probes:.1f} probes in the last iteration (claimed: 3 to 6); "
        f"of its family it enters {others or 'an unknown share'} (claimed: no more than any)."
    )
    short = (
        f"MTD(f) enters {nodes.mean:.2f} of the nodes of aspiration in {time.mean:.2f} of its "
        f"time, with {probes.mean:.1f} probes an iteration."
    )
    return Verdict(answer, sentence, short)


EXPERIMENT: Final = Experiment(
    name="mtd-family",
    title="The MTD family against aspiration",
    claim="With 3 to 6 probes an iteration MTD(f) visits 5 to 10 % fewer nodes (in the paper: "
    "leaves) than aspiration NegaScout, and is the best of its family.",
    source="A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, “Best-first fixed-depth minimax "
    "algorithms”, Artificial Intelligence 87 (1996)",
    method=f"{ENGINE_SEARCHES}\n\n"
    "MTD(f), MTD(best), bisection of the bounds, MT-SSS*, MT-DUAL* and PVS against aspiration "
    f"(PVS in a window of two discs about the last value), all with iterative deepening. {STEPPED} "
    "Costs are those of all iterations, probes those of the last one.",
    rule=f"It holds if on our evaluation MTD(f) enters {CLAIMED[0]} to {CLAIMED[1]} of the nodes "
    f"of aspiration, its interval no more than {SLACK} beyond, with {PROBES[0]:g} to "
    f"{PROBES[1]:g} probes, by the whole interval, and no other of the family enters fewer (nodes "
    f"by those of each are below {NO_WORSE} by the whole interval); under conditions if MTD(f) "
    "enters fewer nodes than aspiration, or takes less time, by the whole interval, corrected for "
    "two.",
    minutes=4,
    columns={"evaluation": str, "position": int, "driver": str, **COSTS},
    units=units,
    conclude=conclude,
    timed=True,
    sampled=sampled,
    positions=POSITIONS,
    deepest=DEEPEST,
)
