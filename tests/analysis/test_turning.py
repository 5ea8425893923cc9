"""Turning points: which, in what order, in which words."""

import pytest

from outflank.analysis import AnalysisOptions, MoveReport, TurningPoint, analyse, turning_points
from outflank.analysis.turning import _verdict
from outflank.board import Color, Move, Score
from outflank.games import Game, famous_game
from outflank.textbook import Article

GAME = famous_game("murakami-logistello-1997-1")


@pytest.fixture(scope="module")
def report():
    return analyse(GAME, AnalysisOptions(depth=2, exact_from=18))


def test_the_greatest_loss_is_told_in_words(report):
    worst = max(report.turning_points, key=lambda point: point.move.loss or 0)
    assert worst.number == [move.ply for move in report.moves].index(43)
    assert str(worst).startswith("43. g2 loses 8: it ")
    assert str(worst).endswith("; g7 held White to a lead of 22")


def test_they_come_in_the_order_of_the_game_and_not_too_many(report):
    numbers = [point.number for point in report.turning_points]
    assert numbers == sorted(numbers)
    assert len(numbers) <= 5
    assert len(turning_points(report, most=1)) == 1
    assert all(point.move.lost >= 2 for point in report.turning_points)


def test_estimates_are_about(report):
    for point in report.turning_points:
        assert (" loses about " in str(point)) is not point.move.exact


def test_without_discs_there_are_none():
    options = AnalysisOptions(depth=1, exact_from=0, article=Article.PVS)
    assert analyse(Game.from_transcript("f5d6c3d3"), options).turning_points == ()


def move(value, best, *moves, exact=True):
    score = Score(best) if exact else Score(best, bound="estimate", selectivity=73)
    best_moves = tuple(map(Move, moves or ("f2",)))
    return MoveReport(
        22, Color.BLACK, Move("g2"), Score(value), best_moves, score, best - value, exact
    )


@pytest.mark.parametrize(
    ("report", "words"),
    [
        (move(-4, 4), "f2 kept the lead"),
        (move(0, 4), "f2 kept the lead"),
        (move(2, 10), "f2 kept a lead of 10"),
        (move(-4, 0), "f2 kept the balance"),
        (move(-30, -22), "f2 held White to a lead of 22"),
        (move(-30, -22, exact=False), "f2 held White to a lead of about 22"),
        (move(-4, 4, "f2", "h8"), "f2 or h8 kept the lead"),
    ],
)
def test_what_was_better(report, words):
    assert _verdict(report) == words


def test_a_point_without_a_reason():
    assert str(TurningPoint(21, move(-4, 4), (), "f2 kept the lead")) == (
        "22. g2 loses 8; f2 kept the lead"
    )


def test_of_a_part_of_a_game_they_are_numbered_as_in_the_whole(report):
    from outflank.analysis import GameReport

    part = GameReport(report.game, report.options, report.moves[40:])
    whole = {point.number: str(point) for point in turning_points(report, most=60)}
    for point in turning_points(part, most=60):
        assert whole[point.number] == str(point)
