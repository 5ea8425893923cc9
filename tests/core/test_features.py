"""The midgame's pattern features: against digits laid out square by square, move by move."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from contexts import masks
from core.plain_features import (
    DRAWN,
    MOBILITY_START,
    PATTERNS,
    PHASE_ENTRIES,
    PLY_START,
    SHAPES,
    digits,
    plain_places,
    plain_state,
    ties,
    turned_by,
)
from outflank.board import PASS, Board, Position
from outflank.board.symmetry import SYMMETRIES
from outflank.core import features as kernels
from outflank.core.cache import CHECKED
from outflank.core.memory import Block
from strategies import SEEDS, any_positions, reachable_boards

pytestmark = pytest.mark.core

STATE_WORDS = int(kernels.STATE_WORDS)


class States:
    """A block with room for a few states."""

    def __init__(self, states: int = 2) -> None:
        self.block = Block(states * STATE_WORDS)
        self.address = np.int64(self.block.address)

    def at(self, number: int) -> np.int64:
        return np.int64(number * STATE_WORDS)

    def set(self, number: int, position: Position) -> None:
        kernels.set_features(self.address, self.at(number), *masks(position))

    def play(self, parent: int, child: int, square: int, turned: int) -> None:
        places = self.at(parent), self.at(child), np.int64(square), np.uint64(turned)
        kernels.play_features(self.address, *places)

    def change_sides(self, number: int) -> None:
        kernels.pass_features(self.address, self.at(number))

    def sums(self, number: int) -> list[int]:
        lanes = self.block.words.view(np.int16).reshape(-1, 4 * STATE_WORDS)[number].tolist()
        assert not any(lanes[PATTERNS:])
        return lanes[:PATTERNS]


def bulk_places(positions: list[Position]) -> np.ndarray:
    """What the kernel for many positions writes."""
    out = np.empty((len(positions), int(kernels.FEATURES)), np.int32)
    players = np.array([position.player for position in positions], np.uint64)
    opponents = np.array([position.opponent for position in positions], np.uint64)
    kernels.features(players, opponents, out)
    return out


# The shapes, their images, their tables.


@pytest.mark.parametrize("number", range(len(SHAPES)), ids=list(DRAWN))
def test_a_shape_is_as_drawn_and_so_are_its_images(number: int) -> None:
    shape, images = SHAPES[number], kernels.IMAGES[number]
    assert sum(1 << square for square in shape) == kernels.SHAPES[number]
    every_image = [turned_by(shape, symmetry) for symmetry in range(SYMMETRIES)]
    assert set(images) <= set(every_image)
    assert {frozenset(image) for image in images} == {frozenset(image) for image in every_image}
    assert len(images) == list(DRAWN.values())[number][1]


def test_the_tables_of_a_phase_lie_one_behind_the_other() -> None:
    assert (PATTERNS, kernels.FEATURES) == (58, 60)
    ends = [
        start + 3 ** len(shape) for start, shape in zip(kernels.SHAPE_STARTS, SHAPES, strict=True)
    ]
    assert list(kernels.SHAPE_STARTS) == [0, *ends[:-1]]
    assert 0 <= MOBILITY_START - ends[-1] < 32
    assert MOBILITY_START + 32 * 32 == PLY_START
    assert PLY_START + 64 == PHASE_ENTRIES
    assert PHASE_ENTRIES % 32 == 0


def test_the_phases_cover_every_number_of_empties() -> None:
    phases = [int(kernels.phase_of(np.int64(empties))) for empties in range(65)]
    assert phases == [min(14, empties // 4) for empties in range(65)]
    assert set(phases) == set(range(int(kernels.PHASES)))


# States.


@given(any_positions())
def test_a_state_is_the_digits_in_balanced_base_three(position: Position) -> None:
    states = States()
    states.set(1, position)
    assert states.sums(1) == plain_state(position)
    assert not any(states.sums(0))


def test_full_boards_reach_the_ends_of_the_tables() -> None:
    full = (1 << 64) - 1
    reach = [(3 ** len(squares) - 1) // 2 for squares in kernels.PATTERN_SQUARES]
    states = States()
    states.set(0, Position(full, 0))
    states.set(1, Position(0, full))
    assert states.sums(0) == reach
    assert states.sums(1) == [-greatest for greatest in reach]


@given(any_positions())
def test_a_change_of_sides_negates_a_state(position: Position) -> None:
    states = States()
    states.set(0, position)
    states.set(1, position.passed())
    assert states.sums(1) == [-count for count in states.sums(0)]
    states.change_sides(0)
    assert states.sums(0) == states.sums(1)


@given(reachable_boards())
def test_a_game_is_followed_move_by_move(board: Board) -> None:
    position, states = Board().position, States()
    states.set(0, position)
    for ply, move in enumerate(board.moves):
        here, there = ply % 2, 1 - ply % 2
        before = states.sums(here)
        if move == PASS:
            states.block.words[there * STATE_WORDS :][:STATE_WORDS] = states.block.words[
                here * STATE_WORDS :
            ][:STATE_WORDS]
            states.change_sides(there)
        else:
            states.play(here, there, move, position.flips(move).mask)
        assert states.sums(here) == before
        position = position.play(move)
        assert states.sums(there) == plain_state(position)


@given(any_positions(), SEEDS)
def test_any_square_and_any_turned_discs_are_counted(position: Position, seed: int) -> None:
    """From none to dozens of discs, more than a round of the loop takes; in place, too."""
    choices = random.Random(seed)
    empty = [square for square in range(64) if digits(position)[square] == 0]
    theirs = [square for square in range(64) if digits(position)[square] < 0]
    if not empty:
        return
    square = choices.choice(empty)
    turned = sum(1 << place for place in choices.sample(theirs, choices.randint(0, len(theirs))))
    states = States()
    states.set(0, position)
    states.play(0, 1, square, turned)
    states.play(0, 0, square, turned)
    after = Position(position.opponent ^ turned, position.player | turned | 1 << square)
    assert states.sums(1) == states.sums(0) == plain_state(after)


# Places.


@given(st.lists(any_positions(), max_size=5))
def test_places_are_the_squares_in_base_three(positions: list[Position]) -> None:
    assert bulk_places(positions).tolist() == [plain_places(position) for position in positions]


@given(any_positions())
def test_all_eight_images_have_the_same_tied_places(position: Position) -> None:
    places = np.sort(ties()[bulk_places(list(position.symmetries()))], axis=1)
    assert (places == places[0]).all()


# Checked mode.

checked = pytest.mark.skipif(not CHECKED, reason="checked with OUTFLANK_CHECKED=1 only")


@checked
@pytest.mark.parametrize("index", [-1, 1, 2 * STATE_WORDS, 1 << 40])
def test_checked_mode_refuses_a_state_outside_its_block(index: int) -> None:
    states, inside, outside = States(1), np.int64(0), np.int64(index)
    move = np.int64(19), np.uint64(1 << 27)
    calls = (
        lambda: kernels.set_features(states.address, outside, *masks(Board().position)),
        lambda: kernels.play_features(states.address, inside, outside, *move),
        lambda: kernels.play_features(states.address, outside, inside, *move),
        lambda: kernels.pass_features(states.address, outside),
    )
    for call in calls:
        with pytest.raises(IndexError, match="no such word"):
            call()
