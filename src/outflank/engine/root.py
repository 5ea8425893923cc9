"""The root of a search: its moves, and windows on them, one iteration at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from outflank.board.position import Position
from outflank.board.score import MOST_DISCS, PROVED, Bound, Score
from outflank.board.square import PASS, Move
from outflank.engine.crew import Crew
from outflank.engine.stages import Stage
from outflank.evaluation.evaluators import Evaluator

#: By how many discs the exact score hardly differs from what was expected.
NARROW_AT_THE_END: Final = 2


class Stopped(Exception):  # noqa: N818 (no error: a search was told to end)
    """The search was stopped: what the last window answered means nothing."""


@dataclass(slots=True)
class RootMove:
    """A legal move of the root.

    Attributes:
        move: the move.
        reply: the position after it.
    """

    move: Move
    reply: Position


class Root:
    """A position being searched.

    Attributes:
        position: the root.
        moves: its legal moves, the likeliest first; a pass where one is due.
        stage: the iteration at work.
        probes: windows over the whole tree so far.
        can_stop: whether a stop ends the iteration at work; the first one always finishes.
        researches: windows on a move again, because it fell out of a null window.
        preferred: of the iteration at work: the move shown to be the best so far.
        worth: what it is worth at least.
    """

    def __init__(self, crew: Crew, position: Position, evaluator: Evaluator) -> None:
        self._crew = crew
        self._evaluator = evaluator
        self.position = position
        squares = [PASS] if position.must_pass else [Move(s) for s in position.legal_moves]
        self.moves = [RootMove(move, position.play_unchecked(move)) for move in squares]
        self.stage = Stage(0, PROVED)
        self.probes = self.researches = 0
        self.can_stop = False
        self.preferred: RootMove | None = None
        self.worth = -self.most

    @property
    def to_the_end(self) -> bool:
        """True if the iteration at work searches to the end of the game."""
        return self.stage.depth == self.position.empties

    @property
    def scale(self) -> int:
        """Units of values to a disc: to the end of the game they are discs."""
        return 1 if self.to_the_end else self._evaluator.scale

    @property
    def most(self) -> int:
        """The greatest value that there is."""
        return MOST_DISCS * self.scale

    @property
    def narrow(self) -> int:
        """By how much values of two iterations usually differ, and hardly more."""
        return NARROW_AT_THE_END if self.to_the_end else self._evaluator.narrow

    @property
    def step(self) -> int:
        """Values are multiples of this: scores of finished games are even."""
        return 2 if self.to_the_end else 1

    def score(self, value: int, bound: Bound = "exact") -> Score:
        """A value of the iteration at work as a score; before the end no bound is one."""
        sure = self.stage.selectivity
        if self.to_the_end:
            return Score(value, bound=bound, selectivity=sure)
        return Score(value, self._evaluator.unit, "estimate", sure)

    def begin(self, stage: Stage) -> None:
        """Get ready for an iteration."""
        self.stage = stage
        self.preferred = None
        self.worth = -self.most
        self._crew.count_in(self.scale, stage.selectivity)

    def bring_to_front(self, best: RootMove) -> None:
        """Try a move first in the next iteration."""
        self.moves.remove(best)
        self.moves.insert(0, best)

    def prefer(self, move: RootMove, worth: int) -> None:
        """Note that this iteration has shown a move to be the best so far."""
        self.preferred, self.worth = move, worth

    def depth_below(self, move: RootMove) -> int:
        """Plies of the search after a move: a pass costs none."""
        return self.stage.depth if move.move.is_pass else self.stage.depth - 1

    def scout(self, move: RootMove, alpha: int) -> int:
        """Null window (alpha, alpha + 1) on a move: fail soft, from the root's view.

        Raises:
            Stopped: the search was stopped.
        """
        value = -self._crew.null_window(move.reply, -alpha - 1, self.depth_below(move))
        return self._unless_stopped(value)

    def look(self, move: RootMove, alpha: int, beta: int) -> int:
        """The window (alpha, beta) on a move: fail soft, from the root's view.

        Raises:
            Stopped: the search was stopped.
        """
        value = -self._crew.window(move.reply, -beta, -alpha, self.depth_below(move))
        return self._unless_stopped(value)

    def _unless_stopped(self, value: int) -> int:
        if self._crew.used_up:
            self._crew.stop()
        if self._crew.stopped and self.can_stop:
            raise Stopped
        return value


def without(moves: Sequence[RootMove], taken: Sequence[RootMove]) -> list[RootMove]:
    """The moves that are not among those taken."""
    return [move for move in moves if move not in taken]
