"""Exact endgames against strength: games from balanced openings, both colours."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import islice
from typing import Final

from outflank.board.board import Board
from outflank.board.color import BLACK, WHITE, Color
from outflank.board.score import PROVED
from outflank.engine import EngineOptions, Info, Limit
from outflank.lab import statistics
from outflank.lab.experiments.estimates import SHARES, Estimate, difference, interval
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
from outflank.lab.experiments.rows import Groups, group, numbers, pairs
from outflank.lab.experiments.telling import brief, judged, mean, series, shown, told
from outflank.lab.openings import BalancedOpenings
from outflank.lab.players import EnginePlayer
from outflank.lab.referee import Rules, Seat, play_game
from outflank.lab.timing import Clock, TimeControl

#: Openings, each played twice by each variant; and what draws them.
OPENINGS: Final = 200
SEED: Final = 5

#: Plies of the engine that all meet.
DEPTH: Final = 6

#: Empties from which on an engine plays exactly, and plies more that another looks.
EXACT_FROM: Final = (8, 10, 12, 14, 16, 18)
DEEPER: Final = (1, 2)

#: What the claim is about.
CLAIMED: Final = 12

HASH_MB: Final = 4

#: Games of a pair, and the points of a game that are no gain.
GAMES: Final = 2
NO_GAIN: Final = 0.5


@dataclass(frozen=True, slots=True)
class Variant:
    """An engine that meets the plain one.

    Attributes:
        name: in the data.
        depth: plies.
        exact_from: empties from which on it plays exactly; None for never earlier than its
            depth reaches the end.
    """

    name: str
    depth: int
    exact_from: int | None = None


def exact(empties: int) -> str:
    """The name of the variant that plays exactly from so many empties on."""
    return f"exact from {empties}"


def deeper(plies: int) -> str:
    """The name of the variant that looks so many plies deeper."""
    return f"{plies} {'ply' if plies == 1 else 'plies'} more"


#: All variants, in the order of tables.
NAMES: Final = (*map(exact, EXACT_FROM), *map(deeper, DEEPER))


def variants(depth: int) -> list[Variant]:
    """All of them, about a depth of the plain engine."""
    solving = [Variant(exact(empties), depth, empties) for empties in EXACT_FROM]
    return [*solving, *(Variant(deeper(plies), depth + plies) for plies in DEEPER)]


def units(plan: Plan) -> Sequence[Unit]:
    """One for each opening."""
    openings = islice(BalancedOpenings().boards(SEED), plan.at_most(OPENINGS))
    depth = plan.depths(1, DEPTH)[-1]
    return [
        Unit(f"opening {at:03}", partial(_measure, at, opening, depth))
        for at, opening in enumerate(openings)
    ]


def _measure(at: int, opening: Board, depth: int) -> Iterator[Row]:
    plain = _player(depth, None)
    for variant in variants(depth):
        player = _player(variant.depth, variant.exact_from)
        player.seconds = 0.0
        scores = [_score(opening, player, plain, color) for color in (BLACK, WHITE)]
        yield {
            "opening": at,
            "player": variant.name,
            "points": sum((score > 0) + (score == 0) / 2 for score in scores),
            "discs": sum(scores) / len(scores),
            "seconds": player.seconds / len(scores),
        }


class _Timed(EnginePlayer):
    """An engine that counts the CPU seconds of its moves."""

    seconds = 0.0

    def move(self, board: Board, clock: Clock) -> Info:
        started = time.process_time()
        info = super().move(board, clock)
        self.seconds += time.process_time() - started
        return info


@cache
def _player(depth: int, exact_from: int | None) -> _Timed:
    limit = Limit(depth=depth, selectivity=PROVED, exact_from=exact_from)
    return _Timed(EngineOptions(hash_mb=HASH_MB), limit)


def _score(opening: Board, player: _Timed, plain: _Timed, color: Color) -> int:
    """Discs of a player against the plain one."""
    seats = {color: Seat(player, TimeControl()), color.other: Seat(plain, TimeControl())}
    played = play_game(opening, seats, SEED, Rules())
    return played.score if color is BLACK else -played.score


def conclude(rows: Sequence[Row]) -> Findings:
    """Points and Elo of each variant against the plain engine."""
    groups = group(rows, "player")
    known = [name for name in NAMES if (name,) in groups]
    table = Table(
        f"Against the same engine with {DEPTH} plies and no exact endgame before",
        ("player", "pairs", "points of a game", "Elo", "points more of it", "discs", "ms a game"),
        [_row(groups, name) for name in known],
    )
    plot = Plot(
        "Points of a game against the plain engine, by exact endgames and by looking deeper",
        "player",
        "points of a game",
        [series("points", [(at, _points(groups, name)) for at, name in enumerate(known)])],
        names=known,
        reference=NO_GAIN,
    )
    return Findings(_verdict(groups), [table], [plot], REMARKS)


REMARKS: Final = (
    "The plain engine, too, plays exactly as soon as its depth reaches the end of the game.",
    f"“Points more of it”: how many points of a game “{exact(CLAIMED)}” makes more than that "
    "player, from the same openings.",
)


def elo(groups: Groups, name: str) -> Estimate | None:
    """Elo of a variant over the plain engine; None without games, or with nothing but wins."""
    points = numbers(groups.get((name,), ()), "points")
    found = statistics.logistic_elo(statistics.Pentanomial.of(points))
    if found is None or found.margin is None:
        return None
    return Estimate(found.value, found.low, found.high, len(points))


def _points(groups: Groups, name: str) -> Estimate | None:
    """Points of a game, 0 to 1, of which a half is no gain; opening by opening."""
    points = numbers(groups.get((name,), ()), "points")
    return interval([own / GAMES for own in points], bounds=SHARES) if points else None


def _more(groups: Groups, name: str, tests: int = 1) -> Estimate | None:
    """Points of a game that the claimed variant makes more, from the same openings."""
    mine, theirs = groups.get((exact(CLAIMED),), ()), groups.get((name,), ())
    found = [
        (own / GAMES, other / GAMES) for own, other in pairs(mine, theirs, "points", on="opening")
    ]
    return difference(found, tests, SHARES) if found else None


def _row(groups: Groups, name: str) -> list[str]:
    rows = groups[name,]
    seconds = mean(rows, "seconds")
    return [
        name,
        str(len(rows)),
        shown(_points(groups, name), ".1%"),
        shown(elo(groups, name), ".0f"),
        "" if name == exact(CLAIMED) else shown(_more(groups, name), ".1%"),
        shown(mean(rows, "discs"), ".2f"),
        "" if seconds is None else f"{1000 * seconds.mean:.0f}",
    ]


def _verdict(groups: Groups) -> Verdict:
    claimed = _points(groups, exact(CLAIMED))
    rivals = [deeper(plies) for plies in DEEPER]
    more = {name: _more(groups, name) for name in rivals}
    if claimed is None or not any(more.values()):
        unseen = "Too few games were played to see a difference."
        return Verdict(Answer.UNDECIDED, unseen, unseen)
    gains = claimed.above(NO_GAIN)
    some = [_more(groups, name, len(rivals)) for name in rivals]
    answer = judged(
        gains and all(one is not None and one.above(0) for one in more.values()),
        gains and any(one is not None and one.above(0) for one in some),
        [claimed, *some],
    )
    won = ", ".join(
        f"{points:.1%} by {name}" for name in NAMES if (points := _points(groups, name)) is not None
    )
    against = " and ".join(f"{told(one, '.1%')} more than {name}" for name, one in more.items())
    sentence = (
        f"Points of a game against {DEPTH} plies, in {claimed.n} pairs: {won}; from the same "
        f"openings {exact(CLAIMED)} makes {against}."
    )
    differences = " and ".join(f"{brief(one, '+.1%')} against {name}" for name, one in more.items())
    short = (
        f"“{exact(CLAIMED)}” makes {claimed.mean:.1%} of the points; the difference is "
        f"{differences}."
    )
    return Verdict(answer, sentence, short)


def _sampled(rows: Sequence[Row], _games: str) -> str:
    openings = len({row["opening"] for row in rows})
    return f"{openings} random openings of ten plies that our engine finds nearly even"


EXPERIMENT: Final = Experiment(
    name="endgame-strength",
    title="Exact endgames against strength",
    claim="To search to the end exactly below 12 empties is the largest gain in strength of an "
    "Othello engine.",
    source="the PVS article, section 7",
    method="Every opening is played as a pair of games, both colours. An engine of "
    f"{DEPTH} plies, full width on our evaluation, meets itself with exact endgames from so many "
    "empties on, and itself looking one and two plies deeper. Elo comes from pairs (the "
    "pentanomial). Seconds are the CPU time of that engine's moves in a game.",
    rule=f"It holds if exact endgames from {CLAIMED} empties on make more than {NO_GAIN} of the "
    "points, by the whole interval, and more points than either one or two plies more from the "
    "same openings, by the whole interval of the difference; under conditions if more than one of "
    "the two, the interval corrected for two.",
    minutes=5,
    columns={"opening": int, "player": str, "points": float, "discs": float, "seconds": float},
    units=units,
    conclude=conclude,
    timed=True,
    sampled=_sampled,
    positions=OPENINGS,
    deepest=DEPTH,
    counted="openings",
)
