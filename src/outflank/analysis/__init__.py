"""Game reports: a value for every move, what was lost where and why, a summary for each player.

=================  ==================================================================
module             what it is for
=================  ==================================================================
``options``        `AnalysisOptions`: how strong, how long, and from when on exact
``values``         the value of the moves of a position, by the engine
``bounds``         what is proved of a value, and what it corrects
``articles``       the values by the programs of the articles
``plan``           how the time for a game is spent on its positions
``report``         `MoveReport`, `PlayerSummary`, `GameReport`: values, no rendering
``tally``          `Tally`: moves together, accuracy, the phases of a game
``reasons``        why one move is worse than another, found on the board
``turning``        `TurningPoint`: where a game turned, in plain words
``game``           `analyse` and `analyse_moves`: a whole game, from its end backwards
``annotate``       the game with values, remarks and better lines written into it
``describe``       a report as JSON values
``words``          how the numbers of a report are written for people
``graph``          Black's lead and the losses as SVG
``html``           the report as one page, with the files in ``page/``
``plot``           the graph as a picture by Matplotlib
``many``           what was lost in many games, as bulk work
``standings``      a table of that by player and year
=================  ==================================================================

One sign convention: values are in discs from the view of the side that moved. Only
`GameReport.leads`, which graphs show, is Black's view.
"""

from outflank.analysis.annotate import annotate
from outflank.analysis.describe import describe_move, describe_report
from outflank.analysis.game import AnalysisInterrupted, analyse, analyse_moves
from outflank.analysis.html import write_html
from outflank.analysis.options import AnalysisOptions
from outflank.analysis.report import GameReport, MoveReport, PlayerSummary
from outflank.analysis.tally import Phase, Tally
from outflank.analysis.turning import TurningPoint, turning_points
from outflank.analysis.values import best_moves, move_values

__all__ = [
    "AnalysisInterrupted",
    "AnalysisOptions",
    "GameReport",
    "MoveReport",
    "Phase",
    "PlayerSummary",
    "Tally",
    "TurningPoint",
    "analyse",
    "analyse_moves",
    "annotate",
    "best_moves",
    "describe_move",
    "describe_report",
    "move_values",
    "turning_points",
    "write_html",
]
