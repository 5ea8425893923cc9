"""How ``outflank lab watch`` tells a step of a search in one line, and a whole search in many."""

from __future__ import annotations

from typing import Final

from outflank.cli.output import counted, draw, say
from outflank.lab.recording import (
    INFINITY,
    Bound,
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
    Researched,
    Search,
    SearchEnded,
    Stored,
    TableHit,
    Use,
)

SIGNS: Final = {Bound.EXACT: "=", Bound.LOWER: "≥", Bound.UPPER: "≤"}

#: What is told of every search, however long it is.
OUTLINE: Final = (DepthBegan, ProbeBegan, ProbeEnded, SearchEnded)

INDENT: Final = "  "


def value(number: int) -> str:
    """A value with its sign."""
    return f"{number:+d}"


def low(number: int | None) -> str:
    """A lower end; None is no bound."""
    return "-∞" if number is None else _end(number)


def high(number: int | None) -> str:
    """An upper end; None is no bound."""
    return "+∞" if number is None else _end(number)


def _end(number: int) -> str:
    """A number that is an end; that of a null window at infinity is next to it.

    >>> high(-INFINITY + 1), low(INFINITY - 1)
    ('-∞+1', '+∞-1')
    """
    if abs(number) < INFINITY - 1:
        return value(number)
    return "+∞-1" if number > 0 else "-∞+1"


def window(alpha: int | None, beta: int | None) -> str:
    """A window, such as ``(-1, +0)``."""
    return f"({low(alpha)}, {high(beta)})"


def known(lower: int | None, upper: int | None) -> str:
    """What is known of a value, such as ``-74 to +12``."""
    if lower is not None and lower == upper:
        return value(lower)
    return f"{low(lower)} to {high(upper)}"


def question(alpha: int | None, beta: int | None) -> str:
    """What a search of the window asks."""
    least = -INFINITY if alpha is None else alpha
    most = INFINITY if beta is None else beta
    return f"at least {high(beta)}?" if most - least == 1 else "what is the value?"


def introduce(search: Search) -> str:
    """The search in a few words."""
    parts = [f"{search.driver} to depth {search.depth}"]
    if search.iterative:
        parts.append("iterative")
    if search.faithful:
        parts.append("with the program's faults")
    if not search.table:
        parts.append("no table")
    return f"{', '.join(parts)}; values in {search.unit}"


def line(event: Event, path: int) -> str:
    """An event as a line of the tree.

    Args:
        event: what happened.
        path: positions from the root to where the search is after it.
    """
    if isinstance(event, OUTLINE):
        return told(event)
    # A position stands below the one above it, and what happens there below itself.
    return INDENT * (path + (not isinstance(event, NodeEntered))) + told(event)


def told(event: Event) -> str:
    """An event in words."""
    match event:
        case DepthBegan(depth, guess):
            text = f"depth {depth}" + ("" if guess is None else f", first guess {value(guess)}")
        case ProbeBegan():
            asked = f"{window(event.alpha, event.beta)}: {question(event.alpha, event.beta)}"
            text = f"probe {event.number} {asked} (known: {known(event.lower, event.upper)})"
        case ProbeEnded():
            best = "" if event.best is None else f"; best so far {event.best}"
            text = (
                f"probe {event.number} answers {_bound(event.bound, event.value)}, known: "
                f"{known(event.lower, event.upper)}{best}; {counted(event.nodes, 'node')}"
            )
        case SearchEnded():
            text = (
                f"value {value(event.value)}, best {event.best or '-'}, "
                f"{counted(event.nodes, 'node')}, {counted(event.probes, 'probe')}"
            )
        case MovesOrdered(moves, numbers):
            pairs = zip(moves, numbers, strict=True)
            text = f"moves: {', '.join(f'{move} {number}' for move, number in pairs)}"
        case MoveValued() | Researched():
            text = _told_of_move(event)
        case TableHit() | Stored():
            text = _told_of_table(event)
        case NodeEntered():
            where = "root" if event.level == 0 else str(event.move)
            text = f"{where}: depth {event.depth}, window {window(event.alpha, event.beta)}"
        case LeafValued():
            text = f"{'end of the game' if event.end else 'leaf'}: {value(event.value)}"
        case Passed():
            text = "no move: the other side goes on"
        case NodeLeft():
            text = f"value {_bound(event.bound, event.value)}"
    return text


def _told_of_move(event: MoveValued | Researched) -> str:
    if isinstance(event, Researched):
        again = window(event.alpha, event.beta)
        return f"{event.move} is worth {value(event.value)} or more: again, window {again}"
    came_of_it = "raises alpha" if event.raised else "no better"
    cut = ", CUT-OFF" if event.cutoff else ""
    return f"{event.move} is worth {value(event.value)}: {came_of_it}{cut}"


def _told_of_table(event: TableHit | Stored) -> str:
    entry = f"{_bound(event.bound, event.value)} of depth {event.depth}"
    if isinstance(event, Stored):
        return f"stored: {entry}" if event.kept else "not stored: a deeper entry keeps the place"
    came_of_it = {
        Use.ANSWER: "that answers",
        Use.WINDOW: f"window now {window(event.alpha, event.beta)}",
        Use.NOTHING: "no help",
    }
    return f"table: {entry}: {came_of_it[event.use]}"


def _bound(bound: Bound, number: int) -> str:
    return f"{SIGNS[bound]} {value(number)}"


class Trace:
    """Writes a search as an indented tree, a line an event, so many lines at most.

    What it leaves out it counts; depths, probes and the end are always told.

    Args:
        search: what is searched.
        most: lines of the tree.
    """

    def __init__(self, search: Search, most: int) -> None:
        self._search = search
        self._most = most
        self._path = 0
        self._left_out = 0

    def begin(self) -> None:
        """The position, and what is searched."""
        board = self._search.board
        say(draw(board))
        say(f"{board.turn} to move, {board.empties} empties; {introduce(self._search)}")

    def tell(self, event: Event) -> None:
        """The line of an event."""
        self._path += isinstance(event, NodeEntered) - isinstance(event, NodeLeft)
        if isinstance(event, OUTLINE):
            if self._left_out:
                say(f"{INDENT}... {counted(self._left_out, 'line')} left out (--lines)")
                self._left_out = 0
        elif self._most == 0:
            self._left_out += 1
            return
        else:
            self._most -= 1
        say(line(event, self._path))
