"""External engines over NBoard: handshake, moves, hints, times, and every fault."""

import re
import sys
import threading
import time

import pytest

from outflank.board import PASS, Board, Color, Move, Score
from outflank.engine import Info, Limit
from outflank.games import read_ggf
from outflank.games.ggf import write_ggf
from outflank.protocols import ProtocolError, open_engine
from outflank.protocols.client import IllegalAnswerError
from outflank.protocols.nboard_client import MOST_LINES, _Found
from outflank.protocols.nboard_clock import timed_record
from outflank.protocols.nboard_game import NBoardGame
from outflank.protocols.nboard_session import read_choice, read_line, read_nodes, read_value
from processes import wait_for_end

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kills processes as POSIX does")

DEPTH = Limit(depth=3)

MOVES = "f5d6c3d3c4f4c5b3"
AFTER = Board.from_transcript(MOVES)


@pytest.fixture
def log(tmp_path):
    return tmp_path / "log"


@pytest.fixture
def start(fake, log):
    """Start a fake engine; it ends with the test."""
    engines = []

    def open_fake(modes="good", **options):
        options = {"answer_limit": 10.0, **options}
        engines.append(open_engine("nboard", fake("nboard", modes, log), **options))
        return engines[-1]

    yield open_fake
    for engine in engines:
        engine.close()


class TestLines:
    @pytest.mark.parametrize(
        ("text", "moves", "value", "depth", "kind"),
        [
            ("search F5D6C3 -1.25 0 12 free text", ("F5", "D6", "C3"), -1.25, 12, "plies"),
            ("search F5 +4 0 100%", ("F5",), 4, 100, "per cent"),
            ("search F5 2,4 0 100%W", ("F5",), 3, 100, "win or loss"),
            ("search F5-D6 .5 0 98%", ("F5", "D6"), 0.5, 98, "per cent"),
            ("search PAF5 1 0 3ply", ("PA", "F5"), 1, 3, "plies"),
            ("book F5 1.00 12 8", ("F5",), 1, None, None),
            ("search F5", ("F5",), None, None, None),
            ("search F5 well 0 deep", ("F5",), None, None, None),
        ],
    )
    def test_search_lines(self, text, moves, value, depth, kind):
        line = read_line(text)
        assert (line.moves, line.value, line.depth, line.kind) == (moves, value, depth, kind)

    @pytest.mark.parametrize("text", ["status busy", "search", "searching F5", "=== F5", "pong 1"])
    def test_other_lines(self, text):
        assert read_line(text) is None

    @pytest.mark.parametrize(
        ("text", "move", "value"),
        [
            ("=== F5/1.23/0.5", "F5", 1.23),
            ("=== d6 -1.00 0.0", "d6", -1),
            ("=== PA", "PA", None),
            ("===F5", "F5", None),
            ("=== F5//2", "F5", None),
            ("=== F5 / -2 / 1", "F5", -2),
            ("===", "", None),
        ],
    )
    def test_choices(self, text, move, value):
        choice = read_choice(text)
        assert (choice.move, choice.value) == (move, value)

    def test_values(self):
        assert read_value("1,2,3") is None
        assert read_value("nan") is None


class TestHandshake:
    def test_name(self, start, log):
        engine = start()
        assert engine.name == "Fake"
        assert log.read_text().splitlines() == ["nboard 2", "ping 1"]

    def test_a_program_that_says_nothing(self, fake):
        with pytest.raises(ProtocolError, match='no "pong 1" in time'):
            open_engine("nboard", fake("nboard", "dumb"), start_limit=0.3)

    def test_options_are_set(self, start, log):
        start(options={"contempt": "5"}).new_game()
        assert "set contempt 5" in log.read_text().splitlines()


class TestMoves:
    @pytest.mark.parametrize("modes", ["good", "blanks", "bare", "chatty"])
    def test_a_game(self, start, modes):
        engine, board = start(modes), Board()
        while not board.is_game_over():
            board.push(engine.play(board, DEPTH).move)
        twin = Board()
        while not twin.is_game_over():
            twin.push(PASS if twin.must_pass else Move(min(twin.legal_moves)))
        assert board.moves == twin.moves

    @pytest.mark.parametrize(("modes", "value"), [("good", 1.5), ("blanks", -1), ("bare", 0.5)])
    def test_info(self, start, modes, value):
        info = start(modes).play(Board(), DEPTH)
        assert (info.move, info.depth, info.pv) == (Move("d3"), 3, (Move("d3"),))
        assert info.score == Score(value, bound="estimate", selectivity=None)
        assert not info.exact
        assert "%" not in f"{info.score}{info}"
        assert 0 < info.seconds < 5

    def test_the_game_is_told_whole(self, start, log):
        board = Board(Board.from_transcript("f5d6").position, Color.WHITE)
        board.push("c4" if "c4" in board.legal_moves else min(board.legal_moves))
        start().play(board, DEPTH)
        *_, depth, game, _ping, go = log.read_text().splitlines()
        assert (depth, go) == ("set depth 3", "go")
        told = read_ggf(game.removeprefix("set game "))
        assert told.board() == board
        assert told.moves == board.moves

    def test_what_needs_no_question(self, start):
        engine = start()
        board = Board.from_transcript("d3c3e6d2d1e1b2c1")
        assert engine.play(board, DEPTH) == Info(PASS, pv=(PASS,))
        board = Board.from_transcript("e6f4e3f6g5d6e7f5c5")
        assert engine.play(board, DEPTH) == Info(None)


class TestHints:
    def test_lines(self, start):
        infos = start().analyse(Board(), DEPTH, multipv=3)
        assert [info.move for info in infos] == [Move("d3"), Move("c4"), Move("f5")]
        assert [info.score.value for info in infos] == [1, 0, -1]
        assert {info.depth for info in infos} == {3}

    def test_more_than_there_are(self, start):
        assert len(start().analyse(Board(), DEPTH, multipv=9)) == 4

    def test_to_the_end(self, start):
        board = Board()
        while board.empties > 3:
            board.push(PASS if board.must_pass else Move(min(board.legal_moves)))
        if board.must_pass:
            board.push(PASS)
        (info,) = start().analyse(board, Limit(depth=20))
        assert (info.depth, info.selectivity, info.exact) == (board.empties, 100, True)

    def test_a_deeper_line_counts_more_than_a_better_one(self, start):
        engine = start("fickle,no-move")
        infos = engine.analyse(Board(), DEPTH, multipv=2)
        assert [info.move for info in infos] == [Move("d3"), Move("c4")]
        assert engine.play(Board(), Limit(time=0.2)).move == Move("d3")

    def test_an_engine_that_says_it_waits(self, start):
        started = time.monotonic()
        (info,) = start("idle", answer_limit=20).analyse(Board(), DEPTH)
        assert info.depth == 2
        assert time.monotonic() - started < 5


class TestLimits:
    def test_a_time(self, start):
        engine = start()
        for search in (engine.play, lambda *args: engine.analyse(*args)[0]):
            started = time.monotonic()
            info = search(Board(), Limit(time=0.3))
            assert 0.2 < time.monotonic() - started < 2
            assert info.move == Move("d3")
            assert info.depth < 60

    def test_a_stop(self, start):
        engine, found = start(), []
        searching = threading.Thread(
            target=lambda: found.append(engine.play(Board(), Limit(time=30)))
        )
        searching.start()
        time.sleep(0.3)
        engine.stop()
        searching.join(5)
        assert found[0].move == Move("d3")
        engine.stop()
        assert engine.play(Board(), DEPTH).depth == 3

    def test_a_stop_that_is_answered_without_a_move(self, start):
        info = start("no-move").play(Board(), Limit(time=0.2))
        assert info.move == Move("d3")
        assert info.score == Score(0.5, bound="estimate", selectivity=None)

    def test_a_clock_is_told(self, start, log):
        engine = start()
        threading.Timer(0.3, engine.stop).start()
        engine.play(Board(), Limit(clock=65.5, increment=2))
        game = next(line for line in log.read_text().splitlines() if line.startswith("set game"))
        assert "TI[01:05/00:02]" in game

    def test_a_clock_ends_a_search(self, start):
        engine = start()  # it would think for a second
        for search in (engine.play, lambda *args: engine.analyse(*args)[0]):
            started = time.monotonic()
            assert search(AFTER, Limit(clock=0.2)).move in map(Move, AFTER.legal_moves)
            assert time.monotonic() - started < 0.7

    @pytest.mark.parametrize("increment", [None, 0.5, 1, 2.7])
    @pytest.mark.parametrize("clock", [0, 0.05, 0.8, 1.5, 10, 65.25, 4000])
    @pytest.mark.parametrize("moves", [1, 2, 7, 8])
    def test_what_is_told_of_a_clock_is_what_is_left(self, clock, increment, moves):
        board = Board.from_transcript(MOVES[: 2 * moves])
        told = read_back(board, Limit(clock=clock, increment=increment))
        if moves == 1 and board.moves[0] and clock < 1:
            assert told.clock == 1  # White has made no move that could have taken time
            return
        assert told.clock == pytest.approx(int(clock) if moves == 1 else clock, abs=1e-3)
        gained = max(1, round(increment or 0)) if increment else 0
        # An increment that is more than what is left cannot have been added before.
        assert told.increment == (gained if clock >= gained or moves == 1 else 0)

    def test_a_side_that_has_passed(self):
        board = Board.from_transcript("d3c3e6d2d1e1b2c1PA")
        assert read_back(board, Limit(clock=7.5, increment=2)) == Limit(clock=7.5, increment=2)

    @pytest.mark.parametrize("seconds", [0.01, 0.1, 1.5])
    def test_a_time_is_told_as_a_clock_for_all_moves(self, seconds):
        assert AFTER.empties == 52
        assert read_back(AFTER, Limit(time=seconds)).clock == pytest.approx(26 * seconds, abs=1e-3)

    def test_times_are_whole_seconds_and_never_none(self):
        for seconds in (0.01, 0.5, 59.9, 61.5):
            record = timed_record(Board(), Limit(clock=seconds))
            assert re.fullmatch(r"\d\d:\d\d", record.black_time)
            assert record.black_time != "00:00"

    def test_a_limit_is_needed(self, start):
        with pytest.raises(ProtocolError, match="needs a depth, a time or a clock"):
            start().play(Board())
        with pytest.raises(ProtocolError, match="no word for nodes"):
            start().analyse(Board(), Limit(depth=3, nodes=5))


def read_back(board, limit):
    """What our server reads of a clock that our client has told."""
    return NBoardGame.of_text(write_ggf(timed_record(board, limit))).limit()


def second_move(engine, limit=DEPTH):
    board = Board()
    board.push(engine.play(board, limit).move)
    return engine.play(board, limit)


class TestFaults:
    def test_numbers_that_nobody_can_mean(self, start):
        engine = start("digits")
        info = engine.play(Board(), DEPTH)
        assert info.nodes is None
        assert read_line(f"search F5 1 0 {'9' * 5000}").depth is None
        assert read_nodes(f"nodestats {'9' * 5000} 1") is None
        assert read_nodes("nodestats") is None
        assert read_nodes("nodestats 12 0.5") == 12
        assert read_value(f"{'9' * 400},-{'9' * 400}") is None
        assert read_value("9" * 5000) is None
        assert read_choice(f"=== D3/{'9' * 400},-{'9' * 400}").value is None
        with pytest.raises(ProtocolError, match="its move a8 is illegal"):
            engine.analyse(Board(), DEPTH)

    def test_lines_without_end(self, start):
        engine = start("floods", answer_limit=0.5)
        started = time.monotonic()
        with pytest.raises(ProtocolError, match=r'no answer to "go" within 0.5 s'):
            engine.play(Board(), DEPTH)
        assert time.monotonic() - started < 5

    def test_first_moves_without_end(self):
        found = _Found()
        for number in range(1000):
            found.take(f"search {number:03} 1 0 1")
        assert len(found.lines) == MOST_LINES

    def test_a_crash(self, start):
        with pytest.raises(ProtocolError, match="ended by SIGSEGV"):
            second_move(start("crash"))

    def test_a_hang(self, start):
        engine = start("hang", answer_limit=0.4)
        with pytest.raises(ProtocolError, match=r'no answer to "go" within 0.4 s'):
            second_move(engine)
        assert wait_for_end(engine.program.pid)

    def test_an_engine_that_does_not_hear_ping(self, start, monkeypatch):
        monkeypatch.setattr("outflank.protocols.client.GRACE", 0.3)
        with pytest.raises(ProtocolError, match=r'no answer to "go" within 0.4 s'):
            start("deaf").play(Board(), Limit(time=0.1))

    def test_an_illegal_move(self, start):
        engine = start("illegal")
        with pytest.raises(IllegalAnswerError, match="its move a1 is illegal") as caught:
            second_move(engine)
        assert caught.value.move == Move("a1")
        assert engine.play(Board(), DEPTH).move == Move("d3")

    def test_no_move(self, start):
        with pytest.raises(ProtocolError, match='its move "well" is none'):
            second_move(start("nonsense"))
