"""Discs in the midgame against results of real games."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Final

from outflank.board.color import Color
from outflank.games import Game, famous_games, open_games
from outflank.lab.experiments.estimates import Estimate, normal, share
from outflank.lab.experiments.experiment import (
    DRAWN,
    Experiment,
    Findings,
    Plan,
    Plot,
    Row,
    Table,
    Unit,
    Verdict,
)
from outflank.lab.experiments.rows import Groups, group, number
from outflank.lab.experiments.telling import brief, from_games, judged, series, shown, told

#: Stages, by empty squares.
EMPTIES: Final = (50, 44, 40, 36, 30, 24, 20, 16, 12, 8)

#: Games of a unit; `Plan.positions` counts units.
GAMES: Final = 1000

#: The middle of the game, of which the claim speaks.
MIDGAME: Final = (44, 20)

#: Where a result comes from: perfect play, as the record has it, or how the game ended.
THEORETICAL, PLAYED = "theoretical", "played"

SQUARES: Final = 64


def units(plan: Plan) -> Sequence[Unit]:
    """Games of the file, hundreds at a time; without a file the famous games that ship."""
    games = _games(plan)
    parts = [games[first : first + GAMES] for first in range(0, len(games), GAMES)]
    wanted = islice(enumerate(parts), plan.positions)
    return [Unit(f"games {at:03}", partial(_measure, at, part)) for at, part in wanted]


def _games(plan: Plan) -> list[Game]:
    if plan.games is None:
        return list(famous_games().values())
    return list(open_games(plan.games).games())


def _measure(at: int, games: Sequence[Game]) -> Iterator[Row]:
    """For each stage and lead: how many games, Black's wins and draws, sums of Black's results."""
    results: dict[tuple[int, str, int], list[int]] = {}
    for game in games:
        for empties, source, lead, result in _stages(game):
            results.setdefault((empties, source, lead), []).append(result)
    for (empties, source, lead), found in sorted(results.items()):
        yield {
            "part": at,
            "empties": empties,
            "source": source,
            "lead": lead,
            "games": len(found),
            "wins": sum(result > 0 for result in found),
            "draws": found.count(0),
            "results": sum(found),
            "squares": sum(result * result for result in found),
        }


def _stages(game: Game) -> Iterator[tuple[int, str, int, int]]:
    """Empties, where the result comes from, Black's lead then, and Black's lead at the end."""
    played = _played(game)
    for empties, lead in _leads(game):
        known = game.theoretical is not None and empties >= (game.exact_from or SQUARES)
        if known and game.theoretical is not None:
            yield empties, THEORETICAL, lead, 2 * game.theoretical - SQUARES
        elif played is not None:
            yield empties, PLAYED, lead, played


def _played(game: Game) -> int | None:
    """Black's final lead; None if the game was not ended."""
    if game.black_discs is not None:
        return 2 * game.black_discs - SQUARES
    outcome = game.outcome()
    return None if outcome is None else outcome.score


def _leads(game: Game) -> Iterator[tuple[int, int]]:
    """Black's lead in discs when each stage is first reached."""
    position, black_moves, wanted = game.start, game.first is Color.BLACK, set(EMPTIES)
    for move in game.moves:
        if position.empties in wanted:
            wanted.remove(position.empties)
            yield position.empties, position.raw_score if black_moves else -position.raw_score
        position, black_moves = position.play_unchecked(move), not black_moves


def conclude(rows: Sequence[Row]) -> Findings:
    """Correlation of lead and result, and how often the side with more discs wins, by stage."""
    stages = group(rows, "empties")
    at = sorted((int(str(empties)) for (empties,) in stages), reverse=True)
    columns = (
        "empties",
        "games",
        "results",
        "correlation of lead and result",
        "points of the side with more discs",
        "points of Black, behind",
        "points of Black, ahead",
    )
    table = Table(
        "Discs on the board and result; a draw is half a point",
        columns,
        [_line(stages, empties) for empties in at],
    )
    plots = [
        Plot(
            "Correlation of the lead in discs with the final lead",
            "empty squares",
            "correlation",
            [series("games", [(e, _correlation(stages[e,])) for e in at])],
            reference=0,
        ),
        Plot(
            "Points of the side that has more discs: below 0.5 it rather loses",
            "empty squares",
            "share of points",
            [series("games", [(e, _points_of_leader(stages[e,])) for e in at])],
            reference=0.5,
        ),
    ]
    return Findings(_verdict(stages, at), [table], plots, REMARKS)


REMARKS: Final = (
    "Where the record knows the result of perfect play from some stage on, that counts up to that "
    "stage, and the played result after it. Many games share their first moves, so the early "
    "stages rest on fewer independent positions than games.",
    "With an even number of empties Black is mostly to move and White has just turned discs: "
    "White is the side with more discs more often. The two columns of Black's points compare like "
    "with like.",
    "A relation in real games is not a cause: who has fewer discs has more moves, as a rule, and "
    "that is what wins.",
)


def _line(stages: Groups, empties: int) -> list[str]:
    rows = stages[empties,]
    sources = sorted({str(row["source"]) for row in rows})
    return [
        str(empties),
        f"{_sum(rows, 'games'):,.0f}",
        ", ".join(sources),
        shown(_correlation(rows)),
        shown(_points_of_leader(rows), ".1%"),
        shown(_points_of_black([row for row in rows if number(row, "lead") < 0]), ".1%"),
        shown(_points_of_black([row for row in rows if number(row, "lead") > 0]), ".1%"),
    ]


#: Fewer games decide nothing: what is looked for is a few per cent.
ENOUGH_GAMES: Final = 100

#: Fewer games have no interval of a correlation.
LEAST_GAMES: Final = 4


def _correlation(rows: Sequence[Row], tests: int = 1) -> Estimate | None:
    """Pearson's, by R. A. Fisher's transformation; None if nothing varies."""
    n = _sum(rows, "games")
    leads = math.fsum(number(row, "lead") * number(row, "games") for row in rows)
    results = _sum(rows, "results")
    lead_spread = math.fsum(number(row, "lead") ** 2 * number(row, "games") for row in rows)
    spread = (lead_spread - leads**2 / n) * (_sum(rows, "squares") - results**2 / n)
    if n < LEAST_GAMES or spread <= 0:
        return None
    products = math.fsum(number(row, "lead") * number(row, "results") for row in rows)
    value = (products - leads * results / n) / math.sqrt(spread)
    if abs(value) >= 1:
        return Estimate(value, None, None, int(n))
    middle, half = math.atanh(value), normal(tests) / math.sqrt(n - 3)
    return Estimate(value, math.tanh(middle - half), math.tanh(middle + half), int(n))


def _sum(rows: Sequence[Row], column: str) -> float:
    return math.fsum(number(row, column) for row in rows)


def _points_of_black(rows: Sequence[Row]) -> Estimate | None:
    """Black's share of the points."""
    return _share_of_points(2 * _sum(rows, "wins") + _sum(rows, "draws"), _sum(rows, "games"))


def _points_of_leader(rows: Sequence[Row], tests: int = 1) -> Estimate | None:
    """The share of the points of the side with more discs."""
    ahead = [row for row in rows if number(row, "lead") > 0]
    behind = [row for row in rows if number(row, "lead") < 0]
    halves = 2 * _sum(ahead, "wins") + _sum(ahead, "draws")
    lost = 2 * _sum(behind, "wins") + _sum(behind, "draws")
    games = _sum(behind, "games")
    return _share_of_points(halves + 2 * games - lost, games + _sum(ahead, "games"), tests)


def _share_of_points(halves: float, games: float, tests: int = 1) -> Estimate | None:
    """As if every game were won or lost: with draws the interval is a little too wide."""
    if not games:
        return None
    return share(halves / 2, int(games), tests)


def _is_losing(rows: Sequence[Row], tests: int = 1) -> bool:
    """True if who has more discs loses rather, by both measures."""
    relation, points = _correlation(rows, tests), _points_of_leader(rows, tests)
    return relation is not None and relation.below(0) and points is not None and points.below(0.5)


def _sampled(rows: Sequence[Row], games: str) -> str:
    most = max((_sum(of, "games") for of in group(rows, "empties").values()), default=0)
    where = "famous games that ship" if games == DRAWN else from_games(games)
    return f"{most:,.0f} games: {where.removeprefix('from ')}"


def _verdict(stages: Groups, at: Sequence[int]) -> Verdict:
    first, last = MIDGAME
    middle = [empties for empties in at if last <= empties <= first]
    relations = {empties: _correlation(stages[empties,]) for empties in middle}
    points = {empties: _points_of_leader(stages[empties,]) for empties in middle}
    answer = judged(
        bool(middle) and all(_is_losing(stages[empties,]) for empties in middle),
        any(_is_losing(stages[empties,], len(middle)) for empties in middle),
        [*relations.values(), *points.values()],
        ENOUGH_GAMES,
    )
    parts = "; ".join(
        f"{told(points[empties], '.1%')} at {empties} empties (correlation "
        f"{told(relations[empties], '.2f')})"
        for empties in middle
    )
    late = at[-1] if at else 0
    games = max((_sum(stages[empties,], "games") for empties in at), default=0)
    end = _points_of_leader(stages[late,]) if at else None
    sentence = (
        f"In {games:,.0f} games the side with more discs makes of the points "
        f"{parts or 'an unknown share'}; at {late} empties it makes {told(end, '.1%')}."
    )
    ends = " and ".join(
        f"{brief(points[empties], '.0%')} at {empties} empties"
        for empties in (*middle[:1], *middle[1:][-1:])
    )
    short = (
        f"The side with more discs makes {ends or 'an unknown share'} of the points, "
        f"{brief(end, '.0%')} at {late}."
    )
    return Verdict(answer, sentence, short)


EXPERIMENT: Final = Experiment(
    name="discs",
    title="More discs in the midgame",
    claim="More discs are all but a disadvantage: in the midgame who has more discs leaves the "
    "opponent more moves and is forced into bad ones.",
    source="the MTD(f) article, its beginning",
    method="All games of a file (without one, the few famous games that ship with the package; "
    "they show how, and prove nothing), followed to "
    f"{', '.join(map(str, EMPTIES))} empties. Counted are Black's lead in discs at each stage and "
    "Black's lead at the end, by perfect play where the record knows it, else as played: their "
    "correlation, and the points of the side with more discs.",
    rule=f"It holds if at every stage from {MIDGAME[0]} to {MIDGAME[1]} empties the whole interval "
    "of the correlation is below 0 and that of the points below a half; under conditions if so at "
    "some of them, the intervals corrected for the number of stages. Fewer than "
    f"{ENOUGH_GAMES} games decide nothing.",
    minutes=0.2,
    columns={
        "part": int,
        "empties": int,
        "source": str,
        "lead": int,
        "games": int,
        "wins": int,
        "draws": int,
        "results": int,
        "squares": int,
    },
    units=units,
    conclude=conclude,
    sampled=_sampled,
    counted="thousands of games",
)
