"""Games on their way into the database: their facts by column, their moves as bytes."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from outflank.board.color import Color
from outflank.board.position import Position
from outflank.board.score import MOST_DISCS
from outflank.board.square import PASS
from outflank.games.database.details import write_details
from outflank.games.database.positions import Played, as_arrays
from outflank.games.database.records import NAMES
from outflank.games.encodings import as_text
from outflank.games.game import Game
from outflank.games.numbers import MOST_YEAR, within

#: How the numbers of the columns are held; others are texts.
_TYPES: Final = {
    "year": np.int16, "plies": np.uint8, "claimed": np.int8, "black_discs": np.uint8,
    "result": np.float64, "komi": np.float64, "theoretical": np.int8, "exact_from": np.uint8,
    "copy": np.int32,
}  # fmt: skip

_START: Final = Position.start()


class Entry(NamedTuple):
    """One game: what the columns of `games` say of it, and what it was played from.

    Attributes:
        moves: one byte a move, 64 a pass.
        facts: by column; the names of players and event among them.
        start: player and opponent where it began.
        black_first: Black moved first.
    """

    moves: bytes
    facts: dict[str, Any]
    start: tuple[int, int]
    black_first: bool


def entry_of(game: Game, copies: Counter[int]) -> Entry:
    """A game as the database takes it.

    Args:
        game: what was read.
        copies: how often each game stood in its file before; this one is counted.
    """
    moves = bytes(game.moves)
    usual = game.first is Color.BLACK and game.start == _START
    theoretical = _score(game.theoretical)
    facts = {
        "black": _text(game.black),
        "white": _text(game.white),
        "event": _text(game.event),
        "year": within(game.year, -MOST_YEAR, MOST_YEAR),
        "date": _text(game.date),
        "start": None if usual else game.root().to_text(),
        "moves": "".join(map(NAMES.__getitem__, moves)),
        "plies": len(moves) - moves.count(PASS),
        "claimed": claimed(game),
        "black_discs": None if _score(game.black_discs) is None else game.black_discs,
        "result": game.result,
        "komi": game.komi,
        "ending": game.ending,
        "theoretical": theoretical,
        "exact_from": None if theoretical is None else within(game.exact_from, 0, 60),
    }
    identity = hash(tuple(facts.values()))
    facts |= {
        "copy": copies[identity],
        "source": _text(game.source),
        "details": write_details(game),
    }
    copies[identity] += 1
    start = (game.start.player, game.start.opponent)
    return Entry(moves, facts, start, game.first is Color.BLACK)


def claimed(game: Game) -> int | None:
    """Black's score as the record claims it, in discs: what a komi took off is put back.

    None if it claims none, or one that cannot be.
    """
    if game.black_discs is not None:
        return _score(game.black_discs)
    if game.result is None:
        return None
    discs = game.result + (game.komi or 0)
    return within(round(discs), -MOST_DISCS, MOST_DISCS) if math.isfinite(discs) else None


def _score(black_discs: int | None) -> int | None:
    """A score from Black's discs, to which the empties are counted if Black won."""
    return (
        None
        if black_discs is None
        else within(2 * black_discs - MOST_DISCS, -MOST_DISCS, MOST_DISCS)
    )


def _text(text: str | None) -> str | None:
    return None if text is None else as_text(text)


def columns_of(entries: Sequence[Entry]) -> dict[str, Any]:
    """The facts of many games as a table of NumPy columns; `serial` is the number of the row."""
    table: dict[str, Any] = {"serial": np.arange(len(entries), dtype=np.int32)}
    for name in entries[0].facts if entries else ():
        table[name] = _column(name, [entry.facts[name] for entry in entries])
    return table


def _column(name: str, values: list[Any]) -> Any:
    kind = _TYPES.get(name)
    if kind is None:
        return np.array(values, dtype=object)
    unknown = [value is None for value in values]
    return np.ma.masked_array([value or 0 for value in values], mask=unknown, dtype=kind)


def played_of(entries: Iterable[Entry]) -> Played:
    """What was played in these games, as arrays."""
    chosen = list(entries)
    return as_arrays(
        [entry.moves for entry in chosen],
        [entry.start for entry in chosen],
        [entry.black_first for entry in chosen],
    )
