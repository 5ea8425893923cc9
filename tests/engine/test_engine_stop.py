"""Stopping, streaming, pondering: from any thread, at any moment, and the engine goes on."""

from __future__ import annotations

import _thread
import statistics
import threading
import time

import pytest

from engine.searches import check_exact, check_info, games_positions, soon
from exact import with_empties
from outflank.board import Board, Position
from outflank.engine import Analysis, Engine, EngineError, Limit, solve

START = Position.start()
MIDGAME = with_empties(36, 9)
FINISHED = Position(0xFFFFFFFF00000000, 0x00000000FFFFFFFF)

#: Seconds from `stop` to the answer: promised, and what a busy machine may make of it.
PROMISED = 0.02
LATE = 0.3

each_number_of_threads = pytest.mark.parametrize("threads", [1, 2])


def latencies(tries: int, threads: int) -> list[float]:
    """Seconds that each stop took, of searches stopped at ever other moments."""
    engine, found = Engine(threads=threads, hash_mb=16), []
    positions = list(games_positions(8, range(20, 60, 5), 3))
    for number in range(tries):
        position = positions[number % len(positions)]
        analysis = engine.analysis(position)
        time.sleep(0.001 + number % 17 * 0.002)
        was_running = analysis.running
        started = time.perf_counter()
        lines = analysis.stop()
        if was_running:
            found.append(time.perf_counter() - started)
        check_info(position, lines[0])
    return found


@each_number_of_threads
def test_stop_is_answered_at_once(threads: int) -> None:
    found = latencies(50, threads)
    assert len(found) > 25
    assert statistics.median(found) < PROMISED
    assert max(found) < LATE


@pytest.mark.slow
@each_number_of_threads
def test_stop_is_answered_a_thousand_times(
    threads: int, record_property: pytest.FixtureRequest
) -> None:
    found = sorted(latencies(1_000, threads))
    record_property("median", found[len(found) // 2])
    record_property("greatest", found[-1])
    assert found[int(len(found) * 0.99)] < PROMISED
    assert found[-1] < LATE


@each_number_of_threads
def test_play_is_stopped_from_another_thread(threads: int) -> None:
    engine = Engine(threads=threads, hash_mb=4)
    soon(engine.stop, 0.1)
    started = time.perf_counter()
    info = engine.play(START, Limit(depth=40))
    assert time.perf_counter() - started < 0.1 + LATE
    check_info(START, info)


@each_number_of_threads
def test_a_stop_before_the_search_has_begun_counts(threads: int) -> None:
    for _ in range(20):
        engine = Engine(threads=threads, hash_mb=1)
        started = time.perf_counter()
        lines = engine.analysis(MIDGAME).stop()
        assert time.perf_counter() - started < LATE
        check_info(MIDGAME, lines[0])


def test_a_stop_without_a_search_does_nothing() -> None:
    engine = Engine(hash_mb=1)
    engine.stop()
    assert engine.play(START, Limit(depth=5)).depth == 5
    engine.stop()
    assert engine.play(START, Limit(depth=6)).depth == 6


def test_many_threads_may_stop_one_search() -> None:
    engine = Engine(hash_mb=1)
    for _ in range(5):
        analysis = engine.analysis(MIDGAME)
        stoppers = [threading.Thread(target=analysis.stop) for _ in range(4)]
        for stopper in stoppers:
            stopper.start()
        for stopper in stoppers:
            stopper.join()
        check_info(MIDGAME, analysis.stop()[0])


def test_stopping_an_analysis_that_has_ended_stops_no_other() -> None:
    engine = Engine(hash_mb=1)
    first = engine.analysis(MIDGAME, Limit(depth=2))
    first.wait()
    with engine.analysis(MIDGAME) as second:
        assert first.stop()[0].depth == 2
        time.sleep(0.05)
        assert second.running


def test_a_stream_has_every_iteration_in_order() -> None:
    with Engine(hash_mb=1).analysis(MIDGAME, Limit(depth=7), multipv=2) as analysis:
        stream = list(analysis)
    assert [lines[0].depth for lines in stream] == list(range(1, 8))
    assert all(len(lines) == 2 for lines in stream)
    for lines in stream:
        for line in lines:
            check_info(MIDGAME, line)
    assert analysis.infos == tuple(stream[-1])
    assert not analysis.running
    assert list(analysis) == []  # read to its end; it does not hang


def test_a_stream_ends_when_it_is_stopped() -> None:
    engine = Engine(hash_mb=1)
    with engine.analysis(MIDGAME) as analysis:
        assert analysis.running
        for lines in analysis:
            check_info(MIDGAME, lines[0])
            if lines[0].depth is not None and lines[0].depth >= 4:
                engine.stop()
    assert not analysis.running
    assert analysis.infos[0].depth is not None
    assert analysis.infos[0].depth >= 4


def test_leaving_the_context_ends_the_analysis() -> None:
    engine = Engine(hash_mb=1)
    with pytest.raises(ZeroDivisionError), engine.analysis(START):
        raise ZeroDivisionError
    assert engine.play(START, Limit(depth=3)).depth == 3


def test_a_stream_keeps_to_its_limits() -> None:
    engine = Engine(hash_mb=1)
    for limit in (Limit(time=0.15), Limit(nodes=2_000), Limit(depth=4)):
        started = time.perf_counter()
        lines = engine.analysis(START, limit).wait()
        assert time.perf_counter() - started < 0.15 + LATE
        check_info(START, lines[0])


def test_a_stream_ends_by_itself_with_the_proof() -> None:
    position = with_empties(12, 2)
    lines = Engine(hash_mb=4).analysis(position).wait()
    check_exact(position, lines[0], solve(position).lower)


def test_a_stream_of_a_finished_game() -> None:
    with Engine(hash_mb=1).analysis(FINISHED) as analysis:
        stream = list(analysis)
    assert len(stream) == 1
    check_info(FINISHED, stream[0][0])


def test_one_search_at_a_time() -> None:
    engine = Engine(hash_mb=1)
    with engine.analysis(START):
        for call in (
            lambda: engine.play(START, Limit(depth=1)),
            lambda: engine.analyse(START, Limit(depth=1)),
            lambda: engine.analysis(START),
            lambda: engine.ponder(START),
            engine.new_game,
            lambda: engine.configure(driver="mtdf"),
        ):
            with pytest.raises(EngineError, match="busy"):
                call()
    assert engine.play(START, Limit(depth=2)).depth == 2
    engine.configure(driver="mtdf")
    assert engine.options.driver == "mtdf"


def test_engines_search_side_by_side() -> None:
    with Engine(hash_mb=1).analysis(START) as first, Engine(hash_mb=1).analysis(START) as second:
        next(iter(first))
        next(iter(second))
        first.stop()
        assert second.running


def test_pondering_ends_when_the_engine_is_asked() -> None:
    board = Board.from_transcript("f5d6c3")
    engine = Engine(hash_mb=4)
    engine.ponder(board)
    time.sleep(0.05)
    assert engine.play(board, Limit(depth=6)).depth == 6
    for call in (
        engine.new_game,
        lambda: engine.analyse(board, Limit(depth=2)),
        lambda: engine.configure(threads=2),
        lambda: engine.ponder(START),
        engine.close,
    ):
        engine.ponder(board)
        call()
    assert engine.play(board, Limit(depth=2)).depth == 2


def test_what_was_pondered_serves_the_move() -> None:
    engine = Engine(hash_mb=16)
    engine.ponder(MIDGAME)
    time.sleep(0.3)
    pondered = engine.play(MIDGAME, Limit(depth=8))
    fresh = Engine(hash_mb=16).play(MIDGAME, Limit(depth=8))
    assert pondered.nodes is not None
    assert fresh.nodes is not None
    assert pondered.nodes < fresh.nodes


def test_pondering_a_finished_game_is_nothing() -> None:
    with Engine(hash_mb=1) as engine:
        engine.ponder(FINISHED)
        assert engine.play(START, Limit(depth=1)).depth == 1


def test_stop_ends_pondering_and_the_engine_goes_on() -> None:
    engine = Engine(hash_mb=1)
    engine.ponder(START)
    engine.stop()
    assert engine.play(START, Limit(depth=3)).depth == 3


@each_number_of_threads
def test_ctrl_c_ends_a_search_and_the_engine_goes_on(threads: int) -> None:
    engine = Engine(threads=threads, hash_mb=4)
    for call in (engine.play, engine.analyse):
        soon(_thread.interrupt_main, 0.15)
        started = time.perf_counter()
        with pytest.raises(KeyboardInterrupt):
            call(START, Limit(depth=50))
        assert time.perf_counter() - started < 0.15 + 2 * LATE
        assert engine.play(START, Limit(depth=3)).depth == 3
    position = with_empties(12, 3)
    check_exact(position, engine.analyse(position, Limit())[0], solve(position).lower)


def test_a_fault_in_a_report_ends_the_search_and_is_raised() -> None:
    engine = Engine(hash_mb=1)

    def report(_lines: object) -> None:
        raise RuntimeError("from the report")

    with pytest.raises(RuntimeError, match="from the report"):
        engine.analyse(START, Limit(depth=5), report=report)
    assert engine.play(START, Limit(depth=2)).depth == 2


def test_a_stop_is_for_one_search_only() -> None:
    """Stops rung at the very end of a search never shorten the next."""
    engine = Engine(hash_mb=1)
    for number in range(60):
        timer = soon(engine.stop, number % 20 * 2e-4)
        engine.analyse(MIDGAME, Limit(depth=4))
        timer.join()
        assert engine.analyse(MIDGAME, Limit(depth=5))[0].depth == 5


def test_an_analysis_is_the_public_class() -> None:
    with Engine(hash_mb=1).analysis(START, Limit(depth=1)) as analysis:
        assert isinstance(analysis, Analysis)
