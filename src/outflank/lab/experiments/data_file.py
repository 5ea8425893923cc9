"""The file of an experiment's data: gzipped CSV, whose first lines say what it holds.

Lines that begin with ``#`` are ``# key: value``; then come the names of the columns, and
a line for each row. An empty cell was not measured. Equal data make equal files, byte by
byte. The last lines of the header are the number of rows and the SHA-256 of all lines from the
names of the columns on; files of earlier versions lack them.
"""

from __future__ import annotations

import csv
import gzip
import hashlib
import io
import math
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import BinaryIO, Final, cast

from outflank.board.errors import OutflankError
from outflank.evaluation.files import write_whole
from outflank.games.content import read_at_most, refuse_irregular
from outflank.games.errors import GameFileError
from outflank.lab.experiments.experiment import Cell, Row

SUFFIX: Final = ".csv.gz"

#: Significant digits of a float.
DIGITS: Final = 6

#: Whole numbers reach so far on both sides of 0.
GREATEST: Final = 10**15

#: Bytes of an unpacked file at most: a hundred times what any experiment writes.
LARGEST: Final = 1 << 28

#: Lines of the header by which damage is seen; they are no part of what was measured.
ROWS: Final = "rows"
CHECKSUM: Final = "sha256"

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
    body = io.StringIO()
    writer = csv.writer(body, lineterminator="\n")
    cells = [[_written(cell) for cell in checked(row, columns)] for row in rows]
    writer.writerows([list(columns), *cells])
    checks = {ROWS: str(len(cells)), CHECKSUM: _checksum(body.getvalue())}
    lines = [f"{_MARK}{key}: {one_line(value)}\n" for key, value in {**header, **checks}.items()]
    write_whole(path, _gzipped(("".join(lines) + body.getvalue()).encode()))


def one_line(value: str) -> str:
    r"""A value as a line of the header holds it.

    >>> one_line("two\n   words")
    'two words'
    """
    return " ".join(value.split())


def _checksum(body: str) -> str:
    return hashlib.sha256(body.encode()).hexdigest()


def checked(row: Row, columns: Columns) -> list[Cell]:
    """The cells of a row in the order of the columns.

    Raises:
        TypeError: it has others, one that cannot be meant, or none that was measured.
    """
    if set(row) != set(columns):
        raise TypeError(f"a row of {', '.join(row)}, where there must be {', '.join(columns)}")
    if all(cell is None for cell in row.values()):
        raise TypeError("a row of which nothing was measured")
    return [_fitting(name, row[name], kind) for name, kind in columns.items()]


def _fitting(name: str, cell: Cell, kind: type[str] | type[int] | type[float]) -> Cell:
    if type(cell) is int and abs(cell) > GREATEST:
        raise TypeError(f"{name}: a whole number beyond {GREATEST:,}")
    if kind is float and type(cell) is int:
        return float(cell)
    if cell is not None and type(cell) is not kind:
        raise TypeError(f"{name} is of the type {kind.__name__}, and {cell!r} is not")
    if isinstance(cell, float) and not math.isfinite(cell):
        raise TypeError(f"{name}: {cell!r} is no finite number")
    if isinstance(cell, str) and not (cell and cell.isprintable()):
        raise TypeError(f"{name}: {cell!r:.40} is empty or cannot be written on one line")
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
        GameFileError: it is no regular file.
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
    body = "\n".join([*lines[begin:], ""])
    _refuse_damage(path.name, header.pop(ROWS, None), header.pop(CHECKSUM, None), len(rows), body)
    return Data(MappingProxyType(header), rows)


def _refuse_damage(
    name: str, told: str | None, checksum: str | None, count: int, body: str
) -> None:
    """Hold what the file says of its rows against them."""
    if not count:
        raise DataError(f"{name}: damaged: there are no rows")
    if told is not None and told != str(count):
        raise DataError(f"{name}: damaged: {count} rows, where there were {told:.20}")
    if checksum is not None and checksum != _checksum(body):
        raise DataError(f"{name}: damaged: its rows are not those that were written")


def _unpacked(path: Path) -> str:
    refuse_irregular(path)
    try:
        with gzip.open(path) as file:
            return read_at_most(LARGEST, cast("BinaryIO", file), path.name).decode()
    except GameFileError:
        raise DataError(f"{path.name}: more than {LARGEST >> 20} MB when it is unpacked") from None
    except (gzip.BadGzipFile, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise DataError(f"{path.name}: damaged, or no data of an experiment: {error}") from None


def _header(lines: Sequence[str], name: str) -> Iterator[tuple[str, str]]:
    for number, line in enumerate(lines, 1):
        if not line.startswith(_MARK):
            return
        key, colon, value = line.removeprefix(_MARK).partition(": ")
        if not colon or len(line.splitlines()) != 1:
            raise DataError(f"{name} line {number}: not “{_MARK}key: value”")
        yield key, value


def _rows(lines: Sequence[str], columns: Columns, name: str, first: int) -> Iterator[Row]:
    for number, line in enumerate(lines, first):
        try:
            row = _row(line, columns)
            checked(row, columns)
        except (csv.Error, ValueError, TypeError) as error:
            raise DataError(f"{name} line {number}: {error}") from None
        yield row


def _row(line: str, columns: Columns) -> Row:
    """The cells of a line; each line by itself, or an open quote would take the next ones in."""
    (cells,) = csv.reader([line], strict=True)
    if len(cells) != len(columns):
        raise ValueError(f"{len(cells)} cells, where there are {len(columns)} columns")
    return {
        column: _read_cell(column, cell, kind)
        for (column, kind), cell in zip(columns.items(), cells, strict=True)
    }


def _read_cell(name: str, text: str, kind: type[str] | type[int] | type[float]) -> Cell:
    try:
        return kind(text) if text else None
    except ValueError:
        raise ValueError(
            f"{name} is of the type {kind.__name__}, and {text!r:.40} is not"
        ) from None
