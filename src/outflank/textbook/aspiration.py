"""Aspiration windows: alpha-beta in a narrow window about a guess, wider only if that fails.

The middle between alpha-beta, whose window is everything, and MTD(f), whose windows are
empty; the MTD(f) article names it as the step between them.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from outflank.board.board import Board
from outflank.board.position import Position
from outflank.core.compile import kernel
from outflank.textbook.alphabeta import alpha_beta_value
from outflank.textbook.result import Result
from outflank.textbook.running import search_result
from outflank.textbook.settings import Settings, checked_depth, checked_guess, checked_margin
from outflank.textbook.slots import (
    ARRAYS,
    BEST,
    INFINITY,
    NO_MOVE,
    ONE,
    PROBES,
    KernelArrays,
    empties,
    first_depth,
)
from outflank.textbook.tables import Table

#: Half the width of the first window: about one corner on the articles' scales.
MARGIN: Final = 50


@kernel(f"i8(u8, u8, i8, i8, i8, i8, {ARRAYS})")
def aspiration_value(
    player: np.uint64,
    opponent: np.uint64,
    color: np.int64,
    depth: np.int64,
    guess: np.int64,
    margin: np.int64,
    arrays: KernelArrays,
) -> np.int64:
    """The exact value `depth` plies deep, in the unit of the evaluation, whatever the guess.

    A search that fails low (high) is repeated with no lower (upper) bound; the bound that
    it returned is the other one. If the search was halted, the value means nothing.
    """
    _, _, _, control = arrays
    alpha, beta = guess - margin, guess + margin
    control[PROBES] += ONE
    value = alpha_beta_value(player, opponent, color, depth, alpha, beta, arrays)
    if alpha < value < beta:
        return value
    if value <= alpha:
        alpha, beta = -INFINITY, value + ONE
    else:
        alpha, beta = value - ONE, INFINITY
    control[PROBES] += ONE
    return alpha_beta_value(player, opponent, color, depth, alpha, beta, arrays)


@kernel(f"i8(u8, u8, i8, i8, i8, i8, {ARRAYS})")
def iterative_aspiration_value(
    player: np.uint64,
    opponent: np.uint64,
    color: np.int64,
    depth: np.int64,
    guess: np.int64,
    margin: np.int64,
    arrays: KernelArrays,
) -> np.int64:
    """The same by way of depths 2, 4, 6, … (or 1, 3, 5, …), each value the next guess."""
    _, _, moves, _ = arrays
    for plies in range(first_depth(depth), depth + 1, 2):
        moves[empties(player, opponent), BEST] = NO_MOVE
        guess = aspiration_value(player, opponent, color, np.int64(plies), guess, margin, arrays)
    return guess


def aspiration(
    where: Position | Board,
    depth: int,
    settings: Settings | None = None,
    table: Table | None = None,
    *,
    guess: int | None = None,
    margin: int = MARGIN,
) -> Result:
    """Alpha-beta with an aspiration window.

    Args:
        where: the position; as a `Board` where a fault depends on who is Black.
        depth: plies, 1 to 60; a pass costs none.
        settings: evaluation, ordering, faults.
        table: what is known already; a fresh hash map if it is missing.
        guess: the middle of the window, -1,000,000 to 1,000,000; if it is missing,
            iterative deepening finds it.
        margin: half the width of the window, 1 to 1,000,000.

    Raises:
        SettingsError: the depth, the guess or the margin is out of its range.
    """
    plies, half = np.int64(checked_depth(depth)), np.int64(checked_margin(margin))
    middle = np.int64(0 if guess is None else checked_guess(guess))
    value_of = iterative_aspiration_value if guess is None else aspiration_value
    return search_result(
        where,
        settings or Settings(),
        table,
        lambda root, arrays: value_of(*root, plies, middle, half, arrays),
    )
