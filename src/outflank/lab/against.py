"""Our engine and an external one on the same positions, one after the other in the same run.

Both begin each position with nothing known from the one before. Seconds are those of the
search alone: an external engine has the whole game before it is asked. But its seconds hold
the way there and back, which ours do not: times of milliseconds are the protocol's.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from outflank.board.board import Board
from outflank.engine import Engine, Info, Limit
from outflank.lab.drivers import Ratio
from outflank.lab.midgame import Progress, no_progress
from outflank.protocols.client import ExternalEngine

HASH_MB: Final = 64

#: The least time that is reckoned with: an answer that took less was known.
TICK: Final = 1e-6


@dataclass(frozen=True, slots=True)
class Duel:
    """Both engines' answers to one position.

    Attributes:
        board: the position, with its moves.
        ours: our engine's move.
        theirs: the external one's.
    """

    board: Board
    ours: Info
    theirs: Info

    @property
    def seconds(self) -> tuple[float, float]:
        """How long each took."""
        return max(self.ours.seconds or 0.0, TICK), max(self.theirs.seconds or 0.0, TICK)

    @property
    def ratio(self) -> float:
        """Our time by theirs."""
        ours, theirs = self.seconds
        return ours / theirs

    @property
    def agree(self) -> bool:
        """True if both play the same move."""
        return self.ours.move == self.theirs.move


@dataclass(frozen=True, slots=True)
class Comparison:
    """What several duels say.

    Attributes:
        positions: how many.
        ours: our seconds over all.
        theirs: theirs.
        our_median: of our seconds.
        their_median: of theirs.
        ratio: geometric mean of our time by theirs.
        agreeing: positions on which both play the same move.
    """

    positions: int
    ours: float
    theirs: float
    our_median: float
    their_median: float
    ratio: Ratio
    agreeing: int

    @classmethod
    def of(cls, duels: Sequence[Duel]) -> Comparison:
        """Sum up one or more duels."""
        ours, theirs = zip(*(duel.seconds for duel in duels), strict=True)
        return cls(
            len(duels),
            sum(ours),
            sum(theirs),
            statistics.median(ours),
            statistics.median(theirs),
            Ratio.of([duel.ratio for duel in duels]),
            sum(duel.agree for duel in duels),
        )


def duels(
    theirs: ExternalEngine,
    boards: Sequence[Board],
    limit: Limit,
    their_limit: Limit,
    progress: Progress = no_progress,
    *,
    values: bool = False,
) -> Iterator[Duel]:
    """Ask both engines for a move on every board.

    Args:
        theirs: the external engine.
        boards: with a legal move each.
        limit: of our engine.
        their_limit: of the other one, as far as its protocol can say it.
        progress: called after each.
        values: ask the other one what its best move is worth: it searches until it has
            reached its limit, and does not play.

    Raises:
        ProtocolError: the external engine fails; what was yielded before stands.
    """
    ours = Engine(hash_mb=HASH_MB)
    for board in boards:
        ours.new_game()
        started = time.perf_counter()
        info = ours.analyse(board, limit)[0]
        info = replace(info, seconds=time.perf_counter() - started)
        theirs.new_game()
        best, *_ = (
            theirs.analyse(board, their_limit) if values else [theirs.play(board, their_limit)]
        )
        yield Duel(board, info, best)
        progress()
