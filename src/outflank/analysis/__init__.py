"""Game reports: a value for every move, what was lost where, and a summary for each player.

=================  ==================================================================
module             what it is for
=================  ==================================================================
``options``        `AnalysisOptions`: how deep, and from when on exact
``report``         `MoveReport`, `PlayerSummary`, `GameReport`: values, no rendering
``values``         the value of every legal move of a position
``game``           `analyse` and `analyse_moves`: a whole game
=================  ==================================================================
"""

from outflank.analysis.game import AnalysisInterrupted, analyse, analyse_moves
from outflank.analysis.options import AnalysisOptions
from outflank.analysis.report import GameReport, MoveReport, PlayerSummary
from outflank.analysis.values import best_moves, move_values

__all__ = [
    "AnalysisInterrupted",
    "AnalysisOptions",
    "GameReport",
    "MoveReport",
    "PlayerSummary",
    "analyse",
    "analyse_moves",
    "best_moves",
    "move_values",
]
