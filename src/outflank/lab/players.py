"""Players of matches: what every one can do, and the kinds of players by name.

================  ==================================================================
kind              what it is
================  ==================================================================
``outflank``      our engine: ``outflank:level=10``, ``outflank:time=1,driver=mtdf``
``textbook``      an article's corrected search: ``textbook:pvs-article,depth=6``
``random``        any legal move
``gtp``           an external engine: ``gtp:'/usr/games/gtp-rhino -l 2 -b 0'``
``nboard``        the same, over NBoard: ``nboard:'engine',depth=8``
================  ==================================================================

Another kind is added by `register`: readers of its options, and what makes the player.
"""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final, Protocol

from outflank.board.board import Board
from outflank.board.errors import OutflankError, quoted
from outflank.board.square import Move
from outflank.engine import Engine, EngineOptions, Info, Limit
from outflank.engine.limit import seconds
from outflank.evaluation.evaluators import evaluator
from outflank.games.ggf import writable
from outflank.lab.specs import Part, PlayerError, PlayerSpec, read_spec
from outflank.lab.timing import Clock, TimeControl
from outflank.protocols.program import split_command
from outflank.textbook import Article

_WHOLE: Final = re.compile(r"\d{1,18}")

#: Reads the value of one option; a ValueError says why it cannot.
Reader = Callable[[str], Any]

#: Options that every kind has.
NAME: Final = "name"
TIME: Final = "time"
CLOCK: Final = "clock"

#: What a bare word is stored under.
WORD: Final = ""

#: Any of these in a player's text, and the match's own limits do not touch it.
LIMITS: Final = (TIME, CLOCK, "depth", "nodes", "level")


class Player(Protocol):
    """Who plays: an engine of ours, or one that is driven over a protocol.

    A player is used by one game at a time. What it raises loses the game; the player is
    then closed, and a new one made for the next. It must answer or raise in the end: one
    that may hang needs a limit of its own.
    """

    def new_game(self, seed: int) -> None:
        """Forget the game before; draw by this seed whatever is drawn."""

    def move(self, board: Board, clock: Clock) -> Info:
        """The move to play, and what is known of it.

        Args:
            board: a copy of the game with all its moves; the side to move has a legal one.
                Passes are played without asking: they stand among the moves.
            clock: the time that there is.

        Returns:
            At least the move; the score is recorded where it is in discs.
        """

    def close(self) -> None:
        """End whatever was started."""


@dataclass(frozen=True)
class Kind:
    """A kind of player.

    Attributes:
        make: makes a player of its options by name, those not given missing.
        options: readers of the options, beside `name`, `time` and `clock`.
        word: reads the bare word, which must then be there; None if the kind has none.
        needs_limit: False if it moves at once.
        conflicts: pairs of options that contradict each other.
    """

    make: Callable[[Mapping[str, Any]], Player]
    options: Mapping[str, Reader] = field(default_factory=dict)
    word: Reader | None = None
    needs_limit: bool = True
    conflicts: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True, slots=True)
class Defaults:
    """What a player gets that says nothing of limits itself.

    Attributes:
        control: its time.
        depth: plies, or None.
        nodes: positions entered for each move, or None.
    """

    control: TimeControl = field(default_factory=TimeControl)
    depth: int | None = None
    nodes: int | None = None


@dataclass(frozen=True, slots=True)
class Contender:
    """A player of a match before it is made: frozen, checked, and it can be pickled.

    Attributes:
        name: what tables and game records call it.
        spec: its text.
        control: the time that it gets.
        options: values of the options of its kind.
    """

    name: str
    spec: PlayerSpec
    control: TimeControl
    options: Mapping[str, Any]

    def make(self) -> Player:
        """Make the player; one that is driven over a protocol is started."""
        return KINDS[self.spec.kind].make(self.options)

    def __str__(self) -> str:
        """All that decides how it plays, in one line."""
        given = ",".join(f"{name}={value}" for name, value in sorted(self.options.items()))
        return f"{self.spec.kind}:{given} {self.control}"


def contenders(texts: Sequence[str], defaults: Defaults | None = None) -> tuple[Contender, ...]:
    """Read the players of a match; equal names get a number.

    Raises:
        PlayerError: a text is no player; the message names the place in it.
    """
    read = [contender(text, defaults) for text in texts]
    seen: dict[str, int] = {}
    for at, one in enumerate(read):
        seen[one.name] = times = seen.get(one.name, 0) + 1
        if times > 1:
            read[at] = replace(one, name=f"{one.name} #{times}")
    return tuple(read)


def contender(text: str, defaults: Defaults | None = None) -> Contender:
    """Read one player.

    Args:
        text: such as ``outflank:level=10``.
        defaults: for a player that gives no limit.

    Raises:
        PlayerError: the text is no player; the message names the place in it.
    """
    spec = read_spec(text)
    kind = KINDS.get(spec.kind)
    if kind is None:
        spec.refuse(f"no kind of player: {', '.join(KINDS)}")
    values = {part.key: _read(spec, kind, part) for part in spec.parts}
    if kind.word and WORD not in values:
        spec.refuse(f"{spec.kind} needs a word after the colon")
    _refuse_conflicts(spec, kind)
    name = writable(values.pop(NAME, spec.text))
    control = values.pop(TIME, None) or values.pop(CLOCK, None)
    if not any(part.key in LIMITS for part in spec.parts):
        control = _fill_in(spec, kind, values, defaults or Defaults())
    return Contender(name, spec, control or TimeControl(), values)


def _read(spec: PlayerSpec, kind: Kind, part: Part) -> Any:
    reader = kind.word if part.key == WORD else (_COMMON | dict(kind.options)).get(part.key)
    if reader is None and part.key == WORD:
        spec.refuse(f"{quoted(part.value)} is not key=value", part)
    if reader is None:
        known = ", ".join(sorted({*_COMMON, *kind.options}))
        spec.refuse(f"{part.key} is not an option of {spec.kind}: {known}", part)
    try:
        return reader(part.value)
    except ValueError as error:
        spec.refuse(str(error), part)


def _refuse_conflicts(spec: PlayerSpec, kind: Kind) -> None:
    parts = {part.key: part for part in spec.parts}
    for one, other in ((TIME, CLOCK), *kind.conflicts):
        if one in parts and other in parts:
            later = max(parts[one], parts[other], key=lambda part: part.column)
            spec.refuse(f"{one} and {other}: give one of them", later)


def _fill_in(
    spec: PlayerSpec, kind: Kind, values: dict[str, Any], defaults: Defaults
) -> TimeControl:
    """Give a player without limits those of the match; its time is returned."""
    if not kind.needs_limit:
        return defaults.control
    for name in ("depth", "nodes"):
        value = getattr(defaults, name)
        if value is not None and name not in kind.options:
            spec.refuse(f"{spec.kind} knows no {name}: give it a limit of its own")
        if value is not None:
            values[name] = kind.options[name](str(value))
    if defaults == Defaults():
        usable = [name for name in LIMITS if name in {*kind.options, TIME, CLOCK}]
        spec.refuse(f"no limit, for this player or for the match: {', '.join(usable)}")
    return defaults.control


def whole(text: str) -> int:
    """A whole number in decimal digits.

    Raises:
        OutflankError: the text is none.
    """
    if not _WHOLE.fullmatch(text):
        raise OutflankError(f"{quoted(text)} is not a whole number")
    return int(text)


def decimal(text: str) -> float:
    """A number, whole or with a point.

    Raises:
        OutflankError: the text is none.
    """
    try:
        return float(text)
    except ValueError:
        raise OutflankError(f"{quoted(text)} is not a number") from None


def timed(limit: Limit, clock: Clock) -> Limit:
    """A limit with the time that a clock leaves."""
    increment = None if clock.left is None else clock.increment
    return replace(limit, time=clock.move, clock=clock.left, increment=increment)


class EnginePlayer:
    """Our engine.

    Args:
        options: how it is set up.
        limit: of every move, beside its time.
    """

    def __init__(self, options: EngineOptions, limit: Limit) -> None:
        self._engine = Engine(options)
        self._limit = limit

    def new_game(self, seed: int) -> None:
        """Empty the table; weak levels draw their mistakes by the seed."""
        self._engine.configure(seed=seed)
        self._engine.new_game()

    def move(self, board: Board, clock: Clock) -> Info:
        """The engine's move."""
        return self._engine.play(board, timed(self._limit, clock))

    def close(self) -> None:
        """End the engine."""
        self._engine.close()


class RandomPlayer:
    """Any legal move, each as likely as the others."""

    def __init__(self) -> None:
        self._draw = random.Random()

    def new_game(self, seed: int) -> None:
        """Begin the sequence that belongs to the seed."""
        self._draw = random.Random(seed)

    def move(self, board: Board, clock: Clock) -> Info:  # noqa: ARG002 (it needs no time)
        """A legal move."""
        return Info(Move(self._draw.choice(list(board.legal_moves))))

    def close(self) -> None:
        """Nothing was started."""


def _textbook(options: Mapping[str, Any]) -> Player:
    from outflank.lab.textbook_player import TextbookPlayer

    return TextbookPlayer(options[WORD], options.get("depth"))


def _external(protocol: str, options: Mapping[str, Any]) -> Player:
    from outflank.lab.external_player import ExternalPlayer

    return ExternalPlayer(
        protocol, options[WORD], Limit(depth=options.get("depth")), options.get("answer")
    )


def _command(text: str) -> str:
    """Reads the command of an external engine; its program must be there."""
    program, *_ = split_command(text)
    if shutil.which(program) is None:
        raise PlayerError(f"no program {quoted(program)} was found")
    return text


def _answer(text: str) -> float:
    value = seconds("answer", decimal(text))
    if value == 0:
        raise PlayerError("answer is more than 0 seconds, not 0")
    return value


def _outflank(options: Mapping[str, Any]) -> Player:
    setup = {name: value for name, value in options.items() if name in _SETUP}
    limit = {_LIMIT_NAMES[name]: value for name, value in options.items() if name in _LIMIT_NAMES}
    if "hash" in options:
        setup["hash_mb"] = options["hash"]
    return EnginePlayer(EngineOptions(**setup), Limit(**limit))


def _setup(name: str, read: Reader) -> Reader:
    """Reads an option of an engine, checked as `EngineOptions` checks it."""
    return lambda text: getattr(EngineOptions(**{name: read(text)}), name)


def _limit(name: str) -> Reader:
    """Reads a limit, checked as `Limit` checks it."""
    return lambda text: getattr(Limit(**{name: whole(text)}), name)


def _article(text: str) -> Article:
    names = {f"{article}-article": article for article in Article}
    if text not in names:
        raise PlayerError(f"{quoted(text)} is not an article: {', '.join(names)}")
    return names[text]


_COMMON: Final[dict[str, Reader]] = {
    NAME: str,
    TIME: TimeControl.of_move,
    CLOCK: TimeControl.of_clock,
}

#: Options of a player that are limits of its searches, and what `Limit` calls them.
_LIMIT_NAMES: Final = {
    "depth": "depth",
    "nodes": "nodes",
    "selectivity": "selectivity",
    "exact-from": "exact_from",
}

_SETUP: Final[dict[str, Reader]] = {
    "level": _setup("level", str),
    "driver": _setup("driver", str),
    "evaluator": lambda text: evaluator(text).name,
    "threads": _setup("threads", whole),
    "overhead": _setup("overhead", decimal),
}

#: The kinds by name.
KINDS: Final[dict[str, Kind]] = {}


def register(name: str, kind: Kind) -> None:
    """Add a kind of players.

    Worker processes of a match know it only if a module that they import adds it.

    Raises:
        PlayerError: there is one of that name.
    """
    if name in KINDS:
        raise PlayerError(f"there are players of the kind {name}")
    KINDS[name] = kind


register(
    "outflank",
    Kind(
        _outflank,
        options={
            **_SETUP,
            "hash": _setup("hash_mb", decimal),
            **{name: _limit(field) for name, field in _LIMIT_NAMES.items()},
        },
        conflicts=(("level", "depth"), ("level", "selectivity"), ("level", "exact-from")),
    ),
)
register("textbook", Kind(_textbook, options={"depth": _limit("depth")}, word=_article))
register("random", Kind(lambda _options: RandomPlayer(), needs_limit=False))
register(
    "gtp",
    Kind(partial(_external, "gtp"), {"answer": _answer}, word=_command, needs_limit=False),
)
register(
    "nboard",
    Kind(
        partial(_external, "nboard"),
        {"answer": _answer, "depth": _limit("depth")},
        word=_command,
    ),
)
