"""A real cluster on loopback: a scheduler, and workers that tests start and kill."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path

import pytest

from exact import with_empties
from jobs.works import wait_until
from outflank.board import Board
from outflank.core.compile import warm_up
from outflank.engine import Limit
from outflank.jobs.depths import Depths
from outflank.jobs.label import LabelWork
from outflank.jobs.positions import Content, Positions, read_positions


@pytest.fixture(scope="session", autouse=True)
def compiled() -> None:
    """Compile every kernel beforehand, so that no process waits for that."""
    warm_up()


class Loopback:
    """A Dask cluster of this machine; all its processes end with the test."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{port}"
        self.scheduler = self._start(
            "dask_scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard"
        )

        def answers() -> bool:
            with socket.socket() as probe:
                return probe.connect_ex(("127.0.0.1", port)) == 0

        wait_until(answers)

    def worker(self, **environment: str) -> subprocess.Popen[bytes]:
        """Start a worker of one thread."""
        options = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1")
        return self._start("dask_worker", self.address, *options, environment=environment)

    def _start(
        self, program: str, *words: str, environment: Mapping[str, str] = {}
    ) -> subprocess.Popen[bytes]:
        paths = os.pathsep.join(path for path in sys.path if path)
        process = subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.{program}", *words],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": paths, **environment},
        )
        self._stack.enter_context(process)
        self._stack.callback(process.kill)
        return process


@pytest.fixture
def loopback() -> Iterator[Loopback]:
    """A scheduler without workers."""
    with ExitStack() as stack:
        yield Loopback(stack)


@pytest.fixture(scope="session")
def lines() -> str:
    """Positions, one a line: some seconds of labelling."""
    boards = (Board(with_empties(20 + seed % 30, 3 * seed)) for seed in range(600))
    return "".join(f"{board.to_text()}\n" for board in boards)


@pytest.fixture(scope="session")
def positions(lines: str) -> Positions:
    """The same, read."""
    return read_positions([Content("some.txt", lines.encode())], None, pytest.fail)


@pytest.fixture
def work(positions: Positions) -> LabelWork:
    """Their labels, in three chunks."""
    return LabelWork(positions, Depths.of(Limit(depth=13)))


@pytest.fixture(scope="session")
def expected(positions: Positions, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """What comes of it undisturbed."""
    from outflank.jobs.run import run_work
    from outflank.jobs.threads import Threads

    work = LabelWork(positions, Depths.of(Limit(depth=13)))
    path: Path = tmp_path_factory.mktemp("expected") / "labels.jsonl"
    run_work(work, path, lambda: Threads(work.spec, 2))
    return path.read_bytes()
