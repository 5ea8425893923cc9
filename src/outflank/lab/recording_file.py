"""Recordings as JSON: written line by line, and read back with every step checked.

The form is described in ``docs/recording.md``. Who reads ignores keys that he does not
know: later versions may add some; ``version`` grows when one changes its meaning.
"""

from __future__ import annotations

import json
import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, Final, TypeVar, get_args, get_type_hints

from outflank.board.errors import OutflankError, quoted
from outflank.board.square import Move
from outflank.games.content import open_for_reading, read_at_most
from outflank.lab.recording import Bound, Driver, Event, Recording, RecordingError, Search, Use
from outflank.lab.replay import Replay

FORMAT: Final = "outflank-recording"
VERSION: Final = 1

#: The longest file that is read, in bytes: more than a million events.
MOST_BYTES: Final = 1 << 28

#: No number of a recording is greater.
GREATEST_NUMBER: Final = 1 << 53

EVENTS: Final[Mapping[str, type[Event]]] = types.MappingProxyType(
    {kind.kind: kind for kind in get_args(Event)}
)

Value = TypeVar("Value")


def to_json(event: Event) -> dict[str, Any]:
    """An event as a JSON object; ``event`` says of which kind it is."""
    return {"event": event.kind, **_plain(event)}


def written(search: Search, events: Iterable[Event]) -> Iterator[str]:
    """The lines of a recording, one an event, as they come; together they are one document."""
    head = {"format": FORMAT, "version": VERSION}
    described = _plain(search) | {"unit": search.unit}
    yield json.dumps(head)[:-1] + f', "search": {json.dumps(described)}, "events": ['
    before = ""
    for event in events:
        if before:
            yield f"{before},"
        before = json.dumps(to_json(event))
    if before:
        yield before
    yield "]}"


def read_recording(path: Path | str) -> Recording:
    """Read a recording, and follow it to its end.

    Raises:
        RecordingError: the file is none, or it is damaged; the message names the place.
        GameFileError: it is a named pipe.
        OSError: it cannot be read.
    """
    path = Path(path)
    with open_for_reading(path) as stream:
        return parse_recording(read_at_most(MOST_BYTES, stream, path.name), path.name)


def parse_recording(content: bytes, name: str) -> Recording:
    """The recording in the content of a file; `name` and errors as `read_recording`."""
    try:
        return _recording(_document(content))
    except RecordingError as error:
        raise RecordingError(f"{name}: {error}") from None


def _document(content: bytes) -> dict[str, Any]:
    try:
        document = json.loads(content)
    except json.JSONDecodeError as error:
        raise RecordingError(f"line {error.lineno}: not JSON: {error.msg}") from None
    except (ValueError, RecursionError):  # bytes that are no text, endless numbers, deep brackets
        raise RecordingError("not JSON") from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise RecordingError(f'not a recording: there is no "format": "{FORMAT}"')
    if document.get("version") != VERSION:
        version = quoted(json.dumps(document.get("version")))
        raise RecordingError(f"version {version}; only version {VERSION} can be read")
    return document


def _recording(document: dict[str, Any]) -> Recording:
    search = _at("search", lambda: _made(Search, document.get("search")))
    told = document.get("events")
    if not isinstance(told, list):
        raise RecordingError("there is no list of events")
    events: list[Event] = []
    replay = Replay.begin(search)
    for number, values in enumerate(told, 1):
        event = _at(f"event {number}", lambda: _event(values))  # noqa: B023 (called at once)
        replay = _at(f"event {number}", lambda: replay.after(event))  # noqa: B023
        events.append(event)
    if replay.ended is None:
        raise RecordingError(f"it breaks off after event {len(events)}")
    return Recording(search, events)


def _at(place: str, step: Callable[[], Value]) -> Value:
    """What a step gives; what it refuses is refused with the place."""
    try:
        return step()
    except OutflankError as error:
        raise RecordingError(f"{place}: {error}") from None


def _event(values: object) -> Event:
    if not isinstance(values, dict):
        raise RecordingError("not an object")
    name = values.get("event")
    if not isinstance(name, str) or name not in EVENTS:
        raise RecordingError(f"no event is called {quoted(json.dumps(name))}")
    return _made(EVENTS[name], values)


def _made(kind: type[Value], values: object) -> Value:
    """A search or an event from its JSON object."""
    if not isinstance(values, dict):
        raise RecordingError("not an object")
    made = {}
    for key, read in _KEYS[kind].items():
        if key not in values:
            raise RecordingError(f'"{key}" is missing')
        try:
            made[key] = read(values[key])
        except (TypeError, ValueError):
            shown = quoted(json.dumps(values[key]))
            raise RecordingError(f'"{key}" cannot be {shown}') from None
    return kind(**made)


def _plain(value: Search | Event) -> dict[str, Any]:
    return {field.name: _json(getattr(value, field.name)) for field in fields(value)}


def _json(value: object) -> object:
    if isinstance(value, tuple):
        return [_json(item) for item in value]
    return str(value) if isinstance(value, Move) else value


def _integer(value: object) -> int:
    if type(value) is not int or abs(value) > GREATEST_NUMBER:
        raise TypeError
    return value


def _boolean(value: object) -> bool:
    if type(value) is not bool:
        raise TypeError
    return value


def _text(value: object) -> str:
    if type(value) is not str:
        raise TypeError
    return value


def _move(value: object) -> Move:
    return Move(_text(value))


def _or_none(read: Callable[[object], Value]) -> Callable[[object], Value | None]:
    return lambda value: None if value is None else read(value)


def _all(read: Callable[[object], Value]) -> Callable[[object], tuple[Value, ...]]:
    def read_all(values: object) -> tuple[Value, ...]:
        if type(values) is not list:
            raise TypeError
        return tuple(map(read, values))

    return read_all


_READERS: Final[Mapping[Any, Callable[[Any], Any]]] = types.MappingProxyType(
    {
        int: _integer,
        int | None: _or_none(_integer),
        bool: _boolean,
        str: _text,
        Move: _move,
        Move | None: _or_none(_move),
        tuple[Move, ...]: _all(_move),
        tuple[int, ...]: _all(_integer),
        Driver: lambda value: Driver(_text(value)),
        Bound: lambda value: Bound(_text(value)),
        Use: lambda value: Use(_text(value)),
    }
)

#: The keys of each object with what reads their values: the types of the fields say it.
_KEYS: Final[Mapping[type, Mapping[str, Callable[[Any], Any]]]] = types.MappingProxyType(
    {
        kind: {field.name: _READERS[get_type_hints(kind)[field.name]] for field in fields(kind)}
        for kind in (Search, *EVENTS.values())
    }
)
