"""Lines of NBoard before anything is made of them: which command, and what ends a search.

Nothing here loads the engine: lines are read from the first moment on.
"""

from __future__ import annotations

import re
from typing import Final

#: All that NBoard may say. Any of it ends a search.
COMMANDS: Final = (
    "nboard", "set", "move", "hint", "go", "ping", "learn", "analyze", "quit",
)  # fmt: skip

#: What stands between a move, its evaluation and its time: a stroke each, for an evaluation may
#: be left out (``F5//2.1``), or only blanks, as Edax writes them.
SEPARATORS: Final = re.compile(r"\s*/\s*|\s+")

_BARE_MOVE: Final = re.compile(r"(?:[a-h][1-8]|pa|pass)\b.*", re.IGNORECASE)


def clean(text: str) -> str:
    """A line without control characters and blanks around."""
    return "".join(character if character.isprintable() else " " for character in text).strip()


def word_of(text: str) -> str:
    """The command of a line, ``move`` for a bare one; "" for what is to be passed over."""
    text = clean(text)
    if _BARE_MOVE.fullmatch(text):
        return "move"
    word = text.split(maxsplit=1)[0].lower() if text else ""
    return word if word in COMMANDS else ""


def is_urgent(text: str) -> bool:
    """True for a line that ends a search."""
    return word_of(text) not in ("", "quit")


def is_last(text: str) -> bool:
    """True for the command after which nothing is read."""
    return word_of(text) == "quit"
