"""GGF: what is written is read back, real games are read, every broken line names its place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.board import PASS, Board, OutflankError
from outflank.games import Game, GameFileError, GgfGame, MoveNote, famous_game, read_ggf, write_ggf
from outflank.games.ggf import writable
from strategies import reachable_boards

LINE = (
    "(;GM[Othello]PC[GGS/os]DT[2003.12.15]PB[Ann]PW[Ben]TI[05:00//02:00]TY[8]RE[+4.000:t]RB[2196.37]"
    "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]"
    "B[F5/1.2/0.5]W[d6//2]B[c3];)"
)
# Black has no answer to White's move on a1.
PASSING = "--------" * 6 + "X-------" + "OX------"


def round_trip(record):
    again = read_ggf(write_ggf(record), "there")
    assert again.game.root().to_text() == record.game.root().to_text()
    return again


class TestReading:
    def test_everything_that_stands_there(self):
        record = read_ggf(LINE, "games.ggf", 3)
        assert record.game.transcript() == "f5d6c3"
        assert (record.game.black, record.game.white) == ("Ann", "Ben")
        assert record.game.event == "GGS/os"
        assert record.game.source == "games.ggf line 3"
        assert record.notes == (MoveNote(1.2, 0.5), MoveNote(None, 2.0), MoveNote())
        assert (record.result, record.ending, record.date) == (4.0, "t", "2003.12.15")
        assert record.black_time == record.white_time == "05:00//02:00"
        assert record.others == {"RB": "2196.37"}

    def test_a_real_game_of_the_server(self, shared_data):
        text = (shared_data / "ggf" / "nboard_test.ggf").read_text()
        record = read_ggf(text)
        assert record.game.plies == 60
        outcome = record.game.outcome()
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
            (LINE.replace("B[c3]", "B[c3]XX[1]"), "after a move"),
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
        ],
    )
    def test_habits_of_other_programs(self, line):
        assert read_ggf(line).game.transcript() == "f5d6c3"

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
        again = round_trip(GgfGame(game, result=12, black_time="60//", white_time="30/1/"))
        assert again.game.moves == game.moves
        assert (again.black_time, again.white_time) == ("60//", "30/1/")
        assert again.ending is None

    @given(board=reachable_boards(), result=st.none() | st.integers(-64, 64), data=st.data())
    def test_any_game_comes_back(self, board, result, data):
        numbers = st.none() | st.integers(-6400, 6400).map(lambda number: number / 100)
        times = st.none() | st.integers(0, 10**7).map(lambda number: number / 10**4)
        notes = tuple(MoveNote(data.draw(numbers), data.draw(times)) for _ in board.moves)
        record = GgfGame(Game.from_board(board, black="A"), notes, result)
        again = round_trip(record)
        assert again.game.moves == record.game.moves
        assert (again.notes, again.result) == (record.notes, record.result)

    def test_a_pass_and_a_board_of_its_own(self):
        board = Board.from_text(f"{PASSING} O")
        if board.must_pass:
            board.push(PASS)
        again = round_trip(GgfGame(Game.from_board(board)))
        assert again.game.moves == board.moves

    @pytest.mark.parametrize("name", ["a[b", "a]b", "two\nlines", "\x1b[31m"])
    def test_what_no_property_can_hold_is_refused(self, name):
        with pytest.raises(OutflankError, match="PB"):
            write_ggf(GgfGame(Game(black=name)))
        assert read_ggf(write_ggf(GgfGame(Game(black=writable(name))))).game.black == writable(name)

    @pytest.mark.parametrize("others", [{"rb": "1"}, {"R B": "1"}])
    def test_no_names_of_properties(self, others):
        with pytest.raises(OutflankError, match="cannot hold"):
            write_ggf(GgfGame(Game(), others=others))

    def test_one_way_to_say_a_thing(self):
        with pytest.raises(OutflankError, match="PB"):
            GgfGame(Game(), others={"PB": "Ann"})
        with pytest.raises(OutflankError, match="1 notes for 0 moves"):
            GgfGame(Game(), (MoveNote(),))
