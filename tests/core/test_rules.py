"""The kernels of the rules against the readable rules, square by square."""

import numpy as np
import pytest
from hypothesis import given

from outflank.board import Position, rules
from outflank.core import intrinsics, lanes, portable
from outflank.core import rules as kernels
from outflank.core.compile import kernel
from strategies import any_positions, reachable_positions

pytestmark = pytest.mark.core


@kernel("u8(u8, u8)")
def reachable_in_four_lanes(player: np.uint64, opponent: np.uint64) -> np.uint64:
    return lanes.reachable_four(player, opponent)


@kernel("u8(u8, u8)")
def reachable_in_eight_lanes(player: np.uint64, opponent: np.uint64) -> np.uint64:
    return lanes.reachable_eight(player, opponent)


def check_against_reference(position: Position) -> None:
    """Every rule of every kernel, vector and portable, equals the readable one."""
    player, opponent = position.player, position.opponent
    words = np.uint64(player), np.uint64(opponent)
    legal = rules.legal_mask(player, opponent)
    assert kernels.legal_mask(*words) == legal
    assert portable.legal_mask(*words) == legal
    empty = ~(player | opponent)
    assert reachable_in_four_lanes(*words) & empty == legal
    assert reachable_in_eight_lanes(*words) & empty == legal
    assert kernels.is_game_over(*words) == rules.is_game_over(player, opponent)
    assert kernels.final_score(*words) == rules.final_score(player, opponent)
    assert kernels.raw_score(*words) == rules.raw_score(player, opponent)
    for square in range(64):
        if not (player | opponent) >> square & 1:
            turned = rules.flips(player, opponent, square)
            assert kernels.flips(*words, np.int64(square)) == turned, square
            assert portable.flips(*words, np.int64(square)) == turned, square
            after = kernels.play_unchecked(*words, np.int64(square))
            if turned:
                assert after == rules.play_unchecked(player, opponent, square), square
            else:
                assert after[0] == opponent, square


@given(reachable_positions())
def test_kernels_equal_the_readable_rules_in_play(position: Position) -> None:
    check_against_reference(position)


@given(any_positions())
def test_kernels_equal_the_readable_rules_on_unreachable_positions(position: Position) -> None:
    check_against_reference(position)


@pytest.mark.parametrize("square", range(64))
def test_no_run_wraps_around_the_rim(square: int) -> None:
    """A board full of opponent discs but one player's disc, seen from every square."""
    for anchor in range(64):
        if anchor != square:
            taken = (1 << square) | (1 << anchor)
            check_against_reference(Position(1 << anchor, ~taken & (1 << 64) - 1))


@given(any_positions())
def test_popcount_and_scan(position: Position) -> None:
    mask = position.player
    word = np.uint64(mask)
    assert intrinsics.popcount(word) == portable.popcount(word) == mask.bit_count()
    lowest = (mask & -mask).bit_length() - 1 if mask else 64
    assert intrinsics.lowest_square(word) == lowest


def test_a_long_run_is_turned_whole() -> None:
    """Six discs in every direction: the longest run a board has room for."""
    row = Position(player=1 << 7, opponent=0b01111110)
    assert kernels.flips(np.uint64(row.player), np.uint64(row.opponent), np.int64(0)) == 0b01111110
