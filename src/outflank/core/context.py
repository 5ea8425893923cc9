"""The words that a search shares with its caller, by number.

A context is one block of words (`core.memory.Block`) for one thread::

    0        TEAM         address of the block that the threads of a search share (`core.team`)
    1        NODES        positions entered with at least two empty squares
    2  3     TABLE        address and bucket mask of the transposition table
    4  5     NEAR         the same of a small table for few empties, private to the thread
    6        WEIGHTS      address of the ordering evaluation's weights, 0 for none
    7        AGE          number of the search, for the table
    8        THREAD       number of the thread in its team
    9        JOB          slot of the team's job that the thread works on, -1 for none
    10       SELECTIVITY  of the search, in per cent; 100 cuts nothing off on probability
    11       MARGINS      address of the table of Multi-ProbCut (`core.search`), 0 for none
    12       EVALUATION   address of the weights of `core.network`
    13       EVALUATOR    address of another evaluation's function (`core.midgame`), 0 for none
    14       SCALE        units of a search to a disc at the end of the game
    15       STRICT       not 0: only table entries of equal depth count, no disc is stable
    16       WIDE         not 0: the principal variation is searched without null windows
    17 …     HITS, CUTS, FIRST_CUTS   counted: table hits, cut-offs, those of a first move
    20       LIMIT        the search is stopped when all threads have entered so many positions
    21       TOLD         of NODES, how many were added to the team's ENTERED
    64 …     LISTS        for each number of empties the moves of the node at work there
    … …      FEATURES     for each number of empties the features of the node at work there
"""

from __future__ import annotations

import numpy as np

from outflank.core.compile import kernel
from outflank.core.memory import load, store

ONE = np.int64(1)

TEAM = np.int64(0)
NODES = np.int64(1)
TABLE, TABLE_MASK = np.int64(2), np.int64(3)
NEAR, NEAR_MASK = np.int64(4), np.int64(5)
WEIGHTS = np.int64(6)
AGE = np.int64(7)
THREAD, JOB = np.int64(8), np.int64(9)
SELECTIVITY, MARGINS = np.int64(10), np.int64(11)
EVALUATION, EVALUATOR, SCALE = np.int64(12), np.int64(13), np.int64(14)
STRICT, WIDE = np.int64(15), np.int64(16)
HITS, CUTS, FIRST_CUTS = np.int64(17), np.int64(18), np.int64(19)
LIMIT, TOLD = np.int64(20), np.int64(21)
#: More positions than any search enters.
NO_LIMIT = np.int64(1 << 62)

LISTS = np.int64(64)
#: Words of one list: a key, its flips and the replies to it for each of at most 64 moves.
LIST_WORDS = np.int64(192)
#: A game begins with 60 empty squares; a position with a move, of two discs, has at most 62.
MOST_EMPTIES = np.int64(62)

FEATURES = LISTS + LIST_WORDS * (MOST_EMPTIES + np.int64(1))
#: Words of one node's features: 64 lanes of 16 bits (`core.features`).
FEATURE_WORDS = np.int64(16)
CONTEXT_WORDS = int(FEATURES + FEATURE_WORDS * (MOST_EMPTIES + np.int64(1)))


@kernel("void(i8)", inline=True)
def count_node(context: np.int64) -> None:
    """Count one position entered."""
    store(context, NODES, load(context, NODES) + ONE)
