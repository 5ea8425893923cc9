"""outflank lab: experiments run, listed and made into pages, errors in one line."""

import random
import re
import sys

import pytest

from outflank.board import PASS, Board
from outflank.cli import console
from outflank.lab import load
from outflank.lab.experiments import run as runs
from outflank.lab.experiments.registry import NAMES

QUICK = "mtdf-against-full-window"
OTHER = "small-tables"
TIMED = "mtd-family"


@pytest.fixture(autouse=True)
def no_unit(monkeypatch):
    """The machine is not measured each time."""
    monkeypatch.setattr(runs, "_facts", lambda: {"P": "0.2 s"})
    monkeypatch.setattr(load, "load_of_others", lambda: 0.0)


@pytest.fixture
def refused(refuses):
    return lambda code, *words: refuses(code, "lab", *words).err


@pytest.fixture
def lab(run, tmp_path):
    def run_lab(*names, deepest=4):
        return run("lab", "run", *names, "-o", tmp_path, "--positions", 2, "--deepest", deepest)

    return run_lab


def test_a_run_tells_tables_and_verdict(lab, tmp_path):
    ran = lab(QUICK)
    assert (ran.code, ran.err) == (0, "")
    head, claim, *rest = ran.out.splitlines()
    assert head == f"MTD(f) against full-window alpha-beta ({QUICK})"
    assert claim.startswith("claim: MTD(f) with iterative deepening visits more nodes")
    assert "mtdf-article: nodes by those of the full window" in [line.rstrip() for line in rest]
    banner = (
        "A reduced run: 2 of 200 positions, to depth 4 at most: it shows how the experiment works"
    )
    assert rest[-3].startswith(banner)
    assert re.fullmatch(r"It is not decided: too little data\. .+", rest[-2])
    assert re.fullmatch(rf"36 rows in .*{QUICK}\.csv\.gz, \d+ s", rest[-1])
    assert [path.name for path in tmp_path.iterdir()] == [f"{QUICK}.csv.gz"]


def test_a_finished_run_is_only_told_again(lab, tmp_path):
    first = lab(QUICK).out.splitlines()[:-1]
    file = next(tmp_path.iterdir())
    written = file.stat().st_mtime_ns
    assert lab(QUICK).out.splitlines()[:-1] == first
    assert file.stat().st_mtime_ns == written


def test_data_of_another_plan_are_not_replaced_unasked(lab, run, refused, tmp_path):
    lab(QUICK)
    words = ("run", QUICK, "-o", tmp_path, "--positions", 1, "--deepest", 4)
    told = refused(1, *words)
    assert "measured with other positions (2, not 1): --renew" in told
    assert "18 rows" in run("lab", *words, "--renew").out


def test_seconds_on_a_busy_machine_are_warned_of(lab, monkeypatch):
    monkeypatch.setattr(load, "load_of_others", lambda: 0.75)
    warning = "outflank: warning: the machine is busy (load 0.75 a core): seconds mean little\n"
    assert lab(TIMED).err == warning
    assert lab(TIMED).err == ""  # nothing is measured
    assert lab(QUICK).err == ""  # no seconds
    monkeypatch.setattr(load, "load_of_others", lambda: None)
    assert lab("tables").err == ""


def test_json(run, tmp_path):
    words = ("-o", tmp_path, "--positions", 1, "--deepest", 2, "--json")
    told = run("lab", "run", QUICK, OTHER, *words)
    assert [row["experiment"] for row in told.objects] == [QUICK, OTHER]
    assert told.objects[0]["file"] == str(tmp_path / f"{QUICK}.csv.gz")
    assert told.objects[0]["rows"] == 9
    listed = run("lab", "list", "-o", tmp_path, "--json").objects
    assert [row["experiment"] for row in listed] == list(NAMES)
    for row in listed:
        assert (row["answer"] is None) == (row["experiment"] not in (QUICK, OTHER))
    assert {row["answer"] for row in run("lab", "list", "--json").objects} == {None}


def test_the_list_has_every_claim(run):
    out = run("lab", "list").out
    assert all(name in out for name in NAMES)
    minutes = dict(re.findall(r"^([a-z-]+) +([\d.<]+\*?) ", out, re.MULTILINE))
    assert (minutes["drivers"], minutes["overlap"], minutes["discs"]) == ("20*", "3", "<1")
    assert "* seconds are measured" in out


def test_the_list_tells_in_short_what_became_of_a_claim(lab, run, tmp_path, monkeypatch):
    lab(QUICK)
    monkeypatch.setattr(console, "WIDE", 1000)
    (line,) = [x for x in run("lab", "list", "-o", tmp_path).out.splitlines() if QUICK in x]
    assert "not decided" in line
    assert "(A reduced run: 2 of 200 positions, to depth 4 at most.)" in line
    (row,) = [
        row
        for row in run("lab", "list", "-o", tmp_path, "--json").objects
        if row["experiment"] == QUICK
    ]
    assert row["short"] in line
    assert row["reduced"] == "2 of 200 positions, to depth 4 at most"
    assert (row["minutes"], row["timed"]) == (4, False)


def test_names_are_whole_on_a_narrow_terminal(run, monkeypatch):
    monkeypatch.setattr(console, "WIDE", 80)
    lines = run("lab", "list").out.splitlines()
    assert all(any(line.startswith(f"{name} ") for line in lines) for name in NAMES)
    assert max(map(len, lines)) <= 80


def test_pages(lab, run, tmp_path):
    lab(QUICK)
    ran = run("lab", "page", tmp_path)
    assert ran.out.splitlines() == [
        str(tmp_path / name) for name in (f"{QUICK}-1.svg", f"{QUICK}.md", "index.md")
    ]
    assert run("lab", "page", tmp_path, "--json").objects[-1] == {
        "file": str(tmp_path / "index.md")
    }


def test_what_is_deeper_than_the_plan_is_left_out(lab):
    ran = lab("probcut", QUICK)
    assert ran.code == 1
    assert ran.err == "outflank: probcut: nothing to measure that is so shallow\n"
    assert f"({QUICK})" in ran.out


def test_real_games(run, tmp_path):
    games = tmp_path / "games.txt"
    board, draw = Board(), random.Random(1)
    while board.ply < 30:
        board.push(draw.choice(list(board.legal_moves) or [PASS]))
    games.write_text(board.transcript())
    words = ("lab", "run", QUICK, "-o", tmp_path / "new" / "data", "--deepest", 2, "--json")
    ran = run(*words, "--games", games)
    assert ran.err == ""
    assert ran.objects[0]["rows"] == 9


class TestRefused:
    def test_what_cannot_be_meant(self, refused, tmp_path):
        assert "no command" in refused(2, "runs")
        assert "there are list, run, page, watch" in refused(2, "zzz")
        assert "NAME is missing" in refused(2, "run", "-o", tmp_path)
        assert "-o DIR is missing" in refused(2, "run", QUICK)
        near = refused(2, "run", "driver", "-o", tmp_path)
        assert 'no experiment "driver": did you mean drivers?' in near
        assert "unknown option" in refused(2, "run", "--what", "-o", tmp_path).lower()
        assert refused(2, "run", QUICK, "-o", tmp_path, "--positions", 0)
        assert refused(2, "page")

    def test_files_that_are_not_there(self, refused, tmp_path):
        words = ("run", QUICK, "-o", tmp_path)
        assert "none.wtb" in refused(1, *words, "--games", tmp_path / "none.wtb")
        assert "no data" in refused(1, "page", tmp_path / "none")
        assert "no data" in refused(1, "page", tmp_path)

    def test_damaged_data(self, refused, tmp_path):
        (tmp_path / f"{QUICK}.csv.gz").write_bytes(b"nothing")
        for words in (("run", QUICK, "-o"), ("list", "-o"), ("page",)):
            told = refused(1, *words, tmp_path)
            assert f"{QUICK}.csv.gz: damaged" in told

    def test_a_damaged_file_keeps_no_other_from_being_told(self, lab, run, refuses, tmp_path):
        lab(OTHER)
        (tmp_path / f"{QUICK}.csv.gz").write_bytes(b"nothing")
        listed = refuses(1, "lab", "list", "-o", tmp_path, "--json")
        assert [one["experiment"] for one in listed.objects if one["answer"]] == [OTHER]
        written = refuses(1, "lab", "page", tmp_path)
        assert f"{OTHER}.md" in written.out
        words = ("-o", tmp_path, "--positions", 2, "--deepest", 4, "--json")
        ran = refuses(1, "lab", "run", QUICK, OTHER, *words)
        assert [one["experiment"] for one in ran.objects] == [OTHER]
        assert run("lab", "run", QUICK, *words, "--renew").code == 0

    def test_a_folder_without_a_name(self, refused):
        for words in (("run", QUICK, "-o", ""), ("list", "-o", ""), ("page", "")):
            assert "names no folder" in refused(2, *words)

    def test_files_of_others(self, lab, refused, tmp_path):
        lab(QUICK)
        (tmp_path / "index.md").mkdir()
        assert "index.md was not written by" in refused(1, "page", tmp_path)
        assert not (tmp_path / f"{QUICK}.md").exists()

    def test_a_reader_who_leaves_gets_all_files(self, lab, start, tmp_path):
        lab(QUICK)
        process = start("lab", "page", str(tmp_path))
        process.stdout.close()
        assert process.wait(120) == 0
        assert process.stderr.read() == b""
        assert (tmp_path / "index.md").exists()

    def test_no_matplotlib(self, lab, refused, monkeypatch, tmp_path):
        lab(QUICK)
        monkeypatch.setitem(sys.modules, "matplotlib", None)
        assert 'pip install "outflank[plot]"' in refused(1, "page", tmp_path)
