"""Threads that search one position together: young brothers wait, then are shared out.

The first move of a node is searched by the thread that came to it (young brothers
wait; R. Feldmann, 1993). If it does not cut off and another thread is idle, the other
moves are posted as jobs that any thread may take, the poster among them. A poster that
waits for others helps them: it takes jobs that they posted meanwhile. A result that cuts
off withdraws its brothers; a thread at work on a withdrawn job, or on one somewhere
below it, sees that at its next node and gives up.

The team is one block of words. Each thread posts in slots of its own, used as a stack,
since a split node may lie below another::

    0        STOP       not 0: every search of the team ends soon; set by anybody
    1        QUIT       not 0: idle threads leave
    2        IDLE       number of threads that look for a job
    3        THREADS
    4        ENTERED    positions entered by all threads, as far as they told
    64 + t   TOP        slots in use by thread t
    1024 …   slots, SLOT_WORDS each, SLOTS_PER_THREAD for each thread

    slot     STATE      FREE, POSTED, TAKEN or DONE
             PLAYER, OPPONENT, ALPHA, DEPTH, EMPTIES, PARITY, SQUARE      the job
             SCORE      its result, for the side to move after the move; NO_SCORE if given up
             WITHDRAWN  not 0: the result is no longer wanted
             BROTHERS, JOBS   first slot, and number, of the jobs posted together
             PARENT     the job that the poster was at work on, NO_JOB for none
             TAKER      the thread that took it, -1 for nobody yet
             TICKET     how often a job was posted here

There is one STOP for all, so that no thread takes another's unfinished result for a
finished one. A state changes from POSTED to TAKEN by compare-and-set, so one thread gets
a job; all words of a job are stored before its state is published, and read after it is
observed. A slot is freed only when nobody works on it or below it. A posted state bears
the ticket, so that a thread that looked at a job and then was slow cannot take another one
that was posted in the same slot meanwhile.
"""

from __future__ import annotations

import numpy as np

from outflank.core.compile import kernel
from outflank.core.context import JOB, TEAM, THREAD
from outflank.core.memory import (
    add_shared,
    compare_and_set,
    load,
    load_shared,
    observe,
    publish,
    store,
)
from outflank.core.table import NO_SCORE

STOP, QUIT, IDLE, THREADS, ENTERED = (np.int64(word) for word in range(5))
TOPS = np.int64(64)
FIRST_SLOT = np.int64(1024)
SLOT_WORDS = np.int64(16)
#: Room for 33 moves, more than hardly any position has, at each of 60 nodes one below the
#: other: 256 KiB. A thread without room shares nothing out.
SLOTS_PER_THREAD = np.int64(2048)

STATE, PLAYER, OPPONENT, ALPHA, DEPTH, EMPTIES, PARITY, SQUARE = (
    np.int64(word) for word in range(8)
)
SCORE, WITHDRAWN, BROTHERS, JOBS, PARENT, TAKER, TICKET = (np.int64(word) for word in range(8, 15))
FREE, POSTED, TAKEN, DONE = (np.int64(state) for state in range(4))
STATE_BITS, TICKET_SHIFT = np.int64(3), np.int64(2)

ZERO, ONE = np.int64(0), np.int64(1)
NO_JOB = np.int64(-1)
NOBODY = np.int64(-1)

#: More than any number of empty squares.
ANY_EMPTIES = np.int64(64)


def team_words(threads: int) -> int:
    """Words of the block for so many threads."""
    return int(FIRST_SLOT + SLOT_WORDS * SLOTS_PER_THREAD * threads)


@kernel("b1(i8)", inline=True)
def is_stopped(context: np.int64) -> bool:
    """True if the search was stopped, or the thread's job withdrawn or one it belongs to."""
    team = load(context, TEAM)
    if load_shared(team, STOP):
        return True
    job = load(context, JOB)
    while job != NO_JOB:
        if load_shared(team, job + WITHDRAWN):
            return True
        job = load(team, job + PARENT)
    return False


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


@kernel("i8(i8, u8, u8, i8, i8, i8, i8, i8, i8, i8)", inline=True)
def post(
    context: np.int64,
    player: np.uint64,
    opponent: np.uint64,
    alpha: np.int64,
    depth: np.int64,
    empties: np.int64,
    parity: np.int64,
    square: np.int64,
    number: np.int64,
    jobs: np.int64,
) -> np.int64:
    """Post job `number` of `jobs` that belong together: the position after `square`; its slot."""
    team, thread = load(context, TEAM), load(context, THREAD)
    top = load(team, TOPS + thread)
    slot = first_slot_of(thread) + top * SLOT_WORDS
    store(team, slot + PLAYER, np.int64(player))
    store(team, slot + OPPONENT, np.int64(opponent))
    store(team, slot + ALPHA, alpha)
    store(team, slot + DEPTH, depth)
    store(team, slot + EMPTIES, empties)
    store(team, slot + PARITY, parity)
    store(team, slot + SQUARE, square)
    store(team, slot + SCORE, NO_SCORE)
    store(team, slot + WITHDRAWN, ZERO)
    store(team, slot + BROTHERS, slot - number * SLOT_WORDS)
    store(team, slot + JOBS, jobs)
    store(team, slot + PARENT, load(context, JOB))
    store(team, slot + TAKER, NOBODY)
    ticket = load(team, slot + TICKET) + ONE
    store(team, slot + TICKET, ticket)
    publish(team, slot + STATE, POSTED | ticket << TICKET_SHIFT)
    publish(team, TOPS + thread, top + ONE)
    return slot


@kernel("b1(i8)", inline=True)
def is_posted(state: np.int64) -> bool:
    """True if the state is that of a job that anybody may take."""
    return bool(state & STATE_BITS == POSTED)


@kernel("b1(i8, i8, i8, i8)", inline=True)
def claim(team: np.int64, slot: np.int64, state: np.int64, thread: np.int64) -> bool:
    """Take a job that was observed posted in that state; false if it is no longer there."""
    if not compare_and_set(team, slot + STATE, state, TAKEN):
        return False
    publish(team, slot + TAKER, thread)
    return True


@kernel("i8(i8, i8, i8, i8)", inline=True)
def find_job_of(team: np.int64, other: np.int64, thread: np.int64, empties: np.int64) -> np.int64:
    """Claim a job that another thread posted, with fewer than so many empties; or NO_JOB.

    The oldest, and so the largest, comes first.
    """
    slot = first_slot_of(other)
    for _ in range(observe(team, TOPS + other)):
        state = observe(team, slot + STATE)
        if (
            is_posted(state)
            and load_shared(team, slot + EMPTIES) < empties
            and claim(team, slot, state, thread)
        ):
            return slot
        slot += SLOT_WORDS
    return NO_JOB


@kernel("i8(i8, i8)", inline=True)
def find_job(team: np.int64, thread: np.int64) -> np.int64:
    """Claim a job of any other thread; or NO_JOB."""
    for other in range(load(team, THREADS)):
        if other != thread:
            job = find_job_of(team, np.int64(other), thread, ANY_EMPTIES)
            if job != NO_JOB:
                return job
    return NO_JOB


@kernel("i8(i8, i8)", inline=True)
def begin_job(context: np.int64, job: np.int64) -> np.int64:
    """Be at work on a claimed job; the one that the thread was at work on before."""
    outer = load(context, JOB)
    store(context, JOB, job)
    return outer


@kernel("void(i8, i8, i8, i8)", inline=True)
def end_job(context: np.int64, job: np.int64, outer: np.int64, score: np.int64) -> None:
    """Publish the result of a job, if it is one; one that cuts off withdraws its brothers."""
    team = load(context, TEAM)
    given_up = is_stopped(context)
    store(context, JOB, outer)
    if given_up:
        score = NO_SCORE
    elif score <= load(team, job + ALPHA):
        brother = load(team, job + BROTHERS)
        for _ in range(load(team, job + JOBS)):
            if brother != job:
                publish(team, brother + WITHDRAWN, ONE)
            brother += SLOT_WORDS
    store(team, job + SCORE, score)
    publish(team, job + STATE, DONE)


@kernel("i8(i8, i8, i8, i8)", inline=True)
def _open_job(team: np.int64, thread: np.int64, slot: np.int64, jobs: np.int64) -> np.int64:
    """Claim one of the jobs that this thread posted, the best first; or NO_JOB."""
    for _ in range(jobs):
        state = observe(team, slot + STATE)
        if is_posted(state) and claim(team, slot, state, thread):
            return slot
        slot += SLOT_WORDS
    return NO_JOB


@kernel("i8(i8, i8, i8, i8, i8)", inline=True)
def _takers_job(
    team: np.int64, thread: np.int64, slot: np.int64, jobs: np.int64, empties: np.int64
) -> np.int64:
    """Claim a job posted by a thread that took one of this thread's jobs; or NO_JOB."""
    for _ in range(jobs):
        if observe(team, slot + STATE) == TAKEN:
            taker = observe(team, slot + TAKER)
            if taker not in (NOBODY, thread):
                job = find_job_of(team, taker, thread, empties)
                if job != NO_JOB:
                    return job
        slot += SLOT_WORDS
    return NO_JOB


@kernel("b1(i8, i8, i8, i8)", inline=True)
def _is_decided(team: np.int64, slot: np.int64, jobs: np.int64, alpha: np.int64) -> bool:
    """True if all jobs are done, or the result of one is above alpha for their poster."""
    done = ZERO
    for _ in range(jobs):
        if observe(team, slot + STATE) == DONE:
            done += ONE
            score = load(team, slot + SCORE)
            if score != NO_SCORE and -score > alpha:
                return True
        slot += SLOT_WORDS
    return bool(done == jobs)


@kernel("i8(i8, i8, i8, i8, i8)")
def next_job(
    context: np.int64, slot: np.int64, jobs: np.int64, alpha: np.int64, empties: np.int64
) -> np.int64:
    """What the poster of jobs does next: one of them, or a part of one that another took.

    Waits while there is neither and the jobs are not decided; counts as idle meanwhile.

    Args:
        context: of the poster.
        slot: the first job.
        jobs: their number.
        alpha: of the poster's node.
        empties: of that node; jobs with fewer leave its words alone.

    Returns:
        A claimed job, or NO_JOB: they are decided, or the search was stopped.
    """
    team, thread = load(context, TEAM), load(context, THREAD)
    job, waiting = NO_JOB, ZERO
    while job == NO_JOB and not is_stopped(context) and not _is_decided(team, slot, jobs, alpha):
        job = _open_job(team, thread, slot, jobs)
        if job == NO_JOB:
            job = _takers_job(team, thread, slot, jobs, empties)
        if job == NO_JOB and waiting == ZERO:
            waiting = ONE
            add_shared(team, IDLE, ONE)
    add_shared(team, IDLE, -waiting)
    return job


@kernel("void(i8, i8, i8, i8)", inline=True)
def withdraw(team: np.int64, slot: np.int64, jobs: np.int64, thread: np.int64) -> None:
    """Make sure that nobody works on jobs: take them back, or wait until they are given up."""
    job = slot
    for _ in range(jobs):
        publish(team, job + WITHDRAWN, ONE)
        state = observe(team, job + STATE)
        if is_posted(state):
            claim(team, job, state, thread)
        job += SLOT_WORDS
    job = slot
    for _ in range(jobs):
        while observe(team, job + STATE) == TAKEN and observe(team, job + TAKER) != thread:
            pass
        job += SLOT_WORDS


@kernel("UniTuple(i8, 2)(i8, i8, i8, i8, i8)")
def gather(
    context: np.int64, slot: np.int64, jobs: np.int64, best: np.int64, best_move: np.int64
) -> tuple[np.int64, np.int64]:
    """End the jobs that a node posted last, and take in their results.

    Returns:
        The best score and its move; no job is at work afterwards, and their slots are free.
    """
    team, thread = load(context, TEAM), load(context, THREAD)
    withdraw(team, slot, jobs, thread)
    for number in range(jobs):
        job = slot + np.int64(number) * SLOT_WORDS
        score = load(team, job + SCORE)
        if score != NO_SCORE and -score > best:
            best, best_move = -score, load(team, job + SQUARE)
        publish(team, job + STATE, FREE)
    publish(team, TOPS + thread, load(team, TOPS + thread) - jobs)
    return best, best_move
