"""How commands write: tables, drawn boards, JSON lines, and complaints on standard error."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Final, Literal, TextIO

from outflank.board.board import Board
from outflank.board.square import Square

if TYPE_CHECKING:
    from rich.table import Table

PROGRAM = "outflank"

#: What stands for the signs of bounds where they cannot be written.
PLAIN_SIGNS: Final = (("≥", ">="), ("≤", "<="))

#: Columns of a table that is not written to a terminal, where nothing needs to fit.
WIDE = 160


class Exit(IntEnum):
    """Exit codes; docs/commands.md lists them for users."""

    OK = 0
    FAULT = 1
    USAGE = 2
    INTERRUPTED = 130


class UsageError(Exception):
    """An option that cannot be meant; reported in one line, exit code 2."""


def prepare_streams() -> None:
    """Let no character end a command: what a stream cannot encode is replaced."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def can_encode(text: str, stream: TextIO) -> bool:
    """True if the stream's encoding has all of these characters."""
    try:
        text.encode(getattr(stream, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def writable(text: str, stream: TextIO) -> str:
    """The text with plain signs for mathematical ones that the stream cannot encode."""
    if can_encode(text, stream):
        return text
    for sign, plain in PLAIN_SIGNS:
        text = text.replace(sign, plain)
    return text


def say(text: str = "") -> None:
    """Write one line, or several, to standard output, at once."""
    print(writable(text, sys.stdout), flush=True)


def say_json(values: Mapping[str, Any]) -> None:
    """Write one JSON object on one line, at once; pure ASCII, so that any stream takes it."""
    say(json.dumps(values))


def complain(message: object) -> None:
    """Write one line to standard error, even if the message has several."""
    line = " ".join(str(message).split())
    print(f"{PROGRAM}: {writable(line, sys.stderr)}", file=sys.stderr, flush=True)


def fault_of(error: BaseException) -> str:
    """What an error says; of the system's, the file first, then what is wrong with it."""
    if not isinstance(error, OSError) or error.filename is None:
        return str(error)
    return f"{error.filename}: {(error.strerror or 'cannot be read').lower()}"


def say_table(table: Table) -> None:
    """Write a table; on a terminal it is made to fit, elsewhere it is as wide as it needs."""
    from rich.console import Console

    console = Console(file=sys.stdout, highlight=False, emoji=False, markup=False)
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console.width = WIDE
    console.print(table)


def make_table(
    columns: Sequence[str], rows: Iterable[Sequence[str]] = (), *, caption: str | None = None
) -> Table:
    """A table without frame; a column whose name begins with ``<`` is set to the left."""
    from rich.table import Table

    table = Table(
        box=None, header_style="bold", pad_edge=False, caption=caption, caption_justify="left"
    )
    for column in columns:
        justify: Literal["left", "right"] = "left" if column.startswith("<") else "right"
        table.add_column(column.removeprefix("<"), justify=justify, overflow="fold")
    for row in rows:
        table.add_row(*row)
    return table


def draw(
    board: Board,
    *,
    marked: Square | None = None,
    show_legal: bool = False,
    unicode: bool | None = None,
) -> str:
    """The board in characters; None for `unicode` means round discs where they can be written."""
    if unicode is None:
        unicode = can_encode("●○·", sys.stdout)
    return board.draw(marked=marked, show_legal=show_legal, unicode=unicode)


def close_quietly(stream: TextIO) -> None:
    """Let the interpreter's last flush of a closed pipe go nowhere instead of complaining."""
    try:
        descriptor = stream.fileno()
    except (OSError, ValueError):
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, descriptor)
    os.close(nowhere)
