"""The content of a file: text in any usual encoding, told apart from bytes that are none."""

from __future__ import annotations

import codecs
import re
from pathlib import Path
from typing import BinaryIO, Final

from outflank.games.errors import GameFileError

#: Bytes looked at to tell text from other content.
PROBE: Final = 4096

#: The longest file or stream that is read, in bytes: a thousand times the greatest base of
#: one year. Without a limit a stream that never ends fills the memory.
MOST_BYTES: Final = 1 << 30

#: Bytes read at a time.
PIECE: Final = 1 << 20

_UTF16_MARKS: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)

#: How files begin whose moves stand among tags: PGN, and both GGF and SGF.
_FOREIGN: Final = {
    "PGN": re.compile(r'\ufeff?\s*\[[A-Za-z]\w*\s+"'),
    "GGF or SGF": re.compile(r"\ufeff?\s*\(;"),
}


def is_binary(content: bytes) -> bool:
    """True if the content is no text."""
    return b"\0" in content[:PROBE] and not content.startswith(_UTF16_MARKS)


def decode(content: bytes) -> str:
    """The text; bytes that are no text become U+FFFD, which is an error except in comments."""
    if content.startswith(_UTF16_MARKS):
        return content.decode("utf-16", errors="replace")
    return content.decode("utf-8-sig", errors="replace")


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
    """Say of a text what it is if its moves stand among tags that are not read.

    Raises:
        GameFileError: it begins as PGN, GGF and SGF files do.
    """
    for format_name, beginning in _FOREIGN.items():
        if beginning.match(text):
            raise GameFileError(
                f"{name}: this looks like {format_name}, which is not read yet: "
                "give the moves alone"
            )


def text_of(content: bytes, name: str) -> str:
    """The text of a file that must be one.

    Raises:
        GameFileError: the content is no text.
    """
    if is_binary(content):
        raise GameFileError(f"{name}: a binary file: positions are read from text")
    return decode(content)


def read_text(path: Path | str) -> str:
    """The text of a file that must be one.

    Raises:
        GameFileError: the content is no text, or too long.
        OSError: the file cannot be read.
    """
    path = Path(path)
    with path.open("rb") as stream:
        return text_of(read_at_most(MOST_BYTES, stream, path.name), path.name)
