"""The jobs that threads share: posted, taken by one, withdrawn, freed."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from contexts import Context
from outflank.core import context, team
from outflank.core.compile import kernel

pytestmark = pytest.mark.core

PLAYER, OPPONENT = (1 << 63) + 5, 10


@pytest.fixture
def pair() -> tuple[Context, Context]:
    first = Context(1, 1, evaluated=False)
    return first, Context(1, 1, evaluated=False, of=first)


def post(poster: Context, square: int, empties: int = 20) -> np.int64:
    return np.int64(
        team.post(
            poster.address,
            np.uint64(PLAYER),
            np.uint64(OPPONENT),
            np.int64(-7),
            np.int64(empties),
            np.int64(3),
            np.int64(square),
        )
    )


def address(node: Context) -> np.int64:
    return np.int64(node.team.address)


def word(node: Context, index: int) -> int:
    return int(node.team.words[index])


def test_a_job_is_found_whole_by_the_other_thread(pair: tuple[Context, Context]) -> None:
    poster, helper = pair
    slot = post(poster, 19)
    assert team.find_job(address(helper), np.int64(1)) == slot
    names = (team.PLAYER, team.OPPONENT, team.ALPHA, team.EMPTIES, team.PARITY, team.SQUARE)
    words = [word(poster, slot + name) for name in names]
    assert words == [PLAYER - (1 << 64), OPPONENT, -7, 20, 3, 19]
    assert word(poster, slot + team.STATE) == team.TAKEN
    assert not team.claim(address(poster), slot)


def test_nobody_finds_a_job_of_its_own(pair: tuple[Context, Context]) -> None:
    poster, _ = pair
    post(poster, 19)
    assert team.find_job(address(poster), np.int64(0)) == team.NO_JOB


def test_the_oldest_job_is_found_first(pair: tuple[Context, Context]) -> None:
    poster, helper = pair
    slots = [post(poster, square) for square in (1, 2, 3)]
    found = [team.find_job(address(helper), np.int64(1)) for _ in range(4)]
    assert found == [*slots, team.NO_JOB]


def test_a_posted_job_is_withdrawn_by_taking_it_back(pair: tuple[Context, Context]) -> None:
    poster, helper = pair
    slot = post(poster, 1)
    team.withdraw(address(poster), slot)
    assert team.find_job(address(helper), np.int64(1)) == team.NO_JOB
    assert not team.is_stopped(helper.address)


def test_the_thread_at_work_on_a_withdrawn_job_is_told_and_waited_for(
    pair: tuple[Context, Context],
) -> None:
    poster, helper = pair
    slot = post(poster, 1)
    helper.words[context.JOB] = team.find_job(address(helper), np.int64(1))
    assert not team.is_stopped(helper.address)
    waiting = threading.Thread(target=team.withdraw, args=(address(poster), slot), daemon=True)
    waiting.start()
    waiting.join(0.1)
    assert waiting.is_alive()
    assert team.is_stopped(helper.address)
    assert not team.is_stopped(poster.address)
    poster.team.words[slot + team.STATE] = team.DONE
    waiting.join(10)
    assert not waiting.is_alive()


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
    team.withdraw(address(poster), first)
    poster.team.words[first + team.WITHDRAWN] = 1
    team.unpost(poster.address, np.int64(1))
    assert word(poster, first + team.STATE) == team.FREE
    assert team.find_job(address(helper), np.int64(1)) == team.NO_JOB
    assert post(poster, 2) == first
    assert word(poster, first + team.WITHDRAWN) == 0


def test_slots_are_a_stack_with_an_end(pair: tuple[Context, Context]) -> None:
    poster, helper = pair
    slots = int(team.SLOTS_PER_THREAD)
    assert team.has_room(poster.address, np.int64(slots))
    assert not team.has_room(poster.address, np.int64(slots + 1))
    outer, inner = post(poster, 1), post(poster, 2)
    assert not team.has_room(poster.address, np.int64(slots - 1))
    team.unpost(poster.address, np.int64(1))
    assert word(poster, outer + team.STATE) == team.POSTED
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
        if team.claim(address, first + np.int64(number) * team.SLOT_WORDS):
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
        team.unpost(poster.address, np.int64(jobs))
