"""Files that are no database, are in use, damaged or not there; DuckDB that is not installed."""

import importlib.util
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import duckdb
import pytest

from outflank.board.board import Board
from outflank.games.database import Database, DatabaseError, usual_path


def test_there_is_none(tmp_path):
    path = tmp_path / "none.duckdb"
    with pytest.raises(DatabaseError, match="no such database: outflank db import FILE makes one"):
        Database(path).count()
    assert not path.exists()


def test_a_folder_is_none(tmp_path):
    with pytest.raises(DatabaseError, match="a folder, not a database"):
        Database(tmp_path).count()


@pytest.mark.parametrize("content", [b"rubbish" * 1000, b"x"])
def test_other_files_are_none(tmp_path, files, content):
    path = tmp_path / "games.duckdb"
    path.write_bytes(content)
    for ask in (Database(path).count, lambda: Database(path).import_files(files)):
        with pytest.raises(DatabaseError) as caught:
            ask()
        assert str(path) in str(caught.value)
        assert "\n" not in str(caught.value)
    assert path.read_bytes() == content


def test_databases_of_others_are_left_alone(tmp_path, files):
    path = tmp_path / "other.duckdb"
    with duckdb.connect(str(path)) as other:
        other.execute("CREATE TABLE games (id INTEGER)")
    for ask in (Database(path).count, lambda: Database(path).import_files(files)):
        with pytest.raises(DatabaseError, match="a DuckDB database, but none of games"):
            ask()


def test_a_newer_schema_is_refused(tmp_path, files):
    path = tmp_path / "games.duckdb"
    with Database(path) as database:
        database.import_files(files)
    with duckdb.connect(str(path)) as other:
        other.execute("UPDATE about SET schema = 99")
    with pytest.raises(DatabaseError, match="schema 99; this program knows 1"):
        Database(path).count()


def test_a_damaged_database_is_an_error_or_answers(tmp_path, filled):
    whole = filled.read_bytes()
    path = tmp_path / "games.duckdb"
    for size in (0, 100, 5000, len(whole) // 2, len(whole) - 1000):
        path.write_bytes(whole[:size])
        # No other error, and no answer that hangs.
        with suppress(DatabaseError), Database(path) as database:
            database.explore(Board())
            list(database.games())


def test_a_database_in_use_is_told(filled):
    holder = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import duckdb, sys; c = duckdb.connect(sys.argv[1]); print(flush=True); input()",
            str(filled),
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    try:
        holder.stdout.readline()
        with pytest.raises(DatabaseError, match="in use by another program"):
            Database(filled).count()
    finally:
        holder.communicate(b"\n")


def test_many_read_at_once(filled):
    with Database(filled) as one, Database(filled) as other:
        assert one.count() == other.count()


def test_without_duckdb(tmp_path, files, monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr("outflank.games.database.errors.find_spec", lambda name: None)
    for ask in (Database(tmp_path / "x").count, lambda: Database("x").import_files(files)):
        with pytest.raises(DatabaseError, match=r'needs DuckDB: pip install "outflank\[db\]"'):
            ask()


def test_where_it_lies(monkeypatch):
    monkeypatch.setenv("OUTFLANK_DATABASE", "/somewhere/mine.duckdb")
    assert usual_path() == Path("/somewhere/mine.duckdb")
    monkeypatch.delenv("OUTFLANK_DATABASE")
    assert usual_path().name == "games.duckdb"
    assert Database().path == usual_path()


def test_importing_the_package_does_not_load_duckdb_or_numba():
    code = (
        "import sys, outflank.games.database; "
        "assert not {'duckdb', 'numba', 'numpy'} & set(sys.modules), sorted(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
