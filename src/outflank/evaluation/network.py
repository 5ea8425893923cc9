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

from outflank.core import features, network
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

#: No phase is scaled by more; by 0 none is either, since that could not be undone.
LARGEST_SCALE: Final = 2

#: Addends are within this, in their own unit.
LARGEST_ADDEND: Final = 127

PHASES: Final = int(features.PHASES)
PLIES: Final = int(features.PLY_ENTRIES)
MOVES: Final = int(features.MOBILITY_ENTRIES)
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
    """What a training makes, in discs; each array float32, its last axis LANES.

    A row is a weight, nothing, and WIDTH addends.

    Attributes:
        groups: for each phase the group of phases whose rows it has, from 0 on.
        patterns: (groups, free patterns, LANES).
        moves: (PHASES, MOVES, LANES), of both sides' numbers of moves.
        starts: (PLIES, LANES), of numbers of empties.
    """

    groups: tuple[int, ...]
    patterns: Discs
    moves: Discs
    starts: Discs


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of bytes, as they are kept: any shape of them.

    Attributes:
        weights: int16 of that shape, in 1/64 disc.
        addends: int8 of that shape and WIDTH.
    """

    weights: Halves
    addends: Bytes

    @classmethod
    def from_discs(cls, rows: Discs) -> Rows:
        """Round rows in discs; what is too large is limited."""
        per_disc = engine_features().steps_per_disc
        steps = _rounded(rows[..., WEIGHT], per_disc, LARGEST_WEIGHT * per_disc)
        addends = _rounded(rows[..., ADDENDS], network.ADDENDS_PER_DISC, LARGEST_ADDEND)
        return cls(steps * np.int16(UNITS_PER_DISC // per_disc), addends.astype(np.int8))

    @classmethod
    def of_weights(cls, weights: Halves) -> Rows:
        """Rows that add nothing to any sum."""
        return cls(np.ascontiguousarray(weights), np.zeros((*weights.shape, WIDTH), np.int8))

    def packed(self, first: int) -> NDArray[np.complex128]:
        """The rows at a place of the first axis as kernels read them, each as one number."""
        weights = self.weights[first]
        rows = np.empty((len(weights), LANES), np.int8)
        rows[:, 1] = weights  # the low byte, with its sign
        rows[:, 0] = (weights - rows[:, 1]) >> 8
        rows[:, ADDENDS] = self.addends[first]
        return rows.view(WHOLE_ROW).reshape(-1)


@dataclass(frozen=True, slots=True)
class NetworkWeights:
    """Trained weights of the engine's evaluation, and how they were made.

    Attributes:
        groups: for each phase the group of phases whose rows it has, from 0 on.
        patterns: rows of shape (groups, free patterns).
        moves: rows of shape (PHASES, MOVES), of both sides' numbers of moves.
        starts: int16 of shape (PLIES, LANES): where lanes begin, as kernels read it.
        scales: int16 of shape (PHASES,), likewise; more than 0.
        recipe: everything that decided them, as JSON values.
    """

    groups: tuple[int, ...]
    patterns: Rows = field(repr=False)
    moves: Rows = field(repr=False)
    starts: Halves = field(repr=False)
    scales: Halves
    recipe: Mapping[str, Any]

    def __post_init__(self) -> None:
        if sorted(set(self.groups)) != list(range(self.group_count)) or len(self.groups) != PHASES:
            raise WeightsError(f"each of {PHASES} phases has a group, from 0 on: {self.groups}")
        for name, (found, shape) in self._arrays().items():
            dtype = np.dtype(np.int8 if name.startswith("addends") else np.int16)
            if found.shape != shape or found.dtype != dtype:
                raise WeightsError(
                    f"{name} are {dtype} of shape {shape}, not {found.dtype} of {found.shape}"
                )
        for rows in (self.patterns, self.moves):
            largest = _size_of(rows.weights) / UNITS_PER_DISC
            if largest > LARGEST_WEIGHT:
                raise WeightsError(f"weights are at most {LARGEST_WEIGHT} discs, not {largest:g}")
        if self.starts[:, 0].any() or _size_of(self.starts) > network.MOST_AT_START:
            raise WeightsError(f"starts are within {network.MOST_AT_START}, and begin with 0")
        for scale in self.scales.tolist():
            _check_scale(scale)

    def _arrays(self) -> dict[str, tuple[NDArray[Any], tuple[int, ...]]]:
        """Each array with the shape that it must have."""
        patterns = self.group_count, len(free_patterns())
        return {
            "weights of patterns": (self.patterns.weights, patterns),
            "addends of patterns": (self.patterns.addends, (*patterns, WIDTH)),
            "weights of moves": (self.moves.weights, (PHASES, MOVES)),
            "addends of moves": (self.moves.addends, (PHASES, MOVES, WIDTH)),
            "starts": (self.starts, (PLIES, LANES)),
            "scales": (self.scales, (PHASES,)),
        }

    @property
    def group_count(self) -> int:
        """Groups of phases."""
        return max(self.groups, default=-1) + 1

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
        starts, most = np.zeros((PLIES, LANES), np.int16), network.MOST_AT_START
        starts[:, PLY_LANE] = _rounded(trained.starts[:, WEIGHT], UNITS_PER_DISC, most)
        starts[:, ADDENDS] = _rounded(trained.starts[:, ADDENDS], network.ADDENDS_PER_DISC, most)
        patterns, moves = Rows.from_discs(trained.patterns), Rows.from_discs(trained.moves)
        return cls(trained.groups, patterns, moves, starts, _scales_of_one(), recipe)

    @classmethod
    def from_tables(cls, tables: PatternWeights) -> NetworkWeights:
        """Tables of weights, one a phase, as a network that has no sums.

        The value of every position is that of the tables.
        """
        units = tables.steps * np.int16(UNITS_PER_DISC // tables.steps_per_disc)
        starts = np.zeros((PLIES, LANES), np.int16)
        phases = np.array(tables.features.phases[:PLIES])
        starts[:, PLY_LANE] = units[phases, np.arange(-PLIES, 0)]
        patterns = Rows.of_weights(units[:, : len(free_patterns())])
        moves = Rows.of_weights(units[:, -PLIES - MOVES : -PLIES])
        return cls(tuple(range(PHASES)), patterns, moves, starts, _scales_of_one(), tables.recipe)

    def scaled(self, phase: int, factor: float) -> NetworkWeights:
        """The weights with the values of a phase's positions multiplied.

        Raises:
            WeightsError: the phase would have no scale that there may be.
        """
        scales, scale = self.scales.copy(), float(self.scales[phase]) * factor
        _check_scale(scale)
        scales[phase] = round(scale)
        return replace(self, scales=scales)

    def raised(self, empties: int, discs: float) -> NetworkWeights:
        """The weights with so much added to the values of positions with so many empties.

        Raises:
            WeightsError: that is more than fits in.
        """
        starts, ply = self.starts.copy(), min(empties, PLIES - 1)
        scale = float(self.scales[self.features.phases[empties]]) / SCALE_ONE
        start = float(starts[ply, PLY_LANE]) + discs * UNITS_PER_DISC / scale
        if not abs(start) <= network.MOST_AT_START:  # nor is it no number at all
            raise WeightsError(f"starts are within {network.MOST_AT_START}, not {start:g}")
        starts[ply, PLY_LANE] = round(start)
        return replace(self, starts=starts)

    def block(self) -> Block:
        """The block that kernels read."""
        words = network.FIRST_START, network.FIRST_MOVES, network.FIRST_GROUP, network.GROUP_WORDS
        starts, moves, first, size = (int(word) for word in words)
        block = Block(first + self.group_count * size)
        phases = block.words[:starts].reshape(PHASES, -1)
        phases[:, network.ROWS] = first + size * np.array(self.groups)
        phases[:, network.SCALE] = self.scales
        block.words[starts:moves] = self.starts.reshape(-1).view(np.int64)
        rows = block.words[moves:first].view(WHOLE_ROW).reshape(PHASES, MOVES)
        for phase in range(PHASES):
            rows[phase] = self.moves.packed(phase)
        rows = block.words[first:].view(WHOLE_ROW).reshape(self.group_count, -1)
        for group in range(self.group_count):
            # Every place is there; with "raise" NumPy would fill a copy of the rows first.
            np.take(self.patterns.packed(group), places_of_patterns(), out=rows[group], mode="clip")
        return block


@cache
def free_patterns() -> NDArray[np.int32]:
    """The free entries that are configurations of a pattern: the first ones."""
    free = free_entries(engine_features())
    return free[free < int(features.PATTERN_ENTRIES)]


def places_of_patterns() -> NDArray[np.int32]:
    """For each configuration of a pattern where among the free ones its row stands."""
    return places_among_free(engine_features())[: int(features.PATTERN_ENTRIES)]


def _rounded(discs: Discs, per_disc: int, most: int) -> Halves:
    """Whole numbers of a fraction of a disc, within the most there may be."""
    whole: Discs = np.rint(discs * np.float32(per_disc))
    return np.clip(whole, -most, most).astype(np.int16)


def _size_of(numbers: Halves) -> int:
    """The greatest absolute value."""
    return max(int(numbers.max()), -int(numbers.min()))


def _check_scale(scale: float) -> None:
    """Refuse a scale, in 1/SCALE_ONE, that is too small or too large, or no number."""
    if not 1 <= scale <= LARGEST_SCALE * SCALE_ONE:
        raise WeightsError(
            f"scales are more than 0 and at most {LARGEST_SCALE}, not {scale / SCALE_ONE:g}"
        )


def _scales_of_one() -> Halves:
    return np.full(PHASES, SCALE_ONE, np.int16)
