"""The pool of threads: every slice once, errors handed on, many callers, forked children."""

from __future__ import annotations

import os
import threading
import warnings
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import outflank.arrays as oa
from outflank.core.workers import cores, over_slices


@pytest.mark.parametrize("length", [0, 1, 9, 10, 11, 1000])
@pytest.mark.parametrize("threads", [1, 2, 5, None])
def test_every_element_is_done_once(length: int, threads: int | None) -> None:
    done = np.zeros(length, np.int64)

    def work(start: int, stop: int) -> None:
        done[start:stop] += 1

    over_slices(length, 10, work, threads)
    assert (done == 1).all()


def test_a_short_array_stays_on_the_calling_thread() -> None:
    callers = []
    over_slices(10, 10, lambda start, stop: callers.append(threading.get_ident()), threads=8)
    assert callers == [threading.get_ident()]


@pytest.mark.parametrize("threads", [1, 4])
@pytest.mark.parametrize("error", [IndexError, KeyboardInterrupt])
def test_an_error_reaches_the_caller_and_ends_the_work(
    threads: int, error: type[BaseException]
) -> None:
    slices = []

    def work(start: int, stop: int) -> None:
        slices.append(start)
        raise error

    with pytest.raises(error):
        over_slices(1000, 1, work, threads)
    assert len(slices) <= threads


def test_a_number_of_threads_below_one_is_refused() -> None:
    with pytest.raises(ValueError, match="threads must be 1 or more, not 0"):
        over_slices(10, 10, lambda start, stop: None, threads=0)
    with pytest.raises(TypeError):
        over_slices(10, 10, lambda start, stop: None, threads=1.5)  # type: ignore[arg-type]


def test_there_is_a_core() -> None:
    assert cores() >= 1


def test_one_thread_and_many_give_the_same() -> None:
    player, opponent = oa.random_positions(200_000, seed=3)
    for function in (oa.legal_masks, oa.is_game_over, oa.stable_discs, oa.canonical, oa.planes):
        alone, together = (function(player, opponent, threads=count) for count in (1, 2))
        assert np.array_equal(np.asarray(alone), np.asarray(together)), function


def test_many_python_threads_may_call_at_once() -> None:
    player, opponent = oa.random_positions(150_000, seed=4)
    expected = oa.legal_masks(player, opponent, threads=1)
    with ThreadPoolExecutor(8) as callers:
        calls = [callers.submit(oa.legal_masks, player, opponent) for _ in range(64)]
        assert all(np.array_equal(call.result(), expected) for call in calls)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this platform has no fork")
def test_a_forked_child_makes_its_own_threads() -> None:
    player, opponent = oa.random_positions(150_000, seed=5)
    expected = oa.legal_masks(player, opponent)  # the pool of this process is running now
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # 3.12 warns of forks with threads
        child = os.fork()
    if child == 0:
        same = np.array_equal(oa.legal_masks(player, opponent), expected)
        os._exit(0 if same else 1)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0
