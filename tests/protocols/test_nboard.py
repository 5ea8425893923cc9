"""The NBoard server: what it tells, what ends a search, times, passes, the end of the game."""

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import bug_reports
from outflank.board import PASS, Board, Move, Score
from outflank.engine import Info, Limit
from outflank.games import Game, MoveNote, write_ggf
from outflank.protocols.nboard import depth_text, search_text
from outflank.protocols.nboard_game import NBoardGame, read_seconds
from outflank.protocols.nboard_lines import word_of
from protocols.talks import NBOARD, Live, said

# What NBoard itself sends (orbanova.com, protocol page): no blanks between the rows.
FROM_NBOARD = (
    "set game (;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]"
    "TI[15:00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]"
    "B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[E7]W[F4];)"
)
AFTER = Board.from_transcript("f5f6d3c5e6f7e7f4")

REPORTS = {row["id"]: row["moves"] for row in bug_reports("transcripts")}
WHITE_MUST_PASS = Board.from_transcript(REPORTS["egaroucid-67"])
OVER = Board.from_transcript(REPORTS["azg-167"])

#: Seconds that may pass until a search has noticed that it is to end; machines are busy.
AT_ONCE = 1.0

_SEARCH = re.compile(
    r"search (?:[A-H][1-8]|PA)+ [-+]\d+\.\d\d 0 (?:\d+|\d+%|100%W?) [\d,]+ nodes.*"
)


def set_game(board, **facts):
    return f"set game {write_ggf(Game.from_board(board, **facts))}"


@pytest.fixture
def tell(engine):
    return lambda *lines, **options: said("".join(f"{line}\n" for line in lines), engine, **options)


def searches(lines):
    found = [line for line in lines if line.startswith("search ")]
    assert all(_SEARCH.fullmatch(line) for line in found), found
    return [line.split() for line in found]


def choice(lines):
    (line,) = [line for line in lines if line.startswith("===")]
    assert lines[-1] == line
    return line.removeprefix("=== ").split("/")


class TestProtocol:
    def test_a_session(self, tell):
        lines = tell("nboard 2", FROM_NBOARD, "set depth 6", "ping 1", "go", level=None)
        assert lines[:3] == ["set myname Outflank", "set myname Outflank6", "pong 1"]
        move, value, seconds = choice(lines)
        assert Move(move) in map(Move, AFTER.legal_moves)
        assert float(value)
        assert 0 <= float(seconds) < 60
        assert any(re.fullmatch(r"nodestats \d+ \d+\.\d\d", line) for line in lines)

    @pytest.mark.parametrize(
        ("line", "answer"),
        [
            ("nboard 1", ["set myname Outflank"]),
            ("nboard", ["set myname Outflank"]),
            ("ping 17", ["pong 17"]),
            ("  ping  17 ", ["pong 17"]),
            ("PING x", ["pong x"]),
            ("ping", ["pong"]),
            ("learn", ["learned"]),
            ("set contempt 10", []),
            ("set colour blue", []),
            ("set", []),
            ("quit", []),
            ("", []),
            ("new 8", []),
            ("gone", []),
            ("# go", []),
            ("\x00\x01", []),
        ],
    )
    def test_one_line(self, tell, line, answer):
        assert tell(line) == answer

    def test_nothing_after_quit(self, tell):
        assert tell("quit", "ping 1") == []

    def test_a_line_that_is_too_long(self, tell):
        told = []
        assert tell(f"ping {'1' * (1 << 21)}", "ping 2", complaints=told) == ["pong 2"]
        assert told == ["a line of more than 1048576 characters is passed over"]

    @given(st.binary(max_size=120))
    @settings(max_examples=100)
    def test_any_bytes(self, engine, content):
        script = content.decode("utf-8", "replace").replace("quit", "")
        assert said(f"{script}\nping 99\n", engine)[-1] == "pong 99"

    @pytest.mark.parametrize(
        ("text", "word"),
        [
            ("F5", "move"),
            ("f5/1.2/3", "move"),
            ("PA", "move"),
            ("pass", "move"),
            ("pardon", ""),
            ("F9", ""),
            ("f55", ""),
            ("Go", "go"),
            ("quit", "quit"),
            ("", ""),
        ],
    )
    def test_words(self, text, word):
        assert word_of(text) == word


class TestHints:
    def test_lines_of_every_iteration(self, tell):
        lines = tell(FROM_NBOARD, "set depth 5", "hint 3", level=None)
        found = searches(lines)
        assert [line[4] for line in found] == [str(depth) for depth in range(1, 6) for _ in "abc"]
        assert len({line[1][:2] for line in found[-3:]}) == 3
        assert lines[-1] == "status Outflank is waiting"

    @pytest.mark.parametrize(("text", "count"), [("", 1), ("0", 1), ("-1", 1), ("99", 4)])
    def test_how_many(self, tell, text, count):
        assert len(searches(tell("set depth 1", f"hint {text}", level=None))) == count

    def test_no_number(self, tell):
        told = []
        assert searches(tell("hint x", complaints=told)) == []
        assert told == ['hint: "x" is not a whole number']

    def test_exact_to_the_end(self, tell):
        board = Board.from_transcript(REPORTS["takizawa-line"])
        for _ in range(8):
            board.pop()
        (*_, last) = searches(tell(set_game(board), "hint 1", level=10))
        assert last[4] == "100%"
        assert float(last[2]) == 0

    def test_a_pass(self, tell):
        (*_, last) = searches(tell(set_game(WHITE_MUST_PASS), "hint 2", level=4))
        assert last[1].startswith("PA")

    def test_not_limited_by_the_clock(self, tell):
        game = set_game(AFTER, black_time="0:01", white_time="0:01")
        (*_, last) = searches(tell(game, "set depth 7", "hint 1", level=None))
        assert last[4] == "7"

    def test_the_next_line_ends_it(self, engine):
        with Live(NBOARD, engine) as server:
            server.send("set depth 60", "hint 2")
            server.next("search ")
            for line in ("ping 1", "hint 1", "ping 2"):
                started = time.perf_counter()
                server.send(line)
                server.next("pong" if line.startswith("ping") else "status Outflank is analyzing")
                assert time.perf_counter() - started < AT_ONCE
            assert server.is_silent(0.1)

    def test_nothing_of_it_comes_after_the_pong(self, engine):
        with Live(NBOARD, engine) as server:
            for number in range(30):
                server.send("hint 4", f"ping {number}")
            server.send("ping last")
            server.next("pong last")
        told = server.sink.getvalue().split("pong 29")[1]
        assert told.split() == ["pong", "last"]


class TestMoves:
    def test_the_engine_does_not_play_its_move(self, tell):
        told = []
        for square in Board().legal_moves:
            tell("go", f"move {square}", complaints=told)
        assert told == []

    @pytest.mark.parametrize(
        "line", ["move F5", "move f5/1.25/3.5", "move F5//2", "F5", "f5/0/1", "move F5 1 2"]
    )
    def test_moves(self, tell, line):
        lines = tell(line, "go")
        assert Move(choice(lines)[0]) in map(Move, Board.from_transcript("f5").legal_moves)

    @pytest.mark.parametrize("line", ["move A1", "move Z9", "move PA", "move", "move F5/1/2/3"])
    def test_one_that_cannot_be_is_told_and_changes_nothing(self, tell, line):
        told = []
        lines = tell(line, "go", complaints=told)
        assert len(told) == 1
        assert told[0].startswith("move: ")
        assert lines[0] == f"status Outflank: {told[0]}".replace("…", "...")
        assert Move(choice(lines)[0]) in map(Move, Board().legal_moves)

    def test_a_pass_is_due(self, tell):
        assert tell(set_game(WHITE_MUST_PASS), "go") == ["=== PA"]

    @pytest.mark.parametrize("lines", [["move PA//3.107", "go"], ["PA", "go"]])
    def test_a_pass_is_made(self, tell, lines):
        board = WHITE_MUST_PASS.copy()
        board.push(PASS)
        move, *_ = choice(tell(set_game(WHITE_MUST_PASS), *lines))
        assert Move(move) in map(Move, board.legal_moves)

    def test_a_pass_is_left_out(self, tell):
        board = WHITE_MUST_PASS.copy()
        board.push(PASS)
        reply = board.legal_moves
        move = str(next(iter(reply)))
        told = []
        tell(set_game(WHITE_MUST_PASS), f"move {move}", "move PA", complaints=told)
        assert len(told) <= 1  # the pass may be refused, the move is not
        assert all("move: " in one and "pass" in one for one in told)

    def test_a_record_that_ends_with_a_pass(self, tell):
        # Edax passed a second time after W[PA//3.107].
        board = WHITE_MUST_PASS.copy()
        board.push(PASS)
        notes = (MoveNote(),) * (len(board.moves) - 1) + (MoveNote(seconds=3.107),)
        assert choice(tell(set_game(board, notes=notes), "go"))[0] != "PA"

    def test_after_the_end(self, tell):
        assert tell(set_game(OVER), "go", "hint 2", "ping 1") == [
            "status Outflank: the game is over",
            "status Outflank: the game is over",
            "pong 1",
        ]

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "nonsense",
            "(;GM[Othello]PC[This game is corrupt",
            "(;GM[Othello]TY[10]BO[10 ---];)",
            FROM_NBOARD.removeprefix("set game ").replace("W[F4]", "W[A1]"),
        ],
    )
    def test_a_game_that_cannot_be_read_is_not_the_one_before(self, tell, text):
        told = []
        lines = tell(FROM_NBOARD, f"set game {text}", "go", "hint 1", "move F5", complaints=told)
        assert [one.split(":")[0] for one in told] == ["set", "go", "hint", "move"]
        assert [line.split(": ")[0] for line in lines] == ["status Outflank"] * 4
        assert choice(tell(f"set game {text}", FROM_NBOARD, "go", complaints=[]))

    def test_a_search_that_is_ended_still_answers(self, engine):
        with Live(NBOARD, engine) as server:
            server.send(FROM_NBOARD, "go")
            server.next("status Outflank is thinking")
            assert server.is_silent(0.1)
            started = time.perf_counter()
            server.send("ping 1")
            assert server.next("===")
            assert server.next("pong") == "pong 1"
            assert time.perf_counter() - started < AT_ONCE

    @pytest.mark.parametrize("end", ["quit", None])
    def test_a_search_ends_with_the_conversation(self, engine, end, monkeypatch):
        monkeypatch.setattr("outflank.protocols.conversation.TOGETHER", 0.01)
        with Live(NBOARD, engine) as server:
            server.send("go")
            server.next("status Outflank is thinking")
            assert server.is_silent(0.1)
            if end:
                server.send(end)
            else:
                server.end_input()
            assert server.next("===")


class TestAnalyses:
    def test_every_position_passes_counted(self, tell):
        board = WHITE_MUST_PASS.copy()
        board.push(PASS)
        assert board.empties <= 18  # the last positions are exact at level 9
        lines = tell(set_game(board), "analyze", level=9)
        told = [line.split() for line in lines if line.startswith("analysis")]
        assert [int(line[1]) for line in told] == list(range(len(board.moves), -1, -1))
        # The side to move is another one after a pass, and so is the sign.
        last, before = (float(line[2]) for line in told[:2])
        assert last == -before

    def test_the_end_of_a_game(self, tell):
        lines = tell(set_game(OVER), "analyze", level=1)
        first = next(line for line in lines if line.startswith("analysis"))
        sign = "-" if str(OVER.turn) == "Black" else "+"
        assert first == f"analysis {len(OVER.moves)} {sign}64.00"

    def test_it_ends_at_once(self, engine):
        with Live(NBOARD, engine) as server:
            server.send(FROM_NBOARD, "analyze")
            server.next("status Outflank is analyzing")
            assert server.is_silent(0.1)
            server.send("ping 1")
            assert server.next("pong") == "pong 1"
            told = server.sink.getvalue()
            assert "analysis 8" not in told  # what was not finished is no result


class TestTimes:
    @pytest.mark.parametrize(
        ("text", "seconds"),
        [
            ("15:00", 900),
            ("1:00:00", 3600),
            ("30", 30),
            ("2.5", 2.5),
            ("00:30,1", 30),
            ("", 0),
            ("x", 0),
        ],
    )
    def test_times(self, text, seconds):
        assert read_seconds(text) == seconds

    @pytest.mark.parametrize(
        ("times", "limit"),
        [
            ("0", None),  # as NBoard writes a game without clocks
            ("0//0", None),
            ("0//2:00", None),
            ("", None),
            ("x", None),
            ("00:00", Limit(clock=0, increment=0)),  # a clock that has run out
            ("0:00//0:30", Limit(clock=30, increment=0)),
            ("0/2", Limit(clock=8, increment=2)),
        ],
    )
    def test_no_clock_and_one_that_has_run_out(self, times, limit):
        assert self.game(times).limit() == limit

    @pytest.mark.parametrize(
        ("move", "used"), [("//100", 100), ("/1/100", 100), (" / 1 / 100", 100), ("/1", 0)]
    )
    def test_every_stroke_counts(self, move, used):
        game = NBoardGame(Game(black_time="5:00", white_time="5:00"))
        game.push_text(f"F5{move}")
        game.push_text("F6//7")
        assert game.limit() == Limit(clock=300 - used, increment=0)

    def game(self, times, notes=()):
        record = Game.from_board(AFTER, notes=tuple(notes), black_time=times, white_time=None)
        return NBoardGame(record)

    def test_the_clock_of_the_side_to_move(self):
        notes = [MoveNote(seconds=seconds) for seconds in (10, 1, 20, 1, 30, 1, 40, 1)]
        game = self.game("5:00/2/2:00", notes)
        assert game.limit() == Limit(clock=300 - 100 + 8, increment=2)
        game.push_text("D7/1.2/3" if "d7" in map(str, AFTER.legal_moves) else "D6/1.2/3")
        assert game.limit() is None  # White has none

    def test_the_extension_comes_when_the_time_is_over(self):
        notes = [MoveNote(seconds=100)] * 8
        assert self.game("5:00//2:00", notes).limit() == Limit(clock=20, increment=0)
        assert self.game("5:00", notes).limit() == Limit(clock=0, increment=0)

    def test_a_clock_is_kept(self, engine):
        with Live(NBOARD, engine, level=None) as server:
            server.send(set_game(AFTER, black_time="0:02", white_time="0:02"), "set depth 60")
            started = time.perf_counter()
            server.send("go")
            server.next("===")
            assert time.perf_counter() - started < 2

    def test_what_the_user_asked_for_counts_more_than_the_depth(self, tell):
        lines = tell("set depth 20", "hint 1", level=None, limit=Limit(depth=2))
        assert [line[4] for line in searches(lines)] == ["1", "2"]
        assert "set myname Outflank20" not in lines


class TestWords:
    def info(self, score, depth, selectivity, unit="discs"):
        return Info(Move("f5"), score, depth, selectivity, (Move("f5"), PASS), nodes=1234)

    @pytest.mark.parametrize(
        ("score", "depth", "selectivity", "text"),
        [
            (Score(3, bound="estimate", selectivity=73), 8, 73, "8"),
            (Score(3, bound="estimate", selectivity=87), 20, 87, "87%"),
            (Score(3), 20, 100, "100%"),
            (Score(2, bound="lower"), 20, 100, "100%W"),
            (Score(-2, bound="upper"), 20, 100, "100%W"),
            (Score(-2, bound="lower"), 20, 100, "99%"),
            (Score(0, bound="upper"), 20, 100, "99%"),
            (Score(300, "pvs-article"), 20, 100, "99%"),
        ],
    )
    def test_depth(self, score, depth, selectivity, text):
        assert depth_text(self.info(score, depth, selectivity), 20) == text

    def test_a_line(self):
        line = self.info(Score(-0.001, selectivity=73), 8, 73)
        assert search_text(line, 20) == "search F5PA +0.00 0 8 1,234 nodes"

    def test_another_unit(self):
        line = self.info(Score(-30, "pvs-article"), 8, 100)
        assert search_text(line, 20).endswith(" -30.00 0 8 1,234 nodes, in units of pvs-article")

    def test_moves_without_values_of_another_unit(self, engine):
        engine.configure(evaluator="pvs-article")
        try:
            move, value, _ = choice(said("go\n", engine))
        finally:
            engine.configure(evaluator="patterns")
        assert value == ""
        assert Move(move)
