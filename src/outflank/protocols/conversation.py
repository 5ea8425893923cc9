"""Lines in both directions: read on a thread of their own, so that they can end a search.

Other programs do not wait. A line may come while a search runs whose result nobody wants
any more, or the one who asked may be gone. What ends a search at once is

* a line that its protocol calls urgent;
* the last line of the conversation (``quit``), or the end of the input.

The second has an exception. A script that is led into a server (``printf … | outflank
gtp``) is read to its end within moments, and whoever wrote it wants its answers: where the
end came together with the command that is at work, a search goes on for ten seconds.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final, Self, TextIO

from outflank.protocols.words import plain

#: The longest line that is read whole, in characters; of a longer one the beginning is kept.
LONGEST_LINE: Final = 1 << 20
KEPT: Final = 80

#: Characters that may wait to be answered; whoever sends more waits.
MOST_WAITING: Final = 1 << 23

#: Characters that a line counts for beside its own: what it takes in memory.
_COST: Final = 200

#: What came within so many seconds came together.
TOGETHER: Final = 0.2

#: Seconds that a search of a script gets.
PATIENCE: Final = 10.0

#: Seconds between two requests to stop: the first may come before the search has begun.
REPEATED: Final = 0.002

#: Longest line of the log, in characters.
LONGEST_LOGGED: Final = 2000


class SinkError(OSError):
    """What the other program reads cannot be written, and not because it is gone."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line that came in.

    Attributes:
        text: without its end; only the beginning if it was too long.
        arrived: `time.perf_counter` when it was read.
        whole: False if it was too long.
        urgent: whether it ends a search that runs.
    """

    text: str
    arrived: float
    whole: bool = True
    urgent: bool = False


def read_lines(source: TextIO) -> Iterator[tuple[str, bool]]:
    """Every line without its end, and whether it is whole; no line fills the memory."""
    while text := source.readline(LONGEST_LINE + 1):
        if text.endswith("\n") or len(text) <= LONGEST_LINE:
            yield text.removesuffix("\n"), True
            continue
        while (rest := source.readline(LONGEST_LINE)) and not rest.endswith("\n"):
            pass
        yield text[:KEPT], False


class Log:
    """Writes down what is said in both directions, with the seconds since the beginning.

    Args:
        file: where to.
        complain: is told once if it cannot be written; the conversation goes on.
    """

    def __init__(self, file: TextIO, complain: Callable[[str], None]) -> None:
        self._file: TextIO | None = file
        self._complain = complain
        self._started = time.perf_counter()
        self._writing = threading.Lock()
        self._write(time.strftime("# %Y-%m-%d %H:%M:%S"))

    def note(self, mark: str, text: str) -> None:
        """Write a line: ``<`` came in, ``>`` went out."""
        shown = plain(text[:LONGEST_LOGGED])
        self._write(f"{time.perf_counter() - self._started:10.3f} {mark} {shown}".rstrip())

    def _write(self, line: str) -> None:
        with self._writing:
            if self._file is None:
                return
            try:
                self._file.write(f"{line}\n")
                self._file.flush()
            except (OSError, ValueError) as error:
                self._file = None
                self._complain(f"the log ends here: {error}")


def _never(_text: str) -> bool:
    return False


class Conversation:
    """A conversation with another program; a context manager.

    Args:
        source: what the other program writes.
        sink: what it reads.
        is_urgent: whether a line ends a search that runs.
        is_last: whether nothing is to be read after a line.
        log: keeps what is said.
    """

    def __init__(
        self,
        source: TextIO,
        sink: TextIO,
        *,
        is_urgent: Callable[[str], bool] = _never,
        is_last: Callable[[str], bool] = _never,
        log: Log | None = None,
    ) -> None:
        self._source, self._sink, self._log = source, sink, log
        self._is_urgent, self._is_last = is_urgent, is_last
        self._saying = threading.Lock()
        self._changed = threading.Condition()  # guards all that follows
        self._waiting: deque[Line] = deque()
        self._size = 0
        self._urgent = 0
        self._ended: float | None = None
        self._closed = False
        self._asked = 0.0
        self._begun = 0.0
        self._stop: Callable[[], None] | None = None

    def __enter__(self) -> Self:
        # They die with the process: the reader may wait for a line that never comes.
        for target in (self._read, self._watch):
            threading.Thread(target=target, name="outflank-protocol", daemon=True).start()
        return self

    def __exit__(self, *_error: object) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def lines(self) -> Iterator[Line]:
        """The lines as they come, until the last."""
        while (line := self._take()) is not None:
            yield line

    def say(self, text: str) -> None:
        """Write one line, or several at once, without delay.

        Raises:
            BrokenPipeError: nobody reads any more.
            SinkError: it cannot be written.
        """
        with self._saying:
            try:
                self._sink.write(f"{text}\n")
                self._sink.flush()
            except BrokenPipeError:
                raise
            except OSError as error:
                raise SinkError(error.errno, error.strerror or str(error)) from error
        for line in text.splitlines() if self._log is not None else ():
            self._note(">", line)

    @contextmanager
    def interruptible(self, stop: Callable[[], None]) -> Iterator[None]:
        """Around a search that ends when another line, or the end of the input, wants it to.

        Args:
            stop: asks the search to end; it may be called before it begins, and repeatedly.
        """
        with self._changed:
            self._stop, self._begun = stop, time.perf_counter()
            self._changed.notify_all()
        try:
            yield
        finally:
            with self._changed:
                self._stop = None

    @property
    def hurried(self) -> bool:
        """True if a search that began now would be ended at once."""
        with self._changed:
            return self._left(time.perf_counter()) == 0

    def _take(self) -> Line | None:
        with self._changed:
            while not self._waiting:
                if self._ended is not None:
                    return None
                self._changed.wait()
            line = self._waiting.popleft()
            self._size -= len(line.text) + _COST
            self._urgent -= line.urgent
            self._asked = line.arrived
            self._changed.notify_all()
            return line

    def _read(self) -> None:
        """The thread that reads."""
        try:
            for text, whole in read_lines(self._source):
                self._note("<", text)
                urgent = whole and self._is_urgent(text)
                self._put(Line(text, time.perf_counter(), whole, urgent))
                if self._closed or (whole and self._is_last(text)):
                    break
        except (OSError, ValueError):
            pass  # a stream that is closed, or torn, has ended
        finally:
            with self._changed:
                self._ended = time.perf_counter()
                self._changed.notify_all()

    def _put(self, line: Line) -> None:
        with self._changed:
            while self._size > MOST_WAITING and not self._closed:
                self._changed.wait()
            self._waiting.append(line)
            self._size += len(line.text) + _COST
            self._urgent += line.urgent
            self._changed.notify_all()

    def _watch(self) -> None:
        """The thread that ends searches."""
        with self._changed:
            while not self._closed:
                stop = self._stop
                left = None if stop is None else self._left(self._begun)
                if stop is not None and left == 0:
                    stop()
                    left = REPEATED
                self._changed.wait(left)

    def _left(self, begun: float) -> float | None:
        """Seconds that a search may still take; None without limit."""
        if self._urgent:
            return 0.0
        if self._ended is None:
            return None
        if self._ended - self._asked > TOGETHER:
            return 0.0
        return max(0.0, begun + PATIENCE - time.perf_counter())

    def _note(self, mark: str, text: str) -> None:
        if self._log is not None:
            self._log.note(mark, text)
