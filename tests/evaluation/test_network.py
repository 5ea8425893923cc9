"""The network's weights: rounded as they should be, and the block says what they say."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given

from core.plain_network import evaluated
from evaluation.networks import GROUPS, arrays_of, plain, some_network
from outflank.board import Position
from outflank.core import network as kernels
from outflank.evaluation import NetworkWeights, PatternWeights, WeightsError, engine_features
from outflank.evaluation.network import (
    LANES,
    MOVES,
    PHASES,
    PLIES,
    SCALE_ONE,
    Rows,
    Trained,
    free_patterns,
)
from outflank.evaluation.weights import shape_of_steps
from strategies import any_positions

FEATURES = engine_features()
SOME = some_network(every=1)
BLOCK = SOME.block()


PLAIN = plain(SOME)


@given(any_positions())
def test_the_block_says_what_the_weights_say(position: Position) -> None:
    for empties in (0, 5, 30, position.empties):
        assert evaluated(BLOCK, position, empties) == PLAIN.value(position, empties)


def test_the_block_is_that_of_the_reference() -> None:
    assert (BLOCK.words == PLAIN.block().words).all()


def trained(**changes: np.ndarray) -> Trained:
    free = len(free_patterns())
    discs = {
        "patterns": np.zeros((3, free, LANES), np.float32),
        "moves": np.zeros((PHASES, MOVES, LANES), np.float32),
        "starts": np.zeros((PLIES, LANES), np.float32),
    }
    return Trained(GROUPS, **{**discs, **changes})


def test_discs_are_rounded_and_limited() -> None:
    rows = np.zeros((PHASES, MOVES, LANES), np.float32)
    rows[0, :4, 0] = 0.05, -0.3, 1e9, -1e9
    rows[0, :4, 5] = 0.05, -0.3, 1e9, -1e9
    starts = np.zeros((PLIES, LANES), np.float32)
    starts[:4, 0] = 0.3, -0.3, 1e9, -1e9
    starts[:4, 15] = 0.05, -0.05, 1e9, -1e9
    found = NetworkWeights.from_discs(trained(moves=rows, starts=starts), {})
    assert found.moves.weights[0, :5].tolist() == [4, -20, 120 * 64, -120 * 64, 0]
    assert found.moves.addends[0, :5, 3].tolist() == [2, -10, 127, -127, 0]
    most = kernels.MOST_AT_START
    assert found.starts[:4, 1].tolist() == [19, -19, most, -most]
    assert found.starts[:4, 15].tolist() == [2, -2, most, -most]
    assert found.scales.tolist() == [SCALE_ONE] * PHASES


@given(any_positions())
def test_tables_say_the_same_as_a_network(position: Position) -> None:
    expected = sum(TABLES[FEATURES.phases[position.empties], places_of(position)].tolist())
    assert evaluated(FROM_TABLES, position, position.empties) == expected


def places_of(position: Position) -> np.ndarray:
    places = np.empty((1, FEATURES.features), np.int32)
    sides = (np.array([mask], np.uint64) for mask in (position.player, position.opponent))
    FEATURES.extract(*sides, places)
    return places[0]


def some_tables() -> PatternWeights:
    steps = np.random.default_rng(3).integers(-300, 301, shape_of_steps(FEATURES))
    return PatternWeights(FEATURES, steps.astype(np.int16), {"name": "test"}, 16)


TABLES = some_tables().table()
FROM_TABLES = NetworkWeights.from_tables(some_tables()).block()


def test_tables_keep_their_recipe() -> None:
    assert NetworkWeights.from_tables(some_tables()).recipe_hash == some_tables().recipe_hash


def value(weights: NetworkWeights, position: Position) -> float:
    return evaluated(weights.block(), position, position.empties) / 64


def with_empties(empties: int) -> Position:
    return Position(0x0F0F0F0F, ((1 << 64 - empties) - 1) & ~0x0F0F0F0F)


def test_a_phase_is_scaled() -> None:
    below, inside = with_empties(19), with_empties(20)
    for factor in (0.5, 1.25):
        ones = replace(SOME, scales=np.full(PHASES, SCALE_ONE, np.int16))
        scaled = ones.scaled(5, factor)
        assert value(scaled, inside) == pytest.approx(factor * value(ones, inside), abs=1)
        assert value(scaled, below) == value(ones, below)


def test_a_number_of_empties_is_raised_whatever_the_scale() -> None:
    for scale in (0.5, 1.0, 1.6):
        scales = np.full(PHASES, scale * SCALE_ONE, np.int16)
        weights = replace(SOME, scales=scales)
        raised = weights.raised(20, 2.5)
        for empties, added in ((20, 2.5), (19, 0), (21, 0)):
            position = with_empties(empties)
            difference = value(raised, position) - value(weights, position)
            assert difference == pytest.approx(added, abs=1 / 32)


def test_what_cannot_be_is_refused() -> None:
    few = Rows.of_weights(np.zeros((PHASES, 3), np.int16))
    wide = Rows(SOME.moves.weights.astype(np.int32), SOME.moves.addends)
    starts, scales = SOME.starts.copy(), SOME.scales.copy()
    starts[3, 0], scales[7] = 1, -1
    far = SOME.starts.copy()
    far[3, 4] = -kernels.MOST_AT_START - 1
    large = Rows(np.full((PHASES, MOVES), 121 * 64, np.int16), SOME.moves.addends)
    for changes, message in (
        ({"groups": GROUPS[:-1]}, "each of 15 phases has a group"),
        ({"groups": (*GROUPS[:-1], 4)}, "each of 15 phases has a group"),
        ({"groups": (0,) * 15}, "weights of patterns are int16 of shape"),
        ({"moves": few}, "weights of moves are int16 of shape"),
        ({"moves": wide}, "weights of moves are int16 of shape"),
        ({"moves": large}, "weights are at most 120 discs, not 121"),
        ({"starts": starts}, "begin with 0"),
        ({"starts": far}, "starts are within"),
        ({"scales": scales}, "scales are more than 0 and at most 2, not -0.000244"),
        ({"scales": np.zeros(PHASES, np.int16)}, "scales are more than 0 and at most 2, not 0"),
        ({"scales": np.full(PHASES, 3 * SCALE_ONE, np.int16)}, "at most 2, not 3"),
    ):
        with pytest.raises(WeightsError, match=message):
            replace(SOME, **changes)


@pytest.mark.parametrize("factor", [0, -1, 1e-9, 1e6, 1e300, math.nan, math.inf])
def test_a_phase_is_scaled_by_nothing_that_cannot_be(factor: float) -> None:
    with pytest.raises(WeightsError, match="scales are more than 0 and at most 2, not"):
        SOME.scaled(5, factor)


@pytest.mark.parametrize("discs", [1e6, -1e6, 1e300, math.nan, math.inf])
def test_a_number_of_empties_is_raised_by_no_more_than_fits_in(discs: float) -> None:
    with pytest.raises(WeightsError, match=rf"starts are within {kernels.MOST_AT_START}, not"):
        SOME.raised(20, discs)


def test_nothing_is_changed_in_place() -> None:
    before = [array.copy() for array in arrays_of(SOME)]
    SOME.scaled(3, 0.5).raised(3, 1.0)
    assert all((a == b).all() for a, b in zip(before, arrays_of(SOME), strict=True))
