"""The rules of Othello for people, on plain Python integers; the reference of every kernel.

Nothing here imports `outflank.core`, Numba or NumPy.

==============  =============================================================
module          what it is for
==============  =============================================================
``rules``       legal moves, flips, the end, the scores: functions on integers
``square``      `Square`, `Move`, `PASS`
``squareset``   `SquareSet`
``color``       `Color`
``position``    `Position`: player and opponent, never changes
``board``       `Board`: colours, history, `push` and `pop`
``score``       `Score`, `Outcome`
``symmetry``    the eight symmetries and the canonical form
``text``        boards as 64 characters
``transcript``  games as running text
``draw``        the board in characters
``svg``         the board as a picture
``errors``      what is refused, and where
==============  =============================================================
"""

from outflank.board.board import Board
from outflank.board.color import BLACK, WHITE, Color
from outflank.board.errors import (
    IllegalMoveError,
    InvalidMoveError,
    InvalidPositionError,
    OutflankError,
)
from outflank.board.position import Position
from outflank.board.score import Bound, Ending, Outcome, Score
from outflank.board.square import PASS, Move, Square
from outflank.board.squareset import SquareSet

__all__ = [
    "BLACK",
    "PASS",
    "WHITE",
    "Board",
    "Bound",
    "Color",
    "Ending",
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
]
