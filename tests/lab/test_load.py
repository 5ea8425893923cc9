"""The load of the machine: ours is not that of others."""

import os

import pytest

from outflank.lab import load


@pytest.fixture
def machine(monkeypatch):
    def busy(average, own):
        monkeypatch.setattr(load, "load_average", lambda: average)
        monkeypatch.setattr(load, "_own_load", lambda: own)
        monkeypatch.setattr(load, "cores", lambda: 4)

    return busy


def test_our_own_load_is_taken_off(machine):
    machine(3.0, 1.0)
    assert load.load_of_others() == 0.5
    assert load.told_load() == "3.00 on 4 cores"
    machine(0.5, 1.0)
    assert load.load_of_others() == 0.0


def test_a_system_that_does_not_tell(monkeypatch):
    def refuse():
        raise OSError

    monkeypatch.setattr(os, "getloadavg", refuse, raising=False)
    assert load.load_of_others() is None
    assert load.told_load() == "unknown"
    monkeypatch.delattr(os, "getloadavg")
    assert load.load_average() is None


def test_our_load_is_at_most_that_of_all_cores():
    assert 0 <= load._own_load() <= load.cores()
