"""What an engine promises whatever it is asked: honest answers, true options, time kept."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from typing import Any

import pytest

from engine.searches import games_positions
from outflank.board import OutflankError, Position
from outflank.engine import Engine, EngineError, Info, Limit, solve


@pytest.mark.parametrize("options", [{"strict": True}, {"evaluator": "mtdf-article"}])
@pytest.mark.parametrize("limit", [Limit(depth=60), Limit(selectivity=73, depth=9), None])
def test_what_may_not_be_selective_is_not(options: dict[str, Any], limit: Limit | None) -> None:
    """Whatever the limit and the level ask for: every iteration is in full."""
    (position,) = games_positions(1, range(14, 15), 3)
    engine = Engine(hash_mb=1, level=12, **options)
    seen: list[Info] = []
    engine.analyse(position, limit, report=seen.extend)
    assert seen
    assert {info.selectivity for info in seen} == {100}


def test_a_horizons_bound_is_an_estimate() -> None:
    """Only what was searched to the end of the game is exact, or a bound."""
    for position in games_positions(12, range(20, 40), 5):
        for nodes in (500, 3_000, 9_000):
            info = Engine(hash_mb=1, selectivity=100).analyse(position, Limit(nodes=nodes))[0]
            assert info.score is not None
            if info.depth != position.empties:
                assert info.score.bound == "estimate"


@pytest.mark.parametrize("evaluator", ["patterns", "mtdf-article"])
def test_a_large_table_costs_the_move_no_time(evaluator: str) -> None:
    engine = Engine(hash_mb=256, evaluator=evaluator)
    for _ in range(3):
        started = time.perf_counter()
        info = engine.play(Position.start(), Limit(time=0.1))
        assert time.perf_counter() - started < 0.25
        assert (info.depth or 0) > 4


def test_both_units_live_in_one_table() -> None:
    """Values of an article and exact scores, in turn, on the same positions."""
    strict = Engine(evaluator="mtdf-article", hash_mb=1)
    for position in games_positions(6, range(12, 15), 8):
        fresh = Engine(evaluator="mtdf-article", hash_mb=1)
        for limit in (Limit(depth=5), Limit(exact_from=20), Limit(depth=5)):
            used, alone = (engine.analyse(position, limit)[0] for engine in (strict, fresh))
            assert used.score == alone.score
        assert solve(position).score == strict.analyse(position, Limit(exact_from=20))[0].score


def test_a_level_does_not_end_an_endless_analysis() -> None:
    engine = Engine(level=1, hash_mb=1)
    with engine.analysis(Position.start()) as analysis:
        depths = [lines[0].depth for lines, _ in zip(analysis, range(6), strict=False)]
    assert depths == [1, 2, 3, 4, 5, 6]
    limited = engine.analyse(Position.start(), Limit(selectivity=87))
    assert limited[0].selectivity == 87


def test_a_refused_change_changes_nothing() -> None:
    engine = Engine(hash_mb=1)
    before = engine.options
    with pytest.raises(OutflankError):
        engine.configure(hash_mb=10**7, threads=2)
    assert engine.options is before
    engine.configure(threads=2)
    assert engine.options.threads == 2


@pytest.mark.parametrize("what", ["f5", None, 3])
def test_what_is_no_position_is_refused(what: Any) -> None:
    with pytest.raises(EngineError, match="a Board or a Position"):
        Engine(hash_mb=1).play(what, Limit(depth=1))


def test_nodes_are_those_of_all_threads_together() -> None:
    position = Position.start()
    for threads in (1, 2, 4):
        info = Engine(hash_mb=1, threads=threads).analyse(position, Limit(nodes=40_000))[0]
        assert 10_000 < (info.nodes or 0) <= 42_000


def test_more_nodes_than_can_be_counted_are_no_limit() -> None:
    info = Engine(hash_mb=1).play(Position.start(), Limit(nodes=10**30, depth=3))
    assert info.depth == 3


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
@pytest.mark.parametrize("how", ["ponder", "analysis"])
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_forked_child_goes_on_with_an_engine_that_was_at_work(how: str) -> None:
    engine = Engine(hash_mb=1)
    running = getattr(engine, how)(Position.start())
    child = os.fork()
    if child == 0:
        signal.alarm(10)
        if running is not None:
            running.stop()
        found = engine.play(Position.start(), Limit(depth=3))
        os._exit(0 if found.depth == 3 else 1)
    _, status = os.waitpid(child, 0)
    engine.stop()
    engine.close()
    if running is not None:
        running.stop()
    assert status == 0


def test_many_threads_search_first_at_the_same_time() -> None:
    """In a fresh process, where nothing was loaded yet."""
    program = """
import threading
from outflank.board import Position
from outflank.engine import Engine, Limit, Solver
start = threading.Barrier(4)
failed = []
def play():
    try:
        start.wait()
        Engine(hash_mb=1).play(Position.start(), Limit(depth=4))
        Solver(hash_mb=1).solve(Position(1, 2))
    except BaseException as error:
        failed.append(error)
threads = [threading.Thread(target=play) for _ in range(4)]
for thread in threads: thread.start()
for thread in threads: thread.join()
assert not failed, failed
"""
    words = [sys.executable, "-c", program]
    done = subprocess.run(words, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
