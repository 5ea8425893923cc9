"""The price of a bad first guess: probes and nodes of MTD(f) by how far off it starts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from outflank.board.position import Position
from outflank.evaluation.evaluators import PATTERNS
from outflank.lab.experiments.costs import COSTS, POSITIONS, cost_row, position_units
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
    ENGINE_SEARCHES,
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
)
from outflank.lab.searching import searcher

#: Guesses that one has: nothing, and the values of one and two plies less.
ZERO, ONE_LESS, TWO_LESS = "0", "one ply less", "two plies less"
KNOWN: Final = (ZERO, ONE_LESS, TWO_LESS)

#: Guesses that are so far off the value, in steps.
OFFSETS: Final = (-32, -16, -8, -4, -2, -1, 0, 1, 2, 4, 8, 16, 32)

#: A step in the unit of the evaluation: a disc, and what a move is worth in the article.
STEPS: Final = {PATTERNS: 1, "mtdf-article": 10}
UNITS: Final = {PATTERNS: "discs", "mtdf-article": "points"}

SHALLOWEST, DEEPEST = 4, 8

ARTICLE: Final = "mtdf-article"

#: Probes from 0 and from an earlier value, as the article has them, and what we take for that.
FROM_ZERO: Final = (6.0, 10.0)
FROM_EARLIER: Final = (2.0, 3.5)


def units(plan: Plan) -> Sequence[Unit]:
    """One for each position and evaluation."""
    return position_units(plan, partial(_measure, plan), tuple(STEPS))


def _measure(plan: Plan, evaluation: str, at: int, position: Position) -> Iterator[Row]:
    search, step = searcher(evaluation), STEPS[evaluation]
    which: dict[str, Cell] = {"evaluation": evaluation, "position": at}
    for depth in plan.depths(SHALLOWEST, DEEPEST, 2):
        values = [cost.value for cost in search.deepen(position, depth, "mtdf")]
        guesses = {ZERO: 0, ONE_LESS: values[-2], TWO_LESS: values[-3]}
        guesses |= {_name(offset): values[-1] + offset * step for offset in OFFSETS}
        for name, guess in guesses.items():
            last = search.deepen(position, depth, "mtdf", last_guess=guess)[-1]
            yield cost_row(last, **which, guess=name, off=guess - values[-1])


def conclude(rows: Sequence[Row]) -> Findings:
    """Probes and nodes by guess."""
    groups = group(rows, "evaluation", "depth", "guess")
    evaluations = [str(name) for (name,) in group(rows, "evaluation")]
    at = depths(rows)
    deepest = at[-1] if at else SHALLOWEST
    plots = [
        Plot(
            f"Probes of an iteration of MTD(f) to depth {deepest} by the first guess",
            "guess less value, in discs (patterns) or tens of points (mtdf-article)",
            "probes",
            [series(name, _probes(groups, name, deepest)) for name in evaluations],
            names=[_name(offset) for offset in OFFSETS],
        ),
        Plot(
            f"Nodes of an iteration of MTD(f) to depth {deepest} by those from the value itself",
            "guess less value, in discs (patterns) or tens of points (mtdf-article)",
            "nodes, by those from the value",
            [series(name, _nodes(groups, name, deepest)) for name in evaluations],
            log_y=True,
            names=[_name(offset) for offset in OFFSETS],
            reference=1,
        ),
    ]
    tables = [_table(groups, name, depth) for name in evaluations for depth in at]
    verdict = _verdict(groups, evaluations, shared_depth(rows))
    return Findings(verdict, tables, plots, REMARKS)


REMARKS: Final = (
    "From the value itself two probes are enough: one shows that it is not less, one that it is "
    "not more. The engine is fail soft, so that a probe often jumps over most of the way. "
    "Plaat, Schaeffer, Pijls and de Bruin (1996) report three to six probes an iteration.",
    "An evaluation that likes to have moved last swings from ply to ply: then the value of two "
    "plies less is the better guess, and the article deepens by two.",
)


def _name(offset: int) -> str:
    return f"{offset:+d}"


def _probes(groups: Groups, evaluation: str, depth: int) -> list[tuple[float, Estimate | None]]:
    return [
        (place, mean(groups.get((evaluation, depth, _name(offset)), ()), "probes"))
        for place, offset in enumerate(OFFSETS)
    ]


def _nodes(groups: Groups, evaluation: str, depth: int) -> list[tuple[float, Estimate | None]]:
    right = groups.get((evaluation, depth, _name(0)), ())
    return [
        (place, compared(groups.get((evaluation, depth, _name(offset)), ()), right))
        for place, offset in enumerate(OFFSETS)
    ]


def _table(groups: Groups, evaluation: str, depth: int) -> Table:
    unit, step = UNITS[evaluation], STEPS[evaluation]
    right = groups.get((evaluation, depth, _name(0)), ())
    rows = []
    for name in (*KNOWN, *map(_name, OFFSETS)):
        found = groups.get((evaluation, depth, name), ())
        off = [abs(float(row["off"] or 0)) for row in found]
        label = name if name in KNOWN else f"value {int(name) * step:+d}"
        rows.append(
            [
                label,
                counted_rows(found),
                f"{sum(off) / len(off):.1f}" if off else "",
                shown(mean(found, "probes"), ".2f"),
                shown(compared(found, right)),
            ]
        )
    columns = (
        "first guess",
        "positions",
        f"off by, in {unit}",
        "probes",
        "nodes, by those from the value",
    )
    return Table(f"{evaluation}, depth {depth}: the last iteration", columns, rows)


def _verdict(groups: Groups, evaluations: Sequence[str], depth: int) -> Verdict:
    found = {
        name: [mean(groups.get((name, depth, guess), ()), "probes") for guess in KNOWN]
        for name in evaluations
    }
    zero, _, two = found.get(ARTICLE, [None] * len(KNOWN))
    helped = [
        compared(
            groups.get((name, depth, TWO_LESS), ()),
            groups.get((name, depth, ZERO), ()),
            "probes",
            len(evaluations),
        )
        for name in evaluations
    ]
    answer = judged(
        zero is not None
        and zero.within(*FROM_ZERO)
        and two is not None
        and two.within(*FROM_EARLIER),
        any(ratio is not None and ratio.below(1) for ratio in helped),
        [zero, two, *helped],
    )
    told = "; ".join(
        f"on {name} {zero:.2f} from 0, {one:.2f} from the value of one ply less and "
        f"{two:.2f} from that of two plies less"
        for name, (zero, one, two) in found.items()
        if zero is not None and one is not None and two is not None
    )
    every = [estimate for estimates in found.values() for estimate in estimates]
    sentence = (
        f"An iteration to depth {depth} takes so many probes {in_positions(every)}: "
        f"{told or 'unknown'}."
    )
    short = (
        f"On the article's evaluation an iteration takes {brief(zero, '.1f')} probes from 0, "
        f"{brief(two, '.1f')} from the value of two plies less."
    )
    return Verdict(answer, sentence, short)


EXPERIMENT: Final = Experiment(
    name="first-guess",
    title="The price of a bad first guess",
    claim="MTD(f) takes about 8 probes a search; the value of a shallower search as the first "
    "guess brings them down to 2 or 3.",
    source="the MTD(f) article, section 6",
    method=f"{ENGINE_SEARCHES}\n\n"
    "MTD(f) deepens ply by ply to one ply less; then the last iteration begins with another "
    "guess: 0, the value of one or two plies less, or the value that it finds plus so many "
    "discs (our evaluation) or ten points (the article's). What is counted is that iteration "
    "alone.",
    rule=f"It holds if on the article's evaluation there are {FROM_ZERO[0]:g} to "
    f"{FROM_ZERO[1]:g} probes from 0 and {FROM_EARLIER[0]:g} to {FROM_EARLIER[1]:g} from the value "
    "of two plies less, by the whole intervals; under conditions if that value saves probes on "
    "one of the evaluations, by the whole interval, corrected for their number.",
    minutes=3,
    columns={"evaluation": str, "position": int, "guess": str, "off": int, **COSTS},
    units=units,
    conclude=conclude,
    sampled=sampled,
    positions=POSITIONS,
    deepest=DEEPEST,
)
