"""Alpha-beta with a transposition table, fail soft as in the MTD(f) article; fail hard beside it.

Of a window (alpha, beta) a search answers where the true value lies: below, inside or
above. Only inside is the answer the value itself. Read next to ``alphaBeta`` of the
article "MTD(f) zero-window search and transposition table".
"""

from __future__ import annotations

from typing import Final

import numpy as np

from outflank.board.board import Board
from outflank.board.position import Position
from outflank.core.compile import kernel
from outflank.core.masks import NO_SQUARES
from outflank.core.rules import legal_mask, play_unchecked
from outflank.textbook.faults import Fault
from outflank.textbook.orderings import order_moves, square_of
from outflank.textbook.result import Result
from outflank.textbook.running import search_result
from outflank.textbook.selection import plies_after
from outflank.textbook.settings import Settings, checked_depth
from outflank.textbook.slots import (
    ARRAYS,
    BEST,
    FAULTS,
    INFINITY,
    MARGIN,
    NODES,
    ONE,
    REDUCTION,
    KernelArrays,
    count_cutoff,
    empties,
    halted,
)
from outflank.textbook.tables import VALUE, Table, bound_of, find, store, table_key, tightened
from outflank.textbook.tree import is_leaf, leaf_value, pass_cost

BOUND_JUDGED_AT_ENTRY: Final = np.int64(Fault.BOUND_JUDGED_AT_ENTRY)


@kernel(f"i8(u8, u8, i8, i8, i8, i8, {ARRAYS})")
def alpha_beta_value(
    player: np.uint64,
    opponent: np.uint64,
    color: np.int64,
    depth: np.int64,
    alpha: np.int64,
    beta: np.int64,
    arrays: KernelArrays,
) -> np.int64:
    """Search `depth` plies, fail soft.

    With v the true value and r what is returned,

    * r <= alpha: fail low, v <= r;
    * alpha < r < beta: v = r;
    * r >= beta: fail high, v >= r.

    All in the unit of the evaluation, for the side to move. If the search was halted,
    r means nothing; the table holds only finished results.
    """
    switches, table, moves, control = arrays
    control[NODES] += ONE
    judged_alpha, judged_beta = alpha, beta
    key = table_key(player, opponent, color, switches)
    entry = find(table, switches, key, player, opponent, color)
    alpha, beta = tightened(table, entry, depth, alpha, beta)
    if alpha >= beta:
        return np.int64(table[entry, VALUE])
    if not switches[FAULTS] & BOUND_JUDGED_AT_ENTRY:
        judged_alpha, judged_beta = alpha, beta

    squares = legal_mask(player, opponent)
    if is_leaf(player, opponent, squares, depth, switches):
        return leaf_value(player, opponent, color, switches)
    if squares == NO_SQUARES:
        rest = depth - pass_cost(switches)
        return -alpha_beta_value(opponent, player, -color, rest, -beta, -alpha, arrays)

    best = -INFINITY
    row = moves[empties(player, opponent)]
    for i in range(order_moves(player, opponent, squares, switches, row)):
        square = square_of(row[i])
        replier, mover = play_unchecked(player, opponent, square)
        rest = plies_after(row[0], row[i], depth, switches[MARGIN], switches[REDUCTION])
        value = -alpha_beta_value(replier, mover, -color, rest, -beta, -alpha, arrays)
        if halted(control):
            return best
        best = max(best, value)
        if value > alpha:
            alpha = value
            row[BEST] = square
        if alpha >= beta:
            count_cutoff(control, i)
            break
    flag = bound_of(best, judged_alpha, judged_beta)
    store(table, switches, control, key, player, opponent, color, depth, best, flag)
    return best


@kernel("i8(i8, i8, i8)", inline=True)
def _clamped(value: np.int64, alpha: np.int64, beta: np.int64) -> np.int64:
    return min(max(value, alpha), beta)


@kernel(f"i8(u8, u8, i8, i8, i8, i8, {ARRAYS})")
def alpha_beta_hard_value(
    player: np.uint64,
    opponent: np.uint64,
    color: np.int64,
    depth: np.int64,
    alpha: np.int64,
    beta: np.int64,
    arrays: KernelArrays,
) -> np.int64:
    """Search `depth` plies, fail hard: what is returned never leaves the window.

    * alpha: fail low, the true value is at most alpha;
    * between: the true value;
    * beta: fail high, the true value is at least beta.

    It says less than fail soft outside the window, so MTD(f) would creep with it.
    """
    switches, table, moves, control = arrays
    control[NODES] += ONE
    key = table_key(player, opponent, color, switches)
    entry = find(table, switches, key, player, opponent, color)
    low, high = tightened(table, entry, depth, alpha, beta)
    if low >= high:
        return _clamped(table[entry, VALUE], alpha, beta)

    squares = legal_mask(player, opponent)
    if is_leaf(player, opponent, squares, depth, switches):
        return _clamped(leaf_value(player, opponent, color, switches), alpha, beta)
    if squares == NO_SQUARES:
        rest = depth - pass_cost(switches)
        return -alpha_beta_hard_value(opponent, player, -color, rest, -beta, -alpha, arrays)

    best = low
    row = moves[empties(player, opponent)]
    for i in range(order_moves(player, opponent, squares, switches, row)):
        square = square_of(row[i])
        replier, mover = play_unchecked(player, opponent, square)
        rest = plies_after(row[0], row[i], depth, switches[MARGIN], switches[REDUCTION])
        value = -alpha_beta_hard_value(replier, mover, -color, rest, -high, -best, arrays)
        if halted(control):
            return best
        if value > best:
            best = value
            row[BEST] = square
        if best >= high:
            count_cutoff(control, i)
            break
    flag = bound_of(best, low, high)
    store(table, switches, control, key, player, opponent, color, depth, best, flag)
    return best


def alphabeta(
    where: Position | Board,
    depth: int,
    settings: Settings | None = None,
    table: Table | None = None,
) -> Result:
    """Fail-soft alpha-beta with the full window.

    Args:
        where: the position; as a `Board` where a fault depends on who is Black.
        depth: plies, 1 to 60; a pass costs none.
        settings: evaluation, ordering, faults.
        table: what is known already; a fresh hash map if it is missing.

    Raises:
        SettingsError: the depth is not 1 to 60.
    """
    plies = np.int64(checked_depth(depth))
    return search_result(
        where,
        settings or Settings(),
        table,
        lambda root, arrays: alpha_beta_value(*root, plies, -INFINITY, INFINITY, arrays),
    )


def alphabeta_hard(
    where: Position | Board,
    depth: int,
    settings: Settings | None = None,
    table: Table | None = None,
) -> Result:
    """Fail-hard alpha-beta with the full window; arguments and errors as `alphabeta`."""
    plies = np.int64(checked_depth(depth))
    return search_result(
        where,
        settings or Settings(),
        table,
        lambda root, arrays: alpha_beta_hard_value(*root, plies, -INFINITY, INFINITY, arrays),
    )
