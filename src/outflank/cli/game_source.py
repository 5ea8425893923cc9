"""Where the games of ``analyze`` and ``show`` come from: files, bundled games, a database."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from outflank.cli.db_options import EVERY, Wanted, database_at, unknown_names
from outflank.cli.inputs import open_game_file, refuse_options
from outflank.cli.output import UsageError, complain
from outflank.games.errors import FaultListener, GameFileError
from outflank.games.famous import famous_games
from outflank.games.game import Game
from outflank.games.reader import GameFile

if TYPE_CHECKING:
    from outflank.games.database import Criteria

#: Opens games; what is wrong with the file is said then.
Source = Callable[[], GameFile]


def sources(
    files: Sequence[str], database: Path | None, wanted: Wanted, encoding: str | None = None
) -> list[Source]:
    """Where the games are: in the files or, where a database or a query is given, in that.

    Args:
        files: by name.
        database: None for the user's own.
        wanted: which of its games.
        encoding: of the files; None to find it out.

    Raises:
        UsageError: neither is given, or both, or an option that cannot be meant.
    """
    refuse_options(files)
    if database is None and wanted == EVERY:
        if not files:
            raise UsageError("a FILE is missing")
        return [partial(open_file, name, encoding) for name in files]
    if encoding is not None:
        raise UsageError("--encoding is that of a file: a database has none")
    if files:
        raise UsageError(f"{files[0]} and a query of a database: give one of them")
    return [partial(Query, database, wanted.criteria())]


def load(source: Source, number: int | None) -> tuple[Game | None, GameFileError | None]:
    """The game, or what can be read of it, and what is wrong with it or with its file."""
    game = None
    try:
        games = source()
        game = games.game(number or 0)
        if number is None and games.has_game(1):
            complain(f"{games.name} holds several games: this is game 0; --game takes another")
        games.check()
    except GameFileError as error:
        begun = error.partial if error.partial and error.partial.moves else None
        return game or begun, error
    return game, None


def open_file(name: str, encoding: str | None = None) -> GameFile:
    """A file of games, standard input, a transcript, or a bundled game.

    Raises:
        GameFileError: it is none of these; a name that is nearly one of a bundled game is told.
        OSError: it cannot be read.
    """
    try:
        return open_game_file(name, encoding)
    except FileNotFoundError as error:
        names = list(famous_games())
        near = difflib.get_close_matches(name.lower(), names, n=1)
        advice = f"did you mean {near[0]}?" if near else ", ".join(names)
        raise GameFileError(f"{name}: no such file, nor a bundled game: {advice}") from error


class Query:
    """The games of a database that are meant, as a file of games.

    Args:
        path: of the database; None for the user's own.
        criteria: which games.
    """

    def __init__(self, path: Path | None, criteria: Criteria) -> None:
        self._database = database_at(path)
        self._criteria = criteria

    @property
    def name(self) -> str:
        """The file of the database."""
        return self._database.path.name

    def game(self, number: int) -> Game:
        """Game `number` of those that are meant; a `GameFileError` if there are fewer."""
        found = next(islice(self.games(), number, None), None)
        if found is None:
            count = self._database.count(self._criteria)
            raise GameFileError(f"{self.name}: no game {number}: the query finds {count}")
        return found

    def has_game(self, number: int) -> bool:
        """True if so many are meant."""
        return self._database.count(self._criteria) > number

    def check(self) -> None:
        """Nothing: a database is whole, or cannot be opened."""

    def games(self, on_fault: FaultListener | None = None) -> Iterator[Game]:  # noqa: ARG002 (no game has a fault)
        """Every game that is meant, in the order in which they were added.

        Raises:
            GameFileError: there is none.
        """
        found = self._database.games(self._criteria)
        first = next(found, None)
        if first is None:
            told = unknown_names(self._database, self._criteria)
            raise GameFileError("; ".join([f"{self.name}: the query finds no game", *told]))
        yield first
        yield from found
