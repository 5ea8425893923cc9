"""Analyses a whole game, move by move; what is done is never lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from outflank.analysis.options import AnalysisOptions
from outflank.analysis.report import GameReport, MoveReport
from outflank.analysis.values import move_values
from outflank.core.workers import cores
from outflank.engine import Solver
from outflank.games.game import Game

#: Is told how many moves are done, and of how many.
Progress = Callable[[int, int], None]


class AnalysisInterrupted(KeyboardInterrupt):
    """Ctrl-C during an analysis.

    Attributes:
        report: the moves that were done.
    """

    def __init__(self, report: GameReport) -> None:
        super().__init__(f"interrupted after {len(report.moves)} moves")
        self.report = report

    def __reduce__(self) -> tuple[type[AnalysisInterrupted], tuple[GameReport]]:
        """Copied and pickled from the report; by default it would be the message."""
        return type(self), (self.report,)


def analyse(
    game: Game, options: AnalysisOptions | None = None, progress: Progress | None = None
) -> GameReport:
    """Value every move of a game.

    Args:
        game: the game.
        options: how deep, and from when on exactly.
        progress: called after every move.

    Returns:
        The report of all moves, passes included.

    Raises:
        AnalysisInterrupted: Ctrl-C (it is a `KeyboardInterrupt`); the moves that were
            done are kept as its ``.report``.
    """
    options = options or AnalysisOptions()
    done: list[MoveReport] = []
    try:
        for report in analyse_moves(game, options):
            done.append(report)
            if progress is not None:
                progress(len(done), len(game.moves))
    except KeyboardInterrupt:
        raise AnalysisInterrupted(GameReport(game, options, tuple(done))) from None
    return GameReport(game, options, tuple(done))


def analyse_moves(game: Game, options: AnalysisOptions | None = None) -> Iterator[MoveReport]:
    """The same, one report after the other as each is ready.

    Raises:
        KeyboardInterrupt: Ctrl-C; the search has ended.
    """
    options = options or AnalysisOptions()
    solver = Solver(threads=cores())
    for board, move in game.steps():
        ply = None if move.is_pass else board.ply + 1
        yield MoveReport.of(ply, board.turn, move, move_values(board, options, solver))
