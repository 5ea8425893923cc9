"""What a search has found so far: score, depth, principal variation, and what it cost."""

from __future__ import annotations

from dataclasses import dataclass, field

from outflank.board.score import DISCS, PROVED, Score
from outflank.board.square import Move

#: Moves of the principal variation that a line of text shows.
SHOWN_MOVES = 8


@dataclass(frozen=True, slots=True)
class Counters:
    """What happened inside a search; None is what was not counted.

    Attributes:
        probes: searches of the whole tree, each with a window of its own.
        researches: searches of a subtree again, because it fell out of a null window.
        table_hits: positions answered by the transposition table.
        cutoffs: positions at which a move failed high.
        first_move_cutoffs: those at which the first move tried did.

    >>> Counters(cutoffs=200, first_move_cutoffs=180).first_move_rate
    0.9
    """

    probes: int | None = None
    researches: int | None = None
    table_hits: int | None = None
    cutoffs: int | None = None
    first_move_cutoffs: int | None = None

    @property
    def first_move_rate(self) -> float | None:
        """The share of cut-offs that the first move tried made, 0 to 1: how good the order is.

        None if there was no cut-off or none was counted.
        """
        if not self.cutoffs or self.first_move_cutoffs is None:
            return None
        return self.first_move_cutoffs / self.cutoffs


@dataclass(frozen=True, slots=True)
class Info:
    """The best move known of a position, what it is worth, and how far that can be trusted.

    Attributes:
        move: the best move; None where the game is over.
        score: from the side to move, None if nothing is known. It claims to be proved
            (`Score.proved`) only if it is: the value of a horizon bears a selectivity
            below 100 or the unit of its evaluation.
        depth: plies searched, the move included; None if no iteration was finished.
        selectivity: per cent of certainty of the search, 73 to 100; at 100 nothing was
            left out on suspicion. None if unknown.
        pv: the principal variation, passes included, from `move` on.
        nodes: positions entered, None if not counted.
        seconds: wall time, None if not taken.
        counters: what happened inside the search.

    >>> score = Score(3.0, selectivity=73)
    >>> line = (Move("f5"), Move("d6"), Move("c3"))
    >>> print(Info(line[0], score, 12, 73, line, nodes=1_234_567, seconds=0.21))
    depth 12@73% +3.0 f5 d6 c3 1,234,567 nodes 0.21 s
    """

    move: Move | None
    score: Score | None = None
    depth: int | None = None
    selectivity: float | None = None
    pv: tuple[Move, ...] = ()
    nodes: int | None = None
    seconds: float | None = None
    counters: Counters = field(default_factory=Counters)

    @property
    def exact(self) -> bool:
        """True if the score is proved: final discs, to the end of the game, no bound."""
        return self.score is not None and self.score.proved and self.selectivity == PROVED

    @property
    def nps(self) -> float | None:
        """Nodes a second, None if unknown or too fast to tell.

        >>> Info(Move("f5"), nodes=3_000_000, seconds=0.5).nps
        6000000.0
        """
        if self.nodes is None or not self.seconds:
            return None
        return self.nodes / self.seconds

    def __str__(self) -> str:
        """One plain line; what is unknown is left out."""
        parts = [*self._how_deep(), *self._what()]
        if self.nodes is not None:
            parts.append(f"{self.nodes:,} nodes")
        if self.seconds is not None:
            parts.append(f"{self.seconds:.2f} s")
        return " ".join(parts)

    def _how_deep(self) -> list[str]:
        if self.depth is None:
            return []
        if self.exact:
            return [f"depth {self.depth} exact"]
        sureness = "" if self.selectivity is None else f"@{self.selectivity:g}%"
        return [f"depth {self.depth}{sureness}"]

    def _what(self) -> list[str]:
        score = []
        if self.score is not None:
            unit = "" if self.score.unit == DISCS else f" {self.score.unit}"
            score = [self.score.short + unit]
        if self.move is None:
            return [*score, "game over"]
        line = [str(move) for move in self.pv or (self.move,)]
        more = ["…"] if len(line) > SHOWN_MOVES else []
        return [*score, *line[:SHOWN_MOVES], *more]
