"""Positions of the FFO endgame suite (`outflank.lab.ffo`) as the tests of the solver take them."""

from __future__ import annotations

from dataclasses import dataclass

from outflank.board import Move, Position
from outflank.lab.ffo import suite


@dataclass(frozen=True)
class Known:
    """A position with its score and the moves that reach it."""

    name: str
    position: Position
    score: int
    best: frozenset[Move]


def _known(number: int) -> Known:
    problem = suite(number, number)[0]
    return Known(f"FFO {number}", problem.position, problem.score, frozenset(problem.best))


FFO = [_known(number) for number in range(1, 21)]

#: Twenty empties, a quarter of a second: long enough to be stopped.
FFO_40 = _known(40)
