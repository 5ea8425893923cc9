"""A pass as a ply or not: the three answers, and which move is better."""

from __future__ import annotations

import pytest

from outflank.board import Position
from outflank.lab.experiments.experiment import Answer, Row
from outflank.lab.experiments.pass_ply import EXPERIMENT, _gained
from outflank.textbook import Result, solve_moves


def row(at: int, *, free: int, ply: int, gained: int | None = None) -> Row:
    """The search deeper says 100 by both rules."""
    return {
        "evaluation": "pvs-article",
        "empties": 10,
        "position": at,
        "depth": 6,
        "free_nodes": 90,
        "ply_nodes": 100,
        "free_score": free,
        "ply_score": ply,
        "free_deeper": 100,
        "ply_deeper": 100,
        "free_move": "a1",
        "ply_move": "a1" if gained is None else "b2",
        "gained": gained or 0,
    }


@pytest.mark.parametrize(
    ("nearer", "farther", "gained", "answer"),
    [
        (40, 10, None, Answer.HOLDS),
        (22, 18, None, Answer.FAILS),  # more than half, but not for sure
        (3, 0, None, Answer.UNDECIDED),  # all, but too few
        (15, 18, 2, Answer.CONDITIONS),
        (10, 40, None, Answer.FAILS),
        (0, 0, None, Answer.UNDECIDED),
    ],
)
def test_the_three_answers(nearer: int, farther: int, gained: int | None, answer: Answer) -> None:
    rows = [row(at, free=99, ply=80, gained=gained) for at in range(nearer)]
    rows += [row(100 + at, free=80, ply=99, gained=gained) for at in range(farther)]
    rows += [row(200 + at, free=70, ply=70) for at in range(10)]
    verdict = EXPERIMENT.conclude(rows).verdict
    assert verdict.answer is answer
    assert ("unknown discs" in verdict.sentence) == (gained is None)


def test_a_position_counts_once() -> None:
    """What evaluations and depths say of one position is no more positions."""
    rows = [
        row(at, free=99, ply=80) | {"evaluation": evaluation, "depth": depth}
        for at in range(3)
        for evaluation in ("mtdf-article", "pvs-article")
        for depth in (4, 6)
    ]
    verdict = EXPERIMENT.conclude(rows).verdict
    assert verdict.answer is Answer.UNDECIDED
    assert "In 3 positions" in verdict.sentence
    assert "[n = 3]" in verdict.sentence


def test_only_few_empties_count() -> None:
    late = [row(at, free=80, ply=99) for at in range(40)]
    early = [row(at, free=99, ply=80) | {"empties": 40, "gained": None} for at in range(400)]
    verdict = EXPERIMENT.conclude(late + early).verdict
    assert verdict.answer is Answer.FAILS
    assert "In 40 positions" in verdict.sentence
    assert "in 0.0% (" in verdict.sentence


def test_the_better_move_gains_the_difference_of_the_exact_scores() -> None:
    position = Position.from_text(
        "OOOXXXXOOOOOOOOOOOOOOXOXOOOOXOXXOOOOXX-XOOOOOXX-OOXXXOXXOO-OO--- X"
    )
    scores = solve_moves(position)
    for first in scores:
        for second in scores:
            one, other = (Result(0, "x", 1, 0.0, best=move) for move in (first, second))
            assert _gained(position, one, other) == scores[first] - scores[second]
