"""Selective search by the ordering: moves that look poor are searched less deep.

The PVS article names it as the first of its next steps: only moves with a good enough
number of the ordering are searched deep, the others shallow. What is good enough is told
here by the distance to the best number among the moves, since the numbers themselves
depend on the position.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from outflank.core.compile import kernel
from outflank.textbook.choices import whole_number
from outflank.textbook.orderings import GREATEST_WEIGHT, number_of
from outflank.textbook.slots import ONE

#: No game is longer: from here on a poor move is only evaluated.
MOST_PLIES: Final = 60

#: With one ply left every move leads to the horizon anyway.
LEAST_DEPTH: Final = np.int64(2)
HORIZON: Final = np.int64(0)


@dataclass(frozen=True, slots=True)
class Selection:
    """Which moves are searched less deep, and by how much.

    Attributes:
        margin: a move is poor if its number lies more than this below the best of the
            position, 0 to 10,000; 0 searches none but the best, and its equals, deep.
        plies: that a poor move loses, 1 to 60; at the most it is searched to the horizon.

    Raises:
        SettingsError: a value is not a whole number in its range.
    """

    margin: int
    plies: int

    def __post_init__(self) -> None:
        margin = whole_number("the margin of a selection", self.margin, 0, GREATEST_WEIGHT)
        plies = whole_number("the plies of a selection", self.plies, 1, MOST_PLIES)
        object.__setattr__(self, "margin", margin)
        object.__setattr__(self, "plies", plies)


@kernel("i8(i8, i8, i8, i8, i8)", inline=True)
def plies_after(
    first: np.int64, move: np.int64, depth: np.int64, margin: np.int64, reduction: np.int64
) -> np.int64:
    """Plies that are left after a move of an ordered list whose first move is `first`.

    Both as `order_moves` packs them; `depth` is what was left before; the margin and the
    plies of the `Selection` follow, the latter 0 without one.
    """
    if reduction == 0 or depth < LEAST_DEPTH or number_of(first) - number_of(move) <= margin:
        return depth - ONE
    return max(depth - ONE - reduction, HORIZON)
