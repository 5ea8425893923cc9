"""`write_games`: every format by its name, faults of single games, files whole or not at all."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outflank.board import Move, OutflankError
from outflank.games import (
    FORMATS,
    Game,
    GameFileError,
    MoveNote,
    Variation,
    famous_games,
    format_of,
    read_games,
    write_games,
)
from records import games

GAMES = [game for game in famous_games().values() if game.year == 1997]
NAMES = {
    "transcript": "a.txt",
    "ggf": "a.ggf",
    "sgf": "a.sgf",
    "sgf-edax": "b.sgf",
    "wthor": "a.wtb",
    "obf": "a.obf",
    "pgn": "a.pgn",
    "json": "a.json",
}


@pytest.mark.parametrize("form", FORMATS)
def test_every_format(tmp_path, form):
    path = tmp_path / NAMES[form]
    assert write_games(path, GAMES, None if form != "sgf-edax" else form) == len(GAMES)
    again = list(read_games(path))
    assert len(again) == len(GAMES)
    if form == "obf":
        assert [game.root() for game in again] == [game.board() for game in GAMES]
        return
    assert [game.moves for game in again] == [game.moves for game in GAMES]
    if form != "transcript":
        assert [(game.black, game.claimed) for game in again] == [
            (game.black, game.claimed) for game in GAMES
        ]


@pytest.mark.parametrize("form", [form for form in FORMATS if form != "wthor"])
def test_a_stream(form):
    stream = io.StringIO()
    assert write_games(stream, iter(GAMES), form) == len(GAMES)
    assert len(list(read_games(io.BytesIO(stream.getvalue().encode())))) == len(GAMES)


def test_a_game_that_cannot_be_held_is_told_and_left_out(tmp_path):
    broken = replace(GAMES[1], black="[x]")
    faults = []
    count = write_games(tmp_path / "a.ggf", [GAMES[0], broken], on_fault=faults.append)
    assert count == 1
    assert "WTHOR" in str(faults[0])
    assert "cannot hold" in str(faults[0])
    with pytest.raises(GameFileError):
        write_games(tmp_path / "b.ggf", [GAMES[0], broken])
    assert not (tmp_path / "b.ggf").exists()


def test_formats_by_name():
    assert format_of("x/A.SGF") == "sgf"
    with pytest.raises(OutflankError, match="which format"):
        format_of("a.doc")
    with pytest.raises(OutflankError, match="which format"):
        write_games(io.StringIO(), GAMES)
    with pytest.raises(OutflankError, match="no format"):
        write_games(io.StringIO(), GAMES, "doc")
    with pytest.raises(OutflankError, match="WTHOR is no text"):
        write_games(io.StringIO(), GAMES, "wthor")


def test_obf_with_scores_comes_back(tmp_path):
    scored = tuple(
        Variation(0, (Move(move),), (MoveNote(evaluation=value),))
        for move, value in (("f4", 4.0), ("d6", -2.0))
    )
    board = Game.from_transcript("f5").board()
    game = Game(start=board.position, first=board.turn, variations=scored, comment="a remark")
    lone = Game(start=board.position, first=board.turn, others={"score": "+8"})
    write_games(tmp_path / "a.obf", [game, lone])
    again = [replace(found, source=None) for found in read_games(tmp_path / "a.obf")]
    assert again == [game, lone]


@settings(max_examples=30)
@given(st.lists(games(), min_size=1, max_size=2), st.sampled_from(["sgf", "json"]))
def test_one_format_after_the_other_loses_nothing(found, form):
    stream = io.StringIO()
    write_games(stream, found, form)
    again = list(read_games(io.BytesIO(stream.getvalue().encode())))
    assert [replace(game, source=None) for game in again] == found
