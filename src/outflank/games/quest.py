"""Games of Othello Quest (questgames.net) in its JSON.

::

    {"created": "2021-03-11T20:13:30.000Z", "tcb": 300000,
     "players": [{"name": "Ann", "oldR": 1500.5}, {"name": "Ben"}],
     "position": {"moves": [{"m": "f5", "t": 1200}, {"m": "-"}, {"s": "RESIGN"}]}}

Players are Black and White in this order; ``t`` is milliseconds, ``-`` a pass; an entry
without ``m`` is no move. The objects that hold ``position``, and bare lists of moves, are found
wherever they lie: inside the answers of the server, and in lists of games.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from outflank.board.board import Board
from outflank.board.errors import OutflankError, quoted
from outflank.board.square import PASS, Move
from outflank.games.dates import normal_date
from outflank.games.errors import GameFileError
from outflank.games.game import Game
from outflank.games.notes import NOTHING, Ending, MoveNote
from outflank.games.numbers import clock_text

SITE: Final = "Othello Quest"
_PASS: Final = "-"
_ENDINGS: Final[dict[str, Ending]] = {"RESIGN": "resigned", "TIMEUP": "time", "TIMEOUT": "time"}
_MILLI: Final = 1000.0
_MOST: Final = 10**13


def is_quest(value: Any) -> bool:
    """True if there is a game of Othello Quest in a value of JSON."""
    return next(_games(value), None) is not None


def games_of_quest(value: Any, place: str) -> Iterator[Game | GameFileError]:
    """Every game in a value, or the error that stands in its place."""
    for holder, moves in _games(value):
        try:
            yield _game(holder, moves, place)
        except GameFileError as error:
            yield error


def _games(value: Any) -> Iterator[tuple[Mapping[str, Any], Sequence[Any]]]:
    """What holds a game, and its moves; without recursion, for JSON may nest deeply."""
    waiting: list[tuple[Any, Mapping[str, Any]]] = [(value, {})]
    while waiting:
        found, holder = waiting.pop()
        if isinstance(found, list):
            if any(isinstance(item, dict) and "m" in item for item in found):
                yield holder, found
            else:
                waiting += ((item, holder) for item in reversed(found))
        elif isinstance(found, dict):
            inner = found if "players" in found else holder
            waiting += ((item, inner) for item in reversed(found.values()))


def _game(holder: Mapping[str, Any], moves: Sequence[Any], place: str) -> Game:
    board, notes = Board(), list[MoveNote]()
    facts = _facts(holder)
    for entry in moves:
        try:
            _play(board, entry, notes)
        except OutflankError as error:
            partial = Game.from_board(board, source=place)
            raise GameFileError(
                f"{place}: {error}", board=board, ply=error.ply, partial=partial
            ) from None
        told = entry.get("s") if isinstance(entry, dict) else None
        if isinstance(told, str) and told in _ENDINGS:
            facts["ending"] = _ENDINGS[told]
    return Game.from_board(board, notes=tuple(notes), source=place, **facts)


def _play(board: Board, entry: Any, notes: list[MoveNote]) -> None:
    if not isinstance(entry, dict):
        raise OutflankError(f"{quoted(repr(entry)[:60])} is no move of {SITE}").at(board.copy())
    if "m" not in entry:
        return
    text = entry["m"]
    if not isinstance(text, str):
        raise OutflankError(f"{quoted(repr(text)[:60])} is not a move").at(board.copy())
    if board.is_game_over() and text == _PASS:
        return
    try:
        move = PASS if text == _PASS else Move(text)
    except OutflankError as error:
        raise error.at(board.copy()) from None
    if board.must_pass and not move.is_pass:
        board.push(PASS)
        notes.append(NOTHING)
    board.push(move)
    taken = _number(entry.get("t"))
    notes.append(NOTHING if taken is None else MoveNote(seconds=taken / _MILLI))


def _number(value: Any) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < _MOST:
        return None
    return float(value)


def _facts(holder: Mapping[str, Any]) -> dict[str, Any]:
    facts: dict[str, Any] = {"event": SITE, "others": {}}
    players = holder.get("players")
    for side, rating, player in zip(
        ("black", "white"), ("RB", "RW"), players if isinstance(players, list) else (), strict=False
    ):
        name = player.get("name", player.get("id")) if isinstance(player, dict) else player
        if isinstance(name, str) and name:
            facts[side] = name
        old = _number(player.get("oldR")) if isinstance(player, dict) else None
        if old is not None:
            facts["others"][rating] = f"{old:g}"
    facts["date"] = _date(holder.get("created"))
    if (clock := _number(holder.get("tcb"))) is not None:
        facts |= dict.fromkeys(("black_time", "white_time"), clock_text(clock / _MILLI))
    return facts


def _date(created: Any) -> str | None:
    """A date in ISO 8601, or in milliseconds since 1970."""
    if isinstance(created, str):
        return normal_date(created.replace("T", " ").removesuffix("Z").split(".")[0])
    number = _number(created)
    if number is None:
        return None
    return f"{datetime.fromtimestamp(number // _MILLI, UTC):%Y-%m-%d %H:%M:%S} UTC"
