"""The engine's network drawn at random, and what it says, added up number by number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from contexts import masks
from core.plain_features import MOBILITY_START, plain_places, ties
from outflank.board import Position
from outflank.core import features, network
from outflank.core.memory import Block

PHASES, STARTS, MOVES = 15, 64, 1024
LANES, IN_FAVOUR, AGAINST = 16, range(2, 9), range(9, 16)
ENTRIES = int(features.PATTERN_ENTRIES)
GROUPS = (0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 0, 0, 2, 2, 2)

#: Deviations of drawn numbers: evaluations are within about 25 discs, some beyond 63.
HIGH, LOW, ADDEND = 0.35, 40.0, 12.0


@dataclass
class PlainNetwork:
    """A network's numbers, as they are drawn in `core.network`.

    Attributes:
        patterns: int8 of shape (groups, entries, 16).
        moves: int8 of shape (15, 1024, 16).
        starts: int16 of shape (64, 16).
        scales: of the phases.
        groups: of the phases.
    """

    patterns: np.ndarray
    moves: np.ndarray
    starts: np.ndarray
    scales: Sequence[int]
    groups: Sequence[int] = GROUPS

    def value(self, position: Position, empties: int) -> int:
        """What a position is worth, as if it had so many empties."""
        phase = min(empties // 4, PHASES - 1)
        *places, moves, _ = plain_places(position)
        rows = [self.patterns[self.groups[phase], place] for place in places]
        rows.append(self.moves[phase, moves - MOBILITY_START])
        lanes = self.starts[min(empties, STARTS - 1)].tolist()
        for row in rows:
            lanes = [lane + byte for lane, byte in zip(lanes, row.tolist(), strict=True)]
        assert all(-(1 << 15) <= lane < 1 << 15 for lane in lanes)
        worth = 256 * lanes[0] + lanes[1]
        worth += 2 * sum(max(0, lanes[lane]) for lane in IN_FAVOUR)
        worth -= 2 * sum(max(0, lanes[lane]) for lane in AGAINST)
        return (worth * self.scales[phase] + 2048) // 4096

    def block(self) -> Block:
        """The block that kernels take."""
        first = PHASES * 8 + STARTS * 4 + PHASES * MOVES * 2
        block = Block(first + self.patterns.size // 8)
        for phase in range(PHASES):
            block.words[8 * phase] = first + self.groups[phase] * 2 * ENTRIES
            block.words[8 * phase + 1] = self.scales[phase]
        parts = np.split(block.words, [PHASES * 8, PHASES * 8 + STARTS * 4, first])
        for part, numbers in zip(parts[1:], (self.starts, self.moves, self.patterns), strict=True):
            part[:] = numbers.reshape(-1).view(np.int64)
        return block


def drawn(seed: int) -> PlainNetwork:
    """A network whose values are like those of a trained one."""
    draw = np.random.default_rng(seed)

    def rows(*shape: int) -> np.ndarray:
        deviations = [HIGH, LOW, *[ADDEND] * 14]
        found = draw.standard_normal((*shape, LANES), np.float32) * np.float32(deviations)
        return np.clip(np.rint(found), -128, 127).astype(np.int8)

    starts = np.rint(draw.normal(0, 60, (STARTS, LANES))).astype(np.int16)
    starts[:, 0] = 0
    scales = draw.integers(3000, 6000, PHASES).tolist()
    return PlainNetwork(rows(3, ENTRIES), rows(PHASES, MOVES), starts, scales)


def tied(plain: PlainNetwork) -> PlainNetwork:
    """The same with one row for a configuration and all its images."""
    patterns = plain.patterns[:, ties()[:ENTRIES]]
    return PlainNetwork(patterns, plain.moves, plain.starts, plain.scales, plain.groups)


def evaluated(weights: Block, position: Position, empties: int) -> int:
    """What the kernel says of a position, as if it had so many empties."""
    state = Block(int(features.STATE_WORDS))
    block = np.int64(state.address), np.int64(0)
    features.set_features(*block, *masks(position))
    weighted = np.int64(weights.address), *block
    return int(network.value(*weighted, *masks(position), np.int64(empties)))
