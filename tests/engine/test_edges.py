"""Where a game ends, passes, or has one square left; and games that end with empties."""

from __future__ import annotations

import pytest

from engine.proofs import check_proof
from exact import plain_score, with_empties
from outflank.board import PASS, Move, Position
from outflank.engine import Solver, solve, solve_all

each_driver = pytest.mark.parametrize("driver", ["mtdf", "pvs"])


@each_driver
@pytest.mark.parametrize(
    ("text", "score"),
    [
        ("X" * 32 + "O" * 32 + " X", 0),
        ("X" * 33 + "O" * 31 + " X", 2),
        ("X" * 64 + " O", -64),
        ("X" * 64 + " X", 64),
        ("X" * 3 + "-" * 61 + " O", -64),  # wiped out: all empties to the winner
        ("-" * 64 + " X", 0),
        ("X" + "-" * 62 + "O X", 0),  # nobody moves, nobody leads
        ("XX" + "-" * 61 + "O X", 62),  # nobody moves: the winner gets 61 empties
    ],
)
def test_the_game_is_over(text: str, score: int, driver: str) -> None:
    position = Position.from_text(text)
    assert position.is_game_over()
    for solution in (solve(position, driver=driver), solve(position, driver=driver, wld=True)):
        check_proof(solution, score)
    found = solve_all(position, driver=driver)
    check_proof(found, score)
    assert found.moves == {}
    assert Solver().solve_many([position.player], [position.opponent]).tolist() == [score]


@each_driver
def test_a_forced_pass(driver: str) -> None:
    seen = 0
    for seed in range(2000):
        position = with_empties(1 + seed % 8, seed)
        if position.must_pass:
            seen += 1
            score = plain_score(position.player, position.opponent)
            solution = solve(position, driver=driver, hash_mb=1)
            check_proof(solution, score)
            assert solution.best == (PASS,)
            won = solve(position, driver=driver, hash_mb=1, wld=True)
            assert won.best == (PASS,)
    assert seen > 20


@each_driver
def test_one_empty(driver: str) -> None:
    solver = Solver(driver=driver, hash_mb=1)
    for seed in range(300):
        position = with_empties(1, seed)
        check_proof(solver.solve(position), plain_score(position.player, position.opponent))


def test_a_pass_far_from_the_end_is_crossed() -> None:
    """Above the kernels for few empties too: the score is the other side's, negated."""
    solver, seen = Solver(), 0
    for seed in range(3000):
        position = with_empties(11 + seed % 4, seed)
        if position.must_pass:
            seen += 1
            check_proof(solver.solve(position), -solve(position.passed()).lower)
    assert seen > 5


def test_two_passes_in_one_line() -> None:
    """E6 of B1: a position with two passes in a row is the end, not a search without end."""
    position = Position.from_text("XX" + "-" * 61 + "O X")
    assert solve(position).nodes < 10


def test_a_wipe_out_from_far() -> None:
    """One disc left, and it can be turned at once, with 53 empties."""
    text = "--------" * 3 + "---XXXX-" + "---XOX--" + "----X---" + "-------- " * 2
    position = Position.from_text(text.replace(" ", "") + " X")
    solution = solve(position, time=5)
    if Move("d6") in map(Move, position.legal_moves):
        check_proof(solution, 64)
