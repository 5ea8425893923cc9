"""Lines of GTP before anything is made of them: what is ignored, numbers, what ends a search.

Nothing here loads the engine: lines are read from the first moment on.
"""

from __future__ import annotations

import re
from typing import Final

_IGNORED: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_NUMBERED: Final = re.compile(r"([0-9]+)(?:\s+|\Z)")

#: What GoGui sends to programs that know the command ``gogui-interrupt``.
_INTERRUPT: Final = re.compile(r"\s*#\s*interrupt\s*")


def clean(text: str) -> str:
    r"""A line without what the protocol ignores: control characters, comments, blanks around.

    >>> clean("7\tundo\r # back to the start")
    '7 undo'
    """
    return _IGNORED.sub("", text).partition("#")[0].replace("\t", " ").strip()


def is_urgent(text: str) -> bool:
    """True for the comment by which GoGui ends a search."""
    return _INTERRUPT.fullmatch(_IGNORED.sub("", text)) is not None


def is_last(text: str) -> bool:
    """True for the command after which nothing is read."""
    return command_of(clean(text))[1].lower().split(maxsplit=1)[:1] == ["quit"]


def command_of(text: str) -> tuple[str, str]:
    """The number of a command as it was written, perhaps "", and the rest."""
    found = _NUMBERED.match(text)
    return (found[1], text[found.end() :]) if found else ("", text)
