"""Chunks done by the workers of a Dask cluster.

Every worker is asked who it is before it gets a chunk, and is asked again with every chunk:
only those with our version and weights may do any. Workers that join later are asked, too.
The scheduler hands on what a lost worker had; a chunk's rows count once, whoever did it.
"""

from __future__ import annotations

import logging
import pickle
import queue
import secrets
import time
import warnings
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Self

from outflank.jobs.errors import JobError
from outflank.jobs.executor import Outcome
from outflank.jobs.fingerprint import Fingerprint, fingerprint
from outflank.jobs.remote import Reply, do_chunk
from outflank.jobs.threads import described
from outflank.jobs.work import Spec

if TYPE_CHECKING:
    from distributed import Client, Future

#: Seconds for the scheduler to be connected to, for it to say who is there, and to wait for a
#: worker that may be given chunks.
CONNECT_SECONDS: Final = 10.0
ANSWER_SECONDS: Final = 30.0
PATIENCE: Final = 60.0

#: Seconds for another worker to come where all that are there are refused.
GRACE: Final = 15.0

#: Chunks handed out for each thread of the workers, so that none waits for the next.
AHEAD: Final = 2

#: Seconds between two looks at who is there.
LOOK_EVERY: Final = 1.0

#: Seconds for the rows of a finished chunk to get here.
FETCH_SECONDS: Final = 30.0

#: Seconds that the connection gets to be closed.
CLOSE_SECONDS: Final = 5.0

#: Whose log would be written to our standard error.
LOGGERS: Final = ("distributed", "tornado", "asyncio")
SILENT: Final = logging.CRITICAL + 1


def check_cluster() -> None:
    """Find out before any work whether there can be a cluster.

    Raises:
        JobError: what it needs is not installed.
    """
    if find_spec("distributed") is None:
        raise JobError('a cluster needs Dask: pip install "outflank[cluster]"')


@dataclass(slots=True)
class _Chunk:
    """A chunk that is handed out: what it is, who may do it."""

    number: int
    content: bytes
    workers: frozenset[str]
    future: Future


class Cluster:
    """Does chunks on the workers of a Dask cluster; see `Executor`.

    Args:
        spec: makes the workers' workers.
        address: of the scheduler, such as ``tcp://host:8786``.
        connect_seconds: for the scheduler to answer.
        patience: seconds for a worker to be there that may be given chunks.

    Raises:
        JobError: what a cluster needs is not installed.
    """

    def __init__(
        self,
        spec: Spec,
        address: str,
        *,
        connect_seconds: float = CONNECT_SECONDS,
        patience: float = PATIENCE,
    ) -> None:
        check_cluster()
        self._spec = spec
        self._address = address
        self._connect_seconds = connect_seconds
        self._patience = patience
        self._wanted = fingerprint()
        self._token = secrets.token_hex(4)
        self._handed_out = 0
        self._ended: queue.SimpleQueue[Future] = queue.SimpleQueue()
        self._chunks: dict[str, _Chunk] = {}
        self._asked: dict[str, tuple[str, Future]] = {}
        self._accepted: dict[str, int] = {}
        self._refused: set[str] = set()
        self._told: list[str] = []
        self._looked = self._attended = 0.0
        self._stack = ExitStack()

    @property
    def room(self) -> int:
        """Two chunks for each thread of the workers that may do them."""
        return max(1, AHEAD * sum(self._accepted.values()))

    def submit(self, chunk: int, task: Any) -> None:
        """Hand out a chunk."""
        self._hand_out(chunk, pickle.dumps((self._spec, task)))

    def wait(self, seconds: float) -> list[Outcome]:
        """Chunks that have ended.

        Raises:
            JobError: the scheduler is gone, or there are no workers any more.
        """
        self._look()
        found = []
        with suppress(queue.Empty):
            future = self._ended.get(timeout=seconds)
            while True:
                found += self._take(future)
                future = self._ended.get_nowait()
        return found

    def notices(self) -> list[str]:
        """Workers that were refused or lost since the last call."""
        told, self._told = self._told, []
        return told

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            stack.enter_context(_quiet())
            self._client = _connected(self._address, self._connect_seconds)
            stack.callback(self._close)
            self._attended = time.monotonic()
            while not self._accepted:
                self.wait(LOOK_EVERY / 10)
                self._expect_workers()
            self._stack = stack.pop_all()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.close()

    def _close(self) -> None:
        with suppress(Exception):  # what is done is kept; the scheduler may be gone
            self._client.cancel([chunk.future for chunk in self._chunks.values()], force=True)
        with suppress(Exception):
            self._client.close(timeout=CLOSE_SECONDS)

    def _expect_workers(self) -> None:
        """Raise if everybody there is refused, and nobody else comes."""
        waited = time.monotonic() - self._attended
        if self._refused and not self._asked and waited > min(GRACE, self._patience):
            raise JobError(f"{self._address}: {'; '.join(self._told)}")

    def _hand_out(self, number: int, content: bytes) -> None:
        workers = frozenset(self._accepted)
        future = self._submit(do_chunk, content, self._wanted, workers=workers)
        self._chunks[future.key] = _Chunk(number, content, workers, future)

    def _submit(self, function: Any, *arguments: Any, workers: frozenset[str]) -> Future:
        self._handed_out += 1
        key = f"outflank-{function.__name__}-{self._token}-{self._handed_out}"
        future: Future = self._client.submit(
            function, *arguments, key=key, workers=sorted(workers), pure=False
        )
        future.add_done_callback(self._ended.put)
        return future

    def _look(self) -> None:
        """See, now and then, who has come and who is gone."""
        now = time.monotonic()
        if now - self._looked < LOOK_EVERY:
            return
        self._looked = now
        present = self._present()
        for worker in present.keys() - self._accepted.keys() - self._refused:
            if all(worker != asked for asked, _ in self._asked.values()):
                future = self._submit(fingerprint, workers=frozenset([worker]))
                self._asked[future.key] = worker, future
        for worker in self._accepted.keys() - present.keys():
            del self._accepted[worker]
            self._told.append(f"worker {worker} is gone: others do its chunks")
        for key, (worker, _) in tuple(self._asked.items()):
            if worker not in present:
                del self._asked[key]
        self._refused &= present.keys()
        if self._accepted:
            self._attended = now
            self._hand_on()
        elif now - self._attended > self._patience:
            raise JobError(
                f"{self._address}: no worker for {self._patience:g} s (dask worker "
                f"{self._address} starts one)"
            )

    def _present(self) -> Mapping[str, int]:
        """The workers with their threads."""
        try:
            if self._client.status == "running":
                found: Mapping[str, int] = self._client.nthreads(callback_timeout=ANSWER_SECONDS)
                return found
        except (OSError, TimeoutError, RuntimeError):
            pass
        raise JobError(f"{self._address}: the scheduler is gone; what is done is kept")

    def _hand_on(self) -> None:
        """Chunks of which nobody is there any more who may do them, to others."""
        for key, chunk in tuple(self._chunks.items()):
            if not chunk.workers & self._accepted.keys():
                del self._chunks[key]
                chunk.future.cancel()
                self._hand_out(chunk.number, chunk.content)

    def _take(self, future: Future) -> list[Outcome]:
        """What has come of a future."""
        if future.key in self._asked:
            worker, _ = self._asked.pop(future.key)
            self._greet(worker, future)
            return []
        chunk = self._chunks.pop(future.key, None)
        if chunk is None:
            return []  # it was handed on meanwhile
        match future.status:
            case "finished":
                return [self._outcome(chunk.number, future)]
            case "error":
                return [Outcome(chunk.number, error=described(future.exception()))]
            case _:  # cancelled or lost: the scheduler has started anew
                return [Outcome(chunk.number, again=True)]

    def _outcome(self, chunk: int, future: Future) -> Outcome:
        """The rows of a finished chunk, if they get here."""
        try:
            reply: Reply = future.result(timeout=FETCH_SECONDS)
        except Exception:  # its worker was lost with them
            return Outcome(chunk, again=True)
        if reply.refused is not None:
            found, worker = reply.refused
            self._refuse(worker, found.against(self._wanted))
            return Outcome(chunk, again=True)
        return Outcome(chunk, reply.rows, reply.error)

    def _greet(self, worker: str, future: Future) -> None:
        """Accept a worker that has said who it is, or refuse it."""
        if future.status == "error":
            error = future.exception()
            missing = isinstance(error, ImportError)
            self._refuse(worker, "it lacks outflank" if missing else described(error))
            return
        threads = self._present().get(worker)
        if future.status != "finished" or threads is None:
            return  # it is gone, or will be asked again
        try:
            found: Fingerprint = future.result(timeout=FETCH_SECONDS)
        except Exception:  # it was lost just now
            return
        if found == self._wanted:
            self._accepted[worker] = threads
        else:
            self._refuse(worker, found.against(self._wanted))

    def _refuse(self, worker: str, reason: str) -> None:
        self._accepted.pop(worker, None)
        if worker not in self._refused:
            self._refused.add(worker)
            self._told.append(f"worker {worker} is refused: {reason}")


def _connected(address: str, seconds: float) -> Client:
    """A connection to a scheduler.

    Raises:
        JobError: nobody answers there, or not as a scheduler does, or it is no address.
    """
    with warnings.catch_warnings():
        # That versions differ is our own business: who may do chunks is asked for.
        warnings.simplefilter("ignore")
        client_class = _client_class(seconds)
        _silence()
        try:
            client: Client = client_class(
                address, timeout=seconds, set_as_default=False, name="outflank"
            )
        except (OSError, TimeoutError):
            raise JobError(f"{address}: no Dask scheduler answers within {seconds:g} s") from None
        except ValueError as error:
            raise JobError(f"{address}: not the address of a Dask scheduler: {error}") from None
        except Exception as error:  # each kind of address has ways of its own to fail
            raise JobError(f"{address}: cannot be connected to: {described(error)}") from None
        return client


def _client_class(seconds: float) -> type[Client]:
    """Dask's client, with what it lacks.

    Args:
        seconds: for the connection, its handshake included, for which Dask would wait for ever.
    """
    from distributed import Client

    class Connection(Client):  # type: ignore[misc]  # Dask is untyped here
        def start(self, **options: Any) -> None:
            super().start(callback_timeout=seconds, **options)

        def __del__(self) -> None:
            """Nothing: Dask's own would wait for a connection that never was, and complain."""

    return Connection


def _silence() -> None:
    for name in tuple(logging.Logger.manager.loggerDict):
        if name.split(".")[0] in LOGGERS:
            logging.getLogger(name).setLevel(SILENT)


@contextmanager
def _quiet() -> Iterator[None]:
    """No log of the cluster meanwhile: what matters of it is told as a notice or an error."""
    before = {
        name: logger.level
        for name, logger in tuple(logging.Logger.manager.loggerDict.items())
        if isinstance(logger, logging.Logger) and name.split(".")[0] in LOGGERS
    }
    try:
        yield
    finally:
        for name, level in before.items():
            logging.getLogger(name).setLevel(level)
