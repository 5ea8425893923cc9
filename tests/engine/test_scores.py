"""Random positions near the end against the corrected textbook search, two thousand of them.

Games and scattered discs; passes, wipe-outs and games that end with empties among them.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from engine.proofs import check_proof
from exact import plain_score, with_empties
from outflank.board import Position
from outflank.engine import Solver
from outflank.textbook import solve as textbook_solve

COUNT = 2000
LEAST, MOST = 4, 10


@cache
def cases() -> list[tuple[Position, int]]:
    """Positions of 4 to 10 empties with their scores."""
    positions = [with_empties(LEAST + seed % (MOST - LEAST + 1), seed) for seed in range(COUNT)]
    return [(position, textbook_solve(position).score) for position in positions]


def test_every_kind_of_position_is_among_them() -> None:
    assert sum(position.must_pass for position, _ in cases()) > 30
    assert sum(position.is_game_over() for position, _ in cases()) > 10
    assert sum(abs(score) == 64 for _, score in cases()) > 30
    assert sum(score == 0 for _, score in cases()) > 20
    assert {position.empties for position, _ in cases()} == set(range(LEAST, MOST + 1))


def test_the_textbook_agrees_with_minimax() -> None:
    for position, score in cases()[::7]:
        if position.empties <= 6:
            assert score == plain_score(position.player, position.opponent)


def test_some_lines_end_with_empties_left() -> None:
    solver = Solver()
    ends = 0
    for position, score in cases()[:400]:
        solution = solver.solve(position)
        placed = sum(not move.is_pass for move in solution.pv)
        ends += not position.is_game_over() and placed < position.empties and abs(score) < 64
    assert ends > 10


@pytest.mark.parametrize("driver", ["mtdf", "pvs"])
@pytest.mark.parametrize("threads", [1, 2])
def test_score_best_move_and_variation(driver: str, threads: int) -> None:
    solver = Solver(threads, driver=driver)
    for position, score in cases()[:: 40 if threads > 1 else 1 if driver == "mtdf" else 3]:
        solution = solver.solve(position)
        check_proof(solution, score)
        for move in solution.best:
            assert -textbook_solve(position.play(move)).score == score or position.empties > 8


def test_all_at_once() -> None:
    sides = [
        np.array([getattr(position, side) for position, _ in cases()], np.uint64)
        for side in ("player", "opponent")
    ]
    scores = [score for _, score in cases()]
    for threads in (1, 2):
        assert Solver(threads).solve_many(*sides).tolist() == scores


def test_the_other_colour_and_the_eight_images() -> None:
    for position, score in cases()[::16]:
        solver = Solver(hash_mb=1)
        for image in position.symmetries()[1:]:
            check_proof(solver.solve(image), score)
