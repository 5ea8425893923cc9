"""Engines: the one that plays and analyses, and the exact solver of endgames.

=================  =====================================================================
module             what it is for
=================  =====================================================================
``engine``         plays and analyses: a move, lines, a stream
``options``        how an engine is set up
``limit``          how long and how deep it may think
``levels``         playing strengths by number and by name
``clock``          how much of a clock a move may take
``info``           what a search has found
``stages``         the iterations of a search
``thinking``       one search from its first iteration to its answer
``root``           the root of a search: its moves, and windows on them
``strategies``     drivers: how the window moves
``crew``           the threads of a search with all that they share
``checks``         what callers of the solver ask for, checked
``solution``       what a solver answers, and what it raises
``goal``           positions with the bounds proved so far
``prover``         closes bounds, by two drivers, and finds the moves for them
``abreast``        many small positions side by side
``solver``         what people call: one position, every move of it, thousands of positions
=================  =====================================================================
"""

from outflank.engine.engine import Analysis, Engine
from outflank.engine.info import Counters, Info
from outflank.engine.levels import LEVELS, WEAK_LEVELS, Level, level
from outflank.engine.limit import SELECTIVITIES, Limit, LimitError
from outflank.engine.options import EngineError, EngineOptions
from outflank.engine.solution import (
    BulkInterrupted,
    BulkTimeoutError,
    Solution,
    SolveInterrupted,
    SolverError,
)
from outflank.engine.solver import Solver, solve, solve_all
from outflank.engine.strategies import STRATEGIES

__all__ = [
    "LEVELS",
    "SELECTIVITIES",
    "STRATEGIES",
    "WEAK_LEVELS",
    "Analysis",
    "BulkInterrupted",
    "BulkTimeoutError",
    "Counters",
    "Engine",
    "EngineError",
    "EngineOptions",
    "Info",
    "Level",
    "Limit",
    "LimitError",
    "Solution",
    "SolveInterrupted",
    "Solver",
    "SolverError",
    "level",
    "solve",
    "solve_all",
]
