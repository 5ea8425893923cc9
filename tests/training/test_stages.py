"""What a training keeps: read back as written, and nothing else is taken for it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from outflank.training import Stage, StageReport, TrainingError
from outflank.training.stages import (
    kept_apart,
    read_fitted,
    read_group,
    report_of,
    there,
    write_fitted,
    write_group,
)

STAGE = Stage(phase=5, positions=41, depth=4, selectivity=73)
LABELS = np.array([1, 3, 5], np.float32)
REPORT = report_of(2, STAGE, (20, 23), 41, LABELS, np.array([3, 4, 0], np.float32))
WEIGHTS = np.arange(4, dtype=np.float32)
DAMAGED = [b"", b"[1]", b"{}", b"7", b"\xff", b"[" * 100_000]


def test_every_twentieth_position_is_kept_apart() -> None:
    assert np.flatnonzero(kept_apart(41)).tolist() == [0, 20, 40]
    assert not kept_apart(0).any()


def test_a_report_says_how_a_fit_came_out() -> None:
    assert pytest.approx(np.sqrt(25 / 3)) == REPORT.error
    assert pytest.approx(np.sqrt(8 / 3)) == REPORT.deviation
    assert (REPORT.generation, REPORT.phase, REPORT.positions) == (2, 5, 41)
    assert (REPORT.fewest_empties, REPORT.most_empties) == (20, 23)
    assert (REPORT.depth, REPORT.selectivity, REPORT.correction) == (4, 73, None)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    write_fitted(tmp_path, WEIGHTS, REPORT)
    weights, report = there(read_fitted(tmp_path, 4), tmp_path)
    assert (weights == WEIGHTS).all()
    assert report == REPORT
    write_group(tmp_path / "group", WEIGHTS.reshape(2, 2), [REPORT, REPORT])
    rows, reports = there(read_group(tmp_path / "group", (2, 2), 2), tmp_path)
    assert (rows == WEIGHTS.reshape(2, 2)).all()
    assert reports == [REPORT, REPORT]


@pytest.mark.parametrize("content", DAMAGED)
def test_what_is_damaged_is_not_read(content: bytes, tmp_path: Path) -> None:
    write_fitted(tmp_path, WEIGHTS, REPORT)
    (tmp_path / "report.json").write_bytes(content)
    assert read_fitted(tmp_path, 4) is None
    write_group(tmp_path, WEIGHTS, [REPORT])
    (tmp_path / "reports.json").write_bytes(content)
    assert read_group(tmp_path, (4,), 1) is None


def test_what_is_gone_is_named(tmp_path: Path) -> None:
    gone: StageReport | None = None
    with pytest.raises(TrainingError, match="gone or damaged") as caught:
        there(gone, tmp_path / "group-3")
    assert str(tmp_path / "group-3") in str(caught.value)
    assert there(REPORT, tmp_path) is REPORT
