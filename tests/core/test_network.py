"""The engine's network: against sums of plain numbers, at the ends of what a lane holds."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from contexts import masks
from core.plain_features import other_side
from core.plain_network import (
    ENTRIES,
    LANES,
    MOVES,
    PHASES,
    STARTS,
    PlainNetwork,
    drawn,
    evaluated,
    tied,
)
from outflank.board import Board, Position
from outflank.core import features, network
from outflank.core.cache import CHECKED
from outflank.core.memory import Block
from strategies import any_positions, reachable_boards, reachable_positions

pytestmark = pytest.mark.core

positions = st.one_of(reachable_positions(), any_positions())


@cache
def plain() -> PlainNetwork:
    return drawn(4)


@cache
def weights() -> Block:
    return plain().block()


@cache
def tied_weights() -> Block:
    return tied(plain()).block()


def filled(byte: int, start: int) -> PlainNetwork:
    """A network all of whose rows and starts are the same."""
    starts = np.full((STARTS, LANES), start, np.int16)
    starts[:, 0] = 0
    return PlainNetwork(
        np.full((1, ENTRIES, LANES), byte, np.int8),
        np.full((PHASES, MOVES, LANES), byte, np.int8),
        starts,
        [4096] * PHASES,
        [0] * PHASES,
    )


def test_a_block_is_as_drawn() -> None:
    assert int(network.FIRST_START) == 15 * 8
    assert int(network.FIRST_MOVES) == 15 * 8 + 64 * 4
    assert int(network.FIRST_GROUP) == int(network.FIRST_MOVES) + 15 * 1024 * 2
    assert int(network.GROUP_WORDS) == 2 * ENTRIES
    firsts = network.FIRST_START, network.FIRST_MOVES, network.FIRST_GROUP
    for word in (*firsts, network.GROUP_WORDS):
        assert word % 8 == 0  # whole cache lines
    assert (256, 1, *[2] * 7, *[-2] * 7) == network.FACTORS


@given(positions)
def test_a_value_is_what_the_sums_say(position: Position) -> None:
    for empties in (position.empties, 0, 3, 4, 27, 59, 60, 64):
        expected = plain().value(position, empties)
        assert evaluated(weights(), position, empties) == expected


def test_drawn_values_are_of_both_signs_and_many_sizes() -> None:
    """What is compared would say little if it were always the same."""
    game = [Board().position]
    while not game[-1].is_game_over():
        game.append(game[-1].play(next(iter(game[-1].legal_moves), 64)))
    values = [evaluated(weights(), position, position.empties) for position in game]
    assert min(values) < -300 < 300 < max(values)
    assert len(set(values)) > 0.9 * len(values)


@pytest.mark.parametrize("byte", [127, -128])
@pytest.mark.parametrize("start", [network.MOST_AT_START, -network.MOST_AT_START, 0])
@given(position=any_positions())
def test_no_sum_leaves_its_lane(byte: int, start: int, position: Position) -> None:
    """The slow sums say so if one did."""
    found = filled(byte, start)
    for empties in (0, position.empties):
        assert evaluated(block_of(byte, start), position, empties) == found.value(position, empties)


@cache
def block_of(byte: int, start: int) -> Block:
    return filled(byte, start).block()


@given(positions)
def test_all_eight_images_have_one_value(position: Position) -> None:
    images = position.symmetries()
    assert len({evaluated(tied_weights(), image, position.empties) for image in images}) == 1


@cache
def two_sided() -> Block:
    """Rows that say the opposite of what stands in them seen from the other side."""
    found = drawn(5)
    found.scales = [4096] * PHASES
    found.starts[:] = 0
    opposite = [0, 1, *range(9, 16), *range(2, 9)]  # the sums change sides
    turned = found.patterns[:, mirrored()][:, :, opposite]
    turned[:, :, :2] = -np.maximum(turned[:, :, :2], np.int8(-127))
    later = np.arange(ENTRIES) > mirrored()
    found.patterns[:, later] = turned[:, later]
    own = np.arange(ENTRIES) == mirrored()  # nothing stands there
    found.patterns[:, own] = 0
    found.patterns[:, :, :2] = np.maximum(found.patterns[:, :, :2], np.int8(-127))
    found.moves[:] = 0
    return found.block()


@cache
def mirrored() -> np.ndarray:
    """For each configuration the place of the one with the discs turned over."""
    places = np.empty(ENTRIES, int)
    for start, entries in zip(features.SHAPE_STARTS, features.SHAPE_ENTRIES, strict=True):
        places[start : start + entries] = start + np.arange(entries)[::-1]
    return places


@given(positions)
def test_what_says_the_opposite_to_the_other_side_does_so_in_all(position: Position) -> None:
    ours = evaluated(two_sided(), position, position.empties)
    assert evaluated(two_sided(), other_side(position), position.empties) == -ours


@given(reachable_boards())
def test_a_game_is_valued_move_by_move(board: Board) -> None:
    position, states = Board().position, Block(int(features.STATE_WORDS))
    state = np.int64(states.address), np.int64(0)
    features.set_features(*state, *masks(position))
    for move in board.moves:
        if move == 64:
            features.pass_features(*state)
        else:
            turned = np.uint64(position.flips(move).mask)
            features.play_features(*state, np.int64(0), np.int64(int(move)), turned)
        position = position.play(move)
        block = np.int64(weights().address), *state
        found = network.value(*block, *masks(position), np.int64(position.empties))
        assert found == plain().value(position, position.empties)


@given(st.lists(positions, max_size=5))
def test_many_are_valued_as_each_is(found: list[Position]) -> None:
    values, state = np.empty(len(found), np.int64), Block(int(features.STATE_WORDS))
    sides = (
        np.array([getattr(position, side) for position in found], np.uint64)
        for side in ("player", "opponent")
    )
    addresses = np.int64(weights().address), np.int64(state.address)
    network.value_many(*addresses, *sides, values)
    assert values.tolist() == [
        evaluated(weights(), position, position.empties) for position in found
    ]


# Checked mode.

checked = pytest.mark.skipif(not CHECKED, reason="checked with OUTFLANK_CHECKED=1 only")
START = masks(Board().position)


def ask(block: Block, state: Block, index: int, empties: int) -> None:
    numbers = np.int64(block.address), np.int64(state.address), np.int64(index)
    network.value(*numbers, *START, np.int64(empties))


@checked
@pytest.mark.parametrize("index", [-1, 1, 1 << 40])
def test_checked_mode_refuses_a_state_outside_its_block(index: int) -> None:
    with pytest.raises(IndexError, match="no such word"):
        ask(weights(), Block(int(features.STATE_WORDS)), index, 20)


@checked
def test_checked_mode_refuses_weights_of_too_few_groups() -> None:
    state, few = Block(int(features.STATE_WORDS)), filled(0, 0).block()
    ask(few, state, 0, 20)
    few.words[5 * 8] += 1  # the phase's rows are said to begin a word later
    ask(few, state, 0, 19)
    with pytest.raises(IndexError, match="no such word"):
        ask(few, state, 0, 20)
    for empties in (-1, -40):
        with pytest.raises(IndexError, match="no such word"):
            ask(few, state, 0, empties)


@checked
def test_checked_mode_refuses_words_that_are_no_state() -> None:
    state = Block(int(features.STATE_WORDS))
    state.words[:] = 0x7FFF
    with pytest.raises(IndexError, match="no state"):
        ask(weights(), state, 0, 20)
