"""The eight symmetries and the canonical form."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.board import Position, Square, SquareSet
from outflank.board.symmetry import (
    SYMMETRIES,
    canonical,
    canonical_symmetry,
    inverse,
    transform,
    transform_square,
)
from strategies import MASKS, any_positions, reachable_positions

EACH = st.integers(0, SYMMETRIES - 1)


@pytest.mark.parametrize(
    ("symmetry", "where"),
    [(0, "b3"), (1, "g3"), (2, "b6"), (3, "g6"), (4, "c2"), (5, "c7"), (6, "f2"), (7, "f7")],
)
def test_numbering(symmetry: int, where: str) -> None:
    """Bit 0 mirrors files, bit 1 mirrors rows, bit 2 transposes, in this order."""
    assert Square(transform_square(Square("b3"), symmetry)) == Square(where)
    assert SquareSet(transform(Square("b3").mask, symmetry)) == SquareSet([where])


@given(MASKS, EACH)
def test_a_mask_moves_square_by_square_and_comes_back(mask: int, symmetry: int) -> None:
    image = transform(mask, symmetry)
    assert SquareSet(image) == SquareSet(transform_square(s, symmetry) for s in SquareSet(mask))
    assert transform(image, inverse(symmetry)) == mask


@given(any_positions(), EACH)
def test_rules_do_not_know_left_from_right(position: Position, symmetry: int) -> None:
    image = position.symmetries()[symmetry]
    assert image.legal_mask == transform(position.legal_mask, symmetry)
    assert image.final_score == position.final_score
    for square in position.legal_moves:
        moved = transform_square(square, symmetry)
        assert image.play(moved) == position.play(square).symmetries()[symmetry]


@given(reachable_positions())
def test_all_eight_images_share_the_smallest(position: Position) -> None:
    images = position.symmetries()
    assert images[0] == position
    assert {image.canonical() for image in images} == {position.canonical()}
    pairs = [(image.player, image.opponent) for image in images]
    assert canonical(position.player, position.opponent) == min(pairs)
    assert canonical_symmetry(position.player, position.opponent) == pairs.index(min(pairs))


def test_the_four_first_moves_are_one() -> None:
    start = Position.start()
    assert len({start.play(move).canonical() for move in start.legal_moves}) == 1


def test_distinct_positions_by_ply() -> None:
    """Published counts of positions that differ by more than a symmetry: 1, 1, 3, 14, 60, 322."""
    layer = {Position.start().canonical()}
    counts = []
    for _ in range(6):
        counts.append(len(layer))
        layer = {
            position.play_unchecked(move).canonical()
            for position in layer
            for move in position.legal_moves
        }
    assert counts == [1, 1, 3, 14, 60, 322]
