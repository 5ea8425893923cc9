"""Pattern features: against an index computed square by square, on all eight images."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given

from contexts import masks
from outflank.board import Position
from outflank.core import patterns
from outflank.core.memory import Block
from strategies import any_positions

pytestmark = pytest.mark.core

# The drawings once more, square by square: (file, row) of each digit, lowest first.
DRAWN = {
    "edge + 2X": ["xxxxxxxx", ".x....x."],
    "edge block": ["x.xxxx.x", "..xxxx.."],
    "triangle": ["xxxx....", "xxx.....", "xx......", "x......."],
    "cross": ["xx......", "xxx.....", ".xxx....", "..xx...."],
}
SHAPES = [
    [(file, row) for row, line in enumerate(lines) for file, mark in enumerate(line) if mark == "x"]
    for lines in DRAWN.values()
]
CONFIGURATIONS = 3**10


def quarter_turn(square: tuple[int, int]) -> tuple[int, int]:
    """Where a square lies after a quarter turn of the board against the clock: a1 to a8."""
    file, row = square
    return row, 7 - file


def digit(position: Position, square: tuple[int, int]) -> int:
    """0 empty, 1 player, 2 opponent."""
    place = square[0] + 8 * square[1]
    return (position.player >> place & 1) + 2 * (position.opponent >> place & 1)


def plain_features(position: Position) -> list[tuple[int, int]]:
    """The sixteen features as (number of the shape, index of the configuration)."""
    found = []
    for number, shape in enumerate(SHAPES):
        squares = shape
        for _ in range(4):
            index = sum(digit(position, square) * 3**n for n, square in enumerate(squares))
            found.append((number, index))
            squares = [quarter_turn(square) for square in squares]
    return sorted(found)


def features(position: Position) -> list[int]:
    out = np.empty((1, patterns.FEATURES), np.int32)
    sides = (np.array([mask], np.uint64) for mask in (position.player, position.opponent))
    patterns.features(*sides, out)
    return [int(entry) for entry in out[0]]


@pytest.fixture(scope="module")
def weights() -> Block:
    """Random weights, tied to nothing: each entry can be told from any other."""
    halves = int(patterns.PHASES * patterns.PHASE_WORDS)
    block = Block(halves // 4)
    block.words.view(np.int16)[:] = np.random.default_rng(5).integers(-2000, 2000, halves)
    return block


def value(weights: Block, position: Position, empties: int) -> int:
    address = np.int64(weights.address)
    return int(patterns.value(address, *masks(position), np.int64(empties)))


def test_each_shape_has_ten_squares() -> None:
    for shape, mask in zip(SHAPES, patterns.SHAPES, strict=True):
        assert sum(1 << file + 8 * row for file, row in shape) == mask
        assert len(shape) == patterns.SHAPE_SQUARES


@given(any_positions())
def test_features_are_the_drawn_squares_in_base_three(position: Position) -> None:
    found = sorted(divmod(entry, CONFIGURATIONS) for entry in features(position))
    assert found == plain_features(position)


@given(any_positions())
def test_a_value_is_the_sum_of_its_features_weights(weights: Block, position: Position) -> None:
    entries = weights.words.view(np.int16).astype(int)
    for empties in (0, 9, 10, 17, 26, 60):
        phase = min(max((empties - 8) // 2, 0), int(patterns.PHASES) - 1)
        expected = sum(
            entries[phase * int(patterns.PHASE_WORDS) + entry] for entry in features(position)
        )
        assert value(weights, position, empties) == expected


def test_the_phases_cover_every_number_of_empties() -> None:
    phases = [int(patterns.phase_of(np.int64(empties))) for empties in range(65)]
    assert phases == sorted(phases)
    assert set(phases) == set(range(int(patterns.PHASES)))


@given(any_positions())
def test_a_quarter_turn_changes_no_value(weights: Block, position: Position) -> None:
    turns = [position.symmetries()[number] for number in (0, 3, 5, 6)]
    assert len({value(weights, turn, 20) for turn in turns}) == 1


@given(any_positions())
def test_the_shipped_weights_give_all_eight_images_one_value(position: Position) -> None:
    from outflank.evaluation import load_ordering_weights

    shipped = load_ordering_weights()
    for empties in (8, 15, 30):
        images = position.symmetries()
        assert len({value(shipped, image, empties) for image in images}) == 1


BIT_KERNELS = ("edge_2x_bits", "edge_block_bits", "triangle_bits", "cross_bits")


@pytest.mark.parametrize(("name", "shape"), list(zip(BIT_KERNELS, SHAPES, strict=True)))
def test_bits_are_packed_alike_with_and_without_the_instruction(
    name: str, shape: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The shifts that every processor has, run as plain Python, against the compiled kernel."""
    kernel = getattr(patterns, name)
    monkeypatch.setattr(patterns, "EXTRACTS_BITS", False)
    choices = random.Random(name)
    places = [file + 8 * row for file, row in shape]
    single = [1 << bit for bit in range(64)]
    for mask in [0, (1 << 64) - 1, *single, *(choices.getrandbits(64) for _ in range(500))]:
        expected = sum((mask >> place & 1) << bit for bit, place in enumerate(places))
        assert kernel(np.uint64(mask)) == expected, hex(mask)
        assert kernel.py_func(np.uint64(mask)) == expected, hex(mask)
