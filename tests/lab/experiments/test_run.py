"""Runs that are stopped go on; runs of something else are refused and left as they are."""

import inspect
import json
import os
import signal
import subprocess
import sys
import textwrap
import time
from dataclasses import replace
from pathlib import Path

import pytest

from outflank.board.errors import OutflankError
from outflank.lab.experiments import run as runs
from outflank.lab.experiments.data_file import DataError
from outflank.lab.experiments.experiment import Plan, Unit
from outflank.lab.experiments.part_file import PartFile
from outflank.lab.experiments.registry import experiments
from outflank.lab.experiments.run import NothingMeasured, identity_of, run_experiment

from . import toy


@pytest.fixture(autouse=True)
def fresh(monkeypatch):
    """No unit measured, none that kills; the machine is not measured each time."""
    monkeypatch.setattr(toy, "measured", [])
    monkeypatch.setattr(toy, "killed_at", None)
    monkeypatch.setattr(runs, "_facts", lambda: {"version": "1", "P": "0.2 s"})
    monkeypatch.setattr(runs, "told_load", lambda: "0.25 on 2 cores")


@pytest.fixture
def go(tmp_path):
    def run(plan=None, **more):
        return run_experiment(toy.EXPERIMENT, tmp_path, plan or Plan(), **more)

    return run


def stop_at(monkeypatch, go, number):
    monkeypatch.setattr(toy, "killed_at", number)
    with pytest.raises(KeyboardInterrupt):
        go()
    monkeypatch.setattr(toy, "killed_at", None)


def test_everything_is_measured_once(go, tmp_path):
    seen = []
    data = go(progress=lambda done, units: seen.append((done, units)))
    assert [row["number"] for row in data.rows[::2]] == [0, 1, 2, 3, 4]
    assert seen == [(done, 5) for done in range(6)]
    assert data.header["P"] == "0.2 s"
    assert data.header["load at the end"] == "0.25 on 2 cores"
    assert [path.name for path in tmp_path.iterdir()] == ["toy.csv.gz"]
    assert go() == data
    assert toy.measured == [0, 1, 2, 3, 4]


def test_a_run_that_was_stopped_goes_on(go, tmp_path, monkeypatch):
    stop_at(monkeypatch, go, 3)
    assert [path.name for path in tmp_path.iterdir()] == ["toy.part"]
    seen = []
    stopped_and_gone_on = go(progress=lambda done, _: seen.append(done))
    assert toy.measured == [0, 1, 2, 3, 4]
    assert seen == [3, 4, 5]
    (tmp_path / "toy.csv.gz").unlink()
    assert go() == stopped_and_gone_on


def test_a_line_that_was_cut_short_is_measured_again(go, tmp_path, monkeypatch):
    stop_at(monkeypatch, go, 3)
    part = tmp_path / "toy.part"
    whole = part.read_bytes()
    for cut in (1, 5, 40):
        part.write_bytes(whole[:-cut])
        toy.measured.clear()
        assert len(go().rows) == 10
        assert toy.measured == [2, 3, 4]
        (tmp_path / "toy.csv.gz").unlink()
    for cut in range(1, whole.index(b"\n") + 1, 20):  # the header
        part.write_bytes(whole[:cut])
        assert len(go().rows) == 10
        (tmp_path / "toy.csv.gz").unlink()


def test_a_part_of_another_plan_is_refused_and_left_as_it_is(go, tmp_path, monkeypatch):
    stop_at(monkeypatch, go, 3)
    part = tmp_path / "toy.part"
    before = part.read_bytes()
    with pytest.raises(DataError, match=r"toy\.part line 1: .*positions \(all, not 2\)"):
        go(Plan(positions=2))
    monkeypatch.setattr(runs, "_weights", lambda: "evaluation other")
    with pytest.raises(DataError, match=r"other weights \(evaluation .*, not evaluation other\)"):
        go()
    assert part.read_bytes() == before


@pytest.mark.parametrize(
    "content",
    [
        b"nonsense\n",
        b'{"header": 5}\n',
        b"nonsense",
        b"[]\n",
        b'["u0", []]\n',
        b"\xff\n",
        b"5\n",
        b"[" * 100_000 + b"\n",
        b'{"header": {"P": 5}}\n["u0", []]\n',
        b'{"header": {"a\\nb": "x"}}\n["u0", []]\n',
        b'{"header": {"a": "\\ud800"}}\n["u0", []]\n',
    ],
)
def test_a_foreign_part_is_refused_and_left_as_it_is(go, tmp_path, content):
    part = tmp_path / "toy.part"
    part.write_bytes(content)
    with pytest.raises(DataError, match=r"toy\.part line 1: .*left as it is"):
        go()
    assert part.read_bytes() == content


def test_nothing_is_left_of_a_run_that_measured_nothing(go, tmp_path, monkeypatch):
    """Such as one whose games were the wrong ones: what was meant can be run at once."""

    def refuse(plan):
        raise OutflankError("no game has such a position")

    with pytest.raises(OutflankError, match="no game"):
        run_experiment(replace(toy.EXPERIMENT, units=refuse), tmp_path, Plan(positions=2))
    assert list(tmp_path.iterdir()) == []
    stop_at(monkeypatch, go, 0)
    assert list(tmp_path.iterdir()) == []
    assert len(go().rows) == 10


def test_a_header_alone_blocks_nothing(go, tmp_path):
    header = {**identity_of(toy.EXPERIMENT, Plan()), "games": "wrong.wtb 0123"}
    (tmp_path / "toy.part").write_text(json.dumps({"header": header}) + "\n")
    assert go().header["games"] == "drawn"


def test_to_renew_discards_a_part_of_another_run(go, tmp_path, monkeypatch):
    stop_at(monkeypatch, go, 3)
    with pytest.raises(DataError, match="--renew"):
        go(Plan(positions=2))
    toy.measured.clear()
    assert len(go(Plan(positions=2), renew=True).rows) == 4
    assert toy.measured == [0, 1]
    (tmp_path / "toy.part").write_bytes(b"nonsense\n")
    assert len(go(renew=True).rows) == 10


def test_to_renew_goes_on_with_its_own_part(go, monkeypatch):
    stop_at(monkeypatch, go, 3)
    assert len(go(renew=True).rows) == 10
    assert toy.measured == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (["u0", []], "a second time"),
        (["u9", [["a", 1]]], "not a unit"),
        (["u9", [["a", "1", 0.5]]], "not a unit"),
        (["u9", [["a", {}, 0.5]]], "not a unit"),
        (["u9", [["a", True, 0.5]]], "not a unit"),
        (["u9", [["a", 1, float("nan")]]], "not a unit"),
        (["u9", [["a", 10**16, 0.5]]], "not a unit"),
        (["u9", [[None, None, None]]], "not a unit"),
        (["u9", ["abc"]], "not a unit"),
        (["u9", "abc"], "not a unit"),
        ([9, [["a", 1, 0.5]]], "not a unit"),
        ([["u9"], []], "not a unit"),
        (["u9", 5], "not a unit"),
        ("text", "not a unit"),
    ],
)
def test_a_foreign_line_is_refused(go, tmp_path, monkeypatch, line, reason):
    stop_at(monkeypatch, go, 3)
    part = tmp_path / "toy.part"
    part.write_bytes(part.read_bytes() + json.dumps(line).encode() + b"\n")
    before = part.read_bytes()
    toy.measured.clear()
    with pytest.raises(DataError, match=rf"toy\.part line 5: .*{reason}.*left as it is"):
        go()
    assert part.read_bytes() == before
    assert toy.measured == []


def test_a_line_nested_too_deep_is_refused(go, tmp_path, monkeypatch):
    stop_at(monkeypatch, go, 3)
    part = tmp_path / "toy.part"
    part.write_bytes(part.read_bytes() + b'["u9", ' + b"[" * 100_000 + b"\n")
    with pytest.raises(DataError, match=r"toy\.part line 5: not a unit"):
        go()


def test_a_unit_without_rows_is_measured_again(go, tmp_path, monkeypatch):
    stop_at(monkeypatch, go, 3)
    part = tmp_path / "toy.part"
    header, first, *_ = part.read_bytes().splitlines(keepends=True)
    for content in ([header, first, b'["u1", []]\n'], [header, b'["u1", []]\n']):
        part.write_bytes(b"".join(content))
        toy.measured.clear()
        assert len(go().rows) == 10
        assert 1 in toy.measured
        (tmp_path / "toy.csv.gz").unlink()


def test_a_plan_that_leaves_nothing_is_refused(tmp_path):
    empty = replace(toy.EXPERIMENT, units=lambda plan: [Unit("u", list)])
    with pytest.raises(NothingMeasured, match="toy: nothing to measure"):
        run_experiment(empty, tmp_path, Plan(deepest=1))
    assert list(tmp_path.iterdir()) == []


def test_two_processes_do_not_run_the_same(go, tmp_path):
    identity = identity_of(toy.EXPERIMENT, Plan())
    with (
        PartFile(tmp_path / "toy.part", toy.COLUMNS, identity, {}),
        pytest.raises(OutflankError, match=r"toy\.part: another process"),
    ):
        go()
    assert len(go().rows) == 10


def test_finished_data_of_another_plan_are_replaced_only_if_that_is_asked_for(go, monkeypatch):
    go(Plan(positions=2))
    with pytest.raises(OutflankError, match=r"toy\.csv\.gz: .*positions \(2, not all\)"):
        go()
    assert len(go(Plan(positions=2)).rows) == 4
    assert len(go(renew=True).rows) == 10
    toy.measured.clear()
    assert len(go(renew=True).rows) == 10
    assert toy.measured == []
    monkeypatch.setattr(runs, "processor", lambda: "another")
    with pytest.raises(OutflankError, match=r"other processor"):
        go()


def test_damaged_data_are_refused(go, tmp_path):
    (tmp_path / "toy.csv.gz").write_bytes(b"nothing")
    with pytest.raises(DataError, match=r"toy\.csv\.gz: damaged"):
        go()
    assert len(go(renew=True).rows) == 10


def test_rows_that_make_no_sense_are_refused_and_renewed(go, tmp_path):
    def conclude(rows):
        return {"a": 1}[rows[0]["name"]]

    go()
    no_sense = replace(toy.EXPERIMENT, conclude=conclude)
    toy.measured.clear()
    told = r"toy\.csv\.gz: its rows make no sense \(KeyError: .*--renew"
    with pytest.raises(DataError, match=told):
        run_experiment(no_sense, tmp_path, Plan())
    assert toy.measured == []
    run_experiment(no_sense, tmp_path, Plan(), renew=True)
    assert toy.measured == [0, 1, 2, 3, 4]


def test_what_is_measured_is_told_on_one_line_whatever_its_name(go, tmp_path, monkeypatch):
    monkeypatch.setattr(runs, "processor", lambda: "Xeon   5650")
    games = tmp_path / "my\n \udcffgames.txt"
    try:
        games.write_text("f5d6c3")
    except OSError:
        pytest.skip("the system has no such names")
    told = go(Plan(games)).header["games"]
    assert told.startswith("my \\udcffgames.txt ")
    toy.measured.clear()
    assert go(Plan(games)).header["processor"] == "Xeon 5650"
    assert toy.measured == []


def test_the_games_are_part_of_what_is_measured(tmp_path):
    games = tmp_path / "games.txt"
    games.write_text("f5d6c3")
    one = identity_of(toy.EXPERIMENT, Plan(games))["games"]
    games.write_text("f5d6c4")
    assert one.startswith("games.txt ")
    assert identity_of(toy.EXPERIMENT, Plan(games))["games"] != one
    with pytest.raises(FileNotFoundError):
        identity_of(toy.EXPERIMENT, Plan(tmp_path / "none"))


def test_the_load_before_is_a_fact(monkeypatch):
    monkeypatch.undo()
    monkeypatch.setattr(runs, "unit", lambda: 0.2)
    monkeypatch.setattr(runs, "told_load", lambda: "3.50 on 2 cores")
    assert runs._facts()["load at the beginning"] == "3.50 on 2 cores"


@pytest.fixture
def sources(tmp_path, monkeypatch):
    """A package of two files that measure, and a module of an experiment."""
    (tmp_path / "engine").mkdir()
    for name in ("engine/search.py", "samples.py", "own.py"):
        (tmp_path / name).write_text("measures = 1\n\ndef conclude(rows):\n    tells = 1\n")
    monkeypatch.setattr(runs, "PACKAGE", tmp_path)
    monkeypatch.setattr(runs, "MEASURING", ("engine", "samples.py"))
    monkeypatch.setattr(runs.inspect, "getfile", lambda _: tmp_path / "own.py")
    return tmp_path


@pytest.mark.parametrize("name", ["engine/search.py", "samples.py", "own.py"])
def test_what_measures_is_part_of_what_is_measured(sources, name):
    before = runs.sources_of(toy.EXPERIMENT)
    (sources / name).write_text("measures = 2\n\ndef conclude(rows):\n    tells = 1\n")
    assert runs.sources_of(toy.EXPERIMENT) != before


def test_what_only_tells_is_no_part_of_it(sources):
    before = runs.sources_of(toy.EXPERIMENT)
    (sources / "own.py").write_text("measures = 1\n\ndef conclude(rows):\n    tells = 2\n")
    assert runs.sources_of(toy.EXPERIMENT) == before
    (sources / "engine" / "new.py").write_text("")
    assert runs.sources_of(toy.EXPERIMENT) != before


def test_a_run_by_other_sources_is_refused(go, monkeypatch):
    stop_at(monkeypatch, go, 3)
    monkeypatch.setattr(runs, "sources_of", lambda _: "other")
    with pytest.raises(DataError, match=r"begun with other sources \(.*, not other\)"):
        go()


@pytest.mark.parametrize("name", runs.MEASURING)
def test_what_measures_is_there(name):
    assert (runs.PACKAGE / name).exists()


@pytest.mark.parametrize("one", experiments(), ids=lambda one: one.name)
def test_every_module_says_where_its_conclusion_begins(one):
    source = Path(inspect.getfile(one.units)).read_bytes()
    measuring, mark, _ = source.partition(runs.CONCLUSION)
    assert mark
    assert b"def units(" in measuring
    assert b"def _measure" in measuring


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="the system has no SIGKILL")
def test_a_run_that_is_killed_keeps_whole_units(tmp_path):
    script = textwrap.dedent(
        """
        import time
        from pathlib import Path
        from outflank.lab.experiments import run as runs
        from outflank.lab.experiments.experiment import Experiment, Plan, Unit
        def measure(n):
            time.sleep(0.05)
            yield {"n": n}
        units = lambda plan: [Unit(str(n), lambda n=n: measure(n)) for n in range(200)]
        toy = Experiment("toy", "", "", "", "", "", 1, {"n": int}, units, lambda rows: rows)
        runs._facts = dict
        if __name__ == "__main__":
            runs.run_experiment(toy, Path(), Plan())
        """
    )
    (tmp_path / "toy.py").write_text(script)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    running = subprocess.Popen([sys.executable, "toy.py"], cwd=tmp_path, env=environment)
    part = tmp_path / "toy.part"
    until = time.monotonic() + 60
    while not part.exists() or part.read_bytes().count(b"\n") < 4:
        assert time.monotonic() < until
        assert running.poll() is None
        time.sleep(0.01)
    running.send_signal(signal.SIGKILL)
    running.wait()
    kept = part.read_bytes().count(b"\n") - 1
    assert 3 <= kept < 200
    assert not Path(tmp_path / "toy.csv.gz").exists()
    lines = part.read_bytes().splitlines()[1 : kept + 1]
    assert [json.loads(line) for line in lines] == [[str(n), [[n]]] for n in range(kept)]
