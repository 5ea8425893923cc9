"""A database of games in one DuckDB file: added to as a whole or not at all, asked by anybody."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Self

from outflank.board.board import Board
from outflank.board.position import Position
from outflank.games.database import (
    checking,
    connection,
    exploring,
    exporting,
    records,
    standings,
    unknown,
)
from outflank.games.database.criteria import ALL, Criteria
from outflank.games.database.errors import naming
from outflank.games.database.imported import Faults, Imported, Progress
from outflank.games.errors import FaultListener
from outflank.games.openings import Opening, OpeningNames

if TYPE_CHECKING:
    from types import TracebackType

    from outflank.games.game import Game


class Database:
    """Games, players, events, openings, and every position of every game.

    Nothing is opened before it is needed. While games are added nobody else can read; else
    many may at once. Use it in a ``with`` statement, or `close` it.

    Args:
        path: of the file; None for the user's own, see `usual_path`. `import_files` makes it.

    Attributes:
        path: of the file.

    Every method raises `DatabaseError` if there is no database, if it is in use, damaged or
    none of ours, and if DuckDB is not installed.
    """

    def __init__(self, path: Path | str | None = None) -> None:
        self.path = connection.usual_path() if path is None else Path(path)
        self._reading: connection.Connection = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        if self._reading is not None:
            self._reading.close()
            self._reading = None

    @property
    def connection(self) -> connection.Connection:
        """DuckDB's own connection, which reads only: for SQL; see docs/database.md."""
        if self._reading is None:
            self._reading = connection.open_for_reading(self.path)
        return self._reading

    def import_files(
        self,
        paths: Iterable[Path | str],
        *,
        names: OpeningNames | None = None,
        encoding: str | None = None,
        on_fault: Faults | None = None,
        progress: Progress | None = None,
    ) -> list[Imported]:
        """Add the games of files of any form that `outflank.games.open_games` reads.

        All of them are in the database in the end or, after an error or a kill, none. A game
        that is there already is not added again.

        Args:
            paths: of the files.
            names: of openings, in place of those that the database has; None leaves them.
            encoding: of the files that are text; None to find it out.
            on_fault: is told what is wrong with a file or a game, which is then left out;
                without it the first fault is an error.
            progress: is told after each file how many bytes are read and how many there are.

        Returns:
            What became of each file.

        Raises:
            GameFileError: a file is none of games, or one of its games is at fault.
            OSError: a file cannot be read.
        """
        from outflank.games.database import importing

        files = [Path(path) for path in paths]
        self.close()
        with connection.writing(self.path) as writing, naming(self.path):
            return importing.import_files(writing, files, names, encoding, on_fault, progress)

    def find(self, criteria: Criteria = ALL, *, limit: int | None = None) -> list[records.Record]:
        """The games that are meant, the latest years first."""
        with naming(self.path):
            return records.find(self.connection, criteria, limit)

    def count(self, criteria: Criteria = ALL) -> int:
        """How many games are meant."""
        with naming(self.path):
            return records.count(self.connection, criteria)

    def games(self, criteria: Criteria = ALL) -> Iterator[Game]:
        """The games that are meant as values, in the order in which they were added."""
        with naming(self.path):
            for record in records.stream(self.connection, criteria):
                yield record.game()

    def explore(self, where: Position | Board, criteria: Criteria = ALL) -> exploring.Exploration:
        """What was played from a position, however the board was turned, in the games meant."""
        with naming(self.path):
            return exploring.explore(self.connection, where, criteria)

    def players(
        self, name: str = "", criteria: Criteria = ALL, *, limit: int | None = None
    ) -> list[standings.Standing]:
        """The players whose name has a text inside, the most busy first.

        Args:
            name: parts of the words of the name in any order, whatever the case and the accents.
            criteria: the games that count.
            limit: of the list.
        """
        with naming(self.path):
            return standings.players(self.connection, name, criteria, limit)

    def export(
        self,
        path: Path | str,
        criteria: Criteria = ALL,
        *,
        on_fault: FaultListener | None = None,
    ) -> int:
        """Write the games that are meant to a file; its suffix says in which form.

        Args:
            path: ``.csv`` and ``.parquet`` are tables of the view ``game_list``, others are
                formats of games, see `outflank.games.write_games`.
            criteria: which games.
            on_fault: is told of a game that the format cannot hold, which is then left out;
                without it the first one is an error.

        Returns:
            The number of games that were written.

        Raises:
            GameFileError: the format cannot hold a game.
            OutflankError: there is no such format.
            OSError: the file cannot be written.
        """
        with naming(self.path):
            return exporting.export(self.connection, Path(path), criteria, on_fault)

    def check(
        self,
        criteria: Criteria = ALL,
        *,
        limit: int | None = None,
        proofs: int = 0,
        progress: checking.Progress | None = None,
    ) -> checking.Check:
        """Hold results that are claimed against the moves, and theoretical ones against proofs.

        Args:
            criteria: the games to check.
            limit: of the games that are listed.
            proofs: so many theoretical scores are proved by the solver. From 24 empties that
                takes seconds each.
            progress: is told how many are proved and how many there are.
        """
        with naming(self.path):
            return checking.check(self.connection, criteria, limit, proofs, progress)

    def unknown_names(self, criteria: Criteria) -> list[unknown.UnknownName]:
        """The names in `criteria` that nothing in the database has, and what is much like them."""
        with naming(self.path):
            return unknown.unknown_names(self.connection, criteria, self.openings())

    def openings(self) -> list[Opening]:
        """The openings by whose names games are found."""
        with naming(self.path):
            found = connection.rows(
                self.connection,
                "SELECT name, japanese, moves, player, opponent FROM openings ORDER BY id",
            )
        return [
            Opening(name, japanese, moves or "", Position(player, opponent))
            for name, japanese, moves, player, opponent in found
        ]
