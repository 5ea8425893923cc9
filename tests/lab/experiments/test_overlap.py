"""How gains overlap: the three answers."""

from __future__ import annotations

import pytest

from lab.experiments.rows_of import everywhere
from outflank.lab.experiments.experiment import Answer
from outflank.lab.experiments.overlap import BOTH, EXPERIMENT, MTDF, PVS, WIDE


@pytest.mark.parametrize(
    ("mtdf", "both", "answer"),
    [
        (64, 64, Answer.HOLDS),
        (40, 40, Answer.CONDITIONS),
        (64, 60, Answer.FAILS),
    ],
)
def test_the_three_answers(mtdf: int, both: int, answer: Answer) -> None:
    rows = [
        row
        for evaluation in ("mtdf-article", "pvs-article")
        for search, nodes in ((WIDE, 100), (PVS, 80), (MTDF, mtdf), (BOTH, both))
        for row in everywhere(
            evaluation=evaluation, search=search, depth=8, score=3, nodes=nodes, probes=1
        )
    ]
    findings = EXPERIMENT.conclude(rows)
    assert findings.verdict.answer is answer
    assert f"{8 * (mtdf == both)} of 8" in findings.verdict.sentence
    assert findings.tables[0].rows[0][-1] == f"{0.8 * mtdf / 100:.3f}"


def test_another_value_is_no_overlap() -> None:
    rows = [
        row
        for search, score in ((WIDE, 3), (PVS, 3), (MTDF, 3), (BOTH, 4))
        for row in everywhere(
            evaluation="pvs-article", search=search, depth=8, score=score, nodes=80, probes=1
        )
    ]
    assert EXPERIMENT.conclude(rows).verdict.answer is Answer.FAILS
