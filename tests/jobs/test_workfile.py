"""The working file: a record is whole or not there, whatever becomes of the file."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from jobs.works import ROW, SquareWork
from outflank.board.errors import OutflankError
from outflank.jobs import workfile
from outflank.jobs.errors import JobError
from outflank.jobs.fingerprint import fingerprint
from outflank.jobs.workfile import WorkFile

WORK = SquareWork(20, 10)


def rows(chunk: int) -> np.ndarray:
    found = np.zeros(10, ROW)
    found["square"] = np.arange(10) + chunk
    return found


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "result.csv.part"


@pytest.fixture
def content(path: Path) -> bytes:
    """A whole file of two records."""
    with WorkFile(path, WORK) as file:
        assert not file.done
        file.keep(1, rows(1))
        file.keep(0, rows(0))
        assert file.done == {0, 1}
    return path.read_bytes()


def test_rows_come_back(path: Path, content: bytes) -> None:
    with WorkFile(path, WORK) as file:
        assert file.done == {0, 1}
        for chunk in (0, 1):
            assert (file.rows(chunk) == rows(chunk)).all()
    assert path.read_bytes() == content


def test_cut_short_anywhere_whole_records_are_left(path: Path, content: bytes) -> None:
    header, record = content.index(b"\n") + 1, (len(content) - content.index(b"\n") - 1) // 2
    for length in range(len(content)):
        path.write_bytes(content[:length])
        with WorkFile(path, WORK) as file:
            whole = max(0, length - header) // record
            assert file.done == frozenset([1, 0][:whole])
        assert path.read_bytes() == content[: header + whole * record]


def test_a_damaged_record_and_what_follows_are_made_again(path: Path, content: bytes) -> None:
    header = content.index(b"\n") + 1
    for place in range(header, len(content)):
        damaged = bytearray(content)
        damaged[place] ^= 0x40
        path.write_bytes(damaged)
        with WorkFile(path, WORK) as file:
            second = (len(content) - header) // 2 + header
            assert file.done == (frozenset() if place < second else frozenset([1]))


def test_records_after_a_cut_are_kept(path: Path, content: bytes) -> None:
    path.write_bytes(content[:-5])
    with WorkFile(path, WORK) as file:
        file.keep(0, rows(0))
    assert path.read_bytes() == content


def test_another_work_is_refused_by_what_differs(path: Path, content: bytes) -> None:
    with pytest.raises(JobError, match=r"result.csv.part: unfinished work .*\(rows 20, now 30\)"):
        WorkFile(path, SquareWork(30, 10))
    with pytest.raises(JobError, match=r"\(depth null, now 3\)"):
        WorkFile(path, SquareWork(20, 10, depth=3))
    assert path.read_bytes() == content


def test_rows_cut_otherwise_are_refused(path: Path, content: bytes) -> None:
    """As many chunks, and some as long as before, but not of the same rows."""
    other = SquareWork(20, 10)
    other.cuts = [0, 11, 20]
    with pytest.raises(JobError, match="other chunks"):
        WorkFile(path, other)
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"version": "9.9"}, "outflank [0-9.]+[^ ]*, here it is 9.9"),
        ({"weights": "ab" * 10}, "outflank .* with other weights .*, here abababab"),
    ],
)
def test_what_another_program_began_is_refused(
    path: Path,
    content: bytes,
    monkeypatch: pytest.MonkeyPatch,
    change: dict[str, str],
    told: str,
) -> None:
    ours = fingerprint()._replace(**change)
    monkeypatch.setattr(workfile, "fingerprint", lambda: ours)
    with pytest.raises(JobError, match=f"unfinished work of {told}: go on with that one"):
        WorkFile(path, WORK)
    assert path.read_bytes() == content


def test_a_first_line_longer_than_any(
    path: Path, content: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workfile, "LONGEST_HEADER", 10)
    with WorkFile(path, WORK) as file:
        assert file.done == {0, 1}
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    "foreign",
    [
        b"what I wrote\n",
        b"{}\n",
        b'{"kind": 1}\nx',
        b"\0" * 99,
        b"[]",
        b"[" * 100_000,
        b'{"kind": "outflank bulk work", "version": 2, "work": "squares", "identity": []}\n',
        b'{"kind": "outflank bulk work", "version": 2, "work": "squares", "identity": '
        b'{"rows": 20}, "made_by": {"version": 1}}\n',
    ],
)
def test_a_foreign_file_is_left_as_it_is(path: Path, foreign: bytes) -> None:
    path.write_bytes(foreign)
    with pytest.raises(JobError, match="not a working file"):
        WorkFile(path, WORK)
    assert path.read_bytes() == foreign


def test_one_at_a_time(path: Path, content: bytes) -> None:
    with WorkFile(path, WORK), pytest.raises(OutflankError, match="another process"):
        WorkFile(path, WORK)
    with WorkFile(path, WORK) as file:
        file.remove()
        with WorkFile(path, WORK) as other:  # the name is free: that is another file
            assert not other.done
