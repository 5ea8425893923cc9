"""GGF: what is written is read back, real games are read, every broken line names its place."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.board import PASS, Board, OutflankError
from outflank.games import Game, GameFileError, MoveNote, famous_game, read_ggf, write_ggf
from outflank.games.ggf import writable
from strategies import reachable_boards

LINE = (
    "(;GM[Othello]PC[GGS/os]DT[2003.12.15]PB[Ann]PW[Ben]TI[05:00//02:00]TY[8]RE[+4.000:t]RB[2196.37]"
    "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]"
    "B[F5/1.2/0.5]W[d6//2]B[c3];)"
)
# Black has no answer to White's move on a1.
PASSING = "--------" * 6 + "X-------" + "OX------"


def noted(game):
    return tuple(MoveNote(seconds=float(number)) for number, _ in enumerate(game.moves, 1))


def round_trip(record):
    again = read_ggf(write_ggf(record), "there")
    assert again.root().to_text() == record.root().to_text()
    return again


class TestReading:
    def test_everything_that_stands_there(self):
        record = read_ggf(LINE, "games.ggf", 3)
        assert record.transcript() == "f5d6c3"
        assert (record.black, record.white) == ("Ann", "Ben")
        assert record.event == "GGS/os"
        assert record.source == "games.ggf line 3"
        assert record.notes == (MoveNote(1.2, 0.5), MoveNote(None, 2.0), MoveNote())
        assert (record.result, record.ending, record.date) == (4.0, "time", "2003-12-15")
        assert record.year == 2003
        assert record.black_time == record.white_time == "05:00//02:00"
        assert record.others == {"RB": "2196.37"}

    def test_a_real_game_of_the_server(self, shared_data):
        text = (shared_data / "ggf" / "nboard_test.ggf").read_text()
        record = read_ggf(text)
        assert record.plies == 60
        outcome = record.outcome()
        assert outcome is not None
        assert outcome.score == record.result == 0
        assert record.notes[7] == MoveNote(2.39, 0.01)

    @pytest.mark.parametrize(
        ("line", "message"),
        [
            ("", "does not begin with"),
            (LINE[:-1], "cut short"),
            (LINE[:-9], "cut short"),
            (LINE + "x", "cut short"),
            (LINE.replace("GM[Othello]", "GM[Go]"), "not a plain game"),
            (LINE.replace("TY[8]", "TY[10]"), "not a plain game"),
            (LINE.replace("TY[8]", "TY[8a]"), "not a plain game"),
            (LINE.replace("BO[8 ", "BO[8 -"), "BO is not a board"),
            (LINE.replace("BO[8 ", "BO[8 X"), "(Black *, White O, empty -) and the side to move"),
            (LINE.replace("BO[", "BOX["), "no board, BO; it is an 8"),
            (LINE.replace("RE[+4.000:t]", "RE[many]"), "RE is not a result"),
            (LINE.replace("W[d6", "B[d6"), "ply 2: Black moves, but it is not its turn"),
            (LINE.replace("W[d6", "W[d1"), 'ply 2: "d1"'),
            (LINE.replace("W[d6", "W[z9"), "ply 2:"),
            (LINE.replace("W[d6//2]", "W[d6//x]"), "ply 2:"),
            (LINE.replace("W[d6//2]", "W[d6/1/2/3]"), "ply 2:"),
            (LINE.replace("PB[Ann]", "PB[Ann]PB[Eve]"), '"PB" stands twice'),
            (LINE.replace("B[c3]", "B[c3]PW[Eve]"), '"PW" stands twice, or after a move'),
            (LINE.replace("B[c3]", "B[c3]DT[2019]"), "after a move"),
            (LINE.replace("RE[+4.000:t]", f"RE[{'9' * 400}]"), "RE is not a result"),
            (LINE.replace("W[d6//2]", f"W[d6//{'9' * 5000}]"), "ply 2:"),
        ],
    )
    def test_a_broken_line_names_its_place(self, line, message):
        with pytest.raises(GameFileError, match=r"games\.ggf line 7: ") as caught:
            read_ggf(line, "games.ggf", 7)
        assert message in str(caught.value)

    @pytest.mark.parametrize(
        "line",
        [
            LINE.replace("TY[8]", "TY[s8kr20b]"),
            LINE.replace("-------- ", "--------"),
            LINE.replace("BO[8 ", "BO[8  ").replace(" *]", "*]"),
            LINE.replace("F5/1.2/0.5", "F5/.5/1."),
            LINE.replace("B[c3]", "B[c3]XX[1]"),
        ],
    )
    def test_habits_of_other_programs(self, line):
        assert read_ggf(line).transcript() == "f5d6c3"

    def test_unknown_properties_are_kept_once_wherever_they_stand(self):
        assert read_ggf(LINE.replace("W[d6", "XX[1]XX[2]W[d6")).others == {
            "RB": "2196.37",
            "XX": "1",
        }

    def test_passes_that_are_left_out_are_put_in(self):
        game = famous_game("murakami-logistello-1997-1")
        written = write_ggf(replace(game, notes=noted(game)))
        again = read_ggf(written.replace("B[PA/", "YY[").replace("W[PA/", "YY["))
        assert "PA/" in written
        assert again.moves == game.moves
        assert [note.seconds for note in again.notes] == [
            None if move.is_pass else float(number) for number, move in enumerate(game.moves, 1)
        ]

    def test_the_game_up_to_an_illegal_move_is_kept(self):
        with pytest.raises(GameFileError) as caught:
            read_ggf(LINE.replace("B[c3]", "B[a1]"))
        assert caught.value.ply == 3
        assert caught.value.partial.transcript() == "f5d6"


class TestWriting:
    def test_what_is_read_is_written_again(self):
        record = read_ggf(LINE)
        assert write_ggf(record) == LINE.replace("F5", "f5")

    def test_a_whole_game(self):
        game = famous_game("murakami-logistello-1997-1")
        again = round_trip(replace(game, result=12, black_time="60//", white_time="30/1/"))
        assert again.moves == game.moves
        assert (again.black_time, again.white_time) == ("60//", "30/1/")
        assert again.ending is None

    @given(board=reachable_boards(), result=st.none() | st.integers(-64, 64), data=st.data())
    def test_any_game_comes_back(self, board, result, data):
        numbers = st.none() | st.integers(-6400, 6400).map(lambda number: number / 100)
        times = st.none() | st.integers(0, 10**7).map(lambda number: number / 10**4)
        notes = tuple(MoveNote(data.draw(numbers), data.draw(times)) for _ in board.moves)
        record = Game.from_board(board, black="A", notes=notes, result=result)
        again = round_trip(record)
        assert again.moves == record.moves
        assert (again.notes, again.result) == (record.notes, record.result)

    def test_a_pass_and_a_board_of_its_own(self):
        board = Board.from_text(f"{PASSING} O")
        if board.must_pass:
            board.push(PASS)
        again = round_trip(Game.from_board(board))
        assert again.moves == board.moves

    @pytest.mark.parametrize("name", ["a[b", "a]b", "two\nlines", "\x1b[31m"])
    def test_what_no_property_can_hold_is_refused(self, name):
        with pytest.raises(OutflankError, match="PB"):
            write_ggf(Game(black=name))
        assert read_ggf(write_ggf(Game(black=writable(name)))).black == writable(name)

    def test_what_has_no_place_is_left_out(self):
        game = Game(others={"rb": "1", "R B": "1", "PB": "Eve", "RB": "7"})
        assert read_ggf(write_ggf(game)).others == {"RB": "7"}

    def test_a_synchronous_game_with_komi_and_a_random_start(self):
        line = LINE.replace("TY[8]", "TY[s8kr20b]KM[-3.133]").replace("+4.000:t", "-22.867:r")
        game = read_ggf(line)
        assert (game.komi, game.result, game.ending) == (-3.133, -22.867, "resigned")
        assert game.others["TY"] == "s8kr20b"
        assert round_trip(game) == replace(game, source="there line 1")

    @pytest.mark.parametrize(
        ("told", "date", "year"),
        [
            ("2003.12.15_12:33:18.MST", "2003-12-15 12:33:18 MST", 2003),
            ("947375357", "2000-01-08 23:49:17 UTC", 2000),
            ("Mon Dec 15 12:33:18 2003 GMT", "2003-12-15 12:33:18 GMT", 2003),
            ("1997", "1997", 1997),
            ("the other day", "the other day", None),
        ],
    )
    def test_dates(self, told, date, year):
        game = read_ggf(LINE.replace("2003.12.15", told))
        assert (game.date, game.year) == (date, year)
        assert read_ggf(write_ggf(game)).date == date
