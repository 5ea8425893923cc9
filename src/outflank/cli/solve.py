"""``outflank solve``: the proved score of every position of a file, held against known ones."""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Literal, NamedTuple

from cyclopts import Parameter, validators

from outflank.cli.answers import Answer, Question
from outflank.cli.inputs import Flag, Json, Sources, Text, Threads, number, read_positions
from outflank.cli.output import Exit, UsageError, complain, fault_of
from outflank.cli.progress import compiling, progress
from outflank.cli.resume import ResumeFile
from outflank.cli.solve_report import JsonReport, Report, TableReport
from outflank.games.obf import Problem

if TYPE_CHECKING:
    from outflank.engine import Solver

DriverName = Literal["mtdf", "pvs"]
EveryMove = Annotated[bool, Parameter(name="--all", negative="")]
Megabytes = Annotated[int, Parameter(name="--hash"), number(1)]
Seconds = Annotated[float, Parameter(validator=validators.Number(gt=0))]

HASH_MB: Final = 64


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
    if time is not None and not math.isfinite(time):
        raise UsageError(f"--time: {time} is not a number of seconds")
    faults: list[Exception] = []

    def on_fault(fault: Exception) -> None:
        faults.append(fault)
        complain(fault_of(fault))

    problems = read_positions(words, on_fault)
    if not problems:
        return Exit.FAULT
    question = Question(every_move, wld)
    several_files = len(words) > 1 and problems[0].source is not None
    report: Report = (JsonReport if json else TableReport)(problems, question, several_files)
    with ExitStack() as stack:
        kept = stack.enter_context(ResumeFile(Path(resume))) if resume else None
        solver = _open_solver(threads, hash_mb, driver)
        _solve_each(problems, _Asking(solver, question, time), kept, report)
    return Exit.FAULT if faults or report.wrong else Exit.OK


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

    def answer(self, problem: Problem) -> Answer:
        """Solve one position; `SolveInterrupted` if Ctrl-C comes."""
        ask = self.solver.solve_all if self.question.every_move else self.solver.solve
        solution = ask(problem.position, time=self.time, wld=self.question.wld)
        return Answer.of(solution, problem, self.question)


def _solve_each(
    problems: Sequence[Problem], asking: _Asking, kept: ResumeFile | None, report: Report
) -> None:
    """Tell the answer to every problem as soon as it is known; kept ones are not solved again."""
    from outflank.engine import SolveInterrupted

    try:
        with progress("solving") as tell:
            for done, problem in enumerate(problems):
                tell(done, len(problems))
                _solve_one(problem, asking, kept, report)
    except SolveInterrupted as interrupt:
        # What was proved of the one in progress is not lost.
        report.add(problem, Answer.of(interrupt.solution, problem, asking.question))
        raise
    finally:
        report.end()


def _solve_one(problem: Problem, asking: _Asking, kept: ResumeFile | None, report: Report) -> None:
    if kept and (known := kept.find(problem.board().to_text(), asking.question)):
        report.add(problem, known, kept=True)
        return
    answer = asking.answer(problem)
    if kept and answer.solved:
        kept.keep(report.describe(problem, answer))
    report.add(problem, answer)
