"""Evaluations for the engine: weights that ship with the package, and their files.

=================  =====================================================================
module             what it is for
=================  =====================================================================
``feature_sets``   what the two evaluations have in common: features, phases, tables
``ties``           which entries of the weights are one, by symmetry of their shape
``files``          files that are whole or not there
``weights``        tables of trained pattern weights, as they are kept
``network``        the weights of the engine's network, as they are kept
``weights_file``   the files of either: written, checked, read
``shipped``        the weights that ship with the package, as kernels take them
=================  =====================================================================
"""

from outflank.evaluation.feature_sets import (
    FeatureSet,
    engine_features,
    feature_set,
    ordering_features,
)
from outflank.evaluation.network import NetworkWeights
from outflank.evaluation.shipped import load_evaluation_weights, load_ordering_weights
from outflank.evaluation.weights import PatternWeights, WeightsError
from outflank.evaluation.weights_file import Weights, read_weights, write_weights

__all__ = [
    "FeatureSet",
    "NetworkWeights",
    "PatternWeights",
    "Weights",
    "WeightsError",
    "engine_features",
    "feature_set",
    "load_evaluation_weights",
    "load_ordering_weights",
    "ordering_features",
    "read_weights",
    "write_weights",
]
