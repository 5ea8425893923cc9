"""What an exact search works with, built by hand for tests of the kernels alone."""

from __future__ import annotations

import numpy as np

from outflank.board import Position
from outflank.core import context as slots
from outflank.core import team as teams
from outflank.core.memory import Block
from outflank.core.parity import parity_of
from outflank.core.table import PROVED, WORDS_PER_BUCKET
from outflank.evaluation import load_ordering_weights


class Context:
    """The words of one thread, with tables of their own.

    Args:
        buckets: of the shared table, a power of two.
        near_buckets: of the table near the end, a power of two.
        evaluated: order moves by the shipped weights.
        of: share the table and the team of this one, as its second thread.
    """

    def __init__(
        self,
        buckets: int = 1 << 12,
        near_buckets: int = 1 << 8,
        *,
        evaluated: bool = True,
        of: Context | None = None,
    ) -> None:
        self.table = of.table if of else Block(buckets * int(WORDS_PER_BUCKET))
        self.team = of.team if of else Block(teams.team_words(2))
        self.near = Block(near_buckets * int(WORDS_PER_BUCKET))
        self.weights = load_ordering_weights()
        self.block = Block(slots.CONTEXT_WORDS)
        self.words = self.block.words
        self.words[slots.TEAM] = self.team.address
        self.words[slots.TABLE] = self.table.address
        self.words[slots.TABLE_MASK] = len(self.table.words) // int(WORDS_PER_BUCKET) - 1
        self.words[slots.NEAR] = self.near.address
        self.words[slots.NEAR_MASK] = near_buckets - 1
        self.words[slots.WEIGHTS] = self.weights.address if evaluated else 0
        self.words[slots.THREAD] = 1 if of else 0
        self.words[slots.JOB] = teams.NO_JOB
        self.words[slots.SELECTIVITY], self.words[slots.SCALE] = PROVED, 1
        self.words[slots.LIMIT] = slots.NO_LIMIT
        self.team.words[teams.THREADS] = 2 if of else 1

    @property
    def address(self) -> np.int64:
        return np.int64(self.block.address)


def masks(position: Position) -> tuple[np.uint64, np.uint64]:
    """A position as kernels take it."""
    return np.uint64(position.player), np.uint64(position.opponent)


def empty_squares(position: Position) -> list[np.int64]:
    """The empty squares in board order, as kernels take them."""
    occupied = position.player | position.opponent
    return [np.int64(square) for square in range(64) if not occupied >> square & 1]


def left(position: Position) -> tuple[np.int64, np.int64]:
    """The number of empties and the parity, as search kernels take them."""
    empty = ~np.uint64(position.player | position.opponent)
    return np.int64(position.empties), np.int64(parity_of(empty))
