"""Runs work over the slices of long arrays, on all cores.

One pool of threads serves every caller. Its tasks take slices from a common queue
until none is left, so a slow core does not hold up the others, and the caller
works along. Kernels release the GIL; Numba's own parallel loops are not used,
because their simplest layer ends the process when two threads enter it.
"""

from __future__ import annotations

import operator
import os
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import cache, partial

#: Does the elements from the first number up to, not including, the second.
Work = Callable[[int, int], None]


def cores() -> int:
    """Cores that this process may use, 1 or more."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def over_slices(length: int, grain: int, work: Work, threads: int | None = None) -> None:
    """Call `work` on slices that together cover ``range(length)`` once.

    A length of one grain or less is done on the calling thread. If a call raises,
    or Ctrl-C comes, no further slice is begun and the error is raised when the
    slices in progress have ended.

    Args:
        length: number of elements, 0 or more.
        grain: elements of a slice, 1 or more; the last slice may be shorter.
        work: what to do; it must release the GIL for the threads to be of use.
        threads: how many threads share the work, at most; None for all cores.

    Raises:
        TypeError: `threads` is not an integer.
        ValueError: `threads` is less than 1.
    """
    threads = cores() if threads is None else operator.index(threads)
    if threads < 1:
        raise ValueError(f"threads must be 1 or more, not {threads}")
    starts = deque(range(0, length, grain))

    def take_slices() -> None:
        try:
            for start in iter(partial(_take, starts), None):
                work(start, min(start + grain, length))
        except BaseException:
            starts.clear()
            raise

    helpers = _submit(take_slices, min(threads, len(starts)) - 1)
    try:
        take_slices()
    finally:
        wait(helpers)
    for helper in helpers:
        helper.result()


def _take(starts: deque[int]) -> int | None:
    """The first of the starts left; None if another thread took the last one."""
    try:
        return starts.popleft()
    except IndexError:
        return None


def _submit(task: Callable[[], None], copies: int) -> list[Future[None]]:
    """Start `copies` of a task on the shared pool (none if that is less than 1)."""
    return [_pool().submit(task) for _ in range(copies)]


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=cores(), thread_name_prefix="outflank")


if hasattr(os, "register_at_fork"):
    # A child process has the pool's memory but none of its threads: it makes its own.
    os.register_at_fork(after_in_child=_pool.cache_clear)
