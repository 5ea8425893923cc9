"""Conversations with our servers inside this process: scripts, and line by line."""

import io
import os
import queue
import threading

from outflank.protocols import (
    Conversation,
    GtpServer,
    NBoardServer,
    Thinker,
    gtp_lines,
    nboard_lines,
)

#: Seconds after which nothing comes any more.
SOON = 20.0

#: What each server is made of: the server, its urgent lines, its last line.
GTP = (GtpServer, gtp_lines.is_urgent, gtp_lines.is_last)
NBOARD = (NBoardServer, nboard_lines.is_urgent, nboard_lines.is_last)


class Sink(io.StringIO):
    """Keeps whole lines, and hands them on one by one."""

    def __init__(self):
        super().__init__()
        self.lines = queue.Queue()
        self.flushed = 0

    def write(self, text):
        assert text.endswith("\n")
        for line in text.splitlines():
            self.lines.put(line)
        return super().write(text)

    def flush(self):
        self.flushed = len(self.getvalue())


def serve(protocol, script, engine, level=2, limit=None, complaints=None):
    """What a server says to a script; every character of it is flushed."""
    server, urgent, last = protocol
    sink, told = Sink(), [] if complaints is None else complaints
    with Conversation(io.StringIO(script), sink, is_urgent=urgent, is_last=last) as talk:
        server(talk, Thinker(engine, level, limit), told.append).serve()
    assert sink.flushed == len(sink.getvalue())
    assert sink.getvalue().isascii()
    return sink.getvalue()


def answers(script, engine, **options):
    """The answers of the GTP server to a script, without the empty lines that end them."""
    text = serve(GTP, script, engine, **options)
    assert text == "" or text.endswith("\n\n")
    found = text.removesuffix("\n\n").split("\n\n") if text else []
    assert all(answer[0] in "=?" for answer in found)
    return [answer.rstrip() for answer in found]


def said(script, engine, **options):
    """The lines of the NBoard server."""
    return serve(NBOARD, script, engine, **options).splitlines()


class Live:
    """A server on a thread of its own, talked to line by line."""

    def __init__(self, protocol, engine, level=60, limit=None):
        server, urgent, last = protocol
        reader, writer = os.pipe()
        self._source = os.fdopen(reader, encoding="utf-8")
        self._writer = os.fdopen(writer, "w", encoding="utf-8")
        self.sink = Sink()
        self.complaints = []

        def run():
            with Conversation(self._source, self.sink, is_urgent=urgent, is_last=last) as talk:
                server(talk, Thinker(engine, level, limit), self.complaints.append).serve()

        self._thread = threading.Thread(target=run)
        self._thread.start()

    def send(self, *lines):
        for line in lines:
            self._writer.write(f"{line}\n")
        self._writer.flush()

    def next(self, beginning=""):
        """The next line that begins so."""
        while not (line := self.sink.lines.get(timeout=SOON)).startswith(beginning):
            pass
        return line

    def is_silent(self, seconds):
        """True if nothing comes for so long."""
        try:
            self.sink.lines.get(timeout=seconds)
        except queue.Empty:
            return True
        return False

    def end_input(self):
        if not self._writer.closed:
            self._writer.close()

    def close(self):
        """End the input, and wait until the server has ended."""
        self.end_input()
        self._thread.join(SOON)
        assert not self._thread.is_alive()
        self._source.close()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()
