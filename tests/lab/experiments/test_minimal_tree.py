"""The minimal tree: its size, and the three answers."""

from __future__ import annotations

import doctest

import pytest

from lab.experiments.rows_of import POSITIONS, everywhere
from outflank.lab.experiments import minimal_tree
from outflank.lab.experiments.experiment import Answer, Row
from outflank.lab.experiments.minimal_tree import (
    DEEP_EVALUATION,
    EXPERIMENT,
    MINIMAX,
    MOVES,
    ORDERED,
    PVS,
    Reach,
    _reachable,
    minimal_nodes,
)


def rows(moves: int, times: float, seconds: float) -> list[Row]:
    """Trees of ten moves a position; PVS takes so long at depth 12, three times less a ply."""
    evaluation = DEEP_EVALUATION
    found = everywhere(evaluation=None, search=MOVES, depth=40, nodes=moves, seconds=None)
    for depth in (3, 4, 5):
        nodes = sum(10**k for k in range(depth + 1))
        found += everywhere(
            evaluation=evaluation, search=MINIMAX, depth=depth, nodes=nodes, seconds=0.1
        )
    found += everywhere(
        evaluation=evaluation,
        search=ORDERED,
        depth=8,
        nodes=round(times * minimal_nodes(10, 8)),
        seconds=0.1,
    )
    for depth in (10, 11, 12):
        found += everywhere(
            evaluation=evaluation,
            search=PVS,
            depth=depth,
            nodes=10**6,
            seconds=seconds / 3 ** (12 - depth),
        )
    return found


def test_a_mean_is_not_enough() -> None:
    """Each position has one of two numbers of moves: the mean is 10, the interval is not."""
    found = rows(10, 2.0, 1.0)
    for row in found:
        if row["search"] == MOVES:
            row["nodes"] = 4 if row["position"] % 2 else 16
    verdict = EXPERIMENT.conclude(found).verdict
    assert verdict.answer is Answer.CONDITIONS
    assert "The games have 10.0 (" in verdict.sentence


@pytest.mark.parametrize(
    ("moves", "times", "seconds", "answer"),
    [
        (10, 2.0, 1.0, Answer.HOLDS),
        (10, 9.0, 1.0, Answer.CONDITIONS),
        (5, 9.0, 1.0, Answer.CONDITIONS),
        (5, 9.0, 200.0, Answer.FAILS),
    ],
)
def test_the_three_answers(moves: int, times: float, seconds: float, answer: Answer) -> None:
    verdict = EXPERIMENT.conclude(rows(moves, times, seconds)).verdict
    assert verdict.answer is answer
    assert f"{times:.3f}" in verdict.sentence
    plies = {1.0: "at least 13", 200.0: "0"}[seconds]
    assert f"reaches {plies} plies" in verdict.sentence


def deep(**seconds: float) -> list[Row]:
    """The search that shows how deep one gets, with its times by depth."""
    return [
        row
        for depth, time in seconds.items()
        for row in everywhere(depth=int(depth.removeprefix("d")), seconds=time)
    ]


@pytest.mark.parametrize(
    ("rows", "reach"),
    [
        ([], None),
        (deep(d2=0.0001, d3=0.0002, d4=0.0004), Reach(4, False)),  # too short to reckon with
        (deep(d4=0.1), Reach(4, False)),
        (deep(d4=0.1, d5=0.2, d6=0.4), Reach(7, False)),  # one step, and no more
        (deep(d4=1.0, d5=3.0, d6=9.0), Reach(6, True)),
        (deep(d4=3.0, d5=9.0, d6=27.0), Reach(5, True)),
        (deep(d38=0.1, d39=0.2, d40=0.4), Reach(40, True)),  # there is no more to search
    ],
)
def test_how_deep_one_gets_is_hardly_extrapolated(rows: list[Row], reach: Reach | None) -> None:
    assert _reachable(rows, lambda seconds: seconds.mean) == reach


def test_shallow_searches_do_not_decide_how_deep_one_gets() -> None:
    found = [row for row in rows(10, 2.0, 1.0) if row["search"] != PVS]
    for depth in (2, 3, 4):
        found += everywhere(
            evaluation=DEEP_EVALUATION, search=PVS, depth=depth, nodes=9, seconds=0.0005
        )
    verdict = EXPERIMENT.conclude(found).verdict
    assert verdict.answer is Answer.UNDECIDED
    assert "reaches at least 4 plies" in verdict.sentence


def test_a_ratio_to_the_minimal_tree_has_every_position() -> None:
    table = EXPERIMENT.conclude(rows(10, 2.0, 1.0)).tables[1]
    assert ["8", "30", "", "2.000 (2.000–2.000)", ""] in [list(row) for row in table.rows]
    assert len(POSITIONS) > 1


def test_the_minimal_tree_of_knuth_and_moore() -> None:
    assert minimal_nodes(10, 0) == 1
    assert minimal_nodes(10, 1) == 1 + 10
    assert minimal_nodes(10, 3) == 1 + 10 + 19 + 109
    assert doctest.testmod(minimal_tree).failed == 0
