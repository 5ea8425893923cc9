"""Lines of NBoard sent to a program, and what it tells, with the habits that engines have.

A search tells lines (``search``, ``book``), and a move (``===``). Nothing marks the end of
what a program has to say: ``ping N`` does, for ``pong N`` comes when all output has stopped.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from outflank.board.errors import InvalidMoveError, quoted
from outflank.board.square import Move
from outflank.protocols.nboard_lines import SEPARATORS
from outflank.protocols.program import Program, ProtocolError

#: The version of the protocol that we speak.
VERSION: Final = 2

_NUMBER: Final = re.compile(r"[-+]?\d+(?:\.\d*)?|[-+]?\.\d+")
#: A depth; more digits than can be meant are none.
_DEPTH: Final = re.compile(r"([0-9]{1,9})(?![0-9])(%?)([^%]*)")
_COUNT: Final = re.compile(r"[0-9]{1,18}")
_MOVE_LETTERS: Final = 2

#: Characters that may come before the answer to a ping that is waited for.
MOST_BEFORE_PONG: Final = 1 << 23

#: What is said of the depth: plies, per cent of certainty to the end, or only who wins.
Kind: TypeAlias = Literal["plies", "per cent", "win or loss"]


@dataclass(frozen=True, slots=True)
class Line:
    """A line that a program has found.

    Attributes:
        moves: of the line; the first is the move that is valued.
        value: discs, from the side to move; None if none can be read.
        depth: as `kind` says.
        kind: what the depth is told in; None for a book line, or if none can be read.
        text: the line as it came.
    """

    moves: tuple[str, ...]
    value: float | None
    depth: int | None
    kind: Kind | None
    text: str


@dataclass(frozen=True, slots=True)
class Choice:
    """A move that a program has chosen.

    Attributes:
        move: as it came, without what follows.
        value: discs, from the side to move; None if it is not told.
        text: the line as it came.
    """

    move: str
    value: float | None
    text: str


class NBoardSession:
    """A conversation with a program that speaks NBoard.

    Args:
        program: it is ended by whoever started it.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self._pings = 0

    def send(self, line: str) -> None:
        """Send a line."""
        self.program.send(line)

    def ping(self) -> int:
        """Ask for a `pong`; the number that it will bear. This ends a search."""
        self._pings += 1
        self.send(f"ping {self._pings}")
        return self._pings

    def line(self, deadline: float) -> str | None:
        """The next line that is not empty; None if none comes in time."""
        while (line := self.program.read(deadline)) is not None:
            if line.strip():
                return line.strip()
        return None

    def lines_until_pong(self, number: int, deadline: float) -> Iterator[str]:
        """All lines before the `pong` of that number.

        Raises:
            ProtocolError: it did not come in time.
        """
        while (line := self.line(deadline)) is not None:
            if is_pong(line, number):
                return
            yield line
        self.program.fail(f'no "pong {number}" in time')

    def synchronise(self, seconds: float) -> list[str]:
        """Wait until the program has taken all that it was sent; what it said meanwhile.

        Raises:
            ProtocolError: it did not answer in time, or said more than can be meant.
        """
        lines, length = list[str](), 0
        for line in self.lines_until_pong(self.ping(), time.monotonic() + seconds):
            lines.append(line)
            length += len(line) + 1
            if length > MOST_BEFORE_PONG:
                self.program.fail(f'it says much, and no "pong {self._pings}"')
        return lines


def is_pong(line: str, number: int) -> bool:
    """True for the answer to that ping."""
    return line.split() == ["pong", str(number)]


def read_line(text: str) -> Line | None:
    """What a ``search`` or ``book`` line says; None for any other."""
    word, _, rest = text.partition(" ")
    words = rest.split()
    if word not in ("search", "book") or not words:
        return None
    value = read_value(words[1]) if len(words) > 1 else None
    depth, kind = _read_depth(words[3]) if word == "search" and len(words) > 3 else (None, None)
    return Line(tuple(_moves_of(words[0])), value, depth, kind, text)


def read_choice(text: str) -> Choice | None:
    """What a ``===`` line says, its parts set apart by strokes or, as by Edax, by blanks."""
    if not text.startswith("==="):
        return None
    move, *rest = SEPARATORS.split(text.removeprefix("===").strip(" /"))
    return Choice(move, read_value(rest[0]) if rest else None, text)


def read_move(text: str) -> Move:
    """A move as programs write it.

    Raises:
        ProtocolError: it is none.

    >>> read_move("F5"), read_move("PA")
    (Move('f5'), Move('pass'))
    """
    try:
        return Move(text)
    except InvalidMoveError:
        raise ProtocolError(f"{quoted(text)} is not a move") from None


def read_value(text: str) -> float | None:
    """Discs; the middle of two numbers, as if a draw went to Black or to White; None if none.

    A number that is beyond all numbers is none, either.

    >>> read_value("-1.25"), read_value("2,4"), read_value("?")
    (-1.25, 3.0, None)
    """
    numbers = text.split(",")
    if len(numbers) > 2 or not all(_NUMBER.fullmatch(number) for number in numbers):
        return None
    value = sum(map(float, numbers)) / len(numbers)
    return value if math.isfinite(value) else None


def read_nodes(text: str) -> int | None:
    """The number of nodes of a ``nodestats`` line; None if none can be read."""
    count = "".join(text.split()[1:2])
    return int(count) if _COUNT.fullmatch(count) else None


def _read_depth(text: str) -> tuple[int | None, Kind | None]:
    found = _DEPTH.match(text)
    if not found:
        return None, None
    if not found[2]:
        return int(found[1]), "plies"
    return int(found[1]), "win or loss" if found[3].upper().startswith("W") else "per cent"


def _moves_of(text: str) -> Iterator[str]:
    """The moves of a line without blanks; hyphens may stand between them."""
    squares = text.replace("-", "")
    for start in range(0, len(squares), _MOVE_LETTERS):
        yield squares[start : start + _MOVE_LETTERS]
