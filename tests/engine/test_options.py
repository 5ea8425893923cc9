"""Options that cannot be: each is refused with its name and its value, before any search."""

from __future__ import annotations

import math
import re
from pathlib import Path

import numpy as np
import pytest

from exact import with_empties
from outflank.board import Board, OutflankError, Position
from outflank.engine import Solver, SolverError, checks, crew, solve, solve_all
from outflank.engine.solver import Driver

START = Position.start()
EASY = Position(1, 2)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"threads": 0}, "threads are 1 to 256, not 0"),
        ({"threads": -1}, "not -1"),
        ({"threads": 1.5}, "threads are 1 to 256, not 1.5"),
        ({"threads": "2"}, "threads are 1 to 256, not '2'"),
        ({"threads": True}, "not True"),
        ({"threads": None}, "not None"),
        ({"threads": 10_000}, "not 10000"),
        ({"hash_mb": 0}, "hash is more than 0 MB, not 0"),
        ({"hash_mb": -1}, "not -1"),
        ({"hash_mb": "1"}, "hash is more than 0 MB, not '1'"),
        ({"hash_mb": True}, "not True"),
        ({"hash_mb": None}, "not None"),
        ({"hash_mb": 10**400}, "does not fit in the memory of"),
        ({"hash_mb": math.nan}, "not nan"),
        ({"hash_mb": math.inf}, "memory"),
        ({"hash_mb": 1 << 40}, "does not fit in the memory of"),
        ({"driver": "alphabeta"}, '"alphabeta" is not a driver: mtdf, pvs'),
        ({"driver": ""}, '"" is not a driver'),
        ({"driver": 3}, '"3" is not a driver'),
        ({"driver": ["mtdf"]}, "is not a driver"),
        ({"time": 0}, "time is more than 0 seconds, not 0"),
        ({"time": -0.5}, "not -0.5"),
        ({"time": math.nan}, "not nan"),
        ({"time": "1"}, "time is more than 0 seconds, not '1'"),
        ({"time": True}, "not True"),
        ({"time": "x" * 1000}, "xxx..."),
    ],
)
def test_an_option_that_cannot_be(options: dict[str, object], message: str) -> None:
    for ask in (solve, solve_all):
        with pytest.raises(SolverError, match=re.escape(message)):
            ask(EASY, **options)  # type: ignore[operator]


@pytest.mark.parametrize("best", [0, -3, 1.5, "2", True])
def test_the_best_moves_wanted_are_at_least_one(best: object) -> None:
    with pytest.raises(SolverError, match=f"1 or more, not {best!r}"):
        solve_all(START, best=best)  # type: ignore[arg-type]


@pytest.mark.parametrize("position", ["x", None, 1, (1, 2)])
def test_only_positions_and_boards_are_solved(position: object) -> None:
    for ask in (solve, solve_all, lambda place: list(Solver().solve_each([place]))):
        with pytest.raises(SolverError, match="a Position or a Board is solved"):
            ask(position)  # type: ignore[operator]


def test_numbers_of_other_types() -> None:
    solution = Solver(np.int64(1), np.float32(1)).solve(EASY, time=np.float64(9))
    assert solution.lower == 64
    assert solve_all(EASY, best=np.uint8(1)).lower == 64
    assert solve(EASY, time=10**400).exact


def test_memory_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_memory(words: int) -> None:
        raise MemoryError

    monkeypatch.setattr(crew, "Block", no_memory)
    with pytest.raises(SolverError, match="no memory for a hash of 64 MB"):
        Solver()


@pytest.mark.parametrize(
    ("limit", "refused"), [("1048576\n", True), ("max\n", False), ("", False), (None, False)]
)
def test_the_memory_of_a_container(
    limit: str | None, refused: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "memory.max"
    if limit is not None:
        file.write_text(limit)
    monkeypatch.setattr(checks, "CONTAINER_LIMITS", (file,))
    assert (checks.memory_bytes() == 1 << 20) == refused
    if refused:
        with pytest.raises(SolverError, match="does not fit in the memory of 1 MB"):
            Solver(hash_mb=2)


def test_a_refused_option_leaves_the_solver_usable() -> None:
    solver = Solver()
    with pytest.raises(SolverError):
        solver.solve(EASY, time=0)
    with pytest.raises(SolverError):
        solver.solve_all(EASY, best=0)
    assert solver.solve(EASY).lower == 64


@pytest.mark.parametrize("driver", ["mtdf", "pvs"])
def test_without_weights_the_scores_are_the_same(driver: Driver) -> None:
    positions = [with_empties(empties, seed) for empties in (9, 12, 14, 16) for seed in range(4)]
    masks = [
        np.array([getattr(p, side) for p in positions], np.uint64)
        for side in ("player", "opponent")
    ]
    plain, ordered = Solver(driver=driver, weights=None), Solver(driver=driver)
    assert plain.solve_many(*masks).tolist() == ordered.solve_many(*masks).tolist()
    found = [solver.solve(positions[-1]) for solver in (plain, ordered)]
    assert found[0].score == found[1].score
    assert found[0].nodes != found[1].nodes


def test_errors_are_ours() -> None:
    assert issubclass(SolverError, OutflankError)


@pytest.mark.parametrize(
    ("players", "opponents"),
    [
        ([1, 2], [4]),
        ([[1]], [[2]]),
        ([1], [1]),  # both sides on one square
        ([1.5], [4.0]),
        ([-1], [0]),
        ([1 << 70], [0]),
        (["a"], ["b"]),
        ([True], [2]),
        ([None], [2]),
        (None, None),
        (1, 2),
        ([[1], [2, 3]], [4, 5]),
        (np.array([1.0]), np.array([2.0])),
        (np.array([1]), np.array([2])),  # signed: is the sign a disc on h8?
    ],
)
def test_positions_in_bulk_that_cannot_be(players: object, opponents: object) -> None:
    with pytest.raises(SolverError):
        Solver().solve_many(players, opponents)  # type: ignore[arg-type]


@pytest.mark.parametrize("time", [0, "1", True])
def test_a_time_for_a_bulk_that_cannot_be(time: object) -> None:
    with pytest.raises(SolverError, match="time is more than 0"):
        Solver().solve_many([1], [2], time=time)  # type: ignore[arg-type]


def test_masks_as_integers_and_as_arrays() -> None:
    players, opponents = [1, 1 << 63], [2, 1 << 62]
    assert Solver().solve_many(players, opponents).tolist() == [64, 64]
    arrays = (np.array(masks, np.uint64) for masks in (players, opponents))
    assert Solver().solve_many(*arrays).tolist() == [64, 64]
    assert Solver().solve_many(np.array([1], np.uint8), [2]).tolist() == [64]


def test_a_board_is_solved_for_its_side_to_move() -> None:
    board = Board.from_text("XO" + "-" * 62 + " X")
    assert solve(board).lower == 64
    assert solve(Board.from_text("OX" + "-" * 62 + " O")).lower == 64


def test_fractions_of_a_mebibyte() -> None:
    assert Solver(hash_mb=1e-9)._crew._table.words.size == 8
    assert Solver(hash_mb=0.5)._crew._table.words.nbytes == 1 << 19
    assert Solver(hash_mb=3)._crew._table.words.nbytes == 1 << 21
