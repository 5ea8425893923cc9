"""Outflank: an Othello engine, analyst and search laboratory in pure Python.

The names below are the public interface, together with what the submodules
``outflank.arrays``, ``outflank.textbook``, ``outflank.games`` and
``outflank.analysis`` export. Each is imported when it is first used: ``import
outflank`` and a drawn board cost no compiler.

>>> import outflank
>>> board = outflank.Board()
>>> board.push_text("f5")
Move('f5')
>>> print(board.legal_moves)  # doctest: +ELLIPSIS
. . . . . . . .
...
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from outflank import analysis, arrays, games, textbook
    from outflank.board import (
        PASS,
        Board,
        Bound,
        Color,
        IllegalMoveError,
        InvalidMoveError,
        InvalidPositionError,
        Move,
        Outcome,
        OutflankError,
        Position,
        Score,
        Square,
        SquareSet,
    )
    from outflank.games import Game, read_games

__version__ = "0.1.0"

__all__ = [
    "PASS",
    "Board",
    "Bound",
    "Color",
    "Game",
    "IllegalMoveError",
    "InvalidMoveError",
    "InvalidPositionError",
    "Move",
    "Outcome",
    "OutflankError",
    "Position",
    "Score",
    "Square",
    "SquareSet",
    "analysis",
    "arrays",
    "games",
    "read_games",
    "textbook",
]

_ROOMS = frozenset({"analysis", "arrays", "games", "textbook"})
_FROM_GAMES = frozenset({"Game", "read_games"})


def __getattr__(name: str) -> Any:
    """Import a public name when it is first asked for."""
    if name not in __all__:
        raise AttributeError(f"module 'outflank' has no attribute {name!r}")
    if name in _ROOMS:
        return importlib.import_module(f"outflank.{name}")
    room = "games" if name in _FROM_GAMES else "board"
    value = getattr(importlib.import_module(f"outflank.{room}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
