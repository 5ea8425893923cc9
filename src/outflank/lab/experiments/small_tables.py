"""The MTD family on tables that are too small: who searches again what was forgotten?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from outflank.board.position import Position
from outflank.evaluation.evaluators import PATTERNS
from outflank.lab.experiments.costs import COSTS, POSITIONS, cost_row, position_units
from outflank.lab.experiments.estimates import Estimate, ratio
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
from outflank.lab.experiments.rows import Groups, group, numbers, quotients
from outflank.lab.experiments.telling import (
    DRIVERS,
    ENGINE_SEARCHES,
    brief,
    compared,
    counted,
    counted_rows,
    in_positions,
    judged,
    sampled,
    series,
    shown,
    told,
    total_nodes,
)
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

#: A driver suffers if on a small table it costs so many times as much, by PVS, as on a large one.
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
            reference=1,
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
            counted_rows(*(groups.get((size, driver), ()) for driver in (STANDARD, *FAMILY))),
            total_nodes(groups.get((size, STANDARD), ())),
            *(shown(_against(groups, size, driver)) for driver in FAMILY),
        ]
        for size in sizes
    ]
    columns = ("entries", "positions", "PVS: nodes", *(DRIVERS[driver] for driver in FAMILY))
    return Table(f"Deepened to {depth} plies: nodes by those of PVS", columns, rows)


def _growth(groups: Groups, sizes: Sequence[int]) -> Table:
    drivers = (STANDARD, *FAMILY)
    rows = [
        [f"{size:,}", counted(grown), *map(shown, grown)]
        for size in sizes
        for grown in [[_grown(groups, size, sizes[-1], driver) for driver in drivers]]
    ]
    columns = ("entries", "positions", *(DRIVERS[driver] for driver in drivers))
    return Table("Nodes by those of the same driver on the largest table", columns, rows)


def _grown(groups: Groups, size: int, largest: int, driver: str) -> Estimate | None:
    return compared(groups.get((size, driver), ()), groups.get((largest, driver), ()))


def _suffered(groups: Groups, sizes: Sequence[int], driver: str, tests: int = 1) -> Estimate | None:
    """Nodes by those of PVS on the smallest table, by the same on the largest."""
    small, large = (
        quotients(groups.get((size, driver), ()), groups.get((size, STANDARD), ()), "nodes")
        for size in (sizes[0], sizes[-1])
    )
    found = [(small[at], large[at]) for at in small if at in large]
    return ratio(found, tests) if found and len(sizes) > 1 else None


def _verdict(groups: Groups, sizes: Sequence[int], depth: int) -> Verdict:
    suffered = {driver: _suffered(groups, sizes, driver) for driver in FAMILY}
    mtdf = suffered["mtdf"]
    worse = [one is not None and one.above(MUCH_WORSE) for one in map(suffered.get, GREEDY)]
    one_worse = (_suffered(groups, sizes, driver, len(GREEDY)) for driver in GREEDY)
    answer = judged(
        all(worse) and mtdf is not None and mtdf.below(MUCH_WORSE),
        any(one is not None and one.above(MUCH_WORSE) for one in one_worse),
        [mtdf, *map(suffered.get, GREEDY)],
    )
    parts = "; ".join(
        f"{DRIVERS[driver]} {told(_against(groups, sizes[0], driver))} and "
        f"{told(_against(groups, sizes[-1], driver))}, {told(suffered[driver])} times as many"
        for driver in FAMILY
    )
    sentence = (
        f"Nodes by those of PVS to depth {depth} {in_positions(suffered.values())}, on a table of "
        f"{sizes[0]:,} entries and on one of {sizes[-1]:,}: {parts}."
    )
    growth = ", ".join(
        f"{DRIVERS[driver]} {brief(suffered[driver])}" for driver in ("mtdf", *GREEDY)
    )
    short = f"On the smallest table, by PVS, nodes times as many as on the largest: {growth}."
    return Verdict(answer, sentence, short)


EXPERIMENT: Final = Experiment(
    name="small-tables",
    title="The MTD family on small tables",
    claim="MT-SSS* and MT-DUAL* search much more when the table is too small; MTD(f), which "
    "probes seldom, suffers no more from it than alpha-beta.",
    source="A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, “Best-first fixed-depth minimax "
    "algorithms”, Artificial Intelligence 87 (1996)",
    method=f"{ENGINE_SEARCHES}\n\n"
    "On our evaluation, deepened ply by ply, with tables from two entries on. Of every position "
    "the nodes by those of PVS on the smallest table are divided by the same on the largest. A "
    f"driver suffers if the whole interval of that is above {MUCH_WORSE}, and is spared if it is "
    "below.",
    rule="It holds if both MT-SSS* and MT-DUAL* suffer (by PVS more than "
    f"{MUCH_WORSE} times as many nodes on the smallest table as on the largest, by the whole "
    "interval) and MTD(f) is spared (less); under conditions if one of the two suffers, its "
    "interval corrected for two.",
    minutes=2,
    columns={"position": int, "entries": int, "driver": str, **COSTS},
    units=units,
    conclude=conclude,
    sampled=sampled,
    positions=POSITIONS,
    deepest=DEEPEST,
)
