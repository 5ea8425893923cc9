"""WTHOR: real files, files built here with every kind of damage, names in any case."""

import os
import threading
import time
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.board import PASS
from outflank.games import GameFileError, GameWarning, famous_game, open_games, read_games
from outflank.games import wthor as wthor_module
from outflank.games.wthor import HEADER, RECORD, open_wthor, parse_wthor

FIRST = famous_game("murakami-logistello-1997-1")
SECOND = famous_game("murakami-logistello-1997-5")


def encoded(*games):
    """The records of games: tournament 1, players 1 and 2."""
    records = np.zeros(len(games), RECORD)
    for record, game in zip(records, games, strict=True):
        record["tournament"], record["black"], record["white"] = 1, 1, 2
        record["black_discs"] = game.black_discs or 0
        record["theoretical"] = game.theoretical or 0
        squares = [move for move in game.moves if not move.is_pass]
        codes = [10 * (square // 8 + 1) + square % 8 + 1 for square in squares]
        record["moves"][: len(codes)] = codes
    return records


def header(games=0, names=0, **fields):
    made = np.zeros((), HEADER)
    facts = {"created": (20, 7, 5, 22), "games": games, "names": names, "year": 1997} | fields
    for name, value in {"side": 8, "depth": 24, **facts}.items():
        made[name] = value
    return made.tobytes()


def wthor(*games, announced=None, **fields):
    count = len(games) if announced is None else announced
    return header(count, **fields) + encoded(*games).tobytes()


@pytest.fixture
def folder(tmp_path):
    """A folder with two games and both files of names, in odd cases."""
    (tmp_path / "games.WTB").write_bytes(wthor(FIRST, SECOND))
    players = [b"???", "Élodie".encode("latin-1"), b"Ben\0rubbish"]
    (tmp_path / "Wthor.Jou").write_bytes(
        header(names=3) + b"".join(name.ljust(20, b"\0") for name in players)
    )
    names = [b"Diverses parties", b"Open"]
    (tmp_path / "wthor.trn").write_bytes(
        header(names=2) + b"".join(name.ljust(26, b"\0") for name in names)
    )
    return tmp_path


def before(path):
    """The games before the fault of a file."""
    games = []
    with suppress(GameFileError):
        for game in read_games(path):
            games.append(game)  # noqa: PERF402 (what came before the fault is wanted)
    return games


def test_games_with_names(folder):
    games = list(read_games(folder / "games.WTB"))
    assert [game.moves for game in games] == [FIRST.moves, SECOND.moves]
    assert games[0].black == "Élodie"
    assert games[0].white == "Ben"
    assert games[0].event == "Open"
    assert games[0].year == 1997
    assert (games[0].black_discs, games[0].theoretical, games[0].exact_from) == (16, 21, 24)
    assert games[1].source == "games.WTB game 1"


def test_unknown_names_are_none(folder):
    records = encoded(FIRST)
    records["black"], records["white"], records["tournament"] = 0, 77, 0
    (folder / "games.WTB").write_bytes(header(1) + records.tobytes())
    (game,) = read_games(folder / "games.WTB")
    assert game.black is None
    assert game.white is None
    assert game.event == "Diverses parties"


def test_without_files_of_names(folder):
    (folder / "Wthor.Jou").unlink()
    (folder / "wthor.trn").unlink()
    (game, _) = read_games(folder / "games.WTB")
    assert game.black is game.white is game.event is None


def test_damaged_names_lose_no_game(folder):
    (folder / "Wthor.Jou").write_bytes(header(names=3) + b"abc")
    with pytest.warns(GameWarning, match=r"Wthor\.Jou.*left out"):
        games = list(read_games(folder / "games.WTB"))
    assert [game.black for game in games] == [None, None]
    assert games[0].event == "Open"


def test_names_are_taken_from_regular_files_only(folder):
    (folder / "Wthor.Jou").unlink()
    (folder / "Wthor.Jou").mkdir()
    if hasattr(os, "mkfifo"):
        os.mkfifo(folder / "a.trn")  # opening it would wait for ever
    games = list(read_games(folder / "games.WTB"))
    assert [game.black for game in games] == [None, None]
    assert games[0].event == "Open"


def test_a_folder_that_cannot_be_listed_loses_no_game(folder, monkeypatch):
    def refuse(path):
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "iterdir", refuse)
    with pytest.warns(GameWarning, match="left out"):
        games = list(read_games(folder / "games.WTB"))
    assert len(games) == 2


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_is_read_once(folder):
    content = (folder / "games.WTB").read_bytes()
    os.mkfifo(folder / "pipe")
    writer = threading.Thread(target=(folder / "pipe").write_bytes, args=(content,))
    writer.start()
    assert len(list(open_games(folder / "pipe").games())) == 2
    writer.join()


def test_numbers_that_cannot_be_are_left_out_with_a_warning():
    records = encoded(FIRST, SECOND, SECOND)
    records["black_discs"][1:] = (65, 255)
    records["theoretical"][1] = 200
    with pytest.warns(GameWarning) as told:
        file = parse_wthor(header(3, depth=255) + records.tobytes(), "odd.wtb")
    assert [str(warning.message).split(";")[0] for warning in told] == [
        "odd.wtb: a result of more than 64 discs in 2 of 3 games, first in game 1",
        "odd.wtb: a theoretical result of more than 64 discs in 1 of 3 games, first in game 1",
        "odd.wtb: theoretical results from 255 empties cannot be",
    ]
    facts = [(game.black_discs, game.theoretical, game.exact_from) for game in file.games()]
    assert facts == [(16, 21, None), (None, None, None), (None, SECOND.theoretical, None)]


def test_the_greatest_numbers_that_can_be_are_kept():
    records = encoded(FIRST)
    records["black_discs"], records["theoretical"] = 64, 64
    game = parse_wthor(header(1, depth=60) + records.tobytes(), "odd.wtb").game(0)
    assert (game.black_discs, game.theoretical, game.exact_from) == (64, 64, 60)


def test_size_0_means_8_and_depth_0_means_22():
    file = parse_wthor(wthor(FIRST, side=0, depth=0), "old.wtb")
    assert file.game(0).exact_from == 22
    assert file.game(0).moves == FIRST.moves


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (wthor(FIRST, side=10), "10x10 board"),
        (wthor(FIRST, side=6), "board size 6"),
        (wthor(FIRST, solitaire=1), "solitaires"),
        (header(names=3), "names"),
        (header()[:10], "10 bytes.*0 games were read"),
        (b"", "0 bytes.*0 games were read"),
    ],
)
def test_files_that_hold_no_games_are_refused_by_name(tmp_path, content, reason):
    path = tmp_path / "odd.wtb"
    path.write_bytes(content)
    with pytest.raises(GameFileError, match=rf"odd\.wtb: .*{reason}"):
        open_games(path)


@pytest.mark.parametrize("cut", [1, 30, 67])
def test_a_truncated_file_says_how_many_games_were_read(tmp_path, cut):
    path = tmp_path / "cut.wtb"
    path.write_bytes(wthor(FIRST, SECOND, FIRST)[:-cut])
    with pytest.raises(GameFileError, match=r"cut\.wtb: truncated.*3 games.*after 2"):
        list(read_games(path))
    assert [game.moves for game in before(path)] == [FIRST.moves, SECOND.moves]
    assert open_games(path).game(1).moves == SECOND.moves
    with pytest.raises(
        GameFileError, match=r"no game 2: the file holds games 0 to 1; truncated: .*3 games"
    ):
        open_games(path).game(2)


def test_a_file_that_is_cut_to_its_header_is_truncated():
    file = parse_wthor(header(12), "cut.wtb")
    with pytest.raises(GameFileError, match=r"no games; truncated: .* 12 games, .* after 0$"):
        file.game(0)


@pytest.mark.parametrize("announced", [0, 1])
def test_more_games_than_announced_are_read_and_told(tmp_path, announced):
    path = tmp_path / "long.wtb"
    path.write_bytes(wthor(FIRST, SECOND, announced=announced))
    with pytest.raises(GameFileError, match=rf"announces {announced} games.*2 whole games"):
        list(read_games(path))
    assert len(before(path)) == 2


def test_bytes_after_the_last_game_are_told():
    with pytest.raises(GameFileError, match="3 bytes follow"):
        list(parse_wthor(wthor(FIRST) + b"abc", "long.wtb").games())


def test_an_empty_base_has_no_games():
    file = parse_wthor(wthor(), "none.wtb")
    assert list(file.games()) == []
    with pytest.raises(GameFileError, match="no games"):
        file.game(0)


def with_code(index, code):
    records = encoded(FIRST)
    records["moves"][0, index] = code
    return header(1) + records.tobytes()


def test_an_illegal_move_names_game_and_ply():
    file = parse_wthor(with_code(19, 11), "bad.wtb")
    with pytest.raises(GameFileError, match=r'bad\.wtb game 0: ply 20: "a1"') as caught:
        file.game(0)
    assert caught.value.partial.moves == FIRST.moves[:19]
    assert "XOT" not in str(caught.value)


@pytest.mark.parametrize("code", [9, 10, 19, 89, 90, 98, 255])
def test_a_byte_that_is_no_square_names_game_and_ply(code):
    with pytest.raises(GameFileError, match=rf"game 0: ply 20: byte {code} is no square") as caught:
        parse_wthor(with_code(19, code), "bad.wtb").game(0)
    assert caught.value.partial.moves == FIRST.moves[:19]


def test_a_move_after_the_end_of_the_list_is_told():
    with pytest.raises(GameFileError, match="ply 20: byte 0 is no square"):
        parse_wthor(with_code(19, 0), "bad.wtb").game(0)


def test_a_game_that_is_illegal_from_the_start_may_be_xot():
    records = encoded(FIRST)
    records["moves"][0, :52] = records["moves"][0, 8:].copy()
    records["moves"][0, 52:] = 0
    with pytest.raises(GameFileError, match=r"ply 1: .*maybe an XOT game"):
        parse_wthor(header(1) + records.tobytes(), "xot.wtb").game(0)


def read_both_ways(content, monkeypatch):
    """Games and faults by the plain rules and by the kernels."""
    found = []
    for many in (10**6, 0):
        monkeypatch.setattr(wthor_module, "MANY", many)
        faults = []
        games = list(parse_wthor(content, "both.wtb").games(faults.append))
        found.append((games, [(str(fault), fault.partial) for fault in faults]))
    return found


@pytest.mark.parametrize(
    "change", [(19, 11), (19, 0), (0, 0), (59, 255), (59, 0), (30, 10), (30, 9), (30, 99), (1, 56)]
)
def test_the_kernels_read_what_the_plain_rules_read(change, monkeypatch):
    records = encoded(FIRST, SECOND, FIRST)
    records["moves"][1, change[0]] = change[1]
    plain, compiled = read_both_ways(header(3) + records.tobytes(), monkeypatch)
    assert plain == compiled


@given(st.data())
def test_the_kernels_agree_on_random_codes(data):
    records = encoded(*[FIRST] * 8)
    moves = records["moves"]
    for row, stop in enumerate(data.draw(st.lists(st.integers(0, 60), min_size=8, max_size=8))):
        moves[row, stop:] = 0
        for place in data.draw(st.lists(st.integers(0, 59), max_size=2)):
            moves[row, place] = data.draw(st.integers(0, 99))
    with pytest.MonkeyPatch.context() as patch:
        plain, compiled = read_both_ways(header(8) + records.tobytes(), patch)
    assert plain == compiled


def test_a_chunk_may_end_anywhere(monkeypatch):
    monkeypatch.setattr(wthor_module, "CHUNK", 2)
    plain, compiled = read_both_ways(wthor(FIRST, SECOND, FIRST, SECOND, SECOND), monkeypatch)
    assert plain == compiled
    assert len(plain[0]) == 5


def test_a_real_year_is_read_in_a_moment(shared_data):
    """7,681 games: the plain rules take more than ten seconds."""
    path = shared_data / "wthor" / "WTH_1997.wtb"
    list(read_games(path))  # loads the kernels
    started = time.process_time()
    games = list(read_games(path))
    assert time.process_time() - started < 3
    file = open_wthor(path)
    assert all(file.game(number) == games[number] for number in range(0, len(games), 100))


def test_faulty_games_are_left_out_if_somebody_listens():
    content = bytearray(wthor(SECOND, FIRST, SECOND))
    content[16 + 68 + 8 + 19] = 11
    faults = []
    games = list(parse_wthor(bytes(content), "bad.wtb").games(faults.append))
    assert [game.moves for game in games] == [SECOND.moves, SECOND.moves]
    assert len(faults) == 1


def test_the_real_file_with_both_bytes_0(shared_data):
    (game,) = read_games(shared_data / "wthor" / "size-and-depth-byte-zero.wtb")
    assert (game.year, game.exact_from, game.black_discs) == (1980, 22, 31)
    assert game.outcome().score == 2 * 31 - 64


@pytest.mark.parametrize(
    ("year", "number", "theoretical"), [(1977, 0, 41), (1993, 1486, 21), (1999, 7081, 52)]
)
def test_real_records(shared_data, year, number, theoretical):
    file = open_wthor(shared_data / "wthor" / f"WTH_{year}.wtb")
    assert file.game(number).theoretical == theoretical
    assert file.game(number).black is not None


def test_a_small_real_file(shared_data):
    games = list(read_games(shared_data / "wthor" / "WTH_1980.wtb"))
    assert len(games) == 160
    assert sum(PASS in game.moves for game in games) > 0


@pytest.mark.slow
def test_all_real_files(shared_data):
    """Every game is legal, and every finished one has its recorded result."""
    read = 0
    for path in sorted((shared_data / "wthor").glob("WTH_*.wtb")):
        for game in open_wthor(path).games():
            read += 1
            if outcome := game.outcome():
                assert (outcome.score + 64) // 2 == game.black_discs, game.source
    assert read == 102_340
