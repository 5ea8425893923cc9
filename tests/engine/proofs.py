"""What every proved solution must show."""

from __future__ import annotations

from collections.abc import Mapping

from engine.ffo import Known
from exact import worth
from outflank.board import PASS, Move
from outflank.engine import Solution


def check_proof(solution: Solution, score: int) -> None:
    """The score is proved, and the principal variation is legal, complete and worth it."""
    position = solution.position
    text = position.to_text()
    assert solution.exact, text
    assert (solution.lower, solution.upper) == (score, score), text
    assert (solution.score.value, solution.score.bound) == (score, "exact"), text
    assert worth(position, solution.pv) == score, text
    if position.is_game_over():
        assert solution.best == solution.pv == (), text
    else:
        assert solution.best[0] == solution.pv[0], text
    if position.must_pass:
        assert solution.best == (PASS,), text


def check_known(solution: Solution, known: Known) -> None:
    """It is the published score, by one of the published moves."""
    check_proof(solution, known.score)
    assert set(solution.best) <= known.best, known.name


def check_bounds(solution: Solution, score: int, worths: Mapping[Move, int] | None = None) -> None:
    """Whatever was stopped: what is said is true, and said to be a bound.

    With the score of every move, the best moves must reach what is said of the position.
    """
    position = solution.position
    assert -64 <= solution.lower <= score <= solution.upper <= 64
    assert solution.exact == (solution.lower == solution.upper)
    assert solution.score.bound == "exact" if solution.exact else solution.score.bound != "exact"
    if solution.pv:  # a limit may come between the score and its variation, never within
        check_proof(solution, score)
    assert bool(solution.best) != position.is_game_over()
    for move in solution.best:
        assert position.try_play(move) is not None
        assert worths is None or worths[move] >= solution.lower, (position.to_text(), move)


def check_moves(solution: Solution, worths: Mapping[Move, int]) -> None:
    """Every score of a move that is told is true."""
    assert solution.moves is not None
    for move, score in solution.moves.items():
        if score.bound == "exact":
            assert score.value == worths[move]
        elif score.bound == "upper":
            assert score.value >= worths[move]
        else:
            assert score.value <= worths[move]
