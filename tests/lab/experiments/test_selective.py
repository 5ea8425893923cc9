"""Selective search: the selections, the points, and the three answers."""

from __future__ import annotations

import pytest

from lab.experiments.rows_of import POSITIONS
from outflank.lab.experiments.experiment import Answer, Row
from outflank.lab.experiments.selective import EXPERIMENT, FULL, MARGINS, selections
from outflank.textbook import Selection

CUT = "Multi-ProbCut 73 %"


def rows(evaluation: str, nodes: int, error: int, *, name: str = "margin 50") -> list[Row]:
    """Values 0, 100, 200, 300 at full width (their deviation is 112), and a selective search."""
    searches = ((FULL, 1000, 0, "f5"), (name, nodes, error, "d6"))
    return [
        {
            "evaluation": evaluation,
            "position": at,
            "search": search,
            "depth": 6,
            "value": 100 * at + off,
            "move": move,
            "nodes": count,
        }
        for search, count, off, move in searches
        for at in POSITIONS
    ]


@pytest.mark.parametrize(
    ("nodes", "error", "answer"),
    [
        (400, 5, Answer.HOLDS),
        (700, 5, Answer.CONDITIONS),
        (950, 5, Answer.FAILS),
        (100, 50, Answer.FAILS),
    ],
)
def test_the_three_answers(nodes: int, error: int, answer: Answer) -> None:
    own = [row for name in MARGINS for row in rows(name, nodes, error)]
    cut = rows("patterns", 300, 20, name=CUT)
    findings = EXPERIMENT.conclude(own + cut)
    assert findings.verdict.answer is answer
    assert "Multi-ProbCut's error is at depth 6 0.179" in findings.verdict.sentence
    equal = next(table for table in findings.tables if "equal savings" in table.title)
    assert (equal.rows[0][-1] == "none") == (nodes > 300)


def test_a_saving_on_one_evaluation_is_a_condition() -> None:
    own = rows("mtdf-article", 400, 5) + rows("pvs-article", 400, 80)
    verdict = EXPERIMENT.conclude(own).verdict
    assert verdict.answer is Answer.CONDITIONS
    assert "none saves a node" in verdict.sentence
    assert "Multi-ProbCut's error is unknown" in verdict.sentence


@pytest.mark.parametrize("evaluation", list(MARGINS))
def test_every_search_but_the_full_one_leaves_something_out(evaluation: str) -> None:
    found = selections(evaluation)
    assert found[FULL] is None
    assert len(found) == 1 + 2 * len(MARGINS[evaluation])
    assert all(isinstance(one, Selection) for name, one in found.items() if name != FULL)
