"""Limits: what can be is kept as plain numbers, what cannot be is refused by name."""

from __future__ import annotations

import math
import pickle
import re
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.board import OutflankError
from outflank.engine.limit import DEEPEST, SELECTIVITIES, Limit, LimitError


class Whole:
    """An integer of another library."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"time": 0}, "time is more than 0 seconds, not 0"),
        ({"time": -0.0}, "time is more than 0 seconds"),
        ({"time": -1}, "time is a finite number of seconds, 0 or more, not -1"),
        ({"time": math.nan}, "time is a finite number of seconds, 0 or more, not nan"),
        ({"time": math.inf}, "time is a finite number of seconds, 0 or more, not inf"),
        ({"time": 10**400}, "time is a finite number of seconds"),
        ({"time": True}, "time is a number of seconds, not True"),
        ({"time": "5"}, "time is a number of seconds, not '5'"),
        ({"time": Decimal(5)}, "time is a number of seconds, not Decimal"),
        ({"depth": 0}, "depth is 1 to 60, not 0"),
        ({"depth": 61}, "depth is 1 to 60, not 61"),
        ({"depth": 8.0}, "depth is a whole number, not 8.0"),
        ({"depth": True}, "depth is a whole number, not True"),
        ({"depth": "8"}, "depth is a whole number, not '8'"),
        ({"nodes": 0}, "nodes is 1 or more, not 0"),
        ({"nodes": -5}, "nodes is 1 or more, not -5"),
        ({"nodes": 1e6}, "nodes is a whole number, not 1000000.0"),
        ({"selectivity": 80}, "selectivity is one of 73, 87, 95, 98, 99, 100 per cent, not 80"),
        ({"selectivity": 0}, "selectivity is one of"),
        ({"selectivity": 101}, "selectivity is 0 to 100, not 101"),
        ({"selectivity": 99.0}, "selectivity is a whole number"),
        ({"exact_from": -1}, "exact_from is 0 to 60, not -1"),
        ({"exact_from": 61}, "exact_from is 0 to 60, not 61"),
        ({"exact_from": False}, "exact_from is a whole number, not False"),
        ({"clock": -0.1}, "clock is a finite number of seconds, 0 or more, not -0.1"),
        ({"clock": math.nan}, "clock is a finite number"),
        ({"clock": 60, "increment": -1}, "increment is a finite number of seconds, 0 or more"),
        ({"clock": 60, "moves": 0}, "moves is 1 or more, not 0"),
        ({"time": 1, "clock": 60}, "time and clock: give the seconds of this move or a clock"),
        ({"increment": 1}, "increment without clock"),
        ({"increment": 0}, "increment without clock"),
        ({"moves": 40}, "moves without clock"),
        ({"time": 1, "moves": 40}, "moves without clock"),
    ],
)
def test_what_cannot_be_is_refused_by_name(fields: dict[str, object], message: str) -> None:
    with pytest.raises(LimitError, match=re.escape(message)):
        Limit(**fields)  # type: ignore[arg-type]


def test_errors_are_ours() -> None:
    assert issubclass(LimitError, OutflankError)


def test_no_limit_is_none() -> None:
    limit = Limit()
    assert all(getattr(limit, name) is None for name in Limit.__dataclass_fields__)


def test_integers_of_other_libraries_become_plain() -> None:
    limit = Limit(depth=Whole(8), nodes=Whole(1000), time=Fraction(1, 2))  # type: ignore[arg-type]
    assert limit == Limit(depth=8, nodes=1000, time=0.5)
    assert repr(limit) == repr(Limit(depth=8, nodes=1000, time=0.5))
    assert type(limit.depth) is int
    assert type(limit.time) is float
    with pytest.raises(LimitError, match="depth is 1 to 60, not 99"):
        Limit(depth=Whole(99))  # type: ignore[arg-type]


@given(
    depth=st.none() | st.integers(1, DEEPEST),
    nodes=st.none() | st.integers(1, 10**30),
    selectivity=st.none() | st.sampled_from(SELECTIVITIES),
    exact_from=st.none() | st.integers(0, DEEPEST),
    clock=st.floats(0, 1e9),
    increment=st.none() | st.floats(0, 1e9),
    moves=st.none() | st.integers(1, 1000),
)
def test_what_can_be_is_kept(**fields: float | None) -> None:
    limit = Limit(**fields)  # type: ignore[arg-type]
    assert {name: getattr(limit, name) for name in fields} == fields
    assert pickle.loads(pickle.dumps(limit)) == limit
    assert eval(repr(limit)) == limit
    assert hash(limit) == hash(Limit(**fields))  # type: ignore[arg-type]


def test_a_limit_does_not_change() -> None:
    with pytest.raises(AttributeError):
        Limit().depth = 3  # type: ignore[misc]
