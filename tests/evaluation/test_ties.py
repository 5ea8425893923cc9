"""Tied entries: a configuration and its mirror image share one weight, and nothing else does."""

import numpy as np
from hypothesis import given

from outflank.board import Position
from outflank.core import patterns
from outflank.evaluation.ties import ENTRIES, free_entries, places_among_free, tied_entries
from strategies import any_positions


def features_of(position: Position) -> np.ndarray:
    """The sixteen entries of a position."""
    entries = np.empty((1, patterns.FEATURES), np.int32)
    masks = (np.array([mask], np.uint64) for mask in (position.player, position.opponent))
    patterns.features(*masks, entries)
    return entries[0]


@given(any_positions())
def test_all_eight_images_have_the_same_tied_entries(position: Position) -> None:
    seen = {tuple(sorted(tied_entries()[features_of(image)])) for image in position.symmetries()}
    assert len(seen) == 1


def test_as_many_entries_are_free_as_the_drawings_say() -> None:
    # A configuration is its own mirror image if each pair of exchanged squares agrees:
    # edges have 5 pairs; the triangle 4, and 2 squares that stay; the cross 3, and 4.
    own_images = (3**5, 3**5, 3**6, 3**7)
    assert len(free_entries()) == sum((3**10 + own) // 2 for own in own_images)


def test_ties_are_drawn_to_the_first() -> None:
    tied = tied_entries()
    assert tied.shape == (ENTRIES,)
    assert (tied[tied] == tied).all()
    assert (tied <= np.arange(ENTRIES)).all()
    assert (tied // patterns.CONFIGURATIONS == np.arange(ENTRIES) // patterns.CONFIGURATIONS).all()
    _, sizes = np.unique(tied, return_counts=True)
    assert set(sizes) == {1, 2}


def test_places_lead_back_to_the_ties() -> None:
    assert (free_entries()[places_among_free()] == tied_entries()).all()
