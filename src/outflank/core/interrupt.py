"""Runs a compiled kernel so that Ctrl-C, and any stop request, still works.

Python delivers Ctrl-C only between its own instructions, so a kernel that runs
for a minute on the main thread cannot be interrupted for a minute. Here the
kernel works on a thread of its own (it releases the GIL) while the caller waits.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import Generic, TypeVar

Result = TypeVar("Result")

#: Stack of the worker thread in bytes: enough for any recursion of 64 plies on every platform.
STACK_BYTES = 64 * 1024 * 1024

#: Seconds between two looks for an interrupt while the kernel works.
TICK = 0.05

_stack_size_lock = threading.Lock()


def _renew_lock() -> None:
    """In a forked child: the thread that may have held the lock is not there."""
    global _stack_size_lock  # noqa: PLW0603 (a lock cannot be opened from outside)
    _stack_size_lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew_lock)


class _Task(Generic[Result]):
    """A call and what came of it.

    It says itself when it has ended: after an interrupted `join`, Python 3.11 takes a
    thread that still works for a dead one.
    """

    def __init__(self, call: Callable[[], Result]) -> None:
        self._call = call
        self._results: list[Result] = []
        self._error: BaseException | None = None
        self._begun = False
        self._given_up = False
        self._ended = threading.Event()

    def run(self) -> None:
        # The thread sets the one flag and looks at the other, `end` does it the other way
        # round: so the call either is waited for, or is never made.
        self._begun = True
        try:
            if not self._given_up:
                self._results.append(self._call())
        except BaseException as error:  # handed on to the caller by `result`
            self._error = error
        finally:
            self._ended.set()

    def wait(self) -> bool:
        """Wait for the end, one tick at most; True if it has come."""
        return self._ended.wait(TICK)

    def result(self) -> Result:
        if self._error is not None:
            raise self._error
        return self._results[0]

    def end(self, stop: Callable[[], None]) -> None:
        """Stop the call and wait until it has ended, however often Ctrl-C comes meanwhile.

        A caller that went on would find the kernel still writing into its arrays.
        """
        while True:
            try:
                self._given_up = True
                stop()
                while self._begun and not self.wait():
                    pass
                return
            except KeyboardInterrupt:
                continue


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
    task = _Task(call)
    try:
        start(task.run)
        while not task.wait():
            if tick is not None:
                tick()
    except BaseException:
        task.end(stop)
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
