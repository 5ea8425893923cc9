"""A real cluster: workers killed, joining, of another version; the scheduler gone."""

from __future__ import annotations

import signal
import socket
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from jobs.conftest import Loopback
from outflank.jobs import cluster as clusters
from outflank.jobs.cluster import Cluster
from outflank.jobs.errors import JobError
from outflank.jobs.fingerprint import Fingerprint, fingerprint
from outflank.jobs.label import LabelWork
from outflank.jobs.remote import do_chunk
from outflank.jobs.run import Listener, run_work
from outflank.jobs.threads import Threads
from outflank.jobs.work import chunks_of
from outflank.jobs.workfile import working_path


@pytest.fixture
def output(tmp_path: Path) -> Path:
    return tmp_path / "labels.jsonl"


def test_killed_joining_and_foreign_workers(
    loopback: Loopback, work: LabelWork, expected: bytes, output: Path
) -> None:
    """One worker is killed in the middle, one comes then, one is never given anything."""
    first = loopback.worker()
    loopback.worker()
    loopback.worker(OUTFLANK_CHECKED="1")  # other kernels
    notices: list[str] = []

    def disturb(done: int, _before: int, _rows: int) -> None:
        if done and first.poll() is None:
            first.send_signal(signal.SIGKILL)
            first.wait()
            loopback.worker()

    listener = Listener(disturb, notices.append)
    executor = partial(Cluster, work.spec, loopback.address)
    summary = run_work(work, output, executor, listener)
    assert first.poll() is not None
    assert (summary.done, summary.failures) == (work.cuts[-1], [])
    assert output.read_bytes() == expected
    assert not working_path(output).exists()
    assert any("is gone" in text for text in notices)


def test_the_scheduler_is_lost_and_threads_go_on(
    loopback: Loopback, work: LabelWork, expected: bytes, output: Path
) -> None:
    loopback.worker()

    def disturb(done: int, _before: int, _rows: int) -> None:
        if done:
            loopback.scheduler.kill()

    executor = partial(Cluster, work.spec, loopback.address)
    with pytest.raises(JobError, match="the scheduler is gone; what is done is kept"):
        run_work(work, output, executor, Listener(disturb))
    summary = run_work(work, output, lambda: Threads(work.spec, 1))
    assert summary.before > 0
    assert output.read_bytes() == expected


def test_a_worker_that_has_changed_is_refused_with_its_chunk(
    loopback: Loopback, work: LabelWork, output: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Accepted by mistake, as if it had been restarted with other code at its old address."""

    def accept(self: Any, worker: str, _future: Any) -> None:
        self._accepted[worker] = 1

    loopback.worker(OUTFLANK_CHECKED="1")
    monkeypatch.setattr(Cluster, "_greet", accept)
    notices: list[str] = []
    executor = partial(Cluster, work.spec, loopback.address, patience=8)
    with pytest.raises(JobError, match="no worker"):
        run_work(work, output, executor, Listener(notice=notices.append))
    assert len(notices) == 1
    assert "other kernels" in notices[0]


def test_only_foreign_workers(loopback: Loopback, work: LabelWork, output: Path) -> None:
    loopback.worker(OUTFLANK_CHECKED="1")
    executor = partial(Cluster, work.spec, loopback.address, patience=10)
    with pytest.raises(JobError, match=r"worker tcp://.* is refused: outflank .* other kernels"):
        run_work(work, output, executor)


def test_nobody_is_there(loopback: Loopback, work: LabelWork, output: Path) -> None:
    executor = partial(Cluster, work.spec, loopback.address, patience=1.5)
    with pytest.raises(JobError, match=r"no worker for 1.5 s \(dask worker tcp://"):
        run_work(work, output, executor)
    loopback.scheduler.kill()
    loopback.scheduler.wait()
    executor = partial(Cluster, work.spec, loopback.address, connect_seconds=1)
    with pytest.raises(JobError, match="no Dask scheduler answers within 1 s"):
        run_work(work, output, executor)


def test_a_scheduler_that_hangs(
    loopback: Loopback, work: LabelWork, output: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is there for the network, but never says anything any more."""

    def disturb(done: int, _before: int, _rows: int) -> None:
        if done:
            loopback.scheduler.send_signal(signal.SIGSTOP)

    loopback.worker()
    monkeypatch.setattr(clusters, "ANSWER_SECONDS", 1.0)
    executor = partial(Cluster, work.spec, loopback.address)
    with pytest.raises(JobError, match="the scheduler is gone; what is done is kept"):
        run_work(work, output, executor, Listener(disturb))


def test_somebody_else_answers_there(work: LabelWork, output: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        executor = partial(Cluster, work.spec, address, connect_seconds=1)
        with pytest.raises(JobError, match=f"{address}: no Dask scheduler answers within 1 s"):
            run_work(work, output, executor)


@pytest.mark.parametrize(
    "address",
    ["nonsense", "tcp://", "foo:bar", "xyz://host:1", "tls://127.0.0.1:1", "ucx://127.0.0.1:1"],
)
def test_an_address_that_is_none(work: LabelWork, output: Path, address: str) -> None:
    with pytest.raises(JobError, match=address):
        run_work(work, output, partial(Cluster, work.spec, address, connect_seconds=1))


def test_without_dask_one_line_says_what_to_install(
    work: LabelWork, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clusters, "find_spec", lambda _name: None)
    with pytest.raises(JobError, match=r'pip install "outflank\[cluster\]"'):
        Cluster(work.spec, "tcp://127.0.0.1:1")


def test_what_is_different_is_named() -> None:
    ours = Fingerprint("1.0", "a" * 20, "b" * 20)
    assert ours._replace(version="0.9").against(ours) == "outflank 0.9, here it is 1.0"
    other = ours._replace(weights="c" * 20)
    assert other.against(ours) == "outflank 1.0 with other weights cccccccc, here bbbbbbbb"


def test_a_chunk_that_fails_there_says_why() -> None:
    reply = do_chunk(b"no pickle", fingerprint())
    assert reply.rows is None
    assert reply.error.startswith("UnpicklingError: ")


def test_there_are_several_chunks(work: LabelWork) -> None:
    assert chunks_of(work) >= 3
