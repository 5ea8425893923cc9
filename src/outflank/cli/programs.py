"""Commands that put things in order when a signal ends them: programs, the terminal."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from outflank.protocols.program import end_on_signals


@contextmanager
def ending_programs() -> Iterator[None]:
    """Make SIGTERM and SIGHUP end the command as Ctrl-C does, with what it has started."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread may say what signals do
        return
    before = end_on_signals()
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
