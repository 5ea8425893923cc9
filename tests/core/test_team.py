"""The jobs that threads share: posted, taken by one, withdrawn, freed."""

from __future__ import annotations

import threading
from collections.abc import Sequence

import numpy as np
import pytest

from contexts import Context
from outflank.core import context, table, team
from outflank.core.compile import kernel
from outflank.core.memory import observe

pytestmark = pytest.mark.core

PLAYER, OPPONENT = (1 << 63) + 5, 10


@pytest.fixture
def pair() -> tuple[Context, Context]:
    first = Context(1, 1, evaluated=False)
    return first, Context(1, 1, evaluated=False, of=first)


def post(
    poster: Context, square: int, number: int = 0, jobs: int = 1, empties: int = 20
) -> np.int64:
    words = (-7, 12, empties, 3, square, number, jobs)
    return np.int64(
        team.post(
            poster.address,
            np.uint64(PLAYER),
            np.uint64(OPPONENT),
            *(np.int64(word) for word in words),
        )
    )


def post_all(poster: Context, squares: Sequence[int], empties: int = 20) -> list[np.int64]:
    """Post jobs that belong together."""
    jobs = len(squares)
    return [post(poster, square, number, jobs, empties) for number, square in enumerate(squares)]


def finish(worker: Context, job: np.int64, score: int) -> None:
    """Say that a claimed job is done."""
    outer = team.begin_job(worker.address, job)
    team.end_job(worker.address, job, outer, np.int64(score))


def next_job(poster: Context, slots: list[np.int64], alpha: int = 6) -> int:
    jobs = np.int64(len(slots))
    return int(team.next_job(poster.address, slots[0], jobs, np.int64(alpha), np.int64(21)))


def gather(poster: Context, slots: list[np.int64], best: int = -128) -> tuple[int, int]:
    jobs = np.int64(len(slots))
    return team.gather(poster.address, slots[0], jobs, np.int64(best), np.int64(-1))


def address(node: Context) -> np.int64:
    return np.int64(node.team.address)


def word(node: Context, index: int) -> int:
    return int(node.team.words[index])


def test_a_job_is_found_whole_by_the_other_thread(pair: tuple[Context, Context]) -> None:
    poster, helper = pair
    slot = post(poster, 19)
    assert team.find_job(address(helper), np.int64(1)) == slot
    names = (team.PLAYER, team.OPPONENT, team.ALPHA, team.DEPTH, team.EMPTIES, team.PARITY)
    words = [word(poster, slot + name) for name in (*names, team.SQUARE)]
    assert words == [PLAYER - (1 << 64), OPPONENT, -7, 12, 20, 3, 19]
    assert word(poster, slot + team.STATE) == team.TAKEN
    assert word(poster, slot + team.TAKER) == 1
    assert not team.claim(address(poster), slot, np.int64(team.POSTED | 1 << 2), np.int64(0))


def test_nobody_finds_a_job_of_its_own(pair: tuple[Context, Context]) -> None:
    poster, _ = pair
    post(poster, 19)
    assert team.find_job(address(poster), np.int64(0)) == team.NO_JOB


def test_the_oldest_job_is_found_first(pair: tuple[Context, Context]) -> None:
    poster, helper = pair
    slots = [post(poster, square) for square in (1, 2, 3)]
    found = [team.find_job(address(helper), np.int64(1)) for _ in range(4)]
    assert found == [*slots, team.NO_JOB]


def test_only_jobs_with_fewer_empties_are_found_for_one_that_waits(
    pair: tuple[Context, Context],
) -> None:
    poster, _ = pair
    post(poster, 1, empties=20)
    inner = post(poster, 2, empties=12)
    others = address(poster), np.int64(0), np.int64(1)
    assert team.find_job_of(*others, np.int64(12)) == team.NO_JOB
    assert team.find_job_of(*others, np.int64(13)) == inner


def test_a_poster_does_its_own_jobs_the_best_first(pair: tuple[Context, Context]) -> None:
    poster, _ = pair
    slots = post_all(poster, (19, 26, 37))
    for slot, score in zip(slots, (5, 3, 4), strict=True):
        assert next_job(poster, slots) == slot
        finish(poster, slot, score)
    assert next_job(poster, slots) == team.NO_JOB
    assert gather(poster, slots) == (-3, 26)
    assert word(poster, team.TOPS) == 0


def test_a_result_that_cuts_off_withdraws_its_brothers(pair: tuple[Context, Context]) -> None:
    poster, helper = pair
    slots = post_all(poster, (19, 26, 37))
    job = np.int64(next_job(poster, slots))
    found = np.int64(team.find_job(address(helper), np.int64(1)))
    outer = team.begin_job(poster.address, job)
    assert not team.is_stopped(poster.address)
    finish(helper, found, -9)
    assert team.is_stopped(poster.address)
    team.end_job(poster.address, job, outer, np.int64(-60))
    assert not team.is_stopped(poster.address)
    assert next_job(poster, slots) == team.NO_JOB
    assert gather(poster, slots) == (9, word(poster, found + team.SQUARE))


def test_a_result_that_does_not_cut_off_withdraws_nothing(pair: tuple[Context, Context]) -> None:
    poster, helper = pair
    post_all(poster, (19, 26))
    found = np.int64(team.find_job(address(helper), np.int64(1)))
    finish(helper, found, -6)
    assert not poster.team.words[found + team.SLOT_WORDS + team.WITHDRAWN]


def test_a_poster_that_waits_helps_the_thread_it_waits_for(
    pair: tuple[Context, Context],
) -> None:
    poster, helper = pair
    slots = post_all(poster, (19,))
    helper.words[context.JOB] = team.find_job(address(helper), np.int64(1))
    inner = post(helper, 26, empties=18)
    assert next_job(poster, slots) == inner
    assert word(poster, team.IDLE) == 0


def test_a_poster_that_waits_counts_as_idle_until_the_job_is_done(
    pair: tuple[Context, Context],
) -> None:
    poster, helper = pair
    slots = post_all(poster, (19,))
    job = np.int64(team.find_job(address(helper), np.int64(1)))
    answers: list[int] = []
    waiting = threading.Thread(target=lambda: answers.append(next_job(poster, slots)), daemon=True)
    waiting.start()
    waiting.join(0.1)
    assert waiting.is_alive()
    assert team.has_idle(helper.address)
    finish(helper, job, 2)
    waiting.join(10)
    assert answers == [team.NO_JOB]
    assert not team.has_idle(helper.address)
    assert gather(poster, slots) == (-2, 19)


def test_gathering_takes_jobs_back_and_waits_for_those_at_work(
    pair: tuple[Context, Context],
) -> None:
    poster, helper = pair
    slots = post_all(poster, (19, 26))
    job = np.int64(team.find_job(address(helper), np.int64(1)))
    outer = team.begin_job(helper.address, job)
    waiting = threading.Thread(target=gather, args=(poster, slots, 8), daemon=True)
    waiting.start()
    waiting.join(0.1)
    assert waiting.is_alive()
    assert team.is_stopped(helper.address)
    team.end_job(helper.address, job, outer, np.int64(-60))
    waiting.join(10)
    assert not waiting.is_alive()
    assert word(poster, job + team.SCORE) == table.NO_SCORE
    assert team.find_job(address(helper), np.int64(1)) == team.NO_JOB


def test_what_lies_below_a_withdrawn_job_is_given_up_too(pair: tuple[Context, Context]) -> None:
    poster, helper = pair
    outer = post(poster, 19)
    helper.words[context.JOB] = team.find_job(address(helper), np.int64(1))
    inner = post(helper, 26, empties=18)
    assert team.find_job(address(poster), np.int64(0)) == inner
    team.begin_job(poster.address, inner)
    assert not team.is_stopped(poster.address)
    poster.team.words[outer + team.WITHDRAWN] = 1
    assert team.is_stopped(poster.address)
    assert team.is_stopped(helper.address)


def test_a_stop_is_for_everybody(pair: tuple[Context, Context]) -> None:
    poster, helper = pair
    poster.team.words[team.STOP] = 1
    assert team.is_stopped(poster.address)
    assert team.is_stopped(helper.address)


def test_a_freed_slot_is_used_again_and_forgets_that_it_was_withdrawn(
    pair: tuple[Context, Context],
) -> None:
    poster, helper = pair
    first = post(poster, 1)
    gather(poster, [first])
    assert word(poster, first + team.STATE) == team.FREE
    assert team.find_job(address(helper), np.int64(1)) == team.NO_JOB
    assert post(poster, 2) == first
    assert word(poster, first + team.WITHDRAWN) == 0
    assert word(poster, first + team.SCORE) == table.NO_SCORE


def test_slots_are_a_stack_with_an_end(pair: tuple[Context, Context]) -> None:
    poster, helper = pair
    slots = int(team.SLOTS_PER_THREAD)
    assert team.has_room(poster.address, np.int64(slots))
    assert not team.has_room(poster.address, np.int64(slots + 1))
    outer, inner = post(poster, 1), post(poster, 2)
    assert not team.has_room(poster.address, np.int64(slots - 1))
    gather(poster, [inner])
    assert word(poster, outer + team.STATE) & team.STATE_BITS == team.POSTED
    assert word(poster, inner + team.STATE) == team.FREE
    assert post(helper, 3) >= team.first_slot_of(np.int64(1))


def test_idle_threads_are_seen(pair: tuple[Context, Context]) -> None:
    poster, _ = pair
    assert not team.has_idle(poster.address)
    poster.team.words[team.IDLE] = 1
    assert team.has_idle(poster.address)


@kernel("i8(i8, i8, i8)")
def claim_all(address: np.int64, first: np.int64, jobs: np.int64) -> np.int64:
    """Claim as many of the jobs as can be had; how many."""
    claimed = np.int64(0)
    for number in range(jobs):
        slot = first + np.int64(number) * team.SLOT_WORDS
        state = observe(address, slot + team.STATE)
        if team.is_posted(state) and team.claim(address, slot, state, np.int64(0)):
            claimed += 1
    return claimed


def test_two_threads_never_have_one_job(pair: tuple[Context, Context]) -> None:
    poster, _ = pair
    jobs = int(team.SLOTS_PER_THREAD)
    for _ in range(20):
        first = post(poster, 0)
        for _ in range(jobs - 1):
            post(poster, 0)
        claimed: list[int] = []
        threads = [
            threading.Thread(
                target=lambda into=claimed, start=first: into.append(
                    claim_all(address(poster), start, np.int64(jobs))
                )
            )
            for _ in range(2)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sum(claimed) == jobs
        team.gather(poster.address, first, np.int64(jobs), np.int64(0), np.int64(0))


def test_a_slow_thread_does_not_take_another_job_of_the_same_slot(
    pair: tuple[Context, Context],
) -> None:
    """It saw a small one; meanwhile that was done with and a large one posted there."""
    poster, _ = pair
    slot = post(poster, 19, empties=12)
    seen = np.int64(word(poster, slot + team.STATE))
    gather(poster, [slot])
    assert post(poster, 26, empties=20) == slot
    assert not team.claim(address(poster), slot, seen, np.int64(1))
    assert team.find_job(address(poster), np.int64(1)) == slot
