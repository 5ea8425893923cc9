"""SGF that is written: everything comes back, several games, both ways to write squares."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.board import PASS, Board, Color, Move, OutflankError
from outflank.games import Game, GameFileError, MoveNote, Variation, read_sgf, write_sgf
from outflank.games.sgf import SgfFile
from records import games


@given(game=games(), dialect=st.sampled_from(["quarry", "edax"]))
def test_everything_comes_back(game, dialect):
    again = read_sgf(write_sgf(game, dialect), "there")
    assert again == replace(game, source="there")


@given(found=st.lists(games(), min_size=2, max_size=3))
def test_several_games(found):
    text = "\n".join(map(write_sgf, found))
    again = list(SgfFile("x", text).games())
    assert [replace(game, source=None) for game in again] == found


def test_variations_stand_where_they_depart():
    moves = tuple(map(Move, ("f5", "d6", "c3")))
    other = Variation(1, (Move("f4"),), (MoveNote(comment="better"),))
    text = write_sgf(Game(moves=moves, variations=(other,)))
    assert text.endswith("SZ[8];B[fe](;W[df];B[cc])(;W[fd]C[better]))")


def test_what_could_follow_is_no_main_line():
    game = Game(moves=(Move("f5"),), variations=(Variation(1, (Move("f4"),)),))
    assert read_sgf(write_sgf(game)).moves == game.moves


def test_values_are_from_blacks_view():
    notes = (MoveNote(2.0), MoveNote(3.0))
    text = write_sgf(Game(moves=(Move("f5"), Move("d6")), notes=notes))
    assert text.endswith(";B[fe]V[2];W[df]V[-3])")


def test_a_pass_is_written():
    board = Board.from_text("--------" * 6 + "X-------" + "OX------ O")
    board.push(PASS) if board.must_pass else board.push(min(board.legal_moves))
    for dialect in ("quarry", "edax"):
        assert read_sgf(write_sgf(Game.from_board(board), dialect)).moves == board.moves


@pytest.mark.parametrize(
    ("told", "result", "winner", "ending"),
    [
        ("B+12", 12.0, None, None),
        ("W+59", -59.0, None, None),
        ("B+-4", -4.0, None, None),
        ("W+0.5", -0.5, None, None),
        ("0", 0.0, None, None),
        ("Draw", 0.0, None, None),
        ("+12", 12.0, None, None),
        ("44-20", 24.0, None, None),
        ("B+R", None, Color.BLACK, "resigned"),
        ("W+Time", None, Color.WHITE, "time"),
        ("W+F", None, Color.WHITE, "forfeit"),
        ("b+", None, Color.BLACK, None),
        ("?", None, None, None),
    ],
)
def test_results(told, result, winner, ending):
    game = read_sgf(f"(;GM[2]RE[{told}];B[f5])")
    assert (game.result, game.winner, game.ending) == (result, winner, ending)


def test_a_result_that_cannot_be_understood_is_kept():
    game = read_sgf("(;GM[2]RE[Void];B[f5])")
    assert game.others == {"RE": "Void"}
    assert read_sgf(write_sgf(game)).others == game.others


def test_clocks_of_other_programs():
    game = read_sgf("(;GM[2]TM[900];B[f5]BL[890.5];W[d6]WL[888];B[c3]BL[880.5])")
    assert game.black_time == game.white_time == "15:00"
    assert [note.seconds for note in game.notes] == [9.5, 12.0, 10.0]


def test_comments_find_their_moves():
    game = read_sgf("(;GM[2]C[a game];C[good]B[f5];W[d6]C[bad];C[indeed];B[c3])")
    assert game.comment == "a game"
    assert [note.comment for note in game.notes] == ["good", "bad\nindeed", None]


def test_nested_variations():
    text = "(;GM[2];B[f5](;W[d6](;B[c3])(;B[c4]C[x]))(;W[f4];B[e3](;W[f6])(;W[d2])))"
    game = read_sgf(text)
    assert game.transcript() == "f5d6c3"
    first, second = game.variations
    assert (first.at, first.moves) == (1, tuple(map(Move, ("f4", "e3", "f6"))))
    assert [(inner.at, inner.moves) for inner in first.variations] == [(2, (Move("d2"),))]
    assert (second.at, second.notes) == (2, (MoveNote(comment="x"),))


def test_the_side_alone_is_set_up():
    game = read_sgf("(;GM[2]PL[W];W[f4])")
    assert game.first is Color.WHITE
    assert game.start.empties == 60


class TestFaults:
    def test_one_game_of_many(self):
        text = "(;GM[2];B[f5])\n(;GM[2];B[a1])\n(;GM[2];B[!d6])\n(;FF[4];B[d3]"
        faults = []
        found = list(SgfFile("x.sgf", text).games(faults.append))
        assert [game.transcript() for game in found] == ["f5"]
        assert [str(fault)[:12] for fault in faults] == [f"x.sgf line {n}" for n in (2, 3, 4)]

    def test_after_broken_syntax_the_next_game_is_read(self):
        text = "(;GM[2];B[f5];!)\n\n(;GM[2];B[d3])"
        faults = []
        (game,) = SgfFile("x.sgf", text).games(faults.append)
        assert (game.transcript(), game.source) == ("d3", "x.sgf line 3")
        assert len(faults) == 1

    def test_a_fault_in_a_variation_keeps_the_game(self):
        with pytest.raises(GameFileError, match=r"line 2: ply 2: .f5") as caught:
            read_sgf("(;GM[2];B[f5](;W[d6];B[c3])\n(;W[f5]))")
        assert caught.value.partial.transcript() == "f5d6c3"

    def test_brackets_without_end(self):
        with pytest.raises(GameFileError, match="cut short"):
            read_sgf("(" * 200_000)
        deep = "(;GM[2];B[f5]" + "(;W[d6])(;W[f4]" * 100 + ")" * 101
        with pytest.raises(GameFileError):
            read_sgf(deep)

    def test_many_branches_take_no_time(self):
        text = "(;GM[2];B[f5];W[d6]" + "(;B[c3])" * 20_000 + ")"
        assert len(read_sgf(text).variations) == 19_999

    def test_a_number_that_cannot_be_written(self):
        with pytest.raises(OutflankError):
            write_sgf(Game(komi=float("nan")))
