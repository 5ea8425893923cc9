"""WTHOR that is written: real files to the byte, tables of names, what it cannot hold."""

from __future__ import annotations

import warnings
from dataclasses import replace

import pytest

from outflank.board import Board, OutflankError
from outflank.games import Game, GameFileError, famous_game, famous_games, open_games, read_games
from outflank.games.wthor import PLAYER_NAME, TOURNAMENT_NAME, names_beside, open_wthor
from outflank.games.wthor_writer import NameTable, WthorWriter, write_wthor

GAMES = [game for game in famous_games().values() if game.year == 1997]


def test_what_is_written_is_read_again(tmp_path):
    path = tmp_path / "new.wtb"
    assert write_wthor(GAMES, path) == len(GAMES)
    again = [replace(game, source=None) for game in read_games(path)]
    assert again == [replace(game, source=None) for game in GAMES]
    assert sorted(file.name for file in tmp_path.iterdir()) == ["new.JOU", "new.TRN", "new.wtb"]


def again(path, known):
    """The bytes of a file, written from its games."""
    file = open_wthor(path)
    writer = WthorWriter(*known, created=file.created, side=file.side, depth=file.depth)
    for game in file.games():
        writer.add(game)
    return writer.to_bytes()


@pytest.mark.parametrize("name", ["WTH_1980.wtb", "WTH_1983.wtb", "size-and-depth-byte-zero.wtb"])
def test_a_real_file_comes_back_to_the_byte(shared_data, name):
    path = shared_data / "wthor" / name
    assert again(path, names_beside(path.parent)) == path.read_bytes()


@pytest.mark.slow
def test_every_real_file_comes_back_to_the_byte(shared_data):
    known = names_beside(shared_data / "wthor")
    for path in sorted((shared_data / "wthor").glob("*.wtb")):
        assert again(path, known) == path.read_bytes(), path.name


def test_the_real_tables_of_names_come_back_to_the_byte(shared_data):
    folder = shared_data / "wthor"
    players, tournaments = names_beside(folder)
    for names, layout, name in (
        (players, PLAYER_NAME, "WTH.JOU"),
        (tournaments, TOURNAMENT_NAME, "WTH.TRN"),
    ):
        content = (folder / name).read_bytes()
        assert NameTable(layout, list(names)).to_bytes(tuple(content[:4])) == content


def test_numbers_of_tables_that_lie_there_are_used(tmp_path):
    write_wthor(GAMES, tmp_path / "a.wtb")
    before = (tmp_path / "a.JOU").read_bytes()
    write_wthor(GAMES[1:3], tmp_path / "b.wtb")
    assert (tmp_path / "a.JOU").read_bytes() == before
    assert not (tmp_path / "b.JOU").exists()
    assert [game.black for game in read_games(tmp_path / "b.wtb")] == [
        game.black for game in GAMES[1:3]
    ]
    with pytest.raises(GameFileError, match=r"JOU file beside it lacks .Ann.*another folder"):
        write_wthor([replace(GAMES[0], black="Ann")], tmp_path / "c.wtb")
    assert not (tmp_path / "c.wtb").exists()


def test_a_game_without_a_theoretical_result_has_the_one_played(tmp_path):
    game = replace(GAMES[0], theoretical=None, exact_from=None)
    write_wthor([game], tmp_path / "a.wtb")
    (read,) = read_games(tmp_path / "a.wtb")
    assert (read.theoretical, read.exact_from) == (game.black_discs, 1)


def test_the_result_of_a_game_that_was_not_played_out(tmp_path):
    game = Game.from_transcript("f5d6c3", result=-22.867, komi=-3.133, year=1999)
    write_wthor([game], tmp_path / "a.wtb")
    (read,) = read_games(tmp_path / "a.wtb")
    assert read.black_discs == 19


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"year": 1998}, "of one year"),
        ({"exact_from": 22}, "of one year"),
        ({"exact_from": None}, "from which depth"),
        ({"black": "村上"}, "beyond Latin-1"),
        ({"black": "x" * 20}, "1 to 19 characters"),
        ({"event": "x" * 26}, "1 to 25 characters"),
        ({"black_discs": 300}, "a result of 300"),
        ({"theoretical": -3}, "a theoretical result of -3"),
        ({"year": 100_000}, "a year of 100000"),
        ({"black_discs": None, "moves": GAMES[0].moves[:9]}, "its result is not known"),
        ({"start": Board.from_transcript("f5").position}, "."),
    ],
)
def test_what_it_cannot_hold_is_told_and_left_out(tmp_path, change, message):
    faults = []
    try:
        game = replace(GAMES[1], **change)
    except OutflankError:
        game = replace(GAMES[1], moves=(), **change)
    with warnings.catch_warnings():
        count = write_wthor([GAMES[0], game, GAMES[2]], tmp_path / "a.wtb", faults.append)
    assert count == 2
    assert len(open_games(tmp_path / "a.wtb")) == 2
    (fault,) = faults
    assert message in str(fault)
    assert str(fault).startswith(GAMES[1].source)
    with pytest.raises(GameFileError):
        write_wthor([GAMES[0], game], tmp_path / "b.wtb")


def test_a_full_table():
    table = NameTable(PLAYER_NAME, [str(number) for number in range(65535)])
    assert table.number("17") == 17
    with pytest.raises(OutflankError, match="full"):
        table.number("Ann")


def test_nothing_at_all(tmp_path):
    assert write_wthor([], tmp_path / "a.wtb") == 0
    assert len(open_games(tmp_path / "a.wtb")) == 0
    assert famous_game("inoue-heiberg-1977").year == 1977
