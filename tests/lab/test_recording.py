"""Recordings: JSON and back, following them, and every way in which a file can be damaged."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from outflank.board import Board
from outflank.lab.recorder import record
from outflank.lab.recording import (
    ARTICLES,
    INFINITY,
    Driver,
    MoveValued,
    NodeEntered,
    ProbeEnded,
    RecordingError,
    Search,
    TableHit,
    Use,
)
from outflank.lab.recording_file import parse_recording, read_recording, to_json, written
from outflank.lab.replay import Replay
from outflank.textbook import random_midgame
from outflank.textbook.settings import GREATEST_DEPTH
from outflank.textbook.slots import INFINITY as KERNELS_INFINITY
from textbook.boards import boards, late_boards

MIDGAME = random_midgame(7, 18).to_text()


def content(search: Search) -> bytes:
    return "\n".join(written(search, record(search))).encode()


def document(search: Search) -> Any:
    return json.loads(content(search))


SMALL = Search(MIDGAME, Driver.PVS, 2)


def test_the_textbook_s_numbers() -> None:
    assert (int(KERNELS_INFINITY), 60) == (INFINITY, GREATEST_DEPTH)


@pytest.mark.parametrize("driver", Driver)
def test_what_is_written_is_read(driver: Driver) -> None:
    for number, board in enumerate([*boards(6), *late_boards(10, most_empties=9)]):
        search = Search(
            board.to_text(),
            driver,
            3,
            ARTICLES[number % 2],
            faithful=number % 3 == 0,
            table=number % 4 != 0,
            iterative=number % 5 == 0,
        )
        recording = parse_recording(content(search), "a.json")
        assert recording.search == search
        assert list(recording.events) == list(record(search))


def test_the_form(tmp_path: Any) -> None:
    made = document(SMALL)
    assert {key: made[key] for key in ("format", "version")} == {
        "format": "outflank-recording",
        "version": 1,
    }
    assert made["search"] == {
        "position": MIDGAME,
        "driver": "pvs",
        "depth": 2,
        "article": "mtdf",
        "faithful": False,
        "table": True,
        "iterative": False,
        "guess": None,
        "unit": "mtdf-article",
    }
    assert made["events"][0] == {"event": "depth", "depth": 2, "guess": None}
    assert made["events"][1]["lower"] is None
    assert content(SMALL).isascii()
    assert content(SMALL).count(b"\n") == len(made["events"]) + 1
    file = tmp_path / "a.json"
    file.write_bytes(content(SMALL))
    assert len(read_recording(file).events) == len(made["events"])


def test_keys_of_later_versions_are_ignored() -> None:
    made = document(SMALL)
    made["more"] = made["search"]["more"] = made["events"][3]["more"] = "more"
    assert parse_recording(json.dumps(made).encode(), "a.json").search == SMALL


def test_following_a_search() -> None:
    search = Search(MIDGAME, Driver.MTDF, 3)
    now = Replay.begin(search)
    assert (now.bounds, now.board) == ((None, None), search.board)
    hits = answered = cutoffs = first = 0
    for number, event in enumerate(record(search), 1):
        earlier, now = now, now.after(event)
        assert now.events == number
        hits += isinstance(event, TableHit)
        answered += isinstance(event, TableHit) and event.use is Use.ANSWER
        if isinstance(event, MoveValued) and event.cutoff:
            cutoffs += 1
            first += earlier.frames[-1].tried == 0
        if isinstance(event, NodeEntered) and event.level:
            board = search.board
            for move in now.path:
                board.push(move)
            assert now.board == board
            assert now.path[-1] == event.move
        if isinstance(event, ProbeEnded):
            assert now.bounds == (event.lower, event.upper)
    assert (now.hits, now.answered) == (hits, answered)
    assert (now.cutoffs, now.first_cutoffs) == (cutoffs, first)
    assert now.ended == event


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"depth": 0}, "depth is 1 to 60"),
        ({"depth": 61}, "depth is 1 to 60"),
        ({"article": "chess"}, "mtdf or pvs"),
        ({"driver": Driver.PVS, "guess": 0}, "takes no guess"),
        ({"guess": INFINITY + 1}, "guess is"),
        ({"position": "X"}, "64 squares"),
    ],
)
def test_searches_that_cannot_be(wrong: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        Search(**{"position": MIDGAME, **wrong})


Damage = Callable[[Any], object]

DAMAGES: dict[str, tuple[Damage, str]] = {
    "another format": (lambda d: d.update(format="png"), "not a recording"),
    "a later version": (lambda d: d.update(version=2), "only version 1"),
    "no search": (lambda d: d.pop("search"), "search: not an object"),
    "no driver": (lambda d: d["search"].pop("driver"), 'search: "driver" is missing'),
    "an unknown driver": (
        lambda d: d["search"].update(driver="chess"),
        'search: "driver" cannot be "',
    ),
    "no position": (lambda d: d["search"].update(position="X"), "search: a board has 64"),
    "no events": (lambda d: d.pop("events"), "no list of events"),
    "events that are none": (lambda d: d.update(events={}), "no list of events"),
    "an event that is none": (lambda d: d["events"].insert(4, 7), "event 5: not an object"),
    "an unknown event": (lambda d: d["events"][4].update(event="x"), "event 5: no event"),
    "an event of no name": (lambda d: d["events"][4].update(event=[]), "event 5: no event"),
    "a missing key": (lambda d: d["events"][4].pop("depth"), 'event 5: "depth" is missing'),
    "a truth that is none": (lambda d: d["events"][7].update(end=1), 'event 8: "end" cannot'),
    "a fraction": (lambda d: d["events"][7].update(value=1.5), 'event 8: "value" cannot'),
    "a huge number": (lambda d: d["events"][7].update(value=10**99), 'event 8: "value" cannot'),
    "no number": (lambda d: d["events"][7].update(value=None), 'event 8: "value" cannot'),
    "no move": (lambda d: d["events"][4].update(move="z9"), 'event 5: "move" cannot'),
    "no moves": (lambda d: d["events"][3].update(moves="g4"), 'event 4: "moves" cannot'),
    "an illegal move": (lambda d: d["events"][4].update(move="a1"), "event 5: the move a1"),
    "a move too few": (lambda d: d["events"][3]["moves"].pop(), "event 4: not the legal moves"),
    "a move twice": (
        lambda d: d["events"][3]["moves"].append("g4"),
        "event 4: not the legal moves",
    ),
    "a number too few": (lambda d: d["events"][3]["numbers"].pop(), "event 4: not a number"),
    "no depth": (lambda d: d["events"].pop(0), "event 1: a probe without a depth"),
    "a depth too deep": (lambda d: d["events"][0].update(depth=9), "event 1: a depth of 9"),
    "no probe": (lambda d: d["events"].pop(1), "event 2: a position outside a probe"),
    "a depth amid a probe": (
        lambda d: d["events"].insert(3, d["events"][0]),
        "event 4: a depth begins",
    ),
    "a probe amid a probe": (
        lambda d: d["events"].insert(3, d["events"][1]),
        "event 4: a probe begins",
    ),
    "a node too few": (lambda d: d["events"].pop(4), "event 5: "),
    "a wrong level": (lambda d: d["events"][4].update(level=7), "event 5: level 7"),
    "a wrong count": (lambda d: d["events"][4].update(number=7), "event 5: node 7"),
    "a wrong value": (lambda d: d["events"][-3].update(value=7), "the answer is "),
    "a wrong end": (lambda d: d["events"][-1].update(nodes=7), "are not those of the events"),
    "no end": (lambda d: d["events"].pop(), "breaks off after event"),
    "nothing": (lambda d: d.update(events=[]), "breaks off after event 0"),
    "two ends": (lambda d: d["events"].append(d["events"][-1]), "comes after the end"),
    "a pass for a move": (
        lambda d: d["events"].insert(3, {"event": "pass"}),
        "event 4: a pass where",
    ),
    "a leaf nowhere": (
        lambda d: d["events"].insert(1, {"event": "leaf", "value": 1, "end": False}),
        'event 2: "leaf" outside',
    ),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_recording_is_refused_with_the_place(damage: str) -> None:
    made = document(SMALL)
    do, told = DAMAGES[damage]
    do(made)
    with pytest.raises(RecordingError) as caught:
        parse_recording(json.dumps(made).encode(), "a.json")
    assert str(caught.value).startswith("a.json: ")
    assert told in str(caught.value)


@pytest.mark.parametrize(
    "garbage",
    [b"", b"\xff\xfe\xfd", b"null", b"[]", b"7", b"[" * 100_000, b'"x"', b"1" * 5000, b"{}"],
)
def test_what_is_no_recording_is_refused(garbage: bytes) -> None:
    with pytest.raises(RecordingError, match=r"^a\.json: "):
        parse_recording(garbage, "a.json")


def test_a_recording_that_is_cut_short_is_refused_anywhere() -> None:
    whole = content(Search(MIDGAME, Driver.MTDF, 1))
    for end in range(0, len(whole) - 1, 37):
        with pytest.raises(RecordingError):
            parse_recording(whole[:end], "a.json")


def test_nothing_else_comes_of_damage() -> None:
    choices = random.Random(5)
    whole = content(Search(Board().to_text(), Driver.MTDF, 1))
    for _ in range(1500):
        damaged = bytearray(whole)
        for _ in range(choices.randint(1, 3)):
            damaged[choices.randrange(len(damaged))] = choices.choice(b'0123456789"{}[],:abcx')
        try:
            parse_recording(bytes(damaged), "a.json")
        except RecordingError:
            continue


def test_an_event_as_an_object() -> None:
    *_, end = record(SMALL)
    assert list(to_json(end)) == ["event", "value", "best", "nodes", "probes"]
    assert to_json(end)["best"] == str(end.best)  # type: ignore[union-attr]  # it is the end
