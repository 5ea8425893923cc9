"""What a proof works on: positions with the bounds proved so far, and what becomes of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from outflank.board.position import Position
from outflank.board.score import Score
from outflank.board.square import Move
from outflank.engine.solution import HIGHEST, LOWEST, Solution, score_within


@dataclass(slots=True)
class Goal:
    """A position, and what is proved of its score so far, in discs for the side to move.

    Attributes:
        position: what is to be proved.
        wants_move: with each lower bound a move is wanted that reaches it.
        lower: it scores at least this.
        upper: it scores at most this.
        move: reaches `lower`; None if `lower` says nothing, or no move is wanted.
    """

    position: Position
    wants_move: bool = False
    lower: int = LOWEST
    upper: int = HIGHEST
    move: Move | None = None

    @property
    def is_open(self) -> bool:
        """True while the score is not proved."""
        return self.lower < self.upper

    @property
    def says_nothing(self) -> bool:
        """True while nothing is proved."""
        return self.lower == LOWEST and self.upper == HIGHEST


class Work:
    """What is told of a position: a proof fills it in, whole pieces at a time.

    Args:
        root: the position.
        every_move: the scores of all moves are wanted.
    """

    def __init__(self, root: Position, *, every_move: bool = False) -> None:
        self.root = Goal(root, wants_move=not every_move)
        self.best: tuple[Move, ...] = ()
        self.pv: tuple[Move, ...] = ()
        self.moves: Mapping[Move, Score] | None = {} if every_move else None

    def sum_up(self, replies: Mapping[Move, Goal], *, all_begun: bool, wld: bool) -> None:
        """Take in what is proved of the positions after moves, which stand in board order."""
        self.moves = {
            move: score_within(-reply.upper, -reply.lower) for move, reply in replies.items()
        }
        if not replies:
            return
        self.root.lower = max(-reply.upper for reply in replies.values())
        if all_begun:
            self.root.upper = max(-reply.lower for reply in replies.values())
        worths = {move: worth(reply, wld) for move, reply in replies.items()}
        best = max(worths.values())
        self.best = tuple(move for move, value in worths.items() if value == best)

    def solution(self, nodes: int, seconds: float) -> Solution:
        """What is told."""
        return Solution(
            position=self.root.position,
            lower=self.root.lower,
            upper=self.root.upper,
            best=self.best,
            pv=self.pv,
            nodes=nodes,
            seconds=seconds,
            moves=self.moves,
        )


def worth(reply: Goal, wld: bool) -> int:
    """What the move before is proved to score at least; for win, draw or loss 1, 0 or -1."""
    least = -reply.upper
    if not wld:
        return least
    return 1 if least > 0 else 0 if least == 0 else -1


def floor_of(replies: Mapping[Move, Goal], best: int | None, wld: bool) -> int | None:
    """What a move must score more than to be among the best so many, in discs.

    None if any score may do, HIGHEST if none does.
    """
    if best is None or len(replies) < best:
        return None
    least = sorted((worth(reply, wld) for reply in replies.values()), reverse=True)[best - 1]
    if wld and least > 0:
        return HIGHEST  # who wins is all that is asked
    return least
