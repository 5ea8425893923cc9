"""Drivers compared: the same positions for all, ratios with their errors."""

from __future__ import annotations

import math

import pytest

from outflank.lab.drivers import USUAL, Ratio, compare
from outflank.lab.samples import sample
from outflank.lab.searching import searcher, summed


def test_every_driver_at_every_depth() -> None:
    positions, seen = sample(40, 3), list[None]()
    rows = list(compare(positions, 3, 6, runs=2, progress=lambda: seen.append(None)))
    assert [(row.depth, row.driver) for row in rows] == [
        (depth, driver) for depth in range(3, 7) for driver in USUAL
    ]
    assert len(seen) == len(positions) * len(USUAL) * 2
    for row in rows:
        assert row.positions == 3
        if row.driver == "pvs":
            assert (row.node_ratio.mean, row.time_ratio.mean) == (1, 1)
        if row.driver == "mtdf":
            assert row.probes >= 2 or row.depth < 6
            assert row.researches == 0


def test_nodes_are_those_of_a_search_to_that_depth() -> None:
    (position,) = sample(40, 1)
    for row in compare([position], 5, 6, drivers=("mtdf",)):
        costs = summed(searcher().deepen(position, row.depth, row.driver, selectivity=73))
        assert costs[-1].nodes == row.nodes


def test_the_standard_is_searched_whatever_is_asked_for() -> None:
    rows = list(compare(sample(40, 1), 4, 4, drivers=("alphabeta",)))
    assert [row.driver for row in rows] == ["pvs", "alphabeta"]


def test_a_ratio_is_a_geometric_mean_with_its_error() -> None:
    ratio = Ratio.of([0.5, 2.0])
    assert ratio.mean == pytest.approx(1)
    assert ratio.error == pytest.approx(math.log(2))
    assert str(Ratio.of([3.0])) == "3.000"
    assert str(ratio) == "1.000 ± 0.693"
    assert Ratio.of([2.0, 2.0, 2.0]) == Ratio(pytest.approx(2.0), pytest.approx(0.0))
