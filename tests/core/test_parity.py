"""Parity: its tables against a reader's count of the four quadrants."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.core.compile import kernel
from outflank.core.parity import odd_squares, parity_of, quadrant_bit
from strategies import MASKS

pytestmark = pytest.mark.core


@kernel("i8(i8)")
def bit_of(square: np.int64) -> np.int64:
    return quadrant_bit(square)  # type: ignore[no-any-return]


@kernel("u8(i8)")
def squares_of(parity: np.int64) -> np.uint64:
    return odd_squares(parity)  # type: ignore[no-any-return]


def quadrant(square: int) -> int:
    """0 and 1 above, 2 and 3 below; 0 and 2 on the left."""
    return square % 8 // 4 + 2 * (square // 8 // 4)


def test_each_square_has_the_bit_of_its_quadrant() -> None:
    assert [bit_of(np.int64(square)) for square in range(64)] == [
        1 << quadrant(square) for square in range(64)
    ]


def test_the_odd_squares_of_each_parity() -> None:
    for parity in range(16):
        expected = sum(1 << square for square in range(64) if parity >> quadrant(square) & 1)
        assert squares_of(np.int64(parity)) == expected


@given(MASKS, st.integers(0, 63))
def test_a_parity_counts_and_a_square_changes_it(empty: int, square: int) -> None:
    counts = [0] * 4
    for place in range(64):
        counts[quadrant(place)] += empty >> place & 1
    parity = int(parity_of(np.uint64(empty)))
    assert parity == sum((count & 1) << number for number, count in enumerate(counts))
    assert parity_of(np.uint64(empty ^ 1 << square)) == parity ^ bit_of(np.int64(square))
