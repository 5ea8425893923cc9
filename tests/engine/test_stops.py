"""Proofs stopped at every moment between two searches, and within each: what is said is true."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import count
from types import SimpleNamespace
from typing import Any

import pytest

from engine.ffo import FFO
from engine.proofs import check_bounds, check_moves
from exact import with_empties
from outflank.board import Move, Position
from outflank.core import drivers, line
from outflank.engine import Solution, Solver, prover
from outflank.engine.goal import Goal, Work
from outflank.engine.solution import score_within
from outflank.textbook import solve_moves

#: A pass, a loss of everything, a few moves; and positions of the suite, of 14 empties.
SMALL = [with_empties(8, seed) for seed in (0, 1, 5, 9)]
SMALL += [next(p for seed in count() if (p := with_empties(9, 3 * seed + 2)).must_pass)]
POSITIONS = [*SMALL, *(known.position for known in FFO[:3])]

SEARCHES = ("keeping_move", "best_play", "principal", "search")


@cache
def worths(position: Position) -> dict[Move, int]:
    """The score of every move; by the textbook where that is quick."""
    if position.empties <= 10:
        return {move: int(score) for move, score in solve_moves(position).items()}
    found = Solver(hash_mb=1).solve_all(position).moves
    assert found is not None
    return {move: int(score.value) for move, score in found.items()}


class Stopper:
    """Stops a solver at one of its searches, before it or at its end."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, at: int, before: bool) -> None:
        self.solver: Solver | None = None
        self.calls = 0
        self._at, self._before = at, before
        names = {name: getattr(drivers, name, None) or getattr(line, name, None) or prover.search
                 for name in SEARCHES}  # fmt: skip
        wrapped: dict[str, Any] = {name: self._wrap(call) for name, call in names.items()}
        monkeypatch.setattr(prover, "search", wrapped["search"])
        for module in (drivers, line):
            known = {**vars(module), **{k: v for k, v in wrapped.items() if hasattr(module, k)}}
            name = module.__name__.rpartition(".")[2]
            monkeypatch.setattr(prover, name, SimpleNamespace(**known))

    def _wrap(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def stopping(*arguments: Any) -> Any:
            self.calls += 1
            assert self.solver is not None
            if self.calls == self._at and self._before:
                self.solver._crew.stop()
            result = call(*arguments)
            if self.calls == self._at:
                self.solver._crew.stop()
            return result

        return stopping


def ask(solver: Solver, position: Position, question: str) -> Solution:
    wld = "wld" in question
    return (solver.solve_all if "all" in question else solver.solve)(position, wld=wld)


@pytest.mark.parametrize("question", ["best", "wld", "all", "all wld"])
@pytest.mark.parametrize("driver", ["mtdf", "pvs"])
@pytest.mark.parametrize("before", [True, False])
def test_a_stop_at_every_search(
    driver: str, question: str, before: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    proved_without_line = 0
    for position in POSITIONS:
        moves = worths(position)
        for at in count(1):
            with monkeypatch.context() as patch:
                stopper = Stopper(patch, at, before)
                stopper.solver = Solver(hash_mb=0.1, driver=driver)
                solution = ask(stopper.solver, position, question)
            check_bounds(solution, max(moves.values()), moves if "wld" not in question else None)
            if solution.moves is not None:
                check_moves(solution, moves)
            if solution.pv:
                assert solution.pv[0] == solution.best[0]
            proved_without_line += solution.exact and not solution.pv
            if stopper.calls < at:
                assert solution.exact or "wld" in question
                assert solution.pv or not solution.exact
                break
    assert proved_without_line > 0 or not before or "wld" in question


def test_a_proof_that_no_move_keeps_is_our_fault() -> None:
    """It is said so, and no short variation is handed out."""
    known = FFO[0]
    solver = Solver(hash_mb=1)
    wrong = Work(known.position)
    wrong.root.lower = wrong.root.upper = known.score + 2
    wrong.best = (min(known.best),)
    with pytest.raises(RuntimeError, match=r"no move keeps the proved score"):
        prover.Prover(solver._crew, "mtdf")._find_line(wrong)
    assert wrong.pv == ()
    goal = Goal(known.position, wants_move=True)
    with pytest.raises(RuntimeError, match=r"no move keeps the proved score \+20"):
        prover.Prover(solver._crew, "mtdf")._keeping_move(goal.position, known.score + 2)


@pytest.mark.parametrize(
    ("bounds", "value", "bound"),
    [
        ((4, 4), 4, "exact"),
        ((-10, -2), -2, "upper"),
        ((2, 10), 2, "lower"),
        ((-4, 6), -4, "lower"),
        ((-64, 6), 6, "upper"),
        ((-6, 64), -6, "lower"),
        ((-64, 64), 64, "upper"),
    ],
)
def test_two_bounds_are_told_as_the_one_that_says_most(
    bounds: tuple[int, int], value: int, bound: str
) -> None:
    score = score_within(*bounds)
    assert (score.value, score.bound) == (value, bound)
