"""Files that are whole or not there, and files that one process at a time may write."""

from __future__ import annotations

import io
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from outflank.board.errors import OutflankError


@contextmanager
def whole(path: Path, *, alone: bool = False) -> Iterator[Path]:
    """A file beside `path` that takes its place in one step when it is written, and on the disk.

    Nobody ever sees a part of it, not even after a crash. A process that is killed meanwhile
    leaves it there, hidden.

    Args:
        path: of the file.
        alone: no other process can be at the path: what a kill has left is written over.

    Raises:
        OSError: it cannot be written: the error names `path`, and what was there is as it was.
    """
    mark = "unfinished" if alone else secrets.token_hex(8)
    unfinished = path.with_name(f".{path.name}.{mark}")
    try:
        try:
            yield unfinished
            with unfinished.open("rb+") as file:
                os.fsync(file.fileno())
            unfinished.replace(path)
        finally:
            unfinished.unlink(missing_ok=True)
    except OSError as error:
        if error.errno is None:
            raise
        raise OSError(error.errno, error.strerror, str(path)) from None


def write_whole(path: Path, content: bytes) -> None:
    """Write `content` to `path` in one step (see `whole`).

    Raises:
        OSError: the folder cannot be written; a file that was there is as it was.
    """
    with whole(path) as unfinished:
        unfinished.write_bytes(content)


def write_array(path: Path, array: NDArray[Any]) -> None:
    """Write an array, whole, in NumPy's own format."""
    content = io.BytesIO()
    np.save(content, array)
    write_whole(path, content.getvalue())


def read_array(path: Path, dtype: DTypeLike, shape: tuple[int, ...]) -> NDArray[Any] | None:
    """The array that was written; None if there is no file, or it holds anything else."""
    try:
        with path.open("rb") as file:
            array: NDArray[Any] = np.lib.format.read_array(file, allow_pickle=False)
    except (OSError, ValueError, EOFError):
        return None
    return array if array.dtype == dtype and array.shape == shape else None


def hold(file: IO[Any], refusal: str) -> None:
    """Keep other processes off an open file until it is closed, where the system can.

    Args:
        file: open for writing.
        refusal: what the error says.

    Raises:
        OutflankError: another process holds it.
    """
    try:
        import fcntl
    except ImportError:  # Windows: two processes on one file are the user's affair
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise OutflankError(refusal) from None
