"""Analyses a whole game from its end backwards; what is done is never lost.

Backwards, because the table then knows what comes after each position, and what was
found there is what the move that led to it was worth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from outflank.analysis.options import AnalysisOptions
from outflank.analysis.plan import Plan
from outflank.analysis.report import GameReport, MoveReport
from outflank.analysis.values import Valuation, Valuer, open_engine
from outflank.board.board import Board
from outflank.board.errors import OutflankError
from outflank.board.square import Move
from outflank.engine import Solver
from outflank.games.game import Game

#: Is told how many moves are done, and of how many.
Progress = Callable[[int, int], None]


class AnalysisInterrupted(KeyboardInterrupt):
    """Ctrl-C during an analysis.

    Attributes:
        report: the moves that were done, the last ones of the game.
    """

    def __init__(self, report: GameReport) -> None:
        super().__init__(f"interrupted after {len(report.moves)} moves")
        self.report = report

    def __reduce__(self) -> tuple[type[AnalysisInterrupted], tuple[GameReport]]:
        """Copied and pickled from the report; by default it would be the message."""
        return type(self), (self.report,)


def analyse(
    game: Game | Board, options: AnalysisOptions | None = None, progress: Progress | None = None
) -> GameReport:
    """Value every move of a game.

    Args:
        game: the game; of a board, the one that was played on it.
        options: how strongly, how long, and from when on exactly.
        progress: called after every move.

    Returns:
        The report of all moves in their order, passes included.

    Raises:
        OutflankError: `game` is neither.
        AnalysisInterrupted: Ctrl-C (it is a `KeyboardInterrupt`); the moves that were
            done are kept as its ``.report``.
    """
    game = _game_of(game)
    options = options or AnalysisOptions()
    done: list[MoveReport] = []
    try:
        for report in analyse_moves(game, options):
            done.append(report)
            if progress is not None:
                progress(len(done), len(game.moves))
    except KeyboardInterrupt:
        raise AnalysisInterrupted(GameReport(game, options, tuple(done[::-1]))) from None
    return GameReport(game, options, tuple(done[::-1]))


def analyse_moves(
    game: Game | Board, options: AnalysisOptions | None = None
) -> Iterator[MoveReport]:
    """The same from the last move to the first, each report as soon as it is ready.

    Raises:
        OutflankError: `game` is neither a game nor a board.
        KeyboardInterrupt: Ctrl-C; the search has ended.
    """
    game = _game_of(game)
    options = options or AnalysisOptions()
    steps = list(game.steps())[::-1]
    values = _article_valuations if options.article else _valuations
    valued = zip(steps, values(game, steps, options), strict=True)
    for done, ((board, move), valuation) in enumerate(valued, 1):
        yield MoveReport.of(
            None if move.is_pass else board.ply + 1,
            board.turn,
            move,
            valuation,
            empties=board.empties,
            seconds=game.note(len(steps) - done).seconds,
        )


def _game_of(value: Game | Board) -> Game:
    if isinstance(value, Board):
        return Game.from_board(value)
    if not isinstance(value, Game):
        raise OutflankError(
            f"a Game or a Board is analysed, not a {type(value).__name__}: "
            "Game.from_transcript makes one of moves, move_values does one position"
        )
    return value


Steps = Sequence[tuple[Board, Move]]


def _valuations(game: Game, steps: Steps, options: AnalysisOptions) -> Iterator[Valuation]:
    """The engine's: those of the position at the end serve the last move."""
    if not steps:
        return
    end = game.board()
    valuer = Valuer(options, open_engine(options))
    boards = [end, *(board for board, _ in steps)]
    plan = Plan(options.seconds, [board.empties for board in boards], options.proves)
    after = valuer.value(end, None, None, plan.share(0))
    for number, (board, move) in enumerate(steps, 1):
        after = valuer.value(board, move, after, plan.share(number))
        yield after


def _article_valuations(_game: Game, steps: Steps, options: AnalysisOptions) -> Iterator[Valuation]:
    """An article's: every position for itself."""
    from outflank.analysis.articles import article_values  # and with it their kernels

    solver = Solver(threads=options.worker_threads)
    for board, _ in steps:
        values = article_values(board, options, solver)
        depth = board.empties if options.proves(board.empties) else options.plies
        greatest = max(values.values(), key=lambda score: score.value)
        yield Valuation(values, True, greatest, depth)
