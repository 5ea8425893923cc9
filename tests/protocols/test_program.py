"""A child process: lines with time limits, what it said kept, its end and that of its children."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from outflank.protocols import ProtocolError, end_on_signals, program
from outflank.protocols.program import Program, split_command
from processes import is_alive, wait_for_end

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kills processes as POSIX does")

ECHO = "while True:\n line = input()\n print('got', line, flush=True)"


def python(code):
    return [sys.executable, "-c", f"import os, signal, sys, time\n{code}"]


@pytest.fixture
def own_handlers():
    """Handlers of signals that a test may set: the usual ones, at first."""
    before = {number: signal.signal(number, signal.SIG_DFL) for number in program.ENDING}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def soon(seconds=5.0):
    return time.monotonic() + seconds


class TestLines:
    def test_lines_there_and_back(self):
        with Program(python(ECHO)) as one:
            one.send("hello")
            assert one.read(soon()) == "got hello"
            one.send("again")
            assert one.read(soon()) == "got again"
            assert one.status is None

    def test_no_line_in_time(self):
        with Program(python(ECHO)) as one:
            started = time.monotonic()
            assert one.read(soon(0.05)) is None
            assert time.monotonic() - started < 1

    def test_the_end_of_its_output_is_an_error(self):
        with Program(python("print('bye'); print('oh\\nno', file=sys.stderr); sys.exit(4)")) as one:
            assert one.read(soon()) == "bye"
            with pytest.raises(ProtocolError, match="has ended; exit status 4") as caught:
                one.read(soon())
        assert caught.value.status == 4
        assert caught.value.printed == ("bye",)
        assert caught.value.complained == ("oh", "no")
        assert 'it last printed "bye"; it last complained "no"' in str(caught.value)

    def test_a_signal_is_named(self):
        with (
            Program(python("os.kill(os.getpid(), 11)")) as one,
            pytest.raises(ProtocolError, match="ended by SIGSEGV"),
        ):
            one.read(soon())

    def test_controls_and_other_ends_of_lines(self):
        code = r"sys.stdout.buffer.write(b'a\tb\x1b[1m\r\n\xff\nlast'); sys.stdout.flush()"
        with Program(python(code)) as one:
            lines = one.read_to_end(soon())
        assert lines == ["a b[1m", "�", "last"]

    def test_a_long_line_is_cut(self):
        with Program(python("print('x' * 1_000_000); print('y')")) as one:
            assert len(one.read(soon())) == program.LONGEST_LINE
            assert one.read(soon()) == "y"

    def test_more_than_is_read_does_not_stop_it(self, monkeypatch):
        monkeypatch.setattr(program, "MOST_WAITING", 10)
        with Program(python("for n in range(100_000): print(n)")) as one:
            assert one.wait(20) == 0
            end = soon()
            while one.printed[-1:] != ("99999",) and time.monotonic() < end:
                time.sleep(0.01)
            lines = one.read_to_end(soon())
        assert lines == [str(number) for number in range(99_990, 100_000)]
        assert len(one.printed) == program.KEPT_LINES

    def test_long_lines_that_wait_are_few(self, monkeypatch):
        monkeypatch.setattr(program, "MOST_CHARACTERS", 1000)
        with Program(python("for n in range(100): print('x' * 98, f'{n:02}')")) as one:
            assert one.wait(20) == 0
            end = soon()
            while one.printed[-1:] != (f"{'x' * 98} 99",) and time.monotonic() < end:
                time.sleep(0.01)
            assert [line[-2:] for line in one.read_to_end(soon())] == [
                str(n) for n in range(91, 100)
            ]

    def test_what_comes_after_the_deadline_is_for_who_asks_later(self):
        with Program(python("while True: print('more' * 10)")) as one:
            deadline = time.monotonic() + 0.3
            while one.read(deadline) is not None:
                pass
            assert time.monotonic() - deadline < 3
            assert one.read(soon()) is not None

    def test_a_program_that_does_not_read(self):
        with Program(python("time.sleep(600)")) as one:
            with pytest.raises(ProtocolError, match="does not read"):
                one.send("x" * 1_000_000, 0.2)
            assert wait_for_end(one.pid)

    def test_a_program_that_has_closed_its_input(self):
        with Program(
            python("sys.stdin.close(); os.close(0); print(1, flush=True); time.sleep(9)")
        ) as one:
            one.read(soon())
            with pytest.raises(ProtocolError, match="closed its input"):
                one.send("hello")
            with pytest.raises(ProtocolError, match="was ended before"):
                one.send("hello")


class TestCommands:
    @pytest.mark.parametrize(
        ("command", "reason"),
        [
            ("no-such-program -x", 'no program "no-such-program" was found'),
            ("", "empty"),
            ("'", "no closing quotation"),
            ([], "empty"),
            ("/", "cannot be started: permission denied"),
            ("a\0b", "cannot be started"),
        ],
    )
    def test_what_cannot_be_started(self, command, reason):
        with pytest.raises(ProtocolError, match=reason):
            Program(command)

    def test_no_shell_runs_it(self, tmp_path):
        mark = tmp_path / "mark"
        code = "print(sys.argv[1:])"
        with Program([*python(code), f"$HOME; touch {mark}"]) as one:
            assert one.read(soon()) == f"['$HOME; touch {mark}']"
        assert not mark.exists()
        assert split_command("a 'b c' \"d\"") == ["a", "b c", "d"]


STUBBORN = (
    "signal.signal(signal.SIGTERM, signal.SIG_IGN); signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
    "print('ready', flush=True); time.sleep(600)"
)
PARENT = (
    "import subprocess\n"
    "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
    "print(child.pid, flush=True)\n"
)


class TestEnd:
    def test_it_may_quit(self):
        one = Program(python("print(input()); sys.exit(7)"))
        one.end()
        assert one.status == 7
        assert one.read_to_end(soon()) == ["quit"]
        one.end()

    def test_the_end_of_its_input_is_enough(self):
        one = Program(python("print(len(sys.stdin.read()))"), farewell=None)
        one.end()
        assert one.status == 0
        assert one.read_to_end(soon()) == ["0"]

    def test_a_stubborn_one_is_killed_within_two_seconds(self):
        one = Program(python(STUBBORN))
        one.read(soon())
        started = time.monotonic()
        one.end()
        assert time.monotonic() - started < 2
        assert one.status == -signal.SIGKILL

    @pytest.mark.parametrize("then", ["time.sleep(600)", "sys.stdin.read()"])
    def test_what_it_started_ends_with_it(self, then):
        one = Program(python(PARENT + then))
        child = int(one.read(soon()))
        assert is_alive(child)
        one.end()
        assert wait_for_end(child)

    def test_an_error_ends_it(self):
        one = Program(python(STUBBORN))
        one.read(soon())
        with pytest.raises(ProtocolError, match="reason"):
            one.fail("reason")
        assert wait_for_end(one.pid)


#: Starts a stubborn program, tells its number, and does what else is asked for.
OWNER = f"""
import os, signal, sys, time
from outflank.protocols.program import Program
one = Program([sys.executable, "-c", "import signal, time\\n{STUBBORN.replace(chr(10), "; ")}"])
one.read(time.monotonic() + 5)
print(one.pid, flush=True)
"""


class TestOurEnd:
    """No program outlives the process that started it."""

    @pytest.mark.parametrize(
        "then",
        ["", "del one", "raise RuntimeError", "sys.exit(3)", "os.fork() or os._exit(0); os.wait()"],
    )
    def test_exits(self, then):
        ran = subprocess.run(
            [sys.executable, "-W", "ignore", "-c", OWNER + then],
            check=False,
            capture_output=True,
            text=True,
        )
        assert wait_for_end(int(ran.stdout))

    def test_ctrl_c(self):
        owner = subprocess.Popen(
            [sys.executable, "-c", OWNER + "one.read(time.monotonic() + 60)"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        with owner:
            pid = int(owner.stdout.readline())
            owner.send_signal(signal.SIGINT)
            owner.wait(10)
        assert wait_for_end(pid)

    def test_a_child_of_ours_does_not_end_it(self):
        with Program(python(ECHO)) as one:
            ours = os.fork()
            if ours == 0:
                program._end_all()
                os._exit(0)
            os.waitpid(ours, 0)
            one.send("still here")
            assert one.read(soon()) == "got still here"

    def test_an_interrupt_while_it_starts(self, monkeypatch):
        """The exception of a handler comes while the system starts the process."""
        started = []

        def slow_start(words, name):
            started.append(program_start(words, name))
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.2)
            return started[0]

        program_start = program._start
        monkeypatch.setattr(program, "_start", slow_start)
        with pytest.raises(KeyboardInterrupt):
            Program(python(STUBBORN))
        assert wait_for_end(started[0].pid)
        assert program._running == set()

    def test_an_interrupt_before_anything_waits_for_the_start(self, monkeypatch):
        """The exception comes so early that the start goes on without its caller."""
        started, threads = [], []

        def slow_start(words, name):
            time.sleep(0.2)
            started.append(program_start(words, name))
            return started[0]

        def interrupted(action):
            threads.append(threading.Thread(target=action))
            threads[0].start()
            raise KeyboardInterrupt

        program_start = program._start
        monkeypatch.setattr(program, "_start", slow_start)
        monkeypatch.setattr(program, "_run_uninterrupted", interrupted)
        with pytest.raises(KeyboardInterrupt):
            Program(python(STUBBORN))
        threads[0].join()
        assert wait_for_end(started[0].pid)
        assert program._running == set()

    @pytest.mark.parametrize("number", program.ENDING)
    def test_signals_end_programs_with_us(self, number, own_handlers):
        with Program(python(STUBBORN)) as one:
            one.read(soon())
            before = end_on_signals()
            assert before == dict.fromkeys(program.ENDING, signal.SIG_DFL)
            with pytest.raises(SystemExit) as caught:
                signal.raise_signal(number)
            assert caught.value.code == 128 + number
            assert one.wait(2) == -signal.SIGKILL

    def test_a_signal_that_is_ignored_stays_so(self, own_handlers):
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        assert set(end_on_signals()) == {signal.SIGTERM}
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN

    @pytest.mark.parametrize("number", program.ENDING)
    def test_a_user_s_own_process(self, number, tmp_path):
        """Ended by a signal that nobody handles it leaves a program; one that handles it not."""
        for handled in (False, True):
            mark = tmp_path / f"pid-{handled}"
            code = (
                "import sys, time; from pathlib import Path\n"
                "from outflank.protocols import end_on_signals\n"
                "from outflank.protocols.program import Program\n"
                f"if {handled}: end_on_signals()\n"
                f"one = Program({python(STUBBORN)!r})\n"
                "one.read(time.monotonic() + 20)\n"
                f"Path({str(mark)!r}).write_text(str(one.pid)); print('up', flush=True)\n"
                "time.sleep(60)\n"
            )
            user = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
            with user:
                assert user.stdout is not None
                assert user.stdout.readline()
                user.send_signal(number)
                assert user.wait(20) == (128 + number if handled else -number)
            pid = int(mark.read_text())
            if handled:
                assert wait_for_end(pid)
            else:
                os.kill(pid, signal.SIGKILL)  # it is still there
