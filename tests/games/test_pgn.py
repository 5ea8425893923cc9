"""PGN: what sites write, comments, variations, clocks; what is written comes back."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import bug_reports
from outflank.board import PASS, Board, Color, Move, OutflankError
from outflank.games import (
    Game,
    GameFileError,
    MoveNote,
    Variation,
    read_pgn,
    read_sgf,
    write_pgn,
    write_sgf,
)
from outflank.games.pgn import PgnFile
from records import games

PASSING = Board.from_transcript(
    {row["id"]: row["moves"] for row in bug_reports("transcripts")}["azg-167"]
)


def as_playok(board: Board) -> str:
    """The moves as PlayOK writes them: numbered pairs, passes as ``--``, discs at the end."""
    words = ["--" if move == PASS else str(move) for move in board.moves]
    pairs = (" ".join(words[at : at + 2]) for at in range(0, len(words), 2))
    numbered = " ".join(f"{number}. {pair}" for number, pair in enumerate(pairs, 1))
    outcome = board.outcome()
    return f"{numbered} {outcome.black}-{outcome.white}"


def test_a_game_as_playok_writes_it():
    text = (
        '[Event "?"]\n[Site "PlayOK"]\n[Date "2021.03.11"]\n[Round "-"]\n[White "ben"]\n'
        '[Black "ann"]\n[Result "0-59"]\n[Time "20:13:30"]\n[TimeControl "300"]\n'
        f'[BlackElo "1224"]\n[WhiteElo "1314"]\n[GameType "41"]\n\n{as_playok(PASSING)}\n'
    )
    game = read_pgn(text)
    assert game.moves == PASSING.moves
    assert (game.black, game.white, game.event) == ("ann", "ben", None)
    assert (game.date, game.year) == ("2021-03-11 20:13:30", 2021)
    assert game.result == PASSING.outcome().raw
    assert game.black_time == game.white_time == "05:00"
    assert game.others == {"Site": "PlayOK", "RB": "1224", "RW": "1314", "GameType": "41"}


def test_nothing_but_moves():
    assert read_pgn("1. f5 d6 2. c3 37-27").result == 10
    assert read_pgn("1. F5 D6 2. C3 *").transcript() == "f5d6c3"
    assert read_pgn("1.f5 d6 2.c3").transcript() == "f5d6c3"


@pytest.mark.parametrize("told", ["1-0", "0-1", "-2", "70-30"])
def test_results_that_could_mean_either_side_are_kept_as_they_stand(told):
    game = read_pgn(f'[Result "{told}"]\n\n1. f5 d6')
    assert game.result is None
    assert game.others == {"RE": told}
    assert read_pgn(write_pgn(game)) == game
    if told != "-2":  # which SGF has for a difference
        assert read_sgf(write_sgf(game)).others == {"RE": told}


def test_comments_variations_and_figures():
    game = read_pgn(
        "{a game} 1. f5 {[%eval 1.5] [%emt 0:01:02.5] good} d6! $3 (1... f4 2. e3 {x} (2. d3?)) "
        "2. c3 ; to the end of the line\n d3 {two\nlines}"
    )
    assert game.transcript() == "f5d6c3d3"
    assert game.comment == "a game"
    assert game.notes[0] == MoveNote(1.5, 62.5, "good")
    assert [note.comment for note in game.notes[2:]] == ["to the end of the line", "two\nlines"]
    (one,) = game.variations
    assert (one.at, one.moves) == (1, (Move("f4"), Move("e3")))
    assert one.notes[1].comment == "x"
    assert one.variations == (Variation(1, (Move("d3"),)),)


def test_several_games():
    text = '[Black "A"]\n\n1. f5 d6\n\n[Black "B"]\n[White "C"]\n1. d3 *\n[Black "D"]\n\n*\n'
    found = list(PgnFile("x.pgn", text).games())
    assert [(game.black, game.transcript()) for game in found] == [
        ("A", "f5d6"),
        ("B", "d3"),
        ("D", ""),
    ]
    assert found[1].source == "x.pgn line 5"


def test_one_broken_game_of_many():
    text = '[Black "A"]\n\n1. f5 d6\n\n[Black "B"]\n\n1. f5\nf5\n\n[Black "C"]\n\n1. d3 *'
    faults = []
    found = list(PgnFile("x.pgn", text).games(faults.append))
    assert [game.black for game in found] == ["A", "C"]
    assert str(faults[0]).startswith("x.pgn line 7: ply 2: ")
    assert faults[0].partial.transcript() == "f5"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1. f5 z9", '"z9"'),
        ("1. f5 (", "cut short"),
        ("1. f5 )", "closes nothing"),
        ("(1. f5)", "nothing to replace"),
        ("1. f5 {", "no move of PGN"),
        ("[Black Ann]\n\n1. f5", "not a tag"),
        ('[FEN "XO"]\n\n1. f5', "64 squares"),
        ("1. f5 {[%eval many]}", "value in discs"),
        ("1. f5 d6 " + "(1... d6 " * 100, "variations within"),
    ],
)
def test_faults(text, message):
    with pytest.raises(GameFileError, match="x line") as caught:
        read_pgn(text, "x")
    assert message in str(caught.value)


@given(game=games())
def test_everything_but_braces_and_what_could_follow_comes_back(game):
    held = replace(game, variations=_held(game.variations, len(game.moves)))
    try:
        text = write_pgn(held)
    except OutflankError:  # a comment holds a brace
        return
    assert read_pgn(text, "there") == replace(held, source="there line 1")


def _held(variations, length):
    """Those that replace a move."""
    return tuple(
        replace(one, variations=_held(one.variations, len(one.moves)))
        for one in variations
        if one.at < length
    )


@given(st.lists(games(), min_size=2, max_size=3))
def test_several_games_come_back(found):
    try:
        text = "\n".join(map(write_pgn, found))
    except OutflankError:
        return
    again = list(PgnFile("x", text).games())
    assert [game.moves for game in again] == [game.moves for game in found]
    assert [game.black for game in again] == [game.black for game in found]


def test_what_is_written():
    game = Game.from_transcript("f5d6", black="A", result=4.0, winner=Color.BLACK, date="2019-05")
    assert write_pgn(game) == (
        '[Event "?"]\n[Date "2019.05.??"]\n[Black "A"]\n[White "?"]\n[Result "34-30"]\n\n'
        "1. f5 d6 34-30\n"
    )


def test_a_tag_is_one_line():
    with pytest.raises(OutflankError, match="one line"):
        write_pgn(Game(black="a\nb"))
