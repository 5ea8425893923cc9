"""The exact end of a game: against minimax to the last disc, and against solved positions."""

from __future__ import annotations

import _thread
import threading
import time
from pathlib import Path

import pytest

from outflank.board import PASS, Board, Move, Position
from outflank.textbook import minimax, solve, solve_moves
from outflank.textbook.evaluations import END_SCALE
from textbook.boards import late_boards


def exact_by_minimax(position: Position) -> int:
    score = minimax(position, 60).score
    assert score % END_SCALE == 0
    return score // END_SCALE


def test_the_score_is_minimaxs_to_the_end() -> None:
    found = late_boards(120, most_empties=8)
    kinds = {"pass": 0, "wipe-out": 0, "empties left": 0, "over": 0}
    for board in found:
        position = board.position
        result = solve(position)
        assert result.score == exact_by_minimax(position), board.to_text()
        assert result.unit == "discs"
        kinds["pass"] += position.must_pass
        kinds["over"] += position.is_game_over()
        kinds["wipe-out"] += abs(result.score) == 64
        kinds["empties left"] += position.is_game_over() and position.empties > 0
    assert all(kinds.values()), kinds


@pytest.mark.slow
def test_the_score_is_minimaxs_on_many_more() -> None:
    for board in late_boards(2000, most_empties=9, first_seed=1000):
        assert solve(board).score == exact_by_minimax(board.position), board.to_text()


def test_every_move_has_its_exact_score() -> None:
    for board in late_boards(60, most_empties=9):
        position, scores = board.position, solve_moves(board)
        expected = [PASS] if position.must_pass else list(position.legal_moves)
        assert list(scores) == [Move(move) for move in expected]
        for move, score in scores.items():
            assert score == -exact_by_minimax(position.play(move))
        result = solve(board)
        if scores:
            assert result.score == max(scores.values())
            assert result.best is not None
            assert scores[result.best] == result.score
        else:
            assert (result.best, result.answer) == (None, "-")


@pytest.mark.parametrize(
    ("text", "score", "best"),
    [
        ("X" * 32 + "O" * 32 + " X", 0, None),
        ("X" * 64 + " O", -64, None),
        ("XO" + "-" * 62 + " X", 64, "c1"),  # a wipe-out: all empties to the winner
        ("X" * 3 + "-" * 61 + " O", -64, None),
        ("-" * 64 + " X", 0, None),
    ],
)
def test_games_that_are_over_or_end_at_once(text: str, score: int, best: str | None) -> None:
    result = solve(Board.from_text(text))
    assert (result.score, result.best) == (score, best and Move(best))


def read_obf(path: Path) -> list[tuple[Board, dict[str, int]]]:
    """Positions with the exact score of moves, the best first."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        fields = [field.strip() for field in line.split("%")[0].split(";")]
        scores = dict(field.split(":") for field in fields[1:] if ":" in field)
        if scores:
            named = {move.lower().replace("pa", "pass"): int(n) for move, n in scores.items()}
            found.append((Board.from_text(fields[0]), named))
    return found


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("ntest_solver6_exact.obf", 60),
        ("ntest_solver12_exact.obf", 60),
        ("ntest_solver16_exact.obf", 20),
        ("wthor_sample_12empties_exact.obf", 60),
        ("fforum-1-19.obf", 19),
    ],
)
def test_published_positions(shared_data: Path, name: str, count: int) -> None:
    positions = read_obf(shared_data / "endgame" / name)
    assert positions
    for board, scores in positions[:count]:
        result = solve(board)
        assert result.score == max(scores.values()), board.to_text()
        assert scores.get(str(result.best), result.score) == result.score


def test_the_value_of_every_move_of_published_positions(shared_data: Path) -> None:
    for board, scores in read_obf(shared_data / "endgame" / "fforum-1-19.obf")[:5]:
        found = {str(move): score for move, score in solve_moves(board).items()}
        assert {move: found[move] for move in scores} == scores


def test_an_impossible_task_can_be_interrupted() -> None:
    threading.Timer(0.2, _thread.interrupt_main).start()
    started = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        solve(Position.start())
    assert time.perf_counter() - started < 2
