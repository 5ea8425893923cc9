"""Same input, one thread, fixed depth or nodes: same answer, same nodes, same counters."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.searches import DRIVERS, games_positions
from outflank.board import Position
from outflank.engine import Engine, Info, Limit
from outflank.evaluation.evaluators import EVALUATORS

LIMITS = (
    Limit(depth=7),
    Limit(nodes=3_000),
    Limit(depth=12, nodes=5_000),
    Limit(depth=6, selectivity=100),
)


def timeless(lines: list[Info]) -> list[Info]:
    """Lines without what a clock says."""
    return [replace(line, seconds=None) for line in lines]


def searched(engine: Engine, positions: list[Position]) -> list[list[Info]]:
    return [
        timeless(engine.analyse(position, limit, multipv))
        for position in positions
        for limit in LIMITS
        for multipv in (1, 3)
    ]


@pytest.mark.parametrize("driver", DRIVERS)
@pytest.mark.parametrize("evaluator", EVALUATORS)
def test_the_same_question_has_the_same_answer(driver: str, evaluator: str) -> None:
    positions = list(games_positions(4, range(13, 58, 11), 44))
    first = searched(Engine(driver=driver, evaluator=evaluator, hash_mb=1), positions)
    again = Engine(driver=driver, evaluator=evaluator, hash_mb=1)
    assert searched(again, positions) == first
    again.new_game()
    assert searched(again, positions) == first


def test_a_new_game_is_a_fresh_engine_whatever_was_before() -> None:
    positions = list(games_positions(4, range(14, 58, 11), 45))
    first = searched(Engine(hash_mb=1), positions)
    engine = Engine(hash_mb=1, driver="mtdf", evaluator="mtdf-article", strict=True, threads=2)
    for position in games_positions(300, range(4, 60), 1_000):
        engine.analyse(position, Limit(depth=2))
    with engine.analysis(positions[0]) as analysis:
        next(iter(analysis))
    engine.configure(driver="pvs", evaluator="patterns", strict=False, threads=1)
    engine.new_game()
    assert searched(engine, positions) == first


def test_more_searches_than_there_are_ages() -> None:
    """Ages of entries are eight bits: the 257th search is like the first."""
    engine = Engine(hash_mb=0.01)
    position = next(games_positions(1, range(30, 31), 3))
    fresh = timeless(Engine(hash_mb=0.01).analyse(position, Limit(depth=8)))
    for _ in range(260):
        engine.analyse(position, Limit(depth=1))
        engine.new_game()
        assert timeless(engine.analyse(position, Limit(depth=8))) == fresh


def test_counters_add_up() -> None:
    for driver in DRIVERS:
        info = Engine(driver=driver, hash_mb=1).analyse(Position.start(), Limit(depth=9))[0]
        counters = info.counters
        assert counters.probes is not None
        assert counters.probes >= 9
        assert counters.cutoffs is not None
        assert counters.first_move_cutoffs is not None
        assert 0 < counters.first_move_cutoffs <= counters.cutoffs
        assert counters.first_move_rate is not None
        assert counters.table_hits is not None
        assert info.nodes is not None
        assert counters.cutoffs + counters.table_hits < info.nodes
        assert counters.researches is not None
        if driver not in {"pvs", "aspiration"}:
            assert counters.researches == 0


def test_a_reported_search_is_not_another() -> None:
    position = next(games_positions(1, range(40, 41), 8))
    quiet = Engine(hash_mb=1).analyse(position, Limit(depth=9))
    told: list[list[Info]] = []
    loud = Engine(hash_mb=1).analyse(position, Limit(depth=9), report=told.append)
    assert timeless(loud) == timeless(quiet)
    assert timeless(told[-1]) == timeless(quiet)
