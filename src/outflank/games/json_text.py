"""Our own JSON: one game an object, one object a line; everything that `Game` knows.

::

    {"format": "outflank-game", "black": "Ann", "moves": "f5d6c3", "notes": [{"seconds": 2.5}, …]}

A file may as well hold one object over several lines, or a list of them. Rows of a table of
games (``{"moves": "f5d6c3", "score": 4}``) are read as `outflank.games.columns` says; objects of
Othello Quest (``{"m": "f5"}``) are told apart by themselves: `outflank.games.quest`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, get_args

from outflank.board.board import Board
from outflank.board.color import Color
from outflank.board.errors import OutflankError, quoted
from outflank.board.transcript import read_moves, write_moves
from outflank.games.columns import is_row, values_of
from outflank.games.errors import GameFileError
from outflank.games.game import Game
from outflank.games.notes import DEEPEST, Ending, MoveNote, Variation
from outflank.games.quest import games_of_quest, is_quest
from outflank.games.textfile import TextFile

FORMAT: Final = "outflank-game"

#: Attributes that are texts, and those that are numbers.
_TEXTS: Final = ("black", "white", "event", "date", "black_time", "white_time", "comment")
_WHOLE: Final = ("year", "black_discs", "theoretical", "exact_from")
_NUMBERS: Final = ("result", "komi")

_GAP: Final = re.compile(r"[\s,]*")
_REST: Final = re.compile(r"\s*\Z")
_NEXT: Final = re.compile(r"\n[ \t]*(?=\{)")
_MOST: Final = 10**9


def write_json(game: Game) -> str:
    """The game as one object on one line; what is unknown is left out.

    Raises:
        OutflankError: a number in it is infinite, or none.
    """
    names = (*_TEXTS, *_WHOLE, *_NUMBERS, "ending")
    facts = {name: getattr(game, name) for name in names}
    values: dict[str, Any] = {"format": FORMAT}
    values |= {name: fact for name, fact in facts.items() if fact is not None}
    if game.winner is not None:
        values["winner"] = game.winner.value
    if game.others:
        values["others"] = dict(game.others)
    if game.root() != Board():
        values["start"] = game.root().to_text()
    values |= _written(game.moves, game.notes, game.variations)
    try:
        return json.dumps(values, ensure_ascii=False, allow_nan=False)
    except ValueError as error:
        raise OutflankError(f"it cannot be written: {error}") from None


def _written(
    moves: Sequence[Any], notes: Sequence[MoveNote], variations: Sequence[Variation]
) -> dict[str, Any]:
    values: dict[str, Any] = {"moves": write_moves(moves, passes=True)}
    if notes:
        values["notes"] = [_note_values(note) for note in notes]
    if variations:
        values["variations"] = [
            {"at": one.at, **_written(one.moves, one.notes, one.variations)} for one in variations
        ]
    return values


def _note_values(note: MoveNote) -> dict[str, Any]:
    fields = (("evaluation", note.evaluation), ("seconds", note.seconds), ("comment", note.comment))
    return {name: value for name, value in fields if value is not None}


class _Text(str):
    """A text in which the decoder does not count lines: for each fault it would from the first."""

    __slots__ = ()

    def count(self, *_: object) -> int:
        """None."""
        return 0

    rfind = count


@dataclass(frozen=True)
class JsonFile(TextFile):
    """The text of a file of JSON: our own, or that of Othello Quest.

    Attributes:
        unit: what errors and `Game.source` call a line.
    """

    unit: str = "line"

    def read(self) -> Iterator[Game | GameFileError]:
        """One game, or the error that stands in its place, after the other."""
        for line, value in self._values():
            place = f"{self.name} {self.unit} {line}"
            if isinstance(value, GameFileError):
                yield value
            elif is_quest(value):
                yield from _of_quest(value, place)
            else:
                yield game_of_values(value, place)

    def _values(self) -> Iterator[tuple[int, Any]]:
        """Every object with the number of its line; those of a list one by one."""
        text, line, counted = self.text.removeprefix("\ufeff"), 1, 0
        decoder = json.JSONDecoder(parse_constant=_no_number)
        at = _skip(text, 0)
        listed = text[at : at + 1] == "[" and not is_quest_list(text[at : at + 256])
        at = _skip(text, at + 1) if listed else at
        uncounted = _Text(text)
        while at < len(text) and not (listed and text[at] == "]" and _REST.match(text, at + 1)):
            line, counted = line + text.count("\n", counted, at), at
            try:
                value, at = decoder.raw_decode(uncounted, at)
            except (ValueError, RecursionError) as error:
                message = getattr(error, "msg", "it cannot be read")
                yield line, GameFileError(f"{self.name} line {line}: not JSON: {message.lower()}")
                found = _NEXT.search(text, at)
                at = found.end() if found else len(text)
            else:
                yield line, value
                at = _skip(text, at)


def _of_quest(value: Any, place: str) -> Iterator[Game | GameFileError]:
    try:
        yield from games_of_quest(value, place)
    except OutflankError as error:
        yield GameFileError(f"{place}: {error}", board=error.board, ply=error.ply)


def is_ours(value: Any) -> bool:
    """True if a value of JSON is a game as `write_json` writes it."""
    return isinstance(value, dict) and value.get("format") == FORMAT


def is_quest_list(text: str) -> bool:
    """True for the beginning of a bare list of moves of Othello Quest."""
    return bool(re.match(r'\[\s*\{\s*"[mt]"\s*:', text))


def _skip(text: str, at: int) -> int:
    found = _GAP.match(text, at)
    return found.end() if found else at


def _no_number(text: str) -> Any:
    raise ValueError(f"{text} is no number")


def game_of_values(value: Any, place: str) -> Game | GameFileError:
    """The game of an object of our JSON, or of a row of a table, or what is wrong with it.

    Args:
        value: the object.
        place: where it stands.
    """
    try:
        return _game(values_of(value) if is_row(value) else value, place)
    except GameFileError as error:
        return error
    except OutflankError as error:
        return GameFileError(f"{place}: {error}", board=error.board, ply=error.ply)


def _game(value: Any, place: str) -> Game:
    if not isinstance(value, dict) or value.get("format", FORMAT) != FORMAT or "moves" not in value:
        raise OutflankError(f'no game: an object with "format": "{FORMAT}" and "moves" is one')
    facts = {name: _text(value, name) for name in _TEXTS}
    facts |= {name: _number(value, name, int) for name in _WHOLE}
    facts |= {name: _number(value, name, float) for name in _NUMBERS}
    winner, ending = _text(value, "winner"), _text(value, "ending")
    if ending is not None and ending not in get_args(Ending):
        raise OutflankError(f"ending: {quoted(ending)}: there are {', '.join(get_args(Ending))}")
    start = _text(value, "start")
    root = Board() if start is None else Board.from_text(start)
    board = _play(root.copy(), value)
    try:
        return Game.of_legal_moves(
            board.moves,
            start=root.position,
            first=root.turn,
            source=place,
            winner=None if winner is None else Color(_one_of(winner, "winner", "black", "white")),
            ending=ending,
            others=_others(value),
            notes=_notes(value),
            variations=_variations(value, 0),
            **{name: fact for name, fact in facts.items() if fact is not None},
        )
    except OutflankError as error:
        partial = Game.from_board(board, source=place)
        raise GameFileError(f"{place}: {error}", board=board, partial=partial) from None


def _play(board: Board, value: Mapping[str, Any]) -> Board:
    board.push_transcript(_text(value, "moves") or "")
    return board


def _one_of(text: str, name: str, *allowed: str) -> str:
    if text not in allowed:
        raise OutflankError(f"{name}: {quoted(text)}: it is {' or '.join(allowed)}")
    return text


def _text(value: Mapping[str, Any], name: str) -> str | None:
    text = value.get(name)
    if text is not None and not isinstance(text, str):
        raise OutflankError(f"{name}: a text is wanted, not {quoted(repr(text)[:60])}")
    return text


def _number(value: Mapping[str, Any], name: str, kind: type) -> Any:
    number = value.get(name)
    if number is None:
        return None
    allowed = (int,) if kind is int else (int, float)
    if isinstance(number, bool) or not isinstance(number, allowed) or abs(number) >= _MOST:
        raise OutflankError(f"{name}: a number is wanted, not {quoted(repr(number)[:60])}")
    return kind(number)


def _others(value: Mapping[str, Any]) -> dict[str, str]:
    others = value.get("others", {})
    if not isinstance(others, dict) or not all(isinstance(text, str) for text in others.values()):
        raise OutflankError("others: an object of texts is wanted")
    return others


def _list(value: Mapping[str, Any], name: str) -> list[Any]:
    items = value.get(name) or []
    if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
        raise OutflankError(f"{name}: a list of objects is wanted")
    return items


def _notes(value: Mapping[str, Any]) -> tuple[MoveNote, ...]:
    return tuple(
        MoveNote(
            _number(note, "evaluation", float),
            _number(note, "seconds", float),
            _text(note, "comment"),
        )
        for note in _list(value, "notes")
    )


def _variations(value: Mapping[str, Any], depth: int) -> tuple[Variation, ...]:
    if depth > DEEPEST:
        raise OutflankError(f"variations within variations, more than {DEEPEST}")
    return tuple(
        Variation(
            _number(one, "at", int) or 0,
            tuple(read_moves(_text(one, "moves") or "")),
            _notes(one),
            _variations(one, depth + 1),
        )
        for one in _list(value, "variations")
    )
