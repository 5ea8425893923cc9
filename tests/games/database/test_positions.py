"""The position index against the plain rules, position by position."""

import pytest

from outflank.board.board import Board
from outflank.board.color import Color
from outflank.board.square import PASS
from outflank.board.symmetry import canonical_symmetry, transform_square
from outflank.games import Game
from outflank.games.database.positions import as_arrays, index_rows, last_scores, replay
from wthor_files import played_at_random

ENDGAME = "--OX-OO---OOOO-X-OOOO-OX-OOOOOXXXOOXXOXX-OOOOOOXXOXX-O-XO--XXXXX "


def expected(number, game):
    board = game.root()
    for step, move in enumerate((*game.moves, None)):
        position = board.position
        turn = canonical_symmetry(position.player, position.opponent)
        form = position.canonical()
        turned = move if move in (None, PASS) else transform_square(move, turn)
        black = board.turn is Color.BLACK
        yield form.player, form.opponent, number, step, black, turned
        if move is not None:
            board.push(move)


def arrays_of(games):
    return as_arrays(
        [bytes(game.moves) for game in games],
        [(game.start.player, game.start.opponent) for game in games],
        [game.first is Color.BLACK for game in games],
    )


GAMES = [
    *map(played_at_random, range(5)),
    Game(),
    Game.from_transcript("a6", Board.from_text(ENDGAME + "O")),
    Game.from_transcript("g7", Board.from_text(ENDGAME + "X")),
    played_at_random(7, plies=20),
]


def test_every_row_is_that_of_the_plain_rules():
    played = arrays_of(GAMES)
    table = index_rows(played, replay(played))
    found = list(zip(*(table[name].tolist() for name in table), strict=True))
    assert found == [row for number, game in enumerate(GAMES) for row in expected(number, game)]


def test_scores_are_black_s_and_only_those_of_finished_games():
    played = arrays_of(GAMES)
    official, raw = last_scores(played, replay(played))
    outcomes = [game.outcome() for game in GAMES]
    assert official.tolist() == [None if one is None else one.score for one in outcomes]
    assert raw.tolist() == [None if one is None else one.raw for one in outcomes]


@pytest.mark.parametrize("games", [[], [Game()]])
def test_nothing_is_no_fault(games):
    played = arrays_of(games)
    assert len(index_rows(played, replay(played))["game"]) == len(games)
