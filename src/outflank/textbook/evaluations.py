"""What a position is worth without searching: the evaluations of the two articles.

Each has a unit of its own, named after it: a score in "mtdf-article" units says
nothing about one in "pvs-article" units. Both are from the side to move's view. A
finished game is worth ``END_SCALE`` times its discs on either scale, which ranks a
win above, and a loss below, everything that the evaluations can say (the greatest of
them is under 1,500, the smallest win is 2 discs).
"""

from __future__ import annotations

from typing import Final

import numpy as np

from outflank.core.compile import kernel
from outflank.core.intrinsics import popcount
from outflank.core.masks import CORNERS, X_SQUARES, drawn
from outflank.core.rules import final_score, legal_mask, raw_score
from outflank.textbook.choices import Choice
from outflank.textbook.faults import Fault
from outflank.textbook.slots import EVALUATION, FAULTS, Words, empties


class Evaluation(Choice):
    """The evaluations by name; the name is also the unit of their scores."""

    MTDF_ARTICLE = "mtdf-article"
    PVS_ARTICLE = "pvs-article"

    @property
    def unit(self) -> str:
        """The unit of a score: no two evaluations share one."""
        return self.value


MTDF_ARTICLE: Final = np.int64(Evaluation.MTDF_ARTICLE.code)

# A finished game.
END_SCALE: Final = np.int64(1000)

# The terms of the MTD(f) article: each is a difference, own minus opponent's.
CORNER_WORTH: Final = np.int64(30)
X_SQUARE_WORTH: Final = np.int64(-12)
MOVE_WORTH: Final = np.int64(10)
DISC_WORTH: Final = np.int64(2)

# The terms of the PVS article.
SQUARE_WEIGHTS: Final = (
    (100, -20, 10, 5, 5, 10, -20, 100),
    (-20, -50, -2, -2, -2, -2, -50, -20),
    (10, -2, 1, 1, 1, 1, -2, 10),
    (5, -2, 1, 0, 0, 1, -2, 5),
    (5, -2, 1, 0, 0, 1, -2, 5),
    (10, -2, 1, 1, 1, 1, -2, 10),
    (-20, -50, -2, -2, -2, -2, -50, -20),
    (100, -20, 10, 5, 5, 10, -20, 100),
)
MOBILITY_WORTH: Final = np.int64(8)
#: With fewer empties than this the squares count a quarter, and discs count.
LATE_GAME: Final = np.int64(15)
LATE_DISC_WORTH: Final = np.int64(10)
LATE_QUOTIENT: Final = np.int64(4)

# The squares of one weight form a mask, so that a position is summed by eight counts.
_distinct = sorted({weight for row in SQUARE_WEIGHTS for weight in row})
WEIGHTS: Final = np.array(_distinct, dtype=np.int64)
WEIGHT_MASKS: Final = np.array(
    [
        drawn(" ".join("".join(".x"[w == weight] for w in row) for row in SQUARE_WEIGHTS))
        for weight in _distinct
    ],
    dtype=np.uint64,
)

DISCS_FROM_BLACKS_VIEW: Final = np.int64(Fault.DISCS_FROM_BLACKS_VIEW)
DOUBLE_PASS_AS_MIDGAME: Final = np.int64(Fault.DOUBLE_PASS_AS_MIDGAME)
END_UNSCALED: Final = np.int64(Fault.END_UNSCALED)
EMPTIES_TO_NOBODY: Final = np.int64(Fault.EMPTIES_TO_NOBODY)
OWN_MOBILITY_ONLY: Final = np.int64(Fault.OWN_MOBILITY_ONLY)


@kernel("i8(u8, u8, u8)", inline=True)
def _difference(player: np.uint64, opponent: np.uint64, squares: np.uint64) -> np.int64:
    """Player's discs minus opponent's discs on `squares`."""
    return popcount(player & squares) - popcount(opponent & squares)


@kernel("i8(i8, i8)", inline=True)
def quotient(dividend: np.int64, divisor: np.int64) -> np.int64:
    """The quotient cut off towards zero, as Java's ``/`` does it; `divisor` > 0."""
    if dividend < 0:
        return -(-dividend // divisor)
    return dividend // divisor


@kernel("i8(u8, u8)")
def mtdf_article(player: np.uint64, opponent: np.uint64) -> np.int64:
    """The MTD(f) article's evaluation: corners, X squares, mobility, discs. Under 900."""
    mobility = popcount(legal_mask(player, opponent)) - popcount(legal_mask(opponent, player))
    return (
        CORNER_WORTH * _difference(player, opponent, CORNERS)
        + X_SQUARE_WORTH * _difference(player, opponent, X_SQUARES)
        + MOVE_WORTH * mobility
        + DISC_WORTH * raw_score(player, opponent)
    )


@kernel("i8(u8, u8, i8, i8)")
def pvs_article(
    player: np.uint64, opponent: np.uint64, color: np.int64, faults: np.int64
) -> np.int64:
    """The PVS article's evaluation: weighted squares, mobility, late in the game discs.

    Under 1,500. `color` (1 when the player is Black, else -1) matters only to the
    first fault.
    """
    score = np.int64(0)
    for weight, squares in zip(WEIGHTS, WEIGHT_MASKS):  # noqa: B905 (Numba has no strict zip)
        score += weight * _difference(player, opponent, squares)
    score += MOBILITY_WORTH * popcount(legal_mask(player, opponent))
    if not faults & OWN_MOBILITY_ONLY:
        score -= MOBILITY_WORTH * popcount(legal_mask(opponent, player))
    if empties(player, opponent) < LATE_GAME:
        discs = raw_score(player, opponent)
        if faults & DISCS_FROM_BLACKS_VIEW:
            discs *= color
        score = quotient(score, LATE_QUOTIENT) + LATE_DISC_WORTH * discs
    return score


@kernel("i8(u8, u8)")
def pvs_article_corrected(player: np.uint64, opponent: np.uint64) -> np.int64:
    """The PVS article's evaluation without its faults."""
    return pvs_article(player, opponent, np.int64(1), np.int64(0))


@kernel("i8(u8, u8, i8, i8[::1])")
def evaluate(player: np.uint64, opponent: np.uint64, color: np.int64, switches: Words) -> np.int64:
    """The evaluation that the switches name, of a game that goes on."""
    if switches[EVALUATION] == MTDF_ARTICLE:
        return mtdf_article(player, opponent)
    return pvs_article(player, opponent, color, switches[FAULTS])


@kernel("i8(u8, u8, i8, i8[::1])")
def evaluate_end(
    player: np.uint64, opponent: np.uint64, color: np.int64, switches: Words
) -> np.int64:
    """The worth of a finished game: its discs, empties to the winner, on the scale."""
    faults = switches[FAULTS]
    if faults & DOUBLE_PASS_AS_MIDGAME and empties(player, opponent) != 0:
        return evaluate(player, opponent, color, switches)
    if faults & EMPTIES_TO_NOBODY:
        discs = raw_score(player, opponent)
    else:
        discs = final_score(player, opponent)
    if faults & DISCS_FROM_BLACKS_VIEW:
        discs *= color
    return discs if faults & END_UNSCALED else discs * END_SCALE
