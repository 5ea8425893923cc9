"""Threads that search one position together: young brothers wait, then are shared out.

The first move of a node is searched by the thread that came to it (young brothers
wait). If it does not cut off and another thread is idle, the other moves are posted
as jobs that any thread may take, the poster among them. A cut-off withdraws what is
left; a thread at work on a withdrawn job sees it at its next node and gives up.

The team is one block of words. Each thread posts in slots of its own, used as a stack,
since a split node may lie below another::

    0        STOP       not 0: every search of the team ends soon; set by anybody
    1        QUIT       not 0: idle threads leave
    2        IDLE       number of threads that look for a job
    3        THREADS
    64 + t   TOP        slots in use by thread t
    1024 …   slots, SLOT_WORDS each, SLOTS_PER_THREAD for each thread

    slot     STATE      FREE, POSTED, TAKEN or DONE
             PLAYER, OPPONENT, ALPHA, EMPTIES, PARITY, SQUARE      the job
             SCORE      its result, for the side to move after the move
             WITHDRAWN  not 0: the result is no longer wanted

There is one STOP for all, so that no thread takes another's unfinished result for a
finished one. A state changes from POSTED to TAKEN by compare-and-set, so one thread gets a job; all
words of a job are stored before its state is published, and read after it is observed.
"""

from __future__ import annotations

import numpy as np

from outflank.core.compile import kernel
from outflank.core.context import JOB, TEAM, THREAD
from outflank.core.memory import (
    compare_and_set,
    load,
    load_shared,
    observe,
    publish,
    store,
)

STOP, QUIT, IDLE, THREADS = (np.int64(word) for word in range(4))
TOPS = np.int64(64)
FIRST_SLOT = np.int64(1024)
SLOT_WORDS = np.int64(16)
SLOTS_PER_THREAD = np.int64(2048)

STATE, PLAYER, OPPONENT, ALPHA, EMPTIES, PARITY, SQUARE, SCORE, WITHDRAWN = (
    np.int64(word) for word in range(9)
)
FREE, POSTED, TAKEN, DONE = (np.int64(state) for state in range(4))

ZERO, ONE = np.int64(0), np.int64(1)
NO_JOB = np.int64(-1)


def team_words(threads: int) -> int:
    """Words of the block for so many threads."""
    return int(FIRST_SLOT + SLOT_WORDS * SLOTS_PER_THREAD * threads)


@kernel("b1(i8)", inline=True)
def is_stopped(context: np.int64) -> bool:
    """True if the search was stopped, or the job that this thread works on withdrawn."""
    team = load(context, TEAM)
    if load_shared(team, STOP):
        return True
    job = load(context, JOB)
    return bool(job != NO_JOB and load_shared(team, job + WITHDRAWN) != ZERO)


@kernel("b1(i8)", inline=True)
def has_idle(context: np.int64) -> bool:
    """True if another thread looks for a job."""
    return bool(load_shared(load(context, TEAM), IDLE) > ZERO)


@kernel("i8(i8)", inline=True)
def first_slot_of(thread: np.int64) -> np.int64:
    """Index of the word at which a thread's slots begin."""
    return FIRST_SLOT + thread * SLOTS_PER_THREAD * SLOT_WORDS


@kernel("b1(i8, i8)", inline=True)
def has_room(context: np.int64, moves: np.int64) -> bool:
    """True if so many more jobs can be posted."""
    top = load(load(context, TEAM), TOPS + load(context, THREAD))
    return bool(top + moves <= SLOTS_PER_THREAD)


@kernel("i8(i8, u8, u8, i8, i8, i8, i8)", inline=True)
def post(
    context: np.int64,
    player: np.uint64,
    opponent: np.uint64,
    alpha: np.int64,
    empties: np.int64,
    parity: np.int64,
    square: np.int64,
) -> np.int64:
    """Post one job: the position after the move `square`; its slot."""
    team, thread = load(context, TEAM), load(context, THREAD)
    top = load(team, TOPS + thread)
    slot = first_slot_of(thread) + top * SLOT_WORDS
    store(team, slot + PLAYER, np.int64(player))
    store(team, slot + OPPONENT, np.int64(opponent))
    store(team, slot + ALPHA, alpha)
    store(team, slot + EMPTIES, empties)
    store(team, slot + PARITY, parity)
    store(team, slot + SQUARE, square)
    store(team, slot + WITHDRAWN, ZERO)
    publish(team, slot + STATE, POSTED)
    publish(team, TOPS + thread, top + ONE)
    return slot


@kernel("b1(i8, i8)", inline=True)
def claim(team: np.int64, slot: np.int64) -> bool:
    """Take a posted job; false if another thread has it."""
    return compare_and_set(team, slot + STATE, POSTED, TAKEN)


@kernel("void(i8, i8, i8)", inline=True)
def finish(team: np.int64, slot: np.int64, score: np.int64) -> None:
    """Publish the result of a job."""
    store(team, slot + SCORE, score)
    publish(team, slot + STATE, DONE)


@kernel("void(i8, i8)", inline=True)
def withdraw(team: np.int64, slot: np.int64) -> None:
    """Make sure that nobody works on a job: take it back, or wait until its thread gave up."""
    if claim(team, slot):
        return
    publish(team, slot + WITHDRAWN, ONE)
    while observe(team, slot + STATE) == TAKEN:
        pass


@kernel("i8(i8, i8)", inline=True)
def result_of(team: np.int64, slot: np.int64) -> np.int64:
    """Wait for a job that another thread took; its result."""
    while observe(team, slot + STATE) == TAKEN:
        pass
    return load(team, slot + SCORE)


@kernel("void(i8, i8)", inline=True)
def unpost(context: np.int64, jobs: np.int64) -> None:
    """Free the slots of the jobs posted last; none of them is at work."""
    team, thread = load(context, TEAM), load(context, THREAD)
    top = load(team, TOPS + thread) - jobs
    slot = first_slot_of(thread) + top * SLOT_WORDS
    for number in range(jobs):
        publish(team, slot + np.int64(number) * SLOT_WORDS + STATE, FREE)
    publish(team, TOPS + thread, top)


@kernel("i8(i8, i8)", inline=True)
def find_job(team: np.int64, thread: np.int64) -> np.int64:
    """Claim a job of another thread, the oldest (and so the largest) first; or NO_JOB."""
    for other in range(load(team, THREADS)):
        if other != thread:
            slot = first_slot_of(np.int64(other))
            for _ in range(observe(team, TOPS + np.int64(other))):
                if observe(team, slot + STATE) == POSTED and claim(team, slot):
                    return slot
                slot += SLOT_WORDS
    return NO_JOB
