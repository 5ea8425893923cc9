"""Foreign, colliding and damaged tables: moves are checked, answers stay sound."""

from __future__ import annotations

import random

import numpy as np
import pytest

from contexts import masks
from engine.searches import (
    DRIVERS,
    ONE_BUCKET,
    check_exact,
    check_info,
    games_positions,
    in_units,
    textbook_value,
)
from outflank.board import Position
from outflank.core import context as slots
from outflank.core.table import (
    HIGHEST,
    LOWEST,
    NO_LOWER,
    NO_UPPER,
    PROVED,
    bucket_of,
    pack,
    write,
)
from outflank.engine import Engine, Limit, solve

each_driver = pytest.mark.parametrize("driver", DRIVERS)


def table_of(engine: Engine) -> np.ndarray:
    """The words of an engine's table."""
    words: np.ndarray = engine._crew._table.words
    return words


def keep(
    engine: Engine, position: Position, move: int, depth: int, bounds: tuple[int, int]
) -> None:
    """Put an entry into an engine's table, as another program might have written it."""
    words = engine._crew.workers[0].words
    table, mask = np.int64(words[slots.TABLE]), np.int64(words[slots.TABLE_MASK])
    data = pack(*map(np.int64, (*bounds, depth, PROVED, move, 0)))
    write(table, bucket_of(*masks(position), mask), *masks(position), np.int64(data))


def around(position: Position) -> list[Position]:
    """A position, those after each move, and those after each reply."""
    found = [position]
    for move in position.legal_moves:
        child = position.play(move)
        found += [child, *(child.play(reply) for reply in child.legal_moves)]
    return found


@each_driver
@pytest.mark.parametrize("wrong", ["occupied", "empty", "beyond the board"])
def test_wrong_moves_of_entries_are_not_played(driver: str, wrong: str) -> None:
    """Entries that bound nothing and name a move that is none."""
    for position in games_positions(3, range(12, 50, 13), 3):
        engine = Engine(driver=driver, hash_mb=1)
        for known in around(position):
            taken = known.player | known.opponent
            illegal = ~(taken | known.legal_mask) & (1 << 64) - 1
            source = {"occupied": taken, "empty": illegal, "beyond the board": 0}[wrong]
            move = (source & -source).bit_length() - 1 if source else 64
            keep(engine, known, move, 1, (int(NO_LOWER), int(NO_UPPER)))
        for depth in (2, 6, 8):
            check_info(position, engine.analyse(position, Limit(depth=depth))[0])


@each_driver
def test_an_end_is_proved_from_a_table_of_wrong_moves(driver: str) -> None:
    for position in games_positions(5, range(9, 14), 5):
        engine = Engine(driver=driver, hash_mb=1)
        for known in around(position):
            keep(engine, known, 0, known.empties, (int(LOWEST), int(HIGHEST)))
        info = engine.analyse(position, Limit(exact_from=60))[0]
        check_exact(position, info, solve(position).lower)


@each_driver
def test_damaged_words_are_lost_not_believed(driver: str) -> None:
    choices = random.Random(driver)
    engine = Engine(driver=driver, hash_mb=0.01)
    for position in games_positions(8, range(8, 15), 17):
        engine.analyse(position, Limit(depth=9))
        words = table_of(engine)
        for _ in range(len(words) // 4):
            words[choices.randrange(len(words))] ^= np.int64(1 << choices.randrange(63))
        info = engine.analyse(position, Limit(exact_from=60))[0]
        check_exact(position, info, solve(position).lower)


@each_driver
def test_a_table_of_noise(driver: str) -> None:
    generator = np.random.default_rng(5)
    engine = Engine(strict=True, driver=driver, hash_mb=0.1, evaluator="mtdf-article")
    for position in games_positions(5, range(10, 55, 9), 23):
        engine.analyse(position, Limit(depth=1))  # from here on values are of this unit
        words = table_of(engine)
        words[:] = generator.integers(-(2**62), 2**62, len(words))
        info = engine.analyse(position, Limit(depth=6))[0]
        check_info(position, info)
        assert in_units(info, "mtdf-article") == textbook_value(position, 6, "mtdf-article")


@each_driver
@pytest.mark.parametrize("hash_mb", [ONE_BUCKET, 1])
def test_a_table_filled_by_other_positions(driver: str, hash_mb: float) -> None:
    engine = Engine(driver=driver, hash_mb=hash_mb)
    for position in games_positions(10, range(20, 60, 4), 61):
        engine.analyse(position, Limit(depth=8))
    for position in games_positions(5, range(8, 14), 62):
        info = engine.analyse(position, Limit(exact_from=60))[0]
        check_exact(position, info, solve(position).lower)
    strict = Engine(driver=driver, hash_mb=hash_mb, strict=True, evaluator="pvs-article")
    for position in games_positions(6, range(8, 58, 9), 63):
        value = in_units(strict.analyse(position, Limit(depth=5))[0], "pvs-article")
        assert value == textbook_value(position, 5, "pvs-article")
