"""What positions are worth to the engine: searched selectively, many at a time."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

<<<<<<< HEAD
from outflank.board.score import DISCS
=======
>>>>>>> main
from outflank.core import bulk
from outflank.core.memory import Block
from outflank.core.patterns import UNITS_PER_DISC
from outflank.engine import Limit
from outflank.jobs.depths import Depths
from outflank.jobs.desk import Desk

#: MiB of the table: it stays in the cache of a core.
HASH_MB: Final = 1


class EngineLabeller:
    """Searches positions to a fixed depth as the engine does, with given weights.

    Nothing is remembered from one call to the next, so that equal calls are answered alike.

    Args:
        weights: of the engine's evaluation.
        depth: plies; at 0 nothing is searched, and values have fractions.
        selectivity: of Multi-ProbCut, in per cent, with the errors that the package ships.
    """

    def __init__(self, weights: Block, depth: int, selectivity: int) -> None:
<<<<<<< HEAD
        self._crew = Crew(1, HASH_MB, load_ordering_weights())
        self._crew.use(Evaluator(PATTERNS, DISCS, 1, NARROW, weights=weights))
        self._crew.begin()
        self._crew.count_in(1)
        self._plan = np.empty((bulk.MOST_SQUARES + 1, 1, 3), np.int64)
        self._plan[:, 0, 0] = np.minimum(depth, np.arange(bulk.MOST_SQUARES + 1))
        self._plan[:, 0, 1:] = selectivity, self._crew.margins(selectivity)
=======
        depths = Depths.of(Limit(depth=max(depth, 1), selectivity=selectivity))
        self._desk = Desk(depths, HASH_MB, weights)
>>>>>>> main
        self._searches = depth > 0

    def __call__(
        self, players: NDArray[np.uint64], opponents: NDArray[np.uint64], /
    ) -> NDArray[np.float32]:
<<<<<<< HEAD
        """Values in whole discs, for the sides to move."""
        values = np.empty(len(players), np.int64)
        self._crew.clear()
        if not self._searches:
            bulk.evaluate_many(self._crew.first, players, opponents, values)
            return (values / int(UNITS_PER_DISC)).astype(np.float32)
        moves = np.empty(len(players), np.int64)
        bulk.label_many(self._crew.first, players, opponents, self._plan, values, moves)
=======
        """Values in whole discs, for the sides to move.

        Raises:
            Halted: it was stopped.
        """
        values, moves = (np.empty(len(players), np.int64) for _ in range(2))
        masks = players, opponents
        if not self._searches:
            self._desk.ask(lambda context, _plan: bulk.evaluate_many(context, *masks, values))
            return (values / int(UNITS_PER_DISC)).astype(np.float32)
        self._desk.ask(lambda context, plan: bulk.label_many(context, *masks, plan, values, moves))
>>>>>>> main
        return values.astype(np.float32)

    def stop(self) -> None:
        """End the search at work soon, and do no other; from any thread."""
        self._desk.stop()
