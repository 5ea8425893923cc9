"""Selective search by the numbers of the ordering, next to Multi-ProbCut at equal savings."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Final

from outflank.board.position import Position
from outflank.engine.limit import SELECTIVITIES
from outflank.evaluation.evaluators import PATTERNS
from outflank.lab.experiments.costs import position_units
from outflank.lab.experiments.estimates import Estimate, interval, ratio, share
from outflank.lab.experiments.experiment import (
    Answer,
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
from outflank.lab.experiments.rows import group, number, numbers, pairs
from outflank.lab.experiments.textbook import EVALUATIONS, SAMPLED, settings_of
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
PROVED: Final = 100

#: “A large gain in speed”: nodes left; “a tiny bit of precision”: mean error in standard
#: deviations of the values over the positions. And what is some gain.
LARGE: Final = 0.5
SOME: Final = 0.8
TINY: Final = 0.1

COLUMNS: Final = ("search", "nodes, by full width", "error", "other moves")


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
    """

    name: str
    left: Estimate
    error: Estimate
    changed: Estimate


def _points(rows: Sequence[Row]) -> list[Point]:
    """All searches of one evaluation and depth but the full one."""
    searches = {str(name): of for (name,), of in group(rows, "search").items()}
    full = searches.pop(FULL, [])
    values = numbers(full, "value")
    spread = statistics.pstdev(values) if len(values) > 1 else 0.0
    return [_point(name, of, full, spread or 1.0) for name, of in searches.items() if full]


def _point(name: str, rows: Sequence[Row], full: Sequence[Row], spread: float) -> Point:
    errors = [abs(one - other) / spread for one, other in pairs(rows, full, "value")]
    moves = {row["position"]: row["move"] for row in full}
    changed = sum(row["move"] != moves[row["position"]] for row in rows)
    return Point(
        name, ratio(pairs(rows, full, "nodes")), interval(errors), share(changed, len(rows))
    )


Points = dict[tuple[str, int], list[Point]]


def _all_points(rows: Sequence[Row]) -> Points:
    return {
        (str(evaluation), int(number(of[0], "depth"))): _points(of)
        for (evaluation, _), of in group(rows, "evaluation", "depth").items()
    }


def conclude(rows: Sequence[Row]) -> Findings:
    """Nodes left and errors of every selective search; the best of each kind compared."""
    points = _all_points(rows)
    tables = [_equal_savings(points)] + [
        Table(
            f"{evaluation}, depth {depth}: error in standard deviations of the value",
            COLUMNS,
            [[p.name, str(p.left), str(p.error), f"{p.changed:.1%}"] for p in found],
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
    return Findings(_verdict(points), tables, [plot], REMARKS)


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
)


def _best(points: Sequence[Point]) -> list[Point]:
    """Those that no other beats in both, by the nodes that they leave."""
    best: list[Point] = []
    for point in sorted(points, key=lambda p: (p.left.mean, p.error.mean)):
        if not best or point.error.mean < best[-1].error.mean:
            best.append(point)
    return best


def _cheapest(points: Sequence[Point], error: float) -> Point | None:
    """The one with the fewest nodes among those with no greater error."""
    fitting = [point for point in points if point.error.mean <= error]
    return min(fitting, key=lambda point: point.left.mean, default=None)


def _verdict(points: Points) -> Verdict:
    own = {key: _cheapest(of, TINY) for key, of in points.items() if key[0] != PATTERNS}
    found = [point.left.mean for point in own.values() if point is not None]
    if own and len(found) == len(own) and max(found) <= LARGE:
        answer = Answer.HOLDS
    elif found and min(found) <= SOME:
        answer = Answer.CONDITIONS
    else:
        answer = Answer.FAILS
    parts = "; ".join(
        f"on {evaluation} to depth {depth} "
        + (f"{point.left} of the nodes ({point.name})" if point else "none saves a node")
        for (evaluation, depth), point in own.items()
    )
    sentence = (
        f"At an error of at most {TINY} standard deviations a margin on the ordering's numbers "
        f"leaves {parts}; {_against_probcut(points)}."
    )
    return Verdict(answer, sentence)


def _against_probcut(points: Points) -> str:
    """What the boldest Multi-ProbCut errs, and the margins that leave no more."""
    parts = []
    for (evaluation, depth), cuts in points.items():
        if evaluation == PATTERNS and cuts:
            boldest = min(cuts, key=lambda point: point.left.mean)
            margins = [point for point in _as_cheap(points, boldest).values() if point]
            best = min(margins, key=lambda point: point.error.mean, default=None)
            next_to = "no margin leaves so few" if best is None else f"a margin's is {best.error}"
            parts.append(
                f"at depth {depth} {boldest.error} with {boldest.left} of the nodes ({next_to})"
            )
    return f"Multi-ProbCut's error is {'; '.join(parts) or 'unknown'}"


def _as_cheap(points: Points, cut: Point) -> dict[tuple[str, int], Point | None]:
    """By evaluation and depth the margin with the least error that leaves no more nodes."""
    return {
        key: min(
            (point for point in of if point.left.mean <= cut.left.mean),
            key=lambda point: point.error.mean,
            default=None,
        )
        for key, of in points.items()
        if key[0] != PATTERNS
    }


def _equal_savings(points: Points) -> Table:
    """Multi-ProbCut next to the margins that leave no more nodes than it."""
    own = [key for key in points if key[0] != PATTERNS]
    lines = []
    for (evaluation, depth), cuts in points.items():
        for cut in cuts if evaluation == PATTERNS else ():
            margins = _as_cheap(points, cut)
            cells = (
                "none" if point is None else f"{point.error} ({point.name})"
                for point in map(margins.get, own)
            )
            lines.append([f"{cut.name}, depth {depth}", str(cut.left), str(cut.error), *cells])
    heads = [f"{evaluation}, depth {depth}: error" for evaluation, depth in own]
    return Table(
        "At equal savings: the best margins that leave no more nodes",
        ("search", "nodes, by full width", "error", *heads),
        lines,
    )


EXPERIMENT: Final = Experiment(
    name="selective",
    title="Selective search by the ordering, and Multi-ProbCut",
    claim="Searching only the moves whose ordering number is above a threshold deep, and the "
    "others shallow, gives up a tiny bit of precision for a large gain in speed.",
    source="the PVS article, section 7",
    method=f"{SAMPLED}\n\n"
    "The textbook's PVS without a table on both articles' evaluations and orderings: moves whose "
    "number lies more than a margin below the best of the position lose two plies, or are only "
    f"evaluated. Depth {DEPTH}, from the first {DEEP_POSITIONS} positions {DEPTH_OF_FEW}, too. "
    "Next to it the engine's Multi-ProbCut at every selectivity, against full width, to depths "
    f"{ENGINE_DEPTHS[0]} and {ENGINE_DEPTHS[1]}. The error is the mean distance of the value from "
    "that of full width on the same evaluation, in standard deviations of that over the positions. "
    f"Tiny is at most {TINY}; a large gain leaves at most {LARGE} of the nodes, on both "
    f"evaluations at every depth; some gain (the claim holds under conditions) at most {SOME} on "
    "one.",
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
)
