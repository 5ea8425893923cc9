"""The fit: the minimum that dense algebra finds, near its prior, the same each time."""

import tracemalloc

import numpy as np
import pytest

from outflank.evaluation import FeatureSet, engine_features, ordering_features
from outflank.evaluation.ties import free_entries, tied_entries
from outflank.training.evaluators import Evaluator
from outflank.training.fit import counts_of, entries_of, fit, predict, root_mean_square
from outflank.training.positions import draw_positions

RIDGE = 5.0
ORDERING = ordering_features()


@pytest.fixture(scope="module")
def entries() -> np.ndarray:
    """What 300 positions of 8 empties have."""
    masks = np.zeros(300, np.uint64), np.zeros(300, np.uint64)
    numbers = (np.int64(number) for number in (8, 8, 0, 50, 64, 2))
    evaluator = Evaluator(ORDERING, None, 2)
    draw_positions(evaluator.address, np.uint64(11), *masks, *numbers)
    return entries_of(ORDERING, *masks)


@pytest.fixture(scope="module")
def labels() -> np.ndarray:
    return np.random.default_rng(1).normal(0, 25, 300).astype(np.float32)


def ones(labels: np.ndarray) -> np.ndarray:
    return np.ones(len(labels), np.float32)


def zeros() -> np.ndarray:
    return np.zeros(len(free_entries(ORDERING)), np.float32)


def dense_fit(entries: np.ndarray, labels: np.ndarray, prior: np.ndarray) -> np.ndarray:
    """The same minimum by elimination, in double precision."""
    used, places = np.unique(entries, return_inverse=True)
    design = np.zeros((len(entries), len(used)))
    np.add.at(design, (np.arange(len(entries))[:, None], places.reshape(entries.shape)), 1)
    missing = labels - design @ prior[used]
    normal = design.T @ design + RIDGE * np.eye(len(used))
    weights = prior.astype(float)
    weights[used] += np.linalg.solve(normal, design.T @ missing)
    return weights


@pytest.mark.parametrize("prior_size", [0, 3])
def test_many_iterations_find_the_minimum(
    entries: np.ndarray, labels: np.ndarray, prior_size: float
) -> None:
    size = prior_size
    free = len(free_entries(ORDERING))
    prior = np.random.default_rng(2).normal(0, 1, free).astype(np.float32) * size
    found = fit(entries, labels, ones(labels), prior, RIDGE, 200)
    assert found.dtype == np.float32
    assert np.allclose(found, dense_fit(entries, labels, prior), atol=1e-3)


def test_a_few_iterations_are_nearly_there(entries: np.ndarray, labels: np.ndarray) -> None:
    errors = [
        root_mean_square(
            labels - predict(entries, fit(entries, labels, ones(labels), zeros(), RIDGE, number))
        )
        for number in (0, 1, 2, 4, 12)
    ]
    assert errors == sorted(errors, reverse=True)
    assert errors[0] == pytest.approx(root_mean_square(labels))
    best = root_mean_square(
        labels - predict(entries, fit(entries, labels, ones(labels), zeros(), RIDGE, 200))
    )
    assert errors[-1] == pytest.approx(best, abs=0.05)


def test_what_no_position_has_keeps_its_prior(entries: np.ndarray, labels: np.ndarray) -> None:
    prior = np.random.default_rng(3).normal(0, 1, len(free_entries(ORDERING))).astype(np.float32)
    found = fit(entries, labels, ones(labels), prior, RIDGE, 12)
    unseen = np.setdiff1d(np.arange(len(prior)), entries)
    assert (found[unseen] == prior[unseen]).all()
    assert (found != prior).sum() > 1000


def test_a_position_twice_as_important_is_as_good_as_two(
    entries: np.ndarray, labels: np.ndarray
) -> None:
    important = np.where(np.arange(len(labels)) < 100, 2, 1).astype(np.float32)
    found = fit(entries, labels, important, zeros(), RIDGE, 200)
    twice = np.concatenate([entries, entries[:100]]), np.concatenate([labels, labels[:100]])
    assert np.allclose(found, dense_fit(*twice, zeros()), atol=1e-3)


def test_equal_labels_give_equal_weights(entries: np.ndarray, labels: np.ndarray) -> None:
    one, other = (fit(entries, labels, ones(labels), zeros(), RIDGE, 12) for _ in range(2))
    assert one.tobytes() == other.tobytes()


def test_a_fit_is_ended_by_what_its_tick_raises(entries: np.ndarray, labels: np.ndarray) -> None:
    left = [None] * 5
    with pytest.raises(IndexError):
        fit(entries, labels, ones(labels), zeros(), RIDGE, 12, left.pop)
    fit(entries, labels, ones(labels), zeros(), RIDGE, 5, [None, *[None] * 5].pop)


def test_how_often_an_entry_occurs_is_counted(entries: np.ndarray) -> None:
    free = len(free_entries(ORDERING))
    assert (counts_of(entries, free) == np.bincount(entries.reshape(-1), minlength=free)).all()


def test_labels_that_are_explained_change_nothing(entries: np.ndarray) -> None:
    prior = np.full(len(free_entries(ORDERING)), 0.25, np.float32)
    explained = predict(entries, prior)
    assert (fit(entries, explained, ones(explained), prior, RIDGE, 12) == prior).all()


def test_no_position_leaves_the_prior() -> None:
    nothing = np.empty((0, ORDERING.features), np.int32)
    prior, none = zeros() + np.float32(0.5), np.empty(0, np.float32)
    assert (fit(nothing, none, none, prior, RIDGE, 12) == prior).all()
    assert root_mean_square(np.empty(0, np.float32)) == 0


@pytest.mark.parametrize("features", [ORDERING, engine_features()])
def test_entries_take_no_more_room_than_they_need(features: FeatureSet) -> None:
    """A network learns from millions of positions at once."""
    masks = np.zeros(20_000, np.uint64), np.full(20_000, 7, np.uint64)
    entries_of(features, *masks)  # what is read once a process
    tracemalloc.start()
    try:
        found = entries_of(features, *masks)
        assert tracemalloc.get_traced_memory()[1] < 1.1 * found.nbytes
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("features", [ORDERING, engine_features()])
def test_entries_are_places_of_tied_features(features: FeatureSet) -> None:
    start = np.array([0x0000000810000000], np.uint64), np.array([0x0000001008000000], np.uint64)
    raw = np.empty((1, features.features), np.int32)
    features.extract(*start, raw)
    found = entries_of(features, *start)
    assert (free_entries(features)[found] == tied_entries(features)[raw]).all()
