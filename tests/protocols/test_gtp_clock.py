"""Clocks as GTP sets them: main time, Canadian overtime, what other programs say is left."""

import pytest

from outflank.engine import Limit
from outflank.protocols.gtp_clock import GtpClock, TimeSettings


def clock(*settings):
    return GtpClock(TimeSettings(*settings))


@pytest.mark.parametrize("settings", [(0, 0, 0), (0, 1, 0), (300, 1, 0), (0, 0, 5)])
def test_no_limit(settings):
    one = clock(*settings)
    assert one.limit() is None
    one.spend(1000)
    assert one.limit() is None


def test_a_main_time():
    one = clock(300)
    assert one.limit() == Limit(clock=300)
    one.spend(100)
    assert one.limit() == Limit(clock=200)
    one.spend(1000)
    assert one.limit() == Limit(clock=0)


def test_a_main_time_before_overtime():
    one = clock(60, 30, 10)
    assert one.limit() == Limit(clock=60, increment=3)
    one.spend(50)
    assert one.limit() == Limit(clock=10, increment=3)
    one.spend(15)
    assert one.limit() == Limit(clock=25, moves=9)


def test_overtime_begins_anew_after_its_moves():
    one = clock(0, 30, 2)
    assert one.limit() == Limit(clock=30, moves=2)
    one.spend(20)
    assert one.limit() == Limit(clock=10, moves=1)
    one.spend(5)
    assert one.limit() == Limit(clock=30, moves=2)


def test_a_period_for_each_move():
    one = clock(10, 5, 1)
    one.spend(12)
    assert one.limit() == Limit(clock=5, moves=1)
    one.spend(10)
    assert one.limit() == Limit(clock=5, moves=1)


def test_what_is_said_counts():
    one = clock(300, 30, 10)
    one.set(12.5, 0)
    assert one.limit() == Limit(clock=12.5, increment=3)
    one.set(20, 4)
    assert one.limit() == Limit(clock=20, moves=4)
    one.set(0, 0)
    assert one.limit() == Limit(clock=30, moves=10)


def test_time_left_without_settings():
    one = clock()
    one.set(10, 0)
    assert one.limit() == Limit(clock=10)
    one.set(10, 2)
    one.spend(1)
    assert one.limit() == Limit(clock=9, moves=1)
    one.set(0, 0)
    assert one.limit() is None


@pytest.mark.parametrize("settings", [(-1, 0, 0), (0, float("nan"), 0), (0, 0, -1)])
def test_what_cannot_be(settings):
    with pytest.raises(ValueError, match="0 or more"):
        TimeSettings(*settings)
