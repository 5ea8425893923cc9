"""Results: every format holds the same, and equal records give equal bytes."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest

from outflank.jobs import output
from outflank.jobs.errors import JobError
from outflank.jobs.output import check_format, write_result
from outflank.jobs.work import Column

COLUMNS = (
    Column("number", "BIGINT"),
    Column("name", "VARCHAR"),
    Column("exact", "BOOLEAN"),
    Column("moves", "MAP(VARCHAR, TINYINT)"),
)


def records(count: int = 5000) -> Iterator[dict[str, Any]]:
    for number in range(count):
        yield {
            "number": number,
            "name": None if number % 7 == 0 else f'a "{number}", ü',
            "exact": number % 2 == 0,
            "moves": {f"a{move}": number % 50 - move for move in range(1, number % 5)},
        }


@pytest.mark.parametrize("suffix", [".csv", ".jsonl", ".parquet", ".PARQUET"])
def test_equal_records_give_equal_bytes(tmp_path: Path, suffix: str) -> None:
    first, second = tmp_path / f"a{suffix}", tmp_path / f"b{suffix}"
    for path in (first, second):
        write_result(path, COLUMNS, records())
    assert first.read_bytes() == second.read_bytes()
    assert sorted(tmp_path.iterdir()) == [first, second]


def test_json_lines(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    write_result(path, COLUMNS, records())
    assert [json.loads(line) for line in path.read_text().splitlines()] == list(records())


def test_parquet(tmp_path: Path) -> None:
    path = tmp_path / "it's.parquet"
    write_result(path, COLUMNS, records())
    with duckdb.connect() as database:
        found = database.execute("SELECT * FROM read_parquet(?)", [str(path)]).fetchall()
    assert found == [tuple(record.values()) for record in records()]


@pytest.mark.parametrize("name", ["a=b/c.parquet", "[a]*/b?.parquet", "~/a.parquet", "b?.parquet"])
def test_parquet_where_a_name_could_mean_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Partitions, patterns that other files match, a home."""
    monkeypatch.chdir(tmp_path)
    path, other = Path(name), Path(".bc.parquet.unfinished.jsonl")
    path.parent.mkdir(exist_ok=True)
    other.write_text('{"number": 1}\n')
    write_result(path, COLUMNS, records(3))
    moved = path.replace("moved.parquet")
    with duckdb.connect() as database:
        found = database.execute("SELECT * FROM read_parquet(?)", [str(moved)]).fetchall()
    assert found == [tuple(record.values()) for record in records(3)]


@pytest.mark.skipif(sys.platform != "linux", reason="names are bytes there alone")
def test_a_name_that_is_no_text(tmp_path: Path) -> None:
    with pytest.raises(JobError, match="no text"):
        check_format(tmp_path / "a\udcff.parquet")
    check_format(tmp_path / "a\udcff.csv")


@pytest.mark.parametrize("length", [220, 245, 300])
def test_a_name_that_is_too_long_is_found_out_before_any_work(tmp_path: Path, length: int) -> None:
    with pytest.raises(JobError, match="too long"):
        check_format(tmp_path / f"{'a' * length}.csv")


@pytest.mark.parametrize("suffix", [".csv", ".jsonl", ".parquet"])
def test_no_record(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"a{suffix}"
    write_result(path, COLUMNS, iter(()))
    assert path.exists()


def test_csv(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    write_result(path, COLUMNS, records())
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert rows[8] == {
        "number": "8", "name": 'a "8", ü', "exact": "true", "moves": "a1=7 a2=6"
    }  # fmt: skip
    assert rows[7]["name"] == ""
    assert rows[5]["moves"] == ""


def test_without_duckdb_one_line_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(output, "find_spec", lambda _name: None)
    with pytest.raises(JobError, match=r'pip install "outflank\[db\]"'):
        check_format(tmp_path / "a.parquet")
    check_format(tmp_path / "a.csv")


def test_records_that_fail_leave_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text("before")

    def failing() -> Iterator[dict[str, Any]]:
        yield from records(3)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_result(path, COLUMNS, failing())
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]
