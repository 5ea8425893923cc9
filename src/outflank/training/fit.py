"""Fits pattern weights to labelled positions: ridge regression by conjugate gradients.

A position's value is the sum of the weights of its features. The weights w
minimise the squared errors, each as important as it is said to be, and stay near a
prior, ridge times as strongly as one position would pull::

    sum over positions importance * (label - value)^2  +  ridge * |w - prior|^2

A weight that no position has keeps its prior. The normal equations are solved by
conjugate gradients, preconditioned by their diagonal (Jacobi); a few iterations from
the prior are enough, and stopping early is itself a gentle ridge. All sums run in
one fixed order, so that equal labels give equal weights, to the bit.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from outflank.core.compile import kernel
from outflank.evaluation.feature_sets import FeatureSet
from outflank.evaluation.ties import places_among_free

Weights = NDArray[np.float32]
Entries = NDArray[np.int32]


def entries_of(
    features: FeatureSet, players: NDArray[np.uint64], opponents: NDArray[np.uint64]
) -> Entries:
    """For each position the places of its features' weights among the free ones."""
    entries = np.empty((len(players), features.features), np.int32)
    features.extract(players, opponents, entries)
    _replace(entries, places_among_free(features))
    return entries


def predict(entries: Entries, weights: Weights) -> NDArray[np.float32]:
    """The value of each position, in the unit of the weights."""
    values = np.empty(len(entries), np.float32)
    _sum_weights(entries, weights, values)
    return values


def fit(
    entries: Entries,
    labels: NDArray[np.float32],
    importance: NDArray[np.float32],
    prior: Weights,
    ridge: float,
    iterations: int,
    tick: Callable[[], None] = lambda: None,
) -> Weights:
    """Weights that explain labels.

    Args:
        entries: what `entries_of` says of the positions.
        labels: float32, one a position, in discs.
        importance: float32, one a position, more than 0; usually 1.
        prior: float32, one a free entry, in discs; where the search begins and stays near.
        ridge: how strongly weights are held at the prior, in positions; more than 0.
        iterations: of conjugate gradients, 0 or more.
        tick: called before each of them; what it raises ends the fit.

    Returns:
        float32, one a free entry, in discs.
    """
    weights = prior.copy()
    scale = np.reciprocal(_sums(entries, importance, len(prior)) + np.float32(ridge))
    residual = _sums(entries, importance * (labels - predict(entries, weights)), len(prior))
    preconditioned = scale * residual
    direction = preconditioned.copy()
    size = _dot(residual, preconditioned)
    for _ in range(iterations):
        if size <= 0:  # the weights explain the labels as well as they can
            break
        tick()
        image = _sums(entries, importance * predict(entries, direction), len(prior))
        image += np.float32(ridge) * direction
        step = np.float32(size / _dot(direction, image))
        weights += step * direction
        residual -= step * image
        preconditioned = scale * residual
        size, last = _dot(residual, preconditioned), size
        direction = preconditioned + np.float32(size / last) * direction
    return weights


def counts_of(entries: Entries, free: int) -> NDArray[np.float32]:
    """How often each of the `free` entries occurs; in a position it may more than once."""
    return _sums(entries, np.ones(len(entries), np.float32), free)


def root_mean_square(values: NDArray[np.float32]) -> float:
    """The usual size of an error, in its own unit."""
    return float(np.sqrt(np.mean(np.square(values, dtype=np.float64)))) if len(values) else 0.0


def _sums(entries: Entries, values: NDArray[np.float32], free: int) -> Weights:
    """For each of the `free` entries the sum of the values of the positions that have it."""
    sums = np.zeros(free, np.float32)
    _add_values(entries, values, sums)
    return sums


@kernel("void(i4[:, ::1], Array(i4, 1, 'C', readonly=True))")
def _replace(entries: Entries, places: NDArray[np.int32]) -> None:
    """Write the place of each entry over it: there is no room for another array of that size."""
    for position in range(len(entries)):
        for feature in range(entries.shape[1]):
            entries[position, feature] = places[entries[position, feature]]


@kernel("void(i4[:, ::1], f4[::1], f4[::1])")
def _sum_weights(entries: Entries, weights: Weights, values: NDArray[np.float32]) -> None:
    """Write the sum of its entries' weights for each position."""
    for position in range(len(entries)):
        total = np.float32(0)
        for feature in range(entries.shape[1]):
            total += weights[entries[position, feature]]
        values[position] = total


@kernel("void(i4[:, ::1], f4[::1], f4[::1])")
def _add_values(entries: Entries, values: NDArray[np.float32], sums: Weights) -> None:
    """Add each position's value to the sums of its entries."""
    for position in range(len(entries)):
        for feature in range(entries.shape[1]):
            sums[entries[position, feature]] += values[position]


@kernel("f8(f4[::1], f4[::1])")
def _dot(a: Weights, b: Weights) -> float:
    """The scalar product, summed from the first entry to the last."""
    total = 0.0
    for index in range(len(a)):
        total += a[index] * b[index]
    return total
