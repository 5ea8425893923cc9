"""Tables of games: CSV and Parquet with a column ``moves``, as ``outflank train selfplay`` writes.

A CSV file is known by its first line, which names the columns; between them may stand commas,
semicolons or tabs. `outflank.games.columns` says what is taken of a row. A row with another
number of cells than the first line is an error: nothing is taken of it.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from outflank.board.errors import OutflankError
from outflank.games.columns import KNOWN, MOVES, values_of
from outflank.games.errors import GameFileError
from outflank.games.game import Game
from outflank.games.json_text import JsonFile, game_of_values
from outflank.games.textfile import TextFile

DELIMITERS: Final = ",;\t"

#: The longest first line, in characters.
_PROBE: Final = 4096

#: Rows that are taken from DuckDB at a time.
_ROWS: Final = 10_000


def is_table(text: str) -> bool:
    """True if the first line of a text names columns, one of them ``moves``."""
    return _delimiter(text) is not None


def _delimiter(text: str) -> str | None:
    line = text[:_PROBE].removeprefix("\ufeff").partition("\n")[0]
    return next((mark for mark in DELIMITERS if _names(line.split(mark)).count(MOVES) == 1), None)


def _names(cells: Sequence[str]) -> list[str]:
    """The names of columns, as they are looked for."""
    return [cell.strip().strip('"').lower() for cell in cells]


@dataclass(frozen=True)
class TableFile(TextFile):
    """The text of a CSV file."""

    def read(self) -> Iterator[Game | GameFileError]:
        """One game a row, or the error that stands in its place."""
        rows = self._rows()
        names: list[str] | None = None
        for line, row in rows:
            if isinstance(row, GameFileError):
                yield row
            elif names is None:
                names = _names(row)
            else:
                yield self._game(names, row, line)

    def _rows(self) -> Iterator[tuple[int, list[str] | GameFileError]]:
        """The rows that are not empty, each with the number of the line that it begins on."""
        text = self.text.removeprefix("\ufeff")
        reader = csv.reader(
            io.StringIO(text, newline=""), delimiter=_delimiter(text) or ",", strict=True
        )
        while True:
            line = reader.line_num + 1
            try:
                row = next(reader, None)
            except csv.Error as error:
                yield line, GameFileError(f"{self.name} line {line}: not a row: {error}")
                continue
            if row is None:
                return
            if row:
                yield line, row

    def _game(self, names: Sequence[str], row: Sequence[str], line: int) -> Game | GameFileError:
        place = f"{self.name} line {line}"
        if len(row) != len(names):
            return GameFileError(
                f"{place}: a row of {len(row)} cells, but the first line names {len(names)} columns"
            )
        try:
            return game_of_values(values_of(dict(zip(names, row, strict=True))), place)
        except OutflankError as error:
            return GameFileError(f"{place}: {error}")


def parse_parquet(content: bytes, name: str) -> JsonFile:
    """The games of a Parquet file.

    Raises:
        GameFileError: it is damaged, has no column ``moves``, or DuckDB is not installed.
    """
    try:
        import duckdb
    except ImportError:
        raise GameFileError(
            f'{name}: Parquet files need DuckDB: pip install "outflank[db]"'
        ) from None
    with TemporaryDirectory(prefix="outflank-") as folder:
        path = Path(folder) / "games.parquet"
        path.write_bytes(content)
        try:
            with duckdb.connect() as database:
                return JsonFile(name, "\n".join(_lines(database, path, name)), "row")
        except duckdb.Error as error:
            raise GameFileError(f"{name}: {' '.join(str(error).split())}") from None


def _lines(database: Any, path: Path, name: str) -> Iterator[str]:
    """A row a line, as JSON: of the columns that are known."""
    found = database.execute("SELECT * FROM read_parquet(?, hive_partitioning=false)", [str(path)])
    names = _names([column[0] for column in found.description])
    if names.count(MOVES) != 1:
        raise GameFileError(f"{name}: no table of games: none of its columns is called {MOVES}")
    while rows := found.fetchmany(_ROWS):
        for row in rows:
            cells = zip(names, row, strict=True)
            values = {name: cell for name, cell in cells if name in KNOWN}
            yield json.dumps({"score": None, **values}, default=str)
