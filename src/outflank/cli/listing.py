"""``outflank analyze --list``: the games of a file, so that one can be found and asked for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from outflank.board.score import MOST_DISCS
from outflank.cli.output import Exit, complain, say, say_json
from outflank.games.errors import GameFileError
from outflank.games.game import Game
from outflank.games.reader import GameFile

#: Games are written as they are read, so the columns have fixed widths: those of WTHOR's names.
NAME_WIDTH: Final = 20
EVENT_WIDTH: Final = 40
ROW: Final = f"{{:>6}}  {{:<{NAME_WIDTH}}}  {{:<{NAME_WIDTH}}}  {{:>5}}  {{:>5}}  {{:>4}}  {{}}"


class _Entry(NamedTuple):
    """A game by its number; the fault that it has, and then the game up to there, if it began."""

    number: int
    game: Game | None
    fault: GameFileError | None


def list_games(file: GameFile, *, json: bool) -> Exit:
    """Write one line, or one JSON object, for each game; tell faults on standard error."""
    code = Exit.OK
    if not json:
        say(ROW.format("game", "Black", "White", "score", "discs", "year", "event").rstrip())
    try:
        for entry in _entries(file):
            if entry.fault:
                complain(entry.fault)
                code = Exit.FAULT
            say_json(_describe(entry)) if json else say(_row(entry))
    except GameFileError as error:
        complain(error)
        return Exit.FAULT
    return code


def _entries(file: GameFile) -> Iterator[_Entry]:
    """Every game, faulty ones in their places among the others."""
    faults: list[GameFileError] = []
    number = 0
    damage: GameFileError | None = None
    try:
        for game in file.games(faults.append):
            for fault in faults:
                yield _Entry(number, fault.partial, fault)
                number += 1
            faults.clear()
            yield _Entry(number, game, None)
            number += 1
    except GameFileError as error:  # of the file as a whole
        damage = error
    for fault in faults:
        yield _Entry(number, fault.partial, fault)
        number += 1
    if damage:
        raise damage


def _row(entry: _Entry) -> str:
    game = entry.game
    if game is None:
        return ROW.format(entry.number, "", "", "", "", "", "").rstrip()
    discs = game.final_discs
    score = "" if discs is None else f"{discs}-{MOST_DISCS - discs}"
    black, white = _cut(game.black, NAME_WIDTH), _cut(game.white, NAME_WIDTH)
    event = _cut(game.event, EVENT_WIDTH)
    year = "" if game.year is None else game.year
    return ROW.format(entry.number, black, white, score, game.plies, year, event).rstrip()


def _cut(text: str | None, width: int) -> str:
    """A text that keeps to its column; ``--json`` has it whole."""
    text = " ".join((text or "").split())
    return text if len(text) <= width else f"{text[: width - 1]}…"


def _describe(entry: _Entry) -> dict[str, Any]:
    game = entry.game or Game()
    return {
        "game": entry.number,
        "black": game.black,
        "white": game.white,
        "event": game.event,
        "year": game.year,
        "black_discs": game.final_discs,
        "plies": game.plies,
        "fault": None if entry.fault is None else str(entry.fault),
    }
