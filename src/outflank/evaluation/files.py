"""Files that are whole or not there, and files that one process at a time may write.

Arrays have a checksum: a bit that a disk has changed is noticed before anything is made of it::

    array                  NumPy's own format, version 1 or later: programs that know it read it
    checksum   32 bytes    SHA-256 of everything before it
"""

from __future__ import annotations

import errno
import hashlib
import io
import math
import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Final

import numpy as np
from numpy.typing import DTypeLike, NDArray

from outflank.board.errors import OutflankError

CHECKSUM_BYTES: Final = 32

#: More than any array says of itself before its numbers.
LARGEST_HEADER: Final = 1 << 16

_DEVICES: Final = Path("/dev")


@contextmanager
def whole(
    path: Path, *, alone: bool = False, place: Callable[[Path, Path], object] = Path.replace
) -> Iterator[Path]:
    """A file beside `path` that takes its place in one step when it is written, and on the disk.

    Nobody ever sees a part of it, not even after a crash. A process that is killed meanwhile
    leaves it there, hidden.

    Args:
        path: of the file.
        alone: no other process can be at the path: what a kill has left is written over.
        place: puts the written file in its place.

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
            place(unfinished, path)
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


def write_first(path: Path, content: bytes) -> None:
    """Write `content` to `path` in one step, unless anything is there already, which stays.

    Of several processes that write at once one is the first; where a file system has no links
    (FAT, some networks), the last may replace what it wrote.

    Raises:
        OSError: the folder cannot be written.
    """
    with whole(path, place=_place_first) as unfinished:
        unfinished.write_bytes(content)


def _place_first(file: Path, path: Path) -> None:
    """Put a file at a path where nothing is."""
    try:
        path.hardlink_to(file)
    except FileExistsError:
        pass
    except OSError:  # no links on this file system
        if not path.exists():
            file.replace(path)


def read_at_most(path: Path, size: int) -> bytes:
    """What a file begins with: so many bytes, or all if it has fewer.

    Raises:
        OSError: it cannot be read, or is a named pipe, at which one would wait for somebody,
            perhaps for ever; the error names `path`.
    """
    try:
        # Pipes below /dev are open already: standard input, what a shell writes as <(…).
        if path.is_fifo() and _DEVICES not in path.absolute().parents:
            raise OSError(errno.EINVAL, "a pipe, not a regular file")
        with path.open("rb") as file:
            return file.read(size)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


def write_array(path: Path, array: NDArray[Any]) -> None:
    """Write an array, whole, in NumPy's own format, and a checksum behind it."""
    content = io.BytesIO()
    np.save(content, array)
    body = content.getvalue()
    write_whole(path, body + hashlib.sha256(body).digest())


def read_array(path: Path, dtype: DTypeLike, shape: tuple[int, ...]) -> NDArray[Any] | None:
    """The array that was written; None if there is no file, or it holds anything else."""
    most = LARGEST_HEADER + np.dtype(dtype).itemsize * math.prod(shape) + CHECKSUM_BYTES
    try:
        content = memoryview(read_at_most(path, most))
        body, checksum = content[:-CHECKSUM_BYTES], content[-CHECKSUM_BYTES:]
        if hashlib.sha256(body).digest() != checksum:
            return None
        array: NDArray[Any] = np.lib.format.read_array(io.BytesIO(body), allow_pickle=False)
    except (OSError, ValueError):
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
