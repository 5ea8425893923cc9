"""What positions are worth to the engine: searched selectively, many at a time."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

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
        depths = Depths.of(Limit(depth=max(depth, 1), selectivity=selectivity))
        self._desk = Desk(depths, HASH_MB, weights)
        self._searches = depth > 0

    def __call__(
        self, players: NDArray[np.uint64], opponents: NDArray[np.uint64], /
    ) -> NDArray[np.float32]:
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
        return values.astype(np.float32)

    def stop(self) -> None:
        """End the search at work soon, and do no other; from any thread."""
        self._desk.stop()
