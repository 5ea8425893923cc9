"""One search of one position to a fixed depth, from an empty table, and what it cost.

A `Searcher` is the engine taken apart: any driver on any evaluation, with iterative
deepening or without, from any first guess, on a table of any size. It has one thread,
so that the same search always enters the same nodes.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache
from itertools import accumulate
from typing import Final

from outflank.board.position import Position
from outflank.board.score import PROVED
from outflank.board.square import Move
from outflank.core import context as slots
from outflank.engine.crew import Crew
from outflank.engine.root import Root
from outflank.engine.stages import Stage
from outflank.engine.strategies import STRATEGIES
from outflank.evaluation import load_ordering_weights
from outflank.evaluation.evaluators import PATTERNS, evaluator

#: MiB of the table: more than a search of 14 plies fills, and quickly emptied.
HASH_MB: Final = 16

#: The driver whose searches below the root keep to whole windows.
WIDE_DRIVER: Final = "alphabeta"


@dataclass(frozen=True, slots=True)
class Cost:
    """What an iteration found, and what it cost.

    Attributes:
        depth: plies.
        move: worth the value.
        value: of the position, in the unit of the evaluation; to the end of the game in discs.
        nodes: positions entered.
        seconds: CPU time.
        probes: windows over the whole tree.
        researches: subtrees searched again, because they fell out of a null window.
        hits: positions answered by the table.
        cutoffs: positions at which a move failed high.
        first_cutoffs: those at which the first move tried did.
    """

    depth: int
    move: Move
    value: int
    nodes: int
    seconds: float
    probes: int
    researches: int
    hits: int
    cutoffs: int
    first_cutoffs: int

    def after(self, earlier: Cost) -> Cost:
        """This iteration's answer, with the costs of an earlier one added to its own."""
        sums = {name: getattr(self, name) + getattr(earlier, name) for name in COUNTED}
        return replace(self, **sums)


#: What costs are made of: all but the answer.
COUNTED: Final = tuple(
    each.name for each in fields(Cost) if each.name not in {"depth", "move", "value"}
)


def summed(iterations: Sequence[Cost]) -> list[Cost]:
    """What it had cost from the first iteration to the end of each."""
    return list(accumulate(iterations, lambda earlier, later: later.after(earlier)))


class Searcher:
    """One thread, one table, one evaluation; the table is emptied before each search.

    Not for two callers at once.

    Args:
        evaluation: its name.
        hash_mb: MiB of the table, rounded down to a power of two; at least one bucket.

    Raises:
        OutflankError: no evaluation has that name, or the table cannot be.
    """

    def __init__(self, evaluation: str = PATTERNS, hash_mb: float = HASH_MB) -> None:
        self.evaluator = evaluator(evaluation)
        self._crew = Crew(1, hash_mb, load_ordering_weights())
        for driver in STRATEGIES:  # kernels that are loaded when first needed are loaded now
            self.deepen(Position.start(), 3, driver)

    def search(
        self,
        position: Position,
        depth: int,
        driver: str = "pvs",
        guess: int = 0,
        selectivity: int = PROVED,
    ) -> Cost:
        """Search straight to a depth.

        Args:
            position: one whose game is not over.
            depth: plies, 1 or more; no more than it has empties count.
            driver: name of a strategy.
            guess: at the value, in the unit of the evaluation.
            selectivity: per cent; less than 100 only on an evaluation in discs.

        Raises:
            KeyboardInterrupt: Ctrl-C; the search has ended.
        """
        return self._run(position, [depth], driver, guess, selectivity)[0]

    def deepen(
        self,
        position: Position,
        depth: int,
        driver: str = "pvs",
        step: int = 1,
        selectivity: int = PROVED,
        last_guess: int | None = None,
    ) -> list[Cost]:
        """Search ever deeper, each iteration guessing the value of the one before.

        Args:
            position: one whose game is not over.
            depth: of the last iteration.
            driver: name of a strategy.
            step: plies from one iteration to the next; the first is the depth's remainder,
                or the step.
            selectivity: per cent; less than 100 only on an evaluation in discs.
            last_guess: what the last iteration guesses instead.

        Returns:
            What each iteration cost, without those before it (see `summed`).

        Raises:
            KeyboardInterrupt: Ctrl-C; the search has ended.
        """
        depths = range(depth % step or step, depth + 1, step)
        return self._run(position, depths, driver, 0, selectivity, last_guess)

    def _run(
        self,
        position: Position,
        depths: Iterable[int],
        driver: str,
        guess: int,
        selectivity: int,
        last_guess: int | None = None,
    ) -> list[Cost]:
        crew, found = self._crew, list[Cost]()
        stages = [Stage(min(depth, position.empties), selectivity) for depth in depths]
        crew.clear()
        crew.begin()
        crew.use(self.evaluator)
        crew.set(slots.WIDE, int(driver == WIDE_DRIVER))
        root = Root(crew, position, self.evaluator)
        root.can_stop = True

        def iterate() -> None:
            at, scale = guess, self.evaluator.scale
            for stage in stages:
                root.begin(stage)
                at, scale = at * root.scale // scale, root.scale
                if last_guess is not None and stage is stages[-1]:
                    at = last_guess
                found.append(self._iteration(root, driver, at))
                at = found[-1].value

        crew.run(iterate, alone=True)
        return found

    def _iteration(self, root: Root, driver: str, guess: int) -> Cost:
        before, started = self._counts(root), time.thread_time()
        value = STRATEGIES[driver](root, tuple(root.moves), guess)
        seconds = time.thread_time() - started
        counts = {name: now - before[name] for name, now in self._counts(root).items()}
        best = root.preferred or root.moves[0]
        root.bring_to_front(best)
        return Cost(root.stage.depth, best.move, value, seconds=seconds, **counts)

    def _counts(self, root: Root) -> dict[str, int]:
        return {
            "nodes": self._crew.nodes,
            "probes": root.probes,
            "researches": root.researches,
            "hits": self._crew.total(slots.HITS),
            "cutoffs": self._crew.total(slots.CUTS),
            "first_cutoffs": self._crew.total(slots.FIRST_CUTS),
        }


@cache
def searcher(evaluation: str = PATTERNS, hash_mb: float = HASH_MB) -> Searcher:
    """A searcher that is made once a process."""
    return Searcher(evaluation, hash_mb)
