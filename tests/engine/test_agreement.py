"""Every way to ask is answered alike: one move, every move, the best few, who wins, in bulk."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

from engine.ffo import FFO
from engine.proofs import check_proof
from exact import with_empties
from outflank.board import PASS, Position
from outflank.engine import Solver, solve, solve_all
from outflank.textbook import solve_moves

POSITIONS = [with_empties(seed % 12, seed) for seed in range(120)]
POSITIONS += [known.position for known in FFO[:4]]


def sign(score: int) -> int:
    return (score > 0) - (score < 0)


@pytest.mark.parametrize("driver", ["mtdf", "pvs"])
@pytest.mark.parametrize("threads", [1, 2])
def test_every_move_has_its_score(driver: str, threads: int) -> None:
    """By a fresh table, and by one that the root's own proof filled."""
    solver = Solver(threads, driver=driver)
    for position in POSITIONS if threads == 1 else POSITIONS[::12]:
        expected = solve_moves(position)
        alone = solver.solve(position)
        for found in (solver.solve_all(position), solve_all(position, hash_mb=1, driver=driver)):
            assert found.moves is not None
            assert {move: score.value for move, score in found.moves.items()} == expected
            assert all(score.bound == "exact" for score in found.moves.values())
            if expected:
                top = max(expected.values())
                assert set(found.best) == {m for m, score in expected.items() if score == top}
                assert alone.best[0] in found.best
            assert (found.lower, found.upper) == (alone.lower, alone.upper)
            assert found.exact
            if position.is_game_over():
                assert found.best == found.pv == ()
            else:
                assert found.pv[0] in found.best
                check_proof(solver.solve(position.play(found.pv[0])), -found.lower)


@pytest.mark.parametrize("best", [1, 2, 3, 60])
def test_the_best_few_are_exact_and_the_others_are_bounds(best: int) -> None:
    solver = Solver()
    for position in POSITIONS:
        expected = solve_moves(position)
        found = solver.solve_all(position, best=best)
        assert found.moves is not None
        assert set(found.moves) == set(expected)
        exact = {move for move, score in found.moves.items() if score.bound == "exact"}
        assert len(exact) >= min(best, len(expected))
        for move, score in found.moves.items():
            if move in exact:
                assert score.value == expected[move]
            else:
                assert score.bound == "upper"
                assert expected[move] <= score.value
        wanted = sorted(expected.values(), reverse=True)[:best]
        assert sorted((expected[move] for move in exact), reverse=True)[:best] == wanted
        if expected:
            assert found.exact
            assert found.lower == max(expected.values())
            assert found.best
            assert all(expected[move] == found.lower for move in found.best)


@pytest.mark.parametrize("driver", ["mtdf", "pvs"])
def test_win_draw_or_loss(driver: str) -> None:
    solver = Solver(driver=driver)
    for position in POSITIONS:
        exact = solve(position, hash_mb=1).lower
        for found in (solver.solve(position, wld=True), solve(position, wld=True, hash_mb=1)):
            assert found.lower <= exact <= found.upper
            assert sign(found.lower) == sign(found.upper) == sign(exact) or exact == 0
            assert exact != 0 or found.exact
            assert sign(found.score.value) == sign(exact)
            if not position.is_game_over():
                (move,) = found.best
                reply = -solve(position.play(move), hash_mb=1).lower
                assert sign(reply) == sign(exact)


def test_win_draw_or_loss_of_every_move() -> None:
    """All moves of the best outcome are best: by how much is not asked."""
    solver = Solver()
    for position in POSITIONS:
        expected = solve_moves(position)
        for found in (
            solver.solve_all(position, wld=True),
            solve_all(position, wld=True, hash_mb=1),
        ):
            assert found.moves is not None
            outcomes = {move: sign(score.value) for move, score in found.moves.items()}
            assert outcomes == {move: sign(score) for move, score in expected.items()}
            if expected:
                top = max(outcomes.values())
                assert set(found.best) == {move for move, won in outcomes.items() if won == top}


@pytest.mark.parametrize("driver", ["mtdf", "pvs"])
@pytest.mark.parametrize("best", [1, 2, 60])
def test_the_best_few_by_who_wins(best: int, driver: str) -> None:
    """So many moves are decided, none of the others wins more than they do."""
    solver = Solver(driver=driver)
    for position in POSITIONS:
        expected = {move: sign(score) for move, score in solve_moves(position).items()}
        for found in (
            solver.solve_all(position, best=best, wld=True),
            Solver(hash_mb=1, driver=driver).solve_all(position, best=best, wld=True),
        ):
            assert found.moves is not None
            assert set(found.moves) == set(expected)
            decided = {
                move
                for move, score in found.moves.items()
                if sign(score.value) == (-1 if score.bound == "upper" else 1)
                or score.bound == "exact"
            }
            assert len(decided) >= min(best, len(expected))
            for move, score in found.moves.items():
                if move in decided:
                    assert sign(score.value) == expected[move]
            wanted = sorted(expected.values(), reverse=True)[:best]
            assert sorted((expected[move] for move in decided), reverse=True)[:best] == wanted
            if expected:
                assert all(expected[move] == wanted[0] for move in found.best)
                assert sign(found.score.value) == wanted[0]


@pytest.mark.parametrize("threads", [1, 2])
def test_many_at_once_are_each_alone(threads: int) -> None:
    solver = Solver(threads, hash_mb=1)
    positions = POSITIONS * 3
    sides = [
        np.array([getattr(position, side) for position in positions], np.uint64)
        for side in ("player", "opponent")
    ]
    expected = [solver.solve(position).lower for position in positions]
    assert solver.solve_many(*sides).tolist() == expected
    assert solver.solve_many(*(side.tolist() for side in sides)).tolist() == expected


def test_arrays_that_may_not_be_written_are_read() -> None:
    sides = [np.array([mask], np.uint64) for mask in (1, 2)]
    for side in sides:
        side.setflags(write=False)
    assert Solver().solve_many(*sides).tolist() == [64]


def test_no_position_at_all() -> None:
    assert Solver().solve_many([], []).tolist() == []


def test_a_pass_is_a_move_with_a_score() -> None:
    position = next(position for position in POSITIONS if position.must_pass)
    found = solve_all(position)
    assert found.moves is not None
    assert list(found.moves) == [PASS]
    assert found.best == (PASS,)
    assert found.moves[PASS].value == -solve(position.passed()).lower


def test_solutions_travel_and_are_what_they_were() -> None:
    for solution in (solve(POSITIONS[7]), solve_all(POSITIONS[7])):
        for twin in (copy.deepcopy(solution), pickle.loads(pickle.dumps(solution))):
            assert twin == solution
    moves = solve_all(POSITIONS[7]).moves
    assert moves
    with pytest.raises(TypeError):
        moves[next(iter(moves))] = None  # type: ignore[index]


def test_moves_stand_in_board_order() -> None:
    for position in POSITIONS:
        found = solve_all(position, hash_mb=1)
        assert found.moves is not None
        assert list(found.moves) == sorted(found.moves)
        assert list(found.best) == sorted(found.best)


def test_one_solver_gives_one_answer_however_it_was_used() -> None:
    """Bulk, one, all, who wins, in any order, over one table."""
    solver = Solver(hash_mb=1)
    expected = [solve(position, hash_mb=1).lower for position in POSITIONS]
    for position, score in zip(POSITIONS, expected, strict=True):
        solver.solve(position, wld=True)
        solver.solve_all(position, best=1)
        assert solver.solve(position).lower == score
        assert solver.solve_many([position.player], [position.opponent]).tolist() == [score]
        assert solver.solve(Position(position.player, position.opponent)).lower == score
