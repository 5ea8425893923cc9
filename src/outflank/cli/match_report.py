"""What ``outflank match`` tells: the running score, the tables at the end, JSON."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from outflank.cli.fitting import fit
from outflank.cli.output import counted, make_table, say, say_json, say_table, table_width

if TYPE_CHECKING:
    from outflank.lab.match import Match
    from outflank.lab.match_file import GameRecord
    from outflank.lab.results import Results, Side, Tally
    from outflank.lab.statistics import Estimate

PAIRINGS: Final = (
    "<player", "<against", "games", "won", "drawn", "lost", "pairs 0 ½ 1 1½ 2", "Elo",
    "normalized", "LOS", "discs",
)  # fmt: skip
PLAYERS: Final = (
    "<player", "games", "points", "%", "Elo", "moves", "seconds", "ms a move", "longest", "late",
    "<forfeits",
)  # fmt: skip

#: Columns that go, one after the other, where a terminal is too narrow for all.
SPARE_OF_PAIRINGS: Final = ("normalized", "pairs 0 ½ 1 1½ 2", "LOS", "games", "discs", "Elo")
SPARE_OF_PLAYERS: Final = (
    "moves", "seconds", "longest", "ms a move", "<forfeits", "late", "games", "Elo",
)  # fmt: skip

UNKNOWN: Final = "?"


class Reporter:
    """Tells games and results as text or as JSON.

    Args:
        match: what is played.
        results: which are added to meanwhile.
        json: write objects instead of tables.
    """

    def __init__(self, match: Match, results: Results, json: bool) -> None:
        self.match = match
        self.results = results
        self._json = json

    def game(self, record: GameRecord) -> None:
        """Tell a finished game."""
        if self._json:
            say_json(_game(record))

    def end(self) -> None:
        """Tell the results."""
        if self._json:
            self._end_json()
            return
        results, names = self.results, self.results.names
        rows = [
            _pairing_row(names[first], names[second], tally)
            for (first, second), tally in zip(results.pairings, results.tallies, strict=True)
        ]
        left_out = _say_fitting(PAIRINGS, rows, SPARE_OF_PAIRINGS)
        say()
        players = [_player_row(names[one], results.standing(one)) for one in results.ranking()]
        left_out += _say_fitting(PLAYERS, players, SPARE_OF_PLAYERS)
        if left_out:
            say(f"no room on this terminal: {', '.join(left_out)}")
        for record in results.forfeited:
            say(_forfeit(record))
        if test := self.test:
            say(test)
        say("intervals of 95 %; discs are those of pairs without a forfeit")

    @property
    def test(self) -> str:
        """How the SPRT stands; empty without one."""
        sprt = self.match.sprt
        if sprt is None:
            return ""
        ratio = sprt.log_likelihood_ratio(self.results.tallies[0].first.pairs)
        verdict = self.results.verdict(sprt)
        outcome = f"{verdict} accepted" if verdict else "not decided"
        return (
            f"SPRT of {sprt.elo0:g} against {sprt.elo1:g} {sprt.model} Elo: log-likelihood ratio "
            f"{ratio:+.2f} of {sprt.lower:+.2f} to {sprt.upper:+.2f}, {outcome}"
        )

    def _end_json(self) -> None:
        results = self.results
        for (first, second), tally in zip(results.pairings, results.tallies, strict=True):
            say_json(_pairing(results.names[first], results.names[second], tally))
        for place, one in enumerate(results.ranking(), 1):
            say_json(_player(place, results.names[one], results.standing(one)))
        if sprt := self.match.sprt:
            pairs = results.tallies[0].first.pairs
            say_json(
                {
                    "type": "sprt",
                    "elo0": sprt.elo0,
                    "elo1": sprt.elo1,
                    "alpha": sprt.alpha,
                    "beta": sprt.beta,
                    "elo": str(sprt.model),
                    "llr": round(sprt.log_likelihood_ratio(pairs), 4),
                    "lower": round(sprt.lower, 4),
                    "upper": round(sprt.upper, 4),
                    "accepted": None if (found := sprt.verdict(pairs)) is None else str(found),
                }
            )

    def running(self) -> str:
        """The score so far, in a few words."""
        results, parts = self.results, []
        for one in results.ranking()[:3]:
            side = results.standing(one)
            parts.append(f"{results.names[one]} {side.points:g}")
        if sprt := self.match.sprt:
            ratio = sprt.log_likelihood_ratio(results.tallies[0].first.pairs)
            parts.append(f"LLR {ratio:+.2f} ({sprt.lower:+.2f} to {sprt.upper:+.2f})")
        return ", ".join(parts)


@contextmanager
def scoreboard(reporter: Reporter) -> Iterator[Callable[[], None]]:
    """A bar with the running score while games are played; only on a terminal."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from outflank.cli.console import Console

    columns = (
        BarColumn(20),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
    )
    console, above = Console(stderr=True), sys.stdout.isatty()
    with Progress(*columns, console=console, transient=True, redirect_stdout=above) as bar:
        task = bar.add_task("", total=reporter.match.all_games)

        def tell() -> None:
            text = reporter.running()
            bar.update(task, completed=reporter.results.games, description=text)

        tell()
        yield tell


def _say_fitting(
    columns: Sequence[str], rows: Iterable[Sequence[str]], spare: Sequence[str]
) -> list[str]:
    """Write a table as wide as the terminal; the names of the columns that have no room."""
    fitted = fit(columns, rows, spare, table_width())
    say_table(make_table(fitted.columns, fitted.rows))
    return [name.removeprefix("<") for name in fitted.left_out]


def _pairing_row(first: str, second: str, tally: Tally) -> tuple[str, ...]:
    from outflank.lab import statistics

    side = tally.first
    return (
        first,
        second,
        str(side.games),
        str(side.wins),
        str(side.draws),
        str(side.losses),
        " ".join(map(str, side.pairs.counts)),
        _shown(statistics.logistic_elo(side.pairs)),
        _shown(statistics.normalized_elo(side.pairs)),
        _percent(statistics.likelihood_of_superiority(side.pairs)),
        _shown(tally.discs),
    )


def _player_row(name: str, side: Side) -> tuple[str, ...]:
    from outflank.lab import statistics

    played = f"{side.points:g}"
    forfeits = ", ".join(f"{count} {ending}" for ending, count in side.forfeits.items())
    return (
        name,
        str(side.games),
        played,
        _percent(side.points / side.games if side.games else None),
        _shown(statistics.logistic_elo(side.pairs)),
        f"{side.moves:,}",
        f"{side.seconds:,.1f}",
        f"{1000 * side.seconds / side.moves:.1f}" if side.moves else UNKNOWN,
        f"{side.longest:.3f}",
        str(side.late),
        forfeits,
    )


def _shown(estimate: Estimate | None) -> str:
    """A value and half of its interval."""
    if estimate is None:
        return UNKNOWN
    if not math.isfinite(estimate.value):  # no Elo difference is large enough
        return "all won" if estimate.value > 0 else "all lost"
    margin = UNKNOWN if estimate.margin is None else f"{estimate.margin:.1f}"
    return f"{estimate.value:+.1f} ± {margin}"


def _percent(share: float | None) -> str:
    return UNKNOWN if share is None else f"{100 * share:.1f}"


def _forfeit(record: GameRecord) -> str:
    played = record.played
    return (
        f"{record.black} (Black) against {record.white}, pair {record.key.pair + 1}: "
        f"{played.ending}: {played.detail} after {counted(played.board.ply, 'ply')}"
    )


def _game(record: GameRecord) -> dict[str, Any]:
    played = record.played
    return {
        "type": "game",
        "pairing": record.key.pairing,
        "pair": record.key.pair,
        "black": record.black,
        "white": record.white,
        "score": played.score,
        "ending": str(played.ending),
        "detail": played.detail or None,
        "moves": [str(move) for move in played.board.moves],
        "evaluations": [note.evaluation for note in played.notes],
        "seconds": [note.seconds for note in played.notes],
    }


def _pairing(first: str, second: str, tally: Tally) -> dict[str, Any]:
    from outflank.lab import statistics

    side = tally.first
    superiority = statistics.likelihood_of_superiority(side.pairs)
    return {
        "type": "pairing",
        "player": first,
        "against": second,
        "games": side.games,
        "won": side.wins,
        "drawn": side.draws,
        "lost": side.losses,
        "pairs": list(side.pairs.counts),
        "elo": _estimate(statistics.logistic_elo(side.pairs)),
        "normalized_elo": _estimate(statistics.normalized_elo(side.pairs)),
        "los": None if superiority is None else round(superiority, 6),
        "discs": _estimate(tally.discs),
    }


def _player(place: int, name: str, side: Side) -> dict[str, Any]:
    from outflank.lab import statistics

    return {
        "type": "player",
        "place": place,
        "player": name,
        "games": side.games,
        "points": side.points,
        "elo": _estimate(statistics.logistic_elo(side.pairs)),
        "moves": side.moves,
        "seconds": round(side.seconds, 4),
        "longest": side.longest,
        "late": side.late,
        "forfeits": {str(ending): count for ending, count in side.forfeits.items()},
    }


def _estimate(estimate: Estimate | None) -> dict[str, float | None] | None:
    """An estimate in numbers that JSON has: what is infinite or unknown is null."""
    if estimate is None:
        return None
    ends = {"value": estimate.value, "low": estimate.low, "high": estimate.high}
    return {
        name: round(end, 4) if end is not None and math.isfinite(end) else None
        for name, end in ends.items()
    }
