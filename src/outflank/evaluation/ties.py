"""Which entries of the pattern weights are one and the same, by reflection of their shape.

Each shape of `core.patterns` is its own image under one reflection of the board:
the edges under that of the files, the triangle and the cross under that of the
long diagonal. A configuration and its mirror image then say the same of a
position, so they share a weight. A trainer learns one of the two, a file keeps
one of the two, and the engine, which reflects nothing, needs both.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outflank.board.symmetry import MIRROR_FILES, TRANSPOSE, transform, transform_square
from outflank.core.patterns import CONFIGURATIONS, SHAPES

#: The reflections that leave the upper edge, or the corner a1, where it is.
REFLECTIONS: Final = (MIRROR_FILES, TRANSPOSE)

#: Entries of one phase: every configuration of every shape.
ENTRIES: Final = len(SHAPES) * int(CONFIGURATIONS)


@cache
def tied_entries() -> NDArray[np.int32]:
    """For each of the `ENTRIES`, the first entry that shares its weight (often itself)."""
    ties = np.concatenate(
        [
            np.minimum(np.arange(CONFIGURATIONS), _mirrored(int(shape)))
            + number * int(CONFIGURATIONS)
            for number, shape in enumerate(SHAPES)
        ]
    ).astype(np.int32)
    ties.setflags(write=False)
    return ties


@cache
def free_entries() -> NDArray[np.int32]:
    """The entries that have a weight of their own, in order: those tied to themselves."""
    free = np.flatnonzero(tied_entries() == np.arange(ENTRIES)).astype(np.int32)
    free.setflags(write=False)
    return free


@cache
def places_among_free() -> NDArray[np.int32]:
    """For each of the `ENTRIES`, where among the `free_entries` its weight stands."""
    places = np.empty(ENTRIES, np.int32)
    places[free_entries()] = np.arange(len(free_entries()), dtype=np.int32)
    places = places[tied_entries()]
    places.setflags(write=False)
    return places


def _mirrored(shape: int) -> NDArray[np.int64]:
    """For each configuration of `shape` the index of its mirror image."""
    squares = [square for square in range(64) if shape >> square & 1]
    reflection = next(turn for turn in REFLECTIONS if transform(shape, turn) == shape)
    indices = np.arange(CONFIGURATIONS)
    images = np.zeros_like(indices)
    for digit, square in enumerate(squares):
        image_digit = squares.index(transform_square(square, reflection))
        images += indices // 3**digit % 3 * 3**image_digit
    return images
