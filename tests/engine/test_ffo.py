"""Published positions, the first twenty of the FFO suite: their scores, whatever the options."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest

from engine.ffo import FFO, Known
from engine.proofs import check_known
from exact import with_empties
from outflank.board import Board, Color
from outflank.engine import Solver, crew, solve

ONE_BUCKET_MB = 64 / 2**20

known_positions = pytest.mark.parametrize("known", FFO, ids=lambda known: known.name)


def tables(solver: Solver) -> list[np.ndarray]:
    """The words of the shared table and of every thread's own."""
    return [solver._crew._table.words, *(thread._near.words for thread in solver._crew.workers)]


@known_positions
@pytest.mark.parametrize("driver", ["mtdf", "pvs"])
def test_the_score_and_a_best_move(known: Known, driver: str) -> None:
    check_known(solve(known.position, driver=driver), known)


@known_positions
def test_colour_means_nothing(known: Known) -> None:
    black, white = (solve(Board(known.position, color)) for color in Color)
    check_known(black, known)
    assert (white.score, white.pv, white.nodes) == (black.score, black.pv, black.nodes)


@pytest.mark.parametrize("driver", ["mtdf", "pvs"])
def test_the_eight_images(driver: str) -> None:
    solver = Solver(driver=driver)
    for known in FFO:
        for image in known.position.symmetries():
            assert solver.solve(image).score.value == known.score, known.name


@pytest.mark.parametrize("driver", ["mtdf", "pvs"])
def test_a_used_table(driver: str) -> None:
    """Twice through the suite in changing order: what is in the table helps and never harms."""
    solver = Solver(driver=driver)
    for known in [*FFO, *reversed(FFO), *random.Random(1).sample(FFO, len(FFO))]:
        check_known(solver.solve(known.position), known)


@pytest.mark.parametrize("near_buckets", [1, 1 << 12])
def test_a_table_of_one_bucket(near_buckets: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew, "NEAR_BUCKETS", near_buckets)
    solver = Solver(hash_mb=ONE_BUCKET_MB)
    assert [len(table) for table in tables(solver)] == [8, 8 * near_buckets]
    for known in FFO[:12]:
        check_known(solver.solve(known.position), known)


def test_a_table_full_of_other_positions() -> None:
    """A small table that a hundred other searches filled, of the same and of other depths."""
    solver = Solver(hash_mb=0.1)
    for seed in range(100):
        solver.solve(with_empties(11 + seed % 6, seed))
    assert tables(solver)[0].reshape(-1, 8)[:, :6].all(axis=1).mean() > 0.5
    for known in FFO:
        check_known(solver.solve(known.position), known)


def flip_bits(words: np.ndarray, generator: np.random.Generator) -> None:
    """One bit of every third word."""
    bits = np.left_shift(np.uint64(1), generator.integers(0, 64, len(words), np.uint64))
    hit = generator.random(len(words)) < 1 / 3
    words.view(np.uint64)[hit] ^= bits[hit]


def fill_with_noise(words: np.ndarray, generator: np.random.Generator) -> None:
    words[:] = generator.integers(-(2**63), 2**63, len(words), np.int64)


def mix(words: np.ndarray, generator: np.random.Generator) -> None:
    """Every word from some bucket: each is a word of some entry, none where it belongs."""
    words[:] = words[generator.permutation(len(words))]


def repeat_one_entry(words: np.ndarray, generator: np.random.Generator) -> None:
    """The fullest bucket everywhere."""
    buckets = words.reshape(-1, 8)
    buckets[:] = buckets[np.argmax((buckets != 0).sum(axis=1))].copy()


@pytest.mark.parametrize("damage", [flip_bits, fill_with_noise, mix, repeat_one_entry])
def test_a_table_with_damaged_words(
    damage: Callable[[np.ndarray, np.random.Generator], None],
) -> None:
    generator = np.random.default_rng(2)
    solver = Solver(hash_mb=1)
    for known in FFO:
        solver.solve(known.position)
        for words in tables(solver):
            damage(words, generator)
        check_known(solver.solve(known.position), known)


def test_a_cleared_solver_is_as_new() -> None:
    solver = Solver()
    first = [solver.solve(FFO[2].position) for _ in range(2)]
    solver.clear()
    assert solver.solve(FFO[2].position).nodes == first[0].nodes > first[1].nodes
