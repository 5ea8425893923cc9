"""Reads games from a file or a stream and finds out by their content how they are written."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Protocol

from outflank.games.content import (
    MOST_BYTES,
    PROBE,
    decode,
    is_binary,
    looks_like_ggf,
    read_at_most,
    refuse_foreign,
)
from outflank.games.errors import FaultListener, GameFileError
from outflank.games.game import Game
from outflank.games.ggf_file import GgfFile
from outflank.games.transcripts import TranscriptFile


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
    """Open a WTHOR file, GGF or a text of transcripts; the content decides, not the name.

    Raises:
        GameFileError: the content is neither, or longer than `MOST_BYTES`.
        OSError: the file cannot be read.
    """
    if not str(path):
        raise GameFileError("no file: its name is empty")
    path = Path(path)
    with path.open("rb") as stream:  # a named pipe, too, is read to its end
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
        binary = is_binary(beginning)
        if binary:
            _refuse_unknown(beginning, name)
        content = beginning + read_at_most(MOST_BYTES - len(beginning), stream, name)
        if binary or _is_wthor_by_name(name):
            # NumPy is imported only where a WTHOR file needs it.
            from outflank.games.wthor import names_beside, parse_wthor

            return parse_wthor(content, name, *names_beside(folder))
        text = decode(content)
    except MemoryError:
        raise GameFileError(f"{name}: too long for the memory: no game was read") from None
    if looks_like_ggf(text):
        return GgfFile(name, text)
    refuse_foreign(text, name)
    return TranscriptFile(name, text)


def _is_wthor_by_name(name: str) -> bool:
    return name.lower().endswith(".wtb")


def _refuse_unknown(content: bytes, name: str) -> None:
    from outflank.games.wthor import looks_like_wthor

    if not looks_like_wthor(content) and not _is_wthor_by_name(name):
        raise GameFileError(f"{name}: a binary file that is no WTHOR file: no game was read")


def read_games(path: Path | str) -> list[Game]:
    """All games of a WTHOR file, of GGF or of a text of transcripts.

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
