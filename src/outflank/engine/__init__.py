"""Engines: the exact solver of endgames.

=================  =====================================================================
module             what it is for
=================  =====================================================================
``solution``       what a solver answers, and what it raises
``options``        what callers ask for, checked
``crew``           the threads of a search and all that they share
``goal``           positions with the bounds proved so far
``prover``         closes bounds, by two drivers, and finds the moves for them
``abreast``        many small positions side by side
``solver``         what people call: one position, every move of it, thousands of positions
=================  =====================================================================
"""

from outflank.engine.solution import (
    BulkInterrupted,
    BulkTimeoutError,
    Solution,
    SolveInterrupted,
    SolverError,
)
from outflank.engine.solver import Solver, solve, solve_all

__all__ = [
    "BulkInterrupted",
    "BulkTimeoutError",
    "Solution",
    "SolveInterrupted",
    "Solver",
    "SolverError",
    "solve",
    "solve_all",
]
