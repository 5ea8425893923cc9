"""Fail soft against fail hard: the three answers."""

from __future__ import annotations

import pytest

from lab.experiments.rows_of import everywhere
from outflank.lab.experiments.experiment import Answer
from outflank.lab.experiments.fail_soft import EXPERIMENT, HARD, MTDF, SOFT, WIDE


@pytest.mark.parametrize(
    ("nodes", "score", "control", "answer"),
    [
        (200, 4, 3, Answer.HOLDS),
        (200, 4, 4, Answer.CONDITIONS),  # fail soft is as wrong
        (101, 4, 4, Answer.FAILS),
        (200, 3, 3, Answer.CONDITIONS),
        (101, 3, 3, Answer.FAILS),
    ],
)
def test_the_three_answers(nodes: int, score: int, control: int, answer: Answer) -> None:
    searches = {
        (WIDE, SOFT): (100, 3, 1),
        (WIDE, HARD): (110, 3, 1),
        (MTDF, SOFT): (100, control, 8),
        (MTDF, HARD): (nodes, score, 90),
    }
    rows = [
        row
        for evaluation in ("mtdf-article", "pvs-article")
        for (search, fails), (count, value, probes) in searches.items()
        for row in everywhere(
            evaluation=evaluation,
            search=search,
            fails=fails,
            depth=8,
            score=value,
            nodes=count,
            probes=probes,
        )
    ]
    verdict = EXPERIMENT.conclude(rows).verdict
    assert verdict.answer is answer
    assert f"{60 * (score != 3)} of 60 searches" in verdict.sentence
    assert f"over fail soft in {60 * (control != 3)} of 60" in verdict.sentence
    assert "90.0" in verdict.sentence
