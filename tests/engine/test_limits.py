"""Limits and interruptions: in time, true bounds, and no harm to what is solved next."""

from __future__ import annotations

import _thread
import math
import random
import threading
import time

import numpy as np
import pytest

from engine.ffo import FFO, FFO_40
from engine.proofs import check_bounds, check_known, check_proof
from exact import with_empties
from outflank.board import Position
from outflank.engine import SolveInterrupted, Solver, solve, solve_all

START = Position.start()

#: A busy machine may wake us late; a limit that is not looked at would take for ever.
LATE = 0.3

each_driver = pytest.mark.parametrize("driver", ["mtdf", "pvs"])
each_number_of_threads = pytest.mark.parametrize("threads", [1, 2])


@each_driver
@each_number_of_threads
def test_sixty_empties_and_a_short_limit(driver: str, threads: int) -> None:
    """It says that it proved bounds only, in time; half of the tries within 50 ms of the limit."""
    late, nodes = [], 0
    solver = Solver(threads, driver=driver)
    for limit in (0.01, 0.05, 0.1, 0.2, 0.02):
        started = time.perf_counter()
        solution = solver.solve(START, time=limit)
        late.append(time.perf_counter() - started - limit)
        assert not solution.exact
        assert solution.score.bound in ("lower", "upper")
        assert solution.pv == ()
        assert solution.lower <= 0 <= solution.upper  # the game is a draw (Takizawa 2023)
        assert solution.seconds == pytest.approx(limit, abs=LATE)
        assert solution.best[0] in START.legal_moves  # a move to play at any limit
        nodes += solution.nodes
    assert nodes > 0  # ten milliseconds alone may pass before a busy system runs the thread
    assert max(late) < LATE
    assert sorted(late)[len(late) // 2] < 0.05


def test_every_move_of_the_start_and_a_short_limit() -> None:
    started = time.perf_counter()
    found = solve_all(START, time=0.1)
    assert time.perf_counter() - started < 0.1 + LATE
    assert not found.exact
    assert found.moves is not None
    assert set(found.moves) <= set(map(int, START.legal_moves))


@pytest.mark.parametrize("empties", [61, 62])
def test_a_board_emptier_than_any_game(empties: int) -> None:
    """More than sixty empties and a move: no game leads there, but it is a position."""
    position = {61: Position(1, 2 | 1 << 63), 62: Position(1, 2)}[empties]
    assert (position.empties, bool(position.legal_mask)) == (empties, True)
    solution = solve(position, time=0.05)
    if empties == 62:
        check_proof(solution, 64)
    else:
        check_bounds(solution, solution.lower)


@each_driver
@each_number_of_threads
def test_the_score_after_stops_at_random_moments(driver: str, threads: int) -> None:
    """One table through all of them: what a stopped search left there is true."""
    solver, choices = Solver(threads, hash_mb=4, driver=driver), random.Random(driver)
    alone = solve(FFO_40.position).seconds
    for number in range(12):
        limit = max(0.001, alone * choices.random() * 1.2)
        check_bounds(solver.solve(FFO_40.position, time=limit), FFO_40.score)
        known = FFO[number]
        check_known(solver.solve(known.position), known)
        if number % 4 == 3:
            check_known(solver.solve(FFO_40.position), FFO_40)
            solver.clear()


def test_a_limit_near_the_end_of_the_proof() -> None:
    """The score may be proved when the limit comes: then its move and variation are too."""
    choices = random.Random(11)
    for known in FFO * 2:
        solver = Solver(hash_mb=1)
        full = solver.solve(known.position).seconds
        solver = Solver(hash_mb=1)
        limit = max(1e-4, full * (0.7 + 0.6 * choices.random()))
        check_bounds(solver.solve(known.position, time=limit), known.score)


def test_bounds_of_moves_that_a_limit_left() -> None:
    exact = solve_all(FFO_40.position, hash_mb=16)
    assert exact.moves is not None
    choices = random.Random(5)
    for _ in range(4):
        limit = max(0.002, exact.seconds * choices.random())
        found = solve_all(FFO_40.position, time=limit)
        assert found.moves is not None
        for move, score in found.moves.items():
            assert (score.value, score.bound) == (exact.moves[move].value, "exact")
        assert found.lower <= FFO_40.score <= found.upper
        if len(found.moves) < len(exact.moves):
            assert found.pv == () or found.exact


def test_a_limit_does_not_reach_into_the_next_search() -> None:
    """The clock of one search, rung at its very end, stops no other."""
    solver = Solver(hash_mb=1)
    short, long = with_empties(10, 4), FFO[2]
    for number in range(150):
        solver.solve(short, time=0.0008 + number % 30 * 2e-5)
        check_known(solver.solve(long.position), long)


@pytest.mark.parametrize("limit", [1e12, math.inf])
def test_a_limit_beyond_every_clock_is_none(limit: float) -> None:
    check_known(solve(FFO[0].position, time=limit), FFO[0])


def interrupt_soon(seconds: float = 0.2) -> None:
    threading.Timer(seconds, _thread.interrupt_main).start()


@each_number_of_threads
def test_ctrl_c_gives_what_was_proved(threads: int) -> None:
    solver = Solver(threads)
    for ask in (solver.solve, solver.solve_all):
        interrupt_soon()
        started = time.perf_counter()
        with pytest.raises(SolveInterrupted) as interrupted:
            ask(START)
        assert time.perf_counter() - started < 1
        assert isinstance(interrupted.value, KeyboardInterrupt)
        solution = interrupted.value.solution
        assert solution.position == START
        assert not solution.exact
        assert solution.lower <= 0 <= solution.upper
        check_known(solver.solve(FFO[1].position), FFO[1])


def test_ctrl_c_in_a_bulk() -> None:
    solver = Solver(2)
    interrupt_soon()
    with pytest.raises(KeyboardInterrupt):
        solver.solve_many(*(np.full(100, mask) for mask in (START.player, START.opponent)))
    check_known(solver.solve(FFO[1].position), FFO[1])


def test_some_bound_is_proved_before_the_end() -> None:
    """Stopped late in the search, MTD(f) knows more than nothing."""
    seconds = solve(FFO_40.position, driver="mtdf").seconds
    widths = []
    for _ in range(3):
        solution = solve(FFO_40.position, driver="mtdf", time=0.85 * seconds)
        check_bounds(solution, FFO_40.score)
        widths.append(solution.upper - solution.lower)
    assert min(widths) < 128
