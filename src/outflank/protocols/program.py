"""A child process that speaks lines: started, asked within time limits, ended for certain.

A program runs in a process group of its own, so that Ctrl-C at a terminal is ours alone and
what it starts in that group is ended with it. It is ended when it is closed, and at the latest
when this process exits. A signal that this process does not handle, such as SIGTERM or SIGHUP by
default, and ``kill -9`` in any case, is no exit: nobody is left to end the program, and it
only reads the end of its standard input, at which engines quit. Commands handle `ENDING`;
whoever uses the library has them handled by `end_on_signals`, or by a handler of his own
that raises SystemExit.
"""

from __future__ import annotations

import atexit
import os
import re
import select
import shlex
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from types import FrameType
from typing import IO, Any, Final, NoReturn, Self

from outflank.board.errors import OutflankError, quoted

#: Characters of a line that are kept; the rest of a longer one is dropped.
LONGEST_LINE: Final = 1 << 16

#: Lines, and characters, that wait to be read. Of a program that writes more than is read the
#: oldest go.
MOST_WAITING: Final = 1 << 14
MOST_CHARACTERS: Final = 1 << 22

#: Lines kept to tell what a program last wrote.
KEPT_LINES: Final = 20

#: Seconds that a program has to quit by itself, and those it has after SIGTERM.
POLITE: Final = 0.8
TERMINATED: Final = 0.6

#: Seconds to wait for the end of a process that was killed, and for its last words.
KILLED: Final = 0.4
LAST_WORDS: Final = 0.1

#: Bytes taken from a pipe at once.
_CHUNK: Final = 1 << 16

_CONTROLS: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_IS_POSIX: Final = os.name == "posix"


class ProtocolError(OutflankError):
    """What an external program did that its protocol, or we, cannot take.

    Attributes:
        printed: the last lines of its standard output.
        complained: the last lines of its standard error.
        status: how it ended: its exit status, or a signal's number, negative; None if it runs.
    """

    def __init__(
        self,
        message: str,
        *,
        printed: Sequence[str] = (),
        complained: Sequence[str] = (),
        status: int | None = None,
    ) -> None:
        super().__init__(message)
        self.printed = tuple(printed)
        self.complained = tuple(complained)
        self.status = status


def split_command(command: str | Sequence[str]) -> list[str]:
    """The words of a command; text is split as a shell does, but no shell runs it.

    Raises:
        ProtocolError: it has no word, or a quote without an end.

    >>> split_command("engine -l 2 'my book'")
    ['engine', '-l', '2', 'my book']
    """
    try:
        words = shlex.split(command, posix=_IS_POSIX) if isinstance(command, str) else list(command)
    except ValueError as error:
        raise ProtocolError(f"command {quoted(str(command))}: {str(error).lower()}") from None
    if not words or not words[0]:
        raise ProtocolError("the command of a program is empty")
    return words


class Program:
    """A program that was started and speaks lines.

    Its methods raise `ProtocolError` where the program does not do its part; the message
    names the command, how it ended and what it last said.

    Args:
        command: the program and its arguments.
        farewell: the line that asks it to quit; None: the end of its input says so.

    Raises:
        ProtocolError: it cannot be started.
    """

    def __init__(self, command: str | Sequence[str], farewell: str | None = "quit") -> None:
        self.words = split_command(command)
        self.name = command if isinstance(command, str) else shlex.join(command)
        self._farewell = farewell
        self._writing = threading.RLock()  # a write that fails ends the program
        self._ended = True
        self._unwanted = False
        try:
            _run_uninterrupted(self._start)
        except BaseException:
            # The start may not be over: whichever comes last, this or its end, kills.
            self._unwanted = True
            self.kill()
            raise

    def _start(self) -> None:
        self._process = _start(self.words, self.name)
        assert self._process.stdin is not None
        if _IS_POSIX:  # a program that does not read must not stop us
            os.set_blocking(self._process.stdin.fileno(), False)
        self._output = _Lines(self._process.stdout, MOST_WAITING)
        self._complaints = _Lines(self._process.stderr, KEPT_LINES)
        self._ended = False
        _running.add(self)
        if self._unwanted:
            self.kill()

    @property
    def pid(self) -> int:
        """The number of its process, and of its group."""
        return self._process.pid

    @property
    def status(self) -> int | None:
        """How it ended; None while it runs."""
        return self._process.poll()

    @property
    def printed(self) -> tuple[str, ...]:
        """The last lines of its standard output."""
        return self._output.last()

    @property
    def complained(self) -> tuple[str, ...]:
        """The last lines of its standard error."""
        return self._complaints.last()

    def send(self, line: str | bytes, seconds: float = 10.0) -> None:
        """Write a line.

        Args:
            line: without its end.
            seconds: that the program has to take it.
        """
        data = memoryview((line.encode() if isinstance(line, str) else line) + b"\n")
        deadline = time.monotonic() + seconds
        with self._writing:
            while data:
                data = data[self._write(data, deadline) :]

    def _write(self, data: memoryview, deadline: float) -> int:
        stdin = self._process.stdin
        if self._ended or stdin is None or stdin.closed:
            self.fail("it was ended before")
        try:
            return os.write(stdin.fileno(), data)
        except BlockingIOError:
            if not _is_writable(stdin.fileno(), deadline - time.monotonic()):
                self.fail("it does not read what it is sent")
            return 0
        except OSError:
            self.fail("it has ended" if self._gone() else "it has closed its input")

    def close_input(self) -> None:
        """Let the program read the end of its input."""
        stdin = self._process.stdin
        if stdin is not None:
            with self._writing, suppress(OSError):
                stdin.close()

    def read(self, deadline: float) -> str | None:
        """The next line of its standard output, without its end and without control characters.

        Args:
            deadline: by `time.monotonic`.

        Returns:
            The line; None if none came in time: what comes after the deadline is for who asks
            later. The end of its output is an error.
        """
        line = self._output.next(deadline)
        if line is None and self._output.is_at_end:
            self.fail("it has ended" if self._gone() else "it has closed its output")
        return line

    def read_to_end(self, deadline: float) -> list[str] | None:
        """All lines until its output ends; None if it does not end in time."""
        lines = []
        while (line := self._output.next(deadline)) is not None:
            lines.append(line)
        return lines if self._output.is_at_end else None

    def wait(self, seconds: float) -> int | None:
        """Its status as soon as it ends; None if it does not in time."""
        with suppress(subprocess.TimeoutExpired):
            return self._process.wait(seconds)
        return None

    def _gone(self) -> bool:
        """True if the process has ended, or does so at once."""
        return self.wait(KILLED) is not None

    def fail(self, reason: str) -> NoReturn:
        """End the program and raise what it did, how it ended and what it last said."""
        status = self.status
        self.kill()
        raise self.error(reason, status)

    def error(self, reason: str, status: int | None = None) -> ProtocolError:
        """An error of this program, with how it ended and what it last said."""
        self._complaints.wait(0.0 if status is None else LAST_WORDS)
        parts = [f"{_shown(self.name)}: {reason}"]
        if status is not None:
            parts.append(ending(status))
        parts += _last_words("printed", self.printed)
        parts += _last_words("complained", self.complained)
        return ProtocolError(
            "; ".join(parts), printed=self.printed, complained=self.complained, status=status
        )

    def refusal(self, reason: str) -> ProtocolError:
        """An error of whoever asks; the program has said nothing that belongs to it."""
        return ProtocolError(f"{_shown(self.name)}: {reason}")

    def end(self) -> None:
        """Ask it to quit, then make it, with all of its group; within two seconds."""
        if self._ended:
            return
        if self.status is None:
            if self._farewell is not None:
                with suppress(OutflankError):
                    self._say_farewell(self._farewell)
            self.close_input()
            if self.wait(POLITE) is None:
                self._signal_group(signal.SIGTERM)
                self.wait(TERMINATED)
        self.kill()

    def _say_farewell(self, farewell: str) -> None:
        """Send the last line if it can be taken at once; errors end nothing here."""
        stdin = self._process.stdin
        if stdin is not None and not stdin.closed:
            with self._writing, suppress(OSError):
                os.write(stdin.fileno(), farewell.encode() + b"\n")

    def kill(self) -> None:
        """End it at once, with all of its group."""
        if self._ended:
            return
        self._ended = True
        self._signal_group(_KILL)
        _running.discard(self)
        self.close_input()
        self.wait(KILLED)
        for lines in (self._output, self._complaints):
            lines.wait(LAST_WORDS)

    def _signal_group(self, number: int) -> None:
        # The group may outlive the process that led it, and may be gone before it was waited for.
        with suppress(ProcessLookupError, PermissionError):
            if _IS_POSIX:
                os.killpg(self.pid, number)
            else:
                self._process.kill()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.end()


_KILL: Final = signal.SIGKILL if _IS_POSIX else signal.SIGTERM

#: What asks a process to end, and what tells it that its terminal is gone, where that is known.
ENDING: Final = tuple(
    getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)
)

#: Handlers that are left alone: none at all, and one that Python knows nothing of.
_NOT_OURS: Final = (signal.SIG_IGN, None)

#: Added to a signal's number this is the exit status of a process that it ended.
SIGNALLED: Final = 128

#: Programs that were started and not yet ended; one that was dropped, too, is ended at exit.
_running: Final[set[Program]] = set()


def _end_all() -> None:
    """At exit: no program outlives this process."""
    for program in list(_running):
        program.kill()


atexit.register(_end_all)


def end_on_signals() -> Mapping[int, Any]:
    """Let every signal of `ENDING` kill all programs and raise SystemExit; in the main thread.

    One that is ignored stays so: ``nohup`` means it.

    Returns:
        The handlers before, by the signals that are handled now.
    """

    def leave(number: int, _frame: FrameType | None) -> None:
        for each in handled:
            signal.signal(each, signal.SIG_IGN)  # once is enough: programs are being ended
        for program in list(_running):
            program._signal_group(_KILL)  # there is not always time to be polite
        raise SystemExit(SIGNALLED + number)

    handled = [number for number in ENDING if signal.getsignal(number) not in _NOT_OURS]
    return {number: signal.signal(number, leave) for number in handled}


def _run_uninterrupted(action: Callable[[], None]) -> None:
    """Run an action to its end: what handlers of signals raise reaches only the main thread.

    A program whose start is interrupted half-way would be nobody's.
    """
    with ThreadPoolExecutor(1) as pool:
        pool.submit(action).result()


def _forget_all() -> None:
    """In a forked child: the programs are its parent's."""
    for program in list(_running):
        program._ended = True
    _running.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_all)


def _start(words: Sequence[str], name: str) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=_IS_POSIX,
            creationflags=0 if _IS_POSIX else getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )
    except FileNotFoundError:
        raise ProtocolError(f"{_shown(name)}: no program {quoted(words[0])} was found") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise ProtocolError(
            f"{_shown(name)}: it cannot be started: {(reason or str(error)).lower()}"
        ) from None


class _Lines:
    """Reads a pipe on a thread of its own and keeps its last lines."""

    def __init__(self, pipe: IO[bytes] | None, most: int) -> None:
        assert pipe is not None
        self._pipe = pipe
        self._most = most
        self._waiting: deque[tuple[float, str]] = deque()  # with the time at which each came
        self._size = 0  # of all that wait, in characters
        self._last: deque[str] = deque(maxlen=KEPT_LINES)
        self._changed = threading.Condition()
        self._at_end = False
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    @property
    def is_at_end(self) -> bool:
        """True if the pipe has ended and every line was handed out."""
        with self._changed:
            return self._at_end and not self._waiting

    def last(self) -> tuple[str, ...]:
        """The last lines, read or not."""
        with self._changed:
            return tuple(self._last)

    def next(self, deadline: float) -> str | None:
        """The next line; None if none comes in time, or none comes any more.

        A program that writes without end keeps nobody beyond his deadline.
        """
        with self._changed:
            while not self._waiting:
                left = deadline - time.monotonic()
                if self._at_end or left <= 0:
                    return None
                self._changed.wait(left)
            if self._waiting[0][0] > deadline:
                return None
            return self._drop()

    def _drop(self) -> str:
        """The oldest line, which does not wait any more."""
        _, line = self._waiting.popleft()
        self._size -= len(line)
        return line

    def wait(self, seconds: float) -> None:
        """Wait for the end of the pipe."""
        self._thread.join(seconds)

    def _read(self) -> None:
        try:
            _each_line(self._pipe.fileno(), self._keep)
        finally:
            with self._changed:
                self._at_end = True
                self._changed.notify_all()
            self._pipe.close()

    def _keep(self, line: str) -> None:
        with self._changed:
            self._waiting.append((time.monotonic(), line))
            self._size += len(line)
            while len(self._waiting) > self._most or self._size > MOST_CHARACTERS:
                self._drop()
            if line.strip():
                self._last.append(line)
            self._changed.notify_all()


def _each_line(descriptor: int, keep: Callable[[str], None]) -> None:
    """Hand on every line of a pipe until its end; of a long one the beginning."""
    line = bytearray()
    while True:
        try:
            chunk = os.read(descriptor, _CHUNK)
        except OSError:
            chunk = b""
        if not chunk:
            break
        *whole, rest = chunk.split(b"\n")
        for part in whole:
            line += part[: LONGEST_LINE - len(line)]
            keep(_text(line))
            line.clear()
        line += rest[: LONGEST_LINE - len(line)]
    if line:
        keep(_text(line))


def _text(line: bytes | bytearray) -> str:
    """A line as text: no end, no control characters, tabs as blanks."""
    text = bytes(line).decode(errors="replace").rstrip("\r").replace("\t", " ")
    return _CONTROLS.sub("", text)


def _shown(command: str) -> str:
    """A command in a message: as it was given, but not for ever."""
    return command if len(command) <= 80 else f"{command[:79]}…"


def _is_writable(descriptor: int, seconds: float) -> bool:
    """Wait until a pipe can be written to; False if it cannot in time."""
    waiting = select.poll()
    waiting.register(descriptor, select.POLLOUT)
    return bool(waiting.poll(max(0.0, seconds) * 1000))


def ending(status: int) -> str:
    """How a process ended, by its exit status or, negative, the number of a signal."""
    if status >= 0:
        return f"exit status {status}"
    try:
        return f"ended by {signal.Signals(-status).name}"
    except ValueError:
        return f"ended by signal {-status}"


def _last_words(verb: str, lines: Sequence[str]) -> list[str]:
    return [f"it last {verb} {quoted(lines[-1].strip())}"] if lines else []
