"""Pages, plots and the index, made from nothing but data."""

import re
import sys
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from outflank.analysis.figures import PlotError
from outflank.board.errors import OutflankError
from outflank.lab.experiments.data_file import DataError, write_data
from outflank.lab.experiments.experiment import Answer, Plan, Plot, Series
from outflank.lab.experiments.pages import (
    MARK,
    banner,
    command,
    in_short,
    measured,
    page,
    reduction,
    write_pages,
)
from outflank.lab.experiments.plots import svg

from . import toy

HEADER = {
    "experiment": "toy",
    "games": "my games.wtb 0123",
    "positions": "2",
    "deepest": "as meant",
    "P": "0.2 s",
}


@pytest.fixture
def folder(tmp_path):
    rows = [row for unit in toy.units(Plan(positions=2)) for row in unit.measure()]
    write_data(tmp_path / "toy.csv.gz", toy.COLUMNS, HEADER, rows)
    return tmp_path


def pages(folder):
    return {path.name: path.read_text() for path in write_pages([toy.EXPERIMENT], folder)}


def test_a_page_has_all_that_there_is_to_say(folder):
    written = pages(folder)
    assert list(written) == ["toy-1.svg", "toy-2.svg", "toy.md", "index.md"]
    assert all(MARK in content.splitlines()[:2] for content in written.values())
    text = written["toy.md"]
    parts = [
        "# A toy\n",
        "> Numbers add up.\n>\n> — nobody\n",
        "> **A reduced run: 2 of 5 positions: it shows how the experiment works, no more.**\n",
        "**It holds.** The sum of 2 numbers is 1.\n",
        "It holds if they do; under conditions if some do.\n",
        "![Shares rise](toy-1.svg)\n",
        "![Names](toy-2.svg)\n",
        "**Numbers**\n\n| name | number |\n| :-- | --: |\n| a, “0” | 0 |\n",
        "A remark.\n",
        "## How it was measured\n\nBy hand.\n",
        "    outflank lab run toy -o DIR --games 'my games.wtb' --positions 2\n",
        "4 rows in toy.csv.gz, made with:\n",
        "- P: 0.2 s\n",
    ]
    places = [text.index(part) for part in parts]
    assert places == sorted(places)
    index = written["index.md"]
    short = "It is 1. (A reduced run: 2 of 5 positions.)"
    assert f"| [Numbers add up.](toy.md) | nobody | **holds** | {short} |" in index


def test_a_folder_of_its_own_has_an_index_without_links_that_lead_nowhere(folder):
    index = pages(folder)["index.md"]
    assert "toctree" not in index
    assert "laboratory.md" not in index


def test_a_folder_of_sphinx_has_a_table_of_contents(folder):
    (folder / "conf.py").write_text("")
    inside = folder / "claims" / "new"
    inside.mkdir(parents=True)
    (folder / "toy.csv.gz").rename(inside / "toy.csv.gz")
    index = pages(inside)["index.md"]
    assert "```{toctree}\n:hidden:\n:maxdepth: 1\n\ntoy\n```" in index
    assert "[The laboratory](../../laboratory.md)" in index


@pytest.mark.parametrize(
    ("positions", "deepest", "told"),
    [
        ("as meant", "as meant", ""),
        ("5", "9", ""),
        ("200", "12", ""),
        ("3", "as meant", "3 of 5 positions"),
        ("as meant", "4", "to depth 4 at most"),
        ("3", "4", "3 of 5 positions, to depth 4 at most"),
    ],
)
def test_a_reduced_run_is_told(folder, positions, deepest, told):
    found = measured(toy.EXPERIMENT, folder)
    header = {**HEADER, "positions": positions, "deepest": deepest}
    one = replace(found, data=replace(found.data, header=header))
    assert reduction(one) == told
    assert len(banner(one)) == bool(told)
    assert in_short(one).startswith("It is 1.")
    assert in_short(replace(one, data=replace(one.data, header={}))) == "It is 1."


def test_where_all_there_are_are_measured_fewer_are_told(folder):
    one = measured(replace(toy.EXPERIMENT, positions=None, counted="games"), folder)
    assert reduction(one) == "2 games"


def test_too_little_data_are_no_refutation(folder):
    one = measured(toy.EXPERIMENT, folder)
    verdict = replace(one.findings.verdict, answer=Answer.UNDECIDED)
    text = page(replace(one, findings=replace(one.findings, verdict=verdict)))
    assert "**It is not decided: too little data.** The sum of 2 numbers is 1.\n" in text


def test_a_page_counts_the_positions_that_were_measured(folder):
    told = replace(toy.EXPERIMENT, sampled=lambda rows, games: f"so {len(rows)} rows of {games}")
    text = {path.name: path.read_text() for path in write_pages([told], folder)}["toy.md"]
    assert "## How it was measured\n\nSo 4 rows of my games.wtb 0123.\n\nBy hand.\n" in text


def test_equal_data_make_equal_pages(folder):
    assert pages(folder) == pages(folder)


def test_what_was_not_measured_is_in_the_index_only(tmp_path):
    written = pages(tmp_path)
    assert list(written) == ["index.md"]
    assert "| Numbers add up. | nobody | not measured yet |  |" in written["index.md"]
    assert measured(toy.EXPERIMENT, tmp_path) is None


def test_plots_of_an_earlier_page_are_gone(folder):
    (folder / "toy-3.svg").write_text(pages(folder)["toy-2.svg"])
    (folder / "toy-4.svg").write_text("not ours")
    (folder / "toy-and-more.svg").write_text("of something else")
    pages(folder)
    assert sorted(path.name for path in folder.glob("*.svg")) == [
        "toy-1.svg",
        "toy-2.svg",
        "toy-4.svg",
        "toy-and-more.svg",
    ]


@pytest.mark.parametrize("name", ["toy-2.svg", "toy.md", "index.md"])
def test_files_of_others_are_never_replaced(folder, name):
    (folder / name).write_text("mine")
    before = sorted(folder.iterdir())
    with pytest.raises(OutflankError, match=f"{name} was not written by outflank lab page"):
        pages(folder)
    assert sorted(folder.iterdir()) == before
    assert (folder / name).read_text() == "mine"
    (folder / name).unlink()
    (folder / name).mkdir()
    with pytest.raises(OutflankError, match=f"{name} was not written by outflank lab page"):
        pages(folder)


def test_a_damaged_file_does_not_keep_the_others_from_their_pages(folder):
    other = replace(toy.EXPERIMENT, name="other")
    (folder / "other.csv.gz").write_bytes(b"nothing")
    with pytest.raises(DataError, match=r"other\.csv\.gz: damaged"):
        write_pages([other, toy.EXPERIMENT], folder)
    faults = []
    written = write_pages([other, toy.EXPERIMENT], folder, faults.append)
    assert [path.name for path in written] == ["toy-1.svg", "toy-2.svg", "toy.md", "index.md"]
    assert [str(fault).partition(":")[0] for fault in faults] == ["other.csv.gz"]
    assert "| its data cannot be read |" in (folder / "index.md").read_text()


def test_rows_that_make_no_sense_are_a_fault_of_their_file(folder):
    def sampled(rows, games):
        return rows[0]["number"] / 0

    for no_sense in ({"sampled": sampled}, {"conclude": lambda rows: rows[99]}):
        with pytest.raises(DataError, match=r"toy\.csv\.gz: its rows make no sense"):
            measured(replace(toy.EXPERIMENT, **no_sense), folder)


def test_a_plot_that_cannot_be_drawn_is_a_fault_of_the_rows(folder):
    def conclude(rows):
        series = Series("x", [1], [1], [2], [3])  # below its own interval
        return replace(toy.conclude(rows), plots=[Plot("X", "x", "y", [series])])

    faults = []
    written = write_pages([replace(toy.EXPERIMENT, conclude=conclude)], folder, faults.append)
    assert [path.name for path in written] == ["index.md"]
    assert "toy.csv.gz: its rows make no sense (ValueError" in str(faults[0])


def test_the_command_of_drawn_games_and_the_whole_plan(folder):
    found = measured(toy.EXPERIMENT, folder)
    header = {**HEADER, "games": "drawn", "positions": "as meant", "deepest": "7"}
    drawn = replace(found, data=replace(found.data, header=header))
    assert command(drawn) == "outflank lab run toy -o DIR --deepest 7"


def test_a_plot_is_svg_that_says_what_it_shows(folder):
    plot = measured(toy.EXPERIMENT, folder).findings.plots[0]
    text = svg(plot)
    root = ET.fromstring(text)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    for word in ("Shares rise", "number", "share", "low", "high"):
        assert word in text
    assert "#0072b2" in text
    assert not re.search(r"\b20\d\d-\d\d-\d\d", text)  # no date
    assert not re.search(r"[ \t]+$", text, re.MULTILINE)


def test_plots_do_not_depend_on_the_users_settings(folder):
    import matplotlib as mpl

    plot = measured(toy.EXPERIMENT, folder).findings.plots[1]
    plain = svg(plot)
    with mpl.rc_context({"lines.linewidth": 9, "font.size": 30, "svg.fonttype": "path"}):
        assert svg(plot) == plain
        assert mpl.rcParams["font.size"] == 30


def test_marks_stand_where_something_was_measured():
    lines = [Series("a", [4, 6, 8], [0.9, 1.1, 1.0]), Series("b", [4, 12], [0.5, 0.7])]
    text = svg(Plot("Depths", "depth", "ratio", lines))
    marks = re.findall(r'id="xtick_\d+".*?<text[^>]*>(\d+)</text>', text, re.DOTALL)
    assert marks == ["4", "6", "8", "12"]


def test_a_ratio_has_a_logarithmic_axis_with_plain_numbers_and_a_line_at_1():
    for top in (1.2, 30.0):
        series = [Series("a", [4, 6], [0.8, top])]
        plain = Plot("Ratio", "depth", "ratio", series, log_y=True)
        with_line = svg(replace(plain, reference=1))
        assert "stroke-dasharray: 3.7" in with_line
        marks = re.findall(r'id="ytick_\d+".*?<text[^>]*>([^<]+)</text>', with_line, re.DOTALL)
        assert "1" in [f"{float(mark):g}" for mark in marks]
        assert len(marks) >= 3


def test_more_lines_than_colours():
    lines = [Series(str(number), [0, 1], [number, number]) for number in range(20)]
    assert svg(Plot("Many", "x", "y", lines)).count("<path") > 20


def test_without_matplotlib_there_is_one_clear_error(folder, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(PlotError, match=r'pip install "outflank\[plot\]"'):
        pages(folder)
