"""The weights that ship with the package, as kernels take them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from outflank.core.memory import Block
from outflank.evaluation.feature_sets import FeatureSet, engine_features, ordering_features
from outflank.evaluation.network import NetworkWeights
from outflank.evaluation.weights import PatternWeights
from outflank.evaluation.weights_file import Weights, read_weights

FOLDER: Final = Path(__file__).with_name("data")


def shipped_file(features: FeatureSet) -> Path:
    """The file of weights of an evaluation that ships with the package."""
    return FOLDER / f"{features.name}.weights"


def as_network(weights: Weights) -> NetworkWeights:
    """Weights of the engine's evaluation in the one form that its kernels take."""
    return weights if isinstance(weights, NetworkWeights) else NetworkWeights.from_tables(weights)


def block_of(weights: Weights) -> Block:
    """Weights as kernels take them: those of `core.patterns`, or of `core.network`."""
    if isinstance(weights, PatternWeights) and not weights.features.has_network:
        return weights.block()
    return as_network(weights).block()


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
    """The weights of `core.network.value`, the engine's evaluation."""
    return load_weights(engine_features())
