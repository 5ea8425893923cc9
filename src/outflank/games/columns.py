"""A row of a table of games as the values that our JSON has for a game.

A table has its moves in a column ``moves``. What else is known by its name is taken:

* ``score``: Black's final discs less White's, empties to the winner;
* ``theoretical``: the same by perfect play from ``exact_from`` empties on. Where only
  ``exact_from`` is there, that is the score;
* ``start``, ``black``, ``white``, ``event``, ``date``, ``year``, ``ending``, ``result``, ``komi``,
  ``black_discs``: as in our JSON.

Other columns are passed over. An empty cell is unknown.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Final

from outflank.board.errors import OutflankError, quoted
from outflank.board.score import MOST_DISCS
from outflank.games.numbers import read_number

MOVES: Final = "moves"
SCORE: Final = "score"

_TEXTS: Final = (MOVES, "start", "black", "white", "event", "date", "ending")
_NUMBERS: Final = ("year", "black_discs", "exact_from", "result", "komi")

#: All columns that are looked at.
KNOWN: Final = (*_TEXTS, *_NUMBERS, SCORE, "theoretical")


def is_row(value: Any) -> bool:
    """True if a value of JSON is a row, such as one of ``outflank train selfplay``."""
    return isinstance(value, dict) and {MOVES, SCORE} <= value.keys() and "format" not in value


def values_of(row: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a game; numbers may be text.

    Raises:
        OutflankError: a cell is not what its column has.
    """
    values = {name: row[name] for name in _TEXTS if not _is_empty(row.get(name))}
    values |= {name: _number(row, name) for name in _NUMBERS}
    discs, exact_from = _discs(row, SCORE), values["exact_from"]
    if not {"black_discs", "result"} & row.keys():
        values["black_discs"] = discs
    if "theoretical" in row:
        values["theoretical"] = _discs(row, "theoretical")
    elif exact_from is not None:
        values["theoretical"] = discs
    return values


def _is_empty(cell: Any) -> bool:
    return cell is None or cell == ""


def _number(row: Mapping[str, Any], name: str) -> float | None:
    """A number, whole ones as `int`, however the table writes them."""
    cell = row.get(name)
    if _is_empty(cell):
        return None
    if isinstance(cell, str):
        cell = read_number(cell, f"number: {name}")
    if isinstance(cell, bool) or not isinstance(cell, int | float) or not math.isfinite(cell):
        raise OutflankError(f"{name}: a number is wanted, not {quoted(repr(cell)[:60])}")
    return int(cell) if cell == int(cell) else cell


def _discs(row: Mapping[str, Any], name: str) -> int | None:
    """Black's discs by a score."""
    score = _number(row, name)
    if score is None:
        return None
    if score % 2 or abs(score) > MOST_DISCS:
        raise OutflankError(f"{name}: {score} is none: even numbers of -64 to 64 are")
    return (int(score) + MOST_DISCS) // 2
