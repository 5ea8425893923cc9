"""How gains overlap: the three answers, and what each is made from."""

from __future__ import annotations

import pytest

from lab.experiments.rows_of import everywhere
from outflank.lab.experiments.experiment import Answer, Row
from outflank.lab.experiments.overlap import BOTH, EXPERIMENT, MTDF, PVS, WIDE

EVALUATIONS = ("mtdf-article", "pvs-article")


def rows(pvs: int, mtdf: int, both: int, depth: int = 8, score: int = 3) -> list[Row]:
    return [
        row
        for evaluation in EVALUATIONS
        for search, nodes in ((WIDE, 100), (PVS, pvs), (MTDF, mtdf), (BOTH, both))
        for row in everywhere(
            evaluation=evaluation,
            search=search,
            depth=depth,
            score=score if search == BOTH else 3,
            nodes=nodes,
            probes=1,
        )
    ]


@pytest.mark.parametrize(
    ("pvs", "mtdf", "both", "answer"),
    [
        (80, 64, 64, Answer.HOLDS),
        (80, 64, 60, Answer.HOLDS),  # the gains overlap in part
        (80, 40, 40, Answer.CONDITIONS),  # MTD(f) saves more than is claimed
        (80, 64, 51, Answer.FAILS),  # the gains add up
        (100, 80, 80, Answer.FAILS),  # PVS saves nothing that could overlap
    ],
)
def test_the_three_answers(pvs: int, mtdf: int, both: int, answer: Answer) -> None:
    findings = EXPERIMENT.conclude(rows(pvs, mtdf, both))
    assert findings.verdict.answer is answer
    assert "in 30 positions" in findings.verdict.sentence
    assert f"{1 - mtdf / pvs:.1%}" in findings.verdict.sentence
    assert "fewer nodes than PVS" in findings.verdict.sentence
    product = findings.tables[0].rows[0][-2]
    assert product.startswith(f"{pvs * mtdf / 10_000:.3f}")


def test_what_deepens_is_compared_with_what_deepens() -> None:
    found = rows(20, 20, 20, depth=6) + rows(60, 64, 64)
    assert f"{1 - 64 / 80:.1%} (" in EXPERIMENT.conclude(found).verdict.sentence


def test_that_nodes_are_equal_is_a_check_and_no_finding() -> None:
    for score, both, same in ((3, 64, 60), (4, 64, 0), (3, 63, 0)):
        findings = EXPERIMENT.conclude(rows(80, 64, both, score=score))
        assert findings.verdict.answer is Answer.HOLDS
        assert f"{same} of 60 searches" in findings.remarks[-1]
