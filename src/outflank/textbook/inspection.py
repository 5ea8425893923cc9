"""Looking into a transposition table, and putting an entry there by hand: for lessons and tests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from outflank.board.board import Board
from outflank.board.position import Position
from outflank.textbook.running import Root, arrays_for, root_of, run
from outflank.textbook.settings import Settings
from outflank.textbook.slots import KernelArrays
from outflank.textbook.tables import (
    DEPTH,
    EXACT,
    FLAG,
    LOWER,
    NOT_FOUND,
    UPPER,
    VALUE,
    Table,
    find,
    store,
    table_key,
)

#: What a score is, by the flag of its entry.
BOUNDS: Final = {EXACT: "exact", LOWER: "lower", UPPER: "upper"}


@dataclass(frozen=True, slots=True)
class Entry:
    """What a table says of a position.

    Attributes:
        value: a score in the unit of the evaluation, for the side to move.
        bound: what it is: "exact", "lower" or "upper".
        depth: how deep the search was, in plies.
    """

    value: int
    bound: str
    depth: int


def look_up(table: Table, where: Position | Board, settings: Settings) -> Entry | None:
    """The entry that a search with these settings would find; None if there is none."""
    root, arrays = root_of(where), arrays_for(settings, table)
    key = table_key(*root, arrays.switches)
    row = find(table.entries, arrays.switches, key, *root)
    if row == NOT_FOUND:
        return None
    entry = table.entries[row]
    return Entry(int(entry[VALUE]), BOUNDS[entry[FLAG]], int(entry[DEPTH]))


def seed(table: Table, where: Position | Board, settings: Settings, entry: Entry) -> None:
    """Put an entry into a table, as if a search had stored it; a full hash map grows for it."""
    flag = next(flag for flag, name in BOUNDS.items() if name == entry.bound)
    depth, value = np.int64(entry.depth), np.int64(entry.value)

    def put(root: Root, arrays: KernelArrays) -> np.int64:
        switches, rows, _, control = arrays
        key = table_key(*root, switches)
        store(rows, switches, control, key, *root, depth, value, flag)
        return value

    run(where, settings, table, put)
