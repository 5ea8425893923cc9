"""Commands that start external programs: none of those outlives a command that is ended."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

from outflank.protocols.program import kill_running

#: Added to a signal's number this is the exit status of a program that it ended.
SIGNALLED: Final = 128


@contextmanager
def ending_programs() -> Iterator[None]:
    """Make SIGTERM end the command as Ctrl-C does, so that what it has started is ended."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread may say what signals do
        return
    before = signal.signal(signal.SIGTERM, _leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _leave(number: int, _frame: FrameType | None) -> None:
    signal.signal(number, signal.SIG_IGN)  # once is enough
    kill_running()
    raise SystemExit(SIGNALLED + number)
