"""Every exception and warning of the package survives a copy and a trip to another process."""

import copy
import importlib
import inspect
import pickle
import pkgutil

import numpy as np
import pytest

import outflank
from outflank.analysis import AnalysisInterrupted, AnalysisOptions, GameReport
from outflank.board import Color
from outflank.engine.solution import SomeSolved
from outflank.games import Game, GameFileError, parse_games
from outflank.lab.referee import Ending, _Forfeit


def exceptions():
    found = set()
    for module in pkgutil.walk_packages(outflank.__path__, "outflank."):
        if module.name != "outflank.__main__":
            members = vars(importlib.import_module(module.name)).values()
            found |= {
                member
                for member in members
                if inspect.isclass(member)
                and issubclass(member, BaseException)
                and member.__module__.startswith("outflank.")
            }
    return sorted(found, key=lambda kind: kind.__name__)


def example(kind):
    if kind is AnalysisInterrupted:
        return kind(GameReport(Game.from_transcript("f5d6"), AnalysisOptions(), ()))
    if issubclass(kind, SomeSolved):
        return kind(np.array([4, -65]), np.array([True, False]))
    if kind is _Forfeit:
        return kind(Color.BLACK, Ending.CRASH, "what is wrong")
    return kind("what is wrong")


@pytest.mark.parametrize("kind", exceptions())
def test_copies_and_pickles(kind):
    error = example(kind)
    for twin in (copy.copy(error), copy.deepcopy(error), pickle.loads(pickle.dumps(error))):
        assert type(twin) is kind
        assert str(twin) == str(error)
        assert set(vars(twin)) == set(vars(error))


def test_what_was_read_travels_with_the_error():
    with pytest.raises(GameFileError) as caught:
        parse_games(b"f5d4", "game.txt").game(0)
    twin = pickle.loads(pickle.dumps(caught.value))
    assert twin.partial == caught.value.partial
    assert twin.ply == 2
    error = example(AnalysisInterrupted)
    assert pickle.loads(pickle.dumps(error)).report == error.report
