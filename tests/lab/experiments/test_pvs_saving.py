"""What null windows save: the three answers."""

from __future__ import annotations

import pytest

from lab.experiments.rows_of import everywhere
from outflank.lab.experiments.experiment import Answer
from outflank.lab.experiments.pvs_saving import EXPERIMENT, PVS, WIDE


@pytest.mark.parametrize(
    ("pvs", "pvs_with_table", "answer"),
    [
        (80, 60, Answer.HOLDS),
        (80, 30, Answer.CONDITIONS),
        (120, 60, Answer.CONDITIONS),
        (120, 100, Answer.FAILS),
    ],
)
def test_the_three_answers(pvs: int, pvs_with_table: int, answer: Answer) -> None:
    nodes = {
        (WIDE, 0): 100,
        (PVS, 0): pvs,
        (WIDE, 1): pvs_with_table * 100 // pvs,  # so that null windows save as much with a table
        (PVS, 1): pvs_with_table,
    }
    rows = [
        row
        for evaluation in ("mtdf-article", "pvs-article")
        for (search, table), count in nodes.items()
        for row in everywhere(
            evaluation=evaluation, ordered=1, table=table, search=search, depth=8, nodes=count
        )
    ]
    verdict = EXPERIMENT.conclude(rows).verdict
    assert verdict.answer is answer
    assert f"{(100 - pvs_with_table) / 100:.1%}" in verdict.sentence
