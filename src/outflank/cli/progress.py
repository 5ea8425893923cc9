"""Progress on standard error: bars on a terminal, and a word when kernels must be compiled."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Final

#: Tells how much is done and how much there is in all, None if that is not known.
Report = Callable[[float, float | None], None]

#: Up to so many seconds are told as such; and so many minutes.
SECONDS_TO_TELL: Final = 90


@contextmanager
def progress(what: str, *, left: bool = False) -> Iterator[Report]:
    """A bar while work goes on; nothing where standard error is no terminal.

    Args:
        what: is being done.
        left: show how many per cent are done and the time that is left, not the time that
            has passed.
    """
    if not sys.stderr.isatty():
        yield lambda _done, _total: None
        return
    from rich.progress import (
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    from outflank.cli.console import Console

    told = (TaskProgressColumn(), TimeRemainingColumn()) if left else (TimeElapsedColumn(),)
    columns = (TextColumn("{task.description}"), BarColumn(), *told)
    console = Console(stderr=True)
    # What is written meanwhile appears above the bar; but it must not be led from a file or
    # a pipe to the terminal.
    above = sys.stdout.isatty()
    with Progress(*columns, console=console, transient=True, redirect_stdout=above) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


class Counter:
    """Moves a bar on by one each time it is called.

    Args:
        report: of the bar.
        total: calls until all is done.
    """

    def __init__(self, report: Report, total: int) -> None:
        self._report, self._total, self._done = report, total, 0

    def __call__(self) -> None:
        """One more is done."""
        self._done += 1
        self._report(self._done, self._total)


@contextmanager
def rate_bar(what: str, noun: str) -> Iterator[Callable[[int, int, int], None]]:
    """A bar with how many are done, how many a second, and the time left.

    Args:
        what: is being done.
        noun: what is counted, in the plural.

    Yields:
        Told how many are done, how many of them before now, and how many there are.
    """
    if not sys.stderr.isatty():
        yield lambda _done, _before, _total: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    from outflank.cli.console import Console

    told = TextColumn("{task.fields[rate]}")
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), told)
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None, rate="")
        started = monotonic()

        def tell(done: int, before: int, total: int) -> None:
            rate = (done - before) / max(monotonic() - started, 1e-9)
            left = f", {_duration((total - done) / rate)} left" if rate else ""
            bar.update(task, completed=done, total=total, rate=f"{noun}, {rate:,.4g}/s{left}")

        yield tell


def _duration(seconds: float) -> str:
    """Seconds as people read them: ``9 s``, ``12 min``, ``5.2 h``."""
    if seconds < SECONDS_TO_TELL:
        return f"{seconds:.0f} s"
    minutes = seconds / 60
    return f"{minutes:.0f} min" if minutes < SECONDS_TO_TELL else f"{minutes / 60:.1f} h"


@contextmanager
def working(what: str) -> Iterator[None]:
    """A moving sign while work goes on whose end is not known; only on a terminal."""
    if not sys.stderr.isatty():
        yield
        return
    from outflank.cli.console import Console

    with Console(stderr=True).status(what):
        yield


@contextmanager
def compiling() -> Iterator[None]:
    """Around imports of kernels: says that, and which, kernels are being compiled.

    Compiling happens once for each version of the kernels; after that nothing is shown.
    """
    with _quick_imports(), _telling():
        yield


@contextmanager
def _quick_imports() -> Iterator[None]:
    """The first import of kernels without looking for garbage, of which there is none.

    What it makes lives as long as the process; nobody needs to look at it again, not
    even at the end. That is a quarter of the time of a short command.
    """
    if "numba" in sys.modules or not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


@contextmanager
def _telling() -> Iterator[None]:
    """Says which kernels are being compiled meanwhile."""
    from outflank.core.compile import listening

    if sys.stderr.isatty():
        from outflank.cli.console import Console

        status = Console(stderr=True).status("")
        with status, listening(lambda name: status.update(f"compiling {name} (once)")):
            yield
        return
    told: list[str] = []

    def tell_once(name: str) -> None:
        if not told:
            print("outflank: compiling kernels, once ...", file=sys.stderr, flush=True)
        told.append(name)

    with listening(tell_once):
        yield
