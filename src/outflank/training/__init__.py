"""Makes the weights that the engine ships with: positions of our own games, labels, fits.

=================  =====================================================================
module             what it is for
=================  =====================================================================
``evaluators``     the value of a position by either evaluation, as kernels ask for it
``positions``      positions of random and noisy games, drawn from a seed
``labels``         what positions are worth: solved, searched, or played to the end
``fit``            weights that explain the labels: ridge regression
``network``        rows of the engine's network that explain the labels
``groups``         fits the groups of the network, and keeps what each came to
``recipe``         everything that decides a training, as frozen data
``shards``         labelled positions on disk, made piece by piece on all cores
``stages``         what a training keeps in its folder
``check``          how good an evaluation is on positions that are solved
``settle``         sets scale and means right by games of the engine
``induction``      follows a recipe: trains an evaluation from the end of the game upwards
``against``        how near an evaluation comes to known scores, searched to a depth
``engine_labels``  what positions are worth to the engine's search
``calibrate``      how far shallow searches are from deep ones, for Multi-ProbCut
=================  =====================================================================
"""

from outflank.training.calibrate import Plan, calibrate
from outflank.training.check import Check
from outflank.training.induction import Progress, check_weights, train_weights
from outflank.training.recipe import EVALUATION, ORDERING, RECIPES, Network, Recipe, Stage, Style
from outflank.training.stages import StageReport, TrainingError

__all__ = [
    "EVALUATION",
    "ORDERING",
    "RECIPES",
    "Check",
    "Network",
    "Plan",
    "Progress",
    "Recipe",
    "Stage",
    "StageReport",
    "Style",
    "TrainingError",
    "calibrate",
    "check_weights",
    "train_weights",
]
