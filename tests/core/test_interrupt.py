"""A kernel on its own thread: results, errors, Ctrl-C and stop requests."""

import _thread
import threading
import time

import pytest

from outflank.core import interrupt


def test_the_result_comes_back() -> None:
    assert interrupt.run(lambda: 42, stop=lambda: None) == 42


def test_an_error_comes_back() -> None:
    def fail() -> None:
        raise RuntimeError("from the worker")

    with pytest.raises(RuntimeError, match="from the worker"):
        interrupt.run(fail, stop=lambda: None)


def test_an_interrupt_stops_the_work_and_is_raised_after_it_ended() -> None:
    stopped, ended = threading.Event(), threading.Event()

    def work() -> None:
        stopped.wait(10)
        ended.set()

    def ctrl_c() -> None:
        raise KeyboardInterrupt

    started = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        interrupt.run(work, stop=stopped.set, tick=ctrl_c)
    assert ended.is_set()
    assert time.perf_counter() - started < 5


def test_a_real_ctrl_c_waits_for_the_end_of_the_work() -> None:
    """Before Python 3.13 a thread whose join Ctrl-C interrupted is said to have ended."""
    stopped, ended = threading.Event(), threading.Event()

    def work() -> None:
        stopped.wait(10)
        time.sleep(0.1)
        ended.set()

    threading.Timer(0.1, _thread.interrupt_main).start()
    with pytest.raises(KeyboardInterrupt):
        interrupt.run(work, stop=stopped.set)
    assert ended.is_set()


def test_the_process_wide_stack_size_is_left_alone() -> None:
    before = threading.stack_size()
    interrupt.run(lambda: None, stop=lambda: None)
    assert threading.stack_size() == before
