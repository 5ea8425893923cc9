"""Minimax without any cut-off: the value that every other search here must find."""

from __future__ import annotations

import numpy as np

from outflank.board.board import Board
from outflank.board.position import Position
from outflank.core.compile import kernel
from outflank.core.intrinsics import lowest_square
from outflank.core.masks import FIRST_SQUARE, NO_SQUARES
from outflank.core.rules import legal_mask, play_unchecked
from outflank.textbook.result import Result
from outflank.textbook.running import search_result
from outflank.textbook.settings import Settings, checked_depth
from outflank.textbook.slots import (
    ARRAYS,
    BEST,
    INFINITY,
    NODES,
    ONE,
    KernelArrays,
    empties,
    halted,
)
from outflank.textbook.tables import Table
from outflank.textbook.tree import is_leaf, leaf_value, pass_cost

HORIZON = np.int64(0)


@kernel(f"i8(u8, u8, i8, i8, {ARRAYS})")
def minimax_value(
    player: np.uint64,
    opponent: np.uint64,
    color: np.int64,
    depth: np.int64,
    arrays: KernelArrays,
) -> np.int64:
    """The value of the position `depth` plies deep, for the side to move.

    Exact, in the unit of the evaluation; `moves` receives the best move of the root.
    """
    switches, _, moves, control = arrays
    control[NODES] += ONE
    squares = legal_mask(player, opponent)
    if is_leaf(player, opponent, squares, depth, switches):
        return leaf_value(player, opponent, color, switches)
    if squares == NO_SQUARES:
        rest = depth - pass_cost(switches)
        return -minimax_value(opponent, player, -color, rest, arrays)
    best = -INFINITY
    row = moves[empties(player, opponent)]
    while squares != NO_SQUARES and not halted(control):
        square = lowest_square(squares)
        squares &= squares - FIRST_SQUARE
        replier, mover = play_unchecked(player, opponent, square)
        value = -minimax_value(replier, mover, -color, depth - ONE, arrays)
        if value > best:
            best = value
            row[BEST] = square
    return best


def static_value(where: Position | Board, settings: Settings | None = None) -> Result:
    """What the evaluation says of a position without any search.

    The end of the game has its own value, and a pass that is due is crossed: the
    evaluation is asked only about a side that can move.

    Args:
        where: the position; as a `Board` where a fault depends on who is Black.
        settings: the evaluation and the faults.
    """
    return search_result(
        where,
        settings or Settings(),
        Table.none(),
        lambda root, arrays: minimax_value(*root, HORIZON, arrays),
    )


def minimax(where: Position | Board, depth: int, settings: Settings | None = None) -> Result:
    """Search every line to `depth` plies (1 to 60).

    Args:
        where: the position; as a `Board` where a fault depends on who is Black.
        depth: plies; a pass costs none.
        settings: the evaluation and the faults; the ordering changes nothing.

    Raises:
        SettingsError: the depth is not 1 to 60.
    """
    plies = np.int64(checked_depth(depth))
    return search_result(
        where,
        settings or Settings(),
        Table.none(),
        lambda root, arrays: minimax_value(*root, plies, arrays),
    )
