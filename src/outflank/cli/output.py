"""How commands write: tables, drawn boards, JSON lines, and complaints on standard error."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from enum import IntEnum
from io import BufferedWriter, FileIO, TextIOWrapper, UnsupportedOperation
from typing import TYPE_CHECKING, Any, Final, TextIO

from outflank.board.board import Board
from outflank.board.errors import OutflankError
from outflank.board.square import Square

if TYPE_CHECKING:
    from rich.table import Table

PROGRAM = "outflank"

#: What errors call it.
STANDARD_OUTPUT_NAME: Final = "standard output"

#: What stands for the signs of bounds, and of what is left out, where they cannot be written.
PLAIN_SIGNS: Final = (("≥", ">="), ("≤", "<="), ("∞", "inf"), ("…", "..."))


class Exit(IntEnum):
    """Exit codes; docs/commands.md lists them for users."""

    OK = 0
    FAULT = 1
    USAGE = 2
    INTERRUPTED = 130


class UsageError(Exception):
    """An option that cannot be meant; reported in one line, exit code 2."""


def prepare_streams() -> None:
    """Let no stream end a command: a closed one takes what is written, and forgets it.

    What a stream cannot encode is replaced. A closed standard input stays as it is, None:
    whoever reads it says so.
    """
    sys.stdout = sys.stdout or _nowhere()
    sys.stderr = sys.stderr or _nowhere()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            with suppress(UnsupportedOperation):  # it has been read from, so it was prepared
                reconfigure(errors="replace")


class _Nowhere(TextIOWrapper):
    """What stands for a stream that is closed."""


def _nowhere() -> TextIO:
    # Like the standard streams themselves, it is never closed, so nothing warns of that.
    raw = FileIO(os.open(os.devnull, os.O_WRONLY), "w", closefd=False)
    return _Nowhere(BufferedWriter(raw), encoding="utf-8")


def standard_output() -> TextIO:
    """Standard output, for a command that is of no use without it.

    Raises:
        OutflankError: it is closed.
    """
    if isinstance(sys.stdout, _Nowhere):
        raise OutflankError(f"{STANDARD_OUTPUT_NAME} is closed")
    return sys.stdout


@contextmanager
def naming_output() -> Iterator[None]:
    """Around what writes to standard output: if it takes nothing any more, the error names it.

    What it still holds is let go, for the interpreter would complain of it once more.
    """
    try:
        yield
    except BrokenPipeError:  # who reads has seen enough
        raise
    except OSError as error:
        close_quietly(sys.stdout)
        raise OSError(error.errno, error.strerror, STANDARD_OUTPUT_NAME) from error


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
    with naming_output():
        print(writable(harmless(text), sys.stdout), flush=True)


def harmless(text: str) -> str:
    """The text with all but line ends escaped that could command a terminal.

    Names come from files, and files from anywhere.
    """
    if text.isprintable():
        return text
    return "".join(
        character
        if character.isprintable() or character == "\n"
        else character.encode("unicode_escape").decode()
        for character in text
    )


def counted(number: int, noun: str) -> str:
    """A number of things, such as ``1 disc``, ``2 discs`` and ``2 plies``."""
    if number == 1:
        return f"1 {noun}"
    return f"{number} {noun.removesuffix('y')}ies" if noun.endswith("y") else f"{number} {noun}s"


def say_json(values: Mapping[str, Any]) -> None:
    """Write one JSON object on one line, at once; pure ASCII, so that any stream takes it."""
    say(json.dumps(values))


def complain(message: object) -> None:
    """Write one line to standard error, even if the message has several."""
    line = harmless(" ".join(str(message).split()))
    try:
        print(f"{PROGRAM}: {writable(line, sys.stderr)}", file=sys.stderr, flush=True)
    except OSError:
        # Nobody listens; the exit code still tells.
        close_quietly(sys.stderr)


def fault_of(error: BaseException) -> str:
    """What an error says; of the system's, the file first, then what is wrong with it."""
    if not isinstance(error, OSError) or error.filename is None:
        return str(error)
    return f"{error.filename}: {(error.strerror or 'cannot be read').lower()}"


def say_table(table: Table) -> None:
    """Write a table; on a terminal it is made to fit, elsewhere it is as wide as it needs."""
    from outflank.cli.console import WIDE, Console

    Console(elsewhere=WIDE).print(table)


def table_width() -> int:
    """Columns that `say_table` has."""
    from outflank.cli.console import WIDE, Console

    return Console(elsewhere=WIDE).width


def make_table(
    columns: Sequence[str],
    rows: Iterable[Sequence[str]] = (),
    *,
    title: str | None = None,
    whole: int = 0,
) -> Table:
    """A table without frame; a column whose name begins with ``<`` is set to the left.

    Cells of the first `whole` columns are never broken.
    """
    from rich.table import Table

    table = Table(box=None, header_style="bold", pad_edge=False, title=title, title_justify="left")
    for at, column in enumerate(columns):
        if column.startswith("<"):
            name = column.removeprefix("<")
            table.add_column(name, overflow="fold", no_wrap=at < whole)
        else:  # half a number is another one
            table.add_column(column, justify="right", overflow="ellipsis", no_wrap=True)
    for row in rows:
        table.add_row(*map(harmless, row))
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
