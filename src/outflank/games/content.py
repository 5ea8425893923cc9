"""The content of a file: text in any usual encoding, told apart from bytes that are none."""

from __future__ import annotations

import codecs
import re
import stat
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Final

from outflank.games.encodings import decode
from outflank.games.errors import GameFileError

#: Bytes looked at to tell text from other content.
PROBE: Final = 4096

#: The longest file or stream that is read, in bytes: a thousand times the greatest base of
#: one year. Without a limit a stream that never ends fills the memory.
MOST_BYTES: Final = 1 << 30

#: Bytes read at a time.
PIECE: Final = 1 << 20

#: How a Parquet file begins.
PARQUET_MARK: Final = b"PAR1"

_DEVICES: Final = Path("/dev")

_UTF16_MARKS: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)

#: How files begin whose moves stand among tags: games, where positions are wanted.
_TAGGED: Final = (
    (re.compile(r'\ufeff?\s*\[[A-Za-z]\w*\s+"'), "PGN"),
    (re.compile(r"\ufeff?\s*(?:\d+\s+)?\(;[^()]{0,200}?GM\[Othello"), "GGF"),
    (re.compile(r"\ufeff?\s*(?:\d+\s+)?\(;"), "SGF, or GGF of another game"),
)


def is_binary(content: bytes) -> bool:
    """True if the content is no text."""
    zeros = b"\0" in content[:PROBE] and not content.startswith(_UTF16_MARKS)
    return zeros or content.startswith(PARQUET_MARK)


def refuse_irregular(path: Path | str) -> None:
    """Refuse what is there and is no regular file: it may have no end, or block who opens it.

    A folder can be opened by nobody, and whoever tries says so.

    Raises:
        GameFileError: a device, a pipe, a socket.
    """
    with suppress(OSError):  # what is not there, or cannot be looked at, says so when it is opened
        mode = Path(path).stat().st_mode
        if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
            raise GameFileError(f"{path}: not a regular file")


def refuse_pipe(path: Path | str) -> None:
    """Refuse a named pipe: to open one waits for somebody at its other end, perhaps for ever.

    Pipes below ``/dev`` are open already: standard input, what a shell writes as ``<(…)``.

    Raises:
        GameFileError: it is one.
    """
    with suppress(OSError):
        found = Path(path).absolute()
        if stat.S_ISFIFO(found.stat().st_mode) and _DEVICES not in found.parents:
            raise GameFileError(f"{path}: a pipe, not a regular file")


def open_for_reading(path: Path) -> BinaryIO:
    """Open a file, a device, or a pipe that is open already.

    Raises:
        GameFileError: it is a named pipe.
        OSError: it cannot be opened.
    """
    refuse_pipe(path)
    return path.open("rb")


def read_at_most(size: int, stream: BinaryIO, name: str) -> bytes:
    """The rest of a stream, piece by piece: asked for at once, the whole size would be allocated.

    Raises:
        GameFileError: there is more.
    """
    content = bytearray()
    while piece := stream.read(min(PIECE, size + 1 - len(content))):
        content += piece
        if len(content) > size:
            raise GameFileError(f"{name}: too long: nothing was made of it")
    return bytes(content)


def refuse_foreign(text: str, name: str) -> None:
    """Say of a text what it is if it is a game among tags, where a position is wanted.

    Raises:
        GameFileError: it begins as PGN, GGF and SGF files do.
    """
    for beginning, what in _TAGGED:
        if beginning.match(text):
            raise GameFileError(
                f"{name}: this looks like {what}, of which games are read, and no positions: "
                "give the moves alone"
            )


def text_of(content: bytes, name: str, encoding: str | None = None) -> str:
    """The text of a file that must be one; see `outflank.games.encodings`.

    Raises:
        GameFileError: the content is no text.
    """
    if is_binary(content):
        raise GameFileError(f"{name}: a binary file: positions are read from text")
    return decode(content, name, encoding)


def read_text(path: Path | str) -> str:
    """The text of a file that must be one.

    Raises:
        GameFileError: the content is no text, or too long, or it is a named pipe.
        OSError: the file cannot be read.
    """
    path = Path(path)
    try:
        with open_for_reading(path) as stream:
            return text_of(read_at_most(MOST_BYTES, stream, path.name), path.name)
    except MemoryError:
        raise GameFileError(f"{path.name}: too long for the memory: nothing was read") from None
