"""What a training keeps: read back as written, and nothing else is taken for it."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from outflank.training import Stage, StageReport, TrainingError, stages
from outflank.training.stages import (
    claim_by,
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


@pytest.mark.parametrize(
    "wrong",
    [
        {"error": "x"},
        {"error": None},
        {"error": float("nan")},
        {"deviation": float("inf")},
        {"positions": None},
        {"positions": 1.5},
        {"phase": True},
        {"depth": "4"},
        {"selectivity": 7.5},
        {"correction": []},
        {"colour": 1},
    ],
)
def test_a_report_of_something_else_is_not_read(wrong: dict[str, Any], tmp_path: Path) -> None:
    said = asdict(REPORT) | wrong
    write_fitted(tmp_path, WEIGHTS, REPORT)
    (tmp_path / "report.json").write_text(json.dumps(said))
    assert read_fitted(tmp_path, 4) is None
    write_group(tmp_path, WEIGHTS, [REPORT])
    (tmp_path / "reports.json").write_text(json.dumps([said]))
    assert read_group(tmp_path, (4,), 1) is None


def claim(path: Path, said: bytes) -> None:
    claim_by(path, said, "thing", lambda found: f"has {found!r}")


def test_a_folder_belongs_to_what_was_begun_in_it(tmp_path: Path) -> None:
    path = tmp_path / "new" / "plan"
    for _ in range(2):
        claim(path, b"one")
    with pytest.raises(TrainingError, match="new: has b'one'; choose another folder"):
        claim(path, b"two")
    path.write_bytes(b"\xff")
    with pytest.raises(TrainingError, match=r"new: has b'\\xff'; choose another folder"):
        claim(path, b"one")
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("fault", [FileExistsError, PermissionError])
def test_of_two_that_begin_at_once_one_gives_way(
    fault: type[OSError], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other begins when it has been seen that the folder is empty."""
    path, write = tmp_path / "plan", stages.write_first

    def late(path: Path, content: bytes) -> None:
        path.write_bytes(b"one")
        (tmp_path / "result").write_bytes(b"")
        write(path, content)

    def no_links(_path: Path, _target: Path) -> None:
        raise fault

    monkeypatch.setattr(stages, "write_first", late)
    monkeypatch.setattr(Path, "hardlink_to", no_links)
    with pytest.raises(TrainingError, match="has b'one'; choose another folder"):
        claim(path, b"two")
    assert path.read_bytes() == b"one"
    path.unlink()
    (tmp_path / "result").unlink()
    claim(path, b"one")


def test_where_there_are_no_links_a_folder_is_claimed_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_links(_path: Path, _target: Path) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "hardlink_to", no_links)
    for _ in range(2):
        claim(tmp_path / "plan", b"one")
    assert [path.name for path in tmp_path.iterdir()] == ["plan"]


def test_one_that_was_begun_while_the_folder_was_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, iterdir = tmp_path / "plan", Path.iterdir

    def late(folder: Path) -> Any:
        path.write_bytes(b"one")
        return iterdir(folder)

    monkeypatch.setattr(Path, "iterdir", late)
    claim(path, b"one")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")
def test_a_pipe_is_not_waited_at(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "plan")
    with pytest.raises(OSError, match=r"a pipe, not a regular file: '.*plan'"):
        claim(tmp_path / "plan", b"one")
    write_fitted(tmp_path, WEIGHTS, REPORT)
    (tmp_path / "report.json").unlink()
    os.mkfifo(tmp_path / "report.json")
    assert read_fitted(tmp_path, 4) is None


def test_what_is_gone_is_named(tmp_path: Path) -> None:
    gone: StageReport | None = None
    with pytest.raises(TrainingError, match="gone or damaged") as caught:
        there(gone, tmp_path / "group-3")
    assert str(tmp_path / "group-3") in str(caught.value)
    assert there(REPORT, tmp_path) is REPORT
