"""Two threads on one position: the same score, time after time, stopped in between or not."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable

import pytest

from engine.ffo import FFO, FFO_40
from engine.proofs import check_bounds, check_known, check_proof
from exact import with_empties
from outflank.core import context, interrupt, team
from outflank.core.search import SHARED_EMPTIES
from outflank.engine import SolveInterrupted, Solver, solve, solve_all

RUNS = 10


@pytest.mark.parametrize("driver", ["mtdf", "pvs"])
@pytest.mark.parametrize("threads", [1, 2])
def test_ten_runs_on_one_table_and_on_fresh_ones(threads: int, driver: str) -> None:
    kept = Solver(threads, driver=driver)
    for run in range(RUNS):
        for known in FFO[run % 2 :: 2]:
            check_known(kept.solve(known.position), known)
            if run < 2:
                check_known(solve(known.position, threads=threads, driver=driver), known)


@pytest.mark.parametrize("driver", ["mtdf", "pvs"])
def test_two_threads_on_a_longer_search(driver: str) -> None:
    for _ in range(2):
        check_known(solve(FFO_40.position, threads=2, driver=driver, hash_mb=16), FFO_40)


@pytest.mark.parametrize("driver", ["mtdf", "pvs"])
def test_random_positions_of_which_parts_are_shared(driver: str) -> None:
    """From 13 empties on moves are handed to the other thread; nearer to the end none are."""
    one, two = Solver(1), Solver(2, driver=driver)
    helped = 0
    for seed in range(24):
        position = with_empties(15 + seed % 4, seed)
        check_proof(two.solve(position), one.solve(position).lower)
        helped += two._crew.workers[1].words[context.NODES] > 0
    assert helped > 0
    for seed in range(12):
        position = with_empties(int(SHARED_EMPTIES) - 1, seed)
        check_proof(two.solve(position), one.solve(position).lower)
        assert two._crew.workers[1].words[context.NODES] == 0


@pytest.mark.parametrize("number", [1, 2, 3])
def test_ctrl_c_while_threads_are_started(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever start it comes at: no thread stays, and the next search is as ever."""
    solver, begin, starts = Solver(3), interrupt.start, 0
    before = threading.active_count()

    def start(target: Callable[[], None]) -> threading.Thread:
        nonlocal starts
        starts += 1
        if starts == number:
            raise KeyboardInterrupt
        return begin(target)

    monkeypatch.setattr(interrupt, "start", start)
    with pytest.raises(SolveInterrupted) as interrupted:
        solver.solve(FFO_40.position)
    monkeypatch.undo()
    check_bounds(interrupted.value.solution, FFO_40.score)
    for _ in range(100):
        if threading.active_count() > before:
            time.sleep(0.01)
    assert threading.active_count() == before
    assert not solver._crew._team.words[team.IDLE]
    check_known(solver.solve(FFO[1].position), FFO[1])


def test_ages_begin_anew_before_they_overflow() -> None:
    """Age 0 is that of an entry that was never written."""
    solver, ages = Solver(hash_mb=1e-3), set()
    for _ in range(600):
        solver.solve(with_empties(2, 1))
        ages.add(int(solver._crew.workers[0].words[context.AGE]))
    assert ages == set(range(1, 256))


def test_more_threads_than_cores() -> None:
    for known in FFO[::4]:
        check_known(solve(known.position, threads=6), known)


def test_a_tiny_table_and_two_threads() -> None:
    solver = Solver(2, hash_mb=64 / 2**20)
    for known in FFO[:8]:
        check_known(solver.solve(known.position), known)


def test_every_move_by_two_threads_is_every_move_by_one() -> None:
    for known in FFO[:6]:
        found = [solve_all(known.position, threads=threads) for threads in (1, 2)]
        assert found[0].moves == found[1].moves
        assert found[0].best == found[1].best


def test_nothing_is_left_behind() -> None:
    """No slot, no job, no busy thread: neither after a proof nor after a stop."""
    solver, choices = Solver(2), random.Random(7)
    for _ in range(20):
        check_bounds(solver.solve(FFO_40.position, time=0.001 + 0.05 * choices.random()), 38)
        words = solver._crew._team.words
        assert words[team.IDLE] == 0
        assert not words[team.TOPS : team.TOPS + 2].any()
        slots = words[team.FIRST_SLOT :].reshape(-1, team.SLOT_WORDS)
        assert (slots[:, team.STATE] == team.FREE).all()
        assert all(thread.words[context.JOB] == team.NO_JOB for thread in solver._crew.workers)
        solver.clear()
    assert threading.active_count() < 10


def test_two_solvers_at_once_do_not_meet() -> None:
    wrong: list[str] = []

    def work(number: int) -> None:
        solver = Solver(hash_mb=1)
        wrong.extend(
            known.name
            for known in FFO[number::2] * 3
            if solver.solve(known.position).lower != known.score
        )

    threads = [threading.Thread(target=work, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
