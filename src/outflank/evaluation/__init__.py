"""Evaluations for the engine: weights that ship with the package, and their files.

=================  =====================================================================
module             what it is for
=================  =====================================================================
``ties``           which entries of the weights are one, by reflection of their shape
``files``          files that are whole or not there
``weights``        the file of trained weights: written, checked, read
``ordering``       the shipped weights that order moves in the endgame, as kernels take them
=================  =====================================================================
"""

from outflank.evaluation.ordering import load_ordering_weights
from outflank.evaluation.weights import PatternWeights, WeightsError, read_weights, write_weights

__all__ = [
    "PatternWeights",
    "WeightsError",
    "load_ordering_weights",
    "read_weights",
    "write_weights",
]
