"""Selective search: the selections, the points, and the three answers."""

from __future__ import annotations

import pytest

from outflank.lab.experiments.experiment import Answer, Row
from outflank.lab.experiments.selective import EXPERIMENT, FULL, MARGINS, selections
from outflank.lab.experiments.telling import LEAST
from outflank.textbook import Selection

#: So many that each half decides something.
POSITIONS = range(2 * LEAST)

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
            "value": 100 * (at % 4) + off,
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


def test_half_of_the_positions_must_be_enough() -> None:
    own = [row for name in MARGINS for row in rows(name, 400, 5)]
    few = [row for row in own if int(str(row["position"])) < 2 * LEAST - 1]
    assert EXPERIMENT.conclude(own).verdict.answer is Answer.HOLDS
    assert EXPERIMENT.conclude(few).verdict.answer is Answer.UNDECIDED


def test_a_saving_on_one_evaluation_is_a_condition() -> None:
    own = rows("mtdf-article", 400, 5) + rows("pvs-article", 400, 80)
    verdict = EXPERIMENT.conclude(own).verdict
    assert verdict.answer is Answer.CONDITIONS
    assert "on pvs-article to depth 6 none has so small an error" in verdict.sentence
    assert "Multi-ProbCut's error is unknown" in verdict.sentence


def test_a_margin_is_told_of_positions_on_which_it_was_not_chosen() -> None:
    """One margin saves on even positions alone: it is chosen, and saves nothing."""
    own = []
    for name in MARGINS:
        own += rows(name, 1000, 5)
        lucky = [row for row in rows(name, 1000, 5, name="lucky") if row["search"] == "lucky"]
        own += [row | {"nodes": 1000 if row["position"] % 2 else 100} for row in lucky]
    verdict = EXPERIMENT.conclude(own).verdict
    assert verdict.answer is Answer.FAILS
    assert "1.000 (1.000–1.000) of the nodes with an error of 0.045 (0.045–0.045) (lucky)" in (
        verdict.sentence
    )
    assert "in 30 positions" in verdict.sentence


@pytest.mark.parametrize("evaluation", list(MARGINS))
def test_every_search_but_the_full_one_leaves_something_out(evaluation: str) -> None:
    found = selections(evaluation)
    assert found[FULL] is None
    assert len(found) == 1 + 2 * len(MARGINS[evaluation])
    assert all(isinstance(one, Selection) for name, one in found.items() if name != FULL)
