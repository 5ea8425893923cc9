"""The conformance test: good engines pass, each fault is found by the check that is for it."""

import subprocess
import sys
from contextlib import closing

import pytest

from outflank.board import Board
from outflank.protocols import ProtocolError, conformance_gtp, conformance_nboard
from outflank.protocols.conformance import PASS_GAME, SHORT_GAME, check
from processes import is_alive

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kills processes as POSIX does")

OURS = [sys.executable, "-m", "outflank"]


def checked(protocol, command, **limits):
    """All checks by name."""
    made = list(check(protocol, command, **limits))
    assert len({one.name for one in made}) == len(made)
    return {one.name: one for one in made}


def names(checks, passed):
    return {name for name, one in checks.items() if one.passed is passed}


@pytest.fixture
def hurried(monkeypatch):
    """Wait less for what does not come."""
    monkeypatch.setattr(conformance_nboard, "A_WHILE", 0.1)
    monkeypatch.setattr(conformance_nboard, "STILL", 0.05)
    monkeypatch.setattr(conformance_nboard, "QUICK", 1.0)
    monkeypatch.setattr(conformance_gtp, "TO_END", 0.3)


def test_the_games_of_the_checks():
    assert Board.from_transcript(PASS_GAME).must_pass
    assert Board.from_transcript(SHORT_GAME).outcome().score == 64


@pytest.mark.usefixtures("hurried")
class TestGtp:
    def test_a_good_engine(self, fake):
        checks = checked("gtp", fake("gtp"))
        assert names(checks, False) == set()
        assert names(checks, None) == {"final score", "showboard"}
        assert checks["final score"].detail == "no final_score"
        assert checks["commands"].required
        assert not checks["latency"].required

    def test_numbers_that_nobody_has(self, fake):
        checks = checked("gtp", fake("gtp", "digits"), start_limit=0.5)
        assert [one.passed for one in checks.values()] == [False]
        assert 'no answer to "protocol_version"' in next(iter(checks.values())).detail

    def test_a_real_engine(self, grhino):
        checks = checked("gtp", grhino)
        assert [one for one in checks.values() if one.is_fault] == []
        assert names(checks, False) <= {"told pass", "latency"}
        assert checks["forced pass"].detail == "the pass cannot be told"

    @pytest.mark.parametrize(
        ("modes", "failed"),
        [
            ("loses-ids", {"numbers", "unusual numbers", "comments", "order", "undo", "odd bytes"}),
            ("blank-id", {"numbers", "unusual numbers", "comments", "order", "undo", "odd bytes"}),
            ("chatty", {"silence"}),
            ("implied", {"told pass"}),
            ("illegal", {"game", "passes", "game over", "reg genmove"}),
            ("whole-seconds", set()),
        ],
    )
    def test_faults(self, fake, modes, failed):
        checks = checked("gtp", fake("gtp", modes))
        assert names(checks, False) - {"latency"} == failed

    @pytest.mark.parametrize("modes", ["crash", "hang"])
    def test_each_check_begins_anew(self, fake, modes):
        checks = checked("gtp", fake("gtp", modes), answer_limit=0.3)
        assert names(checks, False) - {"latency"} == {"game", "passes", "game over", "reg genmove"}
        reason = "exit status 3" if modes == "crash" else "within 0.3 s"
        assert reason in checks["game"].detail

    def test_few_commands(self, fake):
        checks = checked("gtp", fake("gtp", "old"))
        assert checks["commands"].is_fault
        assert "undo" in names(checks, None)

    def test_an_engine_that_cannot_be_ended(self, fake):
        checks = checked("gtp", fake("gtp", "stubborn"))
        assert names(checks, False) - {"latency"} == {"quit", "end of input"}

    @pytest.mark.parametrize("command", ["dumb", "go"])
    def test_what_does_not_start_is_not_asked_more(self, fake, command):
        made = list(check("gtp", fake("gtp", command), start_limit=0.3))
        if command == "dumb":
            assert [(one.name, one.passed) for one in made] == [("start", False)]
        else:
            assert next(one for one in made if one.name == "games").passed is False

    def test_no_program(self):
        with pytest.raises(ProtocolError, match="was found"):
            next(check("gtp", "no-such-program"))
        with pytest.raises(ProtocolError, match="is not a protocol"):
            next(check("ugi", "x"))

    def test_an_early_end_ends_the_program(self, fake):
        with closing(check("gtp", fake("gtp", "parent"))) as checks:
            next(checks)
            pid = checks.gi_frame.f_locals["subject"].program.pid
            assert is_alive(pid)
        assert not is_alive(pid)


@pytest.mark.usefixtures("hurried")
class TestNBoard:
    def test_a_good_engine(self, fake):
        checks = checked("nboard", fake("nboard"))
        assert names(checks, False) - {"latency"} == set()
        assert names(checks, None) == set()

    @pytest.mark.parametrize(
        ("modes", "failed"),
        [
            ("blanks", set()),
            ("chatty", set()),
            ("illegal", {"go only tells", "set game"}),
            ("crash", {"go only tells", "set game"}),
        ],
    )
    def test_faults(self, fake, modes, failed):
        checks = checked("nboard", fake("nboard", modes), answer_limit=5)
        # The second go of each process is a bad one: which checks see it is a matter of order.
        assert names(checks, False) - {"latency"} >= failed
        assert failed or not any(one.is_fault for one in checks.values())

    def test_an_engine_that_does_not_hear_ping(self, fake):
        checks = checked("nboard", fake("nboard", "deaf"), answer_limit=0.3)
        assert {"go", "ping in go", "game"} <= names(checks, False)
        assert checks["hint"].passed

    def test_another_protocol(self, fake):
        made = list(check("nboard", fake("gtp"), start_limit=0.5))
        assert [(one.name, one.passed) for one in made] == [("start", False)]
        assert 'no "pong 1" in time' in made[0].detail


@pytest.mark.slow
@pytest.mark.parametrize("protocol", ["gtp", "nboard"])
def test_ours(protocol):
    if subprocess.run([*OURS, protocol, "--help"], check=False, capture_output=True).returncode:
        pytest.skip(f"there is no outflank {protocol}")
    checks = checked(protocol, [*OURS, protocol])
    assert names(checks, False) - {"latency"} == set()
