"""The value of every legal move of a position: solved near the end, searched before it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from outflank.analysis.options import AnalysisOptions
from outflank.board.board import Board
from outflank.board.score import Score
from outflank.board.square import PASS, Move
from outflank.engine import Solver
from outflank.textbook import (
    Article,
    Result,
    Settings,
    Table,
    iterative_mtdf,
    pvs,
    static_value,
)

Search = Callable[[Board, int, Settings, Table], Result]

#: A table of 64 MiB: it forgets, where a map that never does would fill the memory.
TABLE_BITS: Final = 20

SEARCHES: Final[dict[Article, Search]] = {Article.MTDF: iterative_mtdf, Article.PVS: pvs}


def move_values(
    board: Board, options: AnalysisOptions, solver: Solver | None = None
) -> dict[Move, Score]:
    """The value of every move, a1 to h8, from the view of the side to move, all in one unit.

    The one move of a side that must pass is the pass; a game that is over has none.

    Args:
        board: the position; it is not changed.
        options: how deep, and from how many empties on exactly.
        solver: to solve with, whose table is kept from one position to the next; None
            for a fresh one.

    Raises:
        KeyboardInterrupt: Ctrl-C; the search has ended.
    """
    if board.empties <= options.exact_from:
        return dict((solver or Solver()).solve_all(board).moves or {})
    settings = options.article.settings()
    table = Table.array(TABLE_BITS)
    moves = [PASS] if board.must_pass else [Move(square) for square in board.legal_moves]
    values = {}
    for move in moves:
        after = Board(board.position, board.turn)  # a copy might pass by itself
        after.push(move)
        # A pass costs no depth.
        plies = options.depth if move.is_pass else options.depth - 1
        if plies:
            score = SEARCHES[options.article](after, plies, settings, table).score
        else:
            score = static_value(after, settings).score
        values[move] = -Score(score, settings.unit)
    return values


def best_moves(values: dict[Move, Score]) -> tuple[Move, ...]:
    """Every move of the greatest value, in the order of `values`; none if there is no move."""
    if not values:
        return ()
    greatest = max(score.value for score in values.values())
    return tuple(move for move, score in values.items() if score.value == greatest)
