"""The value of a position by either evaluation: what labels are searched and games played on.

Kernels take the address of an evaluator's block, so they need not know which evaluation
it is. The ordering evaluation looks at the two masks; the engine's goes by features that
are kept up to date move by move (the *state* of `core.features`). For each level of a
search there is one state and one list of moves::

    word 0    CODE      which evaluation
    word 1    WEIGHTS   address of its table; 0: everything is worth 0
    word 8 …            level 0: state, list; level 1: state, list; …
"""

from __future__ import annotations

from typing import Final

import numpy as np

from outflank.core import features, network, patterns
from outflank.core.compile import kernel
from outflank.core.memory import Block, load
from outflank.evaluation import FeatureSet

CODE, WEIGHTS = np.int64(0), np.int64(1)
LEVELS = np.int64(8)

#: What CODE may be.
ORDERING, ENGINE = np.int64(0), np.int64(1)
CODES: Final = {"ordering": ORDERING, "evaluation": ENGINE}

#: Words of a list: no position has more moves.
LIST_WORDS = np.int64(64)
LEVEL_WORDS = features.STATE_WORDS + LIST_WORDS

#: Both evaluations count in this fraction of a disc.
UNITS_PER_DISC = patterns.UNITS_PER_DISC

NOTHING = np.int64(0)


class Evaluator:
    """An evaluation, and room for a search on it; for one thread at a time.

    Args:
        features: of the evaluation.
        weights: its table; None: everything is worth 0.
        levels: of states and lists.

    Attributes:
        address: what kernels take.
    """

    def __init__(self, features: FeatureSet, weights: Block | None, levels: int) -> None:
        self._block = Block(int(LEVELS) + levels * int(LEVEL_WORDS))
        self._weights = weights  # its address is in the block
        self._block.words[CODE] = CODES[features.name]
        self._block.words[WEIGHTS] = 0 if weights is None else weights.address
        self.address = np.int64(self._block.address)


@kernel("i8(i8)", inline=True)
def _state_of(level: np.int64) -> np.int64:
    return LEVELS + level * LEVEL_WORDS


@kernel("i8(i8)", inline=True)
def list_of(level: np.int64) -> np.int64:
    """First word of the list of a level."""
    return _state_of(level) + features.STATE_WORDS


@kernel("void(i8, i8, u8, u8)", inline=True)
def set_up(evaluator: np.int64, level: np.int64, player: np.uint64, opponent: np.uint64) -> None:
    """Get ready to value a position at a level."""
    if load(evaluator, CODE) == ENGINE:
        features.set_features(evaluator, _state_of(level), player, opponent)


@kernel("void(i8, i8, i8, i8, u8)", inline=True)
def play(
    evaluator: np.int64, parent: np.int64, child: np.int64, square: np.int64, turned: np.uint64
) -> None:
    """Get ready to value, at level `child`, what a move makes of the position at `parent`."""
    if load(evaluator, CODE) == ENGINE:
        features.play_features(evaluator, _state_of(parent), _state_of(child), square, turned)


@kernel("void(i8, i8)", inline=True)
def change_sides(evaluator: np.int64, level: np.int64) -> None:
    """Get ready to value the position at a level for its other side."""
    if load(evaluator, CODE) == ENGINE:
        features.pass_features(evaluator, _state_of(level))


@kernel("i8(i8, i8, u8, u8, i8)", inline=True)
def value(
    evaluator: np.int64, level: np.int64, player: np.uint64, opponent: np.uint64, empties: np.int64
) -> np.int64:
    """The value of the position that a level is ready for, for the side to move.

    In UNITS_PER_DISC; the masks must be those of that position.
    """
    weights = load(evaluator, WEIGHTS)
    if weights == NOTHING:
        return NOTHING
    if load(evaluator, CODE) == ENGINE:
        state = _state_of(level)
        return network.value(weights, evaluator, state, player, opponent, empties)
    return patterns.value(weights, player, opponent, empties)
