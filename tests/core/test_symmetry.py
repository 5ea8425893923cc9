"""The eight symmetries of the kernels: against the readable ones, and as a group."""

import numpy as np
import pytest
from hypothesis import given

from outflank.board import Position
from outflank.core import symmetry
from strategies import any_positions

pytestmark = pytest.mark.core


@given(any_positions())
def test_images_equal_the_readable_ones(position: Position) -> None:
    for number, image in enumerate(position.symmetries()):
        turned = symmetry.transform(np.uint64(position.player), np.int64(number))
        assert turned == image.player


@given(any_positions())
def test_all_images_share_one_canonical_form(position: Position) -> None:
    canonical = position.canonical()
    for image in position.symmetries():
        words = np.uint64(image.player), np.uint64(image.opponent)
        assert symmetry.canonical(*words) == (canonical.player, canonical.opponent)


@given(any_positions())
def test_mirrors_and_transposition_undo_themselves(position: Position) -> None:
    mask = np.uint64(position.player)
    for turn in (symmetry.mirror_files, symmetry.mirror_rows, symmetry.transpose):
        assert turn(turn(mask)) == mask


def test_where_the_corner_squares_go() -> None:
    b1, h8 = np.uint64(1 << 1), np.uint64(1 << 63)
    assert symmetry.transform(b1, symmetry.TRANSPOSE) == 1 << 8  # a2
    assert symmetry.transform(b1, symmetry.MIRROR_FILES) == 1 << 6  # g1
    assert symmetry.transform(b1, symmetry.MIRROR_ROWS) == 1 << 57  # b8
    assert symmetry.transform(h8, np.int64(3)) == 1  # the half turn brings h8 to a1
