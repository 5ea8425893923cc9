"""Makes the weights that the engine ships with: positions of our own games, labels, fits.

=================  =====================================================================
module             what it is for
=================  =====================================================================
``positions``      positions of random and noisy games, drawn from a seed
``labels``         what positions are worth: solved exactly, or searched on weights
``fit``            weights that explain the labels: ridge regression
``recipe``         everything that decides a training, as frozen data
``shards``         labelled positions on disk, made piece by piece on all cores
``ordering``       trains the evaluation that orders moves in the endgame
=================  =====================================================================
"""

from outflank.training.ordering import Progress, StageReport, TrainingError, train_ordering
from outflank.training.recipe import ORDERING, Recipe, Stage, Style

__all__ = [
    "ORDERING",
    "Progress",
    "Recipe",
    "Stage",
    "StageReport",
    "Style",
    "TrainingError",
    "train_ordering",
]
