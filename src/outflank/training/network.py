"""Fits the engine's network to labelled positions: the rows that a group of phases shares.

A group's table has a row of `LANES` numbers for each of its entries::

    | free patterns | 64 numbers of empties | 1,024 pairs of numbers of moves, once a phase |

    lane   0                   1        2 … 15
           what it is worth    unused   what it adds to each sum

The value of a position is the sum of what its entries are worth, plus ``head * max(0, s)`` of
each sum s of the first half of the lanes, minus that of each of the second. Heads are positive.

The fit begins with what entries are worth without any sum, by ridge regression
(`training.fit`). Then positions are gone through in random order, several times, and after
each all numbers that made its value are moved to make its error less, the further the less
was moved before: Adagrad (J. Duchi, E. Hazan, Y. Singer, "Adaptive subgradient methods for
online learning and stochastic optimization", 2011). Sums begin near 0 at random, so that
they become different. At last the heads are multiplied into the rows, which makes them 1.

All is done in one fixed order, so that equal positions give equal numbers, to the bit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from outflank.core.compile import kernel
from outflank.core.network import IN_FAVOUR, LANES, WEIGHT_LANES, WIDTH
from outflank.evaluation import FeatureSet
from outflank.evaluation.network import MOVES, PLIES, free_patterns
from outflank.evaluation.ties import free_entries
from outflank.training.fit import Entries, counts_of, entries_of, fit
from outflank.training.recipe import Network

Masks = NDArray[np.uint64]
Discs = NDArray[np.float32]
Table = NDArray[np.float32]

#: Positions between two looks for Ctrl-C: a fraction of a second.
CALL_POSITIONS: Final = 50_000

#: Heads stay at least so large: at 0 a sum would learn no more.
LEAST_HEAD = np.float32(0.1)

#: Bits of a drawn word that a float32 can tell apart, and the others.
TOLD_BITS: Final = 24
UNTOLD_BITS = np.uint64(64 - TOLD_BITS)

NOTHING, ONE = np.float32(0), np.float32(1)
FIRST_SUM, FIRST_AGAINST = np.int64(WEIGHT_LANES), np.int64(WEIGHT_LANES + IN_FAVOUR)
LAST = np.int64(-1)


class Positions(NamedTuple):
    """Labelled positions.

    Attributes:
        players: discs of the sides to move.
        opponents: discs of the others.
        labels: in discs.
        importance: of each error, more than 0; usually 1.
    """

    players: Masks
    opponents: Masks
    labels: Discs
    importance: Discs


@dataclass(frozen=True, slots=True)
class Group:
    """Phases that share rows.

    Attributes:
        features: of the engine's evaluation.
        phases: that the rows are for, one after the other.
    """

    features: FeatureSet
    phases: range

    @property
    def entries(self) -> int:
        """Rows of the group's table."""
        return self.first_moves + MOVES * len(self.phases)

    @property
    def first_moves(self) -> int:
        """The first row of a number of moves."""
        return len(free_patterns()) + PLIES

    def entries_of(self, players: Masks, opponents: Masks) -> Entries:
        """For each position the rows of its patterns, number of empties and numbers of moves.

        Positions of other phases have the moves of the nearest phase of the group.
        """
        entries = entries_of(self.features, players, opponents)
        moves, plies = entries[:, -2].copy(), entries[:, -1].copy()
        empties = np.bitwise_count(~(players | opponents))
        phases = np.array(self.features.phases, np.int32)[empties]
        table = np.clip(phases, self.phases[0], self.phases[-1]) - self.phases[0]
        ends = len(free_entries(self.features))
        entries[:, -2] = plies - (ends - PLIES) + len(free_patterns())
        entries[:, -1] = moves - (ends - PLIES - MOVES) + self.first_moves + MOVES * table
        return entries

    def parts(self, table: Table) -> tuple[Table, Table, Table]:
        """The rows of patterns, those of numbers of empties, and of moves by phase."""
        patterns, plies, moves = np.split(table, [len(free_patterns()), self.first_moves])
        return patterns, plies, moves.reshape(len(self.phases), MOVES, LANES)


def fit_group(
    group: Group,
    positions: Positions,
    plan: Network,
    seed: np.random.SeedSequence,
    tick: Callable[[int], None] = lambda _positions: None,
) -> Table:
    """The rows of a group's table, in discs, with heads of 1.

    Args:
        group: the phases.
        positions: learnt from; one or more.
        plan: how.
        seed: of the order of positions, and of the beginning of the sums.
        tick: told now and then how many positions were gone through just now, each as often
            as there are epochs; what it raises ends the fit.
    """
    entries = group.entries_of(positions.players, positions.opponents)
    labels, importance = positions.labels, positions.importance
    prior = np.zeros(group.entries, np.float32)
    worth = fit(entries, labels, importance, prior, plan.ridge, plan.iterations, lambda: tick(0))
    seen, draw = counts_of(entries, group.entries), np.random.PCG64(seed)
    spread = np.flatnonzero(seen >= plan.spread_from)
    rows, squares = _beginning(worth, spread, plan, draw)
    decays = _by_lane(0, plan.decay)
    steps = plan.epochs * len(labels)
    for epoch in range(plan.epochs):
        # What a bit generator puts out never changes, unlike what NumPy makes of it.
        order = np.argsort(draw.random_raw(len(labels)), kind="stable")
        for first in range(0, len(labels), CALL_POSITIONS):
            part = order[first : first + CALL_POSITIONS]
            left = np.float32(1 - (epoch * len(labels) + first) / steps)
            rates = left * _by_lane(plan.rate_of_worth, plan.rate)
            head_rate = left * np.float32(plan.rate_of_heads)
            _learn(entries, labels, importance, part, rows, squares, rates, decays, head_rate)
            tick(len(part))
    heads = rows[LAST, FIRST_SUM:]
    table = rows[:LAST].copy()
    table[:, FIRST_SUM:] *= heads
    table[seen < plan.kept_from, FIRST_SUM:] = 0
    return table


def _beginning(
    worth: Discs, spread: NDArray[np.intp], plan: Network, draw: np.random.PCG64
) -> tuple[Table, Table]:
    """Rows with the heads behind them, and the squares of what moved them so far."""
    rows = np.zeros((len(worth) + 1, LANES), np.float32)
    rows[:LAST, 0] = worth
    drawn = draw.random_raw((len(spread), WIDTH)) >> UNTOLD_BITS
    uniform = drawn.astype(np.float32) * np.float32(2 / (1 << TOLD_BITS)) - ONE
    rows[spread, FIRST_SUM:] = uniform * np.float32(plan.spread)
    rows[LAST, FIRST_SUM:] = 1
    squares = np.tile(_by_lane(plan.caution_of_worth, plan.caution), (len(rows), 1))
    squares[:, 1] = ONE  # of the lane that is not used: nothing is divided by 0
    squares[LAST] = plan.caution_of_heads
    return rows, squares


def _by_lane(worth: float, addend: float) -> Discs:
    """One number for what entries are worth, another for what they add to sums."""
    return np.array([worth, 0, *[addend] * WIDTH], np.float32)


def predict_group(entries: Entries, table: Table) -> Discs:
    """The value of each position, in discs, by a table whose heads are 1."""
    values = np.empty(len(entries), np.float32)
    _values(entries, table, values)
    return values


@kernel("void(i4[::1], f4[:, ::1], f4[::1])", inline=True)
def _add_up(entries: NDArray[np.int32], rows: Table, sums: Discs) -> None:
    """Write the sums of a position's rows."""
    sums[:] = NOTHING
    for entry in entries:
        for lane in range(LANES):
            sums[lane] += rows[entry, lane]


@kernel("void(i4[:, ::1], f4[:, ::1], f4[::1])")
def _values(entries: Entries, rows: Table, values: Discs) -> None:
    """Write the value of each position; the heads are 1."""
    sums = np.empty(LANES, np.float32)
    for position in range(len(entries)):
        _add_up(entries[position], rows, sums)
        value = sums[0]
        for lane in range(FIRST_SUM, FIRST_AGAINST):
            value += max(NOTHING, sums[lane])
        for lane in range(FIRST_AGAINST, LANES):
            value -= max(NOTHING, sums[lane])
        values[position] = value


@kernel("void(i4[:, ::1], f4[::1], f4[::1], i8[::1], f4[:, ::1], f4[:, ::1], f4[::1], f4[::1], f4)")
def _learn(
    entries: Entries,
    labels: Discs,
    importance: Discs,
    order: NDArray[np.int64],
    rows: Table,
    squares: Table,
    rates: Discs,
    decays: Discs,
    head_rate: np.float32,
) -> None:
    """Move the numbers that make the value of each position in turn.

    Args:
        entries: of all positions.
        labels: of them.
        importance: of their errors.
        order: numbers of the positions that are gone through.
        rows: moved; the heads are the last.
        squares: for each of them the sum of the squares of its slopes, which grows.
        rates: how far the numbers of each lane are moved.
        decays: how much of a number counts as its slope, whatever the error, by lane.
        head_rate: how far heads are moved.
    """
    heads, head_squares = rows[LAST], squares[LAST]
    sums, slopes = np.empty(LANES, np.float32), np.zeros(LANES, np.float32)
    signs = np.ones(LANES, np.float32)
    signs[FIRST_AGAINST:] = -ONE
    for position in order:
        _add_up(entries[position], rows, sums)
        value = sums[0]
        for lane in range(FIRST_SUM, LANES):
            value += signs[lane] * heads[lane] * max(NOTHING, sums[lane])
        error = (value - labels[position]) * importance[position]
        slopes[0] = error
        for lane in range(FIRST_SUM, LANES):
            counts = error * signs[lane] if sums[lane] > NOTHING else NOTHING
            slopes[lane] = counts * heads[lane]
            slope = counts * sums[lane]
            head_squares[lane] += slope * slope
            moved = heads[lane] - head_rate * slope / np.sqrt(head_squares[lane])
            heads[lane] = max(LEAST_HEAD, moved)
        for entry in entries[position]:
            for lane in range(LANES):
                slope = slopes[lane] + decays[lane] * rows[entry, lane]
                squares[entry, lane] += slope * slope
                rows[entry, lane] -= rates[lane] * slope / np.sqrt(squares[entry, lane])
