"""The PVS article's ablation: null windows, table and ordering switched off one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Final

from outflank.board.board import Board
from outflank.board.position import Position
from outflank.textbook.orderings import Ordering
from outflank.textbook.pvs import pvs
from outflank.textbook.result import Result
from outflank.textbook.settings import Article, Settings
from outflank.textbook.tables import Table

DEPTHS: Final = (3, 5, 7)

#: Ordering, table, null windows: each off and on.
COMBINATIONS: Final = tuple(product((False, True), repeat=3))


@dataclass(frozen=True, slots=True)
class AblationRow:
    """One combination and its result.

    Attributes:
        depth: plies.
        pvs: null windows for all moves but the first.
        table: a transposition table.
        ordering: the ordering of the settings, else the order of the squares.
        result: what the search answered and cost.
    """

    depth: int
    pvs: bool
    table: bool
    ordering: bool
    result: Result


def ablation(
    where: Position | Board | None = None,
    depths: Iterable[int] = DEPTHS,
    settings: Settings | None = None,
) -> Iterator[AblationRow]:
    """Search with every combination of the three parts, each on a fresh table.

    Args:
        where: the position; the start of the game if missing.
        depths: plies, each 1 to 60.
        settings: evaluation, faults, and the ordering that is switched; the PVS
            article's, corrected, if missing.

    Yields:
        Eight rows for each depth; null windows change fastest, the ordering slowest.

    Raises:
        SettingsError: a depth is not 1 to 60.
    """
    where = Board() if where is None else where
    settings = settings or Article.PVS.settings()
    unordered = replace(settings, ordering=Ordering.NONE)
    for depth, (ordering, with_table, null_windows) in product(depths, COMBINATIONS):
        result = pvs(
            where,
            depth,
            settings if ordering else unordered,
            Article.PVS.table() if with_table else Table.none(),
            null_windows=null_windows,
        )
        yield AblationRow(depth, null_windows, with_table, ordering, result)
