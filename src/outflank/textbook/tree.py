"""The tree that every search walks: what a pass costs, and where the leaves are.

The end of the game comes first: it has one value whatever the depth. A pass is no move
that one may choose, so it costs no depth, and at the horizon it is crossed: the
evaluation is asked only about a side that can move.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from outflank.core.compile import kernel
from outflank.core.masks import NO_SQUARES
from outflank.core.rules import is_game_over, legal_mask
from outflank.textbook.evaluations import evaluate, evaluate_end
from outflank.textbook.faults import Fault
from outflank.textbook.slots import FAULTS, Words

PASS_COSTS_A_PLY: Final = np.int64(Fault.PASS_COSTS_A_PLY)


@kernel("b1(u8, u8, u8, i8, i8[::1])", inline=True)
def is_leaf(
    player: np.uint64,
    opponent: np.uint64,
    squares: np.uint64,
    depth: np.int64,
    switches: Words,
) -> bool:
    """True at the end of the game, and at depth 0; `squares` are the player's moves."""
    if squares != NO_SQUARES:
        return bool(depth <= 0)
    if legal_mask(opponent, player) == NO_SQUARES:
        return True
    return bool(depth <= 0 and switches[FAULTS] & PASS_COSTS_A_PLY)


@kernel("i8(u8, u8, i8, i8[::1])")
def leaf_value(
    player: np.uint64, opponent: np.uint64, color: np.int64, switches: Words
) -> np.int64:
    """What the position is worth without searching, from the player's view."""
    if is_game_over(player, opponent):
        return evaluate_end(player, opponent, color, switches)
    return evaluate(player, opponent, color, switches)


@kernel("i8(i8[::1])", inline=True)
def pass_cost(switches: Words) -> np.int64:
    """Plies that a pass uses up: none, but one in the faithful PVS program."""
    return np.int64(1) if switches[FAULTS] & PASS_COSTS_A_PLY else np.int64(0)
