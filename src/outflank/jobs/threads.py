"""Chunks done here: threads of this process, each with a worker of its own.

Kernels release the GIL, so that threads share all cores; what they cannot share are the
few lines of Python between two chunks.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Any, Final, Self

from outflank.core import interrupt
from outflank.jobs.errors import Halted, JobError
from outflank.jobs.executor import Outcome
from outflank.jobs.work import Spec, Worker

#: Chunks handed out for each thread, so that none waits for the next.
AHEAD: Final = 2


class Threads:
    """Does chunks on threads of this process; see `Executor`.

    Args:
        spec: makes the workers.
        threads: how many.
    """

    def __init__(self, spec: Spec, threads: int) -> None:
        self._spec = spec
        self._threads = threads
        self._tasks: queue.SimpleQueue[tuple[int, Any] | None] = queue.SimpleQueue()
        self._outcomes: queue.SimpleQueue[Outcome] = queue.SimpleQueue()
        self._ended: list[threading.Event] = []
        self._halted = threading.Event()
        self._workers: list[Worker] = []

    @property
    def room(self) -> int:
        """Two chunks a thread."""
        return AHEAD * self._threads

    def submit(self, chunk: int, task: Any) -> None:
        """Hand out a chunk."""
        self._tasks.put((chunk, task))

    def wait(self, seconds: float) -> list[Outcome]:
        """Chunks that have ended."""
        try:
            return [self._outcomes.get(timeout=seconds)]
        except queue.Empty:
            return []

    def notices(self) -> list[str]:
        """None: nothing happens here that anybody must be told."""
        return []

    def __enter__(self) -> Self:
        # Here, not on the threads: what cannot be loaded is an error of the work, not of a chunk.
        self._workers = [self._spec.worker() for _ in range(self._threads)]
        try:
            for worker in self._workers:
                self._start(worker)
        except BaseException:
            self._halt()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._halt()

    def _start(self, worker: Worker) -> None:
        ended = threading.Event()
        try:
            interrupt.start(lambda: self._serve(worker, ended))
        except RuntimeError as error:  # the system has no more threads
            raise JobError(f"cannot start {self._threads} threads: {error}") from error
        self._ended.append(ended)

    def _serve(self, worker: Worker, ended: threading.Event) -> None:
        """Do chunks until there is None."""
        try:
            while not self._halted.is_set() and (item := self._tasks.get()) is not None:
                outcome = _done(worker.run, *item)
                if outcome is not None:
                    self._outcomes.put(outcome)
        finally:
            ended.set()

    def _halt(self) -> None:
        """End all threads, however often Ctrl-C comes meanwhile."""
        while True:
            try:
                self._halted.set()
                for worker in self._workers:
                    worker.stop()
                for _ in self._workers:  # one that Ctrl-C kept from being counted ends, too
                    self._tasks.put(None)
                for ended in self._ended:
                    ended.wait()
                return
            except KeyboardInterrupt:
                continue


def _done(run: Callable[[Any], Any], chunk: int, task: Any) -> Outcome | None:
    """A chunk done; None if it was told to end."""
    try:
        return Outcome(chunk, run(task))
    except Halted:
        return None
    except Exception as error:  # a chunk that fails is set aside, whatever it failed of
        return Outcome(chunk, error=described(error))


def described(error: BaseException) -> str:
    """An error in one line."""
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
