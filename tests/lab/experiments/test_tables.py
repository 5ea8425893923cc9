"""Tables: the cases, and the three answers."""

from __future__ import annotations

import pytest

from lab.experiments.rows_of import everywhere
from outflank.lab.experiments.experiment import Answer, Row
from outflank.lab.experiments.tables import ARRAY, CASES, EXPERIMENT, HASH_MAP, NONE
from outflank.lab.experiments.telling import LEAST
from outflank.textbook import Kind


def rows(left: float, *, wrong: int, array_seconds: float) -> list[Row]:
    cases = ((NONE, 1000, 5.0, wrong), (HASH_MAP, left * 1000, 1.0, 0))
    found: list[Row] = []
    for evaluation in ("mtdf-article", "pvs-article"):
        for case, nodes, seconds, off in (*cases, (ARRAY, left * 1000, array_seconds, 0)):
            found += everywhere(
                evaluation=evaluation,
                table=case.name,
                depth=9,
                score=7 + off,
                nodes=int(nodes),
                seconds=seconds,
            )
    return found


@pytest.mark.parametrize(
    ("left", "wrong", "seconds", "answer"),
    [
        (0.55, 1, 0.5, Answer.HOLDS),
        (0.55, 0, 0.5, Answer.CONDITIONS),
        (0.8, 0, 0.5, Answer.CONDITIONS),
        (0.8, 0, 1.5, Answer.FAILS),
    ],
)
def test_the_three_answers(left: float, wrong: int, seconds: float, answer: Answer) -> None:
    verdict = EXPERIMENT.conclude(rows(left, wrong=wrong, array_seconds=seconds)).verdict
    assert verdict.answer is answer
    assert f"{LEAST * (not wrong)} of {LEAST}" in verdict.sentence
    assert ("needs it for right values" in verdict.sentence) == bool(wrong)
    assert ("needs it for speed alone" in verdict.sentence) == (not wrong)


def test_a_wide_interval_is_not_the_claimed_range() -> None:
    """The mean is 0.55, but of ratios from 0.3 to 1."""
    found = rows(0.55, wrong=0, array_seconds=1.5)
    for row in found:
        if row["table"] != NONE.name:
            row["nodes"] = 303 if row["position"] % 2 else 1000
    verdict = EXPERIMENT.conclude(found).verdict
    assert verdict.answer is Answer.FAILS
    assert "0.550 (" in verdict.sentence


def test_every_table_of_a_case_is_empty_and_of_its_kind() -> None:
    for case in CASES.values():
        table = case.empty()
        assert table.kind is case.kind
        assert not table.entries.any()
        if case.kind is Kind.ARRAY:
            assert len(table.entries) == 1 << case.bits
            assert table.replacement is case.replacement
