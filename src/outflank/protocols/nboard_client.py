"""An external engine that speaks NBoard.

Before every search it is given the whole game and a `ping`, so that nothing of an earlier
search is taken for its answer. A search ends by the engine's move, by its depth, or by a
`ping` when its time is up.
"""

from __future__ import annotations

import math
import re
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Final

from outflank.board.board import Board
from outflank.board.errors import OutflankError
from outflank.board.score import MOST_DISCS, PROVED, Score
from outflank.board.square import Move
from outflank.engine import Info, Limit
from outflank.games.ggf import write_ggf
from outflank.protocols.client import ExternalEngine
from outflank.protocols.limits import QUICK
from outflank.protocols.nboard_clock import timed_record
from outflank.protocols.nboard_session import (
    VERSION,
    Choice,
    Line,
    NBoardSession,
    is_pong,
    read_choice,
    read_line,
    read_nodes,
)
from outflank.protocols.program import Program

#: Plies where no depth is asked for: the whole game.
DEEPEST: Final = 60

#: First moves that are told apart: as many as there are squares.
MOST_LINES: Final = 64

#: Seconds of a move's time, or of a clock, that are kept back for asking and answering, and the
#: largest part of it.
OVERHEAD: Final = 0.05
MOST_OVERHEAD: Final = 0.1

#: What programs say when they have nothing more to say of a hint.
_IDLE: Final = re.compile(r"status(.*\b(waiting|idle|ready|done|finished)\b.*)?", re.IGNORECASE)

#: What the protocol has no word for.
_UNKNOWN_LIMITS: Final = ("nodes", "selectivity", "exact_from")

#: What a set-up line of a session calls the program.
_NAME: Final = "set myname "


class NBoardEngine(ExternalEngine):
    """An external engine that speaks NBoard, version 2.

    Of the limits `depth`, `time` and `clock` can be told, and one of them must be; a time is
    kept by stopping the search when it is up, and so is a clock that is about to run out.

    Args:
        program: that was started.
        start_limit: seconds for its first answer.
        answer_limit: seconds for an answer where no time and no clock say how long.
        options: names and values that are set at first, such as ``{"contempt": "0"}``.

    Raises:
        ProtocolError: it does not speak NBoard.
    """

    def __init__(
        self, program: Program, start_limit: float, answer_limit: float, options: Mapping[str, str]
    ) -> None:
        super().__init__(program, answer_limit)
        self.session = NBoardSession(program)
        self._depth: int | None = None
        self._stopping = threading.Lock()
        self._ping: int | None = None  # that was sent to end the search
        self._searching = False
        self.session.send(f"nboard {VERSION}")
        for line in self.session.synchronise(start_limit):
            if line.startswith(_NAME):
                self.name = line.removeprefix(_NAME).strip()
        for name, value in options.items():
            self.session.send(f"set {name} {value}")

    def new_game(self) -> None:
        """Set the start of a game."""
        self._set_game(Board(), Limit())
        self.session.synchronise(QUICK)

    def stop(self) -> None:
        """End the search that runs; it answers with what it has."""
        with self._stopping:
            if self._searching and self._ping is None:
                self._ping = self.session.ping()

    def _play(self, board: Board, limit: Limit) -> Info:
        found = _Found()
        for text in self._search("go", board, limit):
            found.take(text)
            if found.choice is not None:
                break
        return self._chosen(board, found)

    def _chosen(self, board: Board, found: _Found) -> Info:
        """The move that was chosen; of a search that was stopped without one the best found."""
        choice = found.choice
        if choice is None:
            if not found.lines:
                raise self.program.error("its search ended without a move")
            return self._infos(board, found)[0]
        move = self._checked(board, choice.move)
        line = found.lines.get(str(move))
        info = Info(move, pv=(move,)) if line is None else self._info(board, line)
        value = info.score if choice.value is None or info.exact else _score(choice.value)
        return replace(info, score=value, nodes=found.nodes)

    def _analyse(self, board: Board, limit: Limit, multipv: int) -> list[Info]:
        wanted, found = min(multipv, len(board.legal_moves)), _Found()
        for text in self._search(f"hint {wanted}", board, limit):
            found.take(text)
            if found.is_told(wanted, limit, board.empties):
                self.stop()
        if not found.lines:
            raise self.program.error("its search ended without a line")
        return self._infos(board, found)[:wanted]

    def _search(self, command: str, board: Board, limit: Limit) -> Iterator[str]:
        """All that it says until the search has been stopped."""
        self._refuse_limits(limit, _UNKNOWN_LIMITS, "NBoard")
        if limit.depth is None and limit.time is None and limit.clock is None:
            raise self.program.refusal("NBoard needs a depth, a time or a clock")
        started = time.monotonic()
        self._prepare(board, limit)
        seconds = self._seconds(limit)
        deadline, due = started + seconds, started + _thinking_time(limit)
        with self._stopping:
            self._searching, self._ping = True, None
        self._asked = time.perf_counter()
        try:
            self.session.send(command)
            yield from self._lines(command, due, deadline, seconds)
        finally:
            with self._stopping:
                self._searching = False

    def _lines(self, command: str, due: float, deadline: float, seconds: float) -> Iterator[str]:
        """Lines until the answer to the ping that ends the search; when due, that is sent."""
        while True:
            line = self.session.line(min(due, deadline))
            if line is None and time.monotonic() >= deadline:
                self.program.fail(f'no answer to "{command}" within {seconds:g} s')
            elif line is None:
                due = math.inf
                self.stop()
            elif self._ping is not None and is_pong(line, self._ping):
                return
            else:
                yield line

    def _prepare(self, board: Board, limit: Limit) -> None:
        depth = limit.depth or DEEPEST
        if depth != self._depth:
            self.session.send(f"set depth {depth}")
            self._depth = depth
        self._set_game(board, limit)
        self.session.synchronise(QUICK)

    def _set_game(self, board: Board, limit: Limit) -> None:
        self.session.send(f"set game {write_ggf(timed_record(board, limit))}")

    def _infos(self, board: Board, found: _Found) -> list[Info]:
        """All lines, the deepest and of those the best first: a shallow one was given up."""

        def worth(line: Line) -> tuple[float, float]:
            return _deepness(line), -math.inf if line.value is None else line.value

        ranked = sorted(found.lines.values(), key=worth, reverse=True)
        return [replace(self._info(board, line), nodes=found.nodes) for line in ranked]

    def _info(self, board: Board, line: Line) -> Info:
        move = self._checked(board, line.moves[0])
        pv = _legal_line(board, line.moves)
        if line.kind == "plies":
            return Info(move, _score(line.value), line.depth, None, pv)
        if line.kind == "per cent" and line.depth is not None:
            sure = min(line.depth, PROVED)
            return Info(move, _score(line.value, sure), board.empties, sure, pv)
        return Info(move, _score(line.value), pv=pv)


@dataclass
class _Found:
    """What a search has said so far.

    Attributes:
        lines: the last line of each first move, in lower case.
        choice: its move.
        nodes: as it counts them.
        is_idle: it has said that it does nothing any more.
    """

    lines: dict[str, Line] = field(default_factory=dict)
    choice: Choice | None = None
    nodes: int | None = None
    is_idle: bool = False

    def take(self, text: str) -> None:
        """Take in one line."""
        line = read_line(text)
        if line is not None and line.moves:
            first = line.moves[0].lower()
            if first in self.lines or len(self.lines) < MOST_LINES:
                self.lines[first] = line
        elif text.startswith("nodestats"):
            nodes = read_nodes(text)
            self.nodes = self.nodes if nodes is None else nodes
        else:
            self.choice = self.choice or read_choice(text)
        self.is_idle = bool(self.lines) and bool(_IDLE.fullmatch(text))

    def is_told(self, wanted: int, limit: Limit, empties: int) -> bool:
        """True if it has told so many lines as deep as was asked."""
        if self.is_idle:
            return True
        depth = min(limit.depth or DEEPEST, empties)
        told = sum(_is_as_deep(line, depth) for line in self.lines.values())
        return told >= wanted


def _is_as_deep(line: Line, depth: int) -> bool:
    """True if a line is as deep as was asked, or of a book."""
    return _deepness(line) >= (depth if line.kind == "plies" else DEEPEST + PROVED)


def _deepness(line: Line) -> float:
    """Plies; any line to the end is deeper, the surer the deeper, and one of a book the deepest."""
    if line.kind is None or line.depth is None:
        return math.inf
    return line.depth if line.kind == "plies" else DEEPEST + line.depth


def _thinking_time(limit: Limit) -> float:
    """Seconds after which a search is stopped: at the latest when its clock is about to run out."""
    seconds = limit.clock if limit.time is None else limit.time
    if seconds is None:
        return math.inf
    return seconds - min(OVERHEAD, MOST_OVERHEAD * seconds)


def _score(value: float | None, sure: int | None = None) -> Score | None:
    """A score in discs that claims no more than was told; None if none was, or one that cannot be.

    Args:
        value: discs, from the side to move.
        sure: certainty in per cent; None if it was not told: then nobody knows it.
    """
    if value is None or abs(value) > MOST_DISCS:
        return None
    return Score(value, bound="exact" if sure == PROVED else "estimate", selectivity=sure)


def _legal_line(board: Board, texts: tuple[str, ...]) -> tuple[Move, ...]:
    """The moves of a line as far as they can be read and played."""
    copy = Board(board.position, board.turn)
    with suppress(OutflankError):
        for text in texts:
            copy.push_text(text)
    return copy.moves
