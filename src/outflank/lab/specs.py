"""Players as text: a kind, and what makes it one player, such as ``outflank:level=10``.

    KIND[:PART,PART,...]

A part is ``key=value``, or a bare word: the article of ``textbook:pvs-article``, the
command of ``gtp:'program --option'``. A value with commas in it stands in quotes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NoReturn

from outflank.board.errors import OutflankError, quoted

_KIND: Final = re.compile(r"[a-z][a-z0-9-]*")
_PART: Final = re.compile(r"""(?:([a-z][a-z0-9_-]*)=)?(?:'([^']*)'|"([^"]*)"|([^,'"][^,]*|))""")


class PlayerError(OutflankError):
    """A player that cannot be; the message names the text and the place in it."""


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a player's text.

    Attributes:
        key: before the ``=``; empty for a bare word.
        value: what follows, without quotes.
        column: where it begins, from 1.
    """

    key: str
    value: str
    column: int


@dataclass(frozen=True, slots=True)
class PlayerSpec:
    """A player's text, taken apart; what its parts mean is its kind's affair.

    Attributes:
        text: as it was given.
        kind: the word before the colon.
        parts: what follows it.

    >>> [(part.key, part.value) for part in read_spec("textbook:pvs-article,depth=6").parts]
    [('', 'pvs-article'), ('depth', '6')]
    """

    text: str
    kind: str
    parts: tuple[Part, ...]

    def refuse(self, reason: str, part: Part | None = None) -> NoReturn:
        """Raise a `PlayerError` that names the place."""
        refuse(self.text, reason, part.column if part else 1)


def refuse(text: str, reason: str, column: int) -> NoReturn:
    """Raise a `PlayerError` that names the place in a player's text."""
    raise PlayerError(f"player {quoted(text)}, column {column}: {reason}")


def read_spec(text: str) -> PlayerSpec:
    """Take a player's text apart.

    Raises:
        PlayerError: it is not written as players are.
    """
    found = _KIND.match(text)
    if not found:
        refuse(text, "a player begins with its kind, such as outflank:level=10", 1)
    at = found.end()
    if at == len(text):
        return PlayerSpec(text, found[0], ())
    if text[at] != ":":
        refuse(text, "a colon is missing after the kind", at + 1)
    parts = tuple(_read_parts(text, at + 1))
    keys = [part.key for part in parts]
    for number, part in enumerate(parts):
        if part.key in keys[:number]:
            what = f"{part.key} stands twice" if part.key else "a second word without a key"
            refuse(text, what, part.column)
    return PlayerSpec(text, found[0], parts)


def _read_parts(text: str, at: int) -> Iterator[Part]:
    while True:
        found = _PART.match(text, at)
        assert found is not None  # it matches nothing at all, too
        value, end = found[2] or found[3] or found[4], found.end()
        if not value:
            quote = text[end : end + 1] in ("'", '"')
            refuse(text, "a quote without an end" if quote else "something is missing", end + 1)
        yield Part(found[1] or "", value, at + 1)
        if end == len(text):
            return
        if text[end] != ",":
            refuse(text, "a comma is missing", end + 1)
        at = end + 1
