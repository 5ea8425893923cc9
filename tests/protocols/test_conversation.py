"""Lines in both directions: long ones, what ends a search and what does not, the log."""

import io
import os
import threading
import time

import pytest

from outflank.protocols import conversation
from outflank.protocols.conversation import KEPT, LONGEST_LINE, Conversation, Log, read_lines
from outflank.protocols.words import plain, read_color

#: Seconds that a search in these tests lasts unless it is stopped.
LONG = 5.0


class Search:
    """Something that runs until it is stopped."""

    def __init__(self):
        self._stopped = threading.Event()

    def run(self, talk, begins_after=0.0):
        """How long it took; a stop that comes before it begins is lost, as an engine's is."""
        self._stopped.clear()
        with talk.interruptible(self._stopped.set):
            time.sleep(begins_after)
            self._stopped.clear()
            started = time.perf_counter()
            self._stopped.wait(LONG)
            return time.perf_counter() - started


@pytest.fixture
def pipe():
    reader, writer = os.pipe()
    with os.fdopen(reader, encoding="utf-8") as source, os.fdopen(writer, "w") as target:
        yield source, target


def say(target, text):
    target.write(text)
    target.flush()


def stop_on(word):
    return lambda text: text == word


class TestReading:
    def test_lines_with_and_without_an_end(self):
        assert list(read_lines(io.StringIO("a\n\nb"))) == [("a", True), ("", True), ("b", True)]

    def test_a_line_of_the_greatest_length(self):
        text = "x" * LONGEST_LINE
        assert list(read_lines(io.StringIO(f"{text}\ny\n"))) == [(text, True), ("y", True)]
        assert list(read_lines(io.StringIO(text))) == [(text, True)]

    @pytest.mark.parametrize("more", [1, LONGEST_LINE - 1, LONGEST_LINE, LONGEST_LINE + 1])
    def test_a_longer_one_is_passed_over(self, more):
        text = "x" * (LONGEST_LINE + more)
        assert list(read_lines(io.StringIO(f"{text}\ny\n"))) == [("x" * KEPT, False), ("y", True)]
        assert list(read_lines(io.StringIO(text))) == [("x" * KEPT, False)]

    def test_what_cannot_be_read_is_the_end(self):
        class Torn(io.StringIO):
            def readline(self, size=-1):
                raise OSError("torn")

        with Conversation(Torn(), io.StringIO()) as talk:
            assert list(talk.lines()) == []

    def test_nothing_is_read_after_the_last_line(self):
        source = io.StringIO("a\nquit\nb\n")
        with Conversation(source, io.StringIO(), is_last=stop_on("quit")) as talk:
            assert [line.text for line in talk.lines()] == ["a", "quit"]

    def test_empty_lines_fill_the_memory_no_more_than_others(self, pipe, monkeypatch):
        monkeypatch.setattr(conversation, "MOST_WAITING", 10_000)
        source, target = pipe
        with Conversation(source, io.StringIO()) as talk:
            say(target, "\n" * 1000)
            time.sleep(0.2)
            assert len(talk._waiting) < 100
            target.close()
            assert len(list(talk.lines())) == 1000

    def test_whoever_sends_too_much_waits(self, monkeypatch):
        monkeypatch.setattr(conversation, "MOST_WAITING", 100)
        source = io.StringIO("0123456789\n" * 1000)
        with Conversation(source, io.StringIO()) as talk:
            time.sleep(0.05)
            assert source.tell() < 1000
            assert sum(1 for _ in talk.lines()) == 1000


class TestSearches:
    def test_an_urgent_line_ends_a_search(self, pipe):
        source, target = pipe
        with Conversation(source, io.StringIO(), is_urgent=stop_on("ping")) as talk:
            say(target, "go\n")
            lines = talk.lines()
            assert next(lines).text == "go"
            threading.Timer(0.05, say, (target, "what\nping\n")).start()
            assert Search().run(talk) < LONG / 5
            assert [next(lines).text for _ in range(2)] == ["what", "ping"]
            assert not talk.hurried

    def test_one_that_waits_already(self, pipe):
        source, target = pipe
        with Conversation(source, io.StringIO(), is_urgent=stop_on("ping")) as talk:
            say(target, "go\nping\n")
            lines = talk.lines()
            next(lines)
            time.sleep(0.05)
            assert talk.hurried
            assert Search().run(talk, begins_after=0.05) < LONG / 5

    def test_another_line_does_not(self, pipe, monkeypatch):
        source, target = pipe
        monkeypatch.setattr(f"{__name__}.LONG", 0.2)
        with Conversation(source, io.StringIO(), is_urgent=stop_on("ping")) as talk:
            say(target, "go\nwhat\n")
            next(talk.lines())
            assert Search().run(talk) >= 0.2

    @pytest.mark.parametrize("last", ["quit\n", None])
    def test_the_end_ends_a_search(self, pipe, last):
        source, target = pipe
        with Conversation(source, io.StringIO(), is_last=stop_on("quit")) as talk:
            say(target, "go\n")
            next(talk.lines())
            end = (say, (target, last)) if last else (target.close, ())
            threading.Timer(conversation.TOGETHER + 0.1, *end).start()
            assert Search().run(talk) < LONG / 5
            assert Search().run(talk) < LONG / 5

    def test_the_end_of_a_script_lets_it_be(self, monkeypatch):
        monkeypatch.setattr(conversation, "PATIENCE", 0.3)
        with Conversation(io.StringIO("go\ngo\n"), io.StringIO()) as talk:
            for _ in talk.lines():
                assert 0.2 < Search().run(talk) < LONG / 5


class TestLog:
    def test_both_directions_with_times(self):
        kept = io.StringIO()
        log = Log(kept, pytest.fail)
        with Conversation(io.StringIO("na\x1bme\n"), io.StringIO(), log=log) as talk:
            for line in talk.lines():
                talk.say(f"= {line.text[:2]}\n")
        first, *lines = kept.getvalue().splitlines()
        assert first.startswith("# 20")
        assert [line[11:] for line in lines] == ["< na\\x1bme", "> = na"]
        assert all(float(line[:10]) < LONG for line in lines)

    def test_one_that_cannot_be_written_is_told_once(self):
        class Full(io.StringIO):
            def write(self, text):
                raise OSError("disk full")

        told = []
        log = Log(Full(), told.append)
        log.note("<", "a")
        assert told == ["the log ends here: disk full"]


def test_messages_are_plain():
    assert plain("ä\x00\n…") == "\\xe4\\x00 ..."
    with pytest.raises(ValueError, match="is not a color"):
        read_color("grey")
