"""What a transposition table saves, by its size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from outflank.board.position import Position
from outflank.evaluation.evaluators import PATTERNS
from outflank.lab.experiments.costs import COSTS, POSITIONS, cost_row, position_units
from outflank.lab.experiments.estimates import Estimate
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
from outflank.lab.experiments.rows import Groups, depths, group, numbers
from outflank.lab.experiments.telling import (
    ENGINE_SEARCHES,
    answer_of,
    brief,
    compared,
    counted_rows,
    in_positions,
    is_claimed,
    sampled,
    series,
    shared_depth,
    shown,
    told,
    total_nodes,
)
from outflank.lab.searching import searcher, summed

#: Bytes of the tables; the smallest is a single bucket, which remembers next to nothing.
BYTES_PER_BUCKET: Final = 64
SIZES: Final = tuple(1 << power for power in (6, 12, 16, 20, 23, 26))
MEBIBYTE: Final = 1 << 20

#: The greatest depths; that of the patterns is what games are played with.
DEEPEST: Final = {PATTERNS: 12, "pvs-article": 10}
SHALLOWEST: Final = 6

#: The share of nodes that the table leaves, as it is claimed; how far its interval may go beyond.
CLAIMED: Final = (0.5, 0.6)
SLACK: Final = 0.05


def units(plan: Plan) -> Sequence[Unit]:
    """One for each position and evaluation."""
    return position_units(plan, partial(_measure, plan), tuple(DEEPEST))


def _measure(plan: Plan, evaluation: str, at: int, position: Position) -> Iterator[Row]:
    wanted = plan.depths(SHALLOWEST, DEEPEST[evaluation], 2)
    which: dict[str, Cell] = {"evaluation": evaluation, "position": at}
    for size in SIZES if wanted else ():
        search = searcher(evaluation, size / MEBIBYTE)
        for cost in summed(search.deepen(position, wanted[-1])):
            if cost.depth in wanted:
                yield cost_row(cost, **which, bytes=size)


def conclude(rows: Sequence[Row]) -> Findings:
    """Nodes and time by those without a table."""
    groups = group(rows, "evaluation", "depth", "bytes")
    kinds = list(group(rows, "evaluation", "depth"))
    sizes = sorted({int(size) for size in numbers(rows, "bytes")})
    evaluations = [str(name) for (name,) in group(rows, "evaluation")]
    tables = [
        _table(groups, evaluation, depth, sizes)
        for evaluation in evaluations
        for depth in depths(group(rows, "evaluation")[evaluation,])[-2:]
    ]
    plot = Plot(
        "Nodes of PVS by those without a table, for tables of every size",
        "size of the table",
        "nodes, by those without a table",
        [
            series(
                f"{evaluation}, depth {depth}",
                [
                    (place, _against(groups, evaluation, depth, size, "nodes"))
                    for place, size in enumerate(sizes)
                ],
            )
            for evaluation, depth in kinds
        ],
        log_y=True,
        names=list(map(_told, sizes)),
        reference=1,
    )
    judged_at = {name: shared_depth(group(rows, "evaluation")[name,]) for name in evaluations}
    return Findings(_verdict(groups, judged_at, sizes), tables, [plot], REMARKS)


REMARKS: Final = (
    "“Without a table” is a table of a single bucket of two entries. A table saves in two ways: "
    "what is found again need not be searched, and the best move of the iteration before is "
    "tried first.",
)


def _told(size: int) -> str:
    """A size as people say it."""
    if size < 1 << 10:
        return f"{size} B"
    return f"{size >> 10} KB" if size < MEBIBYTE else f"{size >> 20} MB"


def _against(
    groups: Groups, evaluation: Cell, depth: Cell, size: int, cost: str
) -> Estimate | None:
    without = groups.get((evaluation, depth, SIZES[0]), ())
    return compared(groups.get((evaluation, depth, size), ()), without, cost)


def _table(groups: Groups, evaluation: str, depth: int, sizes: Sequence[int]) -> Table:
    rows = [
        [
            _told(size),
            counted_rows(groups.get((evaluation, depth, size), ())),
            total_nodes(groups.get((evaluation, depth, size), ())),
            shown(_against(groups, evaluation, depth, size, "nodes")),
            shown(_against(groups, evaluation, depth, size, "seconds")),
        ]
        for size in sizes
    ]
    columns = ("table", "positions", "nodes", "nodes, by those without", "time, by that without")
    return Table(f"{evaluation}, deepened to {depth} plies", columns, rows)


def _verdict(groups: Groups, judged_at: dict[str, int], sizes: Sequence[int]) -> Verdict:
    left = {
        name: _against(groups, name, depth, sizes[-1], "nodes") for name, depth in judged_at.items()
    }
    claimed = (is_claimed(nodes, CLAIMED, SLACK) for nodes in left.values())
    answer = answer_of(*claimed, deciding=left.values())
    parts = "; ".join(
        f"{told(nodes)} on {name} to depth {judged_at[name]}" for name, nodes in left.items()
    )
    sentence = (
        f"A table of {_told(sizes[-1])} leaves of the nodes, {in_positions(left.values())}, "
        f"{parts} (claimed: 0.5 to 0.6)."
    )
    means = ", ".join(f"{brief(nodes)} on {name}" for name, nodes in left.items())
    short = f"The largest table leaves of the nodes of a search without one {means}."
    return Verdict(answer, sentence, short)


EXPERIMENT: Final = Experiment(
    name="table-size",
    title="What a transposition table saves, by its size",
    claim="With a transposition table the nodes are 50 to 60 % of those without one.",
    source="the PVS article, section 6",
    method=f"{ENGINE_SEARCHES}\n\n"
    "PVS with iterative deepening ply by ply, on the PVS article's evaluation and on ours, with "
    "tables from a single bucket to 64 MB; costs are those of all iterations.",
    rule=f"It holds if on both evaluations at the greatest depth the largest table leaves "
    f"{CLAIMED[0]} to {CLAIMED[1]} of the nodes in the mean, and the interval goes no farther than "
    f"{SLACK} beyond; under conditions if on one.",
    minutes=7,
    columns={"evaluation": str, "position": int, "bytes": int, **COSTS},
    units=units,
    conclude=conclude,
    timed=True,
    sampled=sampled,
    positions=POSITIONS,
    deepest=max(DEEPEST.values()),
)
