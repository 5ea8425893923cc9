"""The working file: rows of finished chunks, each whole or not there, to go on from.

It lies beside the result, which is called NAME, as ``NAME.part``::

    line 1      JSON: what this is, its version, the name of the work, who makes the rows,
                everything that decides them, and how they are cut into chunks
    records     one a chunk, in the order in which they were finished

    record      mark "ROWS", number of the chunk, length of its rows, CRC-32 of all these
                numbers and the rows, little-endian; the rows
"""

from __future__ import annotations

import errno
import json
import os
import struct
import time
import zlib
from collections.abc import Iterator
from io import FileIO
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import numpy as np

from outflank.evaluation.files import hold
from outflank.jobs.errors import JobError
from outflank.jobs.fingerprint import Fingerprint, fingerprint
from outflank.jobs.work import Rows, Work, chunks_of, digest, rows_of

KIND: Final = "outflank bulk work"
VERSION: Final = 2

MARK: Final = b"ROWS"
HEAD: Final = struct.Struct("<4sIQI")
NUMBERS: Final = struct.Struct("<IQ")

#: Seconds after which what is written must be safe from a power cut, too.
SYNCED_EVERY: Final = 2.0

#: The longest first line that is read to see whether a file is ours.
LONGEST_HEADER: Final = 1 << 22


def working_path(output: Path) -> Path:
    """Where the working file of a result lies."""
    return output.with_name(f"{output.name}.part")


class WorkFile:
    """Keeps the rows of one work on disk; one process at a time has it open.

    A record that a kill, a full disk or a power cut has left half is dropped, and so is
    whatever comes after it. A file of another work, or of a program that would make other
    rows, is refused and left as it is.

    Args:
        path: the file; it is made if it does not exist.
        work: whose rows it keeps.

    Attributes:
        is_new: no earlier run has begun it.

    Raises:
        JobError: the file is of another work or program, or no working file.
        OutflankError: another process has it open.
        OSError: it cannot be read or written.
    """

    def __init__(self, path: Path, work: Work) -> None:
        self._path = path
        self._work = work
        self._places: dict[int, int] = {}
        self.is_new = False
        self._synced = time.monotonic()
        self._file = _opened(path)
        try:
            self._end = self._read_header()
            for chunk, place, end in self._records():
                self._places[chunk], self._end = place, end
            self._file.truncate(self._end)
        except BaseException:
            self._file.close()
            raise

    @property
    def done(self) -> frozenset[int]:
        """The chunks whose rows are there."""
        return frozenset(self._places)

    def keep(self, chunk: int, rows: Rows) -> None:
        """Add the rows of a chunk.

        Raises:
            OSError: they cannot be written; then nothing of them is in the file.
        """
        content = rows.tobytes()
        record = _head(chunk, content) + content
        try:
            if self._file.write(record) != len(record):
                raise _full(self._path)
        except OSError as error:
            self._file.truncate(self._end)
            raise OSError(error.errno, error.strerror, str(self._path)) from None
        self._places[chunk] = self._end + HEAD.size
        self._end += len(record)
        if time.monotonic() - self._synced > SYNCED_EVERY:
            self.sync()

    def sync(self) -> None:
        """Have the system write everything to the disk."""
        os.fsync(self._file.fileno())
        self._synced = time.monotonic()

    def rows(self, chunk: int) -> Rows:
        """The rows of a chunk that is done."""
        self._file.seek(self._places[chunk])
        content = self._file.read(self._size(chunk))
        return np.frombuffer(content, self._work.dtype)

    def remove(self) -> None:
        """Delete the file: the work is finished."""
        self._path.unlink()

    def _size(self, chunk: int) -> int:
        return rows_of(self._work, chunk) * self._work.dtype.itemsize

    def _read_header(self) -> int:
        """Check the first line, or write it; where the records begin.

        Raises:
            JobError: it is that of another work, or none.
        """
        wanted = _header(self._work)
        found = self._file.readline(max(LONGEST_HEADER, len(wanted)))
        if not found.endswith(b"\n") and wanted.startswith(found):
            # New, or a kill has left a part of the first line.
            self.is_new = True
            self._file.seek(0)
            self._file.truncate()
            if self._file.write(wanted) != len(wanted):
                raise _full(self._path)
        elif found != wanted:
            raise JobError(f"{self._path}: {_difference(found, wanted)}")
        return len(wanted)

    def _records(self) -> Iterator[tuple[int, int, int]]:
        """Each whole record: its chunk, where the rows begin, where it ends."""
        chunks = chunks_of(self._work)
        while len(head := self._file.read(HEAD.size)) == HEAD.size:
            mark, chunk, length, _ = HEAD.unpack(head)
            if mark != MARK or chunk >= chunks or length != self._size(chunk):
                return
            content = self._file.read(length)
            if len(content) != length or _head(chunk, content) != head:
                return
            end = self._file.tell()
            yield chunk, end - length, end

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _opened(path: Path) -> FileIO:
    """The file, held, and not one that its last holder has deleted meanwhile."""
    while True:
        file = path.open("a+b", buffering=0)
        try:
            hold(file, f"{path}: another process is at this work")
            if path.exists() and os.path.samestat(os.fstat(file.fileno()), path.stat()):
                file.seek(0)
                return file
        except BaseException:
            file.close()
            raise
        file.close()


def _full(path: Path) -> OSError:
    """The system wrote a part and did not say why: on a full disk, the next write would."""
    return OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))


def _header(work: Work) -> bytes:
    header = {
        "kind": KIND,
        "version": VERSION,
        "work": work.name,
        "made_by": fingerprint()._asdict(),
        "identity": dict(work.identity),
        "row_bytes": work.dtype.itemsize,
        "cuts": digest(np.array(work.cuts, np.int64)),
    }
    return json.dumps(header).encode() + b"\n"


def _difference(found: bytes, wanted: bytes) -> str:
    """What is different about the header of a file."""
    try:
        theirs, ours = json.loads(found), json.loads(wanted)
        if theirs["kind"] != KIND:
            raise KeyError(KIND)
        return _otherness(theirs, ours)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return "not a working file of this program: it is left as it is"


def _otherness(theirs: dict[str, Any], ours: dict[str, Any]) -> str:
    """What the work or the program of one header has that the other's has not."""
    if theirs["version"] != VERSION or theirs["work"] != ours["work"]:
        what = f"{theirs['work']}, version {theirs['version']}"
    else:
        what = ", ".join(_differing(theirs["identity"], ours["identity"]))
    if not what and theirs["made_by"] != ours["made_by"]:
        makers = Fingerprint(**theirs["made_by"])
        return (
            f"unfinished work of {makers.against(fingerprint())}: go on with that one, give "
            "another output, or remove the file"
        )
    return (
        f"unfinished work with other options or another input ({what or 'other chunks'}): give "
        "the same ones, another output, or remove the file"
    )


def _differing(theirs: dict[str, Any], ours: dict[str, Any]) -> Iterator[str]:
    """The names of what decides the rows and is not the same; with the values where short."""
    for name in ours:
        before, now = (json.dumps(side.get(name)) for side in (theirs, ours))
        if before != now:
            short = max(len(before), len(now)) <= 30
            yield f"{name} {before}, now {now}" if short else name


def _head(chunk: int, content: bytes) -> bytes:
    numbers = NUMBERS.pack(chunk, len(content))
    return HEAD.pack(MARK, chunk, len(content), zlib.crc32(content, zlib.crc32(numbers)))
