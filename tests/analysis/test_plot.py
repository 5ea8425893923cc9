"""The graph as a picture: both kinds, the same for the same report."""

from dataclasses import replace
from pathlib import Path

import pytest

from outflank.analysis import AnalysisOptions, analyse
from outflank.analysis.plot import check_plot, plot
from outflank.board import OutflankError
from outflank.games import Game, famous_game

GAME = famous_game("murakami-logistello-1997-1")
OPTIONS = AnalysisOptions(depth=1, exact_from=12)


@pytest.fixture(scope="module")
def report():
    pytest.importorskip("matplotlib")
    return analyse(GAME, OPTIONS)


def test_both_kinds(report):
    svg = plot(report, "svg").decode()
    assert svg.startswith("<?xml")
    assert "Murakami Takeshi – Logistello" in svg
    assert plot(report, "svg").decode() == svg
    png = plot(report, "png")
    assert png.startswith(b"\x89PNG")
    assert plot(report, "png") == png


def test_names_are_no_formulas(report):
    game = Game.from_transcript("f5d6c3", black="$\\frac{", white="\x1b[2J")
    assert b"frac" in plot(analyse(game, OPTIONS), "svg")


def test_no_move_makes_no_plot():
    with pytest.raises(OutflankError, match="no move"):
        plot(analyse(Game(), OPTIONS))


def test_a_name_that_is_no_picture_is_refused_before_any_work():
    with pytest.raises(OutflankError, match=r"\.svg or \.png"):
        check_plot(Path("graph.gif"))


def test_names_without_end_are_cut():
    long = replace(Game.from_transcript("f5d6"), black="x" * 1_000_000)
    report = analyse(long, AnalysisOptions(depth=1, exact_from=0))
    assert len(plot(report, "svg")) < 200_000
