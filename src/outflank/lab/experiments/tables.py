"""Tables of the textbook: none, hash map, arrays of every size, kind of replacement, comparison."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Final

from outflank.board.position import Position
from outflank.lab.experiments.costs import POSITIONS, position_units
from outflank.lab.experiments.estimates import Estimate, share
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
from outflank.lab.experiments.rows import Groups, depths, group, pairs
from outflank.lab.experiments.telling import (
    TEXTBOOK_SEARCHES,
    UNKNOWN,
    answer_of,
    brief,
    compared,
    counted_rows,
    deeper_depths,
    deeper_remark,
    in_positions,
    is_claimed,
    sampled,
    series,
    shared_depth,
    shown,
    told,
    total_nodes,
)
from outflank.lab.experiments.textbook import EVALUATIONS, array_of, settings_of
from outflank.textbook import Fault, Kind, Replacement, Result, Settings, iterative_mtdf, pvs
from outflank.textbook import Table as Transpositions

PVS, MTDF = "pvs", "mtdf"
#: Each article's search on its evaluation.
SEARCHES: Final = {"mtdf-article": MTDF, "pvs-article": PVS}


@dataclass(frozen=True, slots=True)
class Case:
    """A table.

    Attributes:
        name: in rows, tables and plots.
        kind: none, hash map or array.
        bits: entries of an array, as a power of two.
        replacement: of an array.
        whole: whole positions are compared; else the key alone.
    """

    name: str
    kind: Kind
    bits: int = 0
    replacement: Replacement = Replacement.DEEPER
    whole: bool = True

    def empty(self) -> Transpositions:
        """The table, emptied."""
        if self.kind is Kind.ARRAY:
            return array_of(self.bits, self.replacement)
        return _hash_map() if self.kind is Kind.HASH_MAP else Transpositions.none()


@cache
def _grown() -> Transpositions:
    return Transpositions.hash_map()


def _hash_map() -> Transpositions:
    """An empty map that keeps the size to which searches have made it grow."""
    table = _grown()
    table.clear()
    return table


LARGEST, SMALL = 20, 12
NONE: Final = Case("none", Kind.NONE)
HASH_MAP: Final = Case("hash map", Kind.HASH_MAP)
ARRAY: Final = Case(f"array of 2^{LARGEST}", Kind.ARRAY, LARGEST)
#: Those that race for time, to the greatest depth.
KINDS: Final = (NONE, HASH_MAP, ARRAY)
SIZES: Final = tuple(
    Case(f"array of 2^{bits}", Kind.ARRAY, bits) for bits in (10, SMALL, 14, 16, 18)
)
REPLACEMENTS: Final = tuple(
    Case(f"array of 2^{bits}, {replacement}", Kind.ARRAY, bits, replacement)
    for bits in (10, SMALL)
    for replacement in Replacement
    if replacement is not Replacement.DEEPER
)
KEY_ONLY: Final = Case(f"array of 2^{LARGEST}, keys alone", Kind.ARRAY, LARGEST, whole=False)
CASES: Final = {case.name: case for case in (*KINDS, *SIZES, *REPLACEMENTS, KEY_ONLY)}

#: Depths of all tables, and from the first positions.
SHALLOWEST, DEEPEST = 4, 6
DEEP_POSITIONS, DEEPEST_OF_FEW, DEEPEST_OF_KINDS = 30, 8, 10

#: The share of nodes that a table leaves, as claimed, and how far its interval may go beyond;
#: and where the array begins to win.
CLAIMED: Final = (0.5, 0.6)
SLACK: Final = 0.05
WINS_FROM: Final = 9


def units(plan: Plan) -> Sequence[Unit]:
    """One for each position and evaluation."""
    return position_units(plan, partial(_measure, plan), EVALUATIONS)


def _measure(plan: Plan, evaluation: str, at: int, position: Position) -> Iterator[Row]:
    few = at < DEEP_POSITIONS
    for case in CASES.values():
        deepest = DEEPEST_OF_FEW if few else DEEPEST
        if few and case in KINDS:
            deepest = DEEPEST_OF_KINDS
        faults = Fault(0) if case.whole else Fault.KEY_ONLY_COMPARED
        settings = settings_of(evaluation, faults=faults)
        for depth in plan.depths(SHALLOWEST, deepest):
            found = _searched(case, settings, evaluation, position, depth)
            which: dict[str, Cell] = {"evaluation": evaluation, "position": at}
            yield {
                **which,
                "table": case.name,
                "depth": depth,
                "score": found.score,
                "nodes": found.nodes,
                "seconds": found.seconds,
            }


def _searched(
    case: Case, settings: Settings, evaluation: str, position: Position, depth: int
) -> Result:
    search = iterative_mtdf if SEARCHES[evaluation] == MTDF else pvs
    found = search(position, depth, settings, case.empty())
    if case.kind is not Kind.HASH_MAP:
        return found
    # Growing costs a search from the start; on a map that has grown the time is the search's.
    again = search(position, depth, settings, case.empty())
    return replace(found, seconds=min(found.seconds, again.seconds))


def conclude(rows: Sequence[Row]) -> Findings:
    """Nodes and time by those without a table, and whether the values are the same."""
    groups = group(rows, "evaluation", "table", "depth")
    measured = [str(name) for (name,) in group(rows, "evaluation")]
    tables = [
        _table(groups, evaluation, depth)
        for evaluation in measured
        for depth in _table_depths([r for r in rows if r["evaluation"] == evaluation])
    ]
    plots = [
        *(_plot(groups, evaluation, rows, "nodes") for evaluation in measured),
        _race(groups, measured, rows),
    ]
    at = {name: shared_depth(*_of_kinds(rows, name)) for name in measured}
    remarks = (*REMARKS, _key_remark(groups, measured, rows), *_deeper(groups, at, rows))
    return Findings(_verdict(groups, at, rows), tables, plots, remarks)


def _of_kinds(rows: Sequence[Row], evaluation: str) -> list[list[Row]]:
    """The rows with the array, and those without a table."""
    return [groups_of(rows, evaluation, case) for case in (NONE, ARRAY)]


def _deeper(groups: Groups, at: dict[str, int], rows: Sequence[Row]) -> list[str]:
    """What the table leaves at depths that few positions were searched to."""
    return deeper_remark(
        f"{left} of the nodes on {name} to depth {depth} (n = {left.n})"
        for name, judged_at in at.items()
        for depth in deeper_depths(groups_of(rows, name, ARRAY), judged_at)
        if (left := _against(groups, name, ARRAY, NONE, depth, "nodes")) is not None
    )


REMARKS: Final = (
    f"The greater depths were searched from the first {DEEP_POSITIONS} positions only. The hash "
    "map is ours, open addressing over rows of numbers; a Java HashMap makes an object for each "
    "entry and is slower.",
    "Of two positions that want one place the deeper one keeps it, unless “later” or “earlier” "
    "is said; “two-tier” gives a place two rows, one for the deeper and one for whatever comes.",
)


def _table_depths(rows: Sequence[Row]) -> list[int]:
    """The greatest depth of every stage of the measurement."""
    found = depths(rows)
    return sorted({d for d in (DEEPEST, DEEPEST_OF_FEW, found[-1]) if d in found})


def _against(
    groups: Groups, evaluation: str, case: Case, other: Case, depth: int, cost: str
) -> Estimate | None:
    base = groups.get((evaluation, other.name, depth), ())
    return compared(groups.get((evaluation, case.name, depth), ()), base, cost)


def _table(groups: Groups, evaluation: str, depth: int) -> Table:
    lines = [
        [
            case.name,
            counted_rows(groups[evaluation, case.name, depth]),
            total_nodes(groups[evaluation, case.name, depth]),
            shown(_against(groups, evaluation, case, NONE, depth, "nodes")),
            shown(_against(groups, evaluation, case, NONE, depth, "seconds")),
        ]
        for case in CASES.values()
        if (evaluation, case.name, depth) in groups
    ]
    columns = ("table", "positions", "nodes", "nodes, by those without", "time, by that without")
    return Table(f"{evaluation}, {SEARCHES[evaluation]} to depth {depth}", columns, lines)


def _plot(groups: Groups, evaluation: str, rows: Sequence[Row], cost: str) -> Plot:
    at = depths([row for row in rows if row["evaluation"] == evaluation])
    cases = [HASH_MAP, *SIZES, ARRAY]
    return Plot(
        f"{evaluation}: {cost} of {SEARCHES[evaluation]} by those without a table",
        "depth in plies",
        f"{cost}, by those without a table",
        [
            series(
                case.name,
                [(d, _against(groups, evaluation, case, NONE, d, cost)) for d in at],
            )
            for case in cases
        ],
        log_y=True,
        reference=1,
    )


def _race(groups: Groups, measured: Sequence[str], rows: Sequence[Row]) -> Plot:
    return Plot(
        "Time on an array by that on a hash map: below 1 the array is faster",
        "depth in plies",
        "time, array by hash map",
        [
            series(
                name,
                [
                    (d, _against(groups, name, ARRAY, HASH_MAP, d, "seconds"))
                    for d in depths([row for row in rows if row["evaluation"] == name])
                ],
            )
            for name in measured
        ],
        log_y=True,
        reference=1,
    )


def _key_remark(groups: Groups, measured: Sequence[str], rows: Sequence[Row]) -> str:
    """What it costs to compare whole positions."""
    parts = []
    for name in measured:
        at = max(depths(groups_of(rows, name, KEY_ONLY)), default=0)
        time = _against(groups, name, ARRAY, KEY_ONLY, at, "seconds")
        if time is not None:
            parts.append(f"{time} on {name} to depth {at}")
    return (
        "Comparing the whole position instead of its key takes, by the time with keys alone, "
        f"{', '.join(parts) or 'an unknown time'}."
    )


def groups_of(rows: Sequence[Row], evaluation: str, case: Case) -> list[Row]:
    """The rows of one table on one evaluation."""
    return [r for r in rows if r["evaluation"] == evaluation and r["table"] == case.name]


def _same_values(groups: Groups, measured: Sequence[str]) -> tuple[int, int]:
    """Searches of MTD(f) without a table that found the value found with one, and all of them."""
    found = [
        pair
        for (evaluation, table, depth), without in groups.items()
        if evaluation in measured and table == NONE.name and SEARCHES[str(evaluation)] == MTDF
        for pair in pairs(without, groups.get((evaluation, ARRAY.name, depth), ()), "score")
    ]
    return sum(one == other for one, other in found), len(found)


def _verdict(groups: Groups, at: dict[str, int], rows: Sequence[Row]) -> Verdict:
    left = {n: _against(groups, n, ARRAY, NONE, d, "nodes") for n, d in at.items()}
    race = {
        name: {
            depth: time
            for depth in depths(groups_of(rows, name, HASH_MAP))
            if (time := _against(groups, name, ARRAY, HASH_MAP, depth, "seconds")) is not None
        }
        for name in at
    }
    same, total = _same_values(groups, list(at))
    saves = bool(left) and all(is_claimed(one, CLAIMED, SLACK) for one in left.values())
    values = share(same, total) if total else None
    answer = answer_of(
        saves,
        same < total,
        _wins_as_claimed(race),
        deciding=[*left.values(), values, *(_late(race) or UNKNOWN)],
    )
    nodes = ", ".join(f"{told(left[name])} on {name} to depth {at[name]}" for name in at)
    times = "; ".join(
        f"{name} "
        + ", ".join(f"{time} at depth {depth} (n = {time.n})" for depth, time in found.items())
        for name, found in race.items()
    )
    sentence = (
        f"A table leaves of the nodes, {in_positions(left.values())}, {nodes} (claimed: 0.5 to "
        f"0.6); {_told_values(same, total)}; and the array takes, by the time of the hash map, on "
        f"{times} (claimed: less from depth {WINS_FROM} on)."
    )
    shares = ", ".join(f"{brief(left[name])} on {name}" for name in at)
    short = (
        f"A table leaves of the nodes {shares or 'an unknown share'}; MTD(f) without one finds the "
        f"same value in {same} of {total} searches."
    )
    return Verdict(answer, sentence, short)


def _told_values(same: int, total: int) -> str:
    """Whether MTD(f) needs a table for its values."""
    if not total:
        return "whether MTD(f) needs one was not measured"
    values = f"the same value in {same} of {total} searches, {share(same, total):.1%}"
    if same == total:
        return f"MTD(f) without one finds {values}, and so needs it for speed alone"
    return f"MTD(f) without one finds {values}, and so needs it for right values"


def _late(race: dict[str, dict[int, Estimate]]) -> list[Estimate]:
    """Times of the array by those of the map from the claimed depth on."""
    return [t for found in race.values() for d, t in found.items() if d >= WINS_FROM]


def _wins_as_claimed(race: dict[str, dict[int, Estimate]]) -> bool:
    """True if the array is faster from the claimed depth on, as far as was measured."""
    late = _late(race)
    return bool(late) and all(time.below(1) for time in late)


EXPERIMENT: Final = Experiment(
    name="tables",
    title="Tables: none, hash map, arrays",
    claim="A table leaves 50 to 60 % of the nodes; for MTD(f) it is no optimisation but necessary "
    "for right values; an array beats a hash map from depth 9 on, where the map takes half the "
    "time.",
    source="both articles: the PVS article, section 6; the MTD(f) article, sections 4 and 8",
    method=f"{TEXTBOOK_SEARCHES}\n\n"
    "Each article's search on its evaluation with its ordering: PVS, and MTD(f) deepening by two "
    "plies with all iterations counted. Tables: none, a hash map that never forgets, arrays of "
    f"2^10 to 2^{LARGEST} entries, four ways to replace on small ones, and entries that are known "
    f"by the key alone (the articles' fault 5). Depths {SHALLOWEST} to {DEEPEST}, from the first "
    f"{DEEP_POSITIONS} positions to {DEEPEST_OF_FEW}, and to {DEEPEST_OF_KINDS} for none, hash map "
    "and the largest array. Tables are made, grown and emptied before the clock starts.",
    rule=f"It holds if the table leaves {CLAIMED[0]} to {CLAIMED[1]} of the nodes at the greatest "
    f"depth of all positions on both evaluations, its interval no more than {SLACK} beyond; if "
    "MTD(f) without one finds another value somewhere; and if the array takes less time at every "
    f"depth from {WINS_FROM} on, by the whole interval; under conditions if one or two of the "
    "three are so.",
    minutes=5,
    columns={
        "evaluation": str,
        "position": int,
        "table": str,
        "depth": int,
        "score": int,
        "nodes": int,
        "seconds": float,
    },
    units=units,
    conclude=conclude,
    timed=True,
    sampled=sampled,
    positions=POSITIONS,
    deepest=DEEPEST_OF_KINDS,
)
