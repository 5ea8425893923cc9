"""Reads games from a file or a stream and finds out by their content how they are written."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO, Final, Protocol

from outflank.games.content import MOST_BYTES, PARQUET_MARK, PROBE, is_binary, read_at_most
from outflank.games.encodings import decode
from outflank.games.errors import FaultListener, GameFileError
from outflank.games.game import Game
from outflank.games.ggf_file import GgfFile
from outflank.games.json_text import JsonFile
from outflank.games.obf_games import ObfFile, looks_like_obf
from outflank.games.pgn import PgnFile
from outflank.games.sgf import SgfFile
from outflank.games.tables import TableFile, is_table, parse_parquet
from outflank.games.transcripts import TranscriptFile

_JSON: Final = re.compile(r"\ufeff?\s*(?:\{|\[\s*[\[{])")
_PGN: Final = re.compile(r'\ufeff?\s*\[\s*[A-Za-z]\w*\s+"')
_GGF: Final = re.compile(
    r"\ufeff?\s*(?:\d+\s+)?\(;(?:\s*[A-Z]+\s*\[[^\[\]]*\]){0,30}?\s*GM\[Othello"
)
_SGF: Final = re.compile(
    r"\ufeff?\s*(?:\d+\s+)?\(\s*+(?:;\s*+)?[A-Za-z]+\s*\[|\ufeff?\s*(?:\d+\s+)?\(;"
)


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


#: Formats by the name that `outflank convert` has for them, and how a text of each is told;
#: the first that fits is taken, and a text of none is one of transcripts.
_TEXTS: Final[tuple[tuple[Callable[[str], object], Callable[[str, str], GameFile]], ...]] = (
    (is_table, TableFile),
    (_JSON.match, JsonFile),
    (_PGN.match, PgnFile),
    (_GGF.match, GgfFile),
    (_SGF.match, SgfFile),
    (looks_like_obf, ObfFile),
)


def open_games(path: Path | str, encoding: str | None = None) -> GameFile:
    """Open a file of games in any format; the content decides, not the name.

    Args:
        path: WTHOR, GGF, SGF, PGN, JSON (ours or that of Othello Quest), OBF, tables (CSV, JSON
            lines, Parquet), or transcripts.
        encoding: of its text; None to find it out.

    Raises:
        GameFileError: the content is none of these, or longer than `MOST_BYTES`.
        OSError: the file cannot be read.
    """
    if not str(path):
        raise GameFileError("no file: its name is empty")
    path = Path(path)
    with path.open("rb") as stream:  # a named pipe, too, is read to its end
        return read_stream(stream, path.name, path.parent, encoding)


def parse_games(content: bytes, name: str, encoding: str | None = None) -> GameFile:
    """As `open_games`, for content that is no file.

    Raises:
        GameFileError: the content is neither a WTHOR or Parquet file nor text.
    """
    return read_stream(io.BytesIO(content), name, None, encoding)


def games_in_text(text: str, name: str) -> GameFile:
    """As `open_games`, for a text."""
    for fits, reader in _TEXTS:
        if fits(text):
            return reader(name, text)
    return TranscriptFile(name, text)


def read_stream(
    stream: BinaryIO, name: str, folder: Path | None = None, encoding: str | None = None
) -> GameFile:
    """As `open_games`, for a stream such as standard input, which is read to its end.

    Args:
        stream: where to read; nothing after its first bytes if they can be no games.
        name: what errors call it.
        folder: where the files of names lie that belong to a WTHOR file.
        encoding: of its text; None to find it out.

    Raises:
        GameFileError: the content is neither a WTHOR or Parquet file nor text, or too long.
        OSError: the stream cannot be read.
    """
    try:
        beginning = stream.read(PROBE)
        binary = encoding is None and is_binary(beginning)
        if binary:
            _refuse_unknown(beginning, name)
        content = beginning + read_at_most(MOST_BYTES - len(beginning), stream, name)
        if content.startswith(PARQUET_MARK):
            return parse_parquet(content, name)
        if binary or _is_wthor_by_name(name):
            # NumPy is imported only where a WTHOR file needs it.
            from outflank.games.wthor import names_beside, parse_wthor

            return parse_wthor(content, name, *names_beside(folder))
        text = decode(content, name, encoding)
    except MemoryError:
        raise GameFileError(f"{name}: too long for the memory: no game was read") from None
    return games_in_text(text, name)


def _is_wthor_by_name(name: str) -> bool:
    return name.lower().endswith(".wtb")


def _refuse_unknown(content: bytes, name: str) -> None:
    from outflank.games.wthor import looks_like_wthor

    if content.startswith(PARQUET_MARK):
        return
    if not looks_like_wthor(content) and not _is_wthor_by_name(name):
        raise GameFileError(
            f"{name}: a binary file that is neither WTHOR nor Parquet: no game was read"
        )


def read_games(
    source: Path | str | BinaryIO,
    on_fault: FaultListener | None = None,
    encoding: str | None = None,
) -> Iterator[Game]:
    """Stream the games of a file in any format, or of a stream of bytes.

    The file is opened at once, the games are made one by one.

    Args:
        source: a path, or a stream that is read to its end.
        on_fault: called with the error of a game that cannot be read to its end, which is
            then left out; without it the error is raised, after the games before it.
        encoding: of a text; None to find it out.

    Raises:
        GameFileError: something in the file is wrong; the faulty game up to the fault is
            kept as ``.partial``.
        OSError: the file cannot be read.
    """
    if isinstance(source, Path | str):
        return open_games(source, encoding).games(on_fault)
    name = str(getattr(source, "name", "stream"))
    return read_stream(source, name, None, encoding).games(on_fault)
