"""What a number of moves lost together: by player, by phase of the game."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol, Self

#: Discs lost that halve the accuracy of a move.
HALVING: Final = 4.0

#: An estimate that is less than so many discs worse than the best is as good.
LOSSLESS: Final = 0.5


class Phase(enum.Enum):
    """A third of the game, by the empty squares before a move."""

    OPENING = "opening"
    MIDGAME = "midgame"
    ENDGAME = "endgame"

    @classmethod
    def of(cls, empties: int) -> Phase:
        """The phase of a move with so many empties before it: 41 or more, 21 to 40, fewer.

        >>> [Phase.of(empties).value for empties in (60, 41, 40, 21, 20, 1)]
        ['opening', 'opening', 'midgame', 'midgame', 'endgame', 'endgame']
        """
        return cls.OPENING if empties > 40 else cls.MIDGAME if empties > 20 else cls.ENDGAME

    def __str__(self) -> str:
        return self.value


def accuracy_of(loss: float) -> float:
    """How accurate a move was that lost so many discs, in per cent: halved by each four.

    >>> [round(accuracy_of(loss)) for loss in (0, 2, 4, 8, 16)]
    [100, 71, 50, 25, 6]
    """
    return float(100 * 0.5 ** (loss / HALVING))


class Counted(Protocol):
    """What is counted of a move; see `MoveReport`."""

    @property
    def ply(self) -> int | None:
        """Number of the disc placed; None for a pass."""

    @property
    def forced(self) -> bool:
        """True if there was no other move."""

    @property
    def lost(self) -> float | None:
        """Discs lost, proved or estimated."""

    @property
    def loss(self) -> int | None:
        """Discs lost, if that is proved."""

    @property
    def seconds(self) -> float | None:
        """Thinking time."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Moves together. Passes are no moves; forced moves are, but no choices.

    Attributes:
        moves: discs placed.
        choices: those where there was another legal move.
        known: those whose loss is known in discs, proved or estimated.
        lost: the sum of these losses; None if none is known.
        perfect: how many of them lost nothing, as far as is known.
        proved: those whose loss is proved.
        proved_lost: the sum of these losses; None if none is proved.
        proved_perfect: how many of them lost nothing.
        accuracy: mean accuracy of the choices whose loss is known, in per cent (see
            `accuracy_of`); None if there is none.
        seconds: thinking time; None if it is not recorded of every move.
    """

    moves: int = 0
    choices: int = 0
    known: int = 0
    lost: float | None = None
    perfect: int = 0
    proved: int = 0
    proved_lost: int | None = None
    proved_perfect: int = 0
    accuracy: float | None = None
    seconds: float | None = None

    @classmethod
    def of(cls, reports: Sequence[Counted]) -> Self:
        """Sum up moves; passes among them are left out."""
        moves = [report for report in reports if report.ply is not None]
        choices = [report for report in moves if not report.forced]
        losses = [loss for report in moves if (loss := report.lost) is not None]
        proved = [report.loss for report in moves if report.loss is not None]
        chosen = [accuracy_of(loss) for report in choices if (loss := report.lost) is not None]
        times = [report.seconds for report in moves if report.seconds is not None]
        return cls(
            moves=len(moves),
            choices=len(choices),
            known=len(losses),
            lost=sum(losses) if losses else None,
            perfect=sum(loss < LOSSLESS for loss in losses),
            proved=len(proved),
            proved_lost=sum(proved) if proved else None,
            proved_perfect=sum(loss == 0 for loss in proved),
            accuracy=sum(chosen) / len(chosen) if chosen else None,
            seconds=sum(times) if times and len(times) == len(moves) else None,
        )

    @property
    def mean(self) -> float | None:
        """Discs lost a move, of the moves whose loss is known; None if there is none."""
        return None if self.lost is None else self.lost / self.known

    @property
    def estimated(self) -> bool:
        """True if some of the losses are estimates."""
        return self.known > self.proved
