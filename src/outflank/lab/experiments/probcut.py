"""Multi-ProbCut: what it saves, and how far its values and moves are off."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final

from outflank.board.position import Position
from outflank.board.score import PROVED
from outflank.engine.limit import SELECTIVITIES
from outflank.evaluation.evaluators import PATTERNS
from outflank.lab.experiments.costs import COSTS, POSITIONS, cost_row, position_units
from outflank.lab.experiments.estimates import NOT_NEGATIVE, Estimate, interval, share
from outflank.lab.experiments.experiment import (
    Cell,
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
from outflank.lab.experiments.rows import Groups, depths, group, number, numbers, pairs
from outflank.lab.experiments.telling import (
    brief,
    compared,
    counted_rows,
    in_positions,
    judged,
    mean,
    sampled,
    series,
    shared_depth,
    shown,
    told,
    total_nodes,
)
from outflank.lab.searching import Cost, searcher, summed

#: But full width, what the others are held against.
SELECTIVE: Final = tuple(sure for sure in SELECTIVITIES if sure != PROVED)

SHALLOWEST, DEEPEST = 8, 14

#: What “large” and “tiny” are taken for: nodes by those of full width, discs.
SAVED: Final = 0.5
TINY: Final = 0.5


def units(plan: Plan) -> Sequence[Unit]:
    """One for each position."""
    return position_units(plan, partial(_measure, plan), (PATTERNS,))


def _measure(plan: Plan, evaluation: str, at: int, position: Position) -> Iterator[Row]:
    wanted = plan.depths(SHALLOWEST, DEEPEST, 2)
    search = searcher(evaluation)
    found = {
        sure: summed(search.deepen(position, wanted[-1], selectivity=sure)) if wanted else []
        for sure in SELECTIVITIES
    }
    worth: dict[tuple[int, int], int] = {}  # of a move at a depth, full width
    for sure, costs in found.items():
        for cost, full in zip(costs, found[PROVED], strict=True):
            if cost.depth in wanted:
                key = cost.depth, int(cost.move)
                if cost.move != full.move and key not in worth:
                    worth[key] = _worth(evaluation, position, cost)
                lost = 0 if cost.move == full.move else full.value - worth[key]
                which: dict[str, Cell] = {"position": at, "selectivity": sure}
                yield cost_row(cost, **which, changed=int(cost.move != full.move), lost=lost)


def _worth(evaluation: str, position: Position, cost: Cost) -> int:
    """What a full-width search of the same depth says of the move."""
    if cost.move.is_pass:
        return cost.value
    after = position.play_unchecked(cost.move)
    if after.is_game_over():
        return -after.final_score
    return -searcher(evaluation).deepen(after, cost.depth - 1)[-1].value


def conclude(rows: Sequence[Row]) -> Findings:
    """Savings, errors and losses by selectivity and depth."""
    groups = group(rows, "selectivity", "depth")
    at = depths(rows)
    tables = [_table(groups, depth) for depth in at]
    plots = [
        Plot(
            "Nodes of selective searches by those of full width",
            "selectivity",
            "nodes, by full width",
            [_line(groups, depth, _saved) for depth in at],
            log_y=True,
            names=[f"{sure} %" for sure in SELECTIVE],
            reference=1,
        ),
        Plot(
            "Mean error of the value of selective searches, in discs",
            "selectivity",
            "mean absolute error in discs",
            [_line(groups, depth, _error) for depth in at],
            names=[f"{sure} %" for sure in SELECTIVE],
        ),
    ]
    return Findings(_verdict(groups, shared_depth(rows)), tables, plots, REMARKS)


REMARKS: Final = (
    "The loss is what a full-width search of the same depth says of the move that was chosen, "
    "below what it says of its own; it is taken over all positions, those with the same move "
    "counting as 0. Searches that fill their tables otherwise may differ by a disc for that alone.",
    "The selectivity is how often, in per cent, the error lies within the margin on both sides.",
)


def _saved(
    groups: Groups, sure: int, depth: int, cost: str = "nodes", tests: int = 1
) -> Estimate | None:
    return compared(groups.get((sure, depth), ()), groups.get((PROVED, depth), ()), cost, tests)


def _error(groups: Groups, sure: int, depth: int) -> Estimate | None:
    found = pairs(groups.get((sure, depth), ()), groups.get((PROVED, depth), ()), "value")
    errors = [abs(one - other) for one, other in found]
    return interval(errors, bounds=NOT_NEGATIVE) if errors else None


def _line(
    groups: Groups, depth: int, what: Callable[[Groups, int, int], Estimate | None]
) -> Series:
    points = [(place, what(groups, sure, depth)) for place, sure in enumerate(SELECTIVE)]
    return series(f"depth {depth}", points)


def _changed(groups: Groups, sure: int, depth: int) -> Estimate | None:
    found = numbers(groups.get((sure, depth), ()), "changed")
    return share(int(sum(found)), len(found)) if found else None


def _lost_where_changed(groups: Groups, sure: int, depth: int) -> Estimate | None:
    rows = [row for row in groups.get((sure, depth), ()) if number(row, "changed")]
    return mean(rows, "lost")


def _table(groups: Groups, depth: int) -> Table:
    rows = []
    for sure in reversed(SELECTIVITIES):
        found = groups.get((sure, depth), ())
        own = [f"{sure} %", counted_rows(found), total_nodes(found)]
        if sure != PROVED:
            own += [
                shown(_saved(groups, sure, depth)),
                shown(_saved(groups, sure, depth, "seconds")),
                shown(_error(groups, sure, depth), ".2f"),
                shown(_changed(groups, sure, depth), ".1%"),
                shown(_lost_where_changed(groups, sure, depth), ".2f"),
                shown(mean(found, "lost"), ".2f"),
            ]
        rows.append([*own, *[""] * (len(COLUMNS) - len(own))])
    return Table(f"Deepened to {depth} plies", COLUMNS, rows)


COLUMNS: Final = (
    "selectivity",
    "positions",
    "nodes",
    "nodes, by full width",
    "time, by full width",
    "error in discs",
    "other moves",
    "discs lost by them",
    "discs lost in all",
)


def _is_good(groups: Groups, sure: int, depth: int, tests: int = 1) -> bool:
    """True if a large share of the nodes is saved, and next to nothing lost."""
    saved = _saved(groups, sure, depth, tests=tests)
    lost = mean(groups.get((sure, depth), ()), "lost", tests)
    return saved is not None and saved.below(SAVED) and lost is not None and lost.below(TINY)


def _verdict(groups: Groups, depth: int) -> Verdict:
    saved = {sure: _saved(groups, sure, depth) for sure in SELECTIVE}
    answer = judged(
        all(_is_good(groups, sure, depth) for sure in SELECTIVE),
        any(_is_good(groups, sure, depth, len(SELECTIVE)) for sure in SELECTIVE),
        saved.values(),
    )
    parts = [
        f"{nodes} of the nodes, an error of {told(_error(groups, sure, depth), '.2f')} and a loss "
        f"of {told(mean(groups.get((sure, depth), ()), 'lost'), '.2f')} discs at {sure} %"
        for sure, nodes in saved.items()
        if nodes is not None
    ]
    ends = " and ".join(parts[:1] + parts[1:][-1:]) or "an unknown share of the nodes"
    sentence = f"To depth {depth}, {in_positions(saved.values())}, Multi-ProbCut costs {ends}."
    boldest = min(SELECTIVE)
    lost = mean(groups.get((boldest, depth), ()), "lost")
    short = (
        f"At {boldest} % Multi-ProbCut enters {brief(saved[boldest])} of the nodes of full width "
        f"and loses {brief(lost)} discs a position."
    )
    return Verdict(answer, sentence, short)


EXPERIMENT: Final = Experiment(
    name="probcut",
    title="Multi-ProbCut: what it saves, and how far it is off",
    claim="Selective search gives up a tiny bit of precision for a large gain in speed.",
    source="the PVS article, section 7; the method is Multi-ProbCut by M. Buro, “Experiments "
    "with Multi-ProbCut and a new high-quality evaluation function for Othello” (1997)",
    method="Every position is searched by PVS with iterative deepening on our evaluation at every "
    "selectivity and at full width, each from an empty table. Counted are nodes and CPU time, how "
    "far the value is from that of full width, how often another move is chosen, and what that "
    "loses.",
    rule=f"It holds if at every selectivity less than {SAVED} of the nodes is left and less than "
    f"{TINY} discs are lost a position, both by the whole interval; under conditions if at one, "
    "the intervals corrected for their number.",
    minutes=6,
    columns={"position": int, "selectivity": int, "changed": int, "lost": int, **COSTS},
    units=units,
    conclude=conclude,
    timed=True,
    sampled=sampled,
    positions=POSITIONS,
    deepest=DEEPEST,
)
