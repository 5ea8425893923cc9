"""Values of moves as the programs of the articles find them: the solver near the end, then they."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from outflank.analysis.options import ARTICLE_DEPTH, AnalysisOptions
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


def article_values(board: Board, options: AnalysisOptions, solver: Solver) -> dict[Move, Score]:
    """The value of every move, a1 to h8, all in one unit: discs, or the evaluation's.

    Args:
        board: the position; it is not changed, and its game is not over.
        options: whose search, how deep, and from how many empties on exactly.
        solver: to solve with.

    Raises:
        KeyboardInterrupt: Ctrl-C; the search has ended.
    """
    if options.proves(board.empties):
        return dict(solver.solve_all(board).moves or {})
    article = options.article or Article.MTDF
    settings, search = article.settings(), SEARCHES[article]
    table = Table.array(TABLE_BITS)
    moves = [PASS] if board.must_pass else [Move(square) for square in board.legal_moves]
    values = {}
    for move in moves:
        after = Board(board.position, board.turn)  # a copy might pass by itself
        after.push(move)
        # A pass costs no depth.
        plies = (options.plies or ARTICLE_DEPTH) - (0 if move.is_pass else 1)
        result = search(after, plies, settings, table) if plies else static_value(after, settings)
        values[move] = -Score(result.score, settings.unit)
    return values
