"""The content of a file: text in any usual encoding, told apart from bytes that are none."""

from __future__ import annotations

import codecs
from pathlib import Path
from typing import Final

from outflank.games.errors import GameFileError

#: Bytes looked at to tell text from other content.
PROBE: Final = 4096

_UTF16_MARKS: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def is_binary(content: bytes) -> bool:
    """True if the content is no text."""
    return b"\0" in content[:PROBE] and not content.startswith(_UTF16_MARKS)


def decode(content: bytes) -> str:
    """The text; bytes that are no text become U+FFFD, which is an error except in comments."""
    if content.startswith(_UTF16_MARKS):
        return content.decode("utf-16", errors="replace")
    return content.decode("utf-8-sig", errors="replace")


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
        GameFileError: the content is no text.
        OSError: the file cannot be read.
    """
    path = Path(path)
    return text_of(path.read_bytes(), path.name)
