"""Pages, plots and the index, made from nothing but data."""

import re
import sys
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from outflank.lab.experiments.data_file import write_data
from outflank.lab.experiments.experiment import Plan, Plot, Series
from outflank.lab.experiments.pages import command, measured, write_pages
from outflank.lab.experiments.plots import PlotError, svg

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
    text = written["toy.md"]
    parts = [
        "# A toy\n",
        "> Numbers add up.\n>\n> — nobody\n",
        "**It holds.** The sum of 2 numbers is 1.\n",
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
    row = "| [Numbers add up.](toy.md) | nobody | **holds** | The sum of 2 numbers is 1. |"
    assert row in index
    assert "```{toctree}\n:hidden:\n:maxdepth: 1\n\ntoy\n```" in index


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
    (folder / "toy-3.svg").write_text("old")
    (folder / "toy-and-more.svg").write_text("of something else")
    pages(folder)
    assert sorted(path.name for path in folder.glob("*.svg")) == [
        "toy-1.svg",
        "toy-2.svg",
        "toy-and-more.svg",
    ]


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


def test_more_lines_than_colours():
    lines = [Series(str(number), [0, 1], [number, number]) for number in range(20)]
    assert svg(Plot("Many", "x", "y", lines)).count("<path") > 20


def test_without_matplotlib_there_is_one_clear_error(folder, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(PlotError, match=r'pip install "outflank\[plot\]"'):
        pages(folder)
