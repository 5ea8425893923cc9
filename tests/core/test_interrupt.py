"""A kernel on its own thread: results, errors, Ctrl-C and stop requests."""

import _thread
import os
import threading
import time
from collections.abc import Callable

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


def test_the_process_wide_stack_size_is_left_alone() -> None:
    before = threading.stack_size()
    interrupt.run(lambda: None, stop=lambda: None)
    assert threading.stack_size() == before


def slow_to_stop(seconds: float) -> tuple[threading.Event, threading.Event, Callable[[], None]]:
    """Events "stop" and "ended", and work that goes on for a while after the first is set."""
    stopped, ended = threading.Event(), threading.Event()

    def work() -> None:
        stopped.wait(10)
        time.sleep(seconds)
        ended.set()

    return stopped, ended, work


def test_a_second_interrupt_does_not_leave_the_work_behind() -> None:
    stopped, ended, work = slow_to_stop(0.4)
    for seconds in (0.1, 0.2, 0.3):
        threading.Timer(seconds, _thread.interrupt_main).start()
    with pytest.raises(KeyboardInterrupt):
        interrupt.run(work, stop=stopped.set)
    assert ended.is_set()


def test_an_interrupt_of_the_stopping_itself_is_no_end() -> None:
    stopped, ended, work = slow_to_stop(0)
    asked: list[int] = []

    def stop() -> None:
        asked.append(1)
        if len(asked) == 1:
            raise KeyboardInterrupt
        stopped.set()

    def fail() -> None:
        raise RuntimeError("from the tick")

    with pytest.raises(RuntimeError, match="from the tick"):
        interrupt.run(work, stop=stop, tick=fail)
    assert ended.is_set()


@pytest.mark.parametrize("started", [True, False])
def test_an_interrupt_while_the_work_is_being_started(
    started: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    stopped, ended, work = slow_to_stop(0.2)
    begun, start = threading.Event(), interrupt.start

    def interrupted(target: Callable[[], None]) -> None:
        if started:
            start(target)
            begun.wait(10)
        raise KeyboardInterrupt

    monkeypatch.setattr(interrupt, "start", interrupted)
    with pytest.raises(KeyboardInterrupt):
        interrupt.run(lambda: (begun.set(), work()), stop=stopped.set)
    assert begun.is_set() == started
    assert stopped.is_set()
    assert ended.is_set() == begun.is_set()


def test_work_that_was_given_up_before_it_began_never_begins() -> None:
    called: list[int] = []
    task = interrupt._Task(lambda: called.append(1))
    task.end(stop=lambda: None)
    task.run()
    assert not called


def test_a_thread_that_cannot_be_started_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(_target: Callable[[], None]) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(interrupt, "start", fail)
    with pytest.raises(RuntimeError, match="new thread"):
        interrupt.run(lambda: None, stop=lambda: None)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a system that forks")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_child_forked_while_a_thread_is_started_can_search() -> None:
    with interrupt._stack_size_lock:  # as another thread holds it at that moment
        child = os.fork()
        if not child:
            os._exit(interrupt.run(lambda: 7, stop=lambda: None))
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
