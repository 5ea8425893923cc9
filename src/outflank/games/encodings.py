"""Text from bytes in the encoding that is told, or else in the one found; a guess is never silent.

What begins with a byte order mark, what names its encoding (``CA`` in SGF) and what is UTF-8
is read as that. Everything else is a guess, told in a `GameWarning`: Japanese (ISO-2022-JP,
Shift-JIS) where it shows, else Western (Windows-1252, of which Latin-1 is a part).
"""

from __future__ import annotations

import codecs
import re
import warnings
from contextlib import suppress
from typing import Final

from outflank.games.errors import GameFileError, GameWarning

SHIFT_JIS: Final = "cp932"
WESTERN: Final = "cp1252"
LATIN_1: Final = "latin-1"
JIS: Final = "iso2022_jp"

#: What Python calls encodings, and is none of texts: names of hosts, whose decoding takes for
#: ever, and literals of programs.
_NO_TEXTS: Final = ("punycode", "idna", "unicode-escape", "raw-unicode-escape", "undefined")

#: What people call them.
_NAMES: Final = {
    SHIFT_JIS: "Shift-JIS",
    WESTERN: "Latin-1 (Windows-1252)",
    LATIN_1: "Latin-1",
    JIS: "ISO-2022-JP",
}

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_DECLARED: Final = re.compile(rb"CA\s*\[\s*([A-Za-z0-9_.:-]{1,40})\s*\]")
_IS_SGF: Final = re.compile(rb"[^\[\]]{0,4096}?\(\s*+(?:;\s*+)?[A-Za-z]++\s*\[")

#: Escape to Japanese characters.
_JIS_ESCAPE: Final = b"\x1b$"

#: Bytes that are no characters in Latin-1, and the first halves of most in Shift-JIS.
_CONTROLS: Final = re.compile(rb"[\x80-\x9f]")

#: Kana, or two ideographs together: no chance hit in a Western text.
_JAPANESE: Final = re.compile(r"[\u3040-\u30ff]|[\u4e00-\u9fff]{2}")

#: How far a text is looked at for the encoding that it names.
PROBE: Final = 4096


def is_text(text: str) -> bool:
    """True if UTF-8 can hold the text: no half of a pair stands in it, nor a byte of a name."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def as_text(text: str) -> str:
    """The text with ``?`` for what is no character; see `is_text`."""
    return text if is_text(text) else text.encode(errors="replace").decode()


def decode(content: bytes, name: str = "text", encoding: str | None = None) -> str:
    """The text of some bytes.

    Args:
        content: the bytes.
        name: what errors and warnings call them.
        encoding: as Python names it; None to find it out.

    Raises:
        GameFileError: there is no such encoding, or the bytes are not in it.
    """
    if encoding is not None:
        return _told(content, name, encoding)
    for mark, marked in _MARKS:
        if content.startswith(mark):
            return _told(content, name, marked)
    found = _DECLARED.search(content[:PROBE]) if _IS_SGF.match(content[:PROBE]) else None
    if found and not content.isascii():
        with suppress(GameFileError):  # what it says of itself is wrong
            return _told(content, name, found[1].decode("ascii"))
    if _JIS_ESCAPE not in content:
        with suppress(UnicodeDecodeError):
            return content.decode("utf-8")
    guess, text = _guess(content)
    warnings.warn(
        f"{name}: the encoding is not UTF-8: {_NAMES[guess]} is a guess; tell it if it is wrong",
        GameWarning,
        stacklevel=2,
    )
    return text


def _told(content: bytes, name: str, encoding: str) -> str:
    try:
        if codecs.lookup(encoding).name in _NO_TEXTS:
            raise LookupError
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise GameFileError(
            f"{name} line {line}: byte {content[error.start]:#04x} is not {encoding}"
        ) from None
    except (LookupError, ValueError):  # one that names no encoding, or one that makes no text
        raise GameFileError(f"{name}: no encoding {encoding!r}") from None


def _guess(content: bytes) -> tuple[str, str]:
    """The encoding that is likeliest, and the text in it."""
    if _JIS_ESCAPE in content:
        with suppress(UnicodeDecodeError):
            return JIS, content.decode(JIS)
    if _CONTROLS.search(content):
        with suppress(UnicodeDecodeError):
            text = content.decode(SHIFT_JIS)
            if _JAPANESE.search(text):
                return SHIFT_JIS, text
    with suppress(UnicodeDecodeError):
        return WESTERN, content.decode(WESTERN)
    return LATIN_1, content.decode(LATIN_1)
