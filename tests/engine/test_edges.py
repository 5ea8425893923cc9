"""Where a game ends, passes, or has one square left; and games that end with empties."""

from __future__ import annotations

import random

import pytest

from engine.proofs import check_proof
from exact import plain_score, scattered, with_empties
from outflank.board import PASS, Position
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
    check_proof(solve(position, driver=driver), score)
    won = solve(position, driver=driver, wld=True)
    assert (won.score.value > 0, won.score.value < 0) == (score > 0, score < 0)
    assert won.best == ()
    found = solve_all(position, driver=driver)
    check_proof(found, score)
    assert found.moves == {}
    assert Solver().solve_many([position.player], [position.opponent]).tolist() == [score]


def forced_passes(least: int, most: int, wanted: int) -> list[Position]:
    """Scattered discs of which the side to move has few, so that it often must pass."""
    choices, found = random.Random(wanted), []
    while len(found) < wanted:
        position = scattered(choices.randint(least, most), choices, share=0.06)
        if position.must_pass:
            found.append(position)
    return found


@each_driver
def test_a_forced_pass(driver: str) -> None:
    for position in forced_passes(1, 6, 60):
        score = plain_score(position.player, position.opponent)
        solution = solve(position, driver=driver, hash_mb=1)
        check_proof(solution, score)
        assert solution.best == (PASS,)
        assert solve(position, driver=driver, hash_mb=1, wld=True).best == (PASS,)


@each_driver
def test_one_empty(driver: str) -> None:
    solver = Solver(driver=driver, hash_mb=1)
    for seed in range(300):
        position = with_empties(1, seed)
        check_proof(solver.solve(position), plain_score(position.player, position.opponent))


@each_driver
def test_a_pass_far_from_the_end_is_crossed(driver: str) -> None:
    """Above the kernels for few empties too: the score is the other side's, negated."""
    solver = Solver(driver=driver)
    for position in forced_passes(7, 15, 40):
        check_proof(solver.solve(position), -solve(position.passed(), hash_mb=1).lower)


def test_two_passes_in_a_row_are_the_end() -> None:
    """Not a search without end, however many squares are empty."""
    position = Position.from_text("XX" + "-" * 61 + "O X")
    assert solve(position).nodes < 10


def test_a_wipe_out_far_from_the_end() -> None:
    """The opponent's one disc can be turned at once: no search is needed to see it."""
    text = "-" * 24 + "--XXXX--" + "--XOX---" + "--------" * 3
    solution = solve(Position.from_text(text + " X"), time=5)
    check_proof(solution, 64)
    assert len(solution.pv) == 1
    assert solution.nodes < 100
