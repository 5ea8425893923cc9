"""The bundled games: legal, finished, and equal to the records they were taken from."""

import re

import pytest

from outflank.board import Color, OutflankError
from outflank.games import FamousFile, GameFileError, famous_game, famous_games, open_games

NAMES = [
    "inoue-heiberg-1977",
    *(f"murakami-logistello-1997-{number}" for number in range(1, 7)),
]


def test_the_names():
    assert list(famous_games()) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_the_moves_lead_to_the_recorded_result(name):
    game = famous_game(name)
    outcome = game.outcome()
    assert (outcome.score + 64) // 2 == game.black_discs
    assert game.exact_from == 24


def test_logistello_won_all_six():
    for name, game in famous_games().items():
        if name.startswith("murakami"):
            assert game.player(game.outcome().winner) == "Logistello"
            assert {game.black, game.white} == {"Logistello", "Murakami Takeshi"}


@pytest.mark.parametrize("name", NAMES)
def test_the_moves_are_those_of_the_base(name, shared_data):
    game = famous_game(name)
    file, number = re.search(r"(WTH_\d+\.wtb) game (\d+)", game.source).groups()
    recorded = open_games(shared_data / "wthor" / file).game(int(number))
    assert recorded.moves == game.moves
    for fact in ("event", "year", "black_discs", "theoretical", "exact_from"):
        assert getattr(recorded, fact) == getattr(game, fact)
    for color in Color:
        assert recorded.player(color).startswith(game.player(color))


def test_an_unknown_name_lists_the_names():
    with pytest.raises(OutflankError, match="inoue-heiberg-1977, murakami-logistello-1997-1"):
        famous_game("nobody")


def test_a_famous_game_as_a_file():
    file = FamousFile("inoue-heiberg-1977")
    assert file.game(0) == famous_game(file.name)
    assert list(file.games()) == [file.game(0)]
    assert [file.has_game(number) for number in (-1, 0, 1)] == [False, True, False]
    file.check()
    with pytest.raises(GameFileError, match="no game 1"):
        file.game(1)
