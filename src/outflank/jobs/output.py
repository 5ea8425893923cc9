"""The result: records as CSV, as JSON lines or as a Parquet file, whole or not there."""

from __future__ import annotations

import csv
import errno
import glob
import io
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from outflank.jobs.errors import JobError
from outflank.jobs.work import Column

PARQUET: Final = ".parquet"
CSV: Final = ".csv"
JSON_LINES: Final = ".jsonl"
FORMATS: Final = (PARQUET, CSV, JSON_LINES)

#: By so many characters the names of files beside a result are longer, at most.
LONGER_NAMES: Final = 40

#: Bytes that are put together before they are written.
BUFFER: Final = 1 << 20

Records = Iterable[Mapping[str, Any]]


def check_format(path: Path) -> None:
    """Find out before any work whether a result can be written.

    Raises:
        JobError: its name ends as none that is known, or is too long; a Parquet file needs
            what is not installed, or a name that is text; or it lies where no file can.
    """
    if path.suffix.lower() not in FORMATS:
        raise JobError(f"{path}: a result is a file {', '.join(FORMATS)}")
    if path.suffix.lower() == PARQUET:
        _check_parquet(path)
    _check_length(path)
    if path.is_dir() or not path.parent.is_dir():
        raise JobError(f"{path}: no file can be written there")


def _check_length(path: Path) -> None:
    try:
        path.with_name(path.name + "x" * LONGER_NAMES).exists()
    except OSError as error:
        if error.errno != errno.ENAMETOOLONG:
            raise
        raise JobError(f"{path}: the name is too long: files beside it have longer ones") from None


def _check_parquet(path: Path) -> None:
    if find_spec("duckdb") is None:
        raise JobError(f'{path}: Parquet files need DuckDB: pip install "outflank[db]"')
    try:
        str(path.absolute()).encode()
    except UnicodeEncodeError:
        raise JobError(f"{path}: DuckDB cannot write to a name that is no text") from None


def write_result(path: Path, columns: Sequence[Column], records: Records) -> None:
    """Write all records, in their order; equal records give equal files.

    Raises:
        OSError: it cannot be written; what was there before is as it was.
    """
    match path.suffix.lower():
        case ".csv":
            with _whole(path) as unfinished, _text(unfinished) as file:
                _write_csv(file, columns, records)
        case ".jsonl":
            with _whole(path) as unfinished, _text(unfinished) as file:
                _write_json(file, records)
        case _:
            _write_parquet(path, columns, records)


@contextmanager
def _whole(path: Path) -> Iterator[Path]:
    """A file beside `path` that takes its place when it is written, and on the disk.

    One process at a time is at a result, so that what a kill has left is written over.
    """
    unfinished = path.with_name(f".{path.name}.unfinished")
    try:
        yield unfinished
        with unfinished.open("rb+") as file:
            os.fsync(file.fileno())
        unfinished.replace(path)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
    finally:
        unfinished.unlink(missing_ok=True)


def _text(path: Path) -> io.TextIOWrapper:
    return path.open("w", encoding="utf-8", newline="", buffering=BUFFER)


def _write_json(file: io.TextIOBase, records: Records) -> None:
    file.writelines(f"{json.dumps(record)}\n" for record in records)


def _write_csv(file: io.TextIOBase, columns: Sequence[Column], records: Records) -> None:
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(column.name for column in columns)
    names = [column.name for column in columns]
    writer.writerows([_cell(record[name]) for name in names] for record in records)


def _cell(value: Any) -> Any:
    """A value as CSV has it: nothing where it is unknown, ``d3=2 c4=-6`` for several."""
    if isinstance(value, dict):
        return " ".join(f"{name}={number}" for name, number in value.items())
    if isinstance(value, bool):
        return str(value).lower()
    return value


def _write_parquet(path: Path, columns: Sequence[Column], records: Records) -> None:
    """By way of JSON lines beside it, which DuckDB reads in their order on one thread."""
    import duckdb

    with _whole(path.absolute()) as unfinished:  # a relative ``~`` would be a home
        lines = unfinished.with_name(f"{unfinished.name}{JSON_LINES}")
        # Folders called ``a=b`` would become columns, and some names match other files.
        source = f"{_quoted(glob.escape(str(lines)))}, hive_partitioning = false"
        try:
            with _text(lines) as file:
                _write_json(file, records)
            kinds = ", ".join(
                f"{_quoted(column.name)}: {_quoted(column.kind)}" for column in columns
            )
            with duckdb.connect(config={"threads": 1}) as database:
                database.execute(
                    f"COPY (SELECT * FROM read_json({source}, "
                    f"format = 'newline_delimited', columns = {{{kinds}}})) "
                    f"TO {_quoted(str(unfinished))} (FORMAT parquet, COMPRESSION zstd)"
                )
        except duckdb.Error as error:
            raise OSError(0, " ".join(str(error).split()), str(path)) from None
        finally:
            lines.unlink(missing_ok=True)


def _quoted(text: str) -> str:
    """A text as SQL writes it."""
    return "'" + text.replace("'", "''") + "'"
