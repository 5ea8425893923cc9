"""One search from its first iteration to its answer: stages, time, reports."""

from __future__ import annotations

import math
import threading
import time as clock
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from outflank.board.position import Position
from outflank.board.square import Move
from outflank.core import context as slots
from outflank.engine.clock import UNLIMITED, Budget, hardness
from outflank.engine.crew import Crew
from outflank.engine.info import Counters, Info
from outflank.engine.root import Root, RootMove, Stopped, without
from outflank.engine.stages import Goal, Stage, stages
from outflank.engine.strategies import STRATEGIES
from outflank.evaluation.evaluators import Evaluator

Report = Callable[[Sequence[Info]], None]

#: Seconds that a search gets at least.
TICK: Final = 1e-4


def no_report(_lines: Sequence[Info]) -> None:
    """For a search that nobody watches."""


@dataclass(slots=True)
class Line:
    """A move that was looked at whole, and its value.

    Attributes:
        root_move: the move.
        value: of the root if it is played, in the unit of the stage.
        scale: units of that value to a disc.
    """

    root_move: RootMove
    value: int
    scale: int


@dataclass(slots=True)
class Thinking:
    """A search of one position.

    Attributes:
        crew: who searches.
        evaluator: on what.
        position: the root; it has a legal move or a pass.
        goal: what is reached if nothing stops it before.
        driver: name of a strategy.
        multipv: lines, 1 or more.
        budget: seconds since `started`.
        started: `time.perf_counter` when the search was asked for.
        nodes: positions that may be entered; None for any number.
        report: called with the lines of each finished iteration.
        strict: the conformance mode (`core.context.STRICT`).
        infos: the lines of the last finished iteration, the best first.
        cancelled: set by `stop`.
        ended: set by `run`; from then on the crew may be at work on another search.
    """

    crew: Crew
    evaluator: Evaluator
    position: Position
    goal: Goal
    driver: str
    multipv: int = 1
    budget: Budget = UNLIMITED
    started: float = 0.0
    nodes: int | None = None
    report: Report = no_report
    strict: bool = False
    infos: list[Info] = field(default_factory=list)
    cancelled: bool = False
    ended: bool = False
    _lines: list[Line] = field(default_factory=list)
    _best: list[Move] = field(default_factory=list)
    _values: list[float] = field(default_factory=list)
    _ending: threading.Lock = field(default_factory=threading.Lock)

    def stop(self) -> None:
        """End the search soon; the first iteration is always finished."""
        with self._ending:
            if not self.ended:
                self.cancelled = True
                self.crew.stop()

    def run(self) -> None:
        """Search until the goal is reached, time or nodes are used up, or it is stopped.

        Raises:
            KeyboardInterrupt: Ctrl-C; the search has ended, `infos` has what was found.
        """
        try:
            self._set_up()
            root = Root(self.crew, self.position, self.evaluator)
            left = self.budget.hard - (clock.perf_counter() - self.started)
            with self.crew.stopping_after(None if math.isinf(left) else max(left, TICK)):
                self.crew.run(lambda: self._iterate(root))
        finally:
            with self._ending:
                self.ended = True

    def _set_up(self) -> None:
        crew = self.crew
        crew.begin()
        crew.use(self.evaluator)
        crew.set(slots.STRICT, int(self.strict))
        crew.set(slots.WIDE, int(self.driver == "alphabeta"))
        most = int(slots.NO_LIMIT)
        crew.set(slots.LIMIT, min(self.nodes or most, most))

    def _iterate(self, root: Root) -> None:
        for stage in stages(self.goal, self.position.empties):
            if root.can_stop and (self.cancelled or self.crew.stopped or self._is_late()):
                return
            root.begin(stage)
            try:
                self._lines = self._search(root, stage)
                self.infos = [self._info(root, line) for line in self._lines]
            except Stopped:
                self._use_unfinished(root)
                return
            self._remember()
            self.report(self.infos)
            root.can_stop = True

    def _is_late(self) -> bool:
        """True if the time is better kept than spent on another iteration."""
        elapsed = clock.perf_counter() - self.started
        if self.budget.soft == self.budget.hard:  # nothing that is saved would serve later
            return elapsed >= self.budget.soft
        factor = hardness(self._best, self._values)
        return elapsed >= self.budget.extended(factor).soft

    def _search(self, root: Root, stage: Stage) -> list[Line]:
        """One iteration: the best lines of a stage, the best first."""
        strategy, lines = STRATEGIES[self.driver], list[Line]()
        for number in range(min(self.multipv, len(root.moves))):
            moves = without(root.moves, [line.root_move for line in lines])
            if number:
                root.begin(stage)
            value = strategy(root, moves, self._guess(number, root.scale))
            best = root.preferred or moves[0]
            lines.append(Line(best, value, root.scale))
        lines.sort(key=lambda line: line.value, reverse=True)
        for line in reversed(lines):
            root.bring_to_front(line.root_move)
        return lines

    def _guess(self, number: int, scale: int) -> int:
        """The value of a line in the iteration before, in the unit of this one."""
        if number >= len(self._lines):
            return 0
        line = self._lines[number]
        return line.value * scale // line.scale

    def _info(self, root: Root, line: Line) -> Info:
        """What an iteration says of a line."""
        move, below = line.root_move, root.depth_below(line.root_move)
        rest = self.crew.variation(move.reply, -line.value, below)
        return Info(
            move=move.move,
            score=root.score(line.value),
            depth=root.stage.depth,
            selectivity=root.stage.selectivity,
            pv=(move.move, *rest),
            nodes=self.crew.nodes,
            seconds=clock.perf_counter() - self.started,
            counters=self._counters(root),
        )

    def _counters(self, root: Root) -> Counters:
        return Counters(
            probes=root.probes,
            researches=root.researches,
            table_hits=self.crew.total(slots.HITS),
            cutoffs=self.crew.total(slots.CUTS),
            first_move_cutoffs=self.crew.total(slots.FIRST_CUTS),
        )

    def _remember(self) -> None:
        """Keep what tells whether the move is a hard one."""
        best = self._lines[0]
        self._best.append(best.root_move.move)
        self._values.append(best.value / best.scale)

    def _use_unfinished(self, root: Root) -> None:
        """Take from an unfinished iteration the move that it showed to be better, if any."""
        better = root.preferred
        if better is None or self.multipv > 1 or better.move == self.infos[0].move:
            return
        self.infos = [
            Info(
                move=better.move,
                score=root.score(root.worth, "lower"),
                depth=root.stage.depth,
                selectivity=root.stage.selectivity,
                pv=(better.move,),
                nodes=self.crew.nodes,
                seconds=clock.perf_counter() - self.started,
                counters=self._counters(root),
            )
        ]
