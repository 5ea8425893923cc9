"""Exact endgames against strength: games from balanced openings, both colours."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import islice
from types import MappingProxyType
from typing import Final

from outflank.board.board import Board
from outflank.board.color import BLACK, WHITE, Color
from outflank.engine import EngineOptions, Info, Limit
from outflank.lab import statistics
from outflank.lab.experiments.costs import mean, series, shown
from outflank.lab.experiments.estimates import Estimate
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
from outflank.lab.experiments.rows import Groups, group, numbers
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

FULL: Final = 100
HASH_MB: Final = 4


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
    limit = Limit(depth=depth, selectivity=FULL, exact_from=exact_from)
    return _Timed(EngineOptions(hash_mb=HASH_MB), limit)


def _score(opening: Board, player: _Timed, plain: _Timed, color: Color) -> int:
    """Discs of a player against the plain one."""
    seats = {color: Seat(player, TimeControl()), color.other: Seat(plain, TimeControl())}
    played = play_game(opening, seats, SEED, Rules())
    return played.score if color is BLACK else -played.score


def conclude(rows: Sequence[Row]) -> Findings:
    """Elo of each variant over the plain engine."""
    groups = group(rows, "player")
    known = [name for name in NAMES if (name,) in groups]
    table = Table(
        f"Against the same engine with {DEPTH} plies and no exact endgame before",
        ("player", "pairs", "points of a game", "Elo", "discs", "ms a game"),
        [_row(groups, name) for name in known],
    )
    plot = Plot(
        "Elo gained over the plain engine, by exact endgames and by looking deeper",
        "player",
        "Elo",
        [series("Elo", [(at, elo(groups, name)) for at, name in enumerate(known)])],
        names=known,
    )
    return Findings(_verdict(groups), [table], [plot], REMARKS)


REMARKS: Final = (
    "The plain engine, too, plays exactly as soon as its depth reaches the end of the game.",
)


def elo(groups: Groups, name: str) -> Estimate | None:
    """Elo of a variant over the plain engine; None without games, or with nothing but wins."""
    points = numbers(groups.get((name,), ()), "points")
    found = statistics.logistic_elo(statistics.Pentanomial.of(points))
    if found is None or found.margin is None:
        return None
    return Estimate(found.value, found.low, found.high, len(points))


def _row(groups: Groups, name: str) -> list[str]:
    rows = groups[name,]
    game = mean([{"share": float(row["points"] or 0) / 2} for row in rows], "share")
    seconds = mean(rows, "seconds")
    return [
        name,
        str(len(rows)),
        shown(game, ".1%"),
        shown(elo(groups, name), ".0f"),
        shown(mean(rows, "discs"), ".2f"),
        "" if seconds is None else f"{1000 * seconds.mean:.0f}",
    ]


def _verdict(groups: Groups) -> Verdict:
    found: Mapping[str, Estimate | None] = MappingProxyType(
        {name: elo(groups, name) for name in NAMES}
    )
    claimed = found[exact(CLAIMED)]
    others = [one for plies in DEEPER if (one := found[deeper(plies)]) is not None]
    if claimed is None or not others:
        return Verdict(Answer.FAILS, "Too few games were played to see a difference.")
    told = ", ".join(f"{one:.0f} by {name}" for name, one in found.items() if one is not None)
    sentence = f"Elo gained over {DEPTH} plies: {told}."
    if all(claimed.mean >= one.mean for one in others) and claimed.above(0):
        return Verdict(Answer.HOLDS, sentence)
    if claimed.above(0) and any(claimed.mean >= one.mean for one in others):
        return Verdict(Answer.CONDITIONS, sentence)
    return Verdict(Answer.FAILS, sentence)


EXPERIMENT: Final = Experiment(
    name="endgame-strength",
    title="Exact endgames against strength",
    claim="To search to the end exactly below 12 empties is the largest gain in strength of an "
    "Othello engine.",
    source="the PVS article, section 7",
    method=f"Game pairs from {OPENINGS} random openings of ten plies that our engine finds nearly "
    f"even, both colours. An engine of {DEPTH} plies, full width on our evaluation, meets itself "
    "with exact endgames from so many empties on, and itself looking one and two plies deeper. "
    "Elo comes from pairs (the pentanomial); the gain is the largest if neither ply gains more. "
    "Seconds are the CPU time of that engine's moves in a game.",
    columns={"opening": int, "player": str, "points": float, "discs": float, "seconds": float},
    units=units,
    conclude=conclude,
    timed=True,
)
