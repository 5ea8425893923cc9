"""PVS (principal variation search, also NegaScout): prove that the first move is the best.

If the ordering is good, the first move is best; then all that is left to show is that no
other is better, and a null window shows it cheaply. Only a move that answers "better"
is searched again. Read next to ``searchRoot`` and ``pvs`` of the article "PVS principal
variation search and ordering". The method: A. Reinefeld, "An improvement to the Scout
tree search algorithm", ICCA Journal 6 (4), 1983.
"""

from __future__ import annotations

import numpy as np

from outflank.board.board import Board
from outflank.board.position import Position
from outflank.core.compile import kernel
from outflank.core.masks import NO_SQUARES
from outflank.core.rules import legal_mask, play_unchecked
from outflank.textbook.orderings import order_moves, square_of
from outflank.textbook.result import Result
from outflank.textbook.running import Root, search_result
from outflank.textbook.selection import plies_after
from outflank.textbook.settings import Article, Settings, checked_depth
from outflank.textbook.slots import (
    ARRAYS,
    BEST,
    INFINITY,
    MARGIN,
    NODES,
    NULL_WINDOWS,
    ONE,
    REDUCTION,
    KernelArrays,
    count_cutoff,
    empties,
    halted,
)
from outflank.textbook.tables import VALUE, Table, bound_of, find, store, table_key, tightened
from outflank.textbook.tree import is_leaf, leaf_value, pass_cost


@kernel(f"i8(u8, u8, i8, i8, i8, i8, {ARRAYS})")
def pvs_value(
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
    key = table_key(player, opponent, color, switches)
    entry = find(table, switches, key, player, opponent, color)
    alpha, beta = tightened(table, entry, depth, alpha, beta)
    if alpha >= beta:
        return np.int64(table[entry, VALUE])

    squares = legal_mask(player, opponent)
    if is_leaf(player, opponent, squares, depth, switches):
        return leaf_value(player, opponent, color, switches)
    if squares == NO_SQUARES:
        rest = depth - pass_cost(switches)
        return -pvs_value(opponent, player, -color, rest, -beta, -alpha, arrays)

    best = -INFINITY
    judged_alpha = alpha
    row = moves[empties(player, opponent)]
    for i in range(order_moves(player, opponent, squares, switches, row)):
        square = square_of(row[i])
        replier, mover = play_unchecked(player, opponent, square)
        rest = plies_after(row[0], row[i], depth, switches[MARGIN], switches[REDUCTION])
        if i == 0 or not switches[NULL_WINDOWS]:
            value = -pvs_value(replier, mover, -color, rest, -beta, -alpha, arrays)
        else:
            value = -pvs_value(replier, mover, -color, rest, -alpha - ONE, -alpha, arrays)
            if alpha < value < beta:
                value = -pvs_value(replier, mover, -color, rest, -beta, -value, arrays)
        if halted(control):
            return best
        best = max(best, value)
        if value > alpha:
            alpha = value
            row[BEST] = square
        if alpha >= beta:
            count_cutoff(control, i)
            break
    flag = bound_of(best, judged_alpha, beta)
    store(table, switches, control, key, player, opponent, color, depth, best, flag)
    return best


@kernel(f"i8(u8, u8, i8, i8, {ARRAYS})")
def pvs_root_value(
    player: np.uint64,
    opponent: np.uint64,
    color: np.int64,
    depth: np.int64,
    arrays: KernelArrays,
) -> np.int64:
    """The value `depth` plies deep, exact (the window is everything), in the evaluation's unit.

    The first move that is worth it is noted in `moves`. As in the article a root with moves
    is no node: it is not counted, not looked up, not stored. One without goes to `pvs_value`
    and is. If the search was halted, what is returned means nothing.
    """
    switches, _, moves, control = arrays
    squares = legal_mask(player, opponent)
    alpha, beta = -INFINITY, INFINITY
    if squares == NO_SQUARES:
        return pvs_value(player, opponent, color, depth, alpha, beta, arrays)
    row = moves[empties(player, opponent)]
    for i in range(order_moves(player, opponent, squares, switches, row)):
        square = square_of(row[i])
        replier, mover = play_unchecked(player, opponent, square)
        rest = plies_after(row[0], row[i], depth, switches[MARGIN], switches[REDUCTION])
        if i == 0 or not switches[NULL_WINDOWS]:
            value = -pvs_value(replier, mover, -color, rest, -beta, -alpha, arrays)
        else:
            value = -pvs_value(replier, mover, -color, rest, -alpha - ONE, -alpha, arrays)
            if alpha < value < beta:
                value = -pvs_value(replier, mover, -color, rest, -beta, -value, arrays)
        if halted(control):
            return alpha
        if value > alpha:
            alpha = value
            row[BEST] = square
    return alpha


def pvs(
    where: Position | Board,
    depth: int,
    settings: Settings | None = None,
    table: Table | None = None,
    *,
    null_windows: bool = True,
) -> Result:
    """Principal variation search from the root, with the best move.

    Args:
        where: the position; as a `Board` where a fault depends on who is Black.
        depth: plies, 1 to 60; a pass costs none.
        settings: evaluation, ordering, faults; the PVS article's, corrected, if missing.
        table: what is known already; a fresh hash map if it is missing.
        null_windows: False searches every move with the full window: plain alpha-beta.

    Raises:
        SettingsError: the depth is not 1 to 60.
    """
    plies = np.int64(checked_depth(depth))

    def search(root: Root, arrays: KernelArrays) -> np.int64:
        switches, _, _, _ = arrays
        switches[NULL_WINDOWS] = null_windows
        return pvs_root_value(*root, plies, arrays)

    return search_result(where, settings or Article.PVS.settings(), table, search)
