"""Which entries of the weights are one and the same, by symmetry of their shape.

Most shapes of an evaluation are their own image under some symmetry of the board: the
edge under the exchange of the files, a corner under that of files and rows, the long
diagonal under three. A configuration and its images then say the same of a position, so
they share a weight. A trainer learns one of them, a file keeps one of them, and the
engine, which transforms nothing, needs all.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from outflank.board.symmetry import SYMMETRIES, transform, transform_square
from outflank.evaluation.feature_sets import FeatureSet


@cache
def tied_entries(features: FeatureSet) -> NDArray[np.int32]:
    """For each entry of a phase's table the first that shares its weight (often itself)."""
    ties = np.arange(features.entries, dtype=np.int32)
    start = 0
    for shape, entries in zip(features.shapes, features.shape_entries, strict=True):
        ties[start : start + entries] = start + _first_images(shape, entries)
        start += entries
    ties.setflags(write=False)
    return ties


@cache
def free_entries(features: FeatureSet) -> NDArray[np.int32]:
    """The entries that have a weight of their own, in order: those tied to themselves."""
    free = np.flatnonzero(tied_entries(features) == np.arange(features.entries)).astype(np.int32)
    free.setflags(write=False)
    return free


@cache
def places_among_free(features: FeatureSet) -> NDArray[np.int32]:
    """For each entry where among the `free_entries` its weight stands."""
    places = np.empty(features.entries, np.int32)
    free = free_entries(features)
    places[free] = np.arange(len(free), dtype=np.int32)
    places = places[tied_entries(features)]
    places.setflags(write=False)
    return places


def _first_images(shape: int, entries: int) -> NDArray[np.int32]:
    """For each configuration of `shape` the least index among its images on the same squares."""
    squares = [square for square in range(64) if shape >> square & 1]
    symmetries = [turn for turn in range(SYMMETRIES) if transform(shape, turn) == shape]
    digits = {
        tuple(squares.index(transform_square(square, turn)) for square in squares)
        for turn in symmetries
    }
    first = np.arange(entries, dtype=np.int32)
    for image_digits in digits:
        np.minimum(first, _image(image_digits), out=first)
    return first


def _image(image_digits: tuple[int, ...]) -> NDArray[np.int32]:
    """The indices after each digit has moved to the place that `image_digits` says.

    The images of all numbers of one digit more are three times those of one digit less,
    each time with another number added: so nothing needs to be divided.
    """
    images, values = np.zeros(1, np.int32), np.arange(3, dtype=np.int32)
    for image_digit in image_digits:
        images = np.add.outer(values * np.int32(3**image_digit), images).ravel()
    return images
