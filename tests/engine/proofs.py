"""What every proved solution must show."""

from __future__ import annotations

from engine.ffo import Known
from exact import worth
from outflank.board import PASS
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


def check_bounds(solution: Solution, score: int) -> None:
    """Whatever was stopped: what is said is true, and said to be a bound."""
    position = solution.position
    assert -64 <= solution.lower <= score <= solution.upper <= 64
    assert solution.exact == (solution.lower == solution.upper)
    assert solution.score.bound == "exact" if solution.exact else solution.score.bound != "exact"
    if solution.pv:  # a limit may come between the score and its variation, never within
        check_proof(solution, score)
    for move in solution.best:
        assert position.try_play(move) is not None
