"""What experiments share that tell: the depth that decides, counts, sentences, answers."""

from __future__ import annotations

import pytest

from outflank.lab.experiments.estimates import Estimate
from outflank.lab.experiments.experiment import DRAWN, Answer, Row
from outflank.lab.experiments.telling import (
    LEAST,
    answer_of,
    counted,
    counted_rows,
    deeper_remark,
    from_games,
    in_positions,
    is_claimed,
    judged,
    mean,
    sampled,
    saving,
    shared_depth,
)


def rows(**positions: int) -> list[Row]:
    """Rows of so many positions at each depth."""
    return [
        {"position": at, "depth": int(depth.removeprefix("d"))}
        for depth, count in positions.items()
        for at in range(count)
    ]


def test_the_depth_that_decides_is_that_of_all_positions() -> None:
    assert shared_depth(rows(d4=200, d6=200, d8=24)) == 6
    assert shared_depth(rows(d4=200, d6=200, d8=24), rows(d4=200, d6=200)) == 6
    assert shared_depth(rows(d4=5, d6=5), rows(d4=5)) == 4
    assert shared_depth(rows(d4=5), rows(d6=5)) == 0
    assert shared_depth(rows(d4=5), []) == 0
    assert shared_depth() == 0


def test_counts() -> None:
    few, many = Estimate(1.0, 0.9, 1.1, 60), Estimate(1.0, 0.9, 1.1, 1200)
    assert counted([few, None]) == "60"
    assert counted([few, many]) == "60–1,200"
    assert counted([]) == "0"
    assert counted_rows(rows(d4=3), [], rows(d4=2)) == "2–3"
    assert in_positions([few]) == "in 60 positions"
    assert in_positions([Estimate(1.0, None, None, 1)]) == "in 1 position"


def test_positions_are_named_by_what_was_measured() -> None:
    assert from_games(DRAWN) == "from games drawn from a seed"
    assert from_games("my games.wtb 0123") == "from the games of my games.wtb"
    told = sampled(rows(d4=60, d6=2), "WTH_2019.wtb 0123")
    assert told.startswith("60 positions of 40 empties from the games of WTH_2019.wtb,")
    assert sampled(rows(d4=1), DRAWN).startswith("1 position of 40 empties from games drawn")


def test_a_saving_mirrors_what_is_left() -> None:
    found = saving(Estimate(0.75, 0.5, 0.875, 9))
    assert found == Estimate(0.25, 0.125, 0.5, 9)
    assert saving(Estimate(0.75, None, None, 1)) == Estimate(0.25, None, None, 1)
    assert saving(None) is None


@pytest.mark.parametrize(
    ("estimate", "claimed"),
    [
        (Estimate(0.55, 0.51, 0.59, 9), True),
        (Estimate(0.51, 0.47, 0.55, 9), True),
        (Estimate(0.49, 0.46, 0.52, 9), False),  # the interval overlaps, the mean is outside
        (Estimate(0.55, 0.3, 0.9, 9), False),  # too wide to tell
        (Estimate(0.55, None, None, 1), False),
        (None, False),
    ],
)
def test_a_claimed_range(estimate: Estimate | None, claimed: bool) -> None:
    assert is_claimed(estimate, (0.5, 0.6), slack=0.05) is claimed


def test_answers() -> None:
    known = [Estimate(1.0, 0.9, 1.1, LEAST)]
    assert judged(True, False, known) is Answer.HOLDS
    assert judged(False, True, known) is Answer.CONDITIONS
    assert judged(False, False, known) is Answer.FAILS
    assert answer_of(True, True, deciding=known) is Answer.HOLDS
    assert answer_of(True, False, deciding=known) is Answer.CONDITIONS
    assert answer_of(False, False, deciding=known) is Answer.FAILS


@pytest.mark.parametrize(
    "deciding",
    [
        [],
        [None],
        [Estimate(1.0, 0.9, 1.1, 200), None],
        [Estimate(1.0, None, None, 200)],
        [Estimate(1.0, 0.9, 1.1, LEAST - 1)],
    ],
)
def test_too_little_decides_nothing(deciding: list[Estimate | None]) -> None:
    for whole, some in ((True, True), (False, True), (False, False)):
        assert judged(whole, some, deciding) is Answer.UNDECIDED
    assert judged(True, True, [Estimate(1.0, 0.9, 1.1, 12)], least=12) is Answer.HOLDS


def test_what_cannot_be_less_has_no_interval_below() -> None:
    rows: list[Row] = [{"probes": probes, "nodes": 9 * probes} for probes in (1, 1, 9)]
    probes, nodes = mean(rows, "probes"), mean(rows, "nodes")
    assert probes is not None
    assert probes.low == 1
    assert nodes is not None
    assert nodes.low == 0


def test_a_remark_on_deeper_searches_only_where_there_are_some() -> None:
    assert deeper_remark([]) == []
    assert deeper_remark(["a", "b"])[0].endswith(": a; b.")
