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
from engine.proofs import check_bounds, check_known, check_moves, check_proof
from exact import scattered, with_empties
from outflank.board import Position
from outflank.engine import (
    BulkInterrupted,
    BulkTimeoutError,
    SolveInterrupted,
    Solver,
    solve,
    solve_all,
)

START = Position.start()
EASY = with_empties(6, 1)

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


@pytest.mark.parametrize("limit", [1e-5, 0.1])
def test_every_move_of_the_start_and_a_short_limit(limit: float) -> None:
    started = time.perf_counter()
    found = solve_all(START, time=limit)
    assert time.perf_counter() - started < limit + LATE
    assert not found.exact
    assert found.moves is not None
    assert set(found.moves) <= set(map(int, START.legal_moves))
    assert found.best  # a move to play at any limit
    assert set(found.best) <= set(map(int, START.legal_moves))


def test_a_stop_is_heard_while_many_moves_are_weighed() -> None:
    """Twenty moves and more, where a guess at one takes longer than the limit."""
    choices = random.Random(1)
    wide = [scattered(choices.randint(24, 40), choices, share=0.5) for _ in range(60)]
    wide = sorted(wide, key=lambda position: len(position.legal_moves))[-8:]
    assert len(wide[0].legal_moves) >= 12
    solver = Solver()
    for ask in (solver.solve, solver.solve_all):
        late = []
        for position in wide:
            for limit in (0.002, 0.02):
                started = time.perf_counter()
                solution = ask(position, time=limit)
                late.append(time.perf_counter() - started - limit)
                assert solution.best[0] in position.legal_moves
        assert sorted(late)[len(late) // 2] < 0.02
        assert max(late) < LATE


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
    worths = {move: int(score.value) for move, score in exact.moves.items()}
    choices = random.Random(5)
    for part in (0.2, 0.5, 0.9, 0.97, 0.999, choices.random()):
        found = solve_all(FFO_40.position, time=max(0.002, exact.seconds * part), hash_mb=16)
        check_bounds(found, FFO_40.score, worths)
        check_moves(found, worths)
        assert sum(score.bound != "exact" for score in (found.moves or {}).values()) <= 1


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
    with pytest.raises(BulkInterrupted) as interrupted:
        solver.solve_many(*easy_and_hard())
    check_easy(interrupted.value.scores, interrupted.value.solved)
    check_known(solver.solve(FFO[1].position), FFO[1])


def test_a_time_limit_in_a_bulk() -> None:
    solver = Solver(2)
    started = time.perf_counter()
    with pytest.raises(BulkTimeoutError, match="64 of 200 positions solved") as stopped:
        solver.solve_many(*easy_and_hard(), time=0.3)
    assert time.perf_counter() - started < 0.3 + LATE
    check_easy(stopped.value.scores, stopped.value.solved)
    easy = [side[:64] for side in easy_and_hard()]
    assert solver.solve_many(*easy, time=60).tolist() == [solve(EASY).lower] * 64


def test_progress_of_a_bulk() -> None:
    told: list[tuple[int, int]] = []
    sides = (np.full(2000, mask, np.uint64) for mask in masks(FFO[0].position))
    Solver(2, hash_mb=1e-3).solve_many(*sides, progress=lambda *counts: told.append(counts))
    assert told == sorted(told)
    assert {total for _, total in told} == {2000}
    assert told[-1] == (2000, 2000)


def test_progress_that_raises_ends_a_bulk() -> None:
    def complain(_done: int, _total: int) -> None:
        raise LookupError("enough")

    solver = Solver(2)
    with pytest.raises(LookupError, match="enough"):
        solver.solve_many(*easy_and_hard(), progress=complain)
    check_known(solver.solve(FFO[1].position), FFO[1])


def masks(position: Position) -> tuple[int, int]:
    return position.player, position.opponent


def easy_and_hard() -> list[np.ndarray]:
    """A slice of positions that are solved at once, and two of such as never are."""
    pairs = zip(masks(EASY), masks(START), strict=True)
    return [np.array([easy] * 64 + [hard] * 136, np.uint64) for easy, hard in pairs]


def check_easy(scores: np.ndarray, solved: np.ndarray) -> None:
    """What was solved is kept, and nothing else is said to be."""
    assert solved.tolist() == [True] * 64 + [False] * 136
    assert (scores[:64] == solve(EASY).lower).all()


@each_driver
def test_some_bound_is_proved_before_the_end(driver: str) -> None:
    """Stopped late in the search, each driver knows more than nothing."""
    seconds = solve(FFO_40.position, driver=driver).seconds
    widths = []
    for _ in range(3):
        solution = solve(FFO_40.position, driver=driver, time=0.85 * seconds)
        check_bounds(solution, FFO_40.score)
        widths.append(solution.upper - solution.lower)
    assert min(widths) < 128
