"""A pass that costs a ply of depth, as in the PVS article's program, or none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, partial
from typing import Final

from outflank.board.position import Position
from outflank.board.square import Move
from outflank.engine import Solver
from outflank.lab.experiments.costs import series, shown
from outflank.lab.experiments.estimates import Estimate, interval, ratio, share
from outflank.lab.experiments.experiment import (
    Answer,
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
from outflank.lab.experiments.rows import group, number
from outflank.lab.experiments.textbook import EVALUATIONS, settings_of, told
from outflank.lab.samples import sample
from outflank.textbook import Fault, Result, pvs
from outflank.textbook import Table as Transpositions

#: Empties of the positions: few, where passes are; and the middle of the game.
EMPTIES: Final = (10, 14, 18, 40)
POSITIONS: Final = 200
#: Positions of a unit.
UNIT: Final = 10
#: From here on the moves are judged by the exact scores.
SOLVED_FROM: Final = 18

DEPTHS: Final = (4, 6)
#: Plies that the search goes deeper whose value is the measure.
DEEPER: Final = 2

HASH_MB: Final = 16


def units(plan: Plan) -> Sequence[Unit]:
    """Some positions of a stage at a time, for each evaluation."""
    stages = {e: sample(e, plan.at_most(POSITIONS), plan.games) for e in EMPTIES}
    return [
        Unit(
            f"{evaluation} {empties} {first:03}",
            partial(_measure, plan, evaluation, empties, first, positions[first : first + UNIT]),
        )
        for evaluation in EVALUATIONS
        for empties, positions in stages.items()
        for first in range(0, len(positions), UNIT)
    ]


def _measure(
    plan: Plan, evaluation: str, empties: int, first: int, positions: Sequence[Position]
) -> Iterator[Row]:
    depths = [depth for depth in DEPTHS if depth <= (plan.deepest or depth)]
    for at, position in enumerate(positions, first):
        for depth in depths:
            which: dict[str, Cell] = {"evaluation": evaluation, "empties": empties, "position": at}
            yield {**which, **_compared(evaluation, position, depth)}


def _compared(evaluation: str, position: Position, depth: int) -> Row:
    """Both searches to a depth, and their values further on."""
    free, ply = _both(evaluation, position, depth)
    free_deeper, ply_deeper = _both(evaluation, position, depth + DEEPER)
    return {
        "depth": depth,
        "free_nodes": free.nodes,
        "ply_nodes": ply.nodes,
        "free_score": free.score,
        "ply_score": ply.score,
        "free_deeper": free_deeper.score,
        "ply_deeper": ply_deeper.score,
        "free_move": str(free.best),
        "ply_move": str(ply.best),
        "gained": _gained(position, free, ply) if position.empties <= SOLVED_FROM else None,
    }


def _both(evaluation: str, position: Position, depth: int) -> tuple[Result, Result]:
    """The search in which a pass is free, and that in which it costs a ply."""
    free, ply = (
        pvs(position, depth, settings_of(evaluation, faults=faults), Transpositions.none())
        for faults in (Fault(0), Fault.PASS_COSTS_A_PLY)
    )
    return free, ply


@cache
def _solver() -> Solver:
    return Solver(hash_mb=HASH_MB)


def _gained(position: Position, free: Result, ply: Result) -> int:
    """Discs by which the move of the search with free passes is the better one."""
    if free.best == ply.best or free.best is None or ply.best is None:
        return 0
    return _worth(position, free.best) - _worth(position, ply.best)


def _worth(position: Position, move: Move) -> int:
    after = position.play_unchecked(move)
    return -after.final_score if after.is_game_over() else -_solver().solve(after).lower


def conclude(rows: Sequence[Row]) -> Findings:
    """Where passes change the search: nodes, values, which value is nearer, which move better."""
    tables = [
        _table(str(evaluation), [row for row in rows if row["evaluation"] == evaluation])
        for (evaluation,) in group(rows, "evaluation")
    ]
    lines = [
        series(
            f"{evaluation}, depth {depth}",
            [
                (EMPTIES.index(int(number(of[0], "empties"))), _differ(of))
                for (own, at, _), of in group(rows, "evaluation", "depth", "empties").items()
                if (own, at) == (evaluation, depth)
            ],
        )
        for evaluation, depth in group(rows, "evaluation", "depth")
    ]
    plot = Plot(
        "Share of the positions whose value depends on what a pass costs",
        "empty squares",
        "share of positions",
        lines,
        names=list(map(str, EMPTIES)),
    )
    return Findings(_verdict(rows), tables, [plot], REMARKS)


REMARKS: Final = (
    "The measure of both values is the middle of the two that the rules find two plies deeper, so "
    "that neither rule is judged by itself. Where both are equally near, neither is counted.",
    "Seen exactly, the moves that the two rules choose differ seldom, and by how much is told in "
    "discs of perfect play.",
)


def _passed(rows: Sequence[Row]) -> list[Row]:
    """Positions in whose tree a pass changed the search."""
    return [row for row in rows if row["free_nodes"] != row["ply_nodes"]]


def _differ(rows: Sequence[Row]) -> Estimate | None:
    """The share of positions with two values."""
    if not rows:
        return None
    return share(sum(row["free_score"] != row["ply_score"] for row in rows), len(rows))


def _nearer(rows: Sequence[Row]) -> Estimate | None:
    """Of those with two values, the share in which free passes are nearer to the deeper one."""
    free = ply = 0
    for row in rows:
        middle = (number(row, "free_deeper") + number(row, "ply_deeper")) / 2
        one, other = (abs(number(row, name) - middle) for name in ("free_score", "ply_score"))
        free, ply = free + (one < other), ply + (other < one)
    return share(free, free + ply) if free + ply else None


def _gain(rows: Sequence[Row]) -> Estimate | None:
    """Discs that the move with free passes gains, where the two moves differ."""
    gains = [
        number(row, "gained")
        for row in rows
        if row["free_move"] != row["ply_move"] and row["gained"] is not None
    ]
    return interval(gains) if gains else None


def _nodes(rows: Sequence[Row]) -> Estimate | None:
    """Nodes with free passes by those with passes that cost a ply."""
    found = [(number(row, "free_nodes"), number(row, "ply_nodes")) for row in _passed(rows)]
    return ratio(found) if found else None


def _table(evaluation: str, rows: Sequence[Row]) -> Table:
    lines = [
        [
            str(empties),
            str(depth),
            f"{len(_passed(of))} of {len(of)}",
            shown(_nodes(of)),
            shown(_differ(of), ".1%"),
            shown(_nearer(of), ".0%"),
            shown(_gain(of), ".2f"),
        ]
        for (empties, depth), of in group(rows, "empties", "depth").items()
    ]
    columns = (
        "empties",
        "depth",
        "positions with a pass in the tree",
        "nodes there, free by ply",
        "two values",
        "free nearer",
        "discs gained where moves differ",
    )
    return Table(f"{evaluation}: a free pass next to one that costs a ply", columns, lines)


def _verdict(rows: Sequence[Row]) -> Verdict:
    nearer, gain, nodes = _nearer(rows), _gain(rows), _nodes(rows)
    late = [row for row in rows if number(row, "empties") <= SOLVED_FROM]
    if nearer is not None and nearer.above(0.5):
        answer = Answer.HOLDS
    elif (nearer is not None and nearer.mean > 0.5) or (gain is not None and gain.mean > 0):
        answer = Answer.CONDITIONS
    else:
        answer = Answer.FAILS
    sentence = (
        f"The values of the two rules differ in {told(_differ(late), '.1%')} of the positions with "
        f"at most {SOLVED_FROM} empties; where they differ, the value with free passes is the "
        f"nearer one to the deeper search's in {told(nearer, '.1%')}, its move is better by "
        f"{told(gain, '.2f')} discs where the moves differ, and it enters {told(nodes)} of the "
        "nodes where there is a pass."
    )
    return Verdict(answer, sentence)


EXPERIMENT: Final = Experiment(
    name="pass-ply",
    title="Does a pass cost a ply?",
    claim="A pass is a move that costs nothing, so it must not use up depth.",
    source="the MTD(f) article, section 1; the program of the PVS article lets it cost a ply",
    method=f"{POSITIONS} positions each of {', '.join(map(str, EMPTIES))} empties from real games, "
    "searched by the textbook's PVS on both articles' evaluations and orderings, without table, to "
    f"depths {' and '.join(map(str, DEPTHS))}: once with free passes, once with passes that cost a "
    "ply (the PVS article's fault 3), all else equal. Counted are nodes and values; which value is "
    f"nearer to that of a search {DEEPER} plies deeper; and, up to {SOLVED_FROM} empties, by how "
    "many discs of perfect play the one move is better. The claim holds if the free pass is nearer "
    "in more than half of the positions where the values differ, by the whole interval; under "
    "conditions if by the mean, or if its moves gain discs.",
    columns={
        "evaluation": str,
        "empties": int,
        "position": int,
        "depth": int,
        "free_nodes": int,
        "ply_nodes": int,
        "free_score": int,
        "ply_score": int,
        "free_deeper": int,
        "ply_deeper": int,
        "free_move": str,
        "ply_move": str,
        "gained": int,
    },
    units=units,
    conclude=conclude,
)
