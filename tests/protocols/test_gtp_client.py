"""External engines over GTP: handshake, moves, passes, positions, times, and every fault."""

import sys
import threading
import time
from contextlib import suppress

import pytest

from outflank.board import PASS, Board, Color, Move, OutflankError
from outflank.engine import Info, Limit
from outflank.protocols import ProtocolError, open_engine
from outflank.protocols.client import IllegalAnswerError
from outflank.protocols.gtp_session import KEPT_NOISE, GtpSession
from outflank.protocols.program import Program
from processes import wait_for_end

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kills processes as POSIX does")

PASS_GAME = "d3c3e6d2d1e1b2c1"
SHORT_GAME = "e6f4e3f6g5d6e7f5c5"


@pytest.fixture
def sent(tmp_path):
    """What a fake was sent: the lines without their numbers, those of the handshake left out."""
    log = tmp_path / "log"

    def lines():
        return [line.split(" ", 1)[1] for line in log.read_text().splitlines()]

    lines.log = log
    return lines


@pytest.fixture
def start(fake, sent):
    """Start a fake engine; it ends with the test."""
    engines = []

    def open_fake(modes="good", **options):
        options = {"answer_limit": 10.0, **options}
        engines.append(open_engine("gtp", fake("gtp", modes, sent.log), **options))
        return engines[-1]

    yield open_fake
    for engine in engines:
        engine.close()


def lowest(board):
    return Move(min(board.legal_moves))


def played_out(engine, limit=None):
    board = Board()
    while not board.is_game_over():
        board.push(engine.play(board, limit).move)
    return board


class TestHandshake:
    def test_names(self, start, sent):
        engine = start()
        assert (engine.name, engine.version) == ("Fake", "1.0")
        assert "genmove" in engine.commands
        assert sent()[:4] == ["protocol_version", "name", "version", "list_commands"]
        assert sent()[4:] == ["set_game Othello", "boardsize 8"]

    def test_few_commands(self, start):
        engine = start("old")
        assert (engine.name, engine.version) == ("Fake", "")
        assert played_out(engine).is_game_over()

    def test_a_slow_start(self, start):
        assert start("slow", start_limit=20).name == "Fake"

    def test_a_program_that_says_nothing(self, fake):
        started = time.monotonic()
        with pytest.raises(ProtocolError, match=r'no answer to "protocol_version" within 0.3 s'):
            open_engine("gtp", fake("gtp", "dumb"), start_limit=0.3)
        assert time.monotonic() - started < 3

    def test_another_game(self, fake):
        with pytest.raises(ProtocolError, match='refuses "set_game Othello": "unsupported game"'):
            open_engine("gtp", fake("gtp", "go"))

    def test_a_program_that_ends_at_once(self):
        command = [sys.executable, "-c", "import sys; sys.exit('no licence')"]
        with pytest.raises(ProtocolError, match=r"has ended; exit status 1.*no licence"):
            open_engine("gtp", command)

    def test_options_are_commands(self, start, sent):
        start(options={"komi": "0"})
        assert sent()[-1] == "komi 0"
        with pytest.raises(ProtocolError, match='refuses "komi": "syntax error"'):
            start(options={"komi": ""})

    def test_what_is_no_protocol(self):
        with pytest.raises(ProtocolError, match='"ugi" is not a protocol: gtp, nboard'):
            open_engine("ugi", "x")
        assert issubclass(ProtocolError, OutflankError)


class TestMoves:
    @pytest.mark.parametrize("modes", ["good", "implied", "loses-ids", "blank-id", "chatty", "old"])
    def test_a_game(self, start, modes):
        board = played_out(start(modes))
        twin = Board()
        while not twin.is_game_over():
            twin.push(PASS if twin.must_pass else lowest(twin))
        assert board.moves == twin.moves

    def test_only_new_moves_are_told(self, start, sent):
        engine, board = start(), Board()
        before = len(sent())
        for _ in range(2):
            board.push(engine.play(board).move)
            board.push(lowest(board))
        engine.play(board)
        told = sent()[before:]
        assert told[0] == "clear_board"
        assert [line.split()[0] for line in told[1:]] == ["genmove", "play"] * 2 + ["genmove"]

    def test_another_game_is_told_from_its_start(self, start, sent):
        engine = start()
        engine.play(Board.from_transcript("f5d6"))
        before = len(sent())
        engine.play(Board.from_transcript("f5f6"))
        assert sent()[before:] == ["clear_board", "play black F5", "play white F6", "genmove black"]

    def test_info(self, start):
        info = start().play(Board())
        assert (info.move, info.pv, info.score) == (Move("d3"), (Move("d3"),), None)
        assert info.seconds > 0

    def test_new_game(self, start, sent):
        engine = start()
        engine.play(Board())
        before = len(sent())
        engine.new_game()
        engine.play(Board())
        assert sent()[before:] == ["clear_board", "genmove black"]

    def test_what_needs_no_question(self, start, sent):
        engine = start()
        before = len(sent())
        assert engine.play(Board.from_transcript(PASS_GAME)) == Info(PASS, pv=(PASS,))
        assert engine.play(Board.from_transcript(SHORT_GAME)) == Info(None)
        assert engine.analyse(Board.from_transcript(SHORT_GAME)) == [Info(None)]
        assert sent()[before:] == []

    @pytest.mark.parametrize(
        ("modes", "told"), [("good", ["play black pass"]), ("implied", ["play black pass"])]
    )
    def test_passes(self, start, sent, modes, told):
        board = Board.from_transcript(PASS_GAME)
        board.push(PASS)
        engine = start(modes)
        for _ in range(2):
            assert engine.play(board).move == lowest(board)
            engine.new_game()
        passes = [line for line in sent() if "pass" in line]
        assert passes == told * (2 if modes == "good" else 1)  # it is not asked a second time

    def test_analyse(self, start, sent):
        engine = start()
        assert [info.move for info in engine.analyse(Board())] == [Move("d3")]
        assert engine.play(Board()).move == Move("d3")
        assert "undo" not in sent()

    @pytest.mark.parametrize("modes", ["no-reg", "old"])
    def test_analyse_without_a_command_for_it(self, start, sent, modes):
        engine = start(modes)
        for _ in range(2):
            assert [info.move for info in engine.analyse(Board())] == [Move("d3")]
        assert ("undo" in sent()) == (modes == "no-reg")


class TestPositions:
    def test_they_are_set_up(self, start, sent):
        engine = start("gogui")
        for turn in Color:
            board = Board(Board.from_transcript("f5d6c3d3").position, turn)
            assert engine.play(board).move == lowest(board)
        assert sent()[-2] == "gogui-setup_player w"

    def test_what_cannot_be_set_up(self, start):
        board = Board(Board.from_transcript("f5d6c3d3").position)
        engine = start()
        with pytest.raises(ProtocolError, match="knows none of gogui-setup"):
            engine.play(board)
        assert engine.play(Board()).move == Move("d3")

    def test_by_a_real_engine(self, grhino):
        with open_engine("gtp", grhino) as engine:
            for turn in Color:
                board = Board(Board.from_transcript("f5d6c3d3c4f4").position, turn)
                drawn = engine.play(board).move
                board.push(drawn)
                text = engine.session.command("showboard", 5)
                rows = [row.split()[1:] for row in text.splitlines()[2:]]
                shown = "".join("".join(row) for row in rows).replace(".", "-")
                assert shown == board.to_text().split()[0]


class TestTimes:
    def test_for_a_move(self, start, sent):
        engine = start()
        engine.play(Board(), Limit(time=0.25))
        assert sent()[-3:] == ["time_settings 0 0.25 1", "time_left black 0.25 1", "genmove black"]
        engine.play(Board.from_transcript("f5"), Limit(time=0.25))
        assert sent()[-2:] == ["time_left white 0.25 1", "genmove white"]
        engine.play(Board())
        assert sent()[-3:] == ["clear_board", "time_settings 0 1 0", "genmove black"]

    def test_of_a_clock(self, start, sent):
        engine = start()
        engine.play(Board(), Limit(clock=60, increment=1))
        assert sent()[-3:] == ["time_settings 60 0 0", "time_left black 60 0", "genmove black"]
        engine.play(Board.from_transcript("f5d6"), Limit(clock=58.7654, increment=1))
        assert sent()[-2:] == ["time_left black 58.765 0", "genmove black"]

    def test_a_new_game_ends_a_time_that_was_told(self, start, sent):
        engine = start()
        engine.play(Board(), Limit(time=0.25))
        engine.new_game()
        engine.play(Board())
        assert sent()[-2:] == ["time_settings 0 1 0", "genmove black"]
        engine.new_game()
        engine.play(Board())
        assert sent()[-2:] == ["clear_board", "genmove black"]

    def test_a_new_game_is_told_its_time(self, start, sent):
        engine = start()
        for _ in range(2):
            engine.new_game()
            engine.play(Board(), Limit(time=0.25))
            told = ["time_settings 0 0.25 1", "time_left black 0.25 1", "genmove black"]
            assert sent()[-3:] == told

    def test_in_whole_seconds(self, start, sent):
        start("whole-seconds").play(Board(), Limit(time=2.5))
        assert "time_settings 0 2 1" in sent()
        assert "time_left black 2 1" in sent()

    def test_not_told_to_who_does_not_know_them(self, start, sent):
        start("old").play(Board(), Limit(time=2.5))
        assert not any("time" in line for line in sent())

    @pytest.mark.parametrize("limit", [Limit(depth=3), Limit(nodes=5), Limit(exact_from=9)])
    def test_what_gtp_cannot_say(self, start, limit):
        with pytest.raises(ProtocolError, match="GTP has no word for"):
            start().play(Board(), limit)


def second_move(engine, limit=None):
    """Ask twice: fakes misbehave the second time."""
    board = Board()
    board.push(engine.play(board, limit).move)
    return engine.play(board, limit)


class TestFaults:
    def test_a_crash(self, start):
        engine = start("crash")
        with pytest.raises(ProtocolError, match=r"has ended; exit status 3.*out of luck") as caught:
            second_move(engine)
        assert caught.value.status == 3
        with pytest.raises(ProtocolError, match="ended before"):
            engine.play(Board())

    @pytest.mark.parametrize("modes", ["hang", "hang,stubborn"])
    def test_a_hang(self, start, modes):
        engine = start(modes, answer_limit=0.4)
        started = time.monotonic()
        with pytest.raises(ProtocolError, match=r'no answer to "genmove white" within 0.4 s'):
            second_move(engine)
        assert time.monotonic() - started < 3
        assert wait_for_end(engine.program.pid)

    def test_a_hang_on_a_clock(self, start, monkeypatch):
        monkeypatch.setattr("outflank.protocols.client.GRACE", 0.2)
        with pytest.raises(ProtocolError, match=r"within 0.3 s"):
            second_move(start("hang"), Limit(time=0.1))

    def test_an_illegal_move(self, start):
        engine = start("illegal")
        with pytest.raises(IllegalAnswerError, match="its move a1 is illegal in ---") as caught:
            second_move(engine)
        assert caught.value.move == Move("a1")
        assert isinstance(caught.value, ProtocolError)
        assert engine.play(Board()).move == Move("d3")  # it is told the game anew

    def test_no_move(self, start):
        with pytest.raises(ProtocolError, match='its move "resign" is none'):
            second_move(start("nonsense"))

    def test_it_is_busy(self, start):
        engine = start("hang", answer_limit=3.0)
        engine.play(Board())

        def search():
            with suppress(ProtocolError):
                engine.play(Board())

        searching = threading.Thread(target=search)
        searching.start()
        time.sleep(0.2)
        engine.stop()
        with pytest.raises(ProtocolError, match="busy"):
            engine.analyse(Board())
        engine.program.kill()
        searching.join(5)
        assert not searching.is_alive()

    def stopped(self, engine):
        """What a search said that waits for its interruption."""
        found = []
        engine.play(Board())
        engine.stop()  # nothing is searched: nothing is said

        def search():
            try:
                found.append(engine.play(Board()).move)
            except ProtocolError as error:
                found.append(error)

        searching = threading.Thread(target=search)
        searching.start()
        time.sleep(0.2)
        engine.stop()
        engine.stop()
        searching.join(5)
        assert not searching.is_alive()
        return found[0]

    def test_a_stop(self, start):
        assert self.stopped(start("waits")) == Move("d3")

    def test_a_stop_that_leaves_no_move(self, start):
        engine = start("waits,moveless")
        assert "it was stopped, and has no move" in str(self.stopped(engine))
        assert engine.play(Board()).move == Move("d3")  # it goes on

    def test_a_stop_of_our_own_engine(self):
        command = [sys.executable, "-m", "outflank", "gtp", "--time", "60"]
        with open_engine("gtp", command, start_limit=60) as engine:
            started = time.monotonic()
            stopping = threading.Timer(0.5, engine.stop)
            stopping.start()
            assert engine.play(Board()).move in {Move("d3"), Move("c4"), Move("f5"), Move("e6")}
            assert time.monotonic() - started < 50

    def test_a_fault_of_the_caller_has_no_last_words(self, start):
        with pytest.raises(ProtocolError) as caught:
            start().play(Board(), Limit(depth=3))
        assert str(caught.value).endswith("GTP has no word for depth")

    @pytest.mark.parametrize("protocol", ["gtp", "nboard"])
    @pytest.mark.parametrize("status", [0, 1])
    def test_whatever_ends_at_once_is_told_in_the_same_words(self, protocol, status):
        with pytest.raises(ProtocolError, match=f"it has ended; exit status {status}$"):
            open_engine(protocol, [sys.executable, "-c", f"import sys; sys.exit({status})"])

    def test_its_children_end_with_it(self, start):
        engine = start("parent,stubborn")
        time.sleep(0.1)
        (child,) = (line.split()[1] for line in engine.program.complained)
        engine.close()
        assert wait_for_end(int(child))
        assert wait_for_end(engine.program.pid)


class TestFloods:
    """Whatever a program writes costs neither the memory nor more time than it was given."""

    @pytest.mark.parametrize(
        ("modes", "message"),
        [
            ("digits", r'no answer to "protocol_version" within 0.5 s'),
            ("floods", r'no answer to "protocol_version" within 0.5 s'),
            ("floods-empty", r'no answer to "protocol_version" within 0.5 s'),
            ("endless", r'its answer to "protocol_version" does not end|within 0.5 s'),
        ],
    )
    def test_it_ends_in_time(self, fake, modes, message):
        started = time.monotonic()
        with pytest.raises(ProtocolError, match=message):
            open_engine("gtp", fake("gtp", modes), start_limit=0.5)
        assert time.monotonic() - started < 5

    def test_noise_is_kept_within_bounds(self):
        code = "print('noise\\n' * 1000 + '=1001 yes\\n\\n', flush=True); input(); input()"
        with Program([sys.executable, "-c", code]) as program:
            session = GtpSession(program)
            assert session.command("name", 5.0) == "yes"
            assert len(session.noise) == KEPT_NOISE

    def test_an_answer_is_kept_within_bounds(self):
        code = "print('=' + 'x\\n' * 1_000_000, flush=True); input(); input()"
        with (
            Program([sys.executable, "-c", code]) as program,
            pytest.raises(ProtocolError, match=r"does not end|no answer"),
        ):
            GtpSession(program).ask("name", 5.0)


class TestGrhino:
    def test_a_game(self, grhino):
        with open_engine("gtp", grhino) as engine:
            assert engine.name == "GTP GRhino"
            for _ in range(3):
                assert played_out(engine).is_game_over()
                engine.new_game()

    def test_every_pass_of_many_games(self, grhino):
        games, passes = 0, 0
        with open_engine("gtp", grhino) as engine:
            for seed in range(60):
                board = Board()
                while not board.is_game_over():
                    moves = list(board.legal_moves)
                    if not moves:
                        board.push(PASS)
                        passes += 1
                    elif board.ply % 7 == 6 or board.empties < 12:
                        board.push(engine.play(board).move)
                    else:
                        board.push(moves[(seed * 31 + board.ply * 7) % len(moves)])
                games += 1
        assert games == 60
        assert passes > 20
