"""A game in the middle of other text, such as a saved mail, read as a file of that one game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from outflank.board.errors import OutflankError
from outflank.games.errors import AmbiguousTextError, GameFileError
from outflank.games.game import Game
from outflank.games.paste import LONGEST, parse_text
from outflank.games.textfile import TextFile
from outflank.games.transcripts import TranscriptFile


@dataclass(frozen=True)
class PastedFile(TextFile):
    """A text with one game somewhere in it; see `outflank.games.Game.parse`.

    Attributes:
        found: the game, or what is wrong with it.
    """

    found: Game | GameFileError

    def read(self) -> Iterator[Game | GameFileError]:
        """The one game, or the error in its place."""
        yield self.found


def game_among_text(file: TranscriptFile) -> PastedFile | None:
    """The one game of a text that is no file of transcripts; None if it is one.

    It is none if it does not begin with a move, and has no more than one line that is a game:
    a faulty line among many games is told as what it is. A text of several lines without any
    game is one fault, and not one for each line.
    """
    if len(file.text) > LONGEST:
        return None
    beginning = list(islice(file.read(), 2))
    lines = list(islice(_games(file), 2))
    if not beginning or not _is_unreadable(beginning[0]) or len(lines) > 1:
        return None
    found = _found(file)
    if found is None and len(beginning) > 1 and not lines:
        found = GameFileError(f"{beginning[0]}; nor is there a game further down")
    return None if found is None else PastedFile(file.name, file.text, found)


def _found(file: TranscriptFile) -> Game | GameFileError | None:
    """The game, or what is wrong with the only one; None if there is none."""
    try:
        game = parse_text(file.text).game
    except (AmbiguousTextError, GameFileError) as error:
        return _named(file.name, error)
    except OutflankError:
        return None
    return None if game is None else replace(game, source=file.name)


def _is_unreadable(first: Game | GameFileError) -> bool:
    """True if not even the first move can be read."""
    return isinstance(first, GameFileError) and not (first.partial and first.partial.moves)


def _games(file: TranscriptFile) -> Iterator[Game]:
    return (one for one in file.read() if isinstance(one, Game) and one.moves)


def _named(name: str, error: OutflankError) -> GameFileError:
    """The error with the name of the file before it, as everywhere: ``FILE line 6: …``."""
    message = str(error)
    place = f"{name} {message}" if message.startswith("line ") else f"{name}: {message}"
    partial = error.partial if isinstance(error, GameFileError) else None
    return GameFileError(place, board=error.board, ply=error.ply, partial=partial)
