"""Nodes against the minimal tree; moves a position; how deep the articles' searches get."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import fmean
from typing import Final

from outflank.board.position import Position
from outflank.lab.experiments.costs import EMPTIES as ROOT_EMPTIES
from outflank.lab.experiments.costs import position_units
from outflank.lab.experiments.estimates import (
    NOT_NEGATIVE,
    Estimate,
    geometric,
    interval,
    ratio,
)
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
from outflank.lab.experiments.rows import Groups, depths, group, number, numbers, pairs
from outflank.lab.experiments.telling import (
    TEXTBOOK_SEARCHES,
    UNKNOWN,
    answer_of,
    brief,
    counted,
    counted_rows,
    enough,
    in_positions,
    mean,
    sampled,
    series,
    shared_depth,
    shown,
    told,
    total_nodes,
)
from outflank.lab.experiments.textbook import EVALUATIONS, array_for, settings_of
from outflank.lab.samples import sample
from outflank.textbook import Ordering, Result, alphabeta, iterative_mtdf, minimax, pvs
from outflank.textbook import Table as Transpositions

MOVES: Final = "moves"
MINIMAX, PLAIN, ORDERED, PVS, MTDF = (
    "minimax",
    "alpha-beta, no ordering",
    "alpha-beta, ordered",
    "PVS with table",
    "MTD(f) with table",
)

Search = Callable[[str, Position, int], Result]


def _minimax(evaluation: str, position: Position, depth: int) -> Result:
    return minimax(position, depth, settings_of(evaluation))


def _plain(evaluation: str, position: Position, depth: int) -> Result:
    settings = settings_of(evaluation, ordering=Ordering.NONE)
    return alphabeta(position, depth, settings, Transpositions.none())


def _ordered(evaluation: str, position: Position, depth: int) -> Result:
    return alphabeta(position, depth, settings_of(evaluation), Transpositions.none())


def _pvs(evaluation: str, position: Position, depth: int) -> Result:
    return pvs(position, depth, settings_of(evaluation), array_for(depth))


def _mtdf(evaluation: str, position: Position, depth: int) -> Result:
    return iterative_mtdf(position, depth, settings_of(evaluation), array_for(depth))


#: Searches, and how deep each goes from every position.
SEARCHES: Final[Mapping[str, tuple[Search, int]]] = {
    MINIMAX: (_minimax, 5),
    PLAIN: (_plain, 7),
    ORDERED: (_ordered, 8),
    PVS: (_pvs, 8),
    MTDF: (_mtdf, 8),
}
SHALLOWEST: Final = 2

#: The search that shows how deep one gets, from the first few positions.
DEEP_SEARCH, DEEP_EVALUATION = PVS, "pvs-article"
DEEP_POSITIONS, DEEPEST = 12, 12

#: Stages whose moves are counted, and from how many positions.
EMPTIES: Final = (55, 50, 45, 40, 35, 30, 25, 20, 15, 10, 5)
POSITIONS: Final = 200

#: What is claimed: moves a position, and plies that can be searched; seconds for a move.
CLAIMED_MOVES, CLAIMED_PLIES = 10, 12
TOLERANCE: Final = 2
SECONDS: Final = 10.0

#: The least time that is reckoned with, in seconds; and that from which a longer one is reckoned.
TICK: Final = 1e-9
LEAST_SECONDS: Final = 0.01

#: The minimal tree is reached if no more than so many times its nodes are visited.
NEAR: Final = 4.0


def units(plan: Plan) -> Sequence[Unit]:
    """The moves by stage, then one for each position and evaluation."""
    stages = [Unit(f"moves {empties}", partial(_count, plan, empties)) for empties in EMPTIES]
    return stages + position_units(plan, partial(_measure, plan), EVALUATIONS)


def _count(plan: Plan, empties: int) -> Iterator[Row]:
    """How many moves there are at a stage."""
    for at, position in enumerate(sample(empties, plan.at_most(POSITIONS), plan.games)):
        yield {
            "evaluation": None,
            "position": at,
            "search": MOVES,
            "depth": empties,
            "nodes": position.legal_mask.bit_count(),
            "seconds": None,
        }


def _measure(plan: Plan, evaluation: str, at: int, position: Position) -> Iterator[Row]:
    for name, (search, deepest) in SEARCHES.items():
        few = at < DEEP_POSITIONS and (name, evaluation) == (DEEP_SEARCH, DEEP_EVALUATION)
        for depth in plan.depths(SHALLOWEST, DEEPEST if few else deepest):
            if name == MTDF and depth % 2:
                continue
            found = search(evaluation, position, depth)
            yield {
                "evaluation": evaluation,
                "position": at,
                "search": name,
                "depth": depth,
                "nodes": found.nodes,
                "seconds": found.seconds,
            }


def minimal_nodes(branching: float, depth: int) -> float:
    """Nodes of the minimal tree, the root to the leaves.

    D. Knuth and R. Moore, "An analysis of alpha-beta pruning", Artificial Intelligence 6,
    1975: b**ceil(k/2) + b**floor(k/2) - 1 positions k plies down must be visited.

    >>> minimal_nodes(10, 2)
    30.0
    """
    return math.fsum(
        branching ** math.ceil(k / 2) + branching ** (k // 2) - 1 for k in range(depth + 1)
    )


def conclude(rows: Sequence[Row]) -> Findings:
    """Moves by stage, nodes by the minimal tree's, and depth by time."""
    searched = [row for row in rows if row["search"] != MOVES]
    stages = group([row for row in rows if row["search"] == MOVES], "depth")
    tables = [_moves_table(stages)] if stages else []
    by_name = group(searched, "evaluation")
    tables += [_table(str(name), of) for (name,), of in by_name.items()]
    plots = [_plot(str(name), of) for (name,), of in by_name.items()]
    deep = _deep(searched)
    tables += [_time_table(deep)] if deep else []
    return Findings(_verdict(stages, searched), tables, plots, REMARKS)


REMARKS: Final = (
    "The branching of a position is the mean over its tree: the growth of minimax from depth 4 to "
    "5, or between the two deepest depths that were searched. The minimal tree is Knuth and "
    "Moore's for that branching, the same everywhere. Real trees are not: the lines that searches "
    "follow are those with few moves, and a table finds transpositions, so that fewer may be "
    "visited.",
    f"Seconds for a depth are geometric means; {SECONDS:g} seconds is what a move may take. One "
    "ply beyond the measured depths is reckoned with the growth of the last two, where those take "
    "long enough to be measured; more is not known.",
)


def _branching(rows: Sequence[Row]) -> dict[object, float]:
    """By position: how many times as many nodes minimax has one ply deeper."""
    found: dict[object, float] = {}
    for (at,), of in group([row for row in rows if row["search"] == MINIMAX], "position").items():
        nodes = {int(number(row, "depth")): number(row, "nodes") for row in of}
        levels = {d: n - nodes.get(d - 1, 0) for d, n in nodes.items() if d - 1 in nodes}
        last = max(levels, default=0)
        if last - 1 in levels and levels[last - 1] > 0:
            found[at] = levels[last] / levels[last - 1]
    return found


def _times_minimal(rows: Sequence[Row], search: str, depth: int) -> Estimate | None:
    """Nodes by those of the minimal tree of each position; a geometric mean."""
    branching = _branching(rows)
    found = [
        (number(row, "nodes"), minimal_nodes(branching[row["position"]], depth))
        for row in rows
        if (row["search"], row["depth"]) == (search, depth) and row["position"] in branching
    ]
    return ratio(found) if found else None


def _moves_table(stages: Groups) -> Table:
    lines = [
        [str(empties), counted_rows(of), shown(mean(of, "nodes"), ".1f")]
        for (empties,), of in stages.items()
    ]
    return Table("Moves of a position", ("empties", "positions", "moves"), lines)


def _moves(stages: Groups) -> Estimate | None:
    """Moves a position; each number of a position stands for one game at all its stages."""
    counted_moves = [row for of in stages.values() for row in of]
    games = [fmean(numbers(of, "nodes")) for of in group(counted_moves, "position").values()]
    return interval(games, bounds=NOT_NEGATIVE) if games else None


def _table(evaluation: str, rows: Sequence[Row]) -> Table:
    searches = [name for name in SEARCHES if any(row["search"] == name for row in rows)]
    lines = [
        [str(depth), counted(found), *map(shown, found)]
        for depth in depths(rows)
        for found in [[_times_minimal(rows, name, depth) for name in searches]]
    ]
    title = f"{evaluation}: nodes by those of the minimal tree"
    return Table(title, ("depth", "positions", *searches), lines)


def _plot(evaluation: str, rows: Sequence[Row]) -> Plot:
    return Plot(
        f"{evaluation}: nodes by those of the minimal tree",
        "depth in plies",
        "nodes, by the minimal tree",
        [
            series(name, [(d, _times_minimal(rows, name, d)) for d in depths(of)])
            for (search,), of in group(rows, "search").items()
            for name in [str(search)]
        ],
        log_y=True,
        reference=1,
    )


def _deep(rows: Sequence[Row]) -> list[Row]:
    """The rows of the search that shows how deep one gets, of positions that went all the way."""
    own = [r for r in rows if (r["search"], r["evaluation"]) == (DEEP_SEARCH, DEEP_EVALUATION)]
    if not own:
        return []
    deepest = max(number(row, "depth") for row in own)
    all_the_way = {row["position"] for row in own if row["depth"] == deepest}
    return [row for row in own if row["position"] in all_the_way]


def _seconds(rows: Sequence[Row]) -> dict[int, Estimate]:
    """Geometric means by depth."""
    return {
        int(number(of[0], "depth")): geometric([max(number(row, "seconds"), TICK) for row in of])
        for of in group(rows, "depth").values()
    }


def _time_table(rows: Sequence[Row]) -> Table:
    seconds = _seconds(rows)
    lines = [
        [
            str(depth),
            str(time.n),
            total_nodes([r for r in rows if r["depth"] == depth]),
            f"{time:.4f}",
        ]
        for depth, time in sorted(seconds.items())
    ]
    title = f"{DEEP_SEARCH} on {DEEP_EVALUATION}: how deep in what time"
    return Table(title, ("depth", "positions", "nodes", "seconds"), lines)


@dataclass(frozen=True, slots=True)
class Reach:
    """How deep a search gets within the seconds of a move.

    Attributes:
        plies: the greatest depth that it is known to reach.
        ends: True if the next one is known to be too deep; else how many more there are is not.
    """

    plies: int
    ends: bool

    def __str__(self) -> str:
        return f"{self.plies} plies" if self.ends else f"at least {self.plies} plies"


def _reachable(rows: Sequence[Row], end: Callable[[Estimate], float]) -> Reach | None:
    """The deepest search within the seconds of a move; None if nothing is known.

    Args:
        rows: of one search, on the same positions at every depth.
        end: what is taken of the estimates of seconds and of their growth, such as the slow end.
    """
    seconds = {depth: end(time) for depth, time in _seconds(rows).items()}
    if not seconds:
        return None
    last = max(seconds)
    if seconds[last] > SECONDS:
        return Reach(max((d for d, time in seconds.items() if time <= SECONDS), default=0), True)
    if seconds.get(last - 2, 0.0) < LEAST_SECONDS or last == ROOT_EMPTIES:
        return Reach(last, last == ROOT_EMPTIES)
    longest, before = ([row for row in rows if row["depth"] == d] for d in (last, last - 2))
    growth = math.sqrt(end(ratio(pairs(longest, before, "seconds"))))
    if seconds[last] * growth > SECONDS:
        return Reach(last, True)
    return Reach(last + 1, False)


def _is_known(reach: Reach | None, rows: Sequence[Row]) -> bool:
    """True if enough was measured to tell whether the claimed depth is reached."""
    return (
        reach is not None
        and (reach.ends or reach.plies >= CLAIMED_PLIES)
        and enough(_seconds(rows).values(), DEEP_POSITIONS)
    )


def _verdict(stages: Groups, rows: Sequence[Row]) -> Verdict:
    moves = _moves(stages)
    deep = _deep(rows)
    reached = _reachable(deep, lambda seconds: seconds.mean)
    surely = _reachable(deep, lambda seconds: seconds.ends[1])
    by_name = {str(name): of for (name,), of in group(rows, "evaluation").items()}
    at = {
        name: shared_depth([row for row in of if row["search"] == ORDERED])
        for name, of in by_name.items()
    }
    trees = {name: _times_minimal(of, ORDERED, at[name]) for name, of in by_name.items()}
    answer = answer_of(
        moves is not None and moves.within(CLAIMED_MOVES - TOLERANCE, CLAIMED_MOVES + TOLERANCE),
        surely is not None and surely.plies >= CLAIMED_PLIES,
        bool(trees) and all(tree is not None and tree.below(NEAR) for tree in trees.values()),
        deciding=[moves, *(trees.values() or UNKNOWN)],
    )
    if not _is_known(surely, deep):
        answer = Answer.UNDECIDED
    parts = ", ".join(f"{told(trees[name])} on {name} at depth {at[name]}" for name in trees)
    depth = "an unknown depth" if reached is None else str(reached)
    slow = "" if surely is None else f", by the slow end of the interval {surely}"
    sentence = (
        f"The games have {told(moves, '.1f')} moves a position; ordered alpha-beta visits, by the "
        f"minimal tree, {in_positions(trees.values())}, {parts or 'an unknown number of nodes'}; "
        f"PVS on the PVS article's evaluation reaches {depth} in {SECONDS:g} seconds "
        f"(n = {len(group(deep, 'position'))}{slow}; claimed: 12 to 15)."
    )
    times = ", ".join(f"{brief(trees[name], '.1f')} on {name}" for name in trees)
    short = (
        f"{brief(moves, '.1f')} moves a position; ordered alpha-beta visits, by the minimal tree, "
        f"{times or 'unknown nodes'}; {depth} in {SECONDS:g} seconds."
    )
    return Verdict(answer, sentence, short)


def _sampled(rows: Sequence[Row], games: str) -> str:
    searched = [row for row in rows if row["search"] != MOVES]
    return sampled(searched or rows, games)


EXPERIMENT: Final = Experiment(
    name="minimal-tree",
    title="The minimal tree, and how deep one gets",
    claim="A position has about 10 moves and 12 to 15 plies can be searched in time; with the best "
    "move first alpha-beta visits on the order of b^(d/2) positions.",
    source="both articles: the PVS article, its beginning and section 6; the MTD(f) article, "
    "section 5",
    method=f"{TEXTBOOK_SEARCHES}\n\n"
    "Minimax, alpha-beta without and with the article's ordering (no table), PVS and MTD(f) with "
    "an array table, on both articles' evaluations, next to the minimal tree of each position's "
    f"own branching. PVS on the PVS article's evaluation goes from the first {DEEP_POSITIONS} "
    f"positions to depth {DEEPEST}. Moves are counted in other positions, as many each, of "
    f"{', '.join(map(str, EMPTIES))} empties.",
    rule=f"It holds if a position has {CLAIMED_MOVES} moves, give or take {TOLERANCE}, at least "
    f"{CLAIMED_PLIES} plies are searched in {SECONDS:g} seconds, and ordered alpha-beta is within "
    f"{NEAR:g} times the minimal tree at its greatest depth on both evaluations, each by the whole "
    "interval; under conditions if one or two of the three are so.",
    minutes=4,
    columns={
        "evaluation": str,
        "position": int,
        "search": str,
        "depth": int,
        "nodes": int,
        "seconds": float,
    },
    units=units,
    conclude=conclude,
    timed=True,
    sampled=_sampled,
    positions=POSITIONS,
    deepest=DEEPEST,
)
