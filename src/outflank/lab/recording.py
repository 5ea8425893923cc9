"""A search as it happened: what was searched, and its events, each a frozen value.

Numbers are in the unit of the evaluation and from the view of the side to move at the
node that the event is about; of a move, from the view of the side that makes it. None
stands for no bound, where the search itself reckons with ±1,000,000.

========================  ==================================================================
event                     when
========================  ==================================================================
`DepthBegan`              a depth begins: one, or several by iterative deepening
`ProbeBegan`              a search of the whole tree begins, with its window
`NodeEntered`             a position is entered, from the root down
`TableHit`                the transposition table knows it
`LeafValued`              it is not searched further, and valued
`MovesOrdered`            its moves, in the order in which they are searched
`Passed`                  it has none: the other side goes on, at the same depth
`MoveValued`              a move came back with its value
`Researched`              PVS: its null window said "better", so it is searched again
`Stored`                  the table is told
`NodeLeft`                the position is left
`ProbeEnded`              what the whole search answered, and what is known now
`SearchEnded`             the value, the best move, and what it cost
========================  ==================================================================
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from outflank.board.board import Board
from outflank.board.errors import OutflankError
from outflank.board.square import Move

#: The deepest search that can be described; the textbook's.
GREATEST_DEPTH: Final = 60

#: Beyond every value, as in the textbook's searches.
INFINITY: Final = 1_000_000

#: The articles by the names of their searches.
ARTICLES: Final = ("mtdf", "pvs")


class RecordingError(OutflankError):
    """A search that cannot be recorded, or a recording that cannot be."""


class Driver(enum.StrEnum):
    """What moves the window of the search, by name."""

    MTDF = "mtdf"
    ALPHABETA = "alphabeta"
    PVS = "pvs"
    ASPIRATION = "aspiration"
    MTSSS = "mtsss"
    MTDUAL = "mtdual"
    MTDBEST = "mtdbest"
    BISECTION = "bisection"

    @property
    def guesses(self) -> bool:
        """True if it begins at a guess."""
        return self in (Driver.MTDF, Driver.MTDBEST, Driver.ASPIRATION)


class Bound(enum.StrEnum):
    """What is known of a true value: it is this, at least this, or at most this."""

    EXACT = "exact"
    LOWER = "lower"
    UPPER = "upper"


class Use(enum.StrEnum):
    """What an entry of the table was good for: the answer, a narrower window, or nothing."""

    ANSWER = "answer"
    WINDOW = "window"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Search:
    """What is searched, and how.

    Attributes:
        position: 64 squares and the side to move.
        driver: what moves the window.
        depth: plies, 1 to 60.
        article: whose evaluation, ordering and table: "mtdf" or "pvs".
        faithful: repeat the faults of the article's program.
        table: use a transposition table.
        iterative: by way of depths 2, 4, 6, … (or 1, 3, 5, …), each value the next guess.
        guess: where the first probe asks; 0 if missing. None for drivers that do not guess.

    Raises:
        RecordingError: something of it cannot be.
        InvalidPositionError: the position is none.
    """

    position: str
    driver: Driver = Driver.MTDF
    depth: int = 4
    article: str = "mtdf"
    faithful: bool = False
    table: bool = True
    iterative: bool = False
    guess: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "position", Board.from_text(self.position).to_text())
        if self.article not in ARTICLES:
            raise RecordingError(f"an article is {' or '.join(ARTICLES)}, not {self.article}")
        if not 1 <= self.depth <= GREATEST_DEPTH:
            raise RecordingError(f"a depth is 1 to {GREATEST_DEPTH}, not {self.depth}")
        if not self.driver.guesses:
            if self.guess is not None:
                raise RecordingError(f"the driver {self.driver} takes no guess")
        elif self.guess is None:
            object.__setattr__(self, "guess", 0)
        elif abs(self.guess) > INFINITY:
            raise RecordingError(f"a guess is -{INFINITY:,} to {INFINITY:,}, not {self.guess}")

    @property
    def board(self) -> Board:
        """The position as a board."""
        return Board.from_text(self.position)

    @property
    def unit(self) -> str:
        """The unit of all values."""
        return f"{self.article}-article"


@dataclass(frozen=True, slots=True)
class DepthBegan:
    """A search to a depth begins.

    Attributes:
        depth: plies.
        guess: where the driver believes the value; None if it does not guess.
    """

    kind: ClassVar[str] = "depth"
    depth: int
    guess: int | None


@dataclass(frozen=True, slots=True)
class ProbeBegan:
    """A search of the whole tree begins.

    Attributes:
        number: of the probe, from 1 through all depths.
        alpha, beta: its window.
        lower, upper: what is known of the value before.
    """

    kind: ClassVar[str] = "probe"
    number: int
    alpha: int | None
    beta: int | None
    lower: int | None
    upper: int | None


@dataclass(frozen=True, slots=True)
class NodeEntered:
    """A position is entered.

    Attributes:
        level: moves and passes from the root, which is 0.
        number: of the node, from 1 through all probes; None if it is not counted, as the
            root of PVS in its article, and that of MTD(best).
        move: what led here; None at the root.
        depth: plies left.
        alpha, beta: the window.
    """

    kind: ClassVar[str] = "node"
    level: int
    number: int | None
    move: Move | None
    depth: int
    alpha: int | None
    beta: int | None


@dataclass(frozen=True, slots=True)
class TableHit:
    """The table has an entry of the position.

    Attributes:
        value, bound: what it says.
        depth: how deep the search was that stored it; if less than the node's it is of no use.
        use: what came of it.
        alpha, beta: the window now; where it was the answer, that left nothing of it.
    """

    kind: ClassVar[str] = "table"
    value: int
    bound: Bound
    depth: int
    use: Use
    alpha: int | None
    beta: int | None


@dataclass(frozen=True, slots=True)
class LeafValued:
    """The position is valued without a search.

    Attributes:
        value: its worth.
        end: True if the game is over there.
    """

    kind: ClassVar[str] = "leaf"
    value: int
    end: bool


@dataclass(frozen=True, slots=True)
class MovesOrdered:
    """The moves of the position.

    Attributes:
        moves: in the order in which they are searched.
        numbers: what the ordering gives each; the greatest comes first, but at the root of
            MTD(best) those moves do that are still asked about.
    """

    kind: ClassVar[str] = "moves"
    moves: tuple[Move, ...]
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Passed:
    """The position has no move: the other side is to move, and no depth is used."""

    kind: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True)
class MoveValued:
    """A move came back.

    Attributes:
        move: the move.
        value: what it is worth to the side that makes it.
        alpha: the window's lower end now.
        raised: True if the value has raised it.
        cutoff: True if it has reached beta: the moves after it need no search.
    """

    kind: ClassVar[str] = "move"
    move: Move
    value: int
    alpha: int | None
    raised: bool
    cutoff: bool


@dataclass(frozen=True, slots=True)
class Researched:
    """A null window has said that a move is better; it is searched again to see how much.

    Attributes:
        move: the move.
        value: what the null window answered, for the side that makes the move.
        alpha, beta: the window of the second search, likewise.
    """

    kind: ClassVar[str] = "again"
    move: Move
    value: int
    alpha: int | None
    beta: int | None


@dataclass(frozen=True, slots=True)
class Stored:
    """The table is told what came out.

    Attributes:
        value, bound: of the position.
        depth: plies that were searched.
        kept: False if a deeper entry of another position keeps its place.
    """

    kind: ClassVar[str] = "store"
    value: int
    bound: Bound
    depth: int
    kept: bool


@dataclass(frozen=True, slots=True)
class NodeLeft:
    """The position is left.

    Attributes:
        level: as it was entered.
        value, bound: what is known of it.
    """

    kind: ClassVar[str] = "left"
    level: int
    value: int
    bound: Bound


@dataclass(frozen=True, slots=True)
class ProbeEnded:
    """What a search of the whole tree answered.

    Attributes:
        number: of the probe.
        value, bound: the answer: upper where it failed low, lower where it failed high.
        lower, upper: what is known of the value now.
        nodes: positions entered in this probe.
        best: the move that reached the best value so far at this depth; None if there is none.
    """

    kind: ClassVar[str] = "answer"
    number: int
    value: int
    bound: Bound
    lower: int | None
    upper: int | None
    nodes: int
    best: Move | None


@dataclass(frozen=True, slots=True)
class SearchEnded:
    """The search is over.

    Attributes:
        value: of the position, for the side to move.
        best: a move that reaches it; None if there is none.
        nodes: positions entered in all, counted as the article's program counts them.
        probes: searches of the whole tree.
    """

    kind: ClassVar[str] = "end"
    value: int
    best: Move | None
    nodes: int
    probes: int


Event = (
    DepthBegan
    | ProbeBegan
    | NodeEntered
    | TableHit
    | LeafValued
    | MovesOrdered
    | Passed
    | MoveValued
    | Researched
    | Stored
    | NodeLeft
    | ProbeEnded
    | SearchEnded
)


@dataclass(frozen=True, slots=True)
class Recording:
    """A search and everything that happened in it, to its end."""

    search: Search
    events: Sequence[Event]
