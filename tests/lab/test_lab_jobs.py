"""What bulk work costs: the figures are of what they say."""

from __future__ import annotations

import pytest

from outflank.lab import jobs
from outflank.lab.jobs import Overhead, overheads


def test_the_overhead_is_what_is_added() -> None:
    row = Overhead("threads", 1, 24, bare=10.0, seconds=10.4, must=0.05)
    assert row.overhead == pytest.approx(0.04)
    assert row.met
    assert not Overhead("threads", 1, 24, bare=10.0, seconds=10.6, must=0.05).met


def test_small_chunks_on_threads_and_on_a_real_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "CHUNK_SECONDS", 0.01)
    monkeypatch.setattr(jobs, "CHUNKS", 3)
    rows = list(overheads(1))
    assert [(row.what, row.workers, row.chunks) for row in rows] == [
        ("threads", 1, 3),
        ("threads", 2, 6),
        ("cluster", 2, 6),
    ]
    assert len(rows) == jobs.MEASURED
    assert all(row.bare > 0 and row.seconds > 0 for row in rows)
