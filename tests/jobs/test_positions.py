"""Positions from files of any form: what is read, where it stood, what is wrong with it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import numpy as np
import pytest

from exact import with_empties
from outflank.board import BLACK, WHITE, Board, Position
from outflank.games import Game, GameFileError, famous_game, write_ggf
from outflank.jobs.positions import NO_PLY, Content, Positions, read_file, read_positions

BOARDS = [Board(with_empties(n % 50, n), (BLACK, WHITE)[n % 2]) for n in range(60)]
LINES = "".join(f"{board.to_text()}\n" for board in BOARDS)
GAME = famous_game("murakami-logistello-1997-1")

#: A game with a pass after move 58.
D3_GAME = (
    "D3C5F6F5F4C3C4D2E2B4D1F3B5E3F2F1A4D6E6E7F7B6E8C6B3A5D7A3E1A6G1A2C2C7B8D8C8G8G6H6G5H5G4H4"
    "H3G7H8F8H7A8A7B7A1B2G3G2H2H1C1B1"
)


def read(text: str | bytes, empties: tuple[int, int] | None = None) -> Positions:
    content = text if isinstance(text, bytes) else text.encode()
    return read_positions([Content("a.txt", content)], empties, pytest.fail)


def texts(found: Positions) -> list[str]:
    return found.texts(slice(None))


def test_plain_lines() -> None:
    found = read(LINES)
    assert texts(found) == LINES.splitlines()
    assert found.players.tolist() == [board.position.player for board in BOARDS]
    assert found.opponents.tolist() == [board.position.opponent for board in BOARDS]
    assert found.empties.tolist() == [board.empties for board in BOARDS]
    assert found.places.tolist() == list(range(1, 61))
    assert set(found.plies.tolist()) == {NO_PLY}
    assert found.names == ("a.txt",)


def test_plain_lines_are_read_as_any_others() -> None:
    plain, other = read(LINES), read(f"# a comment\n{LINES}")
    assert other.places.tolist() == list(range(2, 62))
    for name in ("players", "opponents", "black", "plies", "files"):
        one, another = getattr(plain, name), getattr(other, name)
        assert one.dtype == another.dtype
        assert (one == another).all()


def test_problems_and_drawn_boards() -> None:
    text = (
        "--XXX---X-OOOO--X-OOOOOOXXXOOOOOXXOOOOOOXOOOOOOO-OOOOOO--OOOOOOO X; B3:+8; F1:+4; % easy\n"
        "\n" + "\n".join(["-" * 8] * 3 + ["---OX---", "---XO---"] + ["-" * 8] * 3) + "\nO\n"
    )
    found = read(text)
    assert found.empties.tolist() == [12, 60]
    assert found.black.tolist() == [True, False]
    assert found.places.tolist() == [1, 3]


def positions_of(game: Game) -> list[str]:
    """Those in which the side to move has a move."""
    return [board.to_text() for board, move in game.steps() if not move.is_pass]


def test_games_give_the_positions_on_the_way() -> None:
    found = read(f"{GAME.transcript()}\n\nf5d6\n")
    assert texts(found)[: len(positions_of(GAME))] == positions_of(GAME)
    assert len(found) == len(positions_of(GAME)) + 3
    assert found.plies.tolist() == [*range(1, len(positions_of(GAME)) + 1), 1, 2, 3]
    assert found.places.tolist() == [1] * len(positions_of(GAME)) + [3] * 3


def test_a_game_with_a_pass() -> None:
    passing = "f5d6c3d3c4f4c5b3c2b4e3e6c6b6a3c1d1e1f1g1f2f3g3h3g4h4g5h5g6h6f6e7f7g7h7h8g8f8e8d8c8b8"
    board = Board()
    board.auto_pass = True
    for start in range(0, len(passing), 2):
        if board.is_game_over() or passing[start : start + 2] not in map(str, board.legal_moves):
            break
        board.push_text(passing[start : start + 2])
    game = Game.from_board(board)
    found = read(f"{game.transcript()}\n")
    assert texts(found)[: len(positions_of(game))] == positions_of(game)


@pytest.mark.parametrize("count", ["", "1 "])
def test_ggf(count: str) -> None:
    line = count + write_ggf(GAME)
    found = read(f"{line}\n{line}\n")
    assert texts(found) == positions_of(GAME) * 2
    assert found.places.tolist()[0] == 1
    assert found.places.tolist()[-1] == 2


def test_sgf() -> None:
    assert len(read("(;GM[2]PB[Ann]PW[Ben];B[f5];W[d6];B[c3])")) == 4


def test_the_number_of_the_only_game_is_not_that_of_its_file() -> None:
    content = Content("game77", b"(;GM[2]PB[Ann]PW[Ben];B[f5];W[d6];B[c3])")
    assert set(read_positions([content], None, pytest.fail).places.tolist()) == {1}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_named_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.txt")
    with pytest.raises(GameFileError, match=r"pipe.txt: a pipe"):
        read_file(tmp_path / "pipe.txt")


@pytest.mark.skipif(sys.platform != "linux", reason="names are bytes there alone")
def test_a_name_that_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "a\udcff.txt").write_text(LINES)
    content = read_file(tmp_path / "a\udcff.txt")
    assert content.name == "a\N{REPLACEMENT CHARACTER}.txt"


def test_wthor(shared_data: Path) -> None:
    found = read_positions(
        [read_file(shared_data / "wthor" / "WTH_1977.wtb")], (24, 24), lambda _fault: None
    )
    assert set(found.empties.tolist()) == {24}
    assert len(set(found.places.tolist())) >= len(found) - 5
    assert found.names == ("WTH_1977.wtb",)
    assert set(found.plies.tolist()) == {37}


def test_only_so_many_empties() -> None:
    assert read(LINES, (10, 12)).empties.tolist() == [
        board.empties for board in BOARDS if 10 <= board.empties <= 12
    ]
    assert read(f"{GAME.transcript()}\n", (55, 59)).empties.tolist() == [59, 58, 57, 56, 55]


@pytest.mark.parametrize("name", ["murakami-logistello-1997-1", "murakami-logistello-1997-5"])
def test_a_range_of_empties_only_filters(name: str) -> None:
    lines = f"{famous_game(name).transcript()}\n{D3_GAME}\n"
    assert texts(read(lines, (0, 60))) == texts(read(lines))
    assert texts(read(LINES, (0, 60))) == LINES.splitlines()


def test_a_table_gives_the_positions_of_its_games() -> None:
    table = f"game,moves,score\n0,{GAME.transcript()},-6\n1,f5d6c3,8\n"
    found = read(table)
    assert texts(found)[: len(positions_of(GAME))] == positions_of(GAME)
    assert set(found.places.tolist()) == {2, 3}
    with_start = f"moves,start\nd3c4,{Board.from_transcript('f5d6c3').to_text()}\n"
    assert texts(read(with_start))[0] == Board.from_transcript("f5d6c3").to_text()


def test_what_is_wrong_is_told_and_left_out() -> None:
    faults: list[Exception] = []
    contents = [
        Content("a.txt", f"{LINES}{'-' * 60} X\n".encode()),
        Content("b.txt", b"f5d6\nf5d7\n"),
        Content("c.bin", b"\0\1\2"),
        Content("d.ggf", b"(;GM[Othello]PC[x];)\n"),
        Content("e.txt", b""),
        Content("f.txt", f"{Position.start().to_text()}; a1:+8;\n".encode()),
    ]
    found = read_positions(contents, None, faults.append)
    assert [str(fault).split()[0].rstrip(":") for fault in faults] == [
        "a.txt", "b.txt", "c.bin", "d.ggf", "e.txt", "f.txt"
    ]  # fmt: skip
    assert "line 61" in str(faults[0])
    assert found.files.tolist() == [0] * 60 + [1] * 3 + [5]


@pytest.mark.parametrize("rows", [slice(0, 0), slice(3, 9)])
def test_texts_of_some(rows: slice) -> None:
    assert read(LINES).texts(rows) == LINES.splitlines()[rows]


def test_masks_of_the_corners() -> None:
    found = read("X" + "-" * 62 + "O X\n")
    assert found.players.tolist() == [1]
    assert found.opponents.tolist() == [1 << 63]
    assert found.players.dtype == np.uint64
