"""Stable discs: sound (no game ever turns one), and found where they should be."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.board import Position
from outflank.core.stability import full_lines, stable_discs
from strategies import reachable_positions

pytestmark = pytest.mark.core


def stable(player: int, opponent: int) -> int:
    return int(stable_discs(np.uint64(player), np.uint64(opponent)))


@given(reachable_positions(), st.integers(0, 2**32))
def test_no_game_turns_a_stable_disc(position: Position, seed: int) -> None:
    """Play on at random; what was stable for a side stays that side's to the end."""
    rng = random.Random(seed)
    mine = stable(position.player, position.opponent)
    yours = stable(position.opponent, position.player)
    while not position.is_game_over():
        if position.must_pass:
            position = position.passed()
        else:
            position = position.play_unchecked(rng.choice(list(position.legal_moves)))
        mine, yours = yours, mine
        assert mine & ~position.player == 0
        assert yours & ~position.opponent == 0
        assert mine & ~stable(position.player, position.opponent) == 0


def test_a_corner_is_stable_and_its_row_grows_from_it() -> None:
    assert stable(0b1, 0) == 0b1
    assert stable(0b0111, 0) == 0b0111
    assert stable(0b0110, 0) == 0


def test_a_full_board_is_stable() -> None:
    half = 0x00000000FFFFFFFF
    assert stable(half, half << 32) == half


def test_the_start_has_no_stable_disc() -> None:
    start = Position.start()
    assert stable(start.player, start.opponent) == 0


def line(square: int, files: int, rows: int) -> int:
    """The whole line through a square, the slow way."""
    mask = 0
    for sense in (1, -1):
        file, row = square % 8, square // 8
        while 0 <= file < 8 and 0 <= row < 8:
            mask |= 1 << (row * 8 + file)
            file, row = file + sense * files, row + sense * rows
    return mask


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1))
def test_full_lines(one: int, other: int) -> None:
    occupied = one | other
    found = full_lines(np.uint64(occupied))
    for axis, step in enumerate(((1, 0), (0, 1), (1, 1), (-1, 1))):
        for square in range(64):
            whole = line(square, *step)
            assert bool(int(found[axis]) >> square & 1) == (whole & ~occupied == 0)
