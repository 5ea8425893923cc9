"""The programs of two articles on search: readable, exact to the node, with faults as switches.

The articles, of a Chinese series "每日算法" ("an algorithm a day"), each with a program in Java:
"MTD(f) zero-window search and transposition table" and "PVS principal variation search
and ordering". Read the modules next to them; everything that plays better than they do
lives in other rooms and is tested against this one.

===================  =====================================================================
module               what it is for
===================  =====================================================================
``choices``          what a search is told, read and checked
``faults``           the ten faults of the articles' programs, one switch each
``slots``            the named slots of the arrays that search kernels are given
``evaluations``      what a position is worth without searching
``orderings``        which move is searched first
``selection``        which moves are searched less deep
``keys``             words that stand for positions in a table
``tables``           remembering what is known of a position
``inspection``       looking into a table, for lessons and tests
``tree``             what a pass costs, where a search stops
``minimax``          every line, without cut-offs: the value that all others must find
``alphabeta``        alpha-beta, fail soft and fail hard
``mtdf``             MTD(f), alone and by iterative deepening; the best move
``pvs``              principal variation search (NegaScout)
``aspiration``       alpha-beta in a narrow window about a guess
``endgame``          the exact score at the end of the game, in discs
``selfplay``         the PVS article's program: a whole game
``ablation``         the PVS article's table: what each part of the search saves
``random_midgame``   the MTD(f) article's random positions
``settings``         how to search, checked
``result``           what a search answers
``running``          runs a kernel for Python callers: Ctrl-C, growing tables
===================  =====================================================================

>>> from outflank.board import Board
>>> from outflank.textbook import Article, iterative_mtdf, random_midgame
>>> midgame = random_midgame(seed=7, plies=18)
>>> result = iterative_mtdf(midgame, 6, Article.MTDF.settings(faithful=True))
>>> result.score, result.unit, result.nodes, str(result.best)
(-70, 'mtdf-article', 5715, 'g4')
"""

from outflank.textbook.ablation import AblationRow, ablation
from outflank.textbook.alphabeta import alphabeta, alphabeta_hard
from outflank.textbook.aspiration import aspiration
from outflank.textbook.choices import SettingsError
from outflank.textbook.endgame import solve, solve_moves
from outflank.textbook.evaluations import Evaluation
from outflank.textbook.faults import CORRECTED, FAITHFUL_MTDF, FAITHFUL_PVS, Fault
from outflank.textbook.keys import Keys
from outflank.textbook.minimax import minimax, static_value
from outflank.textbook.mtdf import Inner, best_move, iterative_mtdf, mtdf
from outflank.textbook.orderings import Ordering, OrderingTerms
from outflank.textbook.pvs import pvs
from outflank.textbook.random_midgame import mtdf_article_start, random_midgame
from outflank.textbook.result import Result
from outflank.textbook.selection import Selection
from outflank.textbook.selfplay import PlayedMove, SelfPlay, self_play
from outflank.textbook.settings import Article, Settings
from outflank.textbook.tables import Kind, Replacement, Table

__all__ = [
    "CORRECTED",
    "FAITHFUL_MTDF",
    "FAITHFUL_PVS",
    "AblationRow",
    "Article",
    "Evaluation",
    "Fault",
    "Inner",
    "Keys",
    "Kind",
    "Ordering",
    "OrderingTerms",
    "PlayedMove",
    "Replacement",
    "Result",
    "Selection",
    "SelfPlay",
    "Settings",
    "SettingsError",
    "Table",
    "ablation",
    "alphabeta",
    "alphabeta_hard",
    "aspiration",
    "best_move",
    "iterative_mtdf",
    "minimax",
    "mtdf",
    "mtdf_article_start",
    "pvs",
    "random_midgame",
    "self_play",
    "solve",
    "solve_moves",
    "static_value",
]


def __dir__() -> list[str]:
    """What the room is for, without its modules."""
    return sorted(__all__)
