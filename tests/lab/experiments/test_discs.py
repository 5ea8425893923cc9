"""Discs in the midgame: what is counted of a game, the estimates, the three answers."""

from __future__ import annotations

import statistics

import pytest

from outflank.board import Color
from outflank.games import Game, famous_games
from outflank.lab.experiments.discs import (
    EMPTIES,
    EXPERIMENT,
    PLAYED,
    THEORETICAL,
    _correlation,
    _points_of_leader,
    _stages,
)
from outflank.lab.experiments.experiment import Answer, Plan, Row


def row(lead: int, results: list[int], empties: int = 30) -> Row:
    return {
        "part": 0,
        "empties": empties,
        "source": PLAYED,
        "lead": lead,
        "games": len(results),
        "wins": sum(result > 0 for result in results),
        "draws": results.count(0),
        "results": sum(results),
        "squares": sum(result**2 for result in results),
    }


def stage(empties: int, sign: int) -> list[Row]:
    """Leads of Black that go with results of one sign, more or less."""
    return [
        row(lead, [sign * lead, sign * lead + 2, sign * lead - 2] * 20, empties)
        for lead in (-9, -6, 6, 9)
    ]


@pytest.mark.parametrize(
    ("signs", "answer"),
    [
        ({40: -1, 30: -1, 20: -1}, Answer.HOLDS),
        ({40: 1, 30: -1, 20: -1}, Answer.CONDITIONS),
        ({40: 1, 30: 1, 8: -1}, Answer.FAILS),
    ],
)
def test_the_three_answers(signs: dict[int, int], answer: Answer) -> None:
    rows = [row for empties, sign in signs.items() for row in stage(empties, sign)]
    verdict = EXPERIMENT.conclude(rows).verdict
    assert verdict.answer is answer
    assert "In 240 games" in verdict.sentence


def test_a_few_games_decide_nothing() -> None:
    few = [row(lead, [-lead, 2 - lead], empties) for empties in (40, 30) for lead in (-9, 9)]
    assert EXPERIMENT.conclude(few).verdict.answer is Answer.UNDECIDED


def test_sums_give_the_correlation_of_the_games() -> None:
    games = {-7: [12, 2, -4], -1: [6], 3: [-8, 0], 11: [-2, -20, 4]}
    leads = [lead for lead, results in games.items() for _ in results]
    finals = [result for results in games.values() for result in results]
    found = _correlation([row(lead, results) for lead, results in games.items()])
    assert found is not None
    assert found.mean == pytest.approx(statistics.correlation(leads, finals))
    assert found.below(0.5)


def test_a_draw_is_half_a_point_for_who_has_more_discs() -> None:
    found = _points_of_leader([row(4, [10, 0, -2]), row(-4, [-6, 8]), row(0, [64])])
    assert found is not None
    assert (found.mean, found.n) == (2.5 / 5, 5)


def test_perfect_play_counts_up_to_where_it_begins() -> None:
    (name, game), *_ = famous_games().items()
    told = Game(game.moves, game.start, game.first, theoretical=40, exact_from=22, black_discs=30)
    found = {empties: (source, result) for empties, source, _, result in _stages(told)}
    assert set(found) <= set(EMPTIES), name
    for empties, of in found.items():
        assert of == ((THEORETICAL, 16) if empties >= 22 else (PLAYED, -4))


def test_leads_are_blacks_whoever_began() -> None:
    (_, game), *_ = famous_games().items()
    black = Game(game.moves, game.start, Color.BLACK)
    white = Game(game.moves, game.start, Color.WHITE)
    assert [(e, -lead, -result) for e, _, lead, result in _stages(black)] == [
        (e, lead, result) for e, _, lead, result in _stages(white)
    ]


def test_a_game_without_an_end_counts_only_if_its_result_is_known() -> None:
    (_, game), *_ = famous_games().items()
    assert list(_stages(Game(game.moves[:22]))) == []
    known = list(_stages(Game(game.moves[:22], black_discs=33)))
    assert [(empties, result) for empties, _, _, result in known] == [(50, 2), (44, 2), (40, 2)]


def test_without_a_file_the_famous_games_are_counted() -> None:
    (unit,) = EXPERIMENT.units(Plan())
    rows = list(unit.measure())
    at_40 = sum(int(str(row["games"])) for row in rows if row["empties"] == 40)
    assert 0 < at_40 <= len(famous_games())
