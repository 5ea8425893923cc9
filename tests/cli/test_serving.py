"""outflank gtp and outflank nboard as processes: nothing but protocol, and polite ends."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

#: Seconds after which a process hangs.
SOON = 20

POSIX = pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals and pipes")


def talk(*words, stdin):
    """The exit code and what was written to both outputs by a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "outflank", *words],
        input=stdin,
        capture_output=True,
        timeout=SOON,
        check=False,
    )


@pytest.fixture
def live():
    """A process that is talked to; it is killed at the end of the test at the latest."""
    started = []

    def start_words(*words):
        process = subprocess.Popen(
            [sys.executable, "-m", "outflank", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        started.append(process)
        return process

    yield start_words
    for process in started:
        process.kill()
        process.communicate()


def send(process, text):
    process.stdin.write(text.encode())
    process.stdin.flush()


def end_of(process):
    """The exit code and the rest of both outputs, once the process has ended by itself."""
    out, err = process.communicate(timeout=SOON)
    return process.returncode, out.decode(), err.decode()


def test_gtp_with_junk_and_without_an_end(tmp_path):
    log = tmp_path / "log"
    words = ("gtp", "--depth", "2", "--log", str(log))
    ran = talk(*words, stdin=b"1 name\r\n\xff\x00\nge\rnmove b")
    assert ran.returncode == 0
    assert ran.stderr == b""
    one, two, three, rest = ran.stdout.split(b"\n\n")
    assert one == b"=1 Outflank"
    assert two.startswith(b"? unknown command")
    assert three.startswith(b"= ")
    assert rest == b""
    kept = log.read_text().splitlines()
    assert kept[0].startswith("# ")
    assert " < 1 name\\r"[:9] in kept[1]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
@pytest.mark.parametrize(("words", "answer"), [("gtp", b"= \n\n"), ("nboard", b"")])
def test_a_log_that_takes_nothing_ends_and_the_talk_goes_on(words, answer):
    ran = talk(words, "--log", "/dev/full", stdin=b"quit\n")
    assert (ran.returncode, ran.stdout) == (0, answer)
    assert ran.stderr.startswith(b"outflank: the log ends here: ")
    assert ran.stderr.count(b"\n") == 1


@POSIX
def test_a_log_that_nobody_would_read(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    ran = talk("gtp", "--log", str(tmp_path / "pipe"), stdin=b"quit\n")
    assert (ran.returncode, ran.stdout) == (1, b"")
    assert b"not a regular file" in ran.stderr


def test_nboard_by_a_pipe():
    script = b"nboard 2\nset depth 3\nhint 1\nping 1\n"
    ran = talk("nboard", stdin=script)
    assert (ran.returncode, ran.stderr) == (0, b"")
    lines = ran.stdout.decode().splitlines()
    assert lines[0] == "set myname Outflank"
    assert lines[-1] == "pong 1"


@pytest.mark.parametrize(
    ("words", "line", "first"),
    [("gtp --level 60", "1 genmove b", None), ("nboard --level 60", "hint 1", "search")],
)
def test_a_search_ends_with_the_input(live, words, line, first):
    process = live(*words.split())
    send(process, f"{line}\n")
    if first:
        while not process.stdout.readline().decode().startswith(first):
            pass
    time.sleep(0.3 if first else 2.0)
    started = time.perf_counter()
    code, out, err = end_of(process)
    assert time.perf_counter() - started < SOON / 4  # not the ten seconds of a script
    assert (code, err) == (0, "")
    assert out


@POSIX
def test_nobody_reads_any_more(live):
    process = live("gtp", "--depth", "1")
    send(process, "name\n")
    assert process.stdout.readline() == b"= Outflank\n"
    process.stdout.close()
    process.stdout = None
    send(process, "name\nname\n")
    # Its input is still open: it ends all the same.
    assert process.wait(SOON) == 0
    assert process.stderr.read() == b""


@POSIX
def test_interrupted(live):
    process = live("nboard", "--level", "60")
    send(process, "hint 1\n")
    while not process.stdout.readline().startswith(b"search"):
        pass
    process.send_signal(signal.SIGINT)
    code, _, err = end_of(process)
    assert (code, err) == (130, "outflank: interrupted\n")


@pytest.mark.parametrize("command", ["gtp", "nboard"])
class TestCommandLines:
    def test_in_this_process(self, run, command):
        ran = run(command, "--level", "beginner", "--seed", "1", stdin="quit\n")
        assert (ran.code, ran.err) == (0, "")
        assert ran.out == ("= \n\n" if command == "gtp" else "")

    def test_nothing_at_all(self, run, command):
        ran = run(command, stdin="")
        assert (ran.code, ran.out, ran.err) == (0, "", "")

    @pytest.mark.parametrize(
        "words", [("--level", "best"), ("--level", "5", "--depth", "3"), ("--threads", "0"), ("x",)]
    )
    def test_what_cannot_be_meant(self, refuses, command, words):
        assert refuses(2, command, *words).out == ""

    def test_a_log_that_cannot_be_written(self, refuses, command, tmp_path):
        assert refuses(1, command, "--log", tmp_path / "no" / "log").out == ""
