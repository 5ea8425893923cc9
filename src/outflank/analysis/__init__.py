"""Game reports: a value for every move, what was lost where, and a summary for each player.

=================  ==================================================================
module             what it is for
=================  ==================================================================
``options``        `AnalysisOptions`: how strong, how long, and from when on exact
``values``         the value of the moves of a position, by the engine
``articles``       the same by the programs of the articles
``plan``           how the time for a game is spent on its positions
``report``         `MoveReport`, `PlayerSummary`, `GameReport`: values, no rendering
``game``           `analyse` and `analyse_moves`: a whole game, from its end backwards
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
