"""The MTD family on tables that are too small: who searches again what was forgotten?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from outflank.board.position import Position
from outflank.evaluation.evaluators import PATTERNS
from outflank.lab.experiments.costs import (
    COSTS,
    DRIVERS,
    SAMPLED,
    compared,
    cost_row,
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
from outflank.lab.experiments.rows import Groups, group, numbers
from outflank.lab.searching import searcher, summed

STANDARD: Final = "pvs"
FAMILY: Final = ("mtdf", "bisection", "mtsss", "mtdual")
#: Those that the paper finds bad on small tables.
GREEDY: Final = ("mtsss", "mtdual")

#: Buckets of the tables, powers of two; each has two entries in 64 bytes.
SIZES: Final = tuple(1 << power for power in (0, 4, 8, 10, 12, 14, 18))
ENTRIES_PER_BUCKET: Final = 2
BUCKETS_PER_MEBIBYTE: Final = 1 << 14

DEEPEST: Final = 8

#: How much more than PVS, next to what it is on a large table, a small one must cost.
MUCH_WORSE: Final = 1.2


def units(plan: Plan) -> Sequence[Unit]:
    """One for each position."""
    return position_units(plan, partial(_measure, plan), (PATTERNS,))


def _measure(plan: Plan, evaluation: str, at: int, position: Position) -> Iterator[Row]:
    depth = plan.depths(1, DEEPEST)[-1]
    for buckets in SIZES:
        search = searcher(evaluation, buckets / BUCKETS_PER_MEBIBYTE)
        for driver in (STANDARD, *FAMILY):
            whole = summed(search.deepen(position, depth, driver))[-1]
            entries = buckets * ENTRIES_PER_BUCKET
            yield cost_row(whole, position=at, entries=entries, driver=driver)


def conclude(rows: Sequence[Row]) -> Findings:
    """Nodes by those of PVS, for every size."""
    groups = group(rows, "entries", "driver")
    sizes = sorted({int(size) for size in numbers(rows, "entries")})
    depth = int(max(numbers(rows, "depth")))
    plots = [
        Plot(
            f"Nodes to depth {depth} by those of PVS on a table of the same size",
            "entries of the table",
            "nodes, by PVS",
            [
                series(
                    DRIVERS[driver],
                    [(place, _against(groups, size, driver)) for place, size in enumerate(sizes)],
                )
                for driver in FAMILY
            ],
            log_y=True,
            names=[f"{size:,}" for size in sizes],
        )
    ]
    tables = [_table(groups, sizes, depth), _growth(groups, sizes)]
    return Findings(_verdict(groups, sizes, depth), tables, plots)


def _against(groups: Groups, size: int, driver: str) -> Estimate | None:
    return compared(groups.get((size, driver), ()), groups.get((size, STANDARD), ()))


def _table(groups: Groups, sizes: Sequence[int], depth: int) -> Table:
    rows = [
        [
            f"{size:,}",
            total_nodes(groups.get((size, STANDARD), ())),
            *(shown(_against(groups, size, driver)) for driver in FAMILY),
        ]
        for size in sizes
    ]
    columns = ("entries", "PVS: nodes", *(DRIVERS[driver] for driver in FAMILY))
    return Table(f"Deepened to {depth} plies: nodes by those of PVS", columns, rows)


def _growth(groups: Groups, sizes: Sequence[int]) -> Table:
    drivers = (STANDARD, *FAMILY)
    rows = [
        [f"{size:,}", *(shown(_grown(groups, size, sizes[-1], driver)) for driver in drivers)]
        for size in sizes
    ]
    columns = ("entries", *(DRIVERS[driver] for driver in drivers))
    return Table("Nodes by those of the same driver on the largest table", columns, rows)


def _grown(groups: Groups, size: int, largest: int, driver: str) -> Estimate | None:
    return compared(groups.get((size, driver), ()), groups.get((largest, driver), ()))


def _verdict(groups: Groups, sizes: Sequence[int], depth: int) -> Verdict:
    small, large = (
        {driver: _against(groups, size, driver) for driver in FAMILY}
        for size in (sizes[0], sizes[-1])
    )
    worse = {driver: _worse(small[driver], large[driver]) for driver in FAMILY}
    spared = not worse["mtdf"]
    hit = [driver for driver in GREEDY if worse[driver]]
    if len(hit) == len(GREEDY) and spared:
        answer = Answer.HOLDS
    elif hit:
        answer = Answer.CONDITIONS
    else:
        answer = Answer.FAILS
    told = "; ".join(
        f"{DRIVERS[driver]} {shown(small[driver])} and {shown(large[driver])}" for driver in FAMILY
    )
    sentence = (
        f"Nodes by those of PVS to depth {depth} on a table of {sizes[0]:,} entries and on one of "
        f"{sizes[-1]:,}: {told}."
    )
    return Verdict(answer, sentence)


def _worse(small: Estimate | None, large: Estimate | None) -> bool:
    """True if a small table costs a driver much more than PVS."""
    return small is not None and large is not None and small.mean > MUCH_WORSE * large.mean


EXPERIMENT: Final = Experiment(
    name="small-tables",
    title="The MTD family on small tables",
    claim="MT-SSS* and MT-DUAL* search much more when the table is too small; MTD(f), which "
    "probes seldom, suffers no more from it than alpha-beta.",
    source="A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, “Best-first fixed-depth minimax "
    "algorithms”, Artificial Intelligence 87 (1996)",
    method=f"{SAMPLED}\n\n"
    "On our evaluation, deepened ply by ply, with tables from two entries on. A driver suffers "
    f"more than PVS if its nodes, by those of PVS, are more than {MUCH_WORSE} times as many on the "
    "smallest table as on the largest.",
    columns={"position": int, "entries": int, "driver": str, **COSTS},
    units=units,
    conclude=conclude,
)
