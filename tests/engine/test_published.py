"""Published scores beside the checkout: FFO, ntest's sets, twelve and twenty empties, WTHOR."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from engine.proofs import check_proof
from outflank.board import Color, Position
from outflank.engine import Solver
from outflank.games import Problem, read_obf
from outflank.games.wthor import open_wthor

#: Sets with the score of every move, and of how many positions it is known.
EVERY_MOVE = [
    ("ntest_solver6_exact.obf", 69),
    ("ntest_solver12_exact.obf", 55),
    ("ntest_solver16_exact.obf", 74),
    ("wthor_sample_12empties_exact.obf", 489),
    ("fforum-1-19.obf", 19),
]


def problems(shared_data: Path, name: str) -> list[Problem]:
    """The positions of a file of which a score is known."""
    found = [p for p in read_obf(shared_data / "endgame" / name) if p.score is not None]
    assert found
    return found


def check_problem(solver: Solver, problem: Problem) -> None:
    """The score, and one of the moves that reach it."""
    assert problem.score is not None
    solution = solver.solve(problem.position)
    check_proof(solution, problem.score)
    best = {move for move, score in problem.scores.items() if score == problem.score}
    assert set(solution.best) <= best or not problem.scores, problem.to_text()


@pytest.mark.parametrize(("name", "count"), EVERY_MOVE)
def test_the_score_of_every_move(shared_data: Path, name: str, count: int) -> None:
    solver, checked = Solver(), 0
    for problem in problems(shared_data, name):
        found = solver.solve_all(problem.position)
        assert found.moves is not None
        scores = {move: score.value for move, score in found.moves.items()}
        assert {move: scores[move] for move in problem.scores} == problem.scores, problem.to_text()
        assert found.lower == found.upper == problem.score
        checked += 1
    assert checked == count


@pytest.mark.parametrize("threads", [1, 2])
def test_twelve_empties_in_bulk(shared_data: Path, threads: int) -> None:
    sample = problems(shared_data, "wthor_sample_12empties_exact.obf")
    sides = [
        np.array([getattr(problem.position, side) for problem in sample], np.uint64)
        for side in ("player", "opponent")
    ]
    scores = [problem.score for problem in sample]
    assert Solver(threads).solve_many(*sides).tolist() == scores


@pytest.mark.parametrize("driver", ["mtdf", "pvs"])
def test_ffo_20_to_29(shared_data: Path, driver: str) -> None:
    solver = Solver(driver=driver)
    for problem in problems(shared_data, "fforum-20-39.obf")[:10]:
        check_problem(solver, problem)


@pytest.mark.slow
@pytest.mark.parametrize("driver", ["mtdf", "pvs"])
def test_ffo_30_to_39(shared_data: Path, driver: str) -> None:
    solver = Solver(driver=driver)
    for problem in problems(shared_data, "fforum-20-39.obf")[10:]:
        check_problem(solver, problem)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(40, 48))
def test_ffo_40_to_47(shared_data: Path, number: int) -> None:
    problem = problems(shared_data, "fforum-40-59.obf")[number - 40]
    check_problem(Solver(threads=1 + number % 2, hash_mb=256), problem)


@pytest.mark.slow
def test_twenty_empties(shared_data: Path) -> None:
    solver = Solver(hash_mb=256)
    hard = problems(shared_data, "hard-20.obf")
    assert len(hard) == 138
    for problem in hard:
        check_problem(solver, problem)


EMPTIES = 24


def perfect_play(shared_data: Path) -> Iterator[tuple[str, Position, int]]:
    """Where perfect play begins in games of the WTHOR base, and its score for the side to move."""
    for path in sorted((shared_data / "wthor").glob("WTH_*.wtb")):
        file = open_wthor(path)
        for game in (file.game(number) for number in range(0, min(len(file), 300), 97)):
            if game.exact_from == EMPTIES and game.theoretical is not None:
                board = game.board()
                while board.position.empties < EMPTIES:
                    board.pop()
                if board.position.empties == EMPTIES:
                    score = 2 * game.theoretical - 64
                    mine = score if board.turn is Color.BLACK else -score
                    yield str(game.source), board.position, mine


@pytest.mark.slow
def test_the_perfect_result_of_fifty_tournament_games(shared_data: Path) -> None:
    solver, games = Solver(threads=2, hash_mb=256), 0
    for source, position, score in islice(perfect_play(shared_data), 50):
        assert solver.solve(position).score.value == score, f"{source}: {position.to_text()}"
        games += 1
    assert games == 50


def test_games_are_found_at_their_perfect_play(shared_data: Path) -> None:
    """The reading alone, so that the long test cannot rot unseen."""
    found = list(islice(perfect_play(shared_data), 3))
    assert [position.empties for _, position, _ in found] == [EMPTIES] * 3
    assert all(-64 <= score <= 64 for _, _, score in found)
