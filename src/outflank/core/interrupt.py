"""Runs a compiled kernel so that Ctrl-C, and any stop request, still works.

Python delivers Ctrl-C only between its own instructions, so a kernel that runs
for a minute on the main thread cannot be interrupted for a minute. Here the
kernel works on a thread of its own (it releases the GIL) while the caller waits.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

Result = TypeVar("Result")

#: Stack of the worker thread in bytes: enough for any recursion of 64 plies on every platform.
STACK_BYTES = 64 * 1024 * 1024

#: Seconds between two looks for an interrupt while the kernel works.
TICK = 0.05

_stack_size_lock = threading.Lock()


class _Task(Generic[Result]):
    """A call and what came of it."""

    def __init__(self, call: Callable[[], Result]) -> None:
        self._call = call
        self._results: list[Result] = []
        self._error: BaseException | None = None
        self.ended = threading.Event()

    def run(self) -> None:
        try:
            self._results.append(self._call())
        except BaseException as error:  # handed on to the caller by `result`
            self._error = error
        finally:
            self.ended.set()

    def result(self) -> Result:
        if self._error is not None:
            raise self._error
        return self._results[0]


def run(
    call: Callable[[], Result],
    stop: Callable[[], None],
    tick: Callable[[], None] | None = None,
) -> Result:
    """Run `call` on a worker thread and wait for its result.

    Args:
        call: the work; it must return soon after `stop` was called.
        stop: asks the work to end, for instance by setting a kernel's stop flag.
        tick: called about every 0.05 seconds meanwhile, for progress; if it raises,
            the work is stopped as by an interrupt.

    Returns:
        What `call` returned.

    Raises:
        KeyboardInterrupt: Ctrl-C came; `stop` was called and the work has ended.
        BaseException: whatever `call` raised.
    """
    # An event, not `Thread.join`: before Python 3.13 a join that Ctrl-C interrupts takes
    # the thread for ended, and the work would run on, stop flag cleared, into the next call.
    task = _Task(call)
    start(task.run)
    try:
        while not task.ended.wait(TICK):
            if tick is not None:
                tick()
    except BaseException:
        stop()
        task.ended.wait()
        raise
    return task.result()


def start(target: Callable[[], None]) -> threading.Thread:
    """Start a thread with a large stack; the process-wide setting is put back at once."""
    with _stack_size_lock:
        usual = threading.stack_size(STACK_BYTES)
        try:
            worker = threading.Thread(target=target, name="outflank-kernel", daemon=True)
            worker.start()
        finally:
            threading.stack_size(usual)
    return worker
