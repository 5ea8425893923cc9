"""How deep and how surely bulk work searches, by the number of empties, and what that costs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from outflank.board.score import PROVED
from outflank.core import bulk
from outflank.engine.levels import Level
from outflank.engine.limit import Limit
from outflank.engine.options import DEFAULT_SELECTIVITY
from outflank.engine.prover import PRESEARCHES
from outflank.engine.stages import Stage, goal_of
from outflank.jobs.errors import JobError

#: A board without a disc has so many.
MOST_EMPTIES: Final = 64

#: Seconds of a search on the machine that this was measured on, by selectivity: of no ply,
#: and by how much each ply more multiplies it. In the mean over positions of drawn games;
#: a single position may take a third, or three times as much.
TO_A_DEPTH: Final = {
    73: (2.5e-6, 1.73),
    87: (3.0e-6, 1.82),
    95: (2.1e-6, 2.0),
    98: (1.4e-6, 2.12),
    99: (1.2e-6, 2.2),
    100: (4.9e-7, 2.73),
}
TO_THE_END: Final = {
    73: (5.0e-7, 1.73),
    87: (4.0e-7, 1.79),
    95: (3.1e-7, 1.85),
    98: (2.0e-7, 1.93),
    99: (1.2e-7, 2.0),
    100: (1.8e-8, 2.2),
}

#: What a row costs beside its searches: a best move, handing it about.
LEAST: Final = 3e-6

#: MiB of a worker's table, by the seconds that a position takes: where they are short a
#: small table is the faster one, since it stays in the cache of a core.
TABLES: Final = ((0.002, 1), (0.1, 8), (10.0, 64))
LARGEST_TABLE: Final = 128


@dataclass(frozen=True, slots=True)
class Depths:
    """What is searched of a position, by its empties; hashable.

    Attributes:
        stages: by the number of empties: plies, at least one, and per cent; with as many
            plies as empties the search goes to the end of the game.
    """

    stages: tuple[Stage, ...]

    @classmethod
    def of(cls, limit: Limit, level: Level | None = None) -> Self:
        """What an engine with that limit, or else level, would search at last.

        Args:
            limit: `depth`, `selectivity` and `exact_from` count; with none of them, and no
                level, everything is proved.
            level: a playing strength.

        Raises:
            JobError: a level that errs on purpose.
        """
        if level is not None and level.noise > 0:
            raise JobError(f"level {level.name} errs on purpose: give one of 0 to 60")
        goals = (
            goal_of(limit, level, empties, DEFAULT_SELECTIVITY)
            for empties in range(MOST_EMPTIES + 1)
        )
        stages = (
            Stage(min(max(1, goal.depth), empties), goal.selectivity)
            for empties, goal in enumerate(goals)
        )
        return cls(tuple(stages))

    def passes(self, empties: int) -> list[Stage]:
        """The searches of a position, one after the other; the last one's value counts."""
        last = self.stages[empties]
        if last.depth < empties:
            return [last]
        before = (
            Stage(empties, selectivity)
            for least, selectivity in PRESEARCHES
            if empties >= least and selectivity < last.selectivity
        )
        return [*before, last]

    def plan(self, margins: Callable[[int], int]) -> NDArray[np.int64]:
        """The plan of `core.bulk`.

        Args:
            margins: address of the words of Multi-ProbCut at a selectivity.
        """
        longest = 1 + len(PRESEARCHES)
        plan = np.full((MOST_EMPTIES + 1, longest, 3), bulk.NO_PASS, np.int64)
        for empties in range(MOST_EMPTIES + 1):
            for number, stage in enumerate(self.passes(empties)):
                plan[empties, number] = stage.depth, stage.selectivity, margins(stage.selectivity)
        return plan

    def is_exact(self, empties: int) -> bool:
        """True if the value of such a position is proved."""
        return self.stages[empties] == Stage(empties, PROVED)

    @property
    def exact_from(self) -> int:
        """The most empties from which on everything is proved."""
        exact = 0
        while exact < MOST_EMPTIES and self.is_exact(exact + 1):
            exact += 1
        return exact

    def seconds(self, empties: int) -> float:
        """What the search of a position takes, roughly; the same on every machine."""
        return LEAST + sum(_seconds(stage, empties) for stage in self.passes(empties))

    def to_json(self) -> list[list[int]]:
        """Plies and per cent by empties, for the identity of a work."""
        return [[stage.depth, stage.selectivity] for stage in self.stages]


def table_mb(seconds: float) -> int:
    """MiB of a worker's table where positions take up to so many seconds."""
    return next((size for most, size in TABLES if seconds <= most), LARGEST_TABLE)


def _seconds(stage: Stage, empties: int) -> float:
    """What one pass takes."""
    known = TO_THE_END if stage.depth == empties else TO_A_DEPTH
    base, growth = known[stage.selectivity]
    return base * growth**stage.depth
