"""outflank lab watch: the tree, the screen and its keys, recordings written and played."""

import io
import json
import os
import random
import re
import select
import signal
import struct
import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import fields
from itertools import pairwise
from pathlib import Path
from typing import get_args

import pytest

from outflank.cli.keys import DOWN, ENTER, ESC, LEFT, RIGHT, UP, NoKeyboard, Sequences, keyboard
from outflank.cli.lab_watch import DriverName
from outflank.cli.watch_player import Player
from outflank.cli.watch_screen import Scale, bars, screen
from outflank.cli.watch_text import told
from outflank.lab.recorder import record
from outflank.lab.recording import Driver, NodeEntered, ProbeBegan, Search
from outflank.lab.recording_file import EVENTS, parse_recording, to_json
from outflank.textbook import random_midgame

MIDGAME = random_midgame(7, 18).to_text()
MUST_PASS = "OOOXXXXOOOOOOOOOOOOOOXOXOOOOXOXXOOOOXX-XOOOOOXX-OOXXXOXXOOOOOOOO X"


def test_the_names_are_those_of_the_drivers():
    assert set(get_args(DriverName)) == set(Driver)


class TestThePage:
    PAGE = (Path(__file__).resolve().parents[2] / "docs" / "recording.md").read_text("utf-8")

    def test_its_example_is_what_is_written(self, run):
        words = re.search(r"^    \$ outflank (lab watch .*)$", self.PAGE, re.MULTILINE)
        out = run(*words[1].split()).out
        shown = self.PAGE[words.end() + 1 :].split("\n\n", 1)[0].splitlines()
        assert [line[4:] for line in shown] == out.splitlines()
        written = run(*words[1].split(), "--json").out.splitlines()
        for line in (*written[:8], *written[-4:]):
            assert f"    {line}\n" in self.PAGE

    def test_it_has_every_key(self):
        events = self.PAGE.partition("Every event has")[2]
        for name, kind in EVENTS.items():
            row = re.search(rf"^\| `{name}` \|.*$", events, re.MULTILINE)[0]
            assert all(f"`{field.name}`" in row for field in fields(kind))
        for field in fields(Search):
            assert f"| `{field.name}` |" in self.PAGE
        for driver in Driver:
            assert f"| `{driver}` |" in self.PAGE


class TestTree:
    def test_every_event_has_a_line(self, run):
        ran = run("lab", "watch", "--depth", 2)
        assert (ran.code, ran.err) == (0, "")
        lines = ran.out.splitlines()
        assert lines[9] == "Black to move, 42 empties; mtdf to depth 2; values in mtdf-article"
        assert len(lines) == 10 + len(list(record(Search(MIDGAME, depth=2))))
        assert lines[10] == "depth 2, first guess +0"
        assert lines[11] == "probe 1 (-1, +0): at least +0? (known: -∞ to +∞)"
        assert lines[12] == "  root: depth 2, window (-1, +0)"
        assert lines[13].startswith("    moves: g4 0, g6 -3, ")
        assert lines[-1] == "value -64, best g4, 30 nodes, 2 probes"

    def test_the_tree_is_indented(self, run):
        lines = run("lab", "watch", "--depth", 3).out.splitlines()[10:]
        indents = [len(line) - len(line.lstrip()) for line in lines]
        assert set(indents) == {0, 2, 4, 6, 8, 10}
        assert all(later - earlier <= 2 for earlier, later in pairwise(indents))

    def test_what_is_told(self, run):
        out = run("lab", "watch", "--depth", 4, "--driver", "pvs").out
        for words in ("CUT-OFF", "that answers", "stored: ≥", "or more: again, window", "leaf: "):
            assert words in out

    def test_passes_and_ends(self, run):
        out = run("lab", "watch", MUST_PASS, "--depth", 3).out
        assert "no move: the other side goes on" in out
        assert "end of the game: " in out
        assert "best pass, " in out
        out = run("lab", "watch", "X" * 64, "--driver", "alphabeta").out
        assert "value +64000, best -, 1 node, 1 probe" in out

    def test_lines_are_counted_and_probes_always_told(self, run):
        whole = run("lab", "watch", "--depth", 3, "--lines", 100_000).out.splitlines()
        ran = run("lab", "watch", "--depth", 3, "--lines", 7).out.splitlines()
        outline = [line for line in whole[10:] if not line.startswith(" ")]
        assert [line for line in ran[10:] if not line.startswith(" ")] == outline
        left_out = re.findall(
            r"^  \.\.\. (\d+) lines left out \(--lines\)$", "\n".join(ran), re.MULTILINE
        )
        assert len(ran) - len(left_out) + sum(map(int, left_out)) == len(whole)
        assert len(run("lab", "watch", "--lines", 0).out.splitlines()) < 50

    @pytest.mark.parametrize("driver", Driver)
    def test_every_driver(self, run, driver):
        ran = run("lab", "watch", "--driver", driver, "--iterative", "--lines", 5)
        assert ran.code == 0
        assert f"{driver} to depth 4, iterative; values" in ran.out
        assert "value -74, best g4, " in ran.out

    def test_the_other_options(self, run):
        ran = run("lab", "watch", "--article", "pvs", "--faithful", "--no-table", "--depth", 2)
        assert "with the program's faults, no table; values in pvs-article" in ran.out
        assert "Black to move, 60 empties" in ran.out
        assert "stored" not in ran.out
        assert "first guess -74" in run("lab", "watch", "--guess", "-74", "--depth", 1).out

    def test_a_stream_without_mathematical_signs(self, start):
        process = start("lab", "watch", "--depth", "1", environment={"PYTHONIOENCODING": "cp1252"})
        out, err = process.communicate()
        assert (process.returncode, err) == (0, b"")
        assert b"known: -inf to +inf" in out
        assert b"stored: >= " in out
        assert b"?" not in out.replace(b"at least +0?", b"").replace(b"at least -74?", b"")[:900]

    @pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")
    @pytest.mark.parametrize("options", ["--lines 100000", "--json"])
    def test_a_reader_that_leaves(self, options):
        line = f"('{sys.executable}' -m outflank lab watch {options}; echo $? >&3) 3>&2 | head -2"
        ran = subprocess.run(["/bin/sh", "-c", line], capture_output=True, text=True, check=False)
        assert ran.stderr == "0\n"


class TestRecording:
    def test_json_is_a_recording(self, run):
        ran = run("lab", "watch", "--driver", "aspiration", "--depth", 3, "--json")
        assert (ran.code, ran.err) == (0, "")
        recording = parse_recording(ran.out.encode(), "out")
        assert recording.search == Search(MIDGAME, Driver.ASPIRATION, 3)
        made = json.loads(ran.out)["events"]
        assert made == [to_json(event) for event in record(recording.search)]

    def test_it_is_played(self, run, tmp_path):
        file = tmp_path / "a.json"
        file.write_text(run("lab", "watch", "--depth", 2, "--json").out)
        ran = run("lab", "watch", "--recording", file)
        assert ran.out == run("lab", "watch", "--depth", 2).out

    def test_it_is_played_from_standard_input(self, run, refuses):
        text = run("lab", "watch", "--depth", 2, "--json").out
        ran = run("lab", "watch", "--recording", "-", stdin=text)
        assert ran.out == run("lab", "watch", "--depth", 2).out
        ran = refuses(1, "lab", "watch", "--recording", "-", stdin=text[:900])
        assert "standard input: line " in ran.err

    def test_windows_at_infinity(self, run):
        out = run("lab", "watch", "--driver", "mtsss", "--depth", 2).out
        assert "probe 1 (+∞-1, +∞): at least +∞? (known: -∞ to +∞)" in out
        assert "g4: depth 1, window (-∞, -∞+1)" in out
        assert "probe 1 (-∞, -∞+1): " in run("lab", "watch", "--driver", "mtdual").out
        assert "999999" not in out
        _, _, probe, *_ = run("lab", "watch", "--driver", "mtsss", "--json").out.splitlines()
        assert '"alpha": 999999, "beta": null' in probe

    def test_playing_needs_no_compiler(self, run, tmp_path):
        file = tmp_path / "a.json"
        file.write_text(run("lab", "watch", "--depth", 1, "--json").out)
        program = (
            "import sys; from outflank.cli import main\n"
            "assert main(['lab', 'watch', '--recording', sys.argv[1]]) == 0\n"
            "assert main(['lab', 'watch', '--help']) == 0\n"
            "sys.exit('numba' in sys.modules or 'numpy' in sys.modules)"
        )
        words = [sys.executable, "-c", program, str(file)]
        assert subprocess.run(words, capture_output=True, check=False).returncode == 0

    def test_too_many_events(self, refuses):
        ran = refuses(2, "lab", "watch", "--depth", 3, "--json", "--events", 100)
        assert "more than 100 events: --depth less than 3, or more --events" in ran.err
        assert ran.out == ""

    def test_a_damaged_file(self, refuses, run, tmp_path):
        text = run("lab", "watch", "--depth", 2, "--json").out
        file = tmp_path / "a.json"
        file.write_text(text[:1000])
        ran = refuses(1, "lab", "watch", "--recording", file)
        assert "a.json: line " in ran.err
        file.write_text(text.replace('"g6"', '"a1"', 1))
        assert (
            "a.json: event 4: not the legal moves"
            in refuses(1, "lab", "watch", "--recording", file).err
        )
        assert "no such file" in refuses(1, "lab", "watch", "--recording", tmp_path / "b.json").err


@pytest.mark.parametrize(
    "words",
    [
        ["--depth", "9"],
        ["--depth", "0"],
        ["--driver", "chess"],
        ["--driver", "pvs", "--guess", "3"],
        ["--guess", "1000001"],
        ["--json", "--plain"],
        ["--json", "--speed", "3"],
        ["--json", "--lines", "3"],
        ["--json", "--recording", "a.json"],
        ["--plain", "--speed", "3"],
        ["--speed", "0"],
        ["--events", "7"],
        ["--lines", "-1"],
        ["f5", "--recording", "a.json"],
        ["--recording", "a.json", "--no-table"],
        ["--recording", "a.json", "--depth", "3"],
        ["--foo"],
    ],
)
def test_what_cannot_be_meant(refuses, words):
    assert refuses(2, "lab", "watch", *words).out == ""


def player(driver=Driver.MTDF, depth=3):
    search = Search(MIDGAME, driver, depth)
    return Player(search, record(search))


class TestPlayer:
    def test_there_and_back(self):
        there = player()
        states = [there.now]
        while there.step():
            states.append(there.now)
        assert there.ended
        assert there.step() is None
        for state in reversed(states):
            assert there.now == state
            there.back()
        there.back()
        assert there.steps(9) == []
        for state in states[1:]:
            there.step()
            assert there.now == state
        assert there.steps(1) == [told(there.now.ended)]

    def test_what_is_remembered(self, monkeypatch):
        monkeypatch.setattr("outflank.cli.watch_player.KEPT", 3)
        there = player()
        for _ in range(10):
            there.step()
        for _ in range(10):
            there.back()
        assert there.now.events == 7
        assert len(there.steps(9)) == 0


class TestScreen:
    @pytest.mark.parametrize("driver", Driver)
    def test_any_size(self, driver):
        there = player(driver)
        sizes = random.Random(3)
        while there.step():
            width, height = sizes.randint(1, 200), sizes.randint(1, 60)
            lines = screen(there.now, there.steps(height), "keys", width, height)
            assert len(lines) == height
            assert all(len(line) <= width for line in lines)

    def test_what_is_on_it(self):
        there = player(depth=4)
        while not isinstance(there.step(), ProbeBegan) or there.now.probes < 3:
            pass
        while not isinstance(there.step(), NodeEntered) or len(there.now.frames) < 3:
            pass
        for width in (40, 80, 200):
            lines = [line.plain for line in screen(there.now, there.steps(40), "keys", width, 40)]
            text = "\n".join(lines)
            assert "probe 3 (" in text
            assert "known at depth 4: -∞ to -" in text
            assert "0 root depth 4 (" in text
            assert re.search(r"^.*1 [a-h][1-8] depth 3 \(", text, re.MULTILINE)
            assert "a b c d e f g h" in text
            assert "[●]" in text or "[○]" in text or "[X]" in text or "[O]" in text
            assert lines[-1] == "keys"

    @pytest.mark.parametrize(
        ("width", "height", "fits"),
        [(80, 21, False), (80, 22, True), (40, 22, False), (40, 23, True), (21, 60, False)],
    )
    def test_the_board_is_whole_or_missed(self, width, height, fits):
        there = player()
        for _ in range(5):
            there.step()
        lines = [line.plain for line in screen(there.now, there.steps(9), "", width, height)]
        assert any(line.startswith("too small for") for line in lines) != fits
        assert any("to move" in line[:22] for line in lines) == fits

    def test_the_signs_are_explained_where_there_is_room(self):
        for height in (22, 23):
            lines = [line.plain for line in screen(player().now, [], "", 100, height)]
            assert any("| both ends" in line for line in lines) == (height == 23)

    def test_the_line_of_values(self):
        scale = Scale([-10, 10], 21)
        assert (scale.least, scale.greatest) == (-12, 12)
        assert scale.axis() == "-12               +12"
        assert scale.interval(None, None, "[=]") == "=" * 21
        assert scale.interval(-12, 12, "[=]") == "[" + "=" * 19 + "]"
        assert scale.interval(0, None, "(-)") == "." * 10 + "(" + "-" * 10
        assert scale.interval(0, 0, "(-)") == "." * 10 + "|" + "." * 10
        assert scale.marks([(-12, ">"), (12, "<"), (99, "=")]) == ">" + " " * 19 + "="
        assert Scale([], 5).axis() == "-1 +1"

    def test_bars_close_in(self):
        there = player()
        while there.step():
            pass
        _, bounds, asked, answers = bars(there.now, 80)
        assert bounds.count("|") == 1
        assert asked == "window  "
        assert set(answers.removeprefix("answers ")) <= set(" <>=")


class TestKeys:
    def test_sequences(self):
        keys = Sequences()
        keys.add(b"n\x1b[A\x1bOB\x1b[C\x1b[D\r\n\xc3\xa9q\x1b[17~")
        found = [keys.next() for _ in range(10)]
        assert found == ["n", UP, DOWN, RIGHT, LEFT, ENTER, ENTER, "q", "", ""]
        keys.add(b"\x1b")
        assert [keys.next(), keys.next()] == [ESC, ""]

    def test_no_keyboard(self, monkeypatch):
        monkeypatch.setattr(sys, "stdin", io.StringIO("x"))
        with keyboard() as keys:
            assert keys is None
        assert NoKeyboard().read(0) == ""


@contextmanager
def terminal(*words, rows=30, columns=80, stdin=True, **environment):
    """The program on a terminal of its own; a function that types and hands back what came."""
    import fcntl
    import pty
    import termios

    inside, outside = pty.openpty()
    size = struct.pack("HHHH", rows, columns, 0, 0)
    fcntl.ioctl(outside, termios.TIOCSWINSZ, size)
    usual = {"TERM": "xterm", "PYTHONIOENCODING": "utf-8", "LC_ALL": "C.UTF-8"}
    process = subprocess.Popen(
        [sys.executable, "-m", "outflank", "lab", "watch", *words],
        stdin=outside if stdin else subprocess.DEVNULL,
        stdout=outside,
        stderr=outside,
        env={**os.environ, **usual, **environment},
        start_new_session=True,
        # Only the terminal that a process controls sends it Ctrl-C; no thread is at work here.
        preexec_fn=lambda: fcntl.ioctl(1, termios.TIOCSCTTY, 0),  # noqa: PLW1509
    )
    process.terminal = outside
    seen = b""

    def type_and_wait(text, awaited, seconds=30):
        nonlocal seen
        if text:
            os.write(inside, text.encode())
        until = time.monotonic() + seconds
        while not re.search(awaited.encode(), seen, re.DOTALL):
            assert time.monotonic() < until, (awaited, seen[-3000:])
            if select.select([inside], [], [], 0.1)[0]:
                seen += os.read(inside, 65536)
        found, seen = seen, b""
        return found.decode(errors="replace")

    try:
        yield process, type_and_wait
    finally:
        process.kill()
        process.wait()
        os.close(inside)
        os.close(outside)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX terminal")
class TestTerminal:
    def test_keys(self):
        with terminal() as (process, types):
            assert "before the first probe" in types("", "q quit")
            types("\r", "depth 4, first guess")
            types("n", r"0 root depth 4 \(-1, \+0\)")
            types("\x1b[B", "moves: g4 0")
            types("b", "q quit")
            types("p", "probe 2 .*answers +<")
            types("c", "value -74, best g4, 785 nodes, 12 probes.*b back  q quit")
            types("b", "probe 12 answers")
            types("q", r"\x1b\[\?1049lleft after \d+ events; the value is known: -74")
            assert process.wait(30) == 0

    def test_escape_leaves_and_the_keys_are_gone(self):
        with terminal() as (process, types):
            types("", "q quit")
            left = types("\x1b", r"1049lleft after 0 events")
            assert "q quit" not in left
            assert process.wait(30) == 0

    def test_an_arrow_that_comes_in_two_pieces(self):
        with terminal() as (process, types):
            types("", "q quit")
            types("\x1b", "")
            types("[B", "depth 4, first guess")
            types("q", "left after 1 event")
            assert process.wait(30) == 0

    def test_it_plays_by_itself_and_a_key_stops_it(self):
        with terminal("--speed", "50") as (process, types):
            types("", "playing; any key stops")
            types("x", "q quit")
            types("c", "value -74")
            types("q", "value -74, best g4")
            assert process.wait(30) == 0

    def test_without_a_keyboard_it_leaves_at_the_end(self):
        with terminal("--speed", "1000", "--depth", "2", stdin=False) as (process, types):
            types("", r"1049l.*value -64, best g4, 30 nodes")
            assert process.wait(30) == 0

    def test_ctrl_c(self):
        with terminal(NO_COLOR="1") as (process, types):
            types("", "q quit")
            types("n", "1 node")
            types("\x03", r"1049loutflank: interrupted")
            assert process.wait(30) == 130

    def test_the_terminal_is_as_it_was(self):
        import termios

        def waits_for_enter():
            return bool(termios.tcgetattr(process.terminal)[3] & termios.ICANON)

        with terminal() as (process, types):
            types("", "q quit")
            assert not waits_for_enter()
            types("q", "left after 0 events")
            assert process.wait(30) == 0
            assert waits_for_enter()

    @pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
    def test_the_terminal_is_as_it_was_after_a_signal(self, name):
        import termios

        with terminal() as (process, types):
            before = termios.tcgetattr(process.terminal)
            before[3] |= termios.ICANON | termios.ECHO
            types("", "q quit")
            process.send_signal(signal.Signals[name])
            left = types("", r"1049l.*\x1b\[\?25h|\x1b\[\?25h.*1049l")
            assert "Traceback" not in left
            assert process.wait(30) == 128 + signal.Signals[name]
            assert termios.tcgetattr(process.terminal)[3] == before[3]

    def test_single_keys_after_a_stop(self):
        import termios

        with terminal() as (process, types):
            types("", "q quit")
            single = termios.tcgetattr(process.terminal)
            usual = [*single[:3], single[3] | termios.ICANON | termios.ECHO, *single[4:]]
            termios.tcsetattr(process.terminal, termios.TCSANOW, usual)  # as a shell does
            process.send_signal(signal.SIGCONT)
            end = time.monotonic() + 10
            while termios.tcgetattr(process.terminal)[3] != single[3]:
                assert time.monotonic() < end
                time.sleep(0.02)
            types("n", "1 node")
            types("q", "left after")
            assert process.wait(30) == 0

    def test_a_terminal_that_can_only_write_lines(self):
        with terminal(TERM="dumb") as (process, types):
            types("\n", "depth 4, first guess")
            types("3\n", "moves: g4 0")
            types("help\n", "to the next position")
            types("n\n", "g4: depth 3")
            assert "\x1b" not in types("p\n", "probe 2")
            types("q\n", "left after")
            assert process.wait(30) == 0

    def test_lines_by_themselves(self):
        with terminal("--speed", "1000", "--depth", "1", TERM="dumb") as (process, types):
            types("", "value -84|value .*, best ")
            assert process.wait(30) == 0

    def test_plain(self):
        with terminal("--plain", "--depth", "1") as (process, types):
            _, tree = types("", "value .*, best .* probes").split("a b c d e f g h")
            assert "\x1b" not in tree
            assert process.wait(30) == 0
