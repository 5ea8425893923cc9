"""How much of a clock a move may take: never more than there is, most where it matters.

A budget has a soft end, after which no new iteration begins, and a hard one, at which
the search is stopped. Nothing here reads a clock: numbers in, numbers out.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from outflank.board.square import Move
from outflank.engine.limit import Limit, LimitError, seconds

#: Seconds of a move that may pass outside of its budget: until the search has noticed its
#: end, until the answer has reached the clock, while a busy machine does something else.
OVERHEAD: Final = 0.05

#: The largest part of a move's own time that is kept back as overhead: a move of 50 ms
#: must not become none.
MOST_OVERHEAD: Final = 0.1

#: Seconds of a move that is played without a search worth the name.
INSTANT: Final = 0.003

#: Seconds that every move gets as long as the clock holds out.
QUICK: Final = 0.01

#: Moves more than the empty squares promise: the opponent may have to pass.
SPARE_MOVES: Final = 2

#: The largest parts of the time at hand for the soft end and for the hard end.
MOST_SOFT: Final = 0.5
MOST_HARD: Final = 0.75

#: How many times its soft time a hard move may take.
HARD_FACTOR: Final = 4.0

#: How much a move matters, by empties; between the points in a straight line. Openings
#: are known or quiet. Games are decided in the midgame and by how early the end can be
#: solved: the solve takes most, and after it the answers stand in the table.
IMPORTANCE: Final = (
    (0, 0.05),
    (12, 0.2),
    (18, 1.0),
    (24, 2.0),
    (30, 1.6),
    (40, 1.2),
    (50, 0.8),
    (60, 0.4),
)

#: Iterations that tell whether a move is hard.
REMEMBERED: Final = 4

#: Bounds of `hardness`, and what moves it: each change of the best move, each disc that
#: the score fell, a best move that stayed, each disc that it is ahead of the second.
EASIEST: Final = 0.25
HARDEST: Final = HARD_FACTOR
PER_CHANGE: Final = 0.35
PER_DISC_LOST: Final = 0.25
SETTLED: Final = 0.75
PER_DISC_AHEAD: Final = 0.1


@dataclass(frozen=True, slots=True)
class Budget:
    """Seconds for one move, from the moment at which it was asked for.

    Attributes:
        soft: after so long no new iteration begins.
        hard: after so long the search is stopped; at least `soft`. At 0 the move is
            played by the shallowest search.
    """

    soft: float
    hard: float

    @classmethod
    def fixed(cls, time: float, overhead: float = OVERHEAD) -> Budget:
        """The budget of a move that has so many seconds for itself and needs to save none.

        >>> Budget.fixed(1.0)
        Budget(soft=0.95, hard=0.95)
        """
        left = time - min(overhead, MOST_OVERHEAD * time)
        return cls(left, left)

    def extended(self, hardness: float) -> Budget:
        """The same budget with the soft end moved to where a move so hard wants it.

        Args:
            hardness: factor, 0 or more, as `hardness` gives it; the hard end stays.

        >>> Budget(2.0, 6.0).extended(1.5), Budget(2.0, 6.0).extended(9)
        (Budget(soft=3.0, hard=6.0), Budget(soft=6.0, hard=6.0))
        """
        return Budget(min(self.soft * hardness, self.hard), self.hard)


#: What a limit without any time leaves: all of it.
UNLIMITED: Final = Budget(math.inf, math.inf)

#: A move that needs no thought.
NOTHING: Final = Budget(0.0, 0.0)


def budget(limit: Limit, empties: int, legal_moves: int, overhead: float = OVERHEAD) -> Budget:
    """How long to think about a move that is to be played.

    A clock is never overstepped if no move that is searched takes more than `overhead`
    seconds beyond its budget, and one with a hard end of 0 no more than `INSTANT`. If at
    the start there is more than `overhead` + `QUICK` for every move to come, no move
    needs to be that quick: each may waste all of its overhead. An increment counts from
    the next move on.

    Args:
        limit: the time of the move or the clock of the side to move.
        empties: empty squares before the move.
        legal_moves: how many there are; one alone, or a pass, is given no time if there
            is any to save. (An analysis wants the score of such a move too.)
        overhead: seconds that a move may take beyond its budget.

    Raises:
        LimitError: empties, moves or overhead that cannot be.

    >>> budget(Limit(clock=300), empties=60, legal_moves=4).soft < 6
    True
    >>> budget(Limit(clock=300), empties=26, legal_moves=8).soft > 30
    True
    >>> budget(Limit(clock=300), empties=26, legal_moves=1)
    Budget(soft=0.0, hard=0.0)
    """
    if not 0 <= legal_moves <= empties:
        raise LimitError(f"{empties} empties with {legal_moves} legal moves cannot be")
    lag = seconds("overhead", overhead)
    if limit.time is None and limit.clock is None:
        return UNLIMITED
    if legal_moves <= 1:
        return NOTHING
    if limit.time is not None:
        return Budget.fixed(limit.time, lag)
    assert limit.clock is not None
    return _of_clock(limit, limit.clock, empties, lag)


def _of_clock(limit: Limit, clock: float, empties: int, overhead: float) -> Budget:
    increment = limit.increment or 0.0
    own_moves = (empties + 1) // 2  # every second square is filled by the other side
    planned = own_moves if limit.moves is None else min(limit.moves, own_moves)
    later = planned - 1 + SPARE_MOVES

    # Of each later move must be left what its own increment does not bring.
    to_play_at_once = clock - overhead - later * max(0.0, INSTANT - increment)
    at_hand = clock - overhead - later * max(0.0, overhead + QUICK - increment)
    if to_play_at_once <= 0:
        return NOTHING

    to_come = (planned - 1) * max(0.0, increment - overhead)
    soft = min(_share(empties, planned) * (at_hand + to_come), MOST_SOFT * at_hand)
    hard = min(HARD_FACTOR * soft, MOST_HARD * at_hand)
    quick = min(QUICK, to_play_at_once / (4 * planned))
    return Budget(max(soft, quick), max(hard, quick))


def _share(empties: int, moves: int) -> float:
    """What this move is to have of the time for so many of its side's next moves, 0 to 1."""
    weights = [importance(max(empties - 2 * number, 0)) for number in range(moves)]
    return weights[0] / sum(weights)


def importance(empties: int) -> float:
    """How much a move with so many empties matters, as a weight; only ratios mean something.

    >>> importance(24), importance(45), importance(6)
    (2.0, 1.0, 0.125)
    """
    for (left, low), (right, high) in pairwise(IMPORTANCE):
        if empties <= right:
            return low + (high - low) * (empties - left) / (right - left)
    return IMPORTANCE[-1][1]


def hardness(best: Sequence[Move], scores: Sequence[float], lead: float | None = None) -> float:
    """How much more time than usual a move deserves, by its last iterations.

    Args:
        best: the best move of each finished iteration, the last one last.
        scores: their scores in discs. A fall counts against the lower of the two before:
            scores of odd and of even depths differ by habit.
        lead: discs by which the best move is at least ahead of the second; None if unknown.

    Returns:
        A factor for the soft end, `EASIEST` to `HARDEST`, 1 if nothing speaks for either.

    >>> f5, d6 = Move("f5"), Move("d6")
    >>> hardness([f5, f5, d6], [2.0, 1.0, 2.0])
    1.35
    >>> hardness([f5, f5, f5, f5], [2.0, 1.0, 2.0, 1.0], lead=5.0)
    0.375
    """
    recent = best[-REMEMBERED:]
    changes = sum(before != after for before, after in pairwise(recent))
    factor = 1.0 + PER_CHANGE * changes
    if changes == 0 and len(recent) == REMEMBERED:
        factor = SETTLED
    if len(scores) >= 2:
        factor *= 1.0 + PER_DISC_LOST * max(0.0, min(scores[-3:-1]) - scores[-1])
    if lead is not None:
        factor *= max(0.0, 1.0 - PER_DISC_AHEAD * max(0.0, lead))
    return min(max(factor, EASIEST), HARDEST)
