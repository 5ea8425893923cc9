"""In the conformance mode an engine finds what plain alpha-beta of its depth finds."""

from __future__ import annotations

import pytest

from engine.searches import (
    ARTICLES,
    DRIVERS,
    ONE_BUCKET,
    games_positions,
    in_units,
    iterations,
    minimax,
    textbook_value,
)
from exact import with_empties
from outflank.board import Position
from outflank.engine import Engine, Limit

DEEPEST = 7
SIZES = (ONE_BUCKET, 0.01, 16)

each_driver = pytest.mark.parametrize("driver", DRIVERS)
each_article = pytest.mark.parametrize("name", ARTICLES)


def compare(engine: Engine, positions: list[Position], name: str) -> None:
    """Every iteration of the engine says what the articles' alpha-beta says of its depth."""
    for position in positions:
        for info in iterations(engine, position, Limit(depth=DEEPEST)):
            assert info.depth is not None
            expected = textbook_value(position, info.depth, name)
            assert in_units(info, name) == expected, f"{position.to_text()} depth {info.depth}"


@each_driver
@each_article
@pytest.mark.parametrize("hash_mb", SIZES)
def test_every_depth_is_what_the_articles_alpha_beta_finds(
    driver: str, name: str, hash_mb: float
) -> None:
    engine = Engine(strict=True, driver=driver, evaluator=name, hash_mb=hash_mb)
    seed = DRIVERS.index(driver) * 1_000 + SIZES.index(hash_mb) * 100
    compare(engine, list(games_positions(10, range(1, 60, 6), seed)), name)


@each_article
@pytest.mark.parametrize("driver", ["pvs", "mtdf"])
def test_two_threads_find_it_too(driver: str, name: str) -> None:
    engine = Engine(strict=True, driver=driver, evaluator=name, threads=2, hash_mb=1)
    compare(engine, list(games_positions(6, range(8, 50, 7), 7)), name)


@pytest.mark.slow
@each_driver
@each_article
@pytest.mark.parametrize("hash_mb", SIZES)
@pytest.mark.parametrize("threads", [1, 2])
def test_a_thousand_positions(driver: str, name: str, hash_mb: float, threads: int) -> None:
    engine = Engine(strict=True, driver=driver, evaluator=name, hash_mb=hash_mb, threads=threads)
    compare(engine, list(games_positions(1_000, range(1, 60), 10_000)), name)


@each_driver
def test_the_patterns_agree_with_plain_minimax(driver: str) -> None:
    engine = Engine(strict=True, driver=driver, hash_mb=1)
    for position in games_positions(6, range(4, 58, 9), 31):
        for info in iterations(engine, position, Limit(depth=3)):
            assert info.depth is not None
            expected = minimax(position, info.depth, "patterns")
            assert in_units(info, "patterns") == expected, position.to_text()


@pytest.mark.slow
@each_driver
@pytest.mark.parametrize("hash_mb", SIZES)
def test_the_patterns_agree_with_plain_minimax_on_many(driver: str, hash_mb: float) -> None:
    engine = Engine(strict=True, driver=driver, hash_mb=hash_mb)
    for position in games_positions(60, range(1, 60), 500):
        for info in iterations(engine, position, Limit(depth=4)):
            assert info.depth is not None
            expected = minimax(position, info.depth, "patterns")
            assert in_units(info, "patterns") == expected, position.to_text()


def test_drivers_and_threads_agree_where_nodes_are_shared() -> None:
    """Deep enough for two threads to share nodes (`core.search.SHARED_PLIES`)."""
    position = with_empties(20, 3)
    values = {
        in_units(engine.analyse(position, Limit(depth=15))[0], "patterns")
        for engine in (
            Engine(strict=True, driver="pvs", hash_mb=16),
            Engine(strict=True, driver="mtdf", hash_mb=16, threads=2),
            Engine(strict=True, driver="aspiration", hash_mb=1, threads=2),
        )
    }
    assert len(values) == 1


@pytest.mark.slow
@each_driver
def test_drivers_and_threads_agree_where_many_nodes_are_shared(driver: str) -> None:
    plain = Engine(strict=True, hash_mb=64)
    engine = Engine(strict=True, driver=driver, hash_mb=4, threads=2)
    for position in games_positions(8, range(20, 24), 77):
        found, expected = (one.analyse(position, Limit(depth=15))[0] for one in (engine, plain))
        assert found.score == expected.score, position.to_text()


def test_what_was_searched_before_changes_nothing() -> None:
    """Deeper searches first, over one table: only entries of equal depth count."""
    engine = Engine(strict=True, evaluator="mtdf-article", hash_mb=1)
    for position in games_positions(5, range(12, 50, 7), 5):
        for depth in (6, 2, 5, 1, 4, 3):
            value = in_units(engine.analyse(position, Limit(depth=depth))[0], "mtdf-article")
            assert value == textbook_value(position, depth, "mtdf-article"), position.to_text()
