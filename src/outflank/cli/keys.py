"""Single keys of the terminal, without waiting for Enter; Ctrl-C stays what it is."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Final, Protocol

#: What is told instead of the bytes that a key sends.
ENTER: Final = "enter"
UP: Final = "up"
DOWN: Final = "down"
LEFT: Final = "left"
RIGHT: Final = "right"
END_OF_INPUT: Final = "\x04"
ESC: Final = "\x1b"

#: Keys that send more than themselves; VT100 in its two modes.
SEQUENCES: Final = {
    b"\x1b[A": UP, b"\x1bOA": UP,
    b"\x1b[B": DOWN, b"\x1bOB": DOWN,
    b"\x1b[C": RIGHT, b"\x1bOC": RIGHT,
    b"\x1b[D": LEFT, b"\x1bOD": LEFT,
    b"\r": ENTER, b"\n": ENTER,
}  # fmt: skip
ESCAPE: Final = b"\x1b"

#: Seconds within which the rest of a key's sequence follows its first byte.
SEQUENCE_TIME: Final = 0.05

#: Windows: the second half of a key that sends two characters, and how often it is asked.
SCAN_CODES: Final = {"H": UP, "P": DOWN, "M": RIGHT, "K": LEFT}
TICK: Final = 0.02


class Keyboard(Protocol):
    """Where keys come from."""

    def read(self, seconds: float) -> str:
        """The next key: its character, or one of the names above; "" if none comes in time.

        Raises:
            EOFError: no key will come any more.
        """


class NoKeyboard:
    """Nobody is there to press a key."""

    def read(self, seconds: float) -> str:
        """None came in time."""
        time.sleep(seconds)
        return ""


class Sequences:
    """Takes what a terminal sent apart into keys."""

    def __init__(self) -> None:
        self._sent = b""

    def add(self, sent: bytes) -> None:
        """More was sent."""
        self._sent += sent

    def next(self) -> str:
        """The first key that was not told yet; "" if there is none."""
        while self._sent:
            for sequence, name in SEQUENCES.items():
                if self._sent.startswith(sequence):
                    self._sent = self._sent[len(sequence) :]
                    return name
            if self._sent == ESCAPE:
                self._sent = b""
                return ESC
            if self._sent.startswith(ESCAPE):
                self._sent = b""  # a key without a name; where it ends cannot be told
                return ""
            key, self._sent = self._sent[:1], self._sent[1:]
            if key.isascii():
                return key.decode("ascii")
        return ""


@contextmanager
def keyboard() -> Iterator[Keyboard | None]:
    """The keyboard, if standard input is a terminal that can tell single keys; else None."""
    if sys.stdin is None or not sys.stdin.isatty():
        yield None
    elif sys.platform == "win32":
        yield _WindowsKeyboard()
    else:
        with _posix_keyboard() as keys:
            yield keys


if sys.platform == "win32":
    import msvcrt

    class _WindowsKeyboard:
        """The console of Windows."""

        def read(self, seconds: float) -> str:
            until = time.monotonic() + seconds
            while not msvcrt.kbhit():
                if time.monotonic() >= until:
                    return ""
                time.sleep(TICK)
            key = msvcrt.getwch()
            if key in ("\0", "\xe0"):
                return SCAN_CODES.get(msvcrt.getwch(), "")
            if key == "\x03":  # Ctrl-C arrives here as a character
                raise KeyboardInterrupt
            return ENTER if key in "\r\n" else key

else:
    import select
    import termios
    import tty

    @contextmanager
    def _posix_keyboard() -> Iterator[Keyboard | None]:
        """The terminal without its line editor; afterwards it is as it was."""
        descriptor = sys.stdin.fileno()
        try:
            before = termios.tcgetattr(descriptor)
            tty.setcbreak(descriptor)
        except termios.error:
            yield None
            return
        try:
            with _after_each_stop(descriptor):
                yield _PosixKeyboard(descriptor)
        finally:
            with suppress(termios.error):  # the terminal may be gone
                termios.tcsetattr(descriptor, termios.TCSADRAIN, before)

    @contextmanager
    def _after_each_stop(descriptor: int) -> Iterator[None]:
        """Ask for single keys again whenever a process that was stopped (Ctrl-Z) goes on."""
        if threading.current_thread() is not threading.main_thread():
            yield  # only the main thread may say what signals do
            return

        def again(_number: int, _frame: FrameType | None) -> None:
            with suppress(termios.error):
                tty.setcbreak(descriptor)

        before = signal.signal(signal.SIGCONT, again)
        try:
            yield
        finally:
            signal.signal(signal.SIGCONT, before)

    class _PosixKeyboard:
        """A terminal that sends each key at once."""

        def __init__(self, descriptor: int) -> None:
            self._descriptor = descriptor
            self._sequences = Sequences()

        def read(self, seconds: float) -> str:
            if key := self._sequences.next():
                return key
            if not self._waits(seconds):
                return ""
            sent = self._sent()
            if sent == ESCAPE and self._waits(SEQUENCE_TIME):
                sent += self._sent()
            self._sequences.add(sent)
            return self._sequences.next()

        def _waits(self, seconds: float) -> bool:
            """True if something can be read, or can be in time."""
            return bool(select.select([self._descriptor], [], [], seconds)[0])

        def _sent(self) -> bytes:
            """What was sent; EOFError if nothing will be any more."""
            try:
                sent = os.read(self._descriptor, 64)
            except OSError:  # the terminal is gone
                raise EOFError from None
            if not sent:
                raise EOFError
            return sent
