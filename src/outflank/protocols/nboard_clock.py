"""A clock told in a record of GGF, so that whoever reads it reckons out what there is left.

Records give the time at the start of a game, what every move adds, and what each move has
taken. A clock has only whole seconds there (a point would set days apart), a move has
fractions: what the start and the increments amount to beyond what is left is told as taken
by the last move of the side to move.
"""

from __future__ import annotations

import math
from dataclasses import replace

from outflank.board.board import Board
from outflank.engine.limit import Limit
from outflank.games.game import Game
from outflank.games.notes import NOTHING, MoveNote
from outflank.protocols.nboard_game import SECONDS_A_MINUTE


def timed_record(board: Board, limit: Limit) -> Game:
    """The game so far; the clock of the side to move leaves what the limit says.

    A time for one move is told as a clock for all that are to come. An increment is told in
    whole seconds, at least one. Before a side's first move what is left is told in whole
    seconds, too: at least one, else no more than there is.
    """
    game = Game.from_board(board, black="Black", white="White")
    left = _left(limit, board.empties)
    if left is None:
        return game
    mine = [number for number, (before, _) in enumerate(game.steps()) if before.turn is board.turn]
    increment = max(1, round(limit.increment)) if limit.increment else 0
    if mine and left < increment:  # who reads it would see the clock run out before that was added
        increment = 0
    gained = increment * len(mine)
    notes = [NOTHING] * len(game.moves)
    if mine:
        main = max(1, math.ceil(left - gained))
        notes[mine[-1]] = MoveNote(seconds=main + gained - left)
    else:
        main = max(1, math.floor(left))
    clock = _minutes(main) + (f"/{_minutes(increment)}" if increment else "")
    return replace(game, notes=tuple(notes), black_time=clock, white_time=clock)


def _left(limit: Limit, empties: int) -> float | None:
    """Seconds for the rest of the game; None without a time."""
    if limit.time is not None:
        return limit.time * ((empties + 1) // 2)
    return limit.clock


def _minutes(seconds: int) -> str:
    minutes, rest = divmod(seconds, SECONDS_A_MINUTE)
    return f"{minutes:02}:{rest:02}"
