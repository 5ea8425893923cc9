"""Fail-soft against fail-hard alpha-beta, alone and under MTD(f)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from outflank.board.position import Position
from outflank.lab.experiments.costs import POSITIONS, position_units
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
from outflank.lab.experiments.telling import (
    TEXTBOOK_SEARCHES,
    compared,
    counted_rows,
    deeper_depths,
    deeper_remark,
    in_positions,
    judged,
    mean,
    sampled,
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
    alphabeta_hard,
    iterative_mtdf,
)

WIDE, MTDF = "full window", "MTD(f)"
SOFT, HARD = "soft", "hard"

SEARCHES: Final[Mapping[tuple[str, str], Search]] = {
    (WIDE, SOFT): alphabeta,
    (WIDE, HARD): alphabeta_hard,
    (MTDF, SOFT): iterative_mtdf,
    (MTDF, HARD): partial(iterative_mtdf, inner=Inner.FAIL_HARD),
}

SHALLOWEST, DEEPEST = 4, 6
DEEP_POSITIONS, DEEPEST_OF_FEW = 100, 8

#: Fail hard costs MTD(f) much if it enters so many times as many nodes, by the whole interval.
MUCH: Final = 1.2


def units(plan: Plan) -> Sequence[Unit]:
    """One for each position and evaluation."""
    return position_units(plan, partial(_measure, plan), EVALUATIONS)


def _measure(plan: Plan, evaluation: str, at: int, position: Position) -> Iterator[Row]:
    settings = settings_of(evaluation)
    deepest = DEEPEST_OF_FEW if at < DEEP_POSITIONS else DEEPEST
    for depth in plan.depths(SHALLOWEST, deepest, 2):
        for (driver, fails), search in SEARCHES.items():
            found = search(position, depth, settings, array_for(depth))
            yield {
                "evaluation": evaluation,
                "position": at,
                "search": driver,
                "fails": fails,
                "depth": depth,
                "score": found.score,
                "nodes": found.nodes,
                "probes": found.probes,
            }


def conclude(rows: Sequence[Row]) -> Findings:
    """What fail hard costs, and whether its values are right."""
    groups = group(rows, "evaluation", "search", "fails", "depth")
    measured = [str(name) for (name,) in group(rows, "evaluation")]
    at = depths(rows)
    tables = [_table(groups, name, at) for name in measured]
    plot = Plot(
        "Nodes with a fail-hard search by those with a fail-soft one",
        "depth in plies",
        "nodes, hard by soft",
        [
            series(
                f"{name}, {driver}",
                [(depth, _hard(groups, name, driver, depth)) for depth in at],
            )
            for name in measured
            for driver in (WIDE, MTDF)
        ],
        log_y=True,
        reference=1,
    )
    depth = shared_depth(rows)
    remarks = (*REMARKS, *_deeper(groups, measured, deeper_depths(rows, depth)))
    return Findings(_verdict(groups, measured, at, depth), tables, [plot], remarks)


def _deeper(groups: Groups, measured: Sequence[str], at: Sequence[int]) -> list[str]:
    """What fail hard costs MTD(f) at depths that few positions were searched to."""
    return deeper_remark(
        f"{cost} of the nodes of fail soft on {name} to depth {depth} (n = {cost.n})"
        for name in measured
        for depth in at
        if (cost := _hard(groups, name, MTDF, depth)) is not None
    )


REMARKS: Final = (
    "A fail-hard answer to a null window is nothing but yes or no, so MTD(f) moves by one unit of "
    "the evaluation a probe; the table answers most of each. A coarse evaluation, or a good first "
    "guess, makes it cheap.",
    f"The greatest depth was searched from the first {DEEP_POSITIONS} positions only. Values are "
    "compared at every depth: that one is wrong needs no interval.",
)


def _hard(groups: Groups, name: str, driver: str, depth: int, tests: int = 1) -> Estimate | None:
    soft = groups.get((name, driver, SOFT, depth), ())
    return compared(groups.get((name, driver, HARD, depth), ()), soft, tests=tests)


def _probes(groups: Groups, name: str, fails: str, depth: int) -> str:
    return shown(mean(groups.get((name, MTDF, fails, depth), ()), "probes"), ".1f")


def _table(groups: Groups, name: str, at: Sequence[int]) -> Table:
    lines = []
    for depth in at:
        cells = [
            str(depth),
            counted_rows(*(groups.get((name, *kind, depth), ()) for kind in SEARCHES)),
        ]
        for driver in (WIDE, MTDF):
            cells.append(total_nodes(groups.get((name, driver, SOFT, depth), ())))
            cells.append(shown(_hard(groups, name, driver, depth)))
        probes = (_probes(groups, name, fails, depth) for fails in (SOFT, HARD))
        lines.append([*cells, *probes])
    columns = (
        "depth",
        "positions",
        "full window: nodes",
        "hard by soft",
        "MTD(f): nodes",
        "hard by soft",
        "probes, soft",
        "probes, hard",
    )
    return Table(f"{name}: fail hard by fail soft", columns, lines)


def _wrong(
    groups: Groups, measured: Sequence[str], at: Sequence[int], fails: str
) -> tuple[int, int]:
    """Searches of MTD(f) with a value that is not alpha-beta's, and all of them."""
    found = [
        pair
        for name in measured
        for depth in at
        for pair in pairs(
            groups.get((name, MTDF, fails, depth), ()),
            groups.get((name, WIDE, SOFT, depth), ()),
            "score",
        )
    ]
    return sum(one != other for one, other in found), len(found)


def _verdict(groups: Groups, measured: Sequence[str], at: Sequence[int], depth: int) -> Verdict:
    wrong, total = _wrong(groups, measured, at, HARD)
    control, controls = _wrong(groups, measured, at, SOFT)
    cost = {name: _hard(groups, name, MTDF, depth) for name in measured}
    slower = [_hard(groups, name, MTDF, depth, len(measured)) for name in measured]
    answer = judged(
        bool(wrong and controls) and not control,
        any(one is not None and one.above(MUCH) for one in slower),
        slower,
    )
    parts = "; ".join(
        f"{told(cost[name])} of the nodes of fail soft on {name}, with "
        f"{_probes(groups, name, HARD, depth)} probes instead of "
        f"{_probes(groups, name, SOFT, depth)}"
        for name in measured
    )
    need = {
        Answer.HOLDS: "needs fail soft for right values",
        Answer.CONDITIONS: "needs fail soft for speed alone",
        Answer.FAILS: "does not need fail soft",
        Answer.UNDECIDED: "may or may not need fail soft",
    }[answer]
    sentence = (
        f"MTD(f) {need}: over fail hard it finds another value than alpha-beta in {wrong} of "
        f"{total} searches, over fail soft in {control} of {controls}, and to depth {depth}, "
        f"{in_positions(cost.values())}, it enters {parts}."
    )
    short = (
        f"MTD(f) {need}: its values are wrong in {wrong} of {total} searches over fail hard, in "
        f"{control} over fail soft."
    )
    return Verdict(answer, sentence, short)


EXPERIMENT: Final = Experiment(
    name="fail-soft",
    title="Fail soft against fail hard",
    claim="The alpha-beta inside MTD(f) must be fail-soft, or asking it again and again in null "
    "windows gives wrong scores.",
    source="the MTD(f) article, the comment at the head of its program",
    method=f"{TEXTBOOK_SEARCHES}\n\n"
    "Alpha-beta with the full window, and MTD(f) deepening by two plies with all iterations "
    "counted, each fail-soft and fail-hard, on both articles' evaluations and orderings with an "
    f"array table, at depths {SHALLOWEST} to {DEEPEST} by two, from the first {DEEP_POSITIONS} "
    f"positions to {DEEPEST_OF_FEW}.",
    rule="It holds if a value over fail hard is wrong and none over fail soft, the control; under "
    f"conditions if fail hard costs MTD(f) more than {MUCH} times the nodes at the greatest depth "
    "of all positions on one evaluation, by the whole interval, corrected for two: then it needs "
    "fail soft for speed, not for its values.",
    minutes=2,
    columns={
        "evaluation": str,
        "position": int,
        "search": str,
        "fails": str,
        "depth": int,
        "score": int,
        "nodes": int,
        "probes": int,
    },
    units=units,
    conclude=conclude,
    sampled=sampled,
    positions=POSITIONS,
    deepest=DEEPEST_OF_FEW,
)
