"""Streams that are closed, full, narrow or left by their reader; what may reach a terminal."""

import io
import subprocess
import sys
from pathlib import Path

import pytest

from outflank.cli.console import NARROWEST, PAGE, Console
from outflank.cli.output import complain, counted, harmless

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")
RUN = f"'{sys.executable}' -m outflank"


def shell(line):
    return subprocess.run(["/bin/sh", "-c", line], capture_output=True, text=True, check=False)


@POSIX
@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("board f5", 0),
        ("board zz", 1),
        ("board --foo", 2),
        ("best f5 --depth 1", 0),
        ("best f5 --depth 1 --article mtdf", 0),
        ("hint f5 --depth 1", 0),
        ("levels", 0),
        ("perft 2", 0),
        ("compare --depths 2", 0),
        ("play --depth 1 </dev/null", 0),
        ("analyze /dev/null", 1),
        ("--help", 0),
        ("--version", 0),
        ("selfplay --position " + "X" * 64, 0),
        ("warmup", 0),
    ],
)
def test_closed_output_and_closed_errors(words, code):
    """What has no place to go is forgotten: it turns up on no other stream."""
    silent = shell(f"{RUN} {words} 2>&-")
    assert (silent.returncode, silent.stderr) == (code, "")
    assert bool(silent.stdout) is (code == 0)
    deaf = shell(f"{RUN} {words} >&-")
    assert (deaf.returncode, deaf.stdout) == (code, "")
    assert deaf.stderr.count("\n") == (code != 0)


@POSIX
@pytest.mark.parametrize("words", ["play --depth 1", "board -", "best -", "hint -", "analyze -"])
def test_closed_input_is_told(words):
    ran = shell(f"{RUN} {words} <&-")
    assert (ran.returncode, ran.stderr) == (1, "outflank: standard input is closed\n")


@POSIX
@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("--help", 0),
        ("--version", 0),
        ("board --help", 0),
        ("compare --depths 2", 0),
        ("analyze /dev/null 2>&1", 1),
    ],
)
def test_a_reader_that_is_gone_before_the_output_comes(words, code):
    ran = shell(f"({RUN} {words}; echo $? >&3) 3>&2 | true")
    assert ran.stderr == f"{code}\n"


@POSIX
def test_a_full_disk_is_told():
    ran = shell(f"test -e /dev/full || exit 77; {RUN} board >/dev/full")
    if ran.returncode == 77:
        pytest.skip("there is no /dev/full here")
    assert ran.returncode == 1
    assert ran.stderr.count("\n") == 1


@POSIX
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("words", ["board", "levels", "--help", "gtp", "nboard"])
def test_a_full_standard_output_is_named(words, unbuffered):
    ran = shell(f"printf 'name\nping 1\n' | PYTHONUNBUFFERED={unbuffered} {RUN} {words} >/dev/full")
    assert ran.stderr == "outflank: standard output: no space left on device\n"
    assert ran.returncode == 1


@POSIX
@pytest.mark.parametrize("words", ["gtp", "nboard"])
def test_a_server_needs_its_output(words):
    ran = shell(f"echo name | {RUN} {words} >&-")
    assert (ran.returncode, ran.stderr) == (1, "outflank: standard output is closed\n")


def test_ctrl_c_while_the_program_loads():
    program = (
        "import sys\n"
        "class Finder:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'outflank.cli.app':\n"
        "            raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Finder())\n"
        "from outflank.cli import main\n"
        "sys.exit(main(['board']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (130, "outflank: interrupted\n")


def test_a_warning_that_is_made_an_error_is_one_line(tmp_path):
    from outflank.games import famous_game

    moves = [move for move in famous_game("inoue-heiberg-1977").moves if not move.is_pass]
    codes = bytes(10 * (move // 8 + 1) + move % 8 + 1 for move in moves)
    content = bytes([20, 7, 5, 22, 1, 0, 0, 0, 0, 0, 205, 7, 8, 0, 24, 0, *[0] * 6, 255, 41])
    (tmp_path / "odd.wtb").write_bytes(content + codes)
    words = ["-m", "outflank", "analyze", str(tmp_path / "odd.wtb"), "--list"]
    for options, code, lines in (([], 0, 2), (["-W", "error::UserWarning"], 1, 0)):
        done = subprocess.run(
            [sys.executable, *options, *words], capture_output=True, text=True, check=False
        )
        assert done.returncode == code
        assert done.stderr.count("\n") == 1
        assert "more than 64 discs" in done.stderr
        assert len(done.stdout.splitlines()) == lines


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_hints_on_a_terminal_change_in_place(monkeypatch, run):
    terminal = Terminal()
    monkeypatch.setattr(sys, "stdout", terminal)
    assert run("hint", "f5", "--depth", "3", "--lines", "2").code == 0
    shown = terminal.getvalue()
    assert "thinking, 0 s" in shown
    assert "\x1b[2K" in shown  # lines are taken back
    assert "thinking" not in shown[shown.rindex("\x1b[2K") :]


@pytest.mark.parametrize("columns", ["0", "1", "19"])
def test_no_terminal_is_too_narrow_to_write_on(columns, monkeypatch, run):
    monkeypatch.setenv("COLUMNS", columns)
    assert Console().width == PAGE  # off a terminal it means nothing
    assert "Display this message and exit." in run("--help").out
    assert "-64 / 30 /" in run("compare", "--depths", "2").out
    monkeypatch.setattr(sys, "stdout", Terminal())
    assert Console().width == NARROWEST


def test_what_could_command_a_terminal_is_escaped(capsys):
    name = "Ann\x1b[31m\x07\r\x9b2J\u202e\ud800é●"
    assert harmless(name) == "Ann\\x1b[31m\\x07\\r\\x9b2J\\u202e\\ud800é●"
    assert harmless("two\nlines") == "two\nlines"
    complain("Ann\x1b[31m\nBen")
    assert capsys.readouterr().err == "outflank: Ann\\x1b[31m Ben\n"


def test_counted():
    assert [counted(1, "disc"), counted(0, "disc"), counted(2, "ply")] == [
        "1 disc",
        "0 discs",
        "2 plies",
    ]
