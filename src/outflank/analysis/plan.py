"""How the time for a game is spent on its positions: most where it matters.

One part is for the end of the game, where each more empty square takes about as much
again; the rest is shared by what a move with so many empties matters in play. What a
position leaves over goes to those that come after it.
"""

from __future__ import annotations

import time as clock
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Final

from outflank.engine.clock import importance

#: The part of the time that the positions to be proved get, where there are others, too.
PROVING: Final = 0.5

#: How much more a proof may take with each empty square.
GROWTH: Final = 1.5

#: Seconds that a position gets at least if they are left: proofs of the last moves take
#: less, and everything before rests on them. Others get the first iteration.
LEAST_PROVING: Final = 0.2
LEAST: Final = 1e-3


class Plan:
    """Shares of a time.

    Args:
        seconds: for all positions; None for no limit.
        empties: of each position, in the order in which they will be searched.
        proves: whether a position with so many empties is to be proved.
        now: the clock, in seconds.

    >>> ticks = iter([0.0, 0.0, 1.0])
    >>> plan = Plan(8.0, [10, 11, 40], lambda empties: empties <= 20, now=lambda: next(ticks))
    >>> round(plan.share(0), 2), round(plan.share(2), 2)
    (1.6, 7.0)
    """

    def __init__(
        self,
        seconds: float | None,
        empties: Sequence[int],
        proves: Callable[[int], bool],
        now: Callable[[], float] = clock.perf_counter,
    ) -> None:
        self._now = now
        self._end = None if seconds is None else now() + seconds
        weights = _weights(empties, proves)
        # What each position and those after it weigh together.
        self._parts = weights
        self._least = [LEAST_PROVING if proves(count) else LEAST for count in empties]
        self._rests = list(accumulate(reversed(weights)))[::-1]

    def share(self, number: int) -> float | None:
        """Seconds for the position of that number, of what is left; None for no limit."""
        if self._end is None:
            return None
        left = max(0.0, self._end - self._now())
        share = left * self._parts[number] / self._rests[number]
        return max(share, min(left, self._least[number]), LEAST)


def _weights(empties: Sequence[int], proves: Callable[[int], bool]) -> list[float]:
    """What each position weighs; those to be proved make up `PROVING` of it all."""
    proving = [GROWTH**count if proves(count) else 0.0 for count in empties]
    others = [0.0 if proves(count) else importance(count) for count in empties]
    parts = {True: PROVING / (sum(proving) or 1.0), False: (1 - PROVING) / (sum(others) or 1.0)}
    return [
        proof * parts[True] + other * parts[False]
        for proof, other in zip(proving, others, strict=True)
    ]
