"""Writes games of a database to a file: as a table, or in any form that games are written in."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TextIO

from outflank.board.errors import OutflankError
from outflank.games.database.connection import Connection, rows
from outflank.games.database.criteria import Criteria, condition
from outflank.games.database.records import count, stream
from outflank.games.encodings import is_text
from outflank.games.errors import FaultListener
from outflank.games.target import regular_target
from outflank.games.writer import Format, format_of, write_games

#: Forms of tables by the suffix of the file, as DuckDB calls them. Their columns are those of
#: the view ``game_list``.
TABLES: Final = {
    ".csv": "FORMAT csv, HEADER",
    ".parquet": "FORMAT parquet, COMPRESSION zstd",
}


def export(
    connection: Connection, path: Path, criteria: Criteria, on_fault: FaultListener | None
) -> int:
    """Write the games that are meant; see `Database.export`."""
    path = regular_target(path)
    if layout := TABLES.get(path.suffix.lower()):
        if not is_text(str(path.absolute())):
            raise OutflankError(f"{path}: DuckDB cannot write to a name that is no text")
        with _whole(path) as unfinished:
            _copy(connection, unfinished, layout, criteria)
        return count(connection, criteria)
    chosen = _format_of(path)
    games = (record.game() for record in stream(connection, criteria))
    if chosen == "wthor":  # several files, which have their names from this one
        return write_games(path, games, chosen, on_fault)
    with _whole(path) as unfinished, _text(unfinished) as file:
        return write_games(file, games, chosen, on_fault)


def _format_of(path: Path) -> Format:
    try:
        return format_of(path)
    except OutflankError as error:
        raise OutflankError(f"{error}; or a table: {', '.join(TABLES)}") from None


def _text(path: Path) -> TextIO:
    return path.open("w", encoding="utf-8", errors="backslashreplace")


def _copy(connection: Connection, path: Path, layout: str, criteria: Criteria) -> None:
    wanted = condition(criteria)
    chosen = f"SELECT id FROM games WHERE {wanted.sql}"
    target = str(path.absolute()).replace("'", "''")
    rows(
        connection,
        f"COPY (SELECT * FROM game_list WHERE id IN ({chosen}) ORDER BY id) "
        f"TO '{target}' ({layout})",
        wanted.values,
    )


@contextmanager
def _whole(path: Path) -> Iterator[Path]:
    """A file beside `path`, of the same suffix, that takes its place when it is written."""
    unfinished = path.with_name(f".unfinished-{os.getpid()}-{path.name}")
    try:
        unfinished.touch()  # who may not write here is told by the system, not by DuckDB
        yield unfinished
        unfinished.replace(path)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
    finally:
        unfinished.unlink(missing_ok=True)
