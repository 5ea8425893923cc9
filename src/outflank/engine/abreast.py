"""Many small positions side by side: each thread proves positions of its own, on one table.

A position of few empties is proved before a second thread could help. So threads take
whole positions, each with a crew of its own: what stops one does not stop the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from outflank.board.position import Position
from outflank.core import interrupt
from outflank.core.search import SHARED_EMPTIES
from outflank.core.workers import over_slices
from outflank.engine.crew import Crew
from outflank.engine.solution import Solution

#: Proves one position on a crew; called on several threads at once.
Prove = Callable[[Crew, Position], Solution]

#: Positions that a thread takes, in the mean, before answers are handed out: enough to
#: pay for its start, few enough that nobody waits for them.
POSITIONS_A_THREAD: Final = 64


def is_small(position: Position) -> bool:
    """True if no part of the search is ever handed to another thread."""
    return position.empties < int(SHARED_EMPTIES)


class Abreast:
    """Threads that each prove positions of their own.

    Args:
        crew: whose table is shared; it is idle meanwhile.
        threads: how many.
    """

    def __init__(self, crew: Crew, threads: int) -> None:
        self._lanes = [crew.lone() for _ in range(threads)]
        self._halted = False

    @property
    def most(self) -> int:
        """How many positions to hand over at once."""
        return POSITIONS_A_THREAD * len(self._lanes)

    def clear(self) -> None:
        """Forget what the private tables know."""
        for lane in self._lanes:
            lane.clear()

    def solutions(self, positions: Sequence[Position], prove: Prove) -> Iterator[Solution]:
        """The solutions of all positions, in order, as soon as all are proved.

        Raises:
            KeyboardInterrupt: Ctrl-C; all up to the first that was not proved are
                handed out before.
        """
        found: list[Solution | None] = [None] * len(positions)
        free = list(self._lanes)

        def work(start: int, end: int) -> None:
            lane = free.pop()
            for place in range(start, end):
                lane.begin()
                if not self._halted:  # looked at after `begin`, which takes a stop back
                    solution = prove(lane, positions[place])
                    found[place] = None if self._halted else solution
            free.append(lane)

        self._halted = False
        interrupted = False
        try:
            interrupt.run(
                lambda: over_slices(len(positions), 1, work, len(self._lanes)), stop=self._halt
            )
        except KeyboardInterrupt:
            interrupted = True
        for solution in found:
            if solution is None:
                break
            yield solution
        if interrupted:
            raise KeyboardInterrupt

    def _halt(self) -> None:
        """Stop all proofs, and begin no other."""
        self._halted = True
        for lane in self._lanes:
            lane.stop()
