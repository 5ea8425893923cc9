"""What few games have beside moves and players, as JSON: notes, variations, clocks, remarks."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from outflank.board.color import Color
from outflank.board.square import Move
from outflank.games.game import Game
from outflank.games.notes import MoveNote, Variation

#: Attributes of a game that are texts.
_TEXTS: Final = ("black_time", "white_time", "comment")


def write_details(game: Game) -> str | None:
    """The details of a game; None if it has none."""
    details: dict[str, Any] = {name: text for name in _TEXTS if (text := getattr(game, name))}
    if game.winner is not None:
        details["winner"] = game.winner.value
    if game.notes:
        details["notes"] = _notes(game.notes)
    if game.variations:
        details["variations"] = _variations(game.variations)
    if game.others:
        details["others"] = dict(game.others)
    return json.dumps(details) if details else None


def read_details(text: str | None) -> dict[str, Any]:
    """The attributes of a game that `write_details` wrote."""
    if text is None:
        return {}
    details: dict[str, Any] = json.loads(text)
    if "winner" in details:
        details["winner"] = Color(details["winner"])
    if "notes" in details:
        details["notes"] = _read_notes(details["notes"])
    if "variations" in details:
        details["variations"] = _read_variations(details["variations"])
    return details


def _notes(notes: Sequence[MoveNote]) -> list[list[Any]]:
    """Evaluation, seconds and comment of each move, as far as there are any."""
    rows = []
    for note in notes:
        row: list[Any] = [note.evaluation, note.seconds, note.comment]
        while row and row[-1] is None:
            row.pop()
        rows.append(row)
    return rows


def _read_notes(rows: Sequence[Sequence[Any]]) -> tuple[MoveNote, ...]:
    return tuple(MoveNote(*row) for row in rows)


def _variations(variations: Sequence[Variation]) -> list[dict[str, Any]]:
    return [
        {
            "at": one.at,
            "moves": " ".join(map(str, one.moves)),
            "notes": _notes(one.notes),
            "variations": _variations(one.variations),
        }
        for one in variations
    ]


def _read_variations(rows: Sequence[dict[str, Any]]) -> tuple[Variation, ...]:
    return tuple(
        Variation(
            row["at"],
            tuple(map(Move, row["moves"].split())),
            _read_notes(row["notes"]),
            _read_variations(row["variations"]),
        )
        for row in rows
    )
