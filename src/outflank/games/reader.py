"""Reads games from a file or a stream and finds out by their content how they are written."""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Final, Protocol

from outflank.games.errors import FaultListener, GameFileError
from outflank.games.game import Game
from outflank.games.transcripts import TranscriptFile

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


class GameFile(Protocol):
    """What every reader gives: games by number, counted from 0, or one after the other."""

    @property
    def name(self) -> str:
        """What errors call the file."""

    def game(self, number: int) -> Game:
        """Game `number`, counted from 0; a `GameFileError` if it cannot be read."""

    def has_game(self, number: int) -> bool:
        """True if there is a game of this number, sound or not."""

    def check(self) -> None:
        """A `GameFileError` if the file as a whole is damaged, whatever its games."""

    def games(self, on_fault: FaultListener | None = None) -> Iterator[Game]:
        """Every game; faulty ones are told to `on_fault`, or raised without it."""


def open_games(path: Path | str) -> GameFile:
    """Open a WTHOR file or a text of transcripts; the content decides, not the name.

    Raises:
        GameFileError: the content is neither, or longer than `MOST_BYTES`.
        OSError: the file cannot be read.
    """
    if not str(path):
        raise GameFileError("no file: its name is empty")
    path = Path(path)
    with path.open("rb") as stream:
        return read_stream(stream, path.name, path.parent)


def parse_games(content: bytes, name: str) -> GameFile:
    """As `open_games`, for content that is no file.

    Raises:
        GameFileError: the content is neither a WTHOR file nor text.
    """
    return read_stream(io.BytesIO(content), name)


def read_stream(stream: BinaryIO, name: str, folder: Path | None = None) -> GameFile:
    """As `open_games`, for a stream such as standard input, which is read to its end.

    Args:
        stream: where to read; nothing after its first bytes if they can be no games.
        name: what errors call it.
        folder: where the files of names lie that belong to a WTHOR file.

    Raises:
        GameFileError: the content is neither a WTHOR file nor text, or too long.
        OSError: the stream cannot be read.
    """
    try:
        beginning = stream.read(PROBE)
        binary = _is_binary(beginning)
        if binary:
            _refuse_unknown(beginning, name)
        content = beginning + read_at_most(MOST_BYTES - len(beginning), stream, name)
        if binary or _is_wthor_by_name(name):
            # NumPy is imported only where a WTHOR file needs it.
            from outflank.games.wthor import names_beside, parse_wthor

            return parse_wthor(content, name, *names_beside(folder))
        text = _decode(content)
    except MemoryError:
        raise GameFileError(f"{name}: too long for the memory: no game was read") from None
    refuse_foreign(text, name)
    return TranscriptFile(name, text)


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


def read_games(path: Path | str) -> list[Game]:
    """All games of a WTHOR file or of a text of transcripts.

    Raises:
        GameFileError: something in the file is wrong; the games read before it are
            kept as ``.games``, the faulty game up to the fault as ``.partial``.
        OSError: the file cannot be read.
    """
    games: list[Game] = []
    try:
        games.extend(open_games(path).games())
    except GameFileError as error:
        error.games = tuple(games)
        raise
    return games


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


def _is_binary(content: bytes) -> bool:
    return b"\0" in content[:PROBE] and not content.startswith(_UTF16_MARKS)


def _is_wthor_by_name(name: str) -> bool:
    return name.lower().endswith(".wtb")


def _refuse_unknown(content: bytes, name: str) -> None:
    from outflank.games.wthor import looks_like_wthor

    if not looks_like_wthor(content) and not _is_wthor_by_name(name):
        raise GameFileError(f"{name}: a binary file that is no WTHOR file: no game was read")


def _decode(content: bytes) -> str:
    """The text; bytes that are no text become U+FFFD, which is an error only within moves."""
    if content.startswith(_UTF16_MARKS):
        return content.decode("utf-16", errors="replace")
    return content.decode("utf-8-sig", errors="replace")
