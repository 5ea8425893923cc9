"""Files of GGF: the games of every line, faults in their place, and those that matches write."""

from __future__ import annotations

from pathlib import Path

import pytest

from outflank.board import Board
from outflank.games import Game, GgfGame, open_games, parse_games, read_games, write_ggf
from outflank.games.errors import GameFileError

GAMES = [Game.from_transcript(text, black="Ann") for text in ("f5d6c3", "f5f6", "d3c5d6")]
LINES = [write_ggf(GgfGame(game)) for game in GAMES]


def read(text: str) -> list[Game]:
    return list(parse_games(text.encode(), "x.ggf").games())


def test_every_line_is_a_game() -> None:
    found = read("\n\n".join(LINES) + "\n")
    assert [game.moves for game in found] == [game.moves for game in GAMES]
    assert found[2].source == "x.ggf line 5"


def test_a_number_may_stand_before_one_game_or_several() -> None:
    found = read(f"1 {LINES[0]}\n2 {LINES[1]}{LINES[2]}\n")
    assert [game.moves for game in found] == [game.moves for game in GAMES]


def test_games_are_counted_from_0() -> None:
    games = parse_games("\n".join(LINES).encode(), "x.ggf")
    assert games.game(1).moves == GAMES[1].moves
    assert games.has_game(2)
    assert not games.has_game(3)
    assert not games.has_game(-1)
    with pytest.raises(GameFileError, match="no game 3: the text holds games 0 to 2"):
        games.game(3)


def test_a_faulty_game_is_told_and_the_others_are_read() -> None:
    broken = LINES[1].replace("f6", "a1")
    faults: list[GameFileError] = []
    text = f"{LINES[0]}\n{broken}\n{LINES[2]}"
    found = list(parse_games(text.encode(), "x.ggf").games(faults.append))
    assert [game.moves for game in found] == [GAMES[0].moves, GAMES[2].moves]
    assert str(faults[0]).startswith("x.ggf line 2: ")
    assert faults[0].partial is not None
    with pytest.raises(GameFileError, match="line 2") as caught:
        read(text)
    assert caught.value.ply == 2


def test_a_game_that_is_cut_short_is_an_error() -> None:
    with pytest.raises(GameFileError, match=r"line 1: .*cut short"):
        read(LINES[0][:-4])


def test_real_files(shared_data: Path) -> None:
    assert len(read_games(shared_data / "ggf" / "ntest_TestGames.ggf")) > 0
    faults: list[GameFileError] = []
    found = list(open_games(shared_data / "ggf" / "nboard_test2.ggf").games(faults.append))
    assert len(found) > 0
    assert all("not a plain game of Othello" in str(fault) for fault in faults)


def test_where_it_began_is_kept() -> None:
    start = Board.from_transcript("f5d6c3d3").root()
    game = Game.from_board(Board.from_transcript("f5d6", start))
    assert read(write_ggf(GgfGame(game)))[0].start == game.start
