"""Tied entries: a configuration and its images share one weight, and nothing else does."""

import numpy as np
import pytest
from hypothesis import given

from outflank.board import Position
from outflank.evaluation import FeatureSet, engine_features, ordering_features
from outflank.evaluation.ties import free_entries, places_among_free, tied_entries
from strategies import any_positions

both = pytest.mark.parametrize("features", [ordering_features(), engine_features()])


def features_of(features: FeatureSet, position: Position) -> np.ndarray:
    """The entries of a position."""
    entries = np.empty((1, features.features), np.int32)
    masks = (np.array([mask], np.uint64) for mask in (position.player, position.opponent))
    features.extract(*masks, entries)
    return entries[0]


@both
@given(position=any_positions())
def test_all_eight_images_have_the_same_tied_entries(
    features: FeatureSet, position: Position
) -> None:
    ties = tied_entries(features)
    seen = {tuple(sorted(ties[features_of(features, image)])) for image in position.symmetries()}
    assert len(seen) == 1


def as_many_free(squares: int, pairs: int) -> int:
    """Configurations of which none is another's image, if one symmetry exchanges so many pairs.

    A configuration is its own image if both squares of each pair agree.
    """
    return (3**squares + 3 ** (squares - pairs)) // 2


def test_as_many_entries_are_free_as_the_drawings_say() -> None:
    # Edges have 5 pairs; the triangle 4, and 2 squares that stay; the cross 3, and 4.
    edges_and_corners = [(10, 5), (10, 5), (10, 4), (10, 3)]
    expected = sum(as_many_free(*shape) for shape in edges_and_corners)
    assert len(free_entries(ordering_features())) == expected
    # The corner of 2 x 5 has no image on its own squares. The corner of 3 x 3 has three pairs,
    # rows four, diagonals half as many as squares; and the last table is no shape's.
    others = [(9, 3), *[(8, 4)] * 4, (7, 3), (6, 3), (5, 2), (4, 2)]
    expected += 3**10 + sum(as_many_free(*shape) for shape in others)
    engine = engine_features()
    assert len(free_entries(engine)) == expected + engine.entries - sum(engine.shape_entries)


@both
def test_ties_are_drawn_to_the_first_of_the_same_shape(features: FeatureSet) -> None:
    tied, entries = tied_entries(features), np.arange(features.entries)
    assert tied.shape == entries.shape
    assert (tied[tied] == tied).all()
    assert (tied <= entries).all()
    starts = np.cumsum((0, *features.shape_entries))
    assert (np.digitize(tied, starts) == np.digitize(entries, starts)).all()
    _, sizes = np.unique(tied, return_counts=True)
    assert set(sizes) == {1, 2}


@both
def test_places_lead_back_to_the_ties(features: FeatureSet) -> None:
    assert (free_entries(features)[places_among_free(features)] == tied_entries(features)).all()
