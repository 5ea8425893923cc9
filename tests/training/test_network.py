"""The fit of the network: slopes as they are by small differences, and the same each time."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from outflank.evaluation import engine_features
from outflank.evaluation.network import (
    LANES,
    MOVES,
    PHASES,
    PLIES,
    NetworkWeights,
    Trained,
    free_patterns,
)
from outflank.training import Network
from outflank.training.check import empties_of, values_of
from outflank.training.evaluators import Evaluator
from outflank.training.fit import fit
from outflank.training.network import (
    LEAST_HEAD,
    Group,
    Positions,
    Table,
    fit_group,
    predict_group,
)
from outflank.training.positions import draw_positions

FEATURES = engine_features()
GROUP = Group(FEATURES, range(4, 6))
#: With so few positions all of them have to count.
PLAN = Network(groups=(15,), epochs=3, spread_from=2, kept_from=1, caution=100.0)
SEED = np.random.SeedSequence((1, 2))


def drawn(positions: int, fewest: int, most: int, seed: int = 11) -> tuple[np.ndarray, np.ndarray]:
    masks = np.zeros(positions, np.uint64), np.zeros(positions, np.uint64)
    numbers = (np.int64(number) for number in (fewest, most, 0, 50, 64, 2))
    evaluator = Evaluator(FEATURES, None, 2)
    draw_positions(evaluator.address, np.uint64(seed), *masks, *numbers)
    return masks


def labelled(positions: int = 2000) -> Positions:
    """Positions whose labels are discs and moves, and a product that no sum of weights is."""
    masks = drawn(positions, 16, 23)
    discs = np.bitwise_count(masks[0]).astype(float) - np.bitwise_count(masks[1])
    corner = (masks[0] & np.uint64(1)).astype(float)
    labels = (discs + 20 * corner * np.sign(discs)).astype(np.float32)
    return Positions(*masks, labels, np.ones(positions, np.float32))


POSITIONS = labelled()


@pytest.fixture(scope="module")
def table() -> Table:
    return fit_group(GROUP, POSITIONS, PLAN, SEED)


def error_of(positions: Positions, table: Table) -> float:
    entries = GROUP.entries_of(positions.players, positions.opponents)
    errors = predict_group(entries, table) - positions.labels
    return float(np.sqrt(np.mean(np.square(errors, dtype=np.float64))))


def test_entries_are_rows_of_the_table() -> None:
    """In each phase the same patterns; moves of the phase, or of the nearest one."""
    masks = drawn(400, 8, 31)
    entries = GROUP.entries_of(*masks)
    phases = np.clip(np.array(FEATURES.phases)[empties_of(*masks)], 4, 5)
    patterns, plies, moves = entries[:, :-2], entries[:, -2], entries[:, -1]
    assert patterns.min() >= 0
    assert patterns.max() < len(free_patterns())
    assert (plies - len(free_patterns()) == empties_of(*masks)).all()
    first = moves - len(free_patterns()) - PLIES
    assert (first // MOVES == phases - 4).all()
    assert GROUP.entries == len(free_patterns()) + PLIES + 2 * MOVES
    alone = Group(FEATURES, range(4, 5)).entries_of(*masks)
    assert (alone[:, :-1] == entries[:, :-1]).all()
    assert (alone[:, -1] - len(free_patterns()) - PLIES == first % MOVES).all()


def by_hand(entries: np.ndarray, table: Table) -> np.ndarray:
    """What the values are by the drawing."""
    sums = table[entries].astype(np.float64).sum(axis=1)
    positive = np.maximum(0, sums)
    return sums[:, 0] + positive[:, 2:9].sum(axis=1) - positive[:, 9:].sum(axis=1)


def test_values_are_what_the_sums_say(table: Table) -> None:
    entries = GROUP.entries_of(POSITIONS.players, POSITIONS.opponents)
    assert np.allclose(predict_group(entries, table), by_hand(entries, table), atol=1e-3)
    assert predict_group(entries[:0], table).shape == (0,)


def test_it_learns_what_no_sum_of_weights_says(table: Table) -> None:
    entries = GROUP.entries_of(POSITIONS.players, POSITIONS.opponents)
    prior = np.zeros(GROUP.entries, np.float32)
    linear = np.zeros((GROUP.entries, LANES), np.float32)
    linear[:, 0] = fit(
        entries, POSITIONS.labels, POSITIONS.importance, prior, PLAN.ridge, PLAN.iterations
    )
    assert error_of(POSITIONS, table) < 0.9 * error_of(POSITIONS, linear)


def test_equal_positions_give_equal_rows(table: Table) -> None:
    assert fit_group(GROUP, POSITIONS, PLAN, SEED).tobytes() == table.tobytes()
    other = np.random.SeedSequence((1, 3))
    assert fit_group(GROUP, POSITIONS, PLAN, other).tobytes() != table.tobytes()


def test_rare_entries_add_nothing() -> None:
    plan = replace(PLAN, epochs=1, kept_from=50)
    found = fit_group(GROUP, POSITIONS, plan, SEED)
    entries = GROUP.entries_of(POSITIONS.players, POSITIONS.opponents)
    seen = np.bincount(entries.reshape(-1), minlength=GROUP.entries)
    assert not found[seen < 50, 2:].any()
    assert found[seen >= 50, 2:].any(axis=1).all()
    assert found[(seen > 0) & (seen < 50), 0].any()


def test_more_important_positions_are_explained_better() -> None:
    first = np.arange(len(POSITIONS.labels)) < 500
    for_some = POSITIONS._replace(importance=np.where(first, 1, 0.01).astype(np.float32))
    part = Positions(*(column[first] for column in POSITIONS))
    assert error_of(part, fit_group(GROUP, for_some, PLAN, SEED)) < error_of(
        part, fit_group(GROUP, POSITIONS, PLAN, SEED)
    )


def test_every_position_is_told_in_every_epoch() -> None:
    told: list[int] = []
    fit_group(GROUP, POSITIONS, PLAN, SEED, told.append)
    assert sum(told) == PLAN.epochs * len(POSITIONS.labels)
    assert len(told) == PLAN.iterations + PLAN.epochs


def test_a_fit_is_ended_by_what_its_tick_raises() -> None:
    for after in (0, 3, PLAN.iterations + 1):
        left = [None] * after

        def tick(_positions: int, left: list[None] = left) -> None:
            left.pop()

        with pytest.raises(IndexError):
            fit_group(GROUP, POSITIONS, PLAN, SEED, tick)


ONE = Positions(*(column[:1] for column in POSITIONS))
ENTRIES = GROUP.entries_of(ONE.players, ONE.opponents)


def stepped(
    *, decay: float = 0, head_rate: float = 1e3, importance: float = 1
) -> tuple[np.ndarray, np.ndarray]:
    """Rows and heads drawn at random, before and after one position has moved them."""
    from outflank.training import network as kernels

    draw = np.random.default_rng(5)
    rows = draw.normal(0, 0.3, (GROUP.entries + 1, LANES)).astype(np.float32)
    rows[-1] = draw.uniform(0.5, 2, LANES)
    before = rows.copy()
    squares = np.full(rows.shape, 1e12, np.float32)  # so many that steps are straight
    rates, decays = np.full(LANES, 1e3, np.float32), np.zeros(LANES, np.float32)
    decays[2:] = decay
    important, order = np.full(1, importance, np.float32), np.zeros(1, np.int64)
    kernels._learn(
        ENTRIES, ONE.labels, important, order, rows, squares, rates, decays, np.float32(head_rate)
    )
    return before, rows


def test_decay_draws_addends_to_zero_whatever_the_error() -> None:
    before, rows = stepped(decay=0.5, importance=0)
    entries, times = np.unique(ENTRIES, return_counts=True)
    once = entries[times == 1]
    assert np.allclose(rows[once, 2:], before[once, 2:] * (1 - 1e-3 * 0.5), rtol=1e-5)
    assert (rows[once, 0] == before[once, 0]).all()
    assert (rows[-1] == before[-1]).all()


def test_heads_stay_positive() -> None:
    """However far a step would move them."""
    before, rows = stepped(head_rate=1e12)
    heads = rows[-1, 2:]
    assert heads.min() == LEAST_HEAD
    assert ((heads == LEAST_HEAD) | (heads >= before[-1, 2:])).all()
    assert (heads > before[-1, 2:]).any()


def test_the_lane_that_is_not_used_stays_as_it_was(table: Table) -> None:
    before, rows = stepped(decay=0.5)
    assert (rows[:, 1] == before[:, 1]).all()
    assert not table[:, 1].any()


def test_a_step_goes_down_the_slope() -> None:
    """One position, one small step: each number moves against the difference it makes."""
    before, rows = stepped()
    entries, one = ENTRIES, ONE

    def error(numbers: np.ndarray) -> float:
        sums = numbers[entries[0]].astype(np.float64).sum(axis=0)
        counted = numbers[-1] * np.maximum(0, sums)
        value = sums[0] + counted[2:9].sum() - counted[9:].sum()
        return float((value - one.labels[0]) ** 2 / 2)

    moved = (rows - before).astype(np.float64)
    for place in (entries[0, 0], entries[0, -1], -1):
        for lane in (0, 2, 7, 9, 15):
            if place == -1 and lane == 0:
                continue  # there is no such head
            changed = before.astype(np.float64)
            changed[place, lane] += 1e-4
            slope = (error(changed) - error(before.astype(np.float64))) / 1e-4
            expected = pytest.approx(-1e-3 * slope, rel=0.02, abs=1e-5)
            assert moved[place, lane] == expected, (place, lane)


def rounded(table: Table) -> NetworkWeights:
    """The weights of a table, the same for all phases but for the moves."""
    patterns, plies, moves = GROUP.parts(table)
    of_phases = np.zeros((PHASES, MOVES, LANES), np.float32)
    of_phases[4:6] = moves
    return NetworkWeights.from_discs(
        Trained((0,) * PHASES, patterns[None], of_phases, plies), {"name": "test"}
    )


def test_the_engine_says_what_the_trainer_says(table: Table) -> None:
    """To the bit, if there is nothing to round."""
    exact = np.rint(table * 16) / np.float32(16)
    weights, masks = rounded(exact), (POSITIONS.players, POSITIONS.opponents)
    predicted = predict_group(GROUP.entries_of(*masks), exact)
    assert (values_of(weights, *masks) == predicted).all()
    assert len(np.unique(predicted)) > 500


def test_rounded_it_says_nearly_the_same(table: Table) -> None:
    masks = POSITIONS.players, POSITIONS.opponents
    predicted = predict_group(GROUP.entries_of(*masks), table)
    assert np.sqrt(np.mean((values_of(rounded(table), *masks) - predicted) ** 2)) < 0.3
