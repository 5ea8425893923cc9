"""What a worker has on its desk: the engine's search on one thread, and its table."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from outflank.core.memory import Block
from outflank.engine.crew import Crew
from outflank.evaluation import load_ordering_weights
from outflank.evaluation.evaluators import PATTERNS, evaluator, patterns_on
from outflank.jobs.depths import Depths
from outflank.jobs.errors import Halted


class Desk:
    """One thread's search; what it is asked does not depend on what it was asked before.

    Args:
        depths: how deep and how surely it searches.
        hash_mb: MiB of its table.
        weights: of the engine's evaluation; None: those that ship.
    """

    def __init__(self, depths: Depths, hash_mb: int, weights: Block | None = None) -> None:
        self._crew = Crew(1, hash_mb, load_ordering_weights())
        self._crew.use(evaluator(PATTERNS) if weights is None else patterns_on(weights))
        self._plan = depths.plan(self._crew.margins)
        self._halted = False

    def stop(self) -> None:
        """End the search at work soon, and begin no other; from any thread."""
        self._halted = True
        self._crew.stop()

    def ask(self, kernel: Callable[[np.int64, NDArray[np.int64]], None]) -> None:
        """Call a kernel of `core.bulk` with the context and the plan, on an empty table.

        Raises:
            Halted: it was stopped: what the kernel wrote means nothing.
        """
        crew = self._crew
        crew.clear()
        crew.begin()
        crew.count_in(1)
        if not self._halted:  # looked at after `begin`, which takes a stop back
            kernel(crew.first, self._plan)
        if self._halted:
            raise Halted
