"""Every experiment on the textbook's searches: units, rows, and what is concluded from few."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from outflank.board import OutflankError
from outflank.lab.experiments.data_file import checked
from outflank.lab.experiments.experiment import Answer, Experiment, Findings, Plan, Row

NAMES = (
    "ordering-terms",
    "first-move-cutoffs",
    "tables",
    "pvs-saving",
    "overlap",
    "selective",
    "fail-soft",
    "pass-ply",
    "discs",
    "minimal-tree",
)

TINY = Plan(positions=2, deepest=4)


def experiment(name: str) -> Experiment:
    found: Experiment = import_module(
        f"outflank.lab.experiments.{name.replace('-', '_')}"
    ).EXPERIMENT
    return found


@cache
def measured(name: str) -> list[list[Row]]:
    """The rows of each unit of a tiny plan."""
    return [list(unit.measure()) for unit in experiment(name).units(TINY)]


def assert_whole(findings: Findings) -> None:
    assert findings.verdict.answer in Answer
    assert findings.verdict.sentence.endswith(".")
    assert findings.verdict.short.endswith(".")
    assert len(findings.verdict.short.split()) <= 25
    assert findings.tables
    for table in findings.tables:
        assert all(len(row) == len(table.columns) for row in table.rows), table.title
    for plot in findings.plots:
        for line in plot.series:
            assert len(line.x) == len(line.y)
            assert len(line.low) == len(line.high)
            assert len(line.low) in {0, len(line.x)}


@pytest.mark.parametrize("name", NAMES)
def test_it_says_what_it_is(name: str) -> None:
    own = experiment(name)
    assert own.name == name
    for text in (own.claim, own.method):
        assert text.endswith(".")
        assert "  " not in text
    assert own.title
    assert own.source


@pytest.mark.parametrize("name", NAMES)
def test_its_rows_fit_its_columns(name: str) -> None:
    own, units = experiment(name), measured(name)
    keys = [unit.key for unit in own.units(TINY)]
    assert len(set(keys)) == len(keys)
    assert any(units)
    for rows in units:
        for row in rows:
            checked(row, own.columns)
            if "depth" in row and "nodes" in row and row.get("search") != "moves":
                assert 1 <= row["depth"] <= 4


@pytest.mark.parametrize("name", NAMES)
def test_it_concludes_from_all_units_and_from_one(name: str) -> None:
    own, units = experiment(name), measured(name)
    findings = own.conclude([row for rows in units for row in rows])
    assert_whole(findings)
    assert findings.verdict.answer is Answer.UNDECIDED  # of two positions
    for rows in (units[0], units[-1]):
        if rows:
            assert_whole(own.conclude(rows))


@pytest.mark.parametrize("name", ["overlap", "discs"])
def test_real_games_serve(name: str, shared_data: Path) -> None:
    own = experiment(name)
    plan = Plan(games=shared_data / "wthor" / "WTH_1983.wtb", positions=1, deepest=4)
    units = own.units(plan)
    assert len(units) in {1, 2}
    rows = [row for unit in units for row in unit.measure()]
    for row in rows:
        checked(row, own.columns)
    assert_whole(own.conclude(rows))


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "empty.txt").write_text("f5d6\n", encoding="utf-8")
    with pytest.raises(OutflankError, match="no game has a position with 40 empty"):
        experiment("overlap").units(Plan(games=tmp_path / "empty.txt"))
    with pytest.raises(FileNotFoundError):
        experiment("discs").units(Plan(games=tmp_path / "absent.wtb"))
