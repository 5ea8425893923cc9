"""Outflank: an Othello engine, analyst and search laboratory in pure Python.

The names below are the public interface, together with what the submodules
``outflank.arrays``, ``outflank.textbook``, ``outflank.games``, ``outflank.engine``
and ``outflank.analysis`` export. Each is imported when it is first used: ``import
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
    from outflank import analysis, arrays, engine, games, textbook
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
    from outflank.engine import (
        Analysis,
        Engine,
        EngineError,
        EngineOptions,
        Info,
        Level,
        Limit,
        LimitError,
        Solution,
        Solver,
        SolverError,
        level,
        solve,
        solve_all,
    )
    from outflank.games import Game, read_games, write_games

__version__ = "0.1.0"

__all__ = [
    "PASS",
    "Analysis",
    "Board",
    "Bound",
    "Color",
    "Engine",
    "EngineError",
    "EngineOptions",
    "Game",
    "IllegalMoveError",
    "Info",
    "InvalidMoveError",
    "InvalidPositionError",
    "Level",
    "Limit",
    "LimitError",
    "Move",
    "Outcome",
    "OutflankError",
    "Position",
    "Score",
    "Solution",
    "Solver",
    "SolverError",
    "Square",
    "SquareSet",
    "analysis",
    "arrays",
    "engine",
    "games",
    "level",
    "read_games",
    "solve",
    "solve_all",
    "textbook",
    "write_games",
]

_ROOMS = frozenset({"analysis", "arrays", "engine", "games", "textbook"})

#: The room that a name comes from, if not from `board`.
_ROOM_OF = {
    **dict.fromkeys(("Game", "read_games", "write_games"), "games"),
    **dict.fromkeys(("Analysis", "Engine", "EngineError", "EngineOptions", "Info"), "engine"),
    **dict.fromkeys(("Level", "Limit", "LimitError", "level"), "engine"),
    **dict.fromkeys(("Solution", "Solver", "SolverError", "solve", "solve_all"), "engine"),
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first asked for."""
    if name not in __all__:
        raise AttributeError(f"module 'outflank' has no attribute {name!r}")
    if name in _ROOMS:
        return importlib.import_module(f"outflank.{name}")
    room = _ROOM_OF.get(name, "board")
    value = getattr(importlib.import_module(f"outflank.{room}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
