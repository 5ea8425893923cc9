"""Selective search by the numbers of the ordering, next to Multi-ProbCut at equal savings."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Final

from outflank.board.position import Position
from outflank.board.score import PROVED
from outflank.engine.limit import SELECTIVITIES
from outflank.evaluation.evaluators import PATTERNS
from outflank.lab.experiments.costs import POSITIONS, position_units
from outflank.lab.experiments.estimates import (
    NOT_NEGATIVE,
    Estimate,
    geometric,
    interval,
    share,
)
from outflank.lab.experiments.experiment import (
    Experiment,
    Findings,
    Plan,
    Plot,
    Row,
    Series,
    Table,
    Unit,
    Verdict,
)
from outflank.lab.experiments.rows import group, number, numbers, pairs, quotients
from outflank.lab.experiments.telling import (
    TEXTBOOK_SEARCHES,
    UNKNOWN,
    brief,
    counted,
    deeper_remark,
    in_positions,
    is_claimed,
    judged,
    sampled,
    shared_depth,
)
from outflank.lab.experiments.textbook import EVALUATIONS, settings_of
from outflank.lab.searching import searcher, summed
from outflank.textbook import Selection, pvs
from outflank.textbook import Table as Transpositions

#: Margins by article: their orderings have numbers of different size.
MARGINS: Final = {
    "mtdf-article": (2, 4, 8, 12, 16, 24),
    "pvs-article": (25, 50, 100, 150, 250, 400),
}
#: Plies that poor moves lose: two, or all, so that they are only evaluated.
REDUCTIONS: Final = (2, 60)

#: Depths of the textbook, from all positions and from the first few; depths of the engine.
DEPTH, DEPTH_OF_FEW = 6, 8
DEEP_POSITIONS: Final = 100
ENGINE_DEPTHS: Final = (8, 12, 4)

FULL: Final = "full width"

#: “A large gain in speed”: nodes left; “a tiny bit of precision”: mean error in standard
#: deviations of the values over the positions. And what is some gain.
LARGE: Final = 0.5
SOME: Final = 0.8
TINY: Final = 0.1
#: How far the interval of a tiny error may go beyond where it is told.
SLACK: Final = 0.02

COLUMNS: Final = ("search", "positions", "nodes, by full width", "error", "other moves")


def units(plan: Plan) -> Sequence[Unit]:
    """One for each position and evaluation."""
    return position_units(plan, partial(_measure, plan), (*EVALUATIONS, PATTERNS))


def _measure(plan: Plan, evaluation: str, at: int, position: Position) -> Iterator[Row]:
    if evaluation == PATTERNS:
        rows = _engine(plan, position)
    else:
        rows = _textbook(plan, evaluation, at, position)
    for row in rows:
        yield {"evaluation": evaluation, "position": at, **row}


def selections(evaluation: str) -> dict[str, Selection | None]:
    """Names of searches, and what each leaves out."""
    named: dict[str, Selection | None] = {FULL: None}
    for plies, margin in product(REDUCTIONS, MARGINS[evaluation]):
        less = "evaluated only" if plies == max(REDUCTIONS) else f"{plies} plies less"
        named[f"margin {margin}, {less}"] = Selection(margin, plies)
    return named


def _textbook(plan: Plan, evaluation: str, at: int, position: Position) -> Iterator[Row]:
    wanted = plan.depths(DEPTH, DEPTH_OF_FEW if at < DEEP_POSITIONS else DEPTH, 2)
    for name, selection in selections(evaluation).items():
        settings = settings_of(evaluation, selection=selection)
        for depth in wanted or (plan.deepest or DEPTH,):
            found = pvs(position, depth, settings, Transpositions.none())
            yield {
                "search": name,
                "depth": depth,
                "value": found.score,
                "move": str(found.best),
                "nodes": found.nodes,
            }


def _engine(plan: Plan, position: Position) -> Iterator[Row]:
    wanted = plan.depths(*ENGINE_DEPTHS) or (plan.deepest or 1,)
    for sure in sorted(SELECTIVITIES, reverse=True):
        costs = summed(searcher(PATTERNS).deepen(position, wanted[-1], selectivity=sure))
        for cost in costs:
            if cost.depth in wanted:
                yield {
                    "search": FULL if sure == PROVED else f"Multi-ProbCut {sure} %",
                    "depth": cost.depth,
                    "value": cost.value,
                    "move": str(cost.move),
                    "nodes": cost.nodes,
                }


@dataclass(frozen=True, slots=True)
class Point:
    """What a selective search saves and costs.

    Attributes:
        name: of the search.
        left: nodes by those of full width.
        error: mean distance of the value, in standard deviations of the values.
        changed: share of positions with another move.
        ratios: nodes by those of full width on every position.
    """

    name: str
    left: Estimate
    error: Estimate
    changed: Estimate
    ratios: Sequence[float] = ()


def _points(rows: Sequence[Row], spread: float) -> list[Point]:
    """All searches of one evaluation and depth but the full one."""
    searches = {str(name): of for (name,), of in group(rows, "search").items()}
    full = searches.pop(FULL, [])
    known = {row["position"] for row in full}
    return [
        _point(name, common, full, spread)
        for name, of in searches.items()
        if (common := [row for row in of if row["position"] in known])
    ]


def _spread(rows: Sequence[Row]) -> float:
    """The standard deviation of the values over the positions."""
    values = numbers([row for row in rows if row["search"] == FULL], "value")
    return (statistics.pstdev(values) if len(values) > 1 else 0.0) or 1.0


def _point(name: str, rows: Sequence[Row], full: Sequence[Row], spread: float) -> Point:
    errors = [abs(one - other) / spread for one, other in pairs(rows, full, "value")]
    moves = {row["position"]: row["move"] for row in full}
    changed = sum(row["move"] != moves[row["position"]] for row in rows)
    ratios = list(quotients(rows, full, "nodes").values())
    error = interval(errors, bounds=NOT_NEGATIVE)
    return Point(name, geometric(ratios), error, share(changed, len(rows)), ratios)


Points = dict[tuple[str, int], list[Point]]

#: Which half of the positions: on one a margin is chosen, on the other it is told what it does.
CHOICE, REPORT = 0, 1


def _all_points(rows: Sequence[Row], half: int | None = None) -> Points:
    """Points by evaluation and depth, of all positions or of every second one."""
    return {
        (str(evaluation), int(number(of[0], "depth"))): _points(
            [row for row in of if half is None or number(row, "position") % 2 == half],
            _spread(of),
        )
        for (evaluation, _), of in group(rows, "evaluation", "depth").items()
    }


@dataclass(frozen=True, slots=True)
class Halves:
    """The points of both halves of the positions, which know nothing of each other.

    Attributes:
        choice: of the half on which searches are chosen.
        report: of the other one, on which it is told what they do.
    """

    choice: Points
    report: Points

    def told(self, key: tuple[str, int], chosen: Point | None) -> Point | None:
        """What a search that was chosen does on the other half."""
        if chosen is None:
            return None
        return next((p for p in self.report.get(key, ()) if p.name == chosen.name), None)


def conclude(rows: Sequence[Row]) -> Findings:
    """Nodes left and errors of every selective search; the best of each kind compared."""
    points = _all_points(rows)
    halves = Halves(_all_points(rows, CHOICE), _all_points(rows, REPORT))
    tables = [_equal_savings(halves)] + [
        Table(
            f"{evaluation}, depth {depth}: error in standard deviations of the value",
            COLUMNS,
            [[p.name, str(p.left.n), str(p.left), str(p.error), f"{p.changed:.1%}"] for p in found],
        )
        for (evaluation, depth), found in points.items()
    ]
    lines = [
        Series(
            f"{evaluation}, depth {depth}",
            [p.left.mean for p in ordered],
            [p.error.mean for p in ordered],
            [p.error.ends[0] for p in ordered],
            [p.error.ends[1] for p in ordered],
        )
        for (evaluation, depth), found in points.items()
        if (ordered := _best(found))
    ]
    plot = Plot(
        "Error against the nodes that are left: lower, and further left, is better",
        "nodes, by full width",
        "error in standard deviations of the value",
        lines,
    )
    at = {str(name): shared_depth(of) for (name,), of in group(rows, "evaluation").items()}
    remarks = (*REMARKS, *_deeper(halves, at))
    return Findings(_verdict(halves, at), tables, [plot], remarks)


REMARKS: Final = (
    "Only searches that no other beats in both nodes and error are drawn. Multi-ProbCut "
    "(patterns) is the engine's, deepened ply by ply with its table, on its own evaluation; the "
    "others are the textbook's, straight to the depth and without a table. What is compared is "
    "the error in units of each evaluation's own spread.",
    "Poor moves lose plies in whatever window they are searched, and are not searched again, so "
    "that the value does not depend on the window. An absolute threshold, as the article has it, "
    "would leave no move at all where each leaves many replies; the margin is counted from the "
    "best number of the position.",
    f"The greater depth of the textbook was searched from the first {DEEP_POSITIONS} positions.",
    "Which margin is the best one is chosen on every second position, and what it saves and errs "
    "is told of the others: the best of twelve looks better than it is where it was chosen.",
)


def _best(points: Sequence[Point]) -> list[Point]:
    """Those that no other beats in both, by the nodes that they leave."""
    best: list[Point] = []
    for point in sorted(points, key=lambda p: (p.left.mean, p.error.mean)):
        if not best or point.error.mean < best[-1].error.mean:
            best.append(point)
    return best


def _cheapest(points: Sequence[Point], error: float) -> Point | None:
    """The one with the fewest nodes of those whose error is, for sure, no greater."""
    fitting = [point for point in points if point.error.ends[1] <= error]
    return min(fitting, key=lambda point: point.left.mean, default=None)


def _closest(points: Sequence[Point], left: float) -> Point | None:
    """The one with the least error of those that leave no more nodes."""
    fitting = [point for point in points if point.left.mean <= left]
    return min(fitting, key=lambda point: point.error.mean, default=None)


def _chosen(halves: Halves) -> dict[tuple[str, int], Point | None]:
    """By evaluation and depth of the textbook: the cheapest margin with a tiny error."""
    return {
        key: halves.told(key, _cheapest(of, TINY))
        for key, of in halves.choice.items()
        if key[0] != PATTERNS
    }


def _saves(point: Point | None, nodes: float, tests: int = 1) -> bool:
    """True if it leaves fewer nodes, by the whole interval, and its error is tiny."""
    return (
        point is not None
        and is_claimed(point.error, (0.0, TINY), SLACK)
        and geometric(point.ratios, tests).below(nodes)
    )


def _told_choice(key: tuple[str, int], point: Point | None) -> str:
    evaluation, depth = key
    where = f"on {evaluation} to depth {depth}"
    if point is None:
        return f"{where} none has so small an error"
    return f"{where} {point.left} of the nodes with an error of {point.error} ({point.name})"


def _deeper(halves: Halves, at: dict[str, int]) -> list[str]:
    return deeper_remark(
        f"{_told_choice(key, point)}, n = {0 if point is None else point.left.n}"
        for key, point in _chosen(halves).items()
        if key[1] > at[key[0]]
    )


def _verdict(halves: Halves, at: dict[str, int]) -> Verdict:
    own = {key: point for key, point in _chosen(halves).items() if key[1] == at[key[0]]}
    answer = judged(
        bool(own) and all(_saves(point, LARGE) for point in own.values()),
        any(_saves(point, SOME, len(own)) for point in own.values()),
        [point for name, depth in at.items() for point in _looked_at(halves, name, depth)],
    )
    parts = "; ".join(_told_choice(key, point) for key, point in own.items())
    count = in_positions(None if point is None else point.left for point in own.values())
    sentence = (
        f"A margin on the ordering's numbers whose error is at most {TINY} standard deviations, "
        f"chosen on the other half of the positions, leaves, {count}, {parts or 'unknown nodes'}; "
        f"{_against_probcut(halves, at)}."
    )
    lefts = ", ".join(
        f"{brief(None if point is None else point.left)} on {name}"
        for (name, _), point in own.items()
    )
    short = f"A margin with a tiny error leaves of the nodes {lefts or 'an unknown share'}."
    return Verdict(answer, sentence, short)


def _looked_at(halves: Halves, evaluation: str, depth: int) -> list[Estimate | None]:
    """What all searches of the textbook leave on each half; None for a half without any."""
    if evaluation == PATTERNS:
        return []
    points = (half.get((evaluation, depth), ()) for half in (halves.choice, halves.report))
    return [left for found in points for left in [point.left for point in found] or UNKNOWN]


def _against_probcut(halves: Halves, at: dict[str, int]) -> str:
    """What the boldest Multi-ProbCut errs, and the best margin that leaves no more."""
    parts = []
    for (evaluation, depth), cuts in halves.report.items():
        if evaluation == PATTERNS and cuts:
            boldest = min(cuts, key=lambda point: point.left.mean)
            margins = [point for point in _as_cheap(halves, boldest, at).values() if point]
            best = min(margins, key=lambda point: point.error.mean, default=None)
            next_to = "no margin leaves so few" if best is None else f"a margin's is {best.error}"
            parts.append(
                f"at depth {depth} {boldest.error} with {boldest.left} of the nodes ({next_to})"
            )
    return f"Multi-ProbCut's error is {'; '.join(parts) or 'unknown'}"


def _as_cheap(
    halves: Halves, cut: Point, at: dict[str, int] | None = None
) -> dict[tuple[str, int], Point | None]:
    """By evaluation and depth the margin with the least error that leaves no more nodes."""
    return {
        key: halves.told(key, _closest(of, cut.left.mean))
        for key, of in halves.choice.items()
        if key[0] != PATTERNS and (at is None or key[1] == at[key[0]])
    }


def _equal_savings(halves: Halves) -> Table:
    """Multi-ProbCut next to the margins that leave no more nodes than it."""
    own = [key for key in halves.choice if key[0] != PATTERNS]
    lines = []
    for (evaluation, depth), cuts in halves.report.items():
        for cut in cuts if evaluation == PATTERNS else ():
            margins = _as_cheap(halves, cut)
            cells = (
                "none" if point is None else f"{point.error} ({point.name})"
                for point in map(margins.get, own)
            )
            count = counted([cut.left, *(point.left for point in margins.values() if point)])
            name = f"{cut.name}, depth {depth}"
            lines.append([name, count, str(cut.left), str(cut.error), *cells])
    heads = [f"{evaluation}, depth {depth}: error" for evaluation, depth in own]
    return Table(
        "At equal savings: the best margins that leave no more nodes, on the half of the positions "
        "on which they were not chosen",
        ("search", "positions", "nodes, by full width", "error", *heads),
        lines,
    )


EXPERIMENT: Final = Experiment(
    name="selective",
    title="Selective search by the ordering, and Multi-ProbCut",
    claim="Searching only the moves whose ordering number is above a threshold deep, and the "
    "others shallow, gives up a tiny bit of precision for a large gain in speed.",
    source="the PVS article, section 7",
    method=f"{TEXTBOOK_SEARCHES}\n\n"
    "The textbook's PVS without a table on both articles' evaluations and orderings: moves whose "
    "number lies more than a margin below the best of the position lose two plies, or are only "
    f"evaluated. Depth {DEPTH}, from the first {DEEP_POSITIONS} positions {DEPTH_OF_FEW}, too. "
    "Next to it the engine's Multi-ProbCut at every selectivity, against full width, to depths "
    f"{ENGINE_DEPTHS[0]} and {ENGINE_DEPTHS[1]}. The error is the mean distance of the value from "
    "that of full width on the same evaluation, in standard deviations of that over the positions. "
    "The margin is chosen on every second position, so that its error is tiny by the whole "
    "interval and the nodes are the fewest.",
    rule="It holds if on the other positions the error of the chosen margin is tiny (at most "
    f"{TINY}, the interval no more than {SLACK} beyond) and it leaves less than {LARGE} of the "
    "nodes, by the whole interval, on both evaluations at the greatest depth of all positions; "
    f"under conditions if on one it leaves less than {SOME}, the interval corrected for two.",
    minutes=3,
    columns={
        "evaluation": str,
        "position": int,
        "search": str,
        "depth": int,
        "value": int,
        "move": str,
        "nodes": int,
    },
    units=units,
    conclude=conclude,
    sampled=sampled,
    positions=POSITIONS,
    deepest=ENGINE_DEPTHS[1],
)
