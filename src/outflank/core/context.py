"""The words that an exact search shares with its caller, by number.

A context is one block of words (`core.memory.Block`) for one thread::

    0        TEAM       address of the block that the threads of a search share (`core.team`)
    1        NODES      positions entered with at least two empty squares
    2  3     TABLE      address and bucket mask of the transposition table
    4  5     NEAR       the same of a small table for few empties, private to the thread
    6        WEIGHTS    address of the ordering evaluation's weights
    7        AGE        number of the search, for the table
    8        THREAD     number of the thread in its team
    9        JOB        slot of the team's job that the thread works on, -1 for none
    64 …     LISTS      for each number of empties the moves of the node at work there
"""

from __future__ import annotations

import numpy as np

TEAM = np.int64(0)
NODES = np.int64(1)
TABLE, TABLE_MASK = np.int64(2), np.int64(3)
NEAR, NEAR_MASK = np.int64(4), np.int64(5)
WEIGHTS = np.int64(6)
AGE = np.int64(7)
THREAD, JOB = np.int64(8), np.int64(9)

LISTS = np.int64(64)
#: Words of one list: a key and a mask of flips for each of at most 64 moves.
LIST_WORDS = np.int64(128)
#: A game begins with 60 empty squares; a position with a move, of two discs, has at most 62.
MOST_EMPTIES = np.int64(62)
CONTEXT_WORDS = int(LISTS + LIST_WORDS * (MOST_EMPTIES + np.int64(1)))
