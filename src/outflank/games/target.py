"""Writes to what people name: files whole or not at all, pipes and devices as what they are."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from outflank.games.content import refuse_irregular


def write_target(path: Path, content: bytes) -> None:
    """Write `content` to what a path names.

    A file appears whole or not at all. A link stays one: what it leads to is written. Pipes and
    devices such as ``/dev/stdout`` take the content, and are not replaced by a file.

    Raises:
        OSError: it cannot be written; the error names the path.
    """
    from outflank.evaluation.files import write_whole

    try:
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if path.exists() and not path.is_file():
            _write_through(path, content)
        else:
            write_whole(Path(os.path.realpath(path)), content)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


def _write_through(path: Path, content: bytes) -> None:
    """Write to a device, or to a pipe that somebody reads: else who opens it waits for ever."""
    try:
        descriptor = os.open(path, os.O_WRONLY | getattr(os, "O_NONBLOCK", 0))
    except OSError as error:
        if error.errno == errno.ENXIO:
            raise OSError(error.errno, "nobody reads this pipe") from None
        raise
    with os.fdopen(descriptor, "wb", buffering=0) as stream:
        os.set_blocking(stream.fileno(), True)
        rest = memoryview(content)
        while rest:
            rest = rest[stream.write(rest) or 0 :]


def regular_target(path: Path) -> Path:
    """The file to which a path leads, for what can be written to nothing but a file.

    Raises:
        GameFileError: a pipe or a device is there.
    """
    refuse_irregular(path)
    return Path(os.path.realpath(path)) if path.is_symlink() else path
