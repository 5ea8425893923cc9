"""What a search answers: a score with its unit, and what it cost."""

from __future__ import annotations

from dataclasses import dataclass

from outflank.board.errors import OutflankError
from outflank.board.square import Move


@dataclass(frozen=True, slots=True)
class Result:
    """The answer of one search, from the view of the side to move.

    Attributes:
        score: the value found, in `unit`.
        unit: "discs", or the name of the evaluation.
        nodes: positions entered, counted as the article's program counts them.
        seconds: wall time, searches that were begun anew on a greater hash map included.
        best: a move that reaches the score; pass where one must. None if the game is over,
            for a bare evaluation, and where a table that served before knew the score, so
            that no move had to be found that reaches it. The faithful `best_move` answers
            square 64, which is also the pass, wherever there is no move.
        probes: searches of the whole tree that it took (MTD(f): one for each null window).
        cutoffs: positions at which a move failed high.
        first_move_cutoffs: those at which the first move tried did.
        answer: the best move as the program prints it: "g4", "pass", "-" for none. The
            faithful MTD(f) program prints "a9" where it must pass.

    Raises:
        OutflankError: a count or a time is negative.
    """

    score: int
    unit: str
    nodes: int
    seconds: float
    best: Move | None = None
    probes: int = 1
    cutoffs: int = 0
    first_move_cutoffs: int = 0
    answer: str = "-"

    def __post_init__(self) -> None:
        for name in ("nodes", "seconds", "probes", "cutoffs", "first_move_cutoffs"):
            if getattr(self, name) < 0:
                raise OutflankError(f"{name} cannot be negative: {getattr(self, name)}")
