"""The value of the moves of a position: proved near the end, as far as time allows before it."""

from __future__ import annotations

import time as clock
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from outflank.analysis.bounds import NOTHING_PROVED, Interval
from outflank.analysis.options import AnalysisOptions
from outflank.board.board import Board
from outflank.board.score import Score
from outflank.board.square import Move
from outflank.engine import Engine, Info, Solver
from outflank.engine.engine import MOST_LINES

#: Nodes that the values of all moves may take where there is no time limit: some seconds.
AFFORDABLE: Final = 20_000_000

#: What the value of one more move costs of that of the best one: the table knows much of it.
SHARE_OF_A_MOVE: Final = 0.5


@dataclass(frozen=True, slots=True)
class Valuation:
    """What the moves of a position are worth, from the view of the side to move.

    Attributes:
        values: of moves, a1 to h8: of all, or of those that matter.
        every_move: True if every legal move has its value.
        best_value: of the position. Where the value of one move is proved and others may
            be worth more it is a lower bound.
        depth: plies of the search behind it; None if the values came otherwise.
        line: the best play of both sides from the position on, as far as it is known.
        interval: what is proved of the position.
    """

    values: Mapping[Move, Score]
    every_move: bool
    best_value: Score
    depth: int | None = None
    line: tuple[Move, ...] = ()
    interval: Interval = NOTHING_PROVED

    @property
    def best(self) -> tuple[Move, ...]:
        """Every move known to be of the best value, a1 to h8."""
        return best_moves(self.values)


def open_engine(options: AnalysisOptions) -> Engine:
    """An engine that analyses so."""
    return Engine(
        threads=options.worker_threads, hash_mb=options.hash_mb, level=options.level, overhead=0.0
    )


def move_values(
    board: Board, options: AnalysisOptions | None = None, engine: Engine | None = None
) -> dict[Move, Score]:
    """The value of every move, a1 to h8, from the view of the side to move, all in one unit.

    The one move of a side that must pass is the pass; a game that is over has none.

    Args:
        board: the position; it is not changed.
        options: how strongly and how long; the time is for this position.
        engine: whose table is kept from one position to the next; None for a fresh one.

    Raises:
        KeyboardInterrupt: Ctrl-C; the search has ended.
    """
    options = options or AnalysisOptions()
    if board.is_game_over():
        return {}
    if options.article:
        from outflank.analysis.articles import article_values  # and with it their kernels

        return article_values(board, options, Solver(threads=options.worker_threads))
    engine = engine or open_engine(options)
    return _in_order(engine.analyse(board, options.limit(options.seconds), MOST_LINES))


def best_moves(values: Mapping[Move, Score]) -> tuple[Move, ...]:
    """Every move of the greatest value, in the order of `values`; none if there is no move.

    A move that is only known to be worth at most so much is none of them.
    """
    known = {move: score for move, score in values.items() if score.bound != "upper"} or values
    greatest = max((score.value for score in known.values()), default=None)
    return tuple(move for move, score in known.items() if score.value == greatest)


class Valuer:
    """Values the positions of a game, each with what is known of the one after it.

    Args:
        options: how.
        engine: with which; its table remembers the positions that were searched before.
    """

    def __init__(self, options: AnalysisOptions, engine: Engine) -> None:
        self._options = options
        self._engine = engine

    def value(
        self, board: Board, played: Move | None, after: Valuation | None, seconds: float | None
    ) -> Valuation:
        """Value the moves of a position: all where that is affordable, else those that matter.

        These are the best move and the one that was played.

        Args:
            board: the position.
            played: the move that was played; None at the end of a game.
            after: what is known of the position after it.
            seconds: for this position; None for as long as it takes.
        """
        if board.is_game_over():
            result = Score(board.position.final_score)
            return Valuation({}, True, result, depth=0, interval=Interval.of(result))
        if played is None or after is None:
            return _together(board, self._analyse(board, seconds, 1))
        if len(board.legal_moves) <= 1:
            return _forced(played, after)
        return _together(board, self._search(board, seconds), played, after)

    def _search(self, board: Board, seconds: float | None) -> list[Info]:
        """What the engine finds: the best move, and all if that does not take too long."""
        if seconds is not None and not self._options.proves(board.empties):
            return self._analyse(board, seconds, MOST_LINES)
        started = clock.perf_counter()
        lines = self._analyse(board, seconds, 1)
        left = None if seconds is None else seconds - (clock.perf_counter() - started)
        if not _is_affordable(lines[0], len(board.legal_moves), left):
            return lines
        every = self._analyse(board, left, MOST_LINES)
        return every if _is_as_good(every[0], lines[0]) else lines

    def _analyse(self, board: Board, seconds: float | None, lines: int) -> list[Info]:
        return self._engine.analyse(board, self._options.limit(seconds), lines)


def _is_affordable(best: Info, moves: int, seconds: float | None) -> bool:
    """True if all moves are likely to be valued soon."""
    nodes = (best.nodes or 0) * moves * SHARE_OF_A_MOVE
    if seconds is None:
        return nodes <= AFFORDABLE
    return seconds > 0 and (best.nps is None or nodes <= best.nps * seconds)


def _is_as_good(every: Info, best: Info) -> bool:
    """True if the values of all moves go as deep, and as surely, as that of the best."""
    return (every.depth or 0, every.selectivity or 0) >= (best.depth or 0, best.selectivity or 0)


def _in_order(lines: list[Info]) -> dict[Move, Score]:
    """Values by move, a1 to h8."""
    values = {
        line.move: line.score for line in lines if line.move is not None and line.score is not None
    }
    return dict(sorted(values.items()))


def _forced(move: Move, after: Valuation) -> Valuation:
    """The one move is worth what comes after it."""
    value = -after.best_value
    depth = None if after.depth is None else after.depth + (not move.is_pass)
    line = (move, *after.line)
    return Valuation({move: value}, True, value, depth, line, -after.interval)


def _together(
    board: Board, lines: list[Info], played: Move | None = None, after: Valuation | None = None
) -> Valuation:
    """The engine's values with what is known of the move that was played.

    What was searched after it stands where the engine did not look, or is proved, and what is
    proved corrects what is not.
    """
    values = _in_order(lines)
    best = _greatest(values)
    intervals = {move: Interval.of(score) for move, score in values.items()}
    if played is not None and after is not None:
        values.setdefault(played, -after.best_value)
        known = -after.interval
        intervals[played] = known.both(intervals.get(played, known))
    ceiling = Interval(high=best.value) if best.proved else NOTHING_PROVED
    intervals = {move: interval.both(ceiling) for move, interval in intervals.items()}
    values = {move: intervals[move].correct(values[move]) for move in sorted(values)}
    every_move = len(values) == max(1, len(board.legal_moves))
    interval = Interval.best_of(intervals.values(), every_move=every_move).both(ceiling)
    return Valuation(
        values,
        every_move,
        _value_of_position(_greatest(values), interval, best),
        lines[0].depth,
        _line(best_moves(values)[0], lines, played, after),
        interval,
    )


def _value_of_position(greatest: Score, interval: Interval, found: Score) -> Score:
    """The value of the best move as that of the position: other moves may be worth more.

    Args:
        greatest: the value of the best move.
        interval: what is proved of the position.
        found: what the engine said of it.
    """
    if interval.exact:
        return Score(interval.low)
    if greatest.proved:
        return Score(greatest.value, bound="lower")
    if greatest.bound == "upper" and greatest.value < interval.high:
        return Score(greatest.value, bound="estimate", selectivity=found.selectivity)
    return greatest


def _line(
    best: Move, lines: list[Info], played: Move | None, after: Valuation | None
) -> tuple[Move, ...]:
    """The best play from the best move on: the longer one of what is known."""
    found = next((line.pv for line in lines if line.move == best), ())
    if best == played and after is not None and len(after.line) >= len(found):
        return (best, *after.line)
    return found or (best,)


def _greatest(values: Mapping[Move, Score]) -> Score:
    return values[best_moves(values)[0]]
