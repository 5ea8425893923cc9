"""Files of GGF: the games of every line, faults in their place, and those that matches write."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.board import Board
from outflank.games import Game, MoveNote, open_games, parse_games, read_games, write_ggf
from outflank.games.errors import GameFileError
from outflank.games.ggf_file import written_lines
from records import games

GAMES = [Game.from_transcript(text, black="Ann") for text in ("f5d6c3", "f5f6", "d3c5d6")]
LINES = [write_ggf(game) for game in GAMES]


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
    assert len(list(read_games(shared_data / "ggf" / "ntest_TestGames.ggf"))) > 0
    faults: list[GameFileError] = []
    found = list(open_games(shared_data / "ggf" / "nboard_test2.ggf").games(faults.append))
    assert len(found) > 0
    assert all("not a plain game of Othello" in str(fault) for fault in faults)


def test_where_it_began_is_kept() -> None:
    start = Board.from_transcript("f5d6c3d3").root()
    game = Game.from_board(Board.from_transcript("f5d6", start))
    assert read(write_ggf(game))[0].start == game.start


def test_a_number_that_is_not_that_of_the_games() -> None:
    faults: list[GameFileError] = []
    text = f"3 {LINES[0]}{LINES[1]}\n1 {LINES[2]}\n2 {LINES[0]}"
    found = list(parse_games(text.encode(), "x.ggf").games(faults.append))
    assert [game.moves for game in found] == [game.moves for game in [*GAMES, GAMES[0]]]
    assert [str(fault)[:12] for fault in faults] == ["x.ggf line 1", "x.ggf line 3"]


def test_a_game_over_several_lines() -> None:
    text = "\n" + LINES[0].replace("B[c3]", "\r\nB[c3]").replace("BO[", "\nBO[") + "\n" + LINES[1]
    found = read(text)
    assert [game.moves for game in found] == [GAMES[0].moves, GAMES[1].moves]
    assert [game.source for game in found] == ["x.ggf line 2", "x.ggf line 5"]


def test_what_stands_between_games_is_a_fault() -> None:
    faults: list[GameFileError] = []
    text = f"{LINES[0]}\n\nhello\n{LINES[1]}\n(;GM[Othello]PC[This game is corrupt\n{LINES[2]}"
    found = list(parse_games(text.encode(), "x.ggf").games(faults.append))
    assert [game.moves for game in found] == [game.moves for game in GAMES]
    assert [str(fault)[:12] for fault in faults] == ["x.ggf line 3", "x.ggf line 5"]


def test_synchronous_pairs_are_written_together() -> None:
    first = replace(GAMES[0], white="Ben", others={"TY": "s8r14"})
    second = replace(GAMES[1], black="Ben", white="Ann", others={"TY": "s8r14"})
    lines = list(written_lines(_written(GAMES[2], first, second, first)))
    assert [line[:2] for line in lines] == ["(;", "2 ", "(;"]
    assert [game.moves for game in read("\n".join(lines))] == [
        game.moves for game in (GAMES[2], first, second, first)
    ]


@given(st.lists(games(), min_size=1, max_size=3))
def test_what_both_have_comes_back(found: list[Game]) -> None:
    again = read("\n".join(written_lines(_written(*found))))
    assert [replace(game, source=None) for game in again] == [
        _as_ggf_has_it(game) for game in found
    ]


def _written(*found: Game) -> list[tuple[Game, str]]:
    return [(game, write_ggf(game)) for game in found]


def _as_ggf_has_it(game: Game) -> Game:
    """Without what GGF has no place for: remarks, variations, two ways to end."""
    notes = tuple(MoveNote(note.evaluation, note.seconds) for note in game.notes)
    ending = None if game.ending == "forfeit" else game.ending
    plain = replace(game, notes=notes, variations=(), comment=None, winner=None)
    return replace(plain, ending=ending)
