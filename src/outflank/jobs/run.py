"""Runs a work: hands out chunks, keeps what comes back, goes on where an earlier run stopped."""

from __future__ import annotations

import json
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from outflank.evaluation.files import write_whole
from outflank.jobs.errors import JobError
from outflank.jobs.executor import Executor, Outcome
from outflank.jobs.output import check_format, write_result
from outflank.jobs.work import Work, chunks_of, rows_of
from outflank.jobs.workfile import WorkFile, working_path

#: A chunk that has failed so often is set aside.
ATTEMPTS: Final = 3

#: Seconds between two looks for anything but a finished chunk.
TICK: Final = 0.1


@dataclass(frozen=True, slots=True)
class Failure:
    """A chunk that was set aside.

    Attributes:
        chunk: its number.
        first: the first of its rows, from 0.
        rows: how many.
        error: why it failed last.
    """

    chunk: int
    first: int
    rows: int
    error: str


@dataclass(slots=True)
class Summary:
    """What became of a work.

    Attributes:
        rows: of the whole work.
        before: of them, those that an earlier run had done.
        done: of them, those that this run has done.
        seconds: that it took, the writing of the result included.
        failures: what was set aside.
    """

    rows: int
    before: int = 0
    done: int = 0
    seconds: float = 0.0
    failures: list[Failure] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """Rows a second of this run."""
        return self.done / self.seconds if self.seconds > 0 else 0.0


@dataclass(frozen=True, slots=True)
class Listener:
    """Who is told how it goes.

    Attributes:
        progress: how many rows are done, how many of them before, how many there are.
        notice: something that has happened, in a line: a worker was refused.
    """

    progress: Callable[[int, int, int], None] = lambda _done, _before, _rows: None
    notice: Callable[[str], None] = lambda _text: None


def failed_path(output: Path) -> Path:
    """Where is told what was set aside."""
    return output.with_name(f"{output.name}.failed.jsonl")


def run_work(
    work: Work,
    output: Path,
    executor: Callable[[], AbstractContextManager[Executor]],
    listener: Listener = Listener(),
) -> Summary:
    """Do a work and write its result.

    What is done is kept beside the result until that is written (`jobs.workfile`): the same
    call goes on where it was stopped, by whatever, and the result is the same. Chunks
    that were set aside leave their rows out; the next call tries them again.

    Args:
        work: what is to be done.
        output: the result: a file .parquet, .csv or .jsonl.
        executor: makes who does it; not called if nothing is left to do.
        listener: who is told.

    Raises:
        JobError: the result is there already, its name is no result's, something that it
            needs is not installed, or the work that was begun there is another, or was begun
            by another version.
        OutflankError: another process is at it.
        OSError: the disk is full, or a file cannot be written; what is done is kept.
        KeyboardInterrupt: Ctrl-C; what is done is kept.
    """
    check_format(output)
    started = time.perf_counter()
    with WorkFile(working_path(output), work) as file:
        if file.is_new and output.exists():  # asked under the file's lock: another may end now
            file.remove()
            raise JobError(
                f"{output}: is there already, and finished: give another name or remove it"
            )
        summary = Summary(work.cuts[-1])
        summary.before = sum(rows_of(work, chunk) for chunk in file.done)
        try:
            _do(work, file, executor, summary, listener)
        finally:
            file.sync()
        write_result(output, work.columns, _records(work, file))
        _tell_failures(failed_path(output), work, summary.failures)
        if not summary.failures:
            file.remove()
    summary.seconds = time.perf_counter() - started
    return summary


def _do(
    work: Work,
    file: WorkFile,
    executor: Callable[[], AbstractContextManager[Executor]],
    summary: Summary,
    listener: Listener,
) -> None:
    """Have every chunk done that is not; each is kept as soon as it comes back."""
    waiting = deque(chunk for chunk in range(chunks_of(work)) if chunk not in file.done)
    if not waiting:
        return
    attempts: Counter[int] = Counter()
    with executor() as doers:
        out = 0
        while waiting or out:
            while waiting and out < doers.room:
                chunk = waiting.popleft()
                doers.submit(chunk, work.task(chunk))
                out += 1
            for outcome in doers.wait(TICK):
                out -= 1
                if outcome.rows is not None:
                    file.keep(outcome.chunk, outcome.rows)
                    summary.done += rows_of(work, outcome.chunk)
                elif _is_given_up(outcome, attempts):
                    summary.failures.append(_failure(work, outcome))
                else:
                    waiting.appendleft(outcome.chunk)
            for notice in doers.notices():
                listener.notice(notice)
            listener.progress(summary.before + summary.done, summary.before, summary.rows)


def _is_given_up(outcome: Outcome, attempts: Counter[int]) -> bool:
    """Count a failure; True if that is enough."""
    attempts[outcome.chunk] += not outcome.again
    return attempts[outcome.chunk] >= ATTEMPTS


def _failure(work: Work, outcome: Outcome) -> Failure:
    first = work.cuts[outcome.chunk]
    return Failure(outcome.chunk, first, rows_of(work, outcome.chunk), outcome.error)


def _records(work: Work, file: WorkFile) -> Iterator[Mapping[str, Any]]:
    """Every record that is there, in the order of the rows."""
    for chunk in sorted(file.done):
        yield from work.records(chunk, file.rows(chunk))


def _tell_failures(path: Path, work: Work, failures: list[Failure]) -> None:
    """Write what was set aside, a JSON object a chunk; no file if nothing was."""
    if not failures:
        path.unlink(missing_ok=True)
        return
    lines = (
        json.dumps(
            {
                "work": work.name,
                "first_row": failure.first,
                "rows": failure.rows,
                "error": failure.error,
            }
        )
        for failure in sorted(failures, key=lambda failure: failure.chunk)
    )
    write_whole(path, "".join(f"{line}\n" for line in lines).encode())
