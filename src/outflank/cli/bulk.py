"""What commands of bulk work share: how deep, by whom, and how it is told."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from cyclopts import Parameter

from outflank.board.errors import OutflankError
from outflank.cli.engines import Percent
from outflank.cli.inputs import Depth, Empties, Flag, Threads, whole_number
from outflank.cli.output import Exit, UsageError, complain, counted, say, say_json
from outflank.cli.progress import compiling, rate_bar

if TYPE_CHECKING:
    from outflank.jobs.depths import Depths
    from outflank.jobs.executor import Executor
    from outflank.jobs.run import Summary
    from outflank.jobs.work import Work

Output = Annotated[Path | None, Parameter(name=["--output", "-o"])]

#: What is searched where nothing else is asked for.
LEVEL: Final = "10"


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Deep:
    """How deep and how surely positions are searched.

    Attributes:
        level: playing strength, 0 to 60 (10 if nothing is said); outflank levels says what
            they search.
        depth: plies instead, where the value is not exact.
        selectivity: per cent of certainty of a search to a depth; at 100 nothing is left out
            on suspicion (73 if not given).
        exact: prove every value.
        exact_from: empties from which on values are proved.
    """

    level: str | None = None
    depth: Depth | None = None
    selectivity: Percent | None = None
    exact: Flag = False
    exact_from: Empties | None = None

    def depths(self) -> Depths:
        """The same for bulk work. Imports the kernels.

        Raises:
            UsageError: options that exclude each other, or a level that cannot be.
        """
        self._refuse_useless()
        with compiling():
            from outflank.engine import Limit
            from outflank.engine import level as level_of
            from outflank.jobs.depths import Depths

            try:
                limit = Limit(
                    depth=self.depth, selectivity=self.selectivity, exact_from=self.exact_from
                )
                if self.exact or self.depth is not None:
                    return Depths.of(limit)
                return Depths.of(limit, level_of(self.level or LEVEL))
            except OutflankError as error:
                raise UsageError(str(error)) from None

    def _refuse_useless(self) -> None:
        ways = {"--level": self.level is not None, "--depth": self.depth is not None}
        given = [name for name, on in {**ways, "--exact": self.exact}.items() if on]
        if len(given) > 1:
            raise UsageError(f"{' and '.join(given)} exclude each other: give one of them")
        if self.selectivity is not None and self.depth is None:
            raise UsageError("--selectivity is for --depth")
        if self.exact and self.exact_from is not None:
            raise UsageError("--exact proves everything, and has no use for --exact-from")


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Doers:
    """Who does the work.

    Attributes:
        threads: of this process (all cores if not given).
        cluster: the address of a Dask scheduler, tcp://host:port, instead.
    """

    threads: Threads | None = None
    cluster: str | None = None

    def check(self) -> None:
        """Find out before any work whether it can be done so.

        Raises:
            UsageError: both are given.
            JobError: what a cluster needs is not installed.
        """
        if self.threads is not None and self.cluster is not None:
            raise UsageError("--threads and --cluster: give one of them")
        if self.cluster is not None:
            from outflank.jobs.cluster import check_cluster

            check_cluster()

    def executor(self, work: Work) -> Executor:
        """Who does the chunks of a work."""
        if self.cluster is not None:
            from outflank.jobs.cluster import Cluster

            return Cluster(work.spec, self.cluster)
        from outflank.core.workers import cores
        from outflank.jobs.threads import Threads as ThreadsHere

        return ThreadsHere(work.spec, self.threads or cores())


DEEP: Final = Deep()
DOERS: Final = Doers()


def checked_output(output: Path | None) -> Path:
    """The file of the result, found out before any work to be one that can be written.

    Raises:
        UsageError: there is none.
        JobError: no result can be written there.
    """
    if output is None:
        raise UsageError("-o FILE is missing: the result, .parquet, .csv or .jsonl")
    from outflank.jobs.output import check_format

    check_format(output)
    return output


def do(work: Work, output: Path, doers: Doers, what: str, noun: str, json: bool) -> Exit:
    """Do a work with a bar, and sum up.

    Args:
        work: what is to be done.
        output: the file of the result.
        doers: who does it.
        what: is being done, for the bar.
        noun: of the rows.
        json: sum up in a JSON object.
    """
    from outflank.jobs.run import Listener, run_work
    from outflank.jobs.workfile import working_path

    try:
        with rate_bar(what, f"{noun}s") as tell:
            summary = run_work(
                work, output, partial(doers.executor, work), Listener(tell, complain)
            )
    except KeyboardInterrupt:
        if working_path(output).exists():  # else the result is there, or nothing was begun
            complain(f"what is done is kept in {working_path(output)}: the same command goes on")
        raise
    _sum_up(summary, output, noun, json)
    return Exit.FAULT if summary.failures else Exit.OK


def _sum_up(summary: Summary, output: Path, noun: str, json: bool) -> None:
    from outflank.jobs.run import failed_path

    rows_failed = sum(failure.rows for failure in summary.failures)
    if json:
        say_json(
            {
                "file": str(output),
                "rows": summary.rows - rows_failed,
                "before": summary.before,
                "seconds": round(summary.seconds, 3),
                "rate": round(summary.rate, 3),
                "failed_chunks": len(summary.failures),
                "failed_rows": rows_failed,
            }
        )
    else:
        earlier = f", {summary.before:,} of them in an earlier run" if summary.before else ""
        say(
            f"{output}: {counted(summary.rows - rows_failed, noun)}{earlier}, "
            f"{summary.seconds:.1f} s, {summary.rate:,.4g}/s"
        )
    if summary.failures:
        complain(
            f"{counted(len(summary.failures), 'chunk')} set aside with "
            f"{counted(rows_failed, noun)} ({summary.failures[0].error}): "
            f"{failed_path(output)}; the same command tries them again"
        )


def read_range(option: str, text: str, least: int, most: int) -> tuple[int, int]:
    """Two numbers written ``10-20``, or one that is both.

    Raises:
        UsageError: they are none, or out of the range, or the first is the greater one.
    """
    first, dash, last = text.partition("-")
    try:
        low = whole_number(first.strip())
        high = whole_number(last.strip()) if dash else low
    except ValueError as error:
        raise UsageError(f"{option}: {error}") from None
    if not least <= low <= high <= most:
        raise UsageError(f"{option} {text}: two numbers of {least} to {most}, the lesser one first")
    return low, high
