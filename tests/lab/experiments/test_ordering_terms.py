"""The terms of the orderings: what the parts are, and the three answers."""

from __future__ import annotations

import pytest

from lab.experiments.rows_of import everywhere
from outflank.lab.experiments.experiment import Answer, Plan, Row
from outflank.lab.experiments.ordering_terms import (
    BUT,
    EVERY,
    EXPERIMENT,
    NONE,
    ONLY,
    PVS,
    START,
    START_DEPTH,
    TERMS,
    WIDE,
    variants,
)
from outflank.textbook import Ordering, OrderingTerms


def rows(evaluation: str, depth: int, table: int, *nodes: int) -> list[Row]:
    """Nodes of plain alpha-beta, with ordering, with null windows, with both."""
    searches = ((WIDE, NONE), (WIDE, EVERY), (PVS, NONE), (PVS, EVERY))
    return [
        row
        for (search, terms), count in zip(searches, nodes, strict=True)
        for row in everywhere(
            evaluation=evaluation,
            search=search,
            terms=terms,
            table=table,
            depth=depth,
            nodes=count,
        )
    ]


def start(*nodes: int) -> list[Row]:
    return [row for row in rows(START, START_DEPTH, 0, *nodes) if row["position"] == 0]


def games(*nodes: int) -> list[Row]:
    return [row for name in TERMS for row in rows(name, 6, 1, *nodes)]


#: Other figures than the claimed ones.
OFF = start(6000, 3000, 5500, 2500)


@pytest.mark.parametrize(
    ("found", "answer"),
    [
        (start(6000, 2000, 3500, 1200), Answer.HOLDS),
        (OFF, Answer.UNDECIDED),  # the figures are others, and of games nothing is known
        (games(90, 30, 70, 20), Answer.UNDECIDED),  # the start was not searched
        (OFF + games(90, 30, 70, 20), Answer.CONDITIONS),
        (OFF + games(90, 80, 30, 20), Answer.FAILS),  # the windows gain more
        (OFF + games(90, 95, 100, 95), Answer.FAILS),  # nothing gains
    ],
)
def test_the_answers(found: list[Row], answer: Answer) -> None:
    verdict = EXPERIMENT.conclude(found).verdict
    assert verdict.answer is answer
    if any(row["evaluation"] == START for row in found):
        assert "visits 6,000 nodes" in verdict.sentence


def test_a_term_that_does_harm_is_named() -> None:
    found = rows("mtdf-article", 6, 1, 90, 50, 80, 40)
    for terms, nodes in ((BUT + "flips", 20), (BUT + "corner", 44)):
        found += everywhere(
            evaluation="mtdf-article", search=PVS, terms=terms, table=1, depth=6, nodes=nodes
        )
    remarks = " ".join(EXPERIMENT.conclude(found).remarks)
    assert "without “flips” 0.500" in remarks
    assert "corner" not in remarks


@pytest.mark.parametrize("evaluation", list(TERMS))
def test_the_parts_of_an_ordering_make_the_whole(evaluation: str) -> None:
    found, whole = variants(evaluation), Ordering(evaluation).terms
    assert (found[NONE], found[EVERY]) == (OrderingTerms(), whole)
    assert len(found) == 2 + 2 * len(TERMS[evaluation])
    for name in TERMS[evaluation]:
        alone, rest = found[ONLY + name].words, found[BUT + name].words
        assert tuple(map(sum, zip(alone, rest, strict=True))) == whole.words
        assert any(alone)
    sums = [sum(own) for own in zip(*(found[ONLY + n].words for n in TERMS[evaluation]))]  # noqa: B905
    assert tuple(sums) == whole.words


def test_the_start_is_a_unit_where_its_depth_is_allowed() -> None:
    assert EXPERIMENT.units(Plan(positions=1))[0].key == "start"
    assert all(unit.key != "start" for unit in EXPERIMENT.units(Plan(positions=1, deepest=6)))


def test_the_articles_own_program_prints_its_figures() -> None:
    found = list(EXPERIMENT.units(Plan(positions=1))[0].measure())
    nodes = {(r["search"], r["terms"], r["table"]): r["nodes"] for r in found}
    assert nodes[WIDE, NONE, 0] == 6857
    assert nodes[PVS, EVERY, 1] == 2371
