"""Game: replay, passes, claims, immutability."""

import pickle

import pytest

from outflank.board import PASS, Board, Color, IllegalMoveError, InvalidMoveError, Move, Position
from outflank.games import Game, famous_game

# oers/reversatile issue 22: begins with d3, one implied pass after ply 58, 32-32.
IMPLIED_PASS = (
    "D3C5F6F5F4C3C4D2E2B4D1F3B5E3F2F1A4D6E6E7F7B6E8C6B3A5D7A3E1A6G1A2C2C7B8D8C8G8G6H6G5H5G4H4"
    "H3G7H8F8H7A8A7B7A1B2G3G2H2H1C1B1"
)


def test_implied_passes_are_put_in():
    game = Game.from_transcript(IMPLIED_PASS)
    assert game.plies == 60
    assert [i for i, move in enumerate(game.moves) if move == PASS] == [58]
    assert game.outcome().score == 0


def test_moves_without_passes_give_the_same_game():
    whole = Game.from_transcript(IMPLIED_PASS)
    without = tuple(move for move in whole.moves if move != PASS)
    assert Game(moves=without) == whole
    assert Game(moves=whole.moves) == whole


def test_a_game_stops_where_its_moves_stop_even_if_a_pass_is_due():
    # Nyanyan/Egaroucid issue 67: White must pass after the last move.
    moves = "f5d6c3d3c4f4f6f3e3b4c5c6e6e2e7d2f1d7a3a4b3g6a5a2a1f2g5f7b2c2b5e1b1g1c1h4g3b6d1h2h1g2h3"
    game = Game.from_transcript(moves)
    assert game.plies == len(game.moves) == 43
    assert game.board().must_pass
    assert game.outcome() is None


def test_an_illegal_move_names_its_ply_and_keeps_the_game_before_it():
    with pytest.raises(IllegalMoveError, match='ply 2: "d4"') as caught:
        Game(moves=(Move("d3"), Move("d4"), Move("d5")))
    assert caught.value.ply == 2
    assert caught.value.board.transcript() == "d3"


def test_a_pass_where_a_move_exists_is_illegal():
    with pytest.raises(IllegalMoveError, match="ply 2"):
        Game(moves=(Move("f5"), PASS))


def test_moves_after_the_end_are_illegal():
    with pytest.raises(IllegalMoveError, match=r"ply 61.*over"):
        Game.from_transcript(famous_game("murakami-logistello-1997-1").transcript() + "a1")


def test_unreadable_text_keeps_what_was_read():
    with pytest.raises(InvalidMoveError, match="ply 3") as caught:
        Game.from_transcript("f5d6z9")
    assert caught.value.board.transcript() == "f5d6"


def test_a_game_may_begin_anywhere_and_with_white():
    root = Board.from_text("---------------------------OX------XO--------------------------- O")
    game = Game.from_transcript("d6", root, white="Ben")
    assert game.first is Color.WHITE
    assert game.root() == root
    assert game.player(Color.WHITE) == "Ben"
    assert game.player(Color.BLACK) is None


def test_a_game_of_a_board_begins_at_its_root():
    board = Board.from_transcript("f5d6c3")
    game = Game.from_board(board)
    assert game.start == Position.start()
    assert game.board().moves == board.moves


def test_a_transcript_needs_no_replay(monkeypatch):
    game = Game.from_transcript(IMPLIED_PASS)
    monkeypatch.setattr(Game, "root", None)
    assert game.transcript() == IMPLIED_PASS.lower()
    assert game.transcript(passes=True).count("--") == 1


def test_legal_moves_give_the_game_that_a_replay_gives():
    game = Game.from_transcript(IMPLIED_PASS, black="Ann")
    assert Game.of_legal_moves(game.moves, black="Ann") == game == Game(game.moves, black="Ann")


def test_steps_give_every_move_with_the_board_before_it():
    game = Game.from_transcript(IMPLIED_PASS)
    steps = list(game.steps())
    assert [move for _, move in steps] == list(game.moves)
    assert steps[0][0] == Board()
    for board, move in steps:
        assert move == PASS if board.must_pass else move.square in board.legal_moves


def test_a_game_is_a_value():
    game = famous_game("inoue-heiberg-1977")
    assert pickle.loads(pickle.dumps(game)) == game
    assert len({game, famous_game("inoue-heiberg-1977")}) == 1
    with pytest.raises(AttributeError):
        game.black = "somebody else"
