"""Many positions one after the other: each has the solution that it has alone."""

from __future__ import annotations

import _thread
import threading
import time
from collections.abc import Iterator

import pytest

from engine.ffo import FFO, FFO_40
from engine.proofs import check_bounds, check_known, check_proof
from exact import with_empties
from outflank.board import Board, Position
from outflank.engine import SolveInterrupted, Solver, abreast
from outflank.engine.abreast import is_small

SMALL = [with_empties(seed % 14, seed) for seed in range(150)]
#: Small and large ones in turns, so that groups of every length are made.
MIXED = [*SMALL[:70], FFO[0].position, *SMALL[70:73], *(k.position for k in FFO[1:3]), *SMALL[73:]]

each_number_of_threads = pytest.mark.parametrize("threads", [1, 2, 3])


@each_number_of_threads
@pytest.mark.parametrize("driver", ["mtdf", "pvs"])
def test_each_has_its_score_and_its_line(threads: int, driver: str) -> None:
    alone = Solver(hash_mb=1)
    assert not all(map(is_small, MIXED))
    found = list(Solver(threads, driver=driver).solve_each(MIXED))
    assert [solution.position for solution in found] == MIXED
    for solution in found:
        check_proof(solution, alone.solve(solution.position).lower)
        assert solution.moves is None
        assert solution.seconds > 0


@each_number_of_threads
def test_every_move_of_each(threads: int) -> None:
    alone = Solver(hash_mb=1)
    for solution in Solver(threads).solve_each(MIXED[60:90], every_move=True):
        expected = alone.solve_all(solution.position)
        assert solution.moves == expected.moves
        assert solution.best == expected.best


def test_who_wins() -> None:
    alone = Solver(hash_mb=1)
    for solution in Solver(2).solve_each(MIXED[60:90], wld=True):
        exact = alone.solve(solution.position).lower
        assert solution.lower <= exact <= solution.upper
        assert exact == 0 or (solution.lower > 0) == (exact > 0)


def test_boards_and_no_position_at_all() -> None:
    assert list(Solver().solve_each([])) == []
    (solution,) = Solver().solve_each([Board.from_text("XO" + "-" * 62 + " X")])
    assert solution.lower == 64


def test_positions_are_read_as_they_are_needed() -> None:
    read = 0

    def endless() -> Iterator[Position]:
        nonlocal read
        while True:
            read += 1
            yield SMALL[read % len(SMALL)]

    solutions = Solver(2).solve_each(endless())
    assert next(solutions).position == SMALL[1]
    assert read <= 2 * abreast.POSITIONS_A_THREAD + 1


@each_number_of_threads
def test_the_same_position_many_times_at_once(threads: int) -> None:
    """Threads write the same entries of the table at the same time."""
    position = with_empties(13, 4)
    (alone,) = Solver().solve_each([position])
    for solution in Solver(threads).solve_each([position] * 100):
        check_proof(solution, alone.lower)


@each_number_of_threads
def test_each_has_its_own_time(threads: int) -> None:
    """One that is stopped stops no other."""
    hard = [with_empties(13, seed) for seed in range(40)]
    exact = [solution.lower for solution in Solver().solve_each(hard)]
    solver = Solver(threads)
    open_ones = 0
    for solution, score in zip(solver.solve_each(hard, time=0.0005), exact, strict=True):
        check_bounds(solution, score)
        open_ones += not solution.exact
    assert open_ones > 0
    for solution, score in zip(solver.solve_each(hard, time=60), exact, strict=True):
        check_proof(solution, score)


def test_ctrl_c_among_small_ones() -> None:
    """What was solved is handed out, in order, and then the interrupt is raised."""
    solver = Solver(2, hash_mb=1)
    threading.Timer(0.3, _thread.interrupt_main).start()
    found = []
    with pytest.raises(KeyboardInterrupt):
        found.extend(solver.solve_each(SMALL[seed % 150] for seed in range(1_000_000)))
    for solution in solver.solve_each(SMALL[:20]):
        check_proof(solution, Solver(hash_mb=1).solve(solution.position).lower)


@each_number_of_threads
def test_ctrl_c_hands_out_what_is_solved(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last of a group takes for ever; those before it are not lost."""
    monkeypatch.setattr(abreast, "is_small", lambda position: True)
    monkeypatch.setattr("outflank.engine.solver.is_small", lambda position: True)
    solver = Solver(threads)
    threading.Timer(0.5, _thread.interrupt_main).start()
    found, started = [], time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        found.extend(solver.solve_each([*SMALL[:30], Position.start()]))
    assert time.perf_counter() - started < 3
    assert [solution.position for solution in found] == SMALL[:30]
    assert all(solution.exact for solution in found)


def test_ctrl_c_at_a_large_one_gives_what_was_proved() -> None:
    solver = Solver(2)
    threading.Timer(0.3, _thread.interrupt_main).start()
    found = []
    with pytest.raises(SolveInterrupted) as interrupted:
        found.extend(solver.solve_each([*SMALL[:5], Position.start(), SMALL[6]]))
    assert len(found) == 5
    assert interrupted.value.solution.position == Position.start()
    check_known(solver.solve(FFO[1].position), FFO[1])


def test_a_cleared_solver_is_as_new() -> None:
    solver = Solver()
    nodes = []
    for clear in (False, False, True):
        if clear:
            solver.clear()
        nodes.append([solution.nodes for solution in solver.solve_each([*SMALL, FFO_40.position])])
    assert nodes[0] == nodes[2]
    assert sum(nodes[1]) < sum(nodes[0])
