"""Faults that other programs shipped in search, table and solver, each with the right answer.

Sources: E = Nyanyan/Egaroucid issues on GitHub, the others by their repository.
"""

from __future__ import annotations

import pytest

from engine.ffo import FFO
from engine.proofs import check_bounds, check_proof
from exact import with_empties
from outflank.board import PASS, Board, Move, Position
from outflank.engine import Solver, solve, solve_all

E139 = "--OX-OO---OOOO-X-OOOO-OX-OOOOOXXXOOXXOXX-OOOOOOXXOXX-O-XO--XXXXX X"
E115 = "---O----O-OOOOO-OOXOOOO-OXOXOXO-OOXOXOXXOOXOXXXXOOOOOOXXXXXXXXXX X"
E138 = "OOOXXXXOOOOOOOOOOOOOOXOXOOOOXOXXOOOOXX-XOOOOOXX-OOXXXOXXOOOOOOOO X"

#: E217: 59 moves, then White has no move and Black has one.
E217 = (
    "f5d6c4d3c3f4f6f3e6e7f7c5e3e2g3b4g5g6d8h5b5b3h4f2d2e1h6c2c6e8"
    "d7c8c7a4a2a3a5b8b6h3g4h7g2a6c1d1g1f1h1a1g7b1a7a8b7f8h8h2g8"
)
#: E67: White must pass with 17 empties, and an engine moved.
E67 = "f5d6c3d3c4f4f6f3e3b4c5c6e6e2e7d2f1d7a3a4b3g6a5a2a1f2g5f7b2c2b5e1b1g1c1h4g3b6d1h2h1g2h3"


@pytest.mark.parametrize("driver", ["mtdf", "pvs"])
@pytest.mark.parametrize("threads", [1, 2])
def test_e139_values_of_one_search_are_not_taken_for_another_s(driver: str, threads: int) -> None:
    """+28 b2 was said; it is +32 g7, and the line goes on with -32 and +32."""
    solver = Solver(threads, driver=driver)
    position = Position.from_text(E139)
    for _ in range(2):
        solution = solver.solve(position)
        check_proof(solution, 32)
        assert solution.best == (Move("g7"),)
        after = solver.solve(position.play("g7"))
        check_proof(after, -32)
        assert set(after.best) <= {Move("a6"), Move("b8")}
        both = solver.solve_all(position.play("g7"))
        assert set(both.best) == {Move("a6"), Move("b8")}


def test_e139_the_score_of_every_move() -> None:
    found = solve_all(Position.from_text(E139))
    assert found.moves is not None
    scores = {str(move): score.value for move, score in found.moves.items()}
    expected = "g7+32 b2+28 e7+22 e1+20 a2+16 b1+12 a4+10 a6+10 f3+10 g2+10"
    assert scores == {entry[:2]: int(entry[2:]) for entry in expected.split()}


def test_e115_every_empty_square_is_a_legal_move() -> None:
    position = Position.from_text(E115)
    assert len(position.legal_moves) == position.empties == 11
    found = solve_all(position)
    check_proof(found, 36)
    assert found.best == (Move("h2"), Move("h4"))


def test_e138_a_pass_is_not_the_end() -> None:
    solution = solve(Position.from_text(E138))
    check_proof(solution, -48)
    assert solution.best == (PASS,)


@pytest.mark.parametrize("transcript", [E217, E67])
def test_e217_and_e67_a_pass_is_crossed(transcript: str) -> None:
    board = Board.from_transcript(transcript)
    assert board.must_pass
    solution = solve(board)
    assert solution.best == (PASS,)
    check_proof(solution, solution.lower)
    assert solution.lower == -solve(board.position.passed()).lower
    found = solve_all(board)
    assert found.moves is not None
    assert [score.value for score in found.moves.values()] == [solution.lower]


def test_a_bound_is_never_reused_as_the_score() -> None:
    """dekunobou 58, E65: a narrow window first, then the whole one, over one table."""
    for driver in ("mtdf", "pvs"):
        solver = Solver(driver=driver)
        for known in FFO:
            solver.solve(known.position, wld=True)
            check_proof(solver.solve(known.position), known.score)
            for square in known.position.legal_moves:
                solver.solve(known.position.play(square), wld=True)
            check_proof(solver.solve(known.position), known.score)


def test_an_interrupted_search_is_not_taken_for_a_finished_one() -> None:
    """Demolito 21, weiss 587, Ethereal 11: what is said after a stop is proved, or not said."""
    known = FFO[2]
    for number in range(1, 30):
        solver = Solver(hash_mb=1)
        check_bounds(solver.solve(known.position, time=number * 2e-4), known.score)


def test_entries_of_earlier_searches_at_other_depths_do_no_harm() -> None:
    """syuilo/ai 71, E276: down a line and back up again over one table."""
    solver = Solver()
    position, scores, line = FFO[7].position, [], []
    for move in solver.solve(position).pv:
        line.append(position)
        scores.append(solver.solve(position).lower)
        position = position.play(move)
    assert [abs(score) for score in scores] == [8] * len(scores)
    assert [solver.solve(position).lower for position in reversed(line)] == scores[::-1]


def test_the_difference_is_maximised_not_the_own_discs() -> None:
    """hasera 37306962: an end with an empty square and one without are told apart by score."""
    for seed in range(100):
        position = with_empties(3, seed)
        solution = solve(position, hash_mb=1)
        ends = {move: -solve(position.play(move), hash_mb=1).lower for move in position.legal_moves}
        if ends:
            assert ends[solution.best[0]] == max(ends.values()) == solution.lower
