"""Reads games from a file or from bytes and finds out by their content how they are written."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from outflank.games.content import decode, is_binary
from outflank.games.errors import FaultListener, GameFileError
from outflank.games.game import Game
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
    """Open a WTHOR file or a text of transcripts; the content decides, not the name.

    Raises:
        GameFileError: the content is neither.
        OSError: the file cannot be read.
    """
    path = Path(path)
    content = path.read_bytes()
    if is_binary(content) or _is_wthor_by_name(path.name):
        # NumPy is imported only where a WTHOR file needs it.
        from outflank.games.wthor import open_wthor

        _refuse_unknown(content, path.name)
        return open_wthor(path)
    return TranscriptFile(path.name, decode(content))


def parse_games(content: bytes, name: str) -> GameFile:
    """As `open_games`, for content that is no file, such as standard input.

    Raises:
        GameFileError: the content is neither a WTHOR file nor text.
    """
    if is_binary(content):
        from outflank.games.wthor import parse_wthor

        _refuse_unknown(content, name)
        return parse_wthor(content, name)
    return TranscriptFile(name, decode(content))


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


def _is_wthor_by_name(name: str) -> bool:
    return name.lower().endswith(".wtb")


def _refuse_unknown(content: bytes, name: str) -> None:
    from outflank.games.wthor import looks_like_wthor

    if not looks_like_wthor(content) and not _is_wthor_by_name(name):
        raise GameFileError(f"{name}: a binary file that is no WTHOR file: no game was read")
