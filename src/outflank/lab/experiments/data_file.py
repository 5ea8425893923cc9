"""The file of an experiment's data: gzipped CSV, whose first lines say what it holds.

Lines that begin with ``#`` are ``# key: value``; then come the names of the columns, and
a line for each row. An empty cell was not measured. Equal data make equal files, byte by
byte.
"""

from __future__ import annotations

import csv
import gzip
import io
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final

from outflank.board.errors import OutflankError
from outflank.evaluation.files import write_whole
from outflank.lab.experiments.experiment import Cell, Row

SUFFIX: Final = ".csv.gz"

#: Significant digits of a float.
DIGITS: Final = 6

_MARK: Final = "# "

Columns = Mapping[str, type[str] | type[int] | type[float]]


class DataError(OutflankError):
    """A file that is no data of the experiment."""


@dataclass(frozen=True, slots=True)
class Data:
    """What was measured.

    Attributes:
        header: what the first lines say.
        rows: a cell for each column.
    """

    header: Mapping[str, str]
    rows: Sequence[Row]


def write_data(
    path: Path, columns: Columns, header: Mapping[str, str], rows: Iterable[Row]
) -> None:
    """Write a file of data in one step.

    Raises:
        OSError: it cannot be written; a file that was there is as it was.
        TypeError: a row does not fit the columns.
    """
    text = io.StringIO()
    for key, value in header.items():
        text.write(f"{_MARK}{key}: {' '.join(value.split())}\n")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow(_written(cell) for cell in checked(row, columns))
    write_whole(path, _gzipped(text.getvalue().encode()))


def checked(row: Row, columns: Columns) -> list[Cell]:
    """The cells of a row in the order of the columns.

    Raises:
        TypeError: it has others, or one of another type.
    """
    if set(row) != set(columns):
        raise TypeError(f"a row of {', '.join(row)}, where there must be {', '.join(columns)}")
    return [_fitting(name, row[name], kind) for name, kind in columns.items()]


def _fitting(name: str, cell: Cell, kind: type[str] | type[int] | type[float]) -> Cell:
    if kind is float and type(cell) is int:
        return float(cell)
    if cell is not None and type(cell) is not kind:
        raise TypeError(f"{name} is of the type {kind.__name__}, and {cell!r} is not")
    if isinstance(cell, str) and len(cell.splitlines()) != 1:
        raise TypeError(f"{name}: {cell!r} is empty or has several lines")
    return cell


def _written(cell: Cell) -> str:
    if isinstance(cell, float):
        return f"{cell:.{DIGITS}g}"
    return "" if cell is None else str(cell)


def _gzipped(content: bytes) -> bytes:
    """Compressed without a name and a time."""
    packed = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", fileobj=packed, mtime=0) as file:
        file.write(content)
    return packed.getvalue()


def read_data(path: Path, experiment: str, columns: Columns) -> Data:
    """Read a file of data.

    Args:
        path: the file.
        experiment: the name of the experiment whose data it must hold.
        columns: that it must have.

    Raises:
        DataError: it is damaged, or no data of this experiment; the message names the file
            and, where there is one, the line.
        OSError: it cannot be read.
    """
    lines = _unpacked(path).removesuffix("\n").split("\n")
    said = list(_header(lines, path.name))
    header, begin = dict(said), len(said)
    if header.get("experiment") != experiment:
        raise DataError(f"{path.name}: no data of the experiment {experiment}")
    if lines[begin : begin + 1] != [",".join(columns)]:
        raise DataError(
            f"{path.name} line {begin + 1}: other columns than the experiment has now: "
            "measure it anew (--renew)"
        )
    rows = list(_rows(lines[begin + 1 :], columns, path.name, begin + 2))
    return Data(MappingProxyType(header), rows)


def _unpacked(path: Path) -> str:
    try:
        return gzip.decompress(path.read_bytes()).decode()
    except (gzip.BadGzipFile, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise DataError(f"{path.name}: damaged, or no data of an experiment: {error}") from None


def _header(lines: Sequence[str], name: str) -> Iterator[tuple[str, str]]:
    for number, line in enumerate(lines, 1):
        if not line.startswith(_MARK):
            return
        key, colon, value = line.removeprefix(_MARK).partition(": ")
        if not colon:
            raise DataError(f"{name} line {number}: not “{_MARK}key: value”")
        yield key, value


def _rows(lines: Sequence[str], columns: Columns, name: str, first: int) -> Iterator[Row]:
    for number, cells in enumerate(csv.reader(lines), first):
        if len(cells) != len(columns):
            raise DataError(
                f"{name} line {number}: {len(cells)} cells, where there are {len(columns)} columns"
            )
        row: dict[str, Cell] = {}
        for (column, kind), cell in zip(columns.items(), cells, strict=True):
            try:
                row[column] = kind(cell) if cell else None
            except ValueError:
                raise DataError(
                    f"{name} line {number}: {column} is of the type {kind.__name__}, "
                    f"and {cell!r:.40} is not"
                ) from None
        yield row
