"""``outflank label``: what comes out, what is refused, how it is summed up."""

from __future__ import annotations

import csv
import json
import sys

import duckdb
import pytest

from outflank.board import Board, Position
from outflank.engine import solve
from outflank.jobs.workfile import WorkFile

FAULTY = "f5d6\nf5d7\n"


@pytest.fixture
def source(tmp_path):
    """Positions with few empties, one a line."""
    from exact import with_empties

    path = tmp_path / "some.txt"
    boards = [Board(with_empties(n % 9, n)) for n in range(40)]
    path.write_text("".join(f"{board.to_text()}\n" for board in boards))
    return path


def test_exact_labels(run, source, tmp_path):
    output = tmp_path / "labels.jsonl"
    ran = run("label", source, "-o", output, "--exact", "--every-move")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"{output}: 40 positions, ")
    rows = [json.loads(line) for line in output.read_text().splitlines()]
    assert list(rows[0]) == [
        "file", "number", "ply", "position", "empties", "value", "depth", "selectivity",
        "exact", "best", "moves",
    ]  # fmt: skip
    for number, row in enumerate(rows, 1):
        position = Position.from_text(row["position"])
        assert (row["file"], row["number"], row["ply"]) == ("some.txt", number, None)
        assert row["value"] == solve(position).lower
        assert row["exact"] is True
        assert (row["depth"], row["selectivity"]) == (position.empties, 100)
        assert (row["best"] is None) == position.is_game_over()
        if row["moves"]:
            assert row["moves"][row["best"]] == max(row["moves"].values()) == row["value"]


@pytest.mark.parametrize("suffix", ["csv", "jsonl", "parquet"])
def test_the_games_of_self_play(run, tmp_path, suffix):
    games, output = tmp_path / f"games.{suffix}", tmp_path / "labels.csv"
    assert run("train", "selfplay", "-o", games, "--games", "12", "--depth", "1").code == 0
    ran = run("label", games, "-o", output, "--depth", "1", "--empties", "20")
    assert (ran.code, ran.err) == (0, "")
    with output.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["empties"] for row in rows} == {"20"}
    assert len({row["number"] for row in rows}) == len(rows) > 8


def test_formats_agree(run, source, tmp_path):
    rows = {}
    for suffix in ("csv", "jsonl", "parquet"):
        output = tmp_path / f"labels.{suffix}"
        assert run("label", source, "-o", output, "--depth", "3", "--empties", "2-6").code == 0
        rows[suffix] = output
    objects = [json.loads(line) for line in rows["jsonl"].read_text().splitlines()]
    assert {row["empties"] for row in objects} == {2, 3, 4, 5, 6}
    with rows["csv"].open(newline="") as file:
        assert [row["position"] for row in csv.DictReader(file)] == [
            row["position"] for row in objects
        ]
    with duckdb.connect() as database:
        database.execute(f"SELECT * FROM '{rows['parquet']}'")
        assert database.fetchall() == [tuple(row.values()) for row in objects]


def test_json_and_a_level(run, tmp_path):
    output = tmp_path / "labels.csv"
    ran = run("label", "-", "-o", output, "--level", "2", "--json", stdin="f5d6c3\n")
    assert ran.code == 0
    (told,) = ran.objects
    assert set(told) == {
        "file", "rows", "before", "seconds", "rate", "failed_chunks", "failed_rows"
    }  # fmt: skip
    assert (told["file"], told["rows"], told["failed_chunks"]) == (str(output), 4, 0)
    assert output.read_text().splitlines()[1].startswith("standard input,1,1,")


def test_what_cannot_be_read_is_told_and_the_rest_is_labelled(run, tmp_path, source):
    source.write_text(FAULTY)
    output = tmp_path / "labels.csv"
    ran = run("label", source, tmp_path / "none.txt", "-o", output)
    assert ran.code == 1
    first, second = ran.err.splitlines()
    assert first.startswith("outflank: some.txt line 2: ")
    assert second == f"outflank: {tmp_path / 'none.txt'}: no such file or directory"
    assert len(output.read_text().splitlines()) == 4


@pytest.mark.skipif(sys.platform != "linux", reason="names are bytes there alone")
@pytest.mark.parametrize("suffix", ["csv", "jsonl", "parquet"])
def test_a_file_whose_name_is_no_text(run, source, tmp_path, suffix):
    odd = source.rename(tmp_path / "a\udcff.txt")
    output = tmp_path / f"x.{suffix}"
    assert run("label", odd, "-o", output, "--depth", "1").code == 0
    with duckdb.connect() as database:
        names = database.execute(f"SELECT DISTINCT file FROM '{output}'").fetchall()
    assert names == [("a\N{REPLACEMENT CHARACTER}.txt",)]


def test_interrupted_when_all_is_done(run, source, tmp_path, monkeypatch):
    """There is nothing to go on with, and nothing is promised."""

    def interrupt(*_words):
        raise KeyboardInterrupt

    remove = WorkFile.remove
    words = ["label", source, "-o", tmp_path / "x.csv", "--depth", "1"]
    monkeypatch.setattr(WorkFile, "remove", interrupt)
    ran = run(*words)
    assert ran.code == 130
    assert ran.err.splitlines()[0].startswith("outflank: what is done is kept in ")
    monkeypatch.setattr(WorkFile, "remove", lambda file: interrupt(remove(file)))
    ran = run(*words)
    assert (ran.code, ran.err) == (130, "outflank: interrupted\n")


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["-o", "x.csv"],
        ["some.txt"],
        ["some.txt", "-o", "x.csv", "--level", "61"],
        ["some.txt", "-o", "x.csv", "--level", "beginner"],
        ["some.txt", "-o", "x.csv", "--level", "3", "--depth", "3"],
        ["some.txt", "-o", "x.csv", "--depth", "3", "--exact"],
        ["some.txt", "-o", "x.csv", "--depth", "0"],
        ["some.txt", "-o", "x.csv", "--selectivity", "87"],
        ["some.txt", "-o", "x.csv", "--exact", "--exact-from", "3"],
        ["some.txt", "-o", "x.csv", "--empties", "9-3"],
        ["some.txt", "-o", "x.csv", "--empties", "x"],
        ["some.txt", "-o", "x.csv", "--empties", "3-99"],
        ["some.txt", "-o", "x.csv", "--threads", "0"],
        ["some.txt", "-o", "x.csv", "--threads", "2", "--cluster", "tcp://127.0.0.1:1"],
        ["some.txt", "--frobnicate", "-o", "x.csv"],
    ],
)
def test_what_cannot_be_meant(refuses, source, words, monkeypatch):
    monkeypatch.chdir(source.parent)
    refuses(2, "label", *words)
    assert list(source.parent.iterdir()) == [source]


def test_where_no_result_can_be(refuses, source, monkeypatch):
    monkeypatch.chdir(source.parent)
    for name in ("x.txt", "no/x.csv"):
        assert name in refuses(1, "label", "some.txt", "-o", name).err
    from outflank.jobs import cluster, output

    monkeypatch.setattr(output, "find_spec", lambda _name: None)
    assert 'pip install "outflank[db]"' in refuses(1, "label", "some.txt", "-o", "x.parquet").err
    monkeypatch.setattr(cluster, "find_spec", lambda _name: None)
    words = ["label", "some.txt", "-o", "x.csv", "--cluster", "tcp://127.0.0.1:1"]
    assert 'pip install "outflank[cluster]"' in refuses(1, *words).err
    assert list(source.parent.iterdir()) == [source]


def test_a_result_that_is_there(run, refuses, source, tmp_path):
    words = ["label", source, "-o", tmp_path / "x.csv", "--depth", "1"]
    assert run(*words).code == 0
    assert "is there already" in refuses(1, *words).err


def test_no_position(refuses, source):
    words = ["label", source, "-o", source.parent / "x.csv", "--empties", "50"]
    assert "no position" in refuses(1, *words).err


def test_a_chunk_that_fails(run, source, tmp_path, monkeypatch):
    from outflank.jobs.label import Labeller

    def fail(_self, _task):
        raise ArithmeticError("as asked")

    monkeypatch.setattr(Labeller, "run", fail)
    output = tmp_path / "x.csv"
    ran = run("label", source, "-o", output, "--depth", "1")
    assert ran.code == 1
    assert ran.out.startswith(f"{output}: 0 positions, ")
    assert ran.err == (
        "outflank: 1 chunk set aside with 40 positions (ArithmeticError: as asked): "
        f"{output}.failed.jsonl; the same command tries them again\n"
    )
    monkeypatch.undo()
    assert run("label", source, "-o", output, "--depth", "1").code == 0
    assert len(output.read_text().splitlines()) == 41
    assert sorted(tmp_path.iterdir()) == [source, output]
