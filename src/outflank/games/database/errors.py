"""What is wrong with a database of games."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from outflank.board.errors import OutflankError

#: What to do where DuckDB is not installed.
NOT_INSTALLED = 'a database of games needs DuckDB: pip install "outflank[db]"'

#: What a database of somebody else is.
NONE_OF_GAMES = "none of games"


class DatabaseError(OutflankError):
    """A database that is not there, none of ours, in use or damaged; or DuckDB is not."""


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Around what asks DuckDB: its errors become ours, which name the file.

    Raises:
        DatabaseError: DuckDB is not installed, or does not do what is asked.
        KeyboardInterrupt: Ctrl-C, also where DuckDB has noticed it.
    """
    if find_spec("duckdb") is None:
        raise DatabaseError(NOT_INSTALLED)
    import duckdb

    try:
        yield
    except duckdb.InterruptException:
        raise KeyboardInterrupt from None
    except duckdb.Error as error:
        raise DatabaseError(f"{path}: {_said(error)}") from None


def _said(error: Exception) -> str:
    """What DuckDB says, in one line, and in our words where it is usual."""
    text = " ".join(str(error).split())
    if "lock" in text and "IO Error" in text:
        return "in use by another program: only one may add games, and nobody else reads meanwhile"
    if "not a valid DuckDB database" in text:
        return "not a DuckDB database"
    if text.startswith(("Catalog Error", "Binder Error")):
        return f"a DuckDB database, but {NONE_OF_GAMES}, or one whose tables were changed"
    if "Corrupt database file" in text or "Could not read enough bytes" in text:
        return f"damaged: {text}"
    return text
