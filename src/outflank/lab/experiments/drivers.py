"""MTD(f) against PVS, aspiration and full windows: nodes and time, depth by depth."""

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
from outflank.lab.experiments.rows import Groups, depths, group
from outflank.lab.experiments.telling import (
    DRIVERS,
    ENGINE_SEARCHES,
    compared,
    counted_rows,
    deeper_remark,
    in_positions,
    judged,
    mean,
    sampled,
    series,
    shared_depth,
    shown,
    total_nodes,
)
from outflank.lab.searching import searcher, summed

#: With iterative deepening and without.
DEEPENING, STRAIGHT = "deepening", "straight"
WAYS: Final = {DEEPENING: "with iterative deepening", STRAIGHT: "straight to the depth"}

STANDARD: Final = "pvs"
ASPIRATION: Final = "aspiration"
OTHERS: Final = ("mtdf", ASPIRATION, "alphabeta")

#: The greatest depth with deepening; that of the patterns is what games are played with.
DEEPEST: Final = {PATTERNS: 14, "mtdf-article": 12, "pvs-article": 12}

#: The greatest depth straight away; and of full windows, which take five times as long.
DEEPEST_STRAIGHT: Final = 10
DEEPEST_WIDE: Final = {DEEPENING: 10, STRAIGHT: 8}

#: The greatest depths are searched in so many positions; two plies less in the others.
DEEP_POSITIONS: Final = 60

#: The claim, and what we take for it: the mean at most so much.
CLAIMED, NEARLY = 0.8, 0.9


def units(plan: Plan) -> Sequence[Unit]:
    """One for each position and evaluation."""
    return position_units(plan, partial(_measure, plan))


def _measure(plan: Plan, evaluation: str, at: int, position: Position) -> Iterator[Row]:
    search = searcher(evaluation)
    which: dict[str, Cell] = {"evaluation": evaluation, "position": at}
    for driver in (STANDARD, *OTHERS):
        which["driver"] = driver
        deepened, straight = _depths(plan, evaluation, driver, 0 if at < DEEP_POSITIONS else 2)
        if deepened:
            own = search.deepen(position, deepened[-1], driver, STEPS[evaluation])
            for cost, whole in zip(own, summed(own), strict=True):
                if cost.depth in deepened:
                    yield cost_row(replace(whole, probes=cost.probes), **which, way=DEEPENING)
        for depth in straight:
            yield cost_row(search.search(position, depth, driver), **which, way=STRAIGHT)


def _depths(
    plan: Plan, evaluation: str, driver: str, less: int
) -> tuple[Sequence[int], Sequence[int]]:
    """Depths of a driver with deepening, and straight away, `less` plies than the greatest."""
    if driver == "alphabeta":
        deepened, straight = (plan.depths(2, DEEPEST_WIDE[way] - less, 2) for way in WAYS)
        return deepened, straight
    deepened = plan.depths(2, DEEPEST[evaluation] - less, 2)
    if driver == ASPIRATION:
        # Without a value to guess from it is no driver of its own.
        return deepened, ()
    return deepened, plan.depths(2, DEEPEST_STRAIGHT - less, 2)


def conclude(rows: Sequence[Row]) -> Findings:
    """Ratios to PVS by evaluation, way and depth."""
    groups = group(rows, "evaluation", "way", "depth", "driver")
    kinds = list(group(rows, "evaluation", "way"))
    at = {kind: depths(group(rows, "evaluation", "way")[kind]) for kind in kinds}
    tables = [_table(groups, kind, at[kind]) for kind in kinds]
    plots = [
        _plot(groups, at, "nodes", "Nodes of MTD(f) by those of PVS: below 1 MTD(f) enters fewer"),
        _plot(groups, at, "seconds", "Time of MTD(f) by that of PVS: below 1 MTD(f) is faster"),
    ]
    judged_at = {kind: _shared(group(rows, "evaluation", "way", "driver"), kind) for kind in kinds}
    all_the_way = {kind: [d for d in at[kind] if d <= judged_at[kind]] for kind in kinds}
    remarks = [_crossovers(groups, all_the_way), *_deeper(groups, at, judged_at), *REMARKS]
    return Findings(_verdict(groups, judged_at), tables, plots, remarks)


REMARKS: Final = (
    "The engine searches whole windows, full width, by a kernel that is not made for speed: "
    "compare full windows by their nodes.",
    "The window of aspiration is two discs to either side of the last value, or ten of an "
    "article's points: values of two plies more differ by half of that in the median.",
)

_Kind = tuple[Cell, ...]


def _shared(groups: Groups, kind: _Kind) -> int:
    """The depth that decides: MTD(f) and PVS reached it in all positions."""
    return shared_depth(*(groups.get((*kind, driver), ()) for driver in (STANDARD, "mtdf")))


def _against(
    groups: Groups, kind: _Kind, depth: int, driver: str, cost: str, tests: int = 1
) -> Estimate | None:
    """What a driver costs by what PVS does."""
    mine = groups.get((*kind, depth, driver), ())
    return compared(mine, groups.get((*kind, depth, STANDARD), ()), cost, tests)


def _table(groups: Groups, kind: _Kind, at: Sequence[int]) -> Table:
    evaluation, way = kind
    known = [name for name in OTHERS if any((*kind, depth, name) in groups for depth in at)]
    columns = ["depth", "positions", "PVS: nodes"]
    columns += [f"{DRIVERS[name]}: {cost}" for name in known for cost in ("nodes", "time")]
    columns.append("MTD(f): probes")
    rows = []
    for depth in at:
        ratios = [
            shown(_against(groups, kind, depth, name, cost))
            for name in known
            for cost in ("nodes", "seconds")
        ]
        probes = shown(mean(groups.get((*kind, depth, "mtdf"), ()), "probes"), ".1f")
        standard = groups.get((*kind, depth, STANDARD), ())
        others = (groups.get((*kind, depth, name), ()) for name in known)
        count = counted_rows(standard, *others)
        rows.append([str(depth), count, total_nodes(standard), *ratios, probes])
    title = f"{evaluation}, {WAYS[str(way)]}: nodes and time by those of PVS"
    return Table(title, columns, rows)


def _plot(groups: Groups, at: dict[_Kind, list[int]], cost: str, title: str) -> Plot:
    lines = [
        series(
            f"{kind[0]}, {kind[1]}",
            [(depth, _against(groups, kind, depth, "mtdf", cost)) for depth in known],
        )
        for kind, known in at.items()
    ]
    label = "nodes, MTD(f) by PVS" if cost == "nodes" else "seconds, MTD(f) by PVS"
    return Plot(title, "depth in plies", label, lines, log_y=True, reference=1)


def _crossovers(groups: Groups, at: dict[_Kind, list[int]]) -> str:
    """From which depth on MTD(f) enters fewer nodes, for each evaluation and way.

    Of depths of all positions: the interval of a few is too wide to tell.
    """
    lines = ["From which depth of all positions on MTD(f) enters fewer nodes than PVS:", ""]
    for kind, known in at.items():
        found = [_against(groups, kind, depth, "mtdf", "nodes") for depth in known]
        first = len(known)
        while first and (last := found[first - 1]) is not None and last.below(1):
            first -= 1
        told = f"from depth {known[first]} on" if first < len(known) else "not at the deepest"
        lines.append(f"- {kind[0]}, {WAYS[str(kind[1])]}: {told}")
    return "\n".join(lines)


def _deeper(groups: Groups, at: dict[_Kind, list[int]], judged_at: dict[_Kind, int]) -> list[str]:
    return deeper_remark(
        f"{time} of the time of PVS on {kind[0]}, {WAYS[str(kind[1])]}, to depth {depth} "
        f"(n = {time.n})"
        for kind, known in at.items()
        for depth in known
        if depth > judged_at[kind]
        if (time := _against(groups, kind, depth, "mtdf", "seconds")) is not None
    )


def _verdict(groups: Groups, judged_at: dict[_Kind, int]) -> Verdict:
    times = {
        kind: time
        for kind, depth in judged_at.items()
        if (time := _against(groups, kind, depth, "mtdf", "seconds")) is not None
    }
    played = [time for (_, way), time in times.items() if way == DEEPENING]
    somewhere = [
        _against(groups, kind, judged_at[kind], "mtdf", "seconds", len(times)) for kind in times
    ]
    answer = judged(
        bool(played) and all(time.mean <= NEARLY and time.below(1) for time in played),
        any(time is not None and time.below(1) for time in somewhere),
        [*(times.get(kind) for kind in judged_at), *somewhere],
    )
    parts = "; ".join(
        f"{WAYS[way]} "
        + ", ".join(
            f"{time} on {kind[0]} to depth {judged_at[kind]}"
            for kind, time in times.items()
            if kind[1] == way
        )
        for way in WAYS
        if any(kind[1] == way for kind in times)
    )
    sentence = (
        f"MTD(f) takes of the time of PVS, {in_positions(times.values())}, "
        f"{parts or 'an unknown share'} (claimed: {CLAIMED})."
    )
    shares = ", ".join(
        f"{time.mean:.2f} on {kind[0]}" for kind, time in times.items() if kind[1] == DEEPENING
    )
    short = f"With deepening MTD(f) takes of the time of PVS {shares or 'an unknown share'}."
    return Verdict(answer, sentence, short)


EXPERIMENT: Final = Experiment(
    name="drivers",
    title="MTD(f), PVS, aspiration and full windows",
    claim="MTD(f), with a good transposition table, is about 20 % faster than PVS.",
    source="the PVS article, section 7",
    method=f"{ENGINE_SEARCHES}\n\n"
    "The engine's four drivers, on the articles' evaluations and on ours, with the engine's "
    f"order of moves. {STEPPED} Each iteration guesses the value of the one before, and costs are "
    f"those of all iterations to the depth; straight to the depth the guess is 0. To depth "
    f"{DEEPEST[PATTERNS]} on our evaluation, {DEEPEST['mtdf-article']} on the articles', "
    f"{DEEPEST_STRAIGHT} straight, with full windows {DEEPEST_WIDE[DEEPENING]} and "
    f"{DEEPEST_WIDE[STRAIGHT]} straight; the greatest depth of each in the first "
    f"{DEEP_POSITIONS} positions only.",
    rule="It holds if at the greatest depth of all positions MTD(f) with deepening takes at most "
    f"{NEARLY} of the time of PVS on every evaluation, the whole interval below 1; under "
    "conditions if on one, in one of the ways, the whole interval, corrected for their number, "
    "is below 1.",
    minutes=20,
    columns={
        "evaluation": str,
        "position": int,
        "way": str,
        "driver": str,
        **COSTS,
    },
    units=units,
    conclude=conclude,
    timed=True,
    sampled=sampled,
    positions=POSITIONS,
    deepest=max(DEEPEST.values()),
)
