"""Tables on narrow terminals: what is spare goes, names are folded where they can be read.

Numbers and headings are never broken. Columns of text are those whose name begins with
``<``, as in `output.make_table`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

#: Characters that a column of text keeps, if it has so many, while there are spare columns.
READABLE: Final = 12

#: Blanks between two columns.
GAP: Final = 2

#: Behind these a name is folded, if it is long enough for that.
BREAKS: Final = " ,;:=/"


class Fitted(NamedTuple):
    """A table that has room, or as nearly as can be.

    Attributes:
        columns: that are left, in order.
        rows: of those columns.
        left_out: columns that had no room, in order of leaving.
    """

    columns: list[str]
    rows: list[list[str]]
    left_out: list[str]


def fit(
    columns: Sequence[str], rows: Iterable[Sequence[str]], spare: Sequence[str], width: int
) -> Fitted:
    """Make a table fit.

    Args:
        columns: names, each once.
        rows: a text for each column.
        spare: columns that can be done without, the first to go first.
        width: characters that there are.
    """
    told = [list(row) for row in rows]
    cells = {column: [row[at] for row in told] for at, column in enumerate(columns)}
    left_out = []
    for name in spare:
        if _needed(cells) <= width:
            break
        del cells[name]
        left_out.append(name)
    room = width - _needed({name: cells[name] for name in cells if not _is_text(name)}) - GAP
    for name, most in _shared(cells, room).items():
        cells[name] = [fold(text, most) for text in cells[name]]
    return Fitted(list(cells), [list(row) for row in zip(*cells.values(), strict=True)], left_out)


def fold(text: str, width: int) -> str:
    r"""The text in lines of at most so many characters.

    >>> fold("gtp:'/usr/games/gtp-rhino -l 2'", 20)
    "gtp:'/usr/games/\ngtp-rhino -l 2'"
    """
    lines = []
    while len(text) > width:
        at = max(text.rfind(sign, 0, width) for sign in BREAKS) + 1 or width
        lines.append(text[:at].rstrip())
        text = text[at:]
    return "\n".join([*lines, text])


def _is_text(name: str) -> bool:
    return name.startswith("<")


def _whole(name: str, texts: Sequence[str]) -> int:
    """Characters of a column that is not folded."""
    return max(map(len, [name.removeprefix("<"), *texts]))


def _needed(cells: Mapping[str, Sequence[str]]) -> int:
    """Characters of a table whose texts are folded as far as they can still be read."""
    widths = (
        min(whole, max(READABLE, len(name) - 1)) if _is_text(name) else whole
        for name, whole in ((name, _whole(name, texts)) for name, texts in cells.items())
    )
    return sum(widths) + GAP * (len(cells) - 1)


def _shared(cells: Mapping[str, Sequence[str]], room: int) -> dict[str, int]:
    """What each column of text gets of the room: none more than it needs, none nothing."""
    wanted = {name: _whole(name, texts) for name, texts in cells.items() if _is_text(name)}
    shares = {}
    for number, name in enumerate(sorted(wanted, key=lambda name: wanted[name])):
        left = len(wanted) - number
        shares[name] = max(1, min(wanted[name], (room - GAP * (left - 1)) // left))
        room -= shares[name] + GAP
    return shares
