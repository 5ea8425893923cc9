"""Text files of transcripts: one a line, one over several lines, noise, faults with their place."""

import io
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

import records
from conftest import bug_reports
from outflank.board import PASS, Board, Color
from outflank.games import (
    GameFileError,
    GameWarning,
    famous_games,
    open_games,
    parse_games,
    read_games,
    read_stream,
    reader,
)
from outflank.games.transcripts import write_transcript, written_lines

FIRST = famous_games()["murakami-logistello-1997-1"].transcript()
SECOND = famous_games()["murakami-logistello-1997-5"].transcript()


def read(text):
    return list(parse_games(text.encode(), "game.txt").games())


def read_with_faults(text):
    faults = []
    return list(parse_games(text.encode(), "game.txt").games(faults.append)), faults


def transcripts(games):
    return [game.transcript() for game in games]


def test_one_game_a_line():
    games = read(f"{FIRST}\n{SECOND}\n{FIRST}")
    assert transcripts(games) == [FIRST, SECOND, FIRST]
    assert [game.source for game in games] == [f"game.txt line {i}" for i in (1, 2, 3)]


@pytest.mark.parametrize("width", [2, 4, 6, 40, 118])
def test_one_game_over_several_lines(width):
    lines = "\n".join(FIRST[i : i + width] for i in range(0, len(FIRST), width))
    assert transcripts(read(lines)) == [FIRST]


def test_games_over_several_lines_with_an_empty_line_between():
    wrapped = [f"{text[:50]}\n{text[50:]}" for text in (FIRST, SECOND)]
    games = read("\n\n".join(wrapped))
    assert transcripts(games) == [FIRST, SECOND]
    assert [game.source for game in games] == ["game.txt line 1", "game.txt line 4"]


def test_unfinished_games_a_line():
    lines = ["f5d6c3", "f5f6e6f4", "d3c3c4", "e6f4d3"]
    assert transcripts(read("\n".join(lines))) == lines


def test_a_line_that_could_be_either_is_not_guessed():
    games, faults = read_with_faults("f5f6\nd3c3\n\nf5d6")
    assert transcripts(games) == ["f5d6"]
    assert str(faults[0]).startswith("game.txt line 2: the line can go on")
    assert faults[0].partial.transcript() == "f5f6"
    assert transcripts(read("f5f6\n\nd3c3")) == ["f5f6", "d3c3"]


def test_comments_numbers_results_and_case_are_noise():
    text = "# a comment\n1. F5 d6 2. C3 d3\n% another\n\n(1) f5, f6 37-27\nf5d6c4 19:45\n"
    assert transcripts(read(text)) == ["f5d6c3d3", "f5f6", "f5d6c4"]


def test_line_ends_and_marks_of_other_systems():
    text = f"{FIRST}\r\n{SECOND}\r\n"
    for content in (text.encode("utf-8-sig"), text.encode("utf-16")):
        assert transcripts(parse_games(content, "game.txt").games()) == [FIRST, SECOND]


def test_a_comment_may_hold_any_bytes():
    content = b"# Andr\xe9\nf5d6"
    with pytest.warns(GameWarning, match="Latin-1"):
        assert transcripts(parse_games(content, "game.txt").games()) == ["f5d6"]


def test_a_game_from_a_position():
    board = Board.from_transcript("f5d6c3")
    games = read(f"{board.to_text()}\nd3c4\n\nf5")
    assert [game.start for game in games] == [board.position, Board().position]
    assert transcripts(games) == ["d3c4", "f5"]


def test_explicit_passes_are_kept_and_implied_ones_put_in():
    for row in bug_reports("transcripts"):
        (game,) = read(row["moves"])
        board = game.board()
        assert game.plies == int(row["legal_plies_played"]), row["id"]
        assert board.to_text().split()[0] == row["final_board"], row["id"]
        assert (board.black.bit_count(), board.white.bit_count()) == (
            int(row["black"]),
            int(row["white"]),
        )
        passes = [move for move in game.moves if move == PASS]
        assert len(passes) == len(row["passes"].split()), row["id"]
        if score := row["score_black_empties_to_winner"]:
            assert game.outcome().score == int(score)


@pytest.mark.parametrize(
    ("line", "place", "kept"),
    [
        ("d3d4d5", 'line 3: ply 2: "d4"', "d3"),
        ("f5d6c9", "line 3: ply 3:", "f5d6"),
        ("f5d6i5", "line 3: ply 3:", "f5d6"),
        ("f5d6c", "line 3: ply 3:", "f5d6"),
        ("f5d6--", "line 3: ply 3:", "f5d6"),
        ("f5f5", 'line 3: ply 2: "f5"', "f5"),
        ("f5d6 hello", "line 3: ply 3:", "f5d6"),
        ("a1", 'line 3: ply 1: "a1"', ""),
    ],
)
def test_a_fault_names_file_line_ply_and_keeps_the_rest(line, place, kept):
    games, faults = read_with_faults(f"{FIRST}\n\n{line}\n\n{SECOND}")
    assert transcripts(games) == [FIRST, SECOND]
    (fault,) = faults
    assert str(fault).startswith(f"game.txt {place}")
    assert fault.partial.transcript() == fault.board.transcript() == kept


def test_text_after_the_end_of_a_game():
    _, faults = read_with_faults(FIRST + " a1")
    assert "ply 61" in str(faults[0])
    assert "over" in str(faults[0])
    assert faults[0].partial.transcript() == FIRST


def test_a_fault_in_a_list_of_games_is_that_of_its_own_line():
    broken = SECOND[:38] + "h1" + SECOND[40:]
    games, faults = read_with_faults(f"{FIRST}\n{broken}\n{SECOND}")
    assert transcripts(games) == [FIRST, SECOND]
    assert str(faults[0]).startswith("game.txt line 2: ply 20:")


def test_a_fault_in_a_wrapped_game_is_that_of_its_line():
    _, faults = read_with_faults(f"{FIRST[:40]}\n{FIRST[40:60]}a1{FIRST[60:]}")
    assert str(faults[0]).startswith("game.txt line 2: ply 31:")


@pytest.mark.parametrize("squares", [63, 65])
def test_a_board_of_another_length_is_an_error(squares):
    board = "-" * 27 + "OX------XO" + "-" * (squares - 37)
    _, faults = read_with_faults(f"{board} X\nf5")
    expected = f"game.txt line 1: a board has 64 squares, this text has {squares}: it "
    assert str(faults[0]).startswith(expected)


@pytest.mark.parametrize("line", ["{},26,8", "{} 26 8", "{} 8 26", "{};26", "26 {}", "3,{},26"])
def test_no_sign_decides_whether_a_line_of_a_table_is_read(line):
    for signed in (line, line.replace("26", "-26")):
        games, faults = read_with_faults(f"{signed.format(FIRST)}\n{signed.format(SECOND)}\n")
        assert not games
        assert len(faults) == 2


def test_an_empty_text_is_an_error():
    for text in ("", "\n\n", "# nothing\n"):
        with pytest.raises(GameFileError, match=r"game\.txt: empty"):
            read(text)


def test_a_game_by_number():
    file = parse_games(f"{FIRST}\na1\n{SECOND}".encode(), "game.txt")
    assert file.game(0).transcript() == FIRST
    assert file.game(2).transcript() == SECOND
    with pytest.raises(GameFileError, match="line 2: ply 1"):
        file.game(1)
    for number in (3, -1):
        with pytest.raises(GameFileError, match=f"no game {number}.*games 0 to 2"):
            file.game(number)


def test_read_games_gives_the_games_before_the_fault(tmp_path):
    path = tmp_path / "game.txt"
    path.write_text(f"{FIRST}\n{SECOND}\nf5d4\n{FIRST}\n")
    games = read_games(path)
    assert transcripts([next(games), next(games)]) == [FIRST, SECOND]
    with pytest.raises(GameFileError) as caught:
        next(games)
    assert caught.value.partial.transcript() == "f5"


def test_the_lists_of_xot_openings(shared_data):
    games = list(read_games(shared_data / "xot" / "xot_small_3623.txt"))
    assert len(games) == 3623
    assert {game.plies for game in games} == {8}


@pytest.mark.parametrize(
    "text",
    [
        '[Event "x"]\n\n1. f5 d6',
        "(;FF[4];B[fe];W[d6])",
        '{"moves": "f5d6"}',
        '[{"m": "f5"}, {"m": "d6"}]',
        "(1) f5 (2) d6",
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_formats_are_told_by_their_content(text, encoding):
    games = parse_games(text.encode(encoding), "game.txt").games()
    assert transcripts(games) == ["f5d6"]


BOARD = "---------------------------OX------XO---------------------------"


def test_a_board_with_moves_on_one_line():
    for text in (f"{BOARD} O f4d3", f"{BOARD}O f4d3", f"{BOARD} O\nf4d3"):
        (game,) = read(text)
        assert (game.transcript(), game.first) == ("f4d3", Color.WHITE)
    (game,) = read(f"{BOARD} f5d6")
    assert (game.transcript(), game.first) == ("f5d6", Color.BLACK)


def test_a_drawn_board_with_moves():
    rows = "\n".join(BOARD[at : at + 8] for at in range(0, 64, 8))
    for side in (" O", "\nO"):
        (game,) = read(f"{rows}{side}\nf4\nd3\n")
        assert (game.transcript(), game.first) == ("f4d3", Color.WHITE)
    with pytest.raises(GameFileError, match="line 1"):
        read("\n".join(rows.splitlines()[:7]))


@given(st.lists(records.games(), min_size=1, max_size=4))
def test_what_is_written_comes_back(found):
    again = read("\n".join(written_lines((game, write_transcript(game)) for game in found)))
    assert [(game.root(), game.moves) for game in again] == [
        (game.root(), game.moves) for game in found
    ]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_many_empty_lines_cost_little_and_are_counted(end):
    tracemalloc.start()
    try:
        games, faults = read_with_faults(f"f5d6{end * 1_000_000} \t{end}f5d4{end * 2}")
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()
    assert transcripts(games) == ["f5d6"]
    assert str(faults[0]).startswith("game.txt line 1000002: ply 2")


def test_a_text_that_is_too_long_is_refused(monkeypatch):
    longest = b"f5d6c3" + b" " * reader.PROBE
    monkeypatch.setattr(reader, "MOST_BYTES", len(longest))
    assert len(list(parse_games(longest, "game.txt").games())) == 1
    with pytest.raises(GameFileError, match=r"game\.txt: too long"):
        parse_games(longest + b" ", "game.txt")


def test_a_stream_without_end_is_left_at_once_if_it_is_no_text():
    class Endless(io.RawIOBase):
        def read(self, size=-1):
            assert 0 <= size <= reader.PROBE
            return bytes(size)

    with pytest.raises(GameFileError, match="binary"):
        read_stream(Endless(), "endless")


def test_too_little_memory_is_told():
    class Greedy(io.BytesIO):
        def read(self, size=-1):
            raise MemoryError

    with pytest.raises(GameFileError, match="too long for the memory"):
        read_stream(Greedy(), "game.txt")


def test_files_that_are_no_games(tmp_path):
    with pytest.raises(GameFileError, match="name is empty"):
        open_games("")
    with pytest.raises(FileNotFoundError):
        open_games(tmp_path / "missing.txt")
    with pytest.raises((IsADirectoryError, PermissionError)):
        open_games(tmp_path)
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)))
    with pytest.raises(GameFileError, match=r"picture\.png: a binary file"):
        open_games(tmp_path / "picture.png")


@pytest.mark.parametrize("content", [b"(" * 1000, b". . .", b"1. 2. 3."])
def test_a_line_without_a_move_is_no_game(content):
    with pytest.raises(GameFileError, match="x line 1: "):
        list(parse_games(content, "x").games())
