"""The PVS article's program: a whole game against itself, and its statistics."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from outflank.board.board import Board
from outflank.board.square import PASS, Move
from outflank.textbook.pvs import pvs
from outflank.textbook.settings import Article, Settings
from outflank.textbook.tables import Table

#: Depth by empties: the first row whose number of empties is exceeded.
DEPTHS: Final = ((45, 5), (20, 7), (-1, 10))


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """One disc of the game.

    Attributes:
        ply: number of the disc, 1 to 60, those of `start` counted.
        empties: empty squares before it.
        depth: how deep the search was.
        move: where it was placed.
        score: its value for the mover, in the unit of the evaluation.
        nodes: of all searches so far.
        before: the board before it, 64 squares and the side.
    """

    ply: int
    empties: int
    depth: int
    move: Move
    score: int
    nodes: int
    before: str


@dataclass(frozen=True, slots=True)
class SelfPlay:
    """A finished game and what it cost.

    Attributes:
        moves: every disc placed, in order.
        board: the end of the game, with its moves and passes.
        unit: of the scores.
        seconds: wall time of all searches.
    """

    moves: tuple[PlayedMove, ...]
    board: Board
    unit: str
    seconds: float

    @property
    def black(self) -> int:
        """Discs of Black at the end."""
        return self.board.black.bit_count()

    @property
    def white(self) -> int:
        """Discs of White at the end."""
        return self.board.white.bit_count()

    @property
    def nodes(self) -> int:
        """Positions entered in all searches."""
        return self.moves[-1].nodes if self.moves else 0

    @property
    def milliseconds_per_move(self) -> float:
        """Mean time of a move, as the article's program prints it."""
        return 1000 * self.seconds / max(1, len(self.moves))


def depth_by_empties(empties: int) -> int:
    """How deep the article's program searches: 5 above 45 empties, 7 above 20, else 10."""
    return next(depth for above, depth in DEPTHS if empties > above)


def self_play(
    settings: Settings | None = None,
    table: Table | None = None,
    *,
    start: Board | None = None,
    depth_for: Callable[[int], int] = depth_by_empties,
    watch: Callable[[PlayedMove], None] | None = None,
) -> SelfPlay:
    """Play a game to its end, both sides by PVS with one table.

    Args:
        settings: evaluation, ordering, faults; the PVS article's, corrected, if missing.
        table: shared by the whole game; the article's kind if missing.
        start: where to begin (it is not changed); the usual start if missing.
        depth_for: the depth by the number of empties.
        watch: called after every move, for progress.

    Raises:
        SettingsError: a depth is not 1 to 60.
        TypeError: `start` is no board.
    """
    if not isinstance(start, Board | None):
        raise TypeError(f"start must be a Board, not {start!r}")
    settings = settings or Article.PVS.settings()
    table = Article.PVS.table() if table is None else table
    board = Board() if start is None else start.copy()
    played: list[PlayedMove] = []
    nodes, started = 0, time.perf_counter()
    while not board.is_game_over():
        if board.must_pass:
            board.push(PASS)
            continue
        depth, before = depth_for(board.empties), board.to_text()
        result = pvs(board, depth, settings, table)
        assert result.best is not None  # there is a move, and the root is never looked up
        nodes += result.nodes
        played.append(
            PlayedMove(
                ply=board.ply + 1,
                empties=board.empties,
                depth=depth,
                move=result.best,
                score=result.score,
                nodes=nodes,
                before=before,
            )
        )
        board.push(result.best)
        if watch is not None:
            watch(played[-1])
    return SelfPlay(tuple(played), board, settings.unit, time.perf_counter() - started)
