"""The weights that ship with the package, as kernels take them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import numpy as np

from outflank.core.memory import WORD_BYTES, Block
from outflank.evaluation.feature_sets import FeatureSet, engine_features, ordering_features
from outflank.evaluation.weights import PatternWeights, read_weights

#: Bytes of a weight.
ENTRY_BYTES: Final = 2

FOLDER: Final = Path(__file__).with_name("data")


def shipped_file(features: FeatureSet) -> Path:
    """The file of weights of an evaluation that ships with the package."""
    return FOLDER / f"{features.name}.weights"


def block_of(weights: PatternWeights) -> Block:
    """Weights as kernels take them: int16 by phase and entry, in 1/64 disc."""
    phases, entries = len(weights.steps), weights.features.entries
    block = Block(-(-phases * entries * ENTRY_BYTES // WORD_BYTES))
    table = block.words.view(np.int16)[: phases * entries].reshape(phases, entries)
    weights.table(out=table)  # straight into place: it is large
    return block


@cache
def load_weights(features: FeatureSet) -> Block:
    """The shipped weights of an evaluation, read once a process.

    Raises:
        WeightsError: the file in the package is damaged or of another version.
    """
    return block_of(read_weights(shipped_file(features), features))


def load_ordering_weights() -> Block:
    """The weights of `core.patterns.value`, which order moves in the endgame."""
    return load_weights(ordering_features())


def load_evaluation_weights() -> Block:
    """The weights of `core.features.value`, the engine's evaluation."""
    return load_weights(engine_features())
