"""The iterations of a search: deeper step by step, then over the end of the game, ever surer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from outflank.board.score import PROVED
from outflank.engine.levels import Level
from outflank.engine.limit import Limit

#: An iteration to the end of the game comes after those of so many plies less.
LEAP: Final = 10

#: Selective passes over the end of the game before the goal's own, in per cent.
PASSES: Final = (73, 87, 95)

#: With so few empties the end is proved without selective passes before.
PROVED_AT_ONCE: Final = 14


@dataclass(frozen=True, slots=True)
class Stage:
    """One iteration.

    Attributes:
        depth: plies; the number of empties to search to the end of the game.
        selectivity: per cent.
    """

    depth: int
    selectivity: int


@dataclass(frozen=True, slots=True)
class Goal:
    """What a search is to reach if nothing stops it before.

    Attributes:
        depth: plies.
        selectivity: of the last iteration, per cent.
        midgame: selectivity of the iterations before the end of the game is searched.
        passes: whether selective passes come before the goal's own search to the end.
    """

    depth: int
    selectivity: int
    midgame: int
    passes: bool = True

    def in_full(self) -> Goal:
        """The same depth with nothing cut off on suspicion on the way."""
        return Goal(self.depth, PROVED, PROVED, passes=False)


def goal_of(limit: Limit, level: Level | None, empties: int, selectivity: int) -> Goal:
    """What a limit, or a level where the limit says nothing of depth, asks for.

    Args:
        limit: of the search.
        level: of the engine, None for none.
        empties: before the move.
        selectivity: of midgame searches whose limit does not say, per cent.
    """
    midgame = limit.selectivity or selectivity
    if limit.exact_from is not None and empties <= limit.exact_from:
        return Goal(empties, PROVED, midgame)
    if limit.depth is not None:
        if limit.depth < empties:
            return Goal(limit.depth, midgame, midgame)
        return Goal(empties, limit.selectivity or PROVED, midgame)
    if level is not None:
        depth, sure = level.stage(empties)
        return Goal(depth, limit.selectivity or sure, limit.selectivity or level.selectivity)
    return Goal(empties, limit.selectivity or PROVED, midgame)


def stages(goal: Goal, empties: int) -> Iterator[Stage]:
    """The iterations on the way to a goal, its own the last."""
    if goal.depth < empties:
        # To evaluate the position after each move is one ply: a depth of 0 means that, too.
        for depth in range(1, max(1, goal.depth) + 1):
            yield Stage(depth, goal.midgame)
        return
    for depth in range(1, max(2, empties - LEAP + 1)):
        if depth < empties:
            yield Stage(depth, goal.midgame)
    if empties <= PROVED_AT_ONCE:
        yield Stage(empties, goal.selectivity)
        return
    for selectivity in PASSES:
        if goal.passes and selectivity < goal.selectivity:
            yield Stage(empties, selectivity)
    yield Stage(empties, goal.selectivity)
