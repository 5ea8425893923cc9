"""Options that cannot be: each is refused with its name and its value, before any search."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest

from outflank.board import Board, OutflankError, Position
from outflank.engine import Solver, SolverError, solve, solve_all

START = Position.start()
EASY = Position(1, 2)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"threads": 0}, "threads are 1 to 256, not 0"),
        ({"threads": -1}, "not -1"),
        ({"threads": 10_000}, "not 10000"),
        ({"hash_mb": 0}, "hash is more than 0 MB, not 0"),
        ({"hash_mb": -1}, "not -1"),
        ({"hash_mb": math.nan}, "not nan"),
        ({"hash_mb": math.inf}, "memory"),
        ({"hash_mb": 1 << 40}, "does not fit in the memory of"),
        ({"driver": "alphabeta"}, '"alphabeta" is not a driver: mtdf, pvs'),
        ({"driver": ""}, '"" is not a driver'),
        ({"time": 0}, "time is more than 0 seconds, not 0"),
        ({"time": -0.5}, "not -0.5"),
        ({"time": math.nan}, "not nan"),
    ],
)
def test_an_option_that_cannot_be(options: dict[str, object], message: str) -> None:
    for ask in (solve, solve_all):
        with pytest.raises(SolverError, match=re.escape(message)):
            ask(EASY, **options)  # type: ignore[operator]


@pytest.mark.parametrize("best", [0, -3])
def test_the_best_moves_wanted_are_at_least_one(best: int) -> None:
    with pytest.raises(SolverError, match=f"1 or more, not {best}"):
        solve_all(START, best=best)


def test_a_refused_option_leaves_the_solver_usable() -> None:
    solver = Solver()
    with pytest.raises(SolverError):
        solver.solve(EASY, time=0)
    with pytest.raises(SolverError):
        solver.solve_all(EASY, best=0)
    assert solver.solve(EASY).lower == 64


def test_errors_are_ours() -> None:
    assert issubclass(SolverError, OutflankError)


@pytest.mark.parametrize(
    ("players", "opponents"),
    [
        ([1, 2], [4]),
        ([[1]], [[2]]),
        ([1], [1]),  # both sides on one square
    ],
)
def test_positions_in_bulk_that_cannot_be(players: object, opponents: object) -> None:
    with pytest.raises(OutflankError):
        Solver().solve_many(players, opponents)  # type: ignore[arg-type]


def test_masks_of_every_kind_of_integer() -> None:
    """Signed arrays hold the square h8 as a sign; lists hold Python's own integers."""
    players = [1, 1 << 63]
    opponents = [2, 1 << 62]
    signed = (np.array(masks, np.uint64).astype(np.int64) for masks in (players, opponents))
    assert Solver().solve_many(*signed).tolist() == [64, 64]
    assert Solver().solve_many(players, opponents).tolist() == [64, 64]


def test_a_board_is_solved_for_its_side_to_move() -> None:
    board = Board.from_text("XO" + "-" * 62 + " X")
    assert solve(board).lower == 64
    assert solve(Board.from_text("OX" + "-" * 62 + " O")).lower == 64


def test_fractions_of_a_mebibyte() -> None:
    assert Solver(hash_mb=1e-9)._crew._table.words.size == 8
    assert Solver(hash_mb=0.5)._crew._table.words.nbytes == 1 << 19
    assert Solver(hash_mb=3)._crew._table.words.nbytes == 1 << 21
