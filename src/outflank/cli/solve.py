"""``outflank solve``: the proved score of every position of a file, held against known ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from itertools import compress
from operator import not_
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Literal, NamedTuple

from cyclopts import Parameter

from outflank.cli.answers import Answer, Question
from outflank.cli.inputs import (
    HASH_MB,
    Flag,
    Json,
    Megabytes,
    Seconds,
    Sources,
    Text,
    Threads,
    read_positions,
)
from outflank.cli.output import Exit, UsageError, complain, fault_of
from outflank.cli.progress import compiling, progress
from outflank.cli.resume import ResumeFile
from outflank.cli.solve_report import JsonReport, Report, TableReport
from outflank.games.errors import GameFileError
from outflank.games.obf import Problem

if TYPE_CHECKING:
    from outflank.engine import Solution, Solver

DriverName = Literal["mtdf", "pvs"]
EveryMove = Annotated[bool, Parameter(name="--all", negative="")]

#: Above this a proof takes hours and more, without a time limit.
MANY_EMPTIES: Final = 34

#: What is added to a fault of a line whose position could be read.
WITHOUT_KNOWN: Final = "; the position is solved without what the line says is known"


def solve(
    *words: Sources,
    every_move: EveryMove = False,
    wld: Flag = False,
    threads: Threads = 1,
    hash_mb: Megabytes = HASH_MB,
    time: Seconds | None = None,
    driver: DriverName = "mtdf",
    resume: Text | None = None,
    json: Json = False,
) -> int:
    """Prove the exact score of positions, a best move and the line of best play.

    Args:
        words: files of positions (OBF, 64 squares and a side a line, drawn boards,
            transcripts), - for standard input; or one position itself.
        every_move: the score of every legal move.
        wld: prove only whether the side to move wins, draws or loses.
        threads: threads that work on a position together.
        hash_mb: MB of memory for the table of known positions.
        time: seconds for a position; then what is proved of it is shown as bounds.
        driver: how the search closes in on the score; both find the same.
        resume: keep every answer in this file, and do not solve again what it holds.
        json: write one JSON object for each position.
    """
    faults: list[Exception] = []

    def on_fault(fault: Exception) -> None:
        faults.append(fault)
        left_out = isinstance(fault, GameFileError) and fault.problem is not None
        complain(fault_of(fault) + (WITHOUT_KNOWN if left_out else ""))

    problems = read_positions(words, on_fault)
    if not problems:
        return Exit.FAULT
    if time is None:
        _warn_of_long_ones(problems)
    question = Question(every_move, wld)
    several_files = len(words) > 1 and problems[0].source is not None
    report: Report = (JsonReport if json else TableReport)(problems, question, several_files)
    with ExitStack() as stack:
        kept = stack.enter_context(ResumeFile(Path(resume))) if resume else None
        solver = _open_solver(threads, hash_mb, driver)
        _solve_each(problems, _Asking(solver, question, time), kept, report)
    return Exit.FAULT if faults or report.wrong else Exit.OK


def _warn_of_long_ones(problems: Sequence[Problem]) -> None:
    """Say so if the emptiest position may take longer than anybody wants to wait."""
    emptiest = max(problems, key=lambda problem: problem.position.empties)
    empties = emptiest.position.empties
    if empties > MANY_EMPTIES:
        complain(
            f"warning: {emptiest.place or 'position'}: {empties} empties may take very long, "
            "if it ever ends; --time limits it"
        )


def _open_solver(threads: int, hash_mb: int, driver: DriverName) -> Solver:
    with compiling():
        from outflank.engine import Solver, SolverError

        try:
            return Solver(threads=threads, hash_mb=hash_mb, driver=driver)
        except SolverError as error:
            raise UsageError(str(error)) from None


class _Asking(NamedTuple):
    """A solver, and what it is asked of every position."""

    solver: Solver
    question: Question
    time: float | None

    def solutions(self, problems: Iterable[Problem]) -> Iterator[Solution]:
        """The solution of each problem, in order."""
        return self.solver.solve_each(
            (problem.position for problem in problems),
            every_move=self.question.every_move,
            wld=self.question.wld,
            time=self.time,
        )


def _solve_each(
    problems: Sequence[Problem], asking: _Asking, kept: ResumeFile | None, report: Report
) -> None:
    """Tell the answer to every problem as soon as it is known; kept ones are not solved again."""
    from outflank.engine import SolveInterrupted

    known = [_find(kept, problem, asking.question) for problem in problems]
    solutions = asking.solutions(compress(problems, map(not_, known)))
    try:
        with progress("solving") as tell:
            for done, (problem, earlier) in enumerate(zip(problems, known, strict=True)):
                tell(done, len(problems))
                answer = earlier or Answer.of(next(solutions), problem, asking.question)
                if kept and answer.solved and not earlier:
                    kept.keep(report.describe(problem, answer))
                report.add(problem, answer, kept=earlier is not None)
    except SolveInterrupted as interrupt:
        # What was proved of the one in progress is not lost.
        report.add(problem, Answer.of(interrupt.solution, problem, asking.question))
        raise
    finally:
        report.end()


def _find(kept: ResumeFile | None, problem: Problem, question: Question) -> Answer | None:
    """The answer of an earlier run, if there is one."""
    return kept.find(problem.board().to_text(), question) if kept else None
