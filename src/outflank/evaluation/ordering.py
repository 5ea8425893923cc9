"""The evaluation that orders moves in the endgame: the weights that ship with the package."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import numpy as np

from outflank.core.memory import WORD_BYTES, Block
from outflank.evaluation.weights import PatternWeights, read_weights

KIND: Final = "ordering"
SHIPPED: Final = Path(__file__).with_name("data") / "ordering.weights"


@cache
def load_ordering_weights() -> Block:
    """The shipped weights in the layout of `core.patterns.value`, read once a process.

    Raises:
        WeightsError: the file in the package is damaged or of another version.
    """
    return block_of(read_weights(SHIPPED, KIND))


def block_of(weights: PatternWeights) -> Block:
    """Weights as kernels take them: int16 by phase, shape and configuration, in 1/64 disc."""
    table = weights.table()
    block = Block(table.nbytes // WORD_BYTES)
    block.words.view(np.int16)[:] = table.reshape(-1)
    return block
