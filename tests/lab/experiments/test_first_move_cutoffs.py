"""Shares of the first move: the three answers."""

from __future__ import annotations

import pytest

from lab.experiments.rows_of import everywhere
from outflank.lab.experiments.experiment import Answer
from outflank.lab.experiments.first_move_cutoffs import ENGINE, EXPERIMENT, NONE, PVS


@pytest.mark.parametrize(
    ("without", "own", "answer"),
    [
        (60, 95, Answer.HOLDS),
        (55, 85, Answer.CONDITIONS),
        (40, 95, Answer.CONDITIONS),
        (60, 60, Answer.FAILS),  # the first figure is right, but nothing is lifted
    ],
)
def test_the_three_answers(without: int, own: int, answer: Answer) -> None:
    rows = [
        row
        for evaluation in ("mtdf-article", "pvs-article")
        for ordering, first in ((NONE, without), (evaluation, own))
        for row in everywhere(
            evaluation=evaluation,
            ordering=ordering,
            search=PVS,
            depth=7,
            cutoffs=100,
            first=first,
        )
    ]
    engine = everywhere(
        evaluation="patterns", ordering=ENGINE, search=PVS, depth=10, cutoffs=50, first=49
    )
    verdict = EXPERIMENT.conclude(rows + engine).verdict
    assert verdict.answer is answer
    assert "98.0%" in verdict.sentence


def test_a_search_without_a_cut_off_has_no_share() -> None:
    rows = everywhere(
        evaluation="mtdf-article", ordering=NONE, search=PVS, depth=1, cutoffs=0, first=0
    )
    assert "unknown" in EXPERIMENT.conclude(rows).verdict.sentence
