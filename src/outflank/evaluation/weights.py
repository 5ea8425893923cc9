"""The tables of trained pattern weights, as they are kept: tied ones once, in whole steps."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from outflank.board.errors import OutflankError
from outflank.core.memory import WORD_BYTES, Block
from outflank.evaluation.feature_sets import SQUARES, FeatureSet
from outflank.evaluation.ties import free_entries, places_among_free

#: Largest weight in discs: more than a weight ever is, and little enough that the sum of a
#: position's weights stays far below what a search takes for infinite.
LARGEST_WEIGHT: Final = 120

#: Bytes of a weight.
ENTRY_BYTES: Final = 2


class WeightsError(OutflankError):
    """A file of weights that is damaged, or foreign, or of another version or evaluation."""


@dataclass(frozen=True, slots=True)
class PatternWeights:
    """Trained weights of the pattern evaluation, and how they were made.

    Attributes:
        features: of the evaluation that they are for.
        steps: int16 of shape (phases, free entries), in steps; see `free_entries`.
        recipe: everything that decided them, as JSON values.
        steps_per_disc: how fine the steps are; divides 64.
    """

    features: FeatureSet
    steps: NDArray[np.int16] = field(repr=False)
    recipe: Mapping[str, Any]
    steps_per_disc: int

    def __post_init__(self) -> None:
        shape = shape_of_steps(self.features)
        if self.steps.shape != shape or self.steps.dtype != np.int16:
            raise WeightsError(
                f"weights are int16 of shape {shape}, "
                f"not {self.steps.dtype} of shape {self.steps.shape}"
            )
        units = self.features.units_per_disc
        if self.steps_per_disc < 1 or units % self.steps_per_disc:
            raise WeightsError(f"steps per disc must divide {units}, not {self.steps_per_disc}")
        largest = max(int(self.steps.max()), -int(self.steps.min())) / self.steps_per_disc
        if largest > LARGEST_WEIGHT:
            raise WeightsError(f"weights are at most {LARGEST_WEIGHT} discs, not {largest:g}")

    @classmethod
    def from_discs(
        cls, features: FeatureSet, discs: NDArray[np.float32], recipe: Mapping[str, Any]
    ) -> PatternWeights:
        """Round weights in discs, of shape (phases, free entries), to steps."""
        limited = np.clip(discs, -LARGEST_WEIGHT, LARGEST_WEIGHT)
        steps = np.rint(limited * features.steps_per_disc).astype(np.int16)
        return cls(features, steps, recipe, features.steps_per_disc)

    @property
    def recipe_hash(self) -> str:
        """Names the recipe: equal recipes, equal hash."""
        return hash_of_recipe(self.recipe)

    def table(self, out: NDArray[np.int16] | None = None) -> NDArray[np.int16]:
        """The table that kernels read: int16 of shape (phases, entries), in 1/64 disc.

        Args:
            out: an array of that shape to write it into; None for a new one.
        """
        places = places_among_free(self.features)
        units = np.int16(self.features.units_per_disc // self.steps_per_disc)
        table = np.empty((len(self.steps), len(places)), np.int16) if out is None else out
        for row, steps in zip(table, self.steps, strict=True):
            # Every place is there; with "raise" NumPy would fill a copy of the row first.
            np.take(steps * units, places, out=row, mode="clip")
        return table

    def block(self) -> Block:
        """The table as `core.patterns` reads it."""
        phases, entries = len(self.steps), self.features.entries
        block = Block(-(-phases * entries * ENTRY_BYTES // WORD_BYTES))
        table = block.words.view(np.int16)[: phases * entries].reshape(phases, entries)
        self.table(out=table)  # straight into place: it is large
        return block


def hash_of_recipe(recipe: Mapping[str, Any]) -> str:
    """Sixteen hexadecimal digits that name a recipe, whatever the order of its keys."""
    text = json.dumps(recipe, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def shape_of_steps(features: FeatureSet) -> tuple[int, int]:
    """Phases and free entries."""
    return len(features.empties), len(free_entries(features))


def features_hash(features: FeatureSet) -> str:
    """Names the evaluation that weights are for: the shapes, their order and the phases."""
    shapes = [f"{shape:016x}" for shape in features.shapes]
    phases = features.phases[:SQUARES]  # an empty board adds nothing
    return hashlib.sha256(json.dumps([shapes, phases]).encode()).hexdigest()[:16]
