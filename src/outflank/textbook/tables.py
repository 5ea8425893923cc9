"""The transposition table: what a search remembers of a position, and when it may use it.

An entry is one row of eight int64 words::

    | KEY | PLAYER | OPPONENT | COLOR | VALUE | DEPTH | FLAG | (unused) |

``FLAG`` says what ``VALUE`` is: exact, or a bound on the true value, from below or from
above. A bound that passes for exact gives wrong answers, and so does the entry of a
shallower search or of another position: three traps, each with its own test.

There are three kinds: none; a hash map that never forgets (the MTD(f) article's); and
an array that keeps the deeper of two entries that want one place (the PVS article's), or
another of them.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, Self

import numpy as np

from outflank.board.errors import OutflankError
from outflank.core.compile import kernel
from outflank.textbook.choices import Choice, whole_number
from outflank.textbook.faults import Fault
from outflank.textbook.keys import Keys, key_of
from outflank.textbook.slots import (
    FAULTS,
    KEY_MASK,
    REPLACEMENT,
    STORED,
    TABLE_FULL,
    TABLE_KIND,
    Words,
)

# Columns of an entry.
KEY: Final = 0
PLAYER: Final = 1
OPPONENT: Final = 2
COLOR: Final = 3
VALUE: Final = 4
DEPTH: Final = 5
FLAG: Final = 6
COLUMNS: Final = 8

# Values of `FLAG`; a new table is all zeros.
EMPTY: Final = np.int64(0)
EXACT: Final = np.int64(1)
LOWER: Final = np.int64(2)
UPPER: Final = np.int64(3)

NOT_FOUND: Final = np.int64(-1)

#: Spreads keys with poor low bits over a hash map (Fibonacci hashing, Knuth 6.4).
GOLDEN_RATIO: Final = np.uint64(0x9E3779B97F4A7C15)
HALF_WORD: Final = np.uint64(32)

#: Rows of a new hash map, and how many times as many it has after it was full.
FIRST_ROWS: Final = 1 << 16
GROWTH: Final = 4
#: Rows of the largest hash map: 1 GiB, and as much again where a search may be undone.
MOST_ROWS: Final = 1 << 24
ROW_BYTES: Final = 8 * COLUMNS
GIBIBYTE: Final = 1 << 30
#: A hash map is full when half of its rows are used: then a look-up stays short.
ROWS_PER_ENTRY: Final = np.int64(2)

#: Largest array: 2**26 entries of 64 bytes are 4 GiB.
GREATEST_BITS: Final = 26
KEY_BITS: Final = 64

KEY_ONLY_COMPARED: Final = np.int64(Fault.KEY_ONLY_COMPARED)


class Kind(Choice):
    """The kinds of table by name."""

    NONE = "none"
    HASH_MAP = "hash-map"
    ARRAY = "array"


class Replacement(Choice):
    """Which of two positions that want one place of an array keeps it, by name.

    ``deeper``: the one that was searched deeper, the later of two equals; ``later``;
    ``earlier``; ``two-tier``: places are pairs, the first of a pair keeps the deeper one,
    and whatever finds no place there takes the second.
    """

    DEEPER = "deeper"
    LATER = "later"
    EARLIER = "earlier"
    TWO_TIER = "two-tier"


NONE: Final = np.int64(Kind.NONE.code)
HASH_MAP: Final = np.int64(Kind.HASH_MAP.code)
LATER: Final = np.int64(Replacement.LATER.code)
EARLIER: Final = np.int64(Replacement.EARLIER.code)
TWO_TIER: Final = np.int64(Replacement.TWO_TIER.code)

#: What the number of the second row of a pair has more than that of the first.
SECOND: Final = np.int64(1)


@kernel("i8(u8, u8, i8, i8[::1])")
def table_key(player: np.uint64, opponent: np.uint64, color: np.int64, switches: Words) -> np.int64:
    """The key as entries hold it: narrowed to the bits that the table keeps; 0 without a table."""
    if switches[TABLE_KIND] == NONE:
        return np.int64(0)
    key = np.int64(key_of(player, opponent, color, switches))
    return np.int64(key & switches[KEY_MASK])


@kernel("b1(i8[::1], i8, u8, u8, i8, i8)", inline=True)
def _is_entry_of(
    entry: Words,
    key: np.int64,
    player: np.uint64,
    opponent: np.uint64,
    color: np.int64,
    faults: np.int64,
) -> bool:
    """True if an entry in use is this position's; the faithful programs look at the key alone."""
    if faults & KEY_ONLY_COMPARED:
        return bool(entry[KEY] == key)
    same_discs = entry[PLAYER] == np.int64(player) and entry[OPPONENT] == np.int64(opponent)
    return bool(same_discs and entry[COLOR] == color)


@kernel("i8(i8, i8)", inline=True)
def _home(key: np.int64, mask: np.int64) -> np.int64:
    """The row of a hash map where the search for a key begins."""
    return np.int64(np.uint64(key) * GOLDEN_RATIO >> HALF_WORD) & mask


@kernel("i8(i8[:, ::1], i8[::1], i8, u8, u8, i8)")
def _place(
    table: Words,
    switches: Words,
    key: np.int64,
    player: np.uint64,
    opponent: np.uint64,
    color: np.int64,
) -> np.int64:
    """The row where the position is, or where it would be put."""
    mask = np.int64(table.shape[0]) - 1
    if switches[TABLE_KIND] != HASH_MAP:
        if switches[REPLACEMENT] != TWO_TIER:
            return key & mask
        row = key & mask | SECOND
        if _is_entry_of(table[row], key, player, opponent, color, switches[FAULTS]):
            return row
        return row - SECOND
    row = _home(key, mask)
    while table[row, FLAG] != EMPTY:
        if _is_entry_of(table[row], key, player, opponent, color, switches[FAULTS]):
            return row
        row = (row + 1) & mask
    return row


@kernel("i8(i8[:, ::1], i8[::1], i8, u8, u8, i8)")
def find(
    table: Words,
    switches: Words,
    key: np.int64,
    player: np.uint64,
    opponent: np.uint64,
    color: np.int64,
) -> np.int64:
    """The row of the position's entry, or `NOT_FOUND`."""
    if switches[TABLE_KIND] == NONE:
        return NOT_FOUND
    row = _place(table, switches, key, player, opponent, color)
    entry = table[row]
    if entry[FLAG] == EMPTY:
        return NOT_FOUND
    if _is_entry_of(entry, key, player, opponent, color, switches[FAULTS]):
        return row
    return NOT_FOUND


@kernel("UniTuple(i8, 2)(i8[:, ::1], i8, i8, i8, i8)")
def tightened(
    table: Words, row: np.int64, depth: np.int64, alpha: np.int64, beta: np.int64
) -> tuple[np.int64, np.int64]:
    """The window after the entry in `row` has narrowed it (`NOT_FOUND`: as it was).

    Nothing is left of it (alpha >= beta) if the entry decides the search. The entry of
    a shallower search says nothing about this depth.
    """
    if row == NOT_FOUND:
        return alpha, beta
    value, flag = table[row, VALUE], table[row, FLAG]
    if table[row, DEPTH] < depth:
        return alpha, beta
    if flag == EXACT:
        return value, value
    if flag == LOWER:
        return max(alpha, value), beta
    return alpha, min(beta, value)


@kernel("i8(i8, i8, i8)", inline=True)
def bound_of(value: np.int64, alpha: np.int64, beta: np.int64) -> np.int64:
    """What a value that a search of the window (alpha, beta) returned is: a flag."""
    if value <= alpha:
        return UPPER
    if value >= beta:
        return LOWER
    return EXACT


@kernel("b1(i8, i8, i8, i8)", inline=True)
def _keeps_its_place(
    flag: np.int64, stored_depth: np.int64, depth: np.int64, replacement: np.int64
) -> bool:
    """True if an entry of an array stays where another position, searched so deep, wants to be."""
    if flag == EMPTY or replacement == LATER:
        return False
    return bool(replacement == EARLIER or stored_depth > depth)


@kernel("void(i8[:, ::1], i8[::1], i8[::1], i8, u8, u8, i8, i8, i8, i8)")
def store(
    table: Words,
    switches: Words,
    control: Words,
    key: np.int64,
    player: np.uint64,
    opponent: np.uint64,
    color: np.int64,
    depth: np.int64,
    value: np.int64,
    flag: np.int64,
) -> None:
    """Remember a result; an older one of the same position is overwritten.

    In an array a deeper entry of another position keeps its place, or as the switches
    say. In a hash map that is full nothing is stored, and the search is told to unwind.
    """
    if switches[TABLE_KIND] == NONE:
        return
    row = _place(table, switches, key, player, opponent, color)
    stored_depth, flag_there = table[row, DEPTH], table[row, FLAG]
    if switches[TABLE_KIND] == HASH_MAP:
        if flag_there == EMPTY:
            if control[STORED] * ROWS_PER_ENTRY >= table.shape[0]:
                control[TABLE_FULL] = 1
                return
            control[STORED] += 1
    elif _keeps_its_place(
        flag_there, stored_depth, depth, switches[REPLACEMENT]
    ) and not _is_entry_of(table[row], key, player, opponent, color, switches[FAULTS]):
        if switches[REPLACEMENT] != TWO_TIER:
            return
        row += SECOND
    entry = table[row]
    entry[KEY], entry[PLAYER], entry[OPPONENT] = key, np.int64(player), np.int64(opponent)
    entry[COLOR], entry[DEPTH], entry[VALUE], entry[FLAG] = color, depth, value, flag


@kernel("void(i8[:, ::1], i8[:, ::1])")
def _copy_entries(old: Words, new: Words) -> None:
    """Put every entry of a hash map into a greater, empty one."""
    mask = np.int64(new.shape[0]) - 1
    for old_row in range(old.shape[0]):
        if old[old_row, FLAG] != EMPTY:
            row = _home(old[old_row, KEY], mask)
            while new[row, FLAG] != EMPTY:
                row = (row + 1) & mask
            for column in range(COLUMNS):
                new[row, column] = old[old_row, column]


class Table:
    """A transposition table; it may serve several searches, and remembers across them.

    Make one with `none`, `hash_map` or `array`. It belongs to the first settings that it is
    used with: values of two evaluations in one table would be nonsense. One search at a
    time: two threads that search need a table each, and the second one on a table that is
    in use is refused.

    Attributes:
        kind: none, hash map, or array.
        keys: how keys are made.
        key_bits: how many bits of a key are kept, 1 to 64; fewer make collisions for tests.
        replacement: which of two entries an array keeps.
        entries: int64 array of shape (rows, 8), see the module.
        stored: entries in use in a hash map.
    """

    def __init__(
        self,
        kind: Kind,
        keys: Keys,
        rows: int,
        key_bits: int = KEY_BITS,
        replacement: Replacement = Replacement.DEEPER,
    ) -> None:
        self.kind = kind
        self.replacement = Replacement.named(replacement, "replacement")
        self.keys = Keys.named(keys, "keys")
        self.key_bits = whole_number("the number of bits of a key", key_bits, 1, KEY_BITS)
        # Filled here, not lazily by the system as a search runs into it: searches are timed.
        self.entries = np.full((rows, COLUMNS), 0, dtype=np.int64)
        self.stored = 0
        self._meaning = ""
        self._lock = threading.Lock()

    @classmethod
    def none(cls) -> Self:
        """No table: every position is searched anew."""
        return cls(Kind.NONE, Keys.MTDF_ARTICLE, 1)

    @classmethod
    def hash_map(cls, keys: Keys = Keys.MTDF_ARTICLE, *, key_bits: int = KEY_BITS) -> Self:
        """A map that grows and never forgets: the MTD(f) article's.

        It takes 4 MiB at first and 1 GiB (8,388,608 entries) at most; a search that needs
        more ends in an `OutflankError`.

        Raises:
            SettingsError: `keys` or `key_bits` is none that exists.
        """
        return cls(Kind.HASH_MAP, keys, FIRST_ROWS, key_bits)

    @classmethod
    def array(
        cls,
        bits: int = 20,
        keys: Keys = Keys.ZOBRIST,
        *,
        key_bits: int = KEY_BITS,
        replacement: Replacement = Replacement.DEEPER,
    ) -> Self:
        """An array of 2**bits entries, the deeper of two is kept: the PVS article's.

        Raises:
            SettingsError: `bits` is not 0 to 26 (1 to 26 for pairs of entries), `keys`,
                `key_bits` or `replacement` is none that exists.
        """
        least = 1 if replacement == Replacement.TWO_TIER else 0
        wanted = whole_number("the number of bits of an array table", bits, least, GREATEST_BITS)
        return cls(Kind.ARRAY, keys, 1 << wanted, key_bits, replacement)

    @contextmanager
    def in_use(self) -> Iterator[None]:
        """Keep the table to one search; no table at all may serve many at once.

        Raises:
            OutflankError: another search is at work on it.
        """
        if self.kind is Kind.NONE:
            yield
            return
        if not self._lock.acquire(blocking=False):
            raise OutflankError("the table is in use by another search: each thread needs its own")
        try:
            yield
        finally:
            self._lock.release()

    def clear(self) -> None:
        """Forget everything, the settings too.

        Raises:
            OutflankError: a search is at work on it.
        """
        with self.in_use():
            self.entries[:] = 0
            self.stored = 0
            self._meaning = ""

    def claim(self, meaning: str) -> None:
        """Bind the table to what gives its values their meaning: evaluation and faults.

        Raises:
            OutflankError: it holds values of another meaning.
        """
        if self.kind is Kind.NONE:
            return
        if self._meaning not in ("", meaning):
            raise OutflankError(
                f"the table holds values of {self._meaning}, not of {meaning}: "
                "clear it or make another"
            )
        self._meaning = meaning

    def snapshot(self) -> Words | None:
        """What a hash map holds, to be restored; None if it is empty or cannot get full."""
        return self.entries.copy() if self.stored else None

    def restore(self, snapshot: Words | None) -> None:
        """Hold again what was there when the snapshot was made, after a search was given up."""
        if snapshot is None:
            self.entries[:] = 0
        else:
            self.entries = snapshot
        self.stored = int(np.count_nonzero(self.entries[:, FLAG]))

    def grow(self) -> None:
        """Give a hash map four times as many rows.

        Raises:
            OutflankError: it would take more memory than a hash map may.
        """
        if len(self.entries) * GROWTH > MOST_ROWS:
            raise OutflankError(
                f"the hash map would need more than {MOST_ROWS // ROWS_PER_ENTRY:,} entries "
                f"({MOST_ROWS * ROW_BYTES / GIBIBYTE:g} GiB): search less deep, or use "
                "Table.array, which keeps its size"
            )
        greater = np.full((len(self.entries) * GROWTH, COLUMNS), 0, dtype=np.int64)
        _copy_entries(self.entries, greater)
        self.entries = greater

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_lock"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state, _lock=threading.Lock())

    def __repr__(self) -> str:
        return f"<Table {self.kind}, keys {self.keys}, {len(self.entries)} rows>"
