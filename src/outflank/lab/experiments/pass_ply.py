"""A pass that costs a ply of depth, as in the PVS article's program, or none."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from statistics import fmean
from typing import Final

from outflank.board.position import Position
from outflank.board.square import Move
from outflank.engine import Solver
from outflank.lab.experiments.estimates import Estimate, geometric, interval, share
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
from outflank.lab.experiments.rows import group, number
from outflank.lab.experiments.telling import (
    brief,
    counted,
    from_games,
    judged,
    series,
    shown,
    told,
)
from outflank.lab.experiments.textbook import EVALUATIONS, settings_of
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

#: Findings of which one is enough for more than a refusal.
TESTS: Final = 2


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
    "What both evaluations and depths say of one position is averaged first: a position counts "
    "once.",
)

#: What is asked of a search of a position; None where it has no answer.
Asked = Callable[[Row], float | None]


def _by_position(rows: Sequence[Row], asked: Asked) -> list[float]:
    """The mean answer of each position, over its evaluations and depths that have one."""
    answers = (
        [answer for row in of if (answer := asked(row)) is not None]
        for of in group(rows, "empties", "position").values()
    )
    return [fmean(known) for known in answers if known]


def _differs(row: Row) -> float:
    return float(row["free_score"] != row["ply_score"])


def _free_is_nearer(row: Row) -> float | None:
    """1 if the value with free passes is nearer to the deeper one, 0 if the other is."""
    middle = (number(row, "free_deeper") + number(row, "ply_deeper")) / 2
    free, ply = (abs(number(row, name) - middle) for name in ("free_score", "ply_score"))
    return None if free == ply else float(free < ply)


def _gained_discs(row: Row) -> float | None:
    """Discs that the move with free passes gains, where the two moves differ."""
    same = row["free_move"] == row["ply_move"]
    return None if same or row["gained"] is None else number(row, "gained")


def _log_of_nodes(row: Row) -> float | None:
    """Nodes with free passes by those with passes that cost a ply, where a pass is in the tree."""
    free, ply = number(row, "free_nodes"), number(row, "ply_nodes")
    return None if free == ply else math.log(free / ply)


def _share(answers: Sequence[float], tests: int = 1) -> Estimate | None:
    return share(math.fsum(answers), len(answers), tests) if answers else None


def _differ(rows: Sequence[Row]) -> Estimate | None:
    """The share of positions with two values."""
    return _share(_by_position(rows, _differs))


def _nearer(rows: Sequence[Row], tests: int = 1) -> Estimate | None:
    """Of those with two values, the share in which free passes are nearer to the deeper one."""
    return _share(_by_position(rows, _free_is_nearer), tests)


def _gain(rows: Sequence[Row], tests: int = 1) -> Estimate | None:
    gains = _by_position(rows, _gained_discs)
    return interval(gains, tests) if gains else None


def _nodes(rows: Sequence[Row]) -> Estimate | None:
    found = _by_position(rows, _log_of_nodes)
    return geometric(list(map(math.exp, found))) if found else None


def _table(evaluation: str, rows: Sequence[Row]) -> Table:
    lines = [
        [
            str(empties),
            str(depth),
            f"{sum(_log_of_nodes(row) is not None for row in of)} of {len(of)}",
            shown(_nodes(of)),
            shown(_differ(of), ".1%"),
            shown(_nearer(of), ".0%"),
            counted([_nearer(of)]),
            shown(_gain(of), ".2f"),
            counted([_gain(of)]),
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
        "in positions",
        "discs gained where moves differ",
        "in positions",
    )
    return Table(f"{evaluation}: a free pass next to one that costs a ply", columns, lines)


def _verdict(rows: Sequence[Row]) -> Verdict:
    late = [row for row in rows if number(row, "empties") <= SOLVED_FROM]
    nearer, gain = _nearer(late, TESTS), _gain(late, TESTS)
    holds = nearer is not None and nearer.above(0.5)
    # Where the moves never differ there is no gain to be known.
    more = [] if holds or gain is None else [gain]
    answer = judged(holds, gain is not None and gain.above(0), [nearer, *more])
    positions = len(group(late, "empties", "position"))
    sentence = (
        f"In {positions:,} positions with at most {SOLVED_FROM} empties the values of the two "
        f"rules differ in {told(_differ(late), '.1%')}; where they do, the value with free passes "
        f"is the nearer one to the deeper search's in {told(_nearer(late), '.1%')}"
        f"{_n(_nearer(late))}, its move is better by {told(_gain(late), '.2f')} discs where the "
        f"moves differ{_n(_gain(late))}, and it enters {told(_nodes(late))} of the nodes where "
        f"there is a pass{_n(_nodes(late))}."
    )
    short = (
        f"Where the values differ, that with free passes is nearer to the deeper one's in "
        f"{brief(_nearer(late), '.0%')}, its move better by {brief(_gain(late))} discs."
    )
    return Verdict(answer, sentence, short)


def _n(estimate: Estimate | None) -> str:
    return "" if estimate is None else f" [n = {estimate.n}]"


def _sampled(rows: Sequence[Row], games: str) -> str:
    stages = group(rows, "empties")
    empties = [str(empties) for (empties,) in stages]
    counts = {len({row["position"] for row in of}) for of in stages.values()}
    count = f"{min(counts)} to {max(counts)}" if len(counts) > 1 else f"{max(counts, default=0)}"
    return f"{count} positions each of {', '.join(empties)} empties {from_games(games)}, none twice"


EXPERIMENT: Final = Experiment(
    name="pass-ply",
    title="Does a pass cost a ply?",
    claim="A pass is a move that costs nothing, so it must not use up depth.",
    source="the MTD(f) article, section 1; the program of the PVS article lets it cost a ply",
    method="Searched by the textbook's PVS on both articles' evaluations and orderings, without "
    f"table, to depths {' and '.join(map(str, DEPTHS))}: once with free passes, once with passes "
    "that cost a ply (the PVS article's fault 3), all else equal. Counted are nodes and values; "
    f"which value is nearer to that of a search {DEEPER} plies deeper; and, up to {SOLVED_FROM} "
    "empties, by how many discs of perfect play the one move is better.",
    rule=f"It holds if with at most {SOLVED_FROM} empties the free pass is nearer in more than "
    "half of the positions where the values differ, by the whole interval; under conditions if "
    "its moves gain discs, by the whole interval; both are corrected for two.",
    minutes=1,
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
    sampled=_sampled,
    positions=POSITIONS,
    deepest=max(DEPTHS),
    counted="positions of each stage",
)
