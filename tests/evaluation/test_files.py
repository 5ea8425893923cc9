"""Files that are whole or not there."""

from pathlib import Path

import numpy as np
import pytest

from outflank.evaluation.files import read_array, write_array, write_whole


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
