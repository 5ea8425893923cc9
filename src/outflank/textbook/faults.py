"""The ten faults of the articles' programs as switches: faithful and corrected are one source.

Each fault is one bit. A search reads the bits as it runs, so that every fault can be
switched on alone, and ``docs/faults.md`` can show the smallest position on which it
changes the answer.
"""

from __future__ import annotations

import enum
from typing import Final


class Fault(enum.IntFlag):
    """What the articles' programs do wrong, one bit each; no bit is a corrected program."""

    #: (1, PVS) The disc difference, at the end and below 15 empties, is Black's minus
    #: White's whoever is to move: the wrong sign for White in a negamax.
    DISCS_FROM_BLACKS_VIEW = 1 << 0
    #: (2, PVS) A game that is over with empty squares left gets the evaluation of the midgame.
    DOUBLE_PASS_AS_MIDGAME = 1 << 1
    #: (3, PVS) A pass uses up a ply of the depth.
    PASS_COSTS_A_PLY = 1 << 2
    #: (4, PVS) The hash mixes Black on a1 in as ``mix(0) = 0``: it equals an empty a1.
    BLACK_A1_HASHES_AS_EMPTY = 1 << 3
    #: (5, both) A table entry is known by its key alone: two positions may share one.
    KEY_ONLY_COMPARED = 1 << 4
    #: (6, MTD(f)) What a stored value is (exact or a bound) is judged by the window at
    #: entry, though an entry of the table has narrowed it since.
    BOUND_JUDGED_AT_ENTRY = 1 << 5
    #: (7, MTD(f)) A finished game is worth its bare disc difference, at most 64, on a
    #: scale where one corner is worth 30.
    END_UNSCALED = 1 << 6
    #: (8, both) At the end the empty squares go to nobody instead of the winner.
    EMPTIES_TO_NOBODY = 1 << 7
    #: (9, PVS) The "mobility difference" is the mobility of the side to move alone.
    OWN_MOBILITY_ONLY = 1 << 8
    #: (10, MTD(f)) Without a move the best move is "square 64", which is printed as a9.
    SQUARE_64_FOR_NO_MOVE = 1 << 9


#: All ten.
EVERY_FAULT: Final = ~Fault(0)

#: No fault at all.
CORRECTED: Final = Fault(0)

#: The program of the article "MTD(f) zero-window search and transposition table".
FAITHFUL_MTDF: Final = (
    Fault.KEY_ONLY_COMPARED
    | Fault.BOUND_JUDGED_AT_ENTRY
    | Fault.END_UNSCALED
    | Fault.EMPTIES_TO_NOBODY
    | Fault.SQUARE_64_FOR_NO_MOVE
)

#: The program of the article "PVS principal variation search and ordering".
FAITHFUL_PVS: Final = (
    Fault.DISCS_FROM_BLACKS_VIEW
    | Fault.DOUBLE_PASS_AS_MIDGAME
    | Fault.PASS_COSTS_A_PLY
    | Fault.BLACK_A1_HASHES_AS_EMPTY
    | Fault.KEY_ONLY_COMPARED
    | Fault.EMPTIES_TO_NOBODY
    | Fault.OWN_MOBILITY_ONLY
)
