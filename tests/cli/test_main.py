"""The program as a whole: help, usage errors, pipes, Ctrl-C, encodings, what it imports."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from outflank.cli.app import NAMES, app

GAME = "murakami-logistello-1997-1"

COMMANDS = [
    "analyze",
    "bench",
    "best",
    "board",
    "compare",
    "conformance",
    "hint",
    "label",
    "levels",
    "perft",
    "play",
    "selfplay",
    "solve",
    "train",
    "warmup",
]

#: What they write is a protocol's.
SERVERS = ["gtp", "nboard"]


def test_help_names_every_command(run):
    ran = run("--help")
    assert ran.code == 0
    assert ran.err == ""
    for command in (*COMMANDS, *SERVERS):
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
        ["best", "--article", "mtdf", "--depth", "21"],
        ["best", "--article", "mtdf", "--exact-from", "31"],
        ["best", "--exact-from", "61"],
        ["best", "--article", "chess"],
        ["best", "--article", "mtdf", "--level", "3"],
        ["best", "--article", "mtdf", "--threads", "2"],
        ["best", "--level", "61"],
        ["best", "--level", "grandmaster"],
        ["best", "--level", ""],
        ["best", "--level", "-1"],
        ["best", "--level", "3", "--depth", "4"],
        ["best", "--level", "3", "--selectivity", "73"],
        ["best", "--time", "0"],
        ["best", "--time", "-1"],
        ["best", "--time", "nan"],
        ["best", "--time", "inf"],
        ["best", "--time", "1e999"],
        ["best", "--time", "1_0"],
        ["best", "--time", "soon"],
        ["best", "--nodes", "0"],
        ["best", "--selectivity", "50"],
        ["best", "--driver", "chess"],
        ["best", "--evaluator", "chess"],
        ["best", "--threads", "257"],
        ["best", "--hash", "0"],
        ["best", "--hash", "999999999999"],
        ["hint", "--lines", "0"],
        ["hint", "--lines", "65"],
        ["hint", "--level", "61"],
        ["levels", "3"],
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
        ["analyze", GAME, "--level", "3", "--depth", "4"],
        ["analyze", GAME, "--level", "61"],
        ["analyze", GAME, "--time", "0"],
        ["analyze", GAME, "--article", "pvs", "--time", "3"],
        ["analyze", GAME, "--article", "pvs", "--depth", "21"],
        ["analyze", GAME, "--threads", "300"],
        ["play", "--depth", "0"],
        ["play", "--level", "61"],
        ["play", "--clock", "0"],
        ["play", "--clock", "5", "--time", "1"],
        ["play", "--increment", "1"],
        ["play", "--clock", "5", "--increment", "-1"],
        ["play", "--seed", "-1"],
        ["play", "--article", "mtdf", "--clock", "5"],
        ["play", "--article", "mtdf", "--seed", "5"],
        ["selfplay", "--article", "mtdf"],
        ["selfplay", "--faithful", "--level", "3"],
        ["selfplay", "--article", "pvs", "--games", "2"],
        ["selfplay", "--games", "0"],
        ["selfplay", "--random-plies", "60"],
        ["selfplay", "X" * 63 + "O", "--random-plies", "1"],
        ["solve"],
    ],
)
def test_what_cannot_be_meant_is_a_usage_error(refuses, words):
    ran = refuses(2, *words)
    assert ran.out == ""
    assert "--help" in ran.err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["analyse"], 'no command "analyse": did you mean analyze?. Try: outflank --help'),
        (["--frob"], 'unknown option "--frob". Try: outflank --help'),
        (["perft", "abc"], 'for DEPTH: "abc" is not a whole number'),
        (["perft"], "DEPTH is missing. Try: outflank perft --help"),
        (["board", "--mark"], "--mark needs a value. Try: outflank board --help"),
        (["levels", "3"], '"3" is one word too many. Try: outflank levels --help'),
        (["best", "--level", "61"], "Try: outflank best --help"),
    ],
)
def test_what_is_wrong_with_a_command_line(refuses, words, told):
    assert told.replace("?.", "?") in refuses(2, *words).err


def test_an_unknown_command_lists_all(refuses):
    told = refuses(2, "frobnicate").err
    assert f"there are {', '.join(NAMES)}. Try: outflank --help" in told


def test_help_and_board_import_no_compiler():
    program = (
        "import sys; from outflank.cli import main\n"
        "for words in (['--help'], ['board'], ['board', 'f5d6', '--json'],\n"
        "              *([word, '--help'] for word in sys.argv[1:])):\n"
        "    assert main(words) == 0\n"
        "heavy = {'numba', 'numpy', 'llvmlite'} & set(sys.modules)\n"
        "sys.exit(f'imported {heavy}' if heavy else 0)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *COMMANDS, *SERVERS], capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_best_imports_no_textbook_and_no_training():
    program = (
        "import sys; from outflank.cli import main\n"
        "assert main(['best', 'f5d6', '--level', '1']) == 0\n"
        "rooms = ('outflank.textbook', 'outflank.analysis', 'outflank.training', 'rich')\n"
        "heavy = [room for room in rooms if room in sys.modules]\n"
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
        ["analyze", GAME, "--depth", "1", "--exact-from", "34", "--json"],
        ["analyze", GAME, "--depth", "1", "--exact-from", "28", "--article", "mtdf", "--json"],
        ["hint", "--depth", "60", "--json"],
        ["selfplay", "--level", "20", "--json"],
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
    process = start("analyze", GAME, "--depth", "1", "--exact-from", "34")
    assert process.stdout.readline().startswith(b"Murakami Takeshi (Black)")
    time.sleep(3)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err.decode().splitlines()[-1] == "outflank: interrupted"
    assert b"of 62 moves were analysed" in out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["hint", "--depth", "60"], " f5 d6"),
        (["hint", "--depth", "60", "--json"], '"pv": ["f5", "d6"]'),
        (["best", "--depth", "60"], "Line: f5 d6"),
        (["best", "--depth", "60", "--json"], '"pv": ["f5", "d6"]'),
    ],
)
def test_ctrl_c_keeps_the_best_that_was_found(run, monkeypatch, words, told):
    from outflank import Engine, Info, Move, Score

    def analyse(self, board, limit, multipv, report):
        line = (Move("f5"), Move("d6"))
        report([Info(line[0], Score(1, bound="estimate"), 2, 100, line, nodes=9, seconds=0.1)])
        raise KeyboardInterrupt

    monkeypatch.setattr(Engine, "analyse", analyse)
    ran = run(*words)
    assert (ran.code, ran.err) == (130, "outflank: interrupted\n")
    assert told in ran.out


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
