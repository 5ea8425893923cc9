"""The weights of the engine's evaluation: as they are kept, and as kernels take them.

Configurations that are one by symmetry (`evaluation.ties`) are kept once; the block that
kernels take, drawn in `core.network`, has all of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from outflank.core import features as patterns
from outflank.core import network
from outflank.core.memory import Block
from outflank.evaluation.feature_sets import FeatureSet, engine_features
from outflank.evaluation.ties import free_entries, places_among_free
from outflank.evaluation.weights import (
    LARGEST_WEIGHT,
    PatternWeights,
    WeightsError,
    hash_of_recipe,
)

UNITS_PER_DISC: Final = int(network.UNITS_PER_DISC)
SCALE_ONE: Final = network.SCALE_ONE

#: No phase is scaled by more.
LARGEST_SCALE: Final = 2

#: Weights are rounded to this fraction of a disc: finer is of no use, and makes larger files.
STEPS_PER_DISC: Final = 16
UNITS_PER_STEP: Final = UNITS_PER_DISC // STEPS_PER_DISC

PHASES: Final = int(patterns.PHASES)
PLIES: Final = int(patterns.PLY_ENTRIES)
MOVES: Final = int(patterns.MOBILITY_ENTRIES)
LANES: Final = network.LANES
WIDTH: Final = network.WIDTH

#: The lanes of a trained row: what a configuration is worth, nothing, its addends.
WEIGHT: Final = 0
ADDENDS: Final = slice(network.WEIGHT_LANES, None)

#: The lane of a start that says what a number of empties is worth.
PLY_LANE: Final = 1

#: A row is copied as one number of as many bytes.
WHOLE_ROW: Final = np.dtype(np.complex128)

Halves = NDArray[np.int16]
Bytes = NDArray[np.int8]
Discs = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Trained:
    """What a training makes, in discs; each array float32.

    Attributes:
        groups: for each phase the group of phases whose rows it has, from 0 on.
        rows: (groups, free patterns, LANES): a weight, nothing, and WIDTH addends each.
        starts: (PLIES, LANES): the same for each number of empties.
        moves: (PHASES, MOVES): what both sides' numbers of moves are worth.
    """

    groups: tuple[int, ...]
    rows: Discs
    starts: Discs
    moves: Discs


@dataclass(frozen=True, slots=True)
class NetworkWeights:
    """Trained weights of the engine's evaluation, and how they were made.

    Weights, starts and moves are in the units of `core.network`, the scales, too.

    Attributes:
        groups: for each phase the group of phases whose rows it has, from 0 on.
        weights: int16 of shape (groups, free patterns): what configurations are worth.
        addends: int8 of shape (groups, free patterns, WIDTH).
        starts: int16 of shape (PLIES, LANES): where lanes begin.
        moves: int16 of shape (PHASES, MOVES): what both sides' numbers of moves are worth.
        scales: int16 of shape (PHASES,).
        recipe: everything that decided them, as JSON values.
    """

    groups: tuple[int, ...]
    weights: Halves = field(repr=False)
    addends: Bytes = field(repr=False)
    starts: Halves = field(repr=False)
    moves: Halves = field(repr=False)
    scales: Halves
    recipe: Mapping[str, Any]

    def __post_init__(self) -> None:
        groups = max(self.groups, default=-1) + 1
        if len(self.groups) != PHASES or sorted(set(self.groups)) != list(range(groups)):
            raise WeightsError(f"each of {PHASES} phases has a group, from 0 on: {self.groups}")
        shapes = shapes_of(groups)
        for name, (dtype, shape) in shapes.items():
            found = getattr(self, name)
            if found.shape != shape or found.dtype != dtype:
                raise WeightsError(
                    f"{name} are {dtype} of shape {shape}, not {found.dtype} of {found.shape}"
                )
        largest = max(int(self.weights.max()), -int(self.weights.min())) / UNITS_PER_DISC
        if largest > LARGEST_WEIGHT:
            raise WeightsError(f"weights are at most {LARGEST_WEIGHT} discs, not {largest:g}")
        if self.starts[:, 0].any() or np.abs(self.starts.astype(int)).max() > network.MOST_AT_START:
            raise WeightsError(f"starts are within {network.MOST_AT_START}, and begin with 0")
        if self.scales.min() < 0 or self.scales.max() > LARGEST_SCALE * SCALE_ONE:
            raise WeightsError(f"scales are 0 to {LARGEST_SCALE}, not {self.scales / SCALE_ONE}")

    @property
    def features(self) -> FeatureSet:
        """Of the evaluation that they are for."""
        return engine_features()

    @property
    def recipe_hash(self) -> str:
        """Names the recipe: equal recipes, equal hash."""
        return hash_of_recipe(self.recipe)

    @classmethod
    def from_discs(cls, trained: Trained, recipe: Mapping[str, Any]) -> NetworkWeights:
        """Round what was trained; what is too large is limited."""
        starts = np.zeros((PLIES, LANES), np.int16)
        most = network.MOST_AT_START
        starts[:, PLY_LANE] = _rounded(trained.starts[:, WEIGHT], UNITS_PER_DISC, most)
        starts[:, ADDENDS] = _rounded(trained.starts[:, ADDENDS], network.ADDENDS_PER_DISC, most)
        steps = _rounded(trained.rows[:, :, WEIGHT], STEPS_PER_DISC, LARGEST_WEIGHT * STEPS_PER_DISC)
        addends = _rounded(trained.rows[:, :, ADDENDS], network.ADDENDS_PER_DISC, 127)
        return cls(
            groups=trained.groups,
            weights=steps * np.int16(UNITS_PER_STEP),
            addends=addends.astype(np.int8),
            starts=starts,
            moves=_rounded(trained.moves, UNITS_PER_DISC, LARGEST_WEIGHT * UNITS_PER_DISC),
            scales=np.full(PHASES, SCALE_ONE, np.int16),
            recipe=recipe,
        )

    @classmethod
    def from_patterns(cls, linear: PatternWeights) -> NetworkWeights:
        """Tables of weights, one a phase, as a network that adds nothing up.

        The value of every position is the sum of its weights, as the tables say.
        """
        units = linear.steps * np.int16(linear.features.units_per_disc // linear.steps_per_disc)
        free = len(free_patterns())
        starts = np.zeros((PLIES, LANES), np.int16)
        phases = np.array(linear.features.phases[:PLIES])
        starts[:, PLY_LANE] = units[phases, np.arange(PLIES) - PLIES]
        return cls(
            groups=tuple(range(PHASES)),
            weights=np.ascontiguousarray(units[:, :free]),
            addends=np.zeros((PHASES, free, WIDTH), np.int8),
            starts=starts,
            moves=np.ascontiguousarray(units[:, -PLIES - MOVES : -PLIES]),
            scales=np.full(PHASES, SCALE_ONE, np.int16),
            recipe=linear.recipe,
        )

    def scaled(self, phase: int, factor: float) -> NetworkWeights:
        """The weights with the values of a phase's positions multiplied."""
        scales, moves = self.scales.copy(), self.moves.copy()
        scales[phase] = round(float(scales[phase]) * factor)
        moves[phase] = np.rint(moves[phase] * factor)
        return replace(self, scales=scales, moves=moves)

    def raised(self, empties: int, discs: float) -> NetworkWeights:
        """The weights with so much added to the values of positions with so many empties."""
        starts, ply = self.starts.copy(), min(empties, PLIES - 1)
        scale = float(self.scales[self.features.phases[empties]]) / SCALE_ONE
        starts[ply, PLY_LANE] = round(float(starts[ply, PLY_LANE]) + discs * UNITS_PER_DISC / scale)
        return replace(self, starts=starts)

    def block(self) -> Block:
        """The block that kernels read."""
        groups = len(self.weights)
        block = Block(int(network.FIRST_GROUP + groups * network.GROUP_WORDS))
        first, group_words = int(network.FIRST_GROUP), int(network.GROUP_WORDS)
        phases = block.words[: PHASES * int(network.PHASE_WORDS)].reshape(PHASES, -1)
        phases[:, network.ROWS] = first + group_words * np.array(self.groups)
        phases[:, network.SCALE] = self.scales
        halves = block.words[:first].view(np.int16)
        halves[int(network.STARTS) : int(network.MOVES)] = self.starts.reshape(-1)
        halves[int(network.MOVES) :] = self.moves.reshape(-1)
        rows = block.words[first:].view(WHOLE_ROW).reshape(groups, -1)
        for group in range(groups):
            np.take(self._rows(group), places_of_patterns(), out=rows[group])
        return block

    def _rows(self, group: int) -> NDArray[np.complex128]:
        """The rows of a group's free patterns."""
        rows = np.empty((len(self.weights[group]), LANES), np.int8)
        rows[:, 1] = self.weights[group]  # the low byte, with its sign
        rows[:, 0] = (self.weights[group] - rows[:, 1]) >> 8
        rows[:, ADDENDS] = self.addends[group]
        return rows.view(WHOLE_ROW).reshape(-1)


def shapes_of(groups: int) -> dict[str, tuple[np.dtype[Any], tuple[int, ...]]]:
    """Type and shape of each array of weights with so many groups."""
    free = len(free_patterns())
    halves, bytes_ = np.dtype(np.int16), np.dtype(np.int8)
    return {
        "weights": (halves, (groups, free)),
        "addends": (bytes_, (groups, free, WIDTH)),
        "starts": (halves, (PLIES, LANES)),
        "moves": (halves, (PHASES, MOVES)),
        "scales": (halves, (PHASES,)),
    }


@cache
def free_patterns() -> NDArray[np.int32]:
    """The free entries that are configurations of a pattern: the first ones."""
    free = free_entries(engine_features())
    return free[free < int(patterns.PATTERN_ENTRIES)]


def places_of_patterns() -> NDArray[np.int32]:
    """For each configuration of a pattern where among the free ones its row stands."""
    return places_among_free(engine_features())[: int(patterns.PATTERN_ENTRIES)]


def _rounded(discs: Discs, per_disc: int, most: int) -> Halves:
    """Whole numbers of a fraction of a disc, within the most there may be."""
    return np.clip(np.rint(discs * np.float32(per_disc)), -most, most).astype(np.int16)
