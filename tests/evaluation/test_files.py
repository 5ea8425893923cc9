"""Files that are whole or not there."""

import hashlib
import os
from pathlib import Path

import numpy as np
import pytest

from outflank.evaluation.files import (
    read_array,
    read_at_most,
    write_array,
    write_first,
    write_whole,
)


def test_a_file_is_replaced_and_nothing_else_is_left(tmp_path: Path) -> None:
    path = tmp_path / "file"
    for content in (b"one", b"", bytes(100_000)):
        write_whole(path, content)
        assert path.read_bytes() == content
    assert list(tmp_path.iterdir()) == [path]


def test_it_has_the_permissions_of_any_new_file(tmp_path: Path) -> None:
    usual = tmp_path / "usual"
    usual.write_text("")
    write_whole(tmp_path / "whole", b"")
    assert (tmp_path / "whole").stat().st_mode == usual.stat().st_mode


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        write_whole(tmp_path / "nowhere" / "file", b"")


def test_arrays(tmp_path: Path) -> None:
    path, array = tmp_path / "array.npy", np.arange(6, dtype=np.float32)
    write_array(path, array)
    assert read_array(path, np.float32, (6,)) is not None
    assert read_array(path, np.float64, (6,)) is None
    assert read_array(path, np.float32, (2, 3)) is None
    assert read_array(tmp_path / "nothing", np.float32, (6,)) is None
    whole = path.read_bytes()
    for content in (b"", b"PK\3\4", whole[:-1], whole[:50], b"\x93NUMPY\1\0"):
        path.write_bytes(content)
        assert read_array(path, np.float32, (6,)) is None


def test_a_changed_bit_anywhere_is_noticed(tmp_path: Path) -> None:
    path, array = tmp_path / "array.npy", np.arange(6, dtype=np.float32)
    write_array(path, array)
    whole = path.read_bytes()
    for place in range(len(whole)):
        damaged = bytearray(whole)
        damaged[place] ^= 1 << place % 8
        path.write_bytes(damaged)
        assert read_array(path, np.float32, (6,)) is None
    path.write_bytes(whole)
    found = read_array(path, np.float32, (6,))
    assert found is not None
    assert (found == array).all()
    assert (np.load(path) == array).all()  # programs that know NumPy's format read it


def test_what_has_a_checksum_and_is_no_array(tmp_path: Path) -> None:
    path = tmp_path / "array.npy"
    for content in (b"", b"\x93NUMPY", bytes(200)):
        path.write_bytes(content + hashlib.sha256(content).digest())
        assert read_array(path, np.float32, (6,)) is None


def test_only_the_first_is_written(tmp_path: Path) -> None:
    path = tmp_path / "file"
    for content in (b"one", b"two"):
        write_first(path, content)
        assert path.read_bytes() == b"one"
    assert list(tmp_path.iterdir()) == [path]


def test_no_more_is_read_than_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"three")
    assert read_at_most(path, 3) == b"thr"
    assert read_at_most(path, 9) == b"three"


def test_what_cannot_be_read_is_named(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nothing"):
        with pytest.raises(OSError, match=r"\[Errno \d+\] .*") as caught:
            read_at_most(path, 1)
        assert caught.value.filename == str(path)


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="Linux's own")
def test_what_can_be_opened_and_not_read_is_named() -> None:
    with pytest.raises(OSError, match="'/proc/self/mem'"):
        read_at_most(Path("/proc/self/mem"), 1)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")
def test_nobody_waits_at_a_pipe(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with pytest.raises(OSError, match=r"a pipe, not a regular file: '.*pipe'"):
        read_at_most(path, 1)
    assert read_array(path, np.float32, (6,)) is None
    reading, writing = os.pipe()
    try:
        os.write(writing, b"open")
        assert read_at_most(Path(f"/dev/fd/{reading}"), 4) == b"open"
    finally:
        os.close(reading)
        os.close(writing)
