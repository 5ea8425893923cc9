"""Opens the DuckDB file of a database of games; DuckDB is imported here and nowhere above."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import platformdirs

from outflank.games.database.errors import NONE_OF_GAMES, DatabaseError, naming
from outflank.games.database.schema import APPLICATION, SCHEMA, TABLES
from outflank.games.encodings import is_text

#: Of DuckDB itself; what sorts more than that goes by way of a file.
MEMORY: Final = "384MB"

#: Names the database where nothing else does.
VARIABLE: Final = "OUTFLANK_DATABASE"
FILE_NAME: Final = "games.duckdb"

#: A DuckDB connection: its types are not part of its interface.
Connection = Any


def usual_path() -> Path:
    """Where the database lies if nobody says otherwise.

    ``OUTFLANK_DATABASE`` names it; else it is in the user's folder of data.
    """
    asked = os.environ.get(VARIABLE)
    return Path(asked) if asked else Path(platformdirs.user_data_dir("outflank")) / FILE_NAME


def open_for_reading(path: Path) -> Connection:
    """A connection that many programs may have at once.

    Raises:
        DatabaseError: there is no database, or none of ours; DuckDB is not installed.
    """
    if not path.exists():
        raise DatabaseError(f"{path}: no such database: outflank db import FILE makes one")
    return _checked(path, read_only=True)


@contextmanager
def writing(path: Path) -> Iterator[Connection]:
    """The one connection that may add games; the database is made where there is none.

    Raises:
        DatabaseError: it is none of ours, or in use; DuckDB is not installed.
        OSError: its folder cannot be made.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    connection = _checked(path, read_only=False)
    try:
        yield connection
    finally:
        connection.close()


def _checked(path: Path, *, read_only: bool) -> Connection:
    """A connection to what is a database of ours, or becomes one if it is empty."""
    if path.is_dir():
        raise DatabaseError(f"{path}: a folder, not a database")
    with naming(path):
        import duckdb

        # A whole path: "md:x", "~/x" and ":memory:" would mean something else to DuckDB.
        whole = str(path.absolute())
        if not is_text(whole):
            raise DatabaseError(f"{path}: DuckDB cannot open a file whose name is no text")
        connection = duckdb.connect(whole, read_only=read_only, config={"memory_limit": MEMORY})
    try:
        with naming(path):
            if not read_only and not _tables(connection):
                _create(connection)
            _check(path, connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _tables(connection: Connection) -> set[str]:
    named = "SELECT table_name FROM information_schema.tables WHERE table_schema = 'main'"
    return {name for (name,) in rows(connection, named)}


def _create(connection: Connection) -> None:
    connection.begin()
    rows(connection, TABLES)
    rows(connection, "INSERT INTO about VALUES (?, ?)", [APPLICATION, SCHEMA])
    connection.commit()


def _check(path: Path, connection: Connection) -> None:
    """Refuse what is none of our databases.

    Raises:
        DatabaseError: another program's, or a newer one of ours.
    """
    said = "SELECT application, schema FROM about"
    found = rows(connection, said) if "about" in _tables(connection) else []
    if len(found) != 1 or found[0][0] != APPLICATION:
        raise DatabaseError(f"{path}: a DuckDB database, but {NONE_OF_GAMES}")
    schema = found[0][1]
    if schema != SCHEMA:
        raise DatabaseError(
            f"{path}: its tables are those of schema {schema}; this program knows {SCHEMA}"
        )


def rows(connection: Connection, sql: str, values: Any = None) -> list[tuple[Any, ...]]:
    """What a statement answers, all of it: DuckDB wants a result read before the next statement."""
    found: list[tuple[Any, ...]] = connection.execute(sql, values).fetchall()
    return found


def undo(connection: Connection) -> None:
    """End a transaction that an error has ended, or will: it is the error that is told."""
    import duckdb

    with suppress(duckdb.Error):
        connection.rollback()


@contextmanager
def registered(connection: Connection, **tables: dict[str, Any]) -> Iterator[None]:
    """Meanwhile columns of NumPy arrays are tables of these names."""
    for name, table in tables.items():
        connection.register(name, table)
    yield
    for name in tables:  # not after an error: it would be followed by another one
        connection.unregister(name)
