"""What the two evaluations have in common: features of a position, entries of a phase's table.

The entries of a phase are those of the shapes, one behind the other, and behind them what
depends on no shape (mobility, the ply, padding). A table has a weight for each; the engine's
network (`evaluation.network`) has a row of numbers. Trainer, ties and files know the features
of an evaluation only by its `FeatureSet`::

    ordering     core.patterns    16 features, 10 phases    orders moves in the endgame
    evaluation   core.features    60 features, 15 phases    the engine's own
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Masks = NDArray[np.uint64]

#: A board has so many squares, and 0 to so many empties.
SQUARES: Final = 64

#: Nobody can move with fewer empties, or begins with more.
FEWEST_EMPTIES: Final = 1
MOST_EMPTIES: Final = 60


@dataclass(frozen=True, slots=True)
class FeatureSet:
    """The features of an evaluation and the layout of its tables.

    Attributes:
        name: of the evaluation.
        shapes: masks of the shapes, in the order of their tables.
        entries: of one phase's table.
        features: of a position; by tables its value is the sum of so many weights.
        has_ply: whether the last of them is the number of empties, whatever stands there.
        has_network: whether kernels take the weights of a network (`core.network`).
        phases: the phase of each number of empties, 0 to 64.
        empties: for each phase the fewest and the most empties of positions that it is
            fitted to.
        units_per_disc: in which a table holds weights.
        steps_per_disc: in which a file holds them, unless it says otherwise.
        extract: kernel (players, opponents, places): writes for each position the places
            of its features in a phase's table, int32 of shape (n, features).
    """

    name: str
    shapes: tuple[int, ...]
    entries: int
    features: int
    has_ply: bool
    has_network: bool
    phases: tuple[int, ...]
    empties: tuple[tuple[int, int], ...]
    units_per_disc: int
    steps_per_disc: int
    extract: Callable[[Masks, Masks, NDArray[np.int32]], None] = field(repr=False)

    @property
    def shape_entries(self) -> tuple[int, ...]:
        """Of each shape's table: a square is empty, the player's or the opponent's."""
        return tuple(3 ** shape.bit_count() for shape in self.shapes)


def feature_set(name: str) -> FeatureSet:
    """The features of the evaluation of that name, ``ordering`` or ``evaluation``.

    Raises:
        KeyError: there is none of that name.
    """
    return {"ordering": ordering_features, "evaluation": engine_features}[name]()


# Kernels are loaded with the module that has them, so each is imported when it is asked for.


@cache
def ordering_features() -> FeatureSet:
    """The features of the small evaluation that orders moves in the endgame."""
    from outflank.core import patterns

    fewest = int(patterns.FIRST_PHASE_EMPTIES)
    phases = _phases(patterns.phase_of)
    return FeatureSet(
        name="ordering",
        shapes=tuple(int(shape) for shape in patterns.SHAPES),
        entries=int(patterns.PHASE_WORDS),
        features=patterns.FEATURES,
        has_ply=False,
        has_network=False,
        phases=phases,
        # The first and the last phase stand for positions, too, that are not learnt from.
        empties=tuple(
            (first, first + 1) for first in range(fewest, fewest + 2 * (phases[-1] + 1), 2)
        ),
        units_per_disc=int(patterns.UNITS_PER_DISC),
        # Halves and sixty-fourths order moves equally well (node counts differ by 0.7 %, in
        # no order); eighths are small and finer than any error.
        steps_per_disc=8,
        extract=patterns.features,
    )


@cache
def engine_features() -> FeatureSet:
    """The features of the engine's evaluation."""
    from outflank.core import features, network

    phases = _phases(features.phase_of)
    return FeatureSet(
        name="evaluation",
        shapes=tuple(int(shape) for shape in features.SHAPES),
        entries=int(features.PHASE_ENTRIES),
        features=int(features.FEATURES),
        has_ply=True,
        has_network=True,
        phases=phases,
        empties=_ranges(phases[FEWEST_EMPTIES:MOST_EMPTIES]),
        units_per_disc=int(network.UNITS_PER_DISC),
        steps_per_disc=16,
        extract=features.features,
    )


def _phases(phase_of: Callable[[np.int64], Any]) -> tuple[int, ...]:
    return tuple(int(phase_of(np.int64(empties))) for empties in range(SQUARES + 1))


def _ranges(phases: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """The fewest and the most empties of each phase; the first of `phases` is of one empty."""
    return tuple(
        (
            FEWEST_EMPTIES + phases.index(phase),
            FEWEST_EMPTIES + len(phases) - 1 - phases[::-1].index(phase),
        )
        for phase in range(phases[-1] + 1)
    )
