"""What bulk work costs beside the work itself: threads here, and a cluster of this machine.

The same chunks, of half a second each, are done bare (threads that take one after the
other, and nothing else), then with everything that bulk work adds: handing out, keeping
on disk, writing the result; on a cluster, also sending it about.
"""

from __future__ import annotations

import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from typing import Final

import numpy as np

from outflank.arrays import random_positions
from outflank.core import interrupt
from outflank.engine.limit import Limit
from outflank.jobs.cluster import Cluster, check_cluster
from outflank.jobs.depths import Depths
from outflank.jobs.executor import Executor
from outflank.jobs.label import LabelWork
from outflank.jobs.positions import NO_PLY, Positions
from outflank.jobs.run import run_work
from outflank.jobs.threads import Threads
from outflank.jobs.work import chunks_of

#: The chunks that are measured: how many for each worker, and seconds of each.
CHUNKS: Final = 24
CHUNK_SECONDS: Final = 0.5

#: What is done: labels of positions with so many empties, so many plies deep.
EMPTIES: Final = 30
DEPTH: Final = 10
SEED: Final = 6
POSITIONS: Final = 60_000

#: Positions on which it is found out how many make a chunk.
TRIED: Final = 300

#: Workers of the cluster.
WORKERS: Final = 2

#: Seconds after which the cluster ends by itself, if whoever measures was killed.
FORSAKEN: Final = "300"

#: What the overheads must be at most.
MUST_HERE, MUST_ON_CLUSTER = 0.05, 0.15

#: How many rows are measured.
MEASURED: Final = 3


@dataclass(frozen=True, slots=True)
class Overhead:
    """What bulk work cost.

    Attributes:
        what: did it.
        workers: threads, or workers of one thread.
        chunks: that they did.
        bare: seconds without anything else.
        seconds: with everything.
        must: the greatest overhead that is allowed, as a share.
    """

    what: str
    workers: int
    chunks: int
    bare: float
    seconds: float
    must: float

    @property
    def overhead(self) -> float:
        """What was added, as a share of the bare time."""
        return self.seconds / self.bare - 1

    @property
    def met(self) -> bool:
        """True if it is not too much."""
        return self.overhead <= self.must


Maker = Callable[[], AbstractContextManager[Executor]]


def overheads(runs: int) -> Iterator[Overhead]:
    """Measure one thread, two threads and a cluster of two workers, each against bare work.

    Args:
        runs: of each, by turns with the bare work; the medians count.
    """
    check_cluster()
    rows = _rows_of_a_chunk()
    for threads in (1, WORKERS):
        work = _work(rows, threads)
        yield _measured("threads", work, threads, partial(Threads, work.spec, threads), runs)
    work = _work(rows, WORKERS)
    with _cluster(WORKERS) as address:
        maker = partial(Cluster, work.spec, address)
        _run(_work(rows // 10 + 1, WORKERS), maker)  # the workers load the kernels
        yield _measured("cluster", work, WORKERS, maker, runs, MUST_ON_CLUSTER)


def _measured(
    what: str, work: LabelWork, workers: int, maker: Maker, runs: int, must: float = MUST_HERE
) -> Overhead:
    bare, whole = [], []
    for _ in range(runs):
        bare.append(_bare(work, workers))
        whole.append(_run(work, maker))
    return Overhead(what, workers, chunks_of(work), median(bare), median(whole), must)


def _work(rows: int, workers: int) -> LabelWork:
    """Labels in chunks of so many rows, `CHUNKS` for each worker."""
    count = min(POSITIONS, rows * CHUNKS * workers)
    players, opponents = random_positions(count, empties=EMPTIES, seed=SEED)
    positions = Positions(
        players,
        opponents,
        np.ones(count, np.bool_),
        ("drawn",),
        np.zeros(count, np.int32),
        np.arange(count),
        np.full(count, NO_PLY, np.int8),
    )
    work = LabelWork(positions, Depths.of(Limit(depth=DEPTH)))
    work.cuts = [*range(0, count, rows), count]
    return work


def _rows_of_a_chunk() -> int:
    """How many positions take `CHUNK_SECONDS` here."""
    work = _work(TRIED, 1)
    worker = work.spec.worker()
    started = time.thread_time()
    worker.run(work.task(0))
    return max(1, round(TRIED * CHUNK_SECONDS / (time.thread_time() - started)))


def _bare(work: LabelWork, threads: int) -> float:
    """Seconds of all chunks on so many threads."""
    tasks = deque(work.task(chunk) for chunk in range(chunks_of(work)))
    workers = [work.spec.worker() for _ in range(threads)]
    ended = [threading.Event() for _ in workers]

    def serve(number: int) -> None:
        try:
            while tasks:
                workers[number].run(tasks.popleft())
        except IndexError:
            pass  # another thread took the last one
        finally:
            ended[number].set()

    started = time.perf_counter()
    for number in range(threads):
        interrupt.start(partial(serve, number))
    for event in ended:
        event.wait()
    return time.perf_counter() - started


def _run(work: LabelWork, maker: Maker) -> float:
    """Seconds of the whole work, its result on the disk."""
    with tempfile.TemporaryDirectory() as folder:
        return run_work(work, Path(folder) / "labels.jsonl", maker).seconds


@contextmanager
def _cluster(workers: int) -> Iterator[str]:
    """A scheduler and so many workers of one thread on this machine; its address."""
    with ExitStack() as stack, socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()

        def start(program: str, *words: str) -> None:
            process = subprocess.Popen(
                [sys.executable, "-m", f"distributed.cli.{program}", *words, "--no-dashboard"],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            stack.enter_context(process)
            stack.callback(process.kill)

        address = f"tcp://127.0.0.1:{port}"
        start(
            "dask_scheduler",
            *("--host", "127.0.0.1", "--port", str(port), "--idle-timeout", FORSAKEN),
        )
        for _ in range(workers):
            start(
                "dask_worker",
                *(address, "--nthreads", "1", "--no-nanny", "--death-timeout", FORSAKEN),
            )
        yield address
