"""Files that are whole or not there, and files that one process at a time may write."""

from __future__ import annotations

import io
import os
import secrets
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from outflank.board.errors import OutflankError


def write_whole(path: Path, content: bytes) -> None:
    """Write `content` to `path` in one step: nobody ever sees a part of it, not even after a crash.

    A process that is killed meanwhile leaves a hidden file beside it.

    Raises:
        OSError: the folder cannot be written; a file that was there is as it was.
    """
    unfinished = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    try:
        with unfinished.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise


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
