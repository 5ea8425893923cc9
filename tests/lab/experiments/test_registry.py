"""Every experiment that is named exists, and says what a page needs."""

import re

import pytest

from outflank.board.errors import OutflankError
from outflank.lab.experiments.registry import NAMES, experiment, experiments


@pytest.mark.parametrize("name", NAMES)
def test_each_is_named_as_its_module(name):
    found = experiment(name)
    assert found.name == name
    assert found.title
    assert found.claim.endswith(".")
    assert found.source
    assert found.method
    assert found.minutes > 0
    assert re.fullmatch(r"It holds if .+; under conditions if .+\.", found.rule)
    assert found.columns


def test_all_of_them_and_each_once():
    assert [one.name for one in experiments()] == list(NAMES)
    twice = experiments((NAMES[1], "all", NAMES[0]))
    assert [one.name for one in twice] == [NAMES[1], NAMES[0], *NAMES[2:]]


def test_an_unknown_name_is_refused():
    with pytest.raises(OutflankError, match=r'no experiment "driver": did you mean drivers\?'):
        experiment("driver")
    with pytest.raises(OutflankError, match="there are drivers, "):
        experiment("zzz")
