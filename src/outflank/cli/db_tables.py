"""How ``outflank db`` tells what it has found: tables, or JSON objects."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from outflank.board.board import Board
from outflank.cli.fitting import fit
from outflank.cli.output import counted, make_table, say, say_json, say_table, table_width

if TYPE_CHECKING:
    from outflank.games.database import Check, Exploration, Imported, Record, Standing, Tally

GAMES: Final = ("game", "year", "<Black", "score", "<White", "<event", "<opening", "plies")
SPARE_OF_GAMES: Final = ("plies", "game", "<event", "<opening")

MOVES: Final = (
    "<move", "games", "%", "won", "drawn", "lost", "mean", "<years", "<opening", "<players",
)  # fmt: skip
SPARE_OF_MOVES: Final = ("<players", "<opening", "<years", "%")

PLAYERS: Final = (
    "<player", "games", "Black", "won", "drawn", "lost", "%", "mean", "<years",
)  # fmt: skip
SPARE_OF_PLAYERS: Final = ("Black", "<years", "%")

FILES: Final = ("<file", "games", "new", "known", "faults")

#: What a name is called that nobody knows.
UNKNOWN: Final = "?"


def say_imported(files: Sequence[Imported], games: int, path: Path, *, json: bool) -> None:
    """Tell what became of files, and what the database holds now."""
    if json:
        for one in files:
            say_json({**asdict(one), "known": one.known})
        return
    new = sum(one.new for one in files)
    interesting = [one for one in files if one.faults or one.known]
    _say_fitting(
        FILES,
        [
            (one.name, str(one.games), str(one.new), str(one.known), str(one.faults))
            for one in interesting
        ],
        (),
    )
    say(f"{counted(new, 'new game')} of {counted(len(files), 'file')}; {path} holds {games}")


def say_games(games: Sequence[Record], every: int, *, json: bool) -> None:
    """Tell games that were found, and how many there are."""
    if json:
        for one in games:
            say_json(asdict(one))
        return
    rows = [
        (
            str(one.id),
            _number(one.year),
            one.black or UNKNOWN,
            _signed(one.score),
            one.white or UNKNOWN,
            one.event or "",
            one.opening or "",
            str(one.plies),
        )
        for one in games
    ]
    _say_fitting(GAMES, rows, SPARE_OF_GAMES)
    shown = "" if every == len(games) else f", {len(games)} of them shown"
    say(f"{counted(every, 'game')}{shown}; scores are Black's discs minus White's")


def say_exploration(found: Exploration, board: Board, limit: int, *, json: bool) -> None:
    """Tell what was played from a position."""
    if json:
        head = {"type": "position", "position": board.to_text(), "opening": found.opening}
        say_json({**head, **_tally(found.tally), "ended": found.ended})
        for one in found.moves[:limit]:
            names = {"move": str(one.move), "equal": [str(move) for move in one.equal]}
            say_json({"type": "move", **names, "opening": one.opening, **_tally(one.tally)})
        return
    every = found.tally
    usual = found.opening or (
        "start of the game" if board == Board() else "position without a name"
    )
    title = f"{found.opening} ({board.transcript()})" if found.opening and board.moves else usual
    say(f"{title}: {counted(every.games, 'game')}{_in_years(every)}")
    if not every.games:
        return
    rows = [
        (
            ", ".join(map(str, (one.move, *one.equal))),
            str(one.tally.games),
            f"{100 * one.tally.games / every.games:.1f}",
            *_results(one.tally),
            _years(one.tally.first_year, one.tally.last_year),
            one.opening or "",
            ", ".join(f"{name} {games}" for name, games in one.tally.players),
        )
        for one in found.moves[:limit]
    ]
    _say_fitting(MOVES, rows, SPARE_OF_MOVES)
    ended = f"; {found.ended} of them end here" if found.ended else ""
    say(f"won, drawn, lost and the mean score are those of {board.turn}, who is to move{ended}")


def say_standings(players: Sequence[Standing], *, json: bool) -> None:
    """Tell players and their results."""
    if json:
        for one in players:
            say_json(asdict(one))
        return
    rows = [
        (
            one.name,
            str(one.games),
            str(one.black),
            str(one.won),
            str(one.drawn),
            str(one.lost),
            _percent(one.won + one.drawn / 2, one.won + one.drawn + one.lost),
            _mean(one.mean),
            _years(one.first_year, one.last_year),
        )
        for one in players
    ]
    _say_fitting(PLAYERS, rows, SPARE_OF_PLAYERS)
    if not players:
        say("no player of that name")


def say_check(found: Check, *, json: bool) -> None:
    """Tell what a check has found."""
    if json:
        facts = asdict(found)
        disagreements = facts.pop("disagreements")
        say_json({"type": "check", **facts})
        for one in disagreements:
            say_json({"type": "disagreement", **one})
        return
    for number, what in _findings(found):
        say(f"{number:>9,}  {what}")
    for one in found.disagreements:
        place = f"game {one.id}" + (f" ({one.source})" if one.source else "")
        what = "moves end at" if one.what == "result" else "proved is"
        say(f"{place}: {one.what} {one.claimed:+d} claimed, {what} {one.found:+d}")


def _findings(found: Check) -> Iterable[tuple[int, str]]:
    """The numbers of a check, each with what it counts; what there is none of is left out."""
    mean = found.distance
    away = "" if mean is None else f", {mean:.2f} discs from the result in the mean"
    every = (
        (found.games, "games"),
        (found.finished, "go on to the end"),
        (found.agreeing, "of these claim what their moves show, a komi taken off"),
        (found.raw, "of these claim it without the empties"),
        (found.differing, "of these claim something else"),
        (found.unclaimed, "of these claim nothing"),
        (found.stopped, "stop early, with a result"),
        (found.unknown, "stop early, without a result"),
        (found.theoretical, f"have a theoretical score{away}"),
        (found.kept, "of these ended with the theoretical score"),
        (found.doubles, "stand in their file more than once"),
        (found.proved, "theoretical scores were proved"),
        (found.wrong, "of these were wrong"),
    )
    return ((number, what) for number, what in every if number or what == "games")


def _tally(tally: Tally) -> dict[str, Any]:
    facts = asdict(tally)
    facts["players"] = [{"player": name, "games": games} for name, games in tally.players]
    return facts


def _results(tally: Tally) -> tuple[str, str, str, str]:
    return str(tally.won), str(tally.drawn), str(tally.lost), _mean(tally.mean)


def _percent(part: float, whole: int) -> str:
    return f"{100 * part / whole:.1f}" if whole else ""


def _mean(mean: float | None) -> str:
    return "" if mean is None else f"{mean:+.2f}"


def _signed(score: int | None) -> str:
    return UNKNOWN if score is None else f"{score:+d}" if score else "0"


def _number(number: int | None) -> str:
    return "" if number is None else str(number)


def _years(first: int | None, last: int | None) -> str:
    return _number(first) if first == last else f"{first}–{last}"


def _in_years(tally: Tally) -> str:
    years = _years(tally.first_year, tally.last_year)
    return f", {years}" if years else ""


def _say_fitting(
    columns: Sequence[str], rows: Sequence[Sequence[str]], spare: Sequence[str]
) -> None:
    """A table as wide as the terminal; nothing where it has no row."""
    if not rows:
        return
    fitted = fit(columns, rows, spare, table_width())
    say_table(make_table(fitted.columns, fitted.rows))
    if fitted.left_out:
        names = ", ".join(name.removeprefix("<") for name in fitted.left_out)
        say(f"no room on this terminal: {names}")
