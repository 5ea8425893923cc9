"""Follows the events of a search: where it is, and what is known, after each of them.

A `Replay` is a value: `after` gives the next one, and whoever keeps them can go back. An
event that cannot follow is refused, so a recording that can be followed to its end holds
together: every move is legal, every node that is entered is left, every count is right.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Self

from outflank.board.board import Board
from outflank.board.color import Color
from outflank.board.position import Position
from outflank.board.square import PASS, Move
from outflank.lab.recording import (
    DepthBegan,
    Event,
    LeafValued,
    MovesOrdered,
    MoveValued,
    NodeEntered,
    NodeLeft,
    Passed,
    ProbeBegan,
    ProbeEnded,
    RecordingError,
    Researched,
    Search,
    SearchEnded,
    Stored,
    TableHit,
    Use,
)


@dataclass(frozen=True, slots=True)
class Frame:
    """A position on the path from the root to where the search is.

    Attributes:
        position: its discs, from the side to move.
        turn: the side to move.
        entered: how it was entered: the move, the depth left, the window.
        moves: its moves in the order of the search; a pass stands for none.
        tried: how many of them have come back.
        best: the greatest value of those; None before the first.
        alpha: the window's lower end now.
        returned: what the position after the move that is being tried was worth to the
            other side; None while that is not known.
    """

    position: Position
    turn: Color
    entered: NodeEntered
    moves: tuple[Move, ...] = ()
    tried: int = 0
    best: int | None = None
    alpha: int | None = None
    returned: int | None = None

    @property
    def board(self) -> Board:
        """The position with its colours."""
        return Board(self.position, self.turn)

    @property
    def trying(self) -> Move | None:
        """The move whose value is awaited; None if there is none."""
        return self.moves[self.tried] if self.tried < len(self.moves) else None


@dataclass(frozen=True, slots=True)
class Replay:
    """What is known after some events.

    Attributes:
        search: what is searched.
        root: its position.
        events: how many there were.
        depth: that is being searched; None before the first.
        probe: that goes on; None between probes.
        answers: of all probes of this depth.
        frames: the path, the root first; empty between probes.
        nodes: positions entered.
        probes: searches of the whole tree, this one included.
        hits: positions that the table knew.
        answered: those of them that it answered.
        cutoffs: positions where a move made the rest needless.
        first_cutoffs: those of them where it was the first move.
        value: of the root, as the last probe left it.
        ended: the end, once it has come.
    """

    search: Search
    root: Board
    events: int = 0
    depth: DepthBegan | None = None
    probe: ProbeBegan | None = None
    answers: tuple[ProbeEnded, ...] = ()
    frames: tuple[Frame, ...] = ()
    nodes: int = 0
    probes: int = 0
    hits: int = 0
    answered: int = 0
    cutoffs: int = 0
    first_cutoffs: int = 0
    value: int | None = None
    ended: SearchEnded | None = None

    @classmethod
    def begin(cls, search: Search) -> Self:
        """Before the first event."""
        return cls(search, search.board)

    @property
    def board(self) -> Board:
        """Where the search is."""
        return self.frames[-1].board if self.frames else self.root

    @property
    def path(self) -> tuple[Move, ...]:
        """The moves from the root to there, passes included."""
        moves = (frame.entered.move for frame in self.frames)
        return tuple(move for move in moves if move is not None)

    @property
    def bounds(self) -> tuple[int | None, int | None]:
        """What is known of the value at this depth: at least, at most; None is no bound."""
        if self.answers:
            return self.answers[-1].lower, self.answers[-1].upper
        return (self.probe.lower, self.probe.upper) if self.probe else (None, None)

    def after(self, event: Event) -> Self:
        """What is known after the event.

        Raises:
            RecordingError: it cannot come here.
        """
        if self.ended is not None:
            raise RecordingError("it comes after the end")
        match event:
            case DepthBegan():
                following = self._depth_began(event)
            case ProbeBegan():
                following = self._probe_began(event)
            case NodeEntered():
                following = self._entered(event)
            case NodeLeft():
                following = self._left(event)
            case ProbeEnded():
                following = self._probe_ended(event)
            case SearchEnded():
                following = self._search_ended(event)
            case _:
                following = self._inside(event)
        return following

    def _next(self, **changes: Any) -> Self:
        """The same one event later, with changes."""
        return replace(self, events=self.events + 1, **changes)

    def _depth_began(self, event: DepthBegan) -> Self:
        _require(self.probe is None, "a depth begins while a probe goes on")
        _require(1 <= event.depth <= self.search.depth, f"a depth of {event.depth}")
        return self._next(depth=event, answers=(), value=None)

    def _probe_began(self, event: ProbeBegan) -> Self:
        _require(self.depth is not None, "a probe without a depth")
        _require(self.probe is None, "a probe begins while another goes on")
        _require(event.number == self.probes + 1, f"probe {event.number} after {self.probes}")
        return self._next(probe=event, probes=event.number, value=None)

    def _entered(self, event: NodeEntered) -> Self:
        _require(self.probe is not None, "a position outside a probe")
        _require(event.level == len(self.frames), f"level {event.level}, not {len(self.frames)}")
        counted = event.number is not None
        _require(not counted or event.number == self.nodes + 1, f"node {event.number}")
        frame = Frame(*self._reached(event), event, alpha=event.alpha)
        return self._next(frames=(*self.frames, frame), nodes=self.nodes + counted)

    def _reached(self, event: NodeEntered) -> tuple[Position, Color]:
        """The position that is entered, and its side to move."""
        if not self.frames:
            _require(event.move is None and self.value is None, "a second root")
            return self.root.position, self.root.turn
        parent = self.frames[-1]
        if event.move is None or event.move != parent.trying or parent.returned is not None:
            raise RecordingError(f"the move {event.move} is not to be tried here")
        # The moves of the parent are known to be its legal ones.
        return parent.position.play_unchecked(parent.moves[parent.tried]), parent.turn.other

    def _left(self, event: NodeLeft) -> Self:
        _require(event.level == len(self.frames) - 1, f"level {event.level} is left")
        *above, _ = self.frames
        if not above:
            return self._next(frames=(), value=event.value)
        parent = replace(above[-1], returned=event.value)
        if parent.trying == PASS:  # no move that is valued: the next to come is the way out
            parent = replace(parent, tried=1, best=-event.value)
        return self._next(frames=(*above[:-1], parent))

    def _probe_ended(self, event: ProbeEnded) -> Self:
        _require(self.probe is not None and not self.frames, "an answer before the end of a probe")
        _require(event.number == self.probes, f"the answer of probe {event.number}")
        _require(event.value == self.value, f"the answer is {event.value}, not {self.value}")
        return self._next(probe=None, answers=(*self.answers, event))

    def _search_ended(self, event: SearchEnded) -> Self:
        _require(self.probe is None and bool(self.answers), "the end before an answer")
        found = event.value, event.nodes, event.probes
        wanted = self.value, self.nodes, self.probes
        _require(found == wanted, "value, nodes and probes are not those of the events")
        return self._next(ended=event)

    def _inside(self, event: Event) -> Self:
        """After an event that is about the position where the search is."""
        _require(bool(self.frames), f'"{event.kind}" outside a position')
        frame = self.frames[-1]
        counts: dict[str, Any] = {}
        match event:
            case TableHit():
                answers = event.use is Use.ANSWER
                counts = {"hits": self.hits + 1, "answered": self.answered + answers}
                if not answers:
                    frame = replace(frame, alpha=event.alpha)
            case MovesOrdered():
                frame = _with_moves(frame, event)
            case Passed():
                fits = frame.position.must_pass and not frame.moves
                _require(fits, "a pass where there are moves")
                frame = replace(frame, moves=(PASS,))
            case MoveValued():
                if event.cutoff:
                    counts = {
                        "cutoffs": self.cutoffs + 1,
                        "first_cutoffs": self.first_cutoffs + (frame.tried == 0),
                    }
                frame = _with_value(frame, event)
            case Researched():
                _check_value(frame, event)
                frame = replace(frame, returned=None)
            case LeafValued() | Stored():
                pass
        return self._next(frames=(*self.frames[:-1], frame), **counts)


def _with_moves(frame: Frame, event: MovesOrdered) -> Frame:
    legal = frame.position.legal_mask
    squares = 0
    for move in event.moves:
        squares |= 1 << move
    _require(not frame.moves, "the moves a second time")
    _require(squares == legal and len(event.moves) == legal.bit_count(), "not the legal moves")
    _require(len(event.numbers) == len(event.moves), "not a number for each move")
    return replace(frame, moves=event.moves)


def _with_value(frame: Frame, event: MoveValued) -> Frame:
    _check_value(frame, event)
    best = event.value if frame.best is None else max(frame.best, event.value)
    return replace(frame, tried=frame.tried + 1, best=best, alpha=event.alpha, returned=None)


def _check_value(frame: Frame, event: MoveValued | Researched) -> None:
    if event.move != frame.trying:
        raise RecordingError(f"the move {event.move} was not tried")
    if frame.returned is None or event.value != -frame.returned:
        raise RecordingError(f"the value of {event.move} is not what came back")


def _require(fits: bool, fault: str) -> None:
    if not fits:
        raise RecordingError(fault)
