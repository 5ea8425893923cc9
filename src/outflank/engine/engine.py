"""The engine: a move, an analysis, a stream of what is being found."""

from __future__ import annotations

import os
import queue
import random
import threading
import time as clock
import weakref
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final, Self

from outflank.board.board import Board
from outflank.board.position import Position
from outflank.board.score import DISCS, Score
from outflank.core import interrupt
from outflank.engine.clock import Budget, budget
from outflank.engine.crew import Crew
from outflank.engine.info import Info
from outflank.engine.levels import Level
from outflank.engine.limit import Limit, whole_number
from outflank.engine.options import EngineError, EngineOptions
from outflank.engine.stages import goal_of
from outflank.engine.thinking import Report, Thinking, no_report
from outflank.evaluation import load_ordering_weights
from outflank.evaluation.evaluators import PATTERNS, evaluator

#: Lines of an analysis: more moves than any position has.
MOST_LINES: Final = 64

#: Options that need threads or a table anew.
_OF_THE_CREW: Final = ("threads", "hash_mb")


class Engine:
    """Plays and analyses; keeps its table from one search to the next.

    One search at a time: a second call while an analysis runs is refused. Any thread may
    ask it to stop.

    Args:
        options: how it is set up; the defaults if missing.
        changes: single options that differ, by name.

    Raises:
        OutflankError: an option that cannot be.

    >>> from outflank.board import Board
    >>> engine = Engine(hash_mb=4)
    >>> info = engine.play(Board(), Limit(depth=4))
    >>> info.move in Board().legal_moves, info.depth
    (True, 4)
    """

    def __init__(self, options: EngineOptions | None = None, **changes: Any) -> None:
        self._options = _changed(options or EngineOptions(), changes)
        self._busy = threading.Lock()
        self._thinking: Thinking | None = None
        self._pondering: Analysis | None = None
        self._crew = _crew_of(self._options)
        self._evaluator = evaluator(self._options.evaluator)

    @property
    def options(self) -> EngineOptions:
        """How it is set up."""
        return self._options

    def configure(self, **changes: Any) -> None:
        """Change options by name; a search that runs is ended first if it ponders.

        Raises:
            OutflankError: an option that cannot be, or the engine is busy.
        """
        changed = _changed(self._options, changes)
        with self._alone():
            before, chosen = self._options, evaluator(changed.evaluator)
            if any(getattr(before, name) != getattr(changed, name) for name in _OF_THE_CREW):
                self._crew = _crew_of(changed)
            elif before.evaluator != changed.evaluator or before.strict != changed.strict:
                self._crew.clear()
            self._options, self._evaluator = changed, chosen

    def new_game(self) -> None:
        """Forget everything; the next searches are those of a fresh engine.

        Raises:
            EngineError: the engine is busy.
        """
        with self._alone():
            self._crew.clear()

    def play(self, board: Board | Position, limit: Limit | None = None) -> Info:
        """Find a move.

        Args:
            board: the position.
            limit: of the search; with none the engine's level, or one second.

        Returns:
            The move and what is known of it; the move is None where the game is over.

        Raises:
            EngineError: the engine is busy.
            KeyboardInterrupt: Ctrl-C.
        """
        started = clock.perf_counter()
        position, limit = _position(board), self._limited(limit)
        level = self._options.strength
        if level is not None and level.noise > 0 and not position.is_game_over():
            return self._blur(position, limit, level)
        time = _playing_time(position, limit, self._options.overhead)
        return self._think(position, limit, 1, time, started)[0]

    def analyse(
        self,
        board: Board | Position,
        limit: Limit | None = None,
        multipv: int = 1,
        report: Report = no_report,
    ) -> list[Info]:
        """Find the best moves and what they are worth.

        Args:
            board: the position; it may be one with a single move, or a pass.
            limit: of the search; with none the engine's level, or one second.
            multipv: how many of the best moves to value, 1 or more.
            report: called with the lines of each finished iteration, on another thread.

        Returns:
            The lines, the best first; as many as there are moves if those are fewer.

        Raises:
            EngineError: the engine is busy.
            LimitError: the lines are not 1 to 64.
            KeyboardInterrupt: Ctrl-C.
        """
        started = clock.perf_counter()
        lines = whole_number("multipv", multipv, 1, MOST_LINES)
        limit = self._limited(limit)
        position = _position(board)
        time = _analysis_time(position, limit, self._options.overhead)
        return self._think(position, limit, lines, time, started, report)

    def analysis(
        self, board: Board | Position, limit: Limit | None = None, multipv: int = 1
    ) -> Analysis:
        """Begin to analyse in the background; see `Analysis`.

        Args:
            board: the position.
            limit: of the search; with none it goes on until it is stopped or proved.
            multipv: lines.

        Raises:
            EngineError: the engine is busy.
            LimitError: the lines are not 1 to 64.
        """
        started = clock.perf_counter()
        lines = whole_number("multipv", multipv, 1, MOST_LINES)
        position, endless, limit = _position(board), limit is None, limit or Limit()
        self._end_pondering()
        if not self._busy.acquire(blocking=False):
            raise EngineError("the engine is busy: stop its analysis first")
        try:
            time = _analysis_time(position, limit, self._options.overhead)
            level = None if endless else self._options.strength
            thinking = self._prepare(position, limit, lines, time, started, level)
            return Analysis(thinking, position, self._busy.release)
        except BaseException:
            self._busy.release()
            raise

    def ponder(self, board: Board | Position) -> None:
        """Think about a position while the other side has the move; any other call ends it.

        What is found stays in the table. Best is the position after the move that one
        expects.

        Raises:
            EngineError: the engine is busy.
        """
        self._end_pondering()
        if not _position(board).is_game_over():
            self._pondering = self.analysis(board)

    def stop(self) -> None:
        """End the search that runs, from any thread; it answers with what it has."""
        thinking = self._thinking
        if thinking is not None:
            thinking.stop()

    def close(self) -> None:
        """End pondering."""
        self._end_pondering()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def _end_pondering(self) -> None:
        pondering, self._pondering = self._pondering, None
        if pondering is not None:
            with suppress(Exception):  # what it failed of is no matter of the next search
                pondering.stop()

    def _alone(self) -> _Alone:
        self._end_pondering()
        return _Alone(self._busy)

    def _limited(self, limit: Limit | None) -> Limit:
        """A limit that ends: with none the level's, or one second."""
        if limit is not None:
            return limit
        return Limit() if self._options.strength is not None else Limit(time=1.0)

    def _prepare(
        self,
        position: Position,
        limit: Limit,
        multipv: int,
        time: Budget,
        started: float,
        level: Level | None,
        report: Report = no_report,
    ) -> Thinking:
        options = self._options
        goal = goal_of(limit, level, position.empties, options.selectivity)
        if options.strict or not self._evaluator.in_discs:
            goal = goal.in_full()  # Multi-ProbCut knows the errors of values in discs only
        thinking = Thinking(
            crew=self._crew,
            evaluator=self._evaluator,
            position=position,
            goal=goal,
            driver=options.driver,
            multipv=multipv,
            budget=time,
            started=started,
            nodes=limit.nodes,
            report=report,
            strict=options.strict,
        )
        self._thinking = thinking
        return thinking

    def _think(
        self,
        position: Position,
        limit: Limit,
        multipv: int,
        time: Budget,
        started: float,
        report: Report = no_report,
    ) -> list[Info]:
        with self._alone():
            if position.is_game_over():
                return [_over(position)]
            level = self._options.strength
            thinking = self._prepare(position, limit, multipv, time, started, level, report)
            thinking.run()
            return thinking.infos

    def _blur(self, position: Position, limit: Limit, level: Level) -> Info:
        """A weak level's move: the best by values with an error, drawn for each."""
        lines = self.analyse(position, limit, MOST_LINES)
        draw = random.Random(f"{self._options.seed} {position.to_text()}")
        in_discs = lines[0].score is not None and lines[0].score.unit == DISCS
        scale = 1 if in_discs else self._evaluator.scale
        noisy = [_value(line) + draw.gauss(0, level.noise * scale) for line in lines]
        return lines[noisy.index(max(noisy))]


class Analysis:
    """An analysis that runs in the background.

    Iterate over it, once, for the lines of each finished iteration as they come; it ends
    when the search ends or is stopped. As a context manager it is stopped at the end; one
    that is dropped without that goes on until the process ends.

    >>> from outflank.board import Board
    >>> with Engine(hash_mb=4).analysis(Board(), Limit(depth=3)) as analysis:
    ...     depths = [lines[0].depth for lines in analysis]
    >>> depths
    [1, 2, 3]
    """

    def __init__(self, thinking: Thinking, position: Position, release: Any) -> None:
        self._thinking = thinking
        self._position = position
        self._release = release
        self._lines: queue.SimpleQueue[Sequence[Info] | None] = queue.SimpleQueue()
        self._ended = threading.Event()
        self._error: BaseException | None = None
        thinking.report = lambda lines: self._lines.put(list(lines))
        _running.add(self)
        interrupt.start(self._run)

    def _abandon(self) -> None:
        """In a forked child: the thread that searched is not there."""
        self._thinking.ended = True
        self._ended = threading.Event()
        self._ended.set()
        self._lines = queue.SimpleQueue()
        self._lines.put(None)
        with suppress(RuntimeError):  # it may have ended just before
            self._release()

    def _run(self) -> None:
        try:
            if self._position.is_game_over():
                self._thinking.infos = [_over(self._position)]
                self._lines.put(self._thinking.infos)
            else:
                self._thinking.run()
        except BaseException as error:  # handed on to whoever waits
            self._error = error
        finally:
            _running.discard(self)
            self._release()
            self._ended.set()
            self._lines.put(None)

    def __iter__(self) -> Iterator[Sequence[Info]]:
        """The lines of each finished iteration, as they come."""
        while (lines := self._lines.get()) is not None:
            yield lines
        self._lines.put(None)

    @property
    def infos(self) -> Sequence[Info]:
        """The lines of the last finished iteration; empty before the first."""
        return tuple(self._thinking.infos)

    @property
    def running(self) -> bool:
        """False once the search has ended."""
        return not self._ended.is_set()

    def stop(self) -> Sequence[Info]:
        """End the search and wait until it has ended; its last lines.

        Raises:
            BaseException: what ended it otherwise.
        """
        self._thinking.stop()
        return self.wait()

    def wait(self) -> Sequence[Info]:
        """Wait until the search has ended; its last lines."""
        self._ended.wait()
        if self._error is not None:
            raise self._error
        return self.infos

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.stop()


#: Analyses whose threads are at work.
_running: weakref.WeakSet[Analysis] = weakref.WeakSet()


def _abandon_all() -> None:
    """In a forked child, which has none of the threads of its parent."""
    for analysis in list(_running):
        analysis._abandon()
    _running.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_abandon_all)


class _Alone:
    """Holds an engine for one search; refuses a second one."""

    def __init__(self, busy: threading.Lock) -> None:
        self._busy = busy

    def __enter__(self) -> None:
        if not self._busy.acquire(blocking=False):
            raise EngineError("the engine is busy: stop its analysis first")

    def __exit__(self, *_error: object) -> None:
        self._busy.release()


def _changed(options: EngineOptions, changes: dict[str, Any]) -> EngineOptions:
    unknown = sorted(set(changes) - set(EngineOptions.__dataclass_fields__))
    if unknown:
        raise EngineError(f"no option of an engine: {', '.join(unknown)}")
    return replace(options, **changes)


def _crew_of(options: EngineOptions) -> Crew:
    """The threads and the table of an engine, ready to search."""
    crew = Crew(options.threads, options.hash_mb, load_ordering_weights())
    crew.use(evaluator(PATTERNS))
    crew.begin()
    # What is loaded when it is first needed is loaded now, not on a clock.
    crew.variation(Position.start(), crew.window(Position.start(), -1, 1, 1), 1)
    crew.clear()
    return crew


def _position(board: Board | Position) -> Position:
    if isinstance(board, Board):
        return board.position
    if not isinstance(board, Position):
        raise EngineError(f"a Board or a Position is searched, not {board!r:.60}")
    return board


def _playing_time(position: Position, limit: Limit, overhead: float) -> Budget:
    return budget(limit, position.empties, len(position.legal_moves), overhead)


def _analysis_time(position: Position, limit: Limit, overhead: float) -> Budget:
    """As if there were a choice: an analysis wants the score of a forced move, too."""
    moves = max(2, len(position.legal_moves))
    return budget(limit, max(moves, position.empties), moves, overhead)


def _value(line: Info) -> float:
    return line.score.value if line.score is not None else 0.0


def _over(position: Position) -> Info:
    """What is to be said of a finished game."""
    return Info(None, Score(position.final_score), depth=0, selectivity=100, nodes=0, seconds=0.0)
