"""What a solver answers: a proved score or, if a limit came first, proved bounds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from outflank.board.errors import OutflankError
from outflank.board.position import Position
from outflank.board.score import Score
from outflank.board.square import Move


class SolverError(OutflankError):
    """An option that cannot be: no thread, a table larger than memory, an unknown driver."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The exact value of a position, or what is proved of it.

    Attributes:
        position: what was solved.
        lower: proved: the side to move scores at least this, in discs (empties to the winner).
        upper: proved: it scores at most this.
        best: a best move, or every best move if all were solved; a pass where one must
            pass; empty where the game is over. If a limit came first, the move to play
            by what is known.
        pv: the principal variation to the end of the game, passes included; whole or,
            if a limit came first or only bounds were asked for, empty.
        nodes: positions entered with at least two empty squares.
        seconds: wall time.
        moves: the score of every legal move, by `solve_all`; else None. Those that were
            only shown not to be among the best wanted are upper bounds.
    """

    position: Position
    lower: int
    upper: int
    best: tuple[Move, ...]
    pv: tuple[Move, ...]
    nodes: int
    seconds: float
    moves: Mapping[Move, Score] | None = None

    @property
    def exact(self) -> bool:
        """True if the score is proved."""
        return self.lower == self.upper

    @property
    def score(self) -> Score:
        """The score from the side to move; a bound if it is not proved.

        Of two bounds the one that says who wins is given, else the lower one.
        """
        if self.exact:
            return Score(self.lower)
        if self.upper < 0 or self.lower == -64:
            return Score(self.upper, bound="upper")
        return Score(self.lower, bound="lower")


class SolveInterrupted(KeyboardInterrupt):
    """Ctrl-C came while a position was being solved.

    Attributes:
        solution: what was proved until then.
    """

    def __init__(self, solution: Solution) -> None:
        super().__init__("interrupted while solving")
        self.solution = solution
