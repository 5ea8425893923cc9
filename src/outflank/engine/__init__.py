"""Engines: the exact solver of endgames.

=================  =====================================================================
module             what it is for
=================  =====================================================================
``solution``       what a solver answers
``solver``         proves scores: one position, every move of it, thousands of positions
=================  =====================================================================
"""

from outflank.engine.solution import Solution, SolveInterrupted, SolverError
from outflank.engine.solver import Solver, solve, solve_all

__all__ = ["Solution", "SolveInterrupted", "Solver", "SolverError", "solve", "solve_all"]
