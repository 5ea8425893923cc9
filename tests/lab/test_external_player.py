"""External engines in matches: moves, every way to lose, and no process that is left behind."""

import signal
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from lab.fakes import OPENINGS
from outflank.board import Board
from outflank.engine import Info
from outflank.lab.match import Match, play_match
from outflank.lab.match_file import MatchFile
from outflank.lab.players import Defaults, PlayerError, contender, contenders
from outflank.lab.referee import Ending
from outflank.lab.timing import Clock, TimeControl
from processes import all_end, living

pytestmark = pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="asks /proc for processes")


@pytest.fixture
def mark(tmp_path):
    """What stands in the commands of all fakes of a test: the file of what they were sent."""
    return tmp_path / "log"


@pytest.fixture
def player(fake, mark):
    def text(modes="good", protocol="gtp", options=""):
        return f"{protocol}:'{fake(protocol, modes, mark)}'{options}"

    return text


def play(path, texts, games=4, concurrency=1):
    match = Match(contenders(texts), games, OPENINGS)
    with MatchFile(path, match.identity) as file:
        results = match.results(file)
        with closing(play_match(match, file, results, concurrency)) as played:
            return list(played)


class TestText:
    def test_gtp_needs_no_limit(self, player):
        one = contender(player(), Defaults(depth=4))
        assert one.control == TimeControl()
        assert contender(player(), Defaults(TimeControl(move=0.5))).control.move == 0.5
        assert contender(player(options=",clock=60+1,name=Fake")).control.main == 60

    def test_nboard_needs_one(self, player):
        with pytest.raises(PlayerError, match="no limit"):
            contender(player(protocol="nboard"))
        assert contender(player(protocol="nboard"), Defaults(depth=4)).options["depth"] == 4
        assert contender(player(protocol="nboard", options=",time=0.5")).control.move == 0.5

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("gtp", "needs a word after the colon"),
            ("gtp:no-such-program", 'column 5: no program "no-such-program" was found'),
            ("gtp:'a \"b'", "column 5.*no closing quotation"),
            ("gtp:ls,depth=3", "depth is not an option of gtp"),
            ("nboard:ls,depth=99", "depth is 1 to 60"),
            ("gtp:ls,answer=0", "answer is more than 0 seconds"),
            ("gtp:ls,answer=soon", "not a number"),
            ("gtp:ls,time=1,clock=60", "give one of them"),
        ],
    )
    def test_what_cannot_be(self, text, reason):
        with pytest.raises(PlayerError, match=reason):
            contender(text)


class TestMoves:
    @pytest.mark.parametrize(
        ("protocol", "options"), [("gtp", ""), ("nboard", ",depth=2"), ("nboard", ",time=0.2")]
    )
    def test_a_move(self, player, mark, protocol, options):
        one = contender(player(protocol=protocol, options=options)).make()
        one.new_game(7)
        info = one.move(Board(), Clock(move=0.2 if "time" in options else None))
        assert isinstance(info, Info)
        assert info.move in Board().legal_moves
        one.close()
        assert living(mark) == []

    def test_times_are_told(self, player, mark):
        one = contender(player()).make()
        one.move(Board(), Clock(left=9.5, increment=1.0))
        one.close()
        assert "time_left black 9.5 0" in mark.read_text()


class TestGames:
    @pytest.mark.parametrize("concurrency", [1, 2])
    def test_a_match(self, tmp_path, player, mark, concurrency):
        texts = (player(), player(protocol="nboard", options=",depth=1"))
        records = play(tmp_path / "games.ggf", texts, concurrency=concurrency)
        assert {record.played.ending for record in records} == {Ending.PLAYED}
        assert all_end(mark)

    @pytest.mark.parametrize(
        ("modes", "options", "ending", "detail"),
        [
            ("crash", "", Ending.CRASH, "exit status 3"),
            ("hang,stubborn", ",answer=0.3", Ending.CRASH, "within 0.3 s"),
            ("illegal", "", Ending.ILLEGAL, "a1"),
            ("nonsense", "", Ending.CRASH, 'its move "resign" is none'),
        ],
    )
    def test_who_fails_loses(self, tmp_path, player, mark, modes, options, ending, detail):
        texts = (player(modes, options=options), "random")
        records = play(tmp_path / "games.ggf", texts, games=2)
        for record in records:
            ours = 1 if record.black == texts[0] else -1
            if record.played.ending is not Ending.PLAYED:
                assert record.played.score == -64 * ours
                assert record.played.ending is ending
                assert detail in record.played.detail
        # An engine that was ended is started again, and fails again.
        failed = [record.played.ending for record in records]
        assert failed == [ending, Ending.PLAYED if ending is Ending.ILLEGAL else ending]
        assert all_end(mark)

    def test_a_hang_on_a_clock(self, tmp_path, player, mark, monkeypatch):
        monkeypatch.setattr("outflank.protocols.client.GRACE", 0.2)
        texts = (player("hang", options=",time=0.1"), "random")
        (first, _) = play(tmp_path / "games.ggf", texts, games=2)
        assert first.played.ending is Ending.CRASH
        assert "within 0.3 s" in first.played.detail
        assert all_end(mark)


class TestProcesses:
    @pytest.mark.parametrize("concurrency", [1, 3])
    def test_an_early_end_leaves_none(self, tmp_path, player, mark, concurrency):
        texts = (player("stubborn"), player("stubborn,parent", options=",name=Other"))
        match = Match(contenders(texts), 100, OPENINGS)
        with MatchFile(tmp_path / "games.ggf", match.identity) as file:
            results = match.results(file)
            with closing(play_match(match, file, results, concurrency)) as played:
                next(played)
                assert len(living(mark)) >= 2
        assert living(mark) == []

    @pytest.mark.parametrize(
        ("number", "concurrency", "modes"),
        [
            (signal.SIGINT, 1, "stubborn"),
            (signal.SIGTERM, 1, "stubborn"),
            (signal.SIGHUP, 1, "stubborn"),
            (signal.SIGKILL, 1, "good"),  # nobody is left who could end a stubborn one
            (signal.SIGINT, 2, "stubborn"),
            (signal.SIGTERM, 2, "stubborn"),
            (signal.SIGHUP, 2, "stubborn"),
            (signal.SIGKILL, 2, "stubborn"),
        ],
    )
    def test_no_match_that_is_ended_leaves_one(
        self, tmp_path, player, mark, number, concurrency, modes
    ):
        path, openings = tmp_path / "games.ggf", tmp_path / "openings.txt"
        openings.write_text("f5d6c3\nf5f4e3\n")
        words = ["match", player(modes), "random", "-o", str(path), "--games", "100000"]
        words += ["--openings", str(openings), "--concurrency", str(concurrency)]
        process = subprocess.Popen(
            [sys.executable, "-m", "outflank", *words],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        with process:
            end = time.monotonic() + 60
            while not (path.exists() and path.read_bytes().count(b"\n") >= 2):
                assert time.monotonic() < end
                assert process.poll() is None
                time.sleep(0.05)
            process.send_signal(number)
            process.wait(30)
        assert all_end(mark, 12)
        killed = number == signal.SIGKILL
        assert process.returncode == (-number if killed else 128 + number)
