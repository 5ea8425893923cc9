"""What a solver answers: a proved score or, if a limit came first, proved bounds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from outflank.board.errors import OutflankError
from outflank.board.position import Position
from outflank.board.score import Score
from outflank.board.square import Move

LOWEST: Final = -64
HIGHEST: Final = 64


class SolverError(OutflankError):
    """An option that cannot be: no thread, a table larger than memory, an unknown driver."""


def score_within(lower: int, upper: int) -> Score:
    """What two proved bounds say as a score: exact, or the one bound that says most.

    That is the one that says who wins, else the lower one, if it says anything.
    """
    if lower == upper:
        return Score(lower)
    if upper < 0 or lower == LOWEST:
        return Score(upper, bound="upper")
    return Score(lower, bound="lower")


@dataclass(frozen=True, slots=True)
class Solution:
    """The exact value of a position, or what is proved of it.

    Attributes:
        position: what was solved.
        lower: proved: the side to move scores at least this, in discs (empties to the winner).
        upper: proved: it scores at most this.
        best: a best move, or every best move if all were solved; a pass where one must
            pass; empty only where the game is over. If a limit came first, the move to
            play by what is known: it scores at least `lower`, or is the likeliest.
        pv: the principal variation to the end of the game, passes included; it begins
            with the first of `best`. Whole or, if a limit came first or only bounds
            were asked for, empty.
        nodes: positions entered with at least two empty squares.
        seconds: wall time.
        moves: the score of every legal move, by `solve_all`; else None. Those that were
            only shown not to be among the best wanted are upper bounds. If a limit came
            first, moves not reached are missing, and the one in progress is a bound.
    """

    position: Position
    lower: int
    upper: int
    best: tuple[Move, ...]
    pv: tuple[Move, ...]
    nodes: int
    seconds: float
    moves: Mapping[Move, Score] | None = None

    def __post_init__(self) -> None:
        if self.moves is not None:
            object.__setattr__(self, "moves", MappingProxyType(dict(self.moves)))

    def __reduce__(self) -> tuple[type[Solution], tuple[Any, ...]]:
        """Copied and pickled with the moves as a dictionary, as a view cannot be."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        values["moves"] = None if self.moves is None else dict(self.moves)
        return type(self), tuple(values.values())

    @property
    def exact(self) -> bool:
        """True if the score is proved."""
        return self.lower == self.upper

    @property
    def score(self) -> Score:
        """The score from the side to move; a bound if it is not proved.

        Of two bounds the one that says who wins is given, else the lower one.
        """
        return score_within(self.lower, self.upper)


class SolveInterrupted(KeyboardInterrupt):
    """Ctrl-C came while a position was being solved.

    Attributes:
        solution: what was proved until then.
    """

    def __init__(self, solution: Solution) -> None:
        super().__init__("interrupted while solving")
        self.solution = solution


class SomeSolved(BaseException):
    """Something ended a bulk of positions before all were solved.

    Attributes:
        scores: in discs, int64; they mean nothing where `solved` is false.
        solved: which positions were solved until then.
    """

    def __init__(self, scores: NDArray[np.int64], solved: NDArray[np.bool_]) -> None:
        super().__init__(f"ended with {solved.sum()} of {len(solved)} positions solved")
        self.scores, self.solved = scores, solved

    def __reduce__(self) -> tuple[type[SomeSolved], tuple[NDArray[np.int64], NDArray[Any]]]:
        """Copied and pickled from the arrays; by default it would be the message."""
        return type(self), (self.scores, self.solved)


class BulkInterrupted(SomeSolved, KeyboardInterrupt):
    """Ctrl-C came while many positions were being solved; see `SomeSolved`."""


class BulkTimeoutError(SomeSolved, OutflankError):
    """The time was over before many positions were solved; see `SomeSolved`."""
