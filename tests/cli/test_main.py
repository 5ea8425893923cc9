"""The program as a whole: help, usage errors, pipes, Ctrl-C, encodings, what it imports."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from outflank.cli.app import app

GAME = "murakami-logistello-1997-1"

COMMANDS = [
    "analyze",
    "bench",
    "best",
    "board",
    "compare",
    "perft",
    "play",
    "selfplay",
    "solve",
    "train",
    "warmup",
]


def test_help_names_every_command(run):
    ran = run("--help")
    assert ran.code == 0
    assert ran.err == ""
    for command in COMMANDS:
        assert f" {command} " in ran.out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_and_json(run, command):
    ran = run(command, "--help")
    assert ran.code == 0
    assert "--json" in ran.out


def test_no_word_is_help(run):
    assert run().code == 0


def test_version(run):
    import outflank

    assert run("--version").out.strip() == outflank.__version__


@pytest.mark.parametrize(
    "words",
    [
        ["frobnicate"],
        ["board", "--foo"],
        ["best", "f5", "--position", "f5"],
        ["perft", "3", "--thread", "2"],
        ["perft", "3", "--position", "--json"],
        ["board", "--mark"],
        ["board", "--mark", "z9"],
        ["board", "--plain", "--unicode"],
        ["perft"],
        ["perft", "0"],
        ["perft", "-1"],
        ["perft", "61"],
        ["perft", "1000000000000"],
        ["perft", "x"],
        ["perft", "3.7"],
        ["perft", "3.0"],
        ["perft", "0x10"],
        ["perft", "1_0"],
        ["perft", "1e1"],
        ["perft", "\u0663"],
        ["perft", " 3"],
        ["perft", ""],
        ["perft", "1" * 5000],
        ["perft", "3", "--threads", "1.5"],
        ["best", "--exact-from", "1.5"],
        ["best", "--depth", "1" * 5000],
        ["perft", "3", "--threads", "0"],
        ["best", "--depth", "0"],
        ["best", "--depth", "-3"],
        ["best", "--depth", "61"],
        ["best", "--depth", "21"],
        ["best", "--exact-from", "60"],
        ["best", "--article", "chess"],
        ["compare", "--depths", "0"],
        ["compare", "--depths", "2,-1"],
        ["compare", "--depths", "2,,4"],
        ["compare", "--depths", "61"],
        ["compare", "--depths", "2.5"],
        ["compare", "--depths", "\u0663"],
        ["compare", "--depths", "1" * 5000],
        ["compare", "--article", "chess"],
        ["analyze"],
        ["analyze", "--foo"],
        ["analyze", GAME, "--depth", "0"],
        ["analyze", GAME, "--game", "-1"],
        ["analyze", GAME, "--game", "1.5"],
        ["analyze", GAME, "--game", "0", "--list"],
        ["play", "--side", "green"],
        ["play", "--depth", "0"],
        ["solve"],
    ],
)
def test_what_cannot_be_meant_is_a_usage_error(refuses, words):
    ran = refuses(2, *words)
    assert ran.out == ""
    assert "--help" in ran.err


def test_help_and_board_import_no_compiler():
    program = (
        "import sys; from outflank.cli import main\n"
        "for words in (['--help'], ['board'], ['board', 'f5d6', '--json'],\n"
        "              ['best', '--help'], ['solve', '--help']):\n"
        "    assert main(words) == 0\n"
        "heavy = {'numba', 'numpy', 'llvmlite'} & set(sys.modules)\n"
        "sys.exit(f'imported {heavy}' if heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_closed_pipe_is_silent(start):
    process = start("board", "--json")
    process.stdout.close()
    assert process.wait(timeout=60) == 0
    assert process.stderr.read() == b""


def test_a_reader_that_leaves_early_ends_long_output(start):
    process = start("perft", "60", "--json")
    assert process.stdout.readline().startswith(b'{"depth": 1, "leaves": 4,')
    process.stdout.close()
    assert process.wait(timeout=120) == 0
    assert b"Traceback" not in process.stderr.read()


@pytest.mark.skipif(os.name == "nt", reason="SIGINT cannot be sent to one process on Windows")
@pytest.mark.parametrize(
    "words",
    [
        ["perft", "40", "--json"],
        ["compare", "--depths", "2,40", "--json"],
        ["analyze", GAME, "--depth", "1", "--exact-from", "26", "--json"],
    ],
)
def test_ctrl_c_ends_in_one_line(start, words):
    process = start(*words)
    assert process.stdout.readline().startswith(b"{")
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    sent = time.monotonic()
    assert process.wait(timeout=60) == 130
    assert time.monotonic() - sent < 5
    assert process.stderr.read().decode().splitlines()[-1] == "outflank: interrupted"


@pytest.mark.skipif(os.name == "nt", reason="SIGINT cannot be sent to one process on Windows")
def test_ctrl_c_keeps_the_moves_that_were_analysed(start):
    process = start("analyze", GAME, "--depth", "1", "--exact-from", "26")
    assert process.stdout.readline().startswith(b"Murakami Takeshi (Black)")
    time.sleep(3)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err.decode().splitlines()[-1] == "outflank: interrupted"
    assert b"of 62 moves were analysed" in out


@pytest.mark.parametrize(
    "environment",
    [
        {"LC_ALL": "C", "PYTHONIOENCODING": "ascii"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"COLUMNS": "10"},
        {"COLUMNS": "1"},
        {"NO_COLOR": "1"},
        {"TERM": "dumb"},
    ],
)
@pytest.mark.parametrize(
    "words", [["board", "f5"], ["compare", "--depths", "2"], ["--help"], ["perft", "2"]]
)
def test_poor_terminals(start, environment, words):
    process = start(*words, environment=environment)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    assert b"\x1b" not in out + err
    if "PYTHONIOENCODING" in environment:
        assert out.isascii()


def test_every_command_is_in_the_documentation():
    text = (Path(__file__).resolve().parents[2] / "docs" / "commands.md").read_text()
    for command in COMMANDS:
        assert f"## `outflank {command}" in text
    assert app.name == ("outflank",)
