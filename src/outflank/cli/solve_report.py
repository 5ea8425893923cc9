"""How ``outflank solve`` tells its answers: a table for a person, JSON objects for a program."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple

from outflank.cli.answers import Answer, Question
from outflank.cli.output import complain, say, say_json
from outflank.games.obf import Problem

RIGHT: Final = "right"
WRONG: Final = "wrong"
GAME_OVER: Final = "game over"


class Told(NamedTuple):
    """One answer that is told.

    Attributes:
        problem: the position.
        answer: what is proved of it.
        verdict: whether known scores are right or wrong; empty where that is not known.
        kept: it was not solved now, but in an earlier run.
    """

    problem: Problem
    answer: Answer
    verdict: str
    kept: bool


class Report(ABC):
    """Tells each answer as it comes and holds it against what is known of the problem.

    Args:
        problems: all that will be told of.
        question: what was asked of them.
        several_files: they came from several files, and each answer names its own.

    Attributes:
        wrong: problems whose known scores disagree with what is proved.
    """

    def __init__(
        self, problems: Sequence[Problem], question: Question, several_files: bool
    ) -> None:
        self.wrong: list[Problem] = []
        self._problems = problems
        self._question = question
        self._several_files = several_files

    def add(self, problem: Problem, answer: Answer, *, kept: bool = False) -> None:
        """Tell one answer and, on standard error, every known score that disagrees with it.

        Args:
            problem: the position.
            answer: what is proved of it.
            kept: it was not solved now, but in an earlier run.
        """
        disagreements = list(answer.disagreements(problem))
        right = answer.agrees(problem)
        if right is False:
            self.wrong.append(problem)
        verdict = "" if right is None else RIGHT if right else WRONG
        self._tell(Told(problem, answer, verdict, kept))
        for disagreement in disagreements:
            complain(f"{problem.place or 'position'}: {disagreement}")

    def describe(self, problem: Problem, answer: Answer) -> dict[str, Any]:
        """The JSON object of an answer."""
        place = {"file": problem.source or ""} if self._several_files else {}
        known = {"known": problem.score, "right": answer.agrees(problem)}
        return answer.to_json(problem.line, **place) | known

    @abstractmethod
    def _tell(self, told: Told) -> None:
        """Write one answer."""

    @abstractmethod
    def end(self) -> None:
        """The last word: nothing is told after it."""


class JsonReport(Report):
    """One JSON object an answer; the schema stands in docs/commands.md."""

    def _tell(self, told: Told) -> None:
        say_json(self.describe(told.problem, told.answer))

    def end(self) -> None:
        """Nothing: every object has been written."""


class _Column(NamedTuple):
    """A column of the table. Rows are written as they come, so its width is fixed."""

    name: str
    width: int


class TableReport(Report):
    """A table for a person, and the totals below it; see `Report`."""

    def __init__(
        self, problems: Sequence[Problem], question: Question, several_files: bool
    ) -> None:
        super().__init__(problems, question, several_files)
        self._has_known = any(problem.score is not None for problem in problems)
        self._told: list[Told] = []

    def _tell(self, told: Told) -> None:
        if not self._told:
            self._write(column.name for column in self._columns)
        self._write(self._cells(told))
        self._told.append(told)

    @cached_property
    def _columns(self) -> list[_Column]:
        place = max(len(self._place(problem)) for problem in self._problems)
        return [
            _Column("line", max(place, 6)),
            _Column("empties", 7),
            _Column("score", 10),
            *([_Column("known", 6), _Column("", 5)] if self._has_known else []),
            _Column("nodes", 15),
            _Column("seconds", 10),
            _Column("nodes/s", 12),
            _Column("  moves" if self._question.every_move else "  best", 0),
        ]

    def _cells(self, told: Told) -> list[str]:
        problem, answer = told.problem, told.answer
        known = "" if problem.score is None else f"{problem.score:+d}"
        score = answer.result if self._question.wld else None
        return [
            self._place(problem),
            str(answer.empties),
            score or answer.bounds,
            *([known, told.verdict] if self._has_known else []),
            f"{answer.nodes:,}",
            f"{answer.seconds:.3f}",
            _rate(answer.nodes, answer.seconds),
            f"  {_moves(answer)}",
        ]

    def _place(self, problem: Problem) -> str:
        return problem.place if self._several_files else str(problem.line)

    def _write(self, cells: Iterable[str]) -> None:
        widths = (column.width for column in self._columns)
        padded = (f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
        say(" ".join(padded).rstrip())

    def end(self) -> None:
        """The line of best play of a single position, and the totals."""
        if not self._told:
            return
        if len(self._problems) == 1 and (line := self._told[0].answer.pv):
            say(f"\nprincipal variation: {' '.join(line)}")
        say(f"\n{'; '.join(self._totals())}")

    def _totals(self) -> Iterable[str]:
        answers = [told.answer for told in self._told]
        solved = sum(answer.solved for answer in answers)
        nodes = sum(answer.nodes for answer in answers)
        seconds = sum(answer.seconds for answer in answers)
        yield f"{solved} of {len(self._problems)} positions solved"
        if kept := sum(told.kept for told in self._told):
            yield f"{kept} of them in an earlier run"
        if bounded := sum(not answer.decided for answer in answers):
            yield f"{bounded} not to the end: bounds are shown, not scores"
        if lineless := len(answers) - solved - bounded:
            yield f"{lineless} without the line of best play"
        yield f"{nodes:,} nodes, {seconds:.3f} s, {_rate(nodes, seconds) or '0'} nodes/s"
        if self._has_known:
            right = sum(told.verdict == RIGHT for told in self._told)
            yield f"known scores: {right} right, {len(self.wrong)} wrong"


def _moves(answer: Answer) -> str:
    """The best moves; or every move with its worth, the best first."""
    if answer.moves:
        return "  ".join(
            f"{move} {f'{worth:+d}' if isinstance(worth, int) else worth or '?'}"
            for move, worth in answer.moves.items()
        )
    if not answer.best and answer.exact:
        return GAME_OVER
    return " ".join(answer.best)


def _rate(nodes: int, seconds: float) -> str:
    return f"{nodes / seconds:,.0f}" if seconds > 0 else ""
