"""Runs a search kernel for a Python caller: arrays, Ctrl-C, growing tables, the `Result`."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from outflank.board.board import Board
from outflank.board.color import BLACK
from outflank.board.position import Position
from outflank.board.square import PASS, Move
from outflank.core import interrupt
from outflank.textbook.orderings import TERM_COUNT
from outflank.textbook.result import Result
from outflank.textbook.settings import Settings
from outflank.textbook.slots import (
    BEST,
    CONTROLS,
    CUTOFFS,
    EVALUATION,
    FAULTS,
    FIRST_CUTOFFS,
    KEY_MASK,
    MARGIN,
    MOVE_ROWS,
    NO_MOVE,
    NODES,
    PROBES,
    REDUCTION,
    REPLACEMENT,
    STOP,
    STORED,
    SWITCHES,
    TABLE_FULL,
    TABLE_KEYS,
    TABLE_KIND,
    TERMS,
    KernelArrays,
    Words,
)
from outflank.textbook.tables import KEY_BITS, Table


class Root(NamedTuple):
    """Where a search begins, as kernels take it: the two masks, and 1 for Black to move or -1."""

    player: np.uint64
    opponent: np.uint64
    color: np.int64


class Arrays(NamedTuple):
    """The arrays of one search by name."""

    switches: Words
    table: Words
    moves: Words
    control: Words

    @property
    def plain(self) -> KernelArrays:
        """The plain tuple that kernels are compiled for."""
        return self.switches, self.table, self.moves, self.control


#: A search: given the root and the arrays, the score.
Search = Callable[[Root, KernelArrays], Any]


@dataclass(frozen=True, slots=True)
class Run:
    """What a kernel returned, how long it took in all, and the arrays as it left them."""

    score: int
    seconds: float
    arrays: Arrays


def position_of(where: Position | Board) -> Position:
    """The discs of the root, without colours.

    Raises:
        TypeError: it is neither a position nor a board.
    """
    if isinstance(where, Board):
        return where.position
    if isinstance(where, Position):
        return where
    raise TypeError(f"a search begins at a Position or a Board, not at {where!r}")


def checked_table(table: Table | None) -> Table:
    """The table; a fresh hash map if there is none.

    Raises:
        TypeError: it is no table.
    """
    if table is None:
        return Table.hash_map()
    if isinstance(table, Table):
        return table
    raise TypeError(f"table must be a Table, not {table!r}")


def root_of(where: Position | Board) -> Root:
    """The root of a search; a `Position` has no colours: its player is taken for Black."""
    position = position_of(where)
    black_to_move = isinstance(where, Position) or where.turn is BLACK
    return Root(
        np.uint64(position.player),
        np.uint64(position.opponent),
        np.int64(1 if black_to_move else -1),
    )


def switches_for(settings: Settings, table: Table) -> Words:
    """The settings and the kind of table as the kernels read them."""
    switches = np.zeros(SWITCHES, dtype=np.int64)
    switches[EVALUATION] = settings.evaluation.code
    switches[FAULTS] = int(settings.faults)
    switches[TERMS : TERMS + TERM_COUNT] = settings.terms.words
    if settings.selection is not None:
        switches[MARGIN] = settings.selection.margin
        switches[REDUCTION] = settings.selection.plies
    switches[TABLE_KIND] = table.kind.code
    switches[TABLE_KEYS] = table.keys.code
    switches[REPLACEMENT] = table.replacement.code
    switches[KEY_MASK] = -1 if table.key_bits == KEY_BITS else (1 << table.key_bits) - 1
    return switches


def arrays_for(settings: Settings, table: Table) -> Arrays:
    """Fresh arrays for one search; the table's entries are shared, not copied."""
    moves = np.full((MOVE_ROWS, MOVE_ROWS), NO_MOVE, dtype=np.int64)
    control = np.zeros(CONTROLS, dtype=np.int64)
    control[STORED] = table.stored
    return Arrays(switches_for(settings, table), table.entries, moves, control)


def run(where: Position | Board, settings: Settings, table: Table, search: Search) -> Run:
    """Run a search to its end; if its hash map is full, grow it and search anew.

    The map then holds again what it held before, so the nodes are those of a map that was
    great enough from the start. The seconds are those of all that was done.

    Raises:
        OutflankError: the table is in use, holds values of another meaning, or is a hash
            map that must not grow any more; then it holds what it held before.
        KeyboardInterrupt: Ctrl-C; the table keeps what was found.
    """
    root = root_of(where)
    with table.in_use():
        table.claim(settings.meaning)
        started = time.perf_counter()
        while True:
            before = table.snapshot()
            arrays = arrays_for(settings, table)
            try:
                score = _finished(partial(search, root, arrays.plain), arrays.control)
            finally:
                table.stored = int(arrays.control[STORED])
            if not arrays.control[TABLE_FULL]:
                return Run(score, time.perf_counter() - started, arrays)
            table.restore(before)
            table.grow()


def _finished(call: Callable[[], Any], control: Words) -> int:
    """Run a kernel to its end, so that Ctrl-C stops it."""

    def stop() -> None:
        control[STOP] = 1

    return int(interrupt.run(call, stop))


def best_move_of(where: Position | Board, moves: Words) -> Move | None:
    """The move that the search noted at the root; pass where one must; None if there is none."""
    position = position_of(where)
    if position.must_pass:
        return PASS
    noted = int(moves[position.empties, BEST])
    return Move(noted) if noted >= 0 else None


def result_of(where: Position | Board, unit: str, run: Run) -> Result:
    """The answer of a search that notes its best move at the root."""
    best = best_move_of(where, run.arrays.moves)
    return Result(
        score=run.score,
        unit=unit,
        nodes=int(run.arrays.control[NODES]),
        seconds=run.seconds,
        best=best,
        probes=max(1, int(run.arrays.control[PROBES])),
        cutoffs=int(run.arrays.control[CUTOFFS]),
        first_move_cutoffs=int(run.arrays.control[FIRST_CUTOFFS]),
        answer="-" if best is None else str(best),
    )


def search_result(
    where: Position | Board, settings: Settings, table: Table | None, search: Search
) -> Result:
    """Run a search and put its answer together; without a table a fresh hash map is used."""
    table = checked_table(table)
    if not isinstance(settings, Settings):
        raise TypeError(f"settings must be Settings, not {settings!r}")
    return result_of(where, settings.unit, run(where, settings, table, search))
