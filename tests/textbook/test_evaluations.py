"""The evaluations against the articles' loops, written out plainly."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.board import Position, rules
from outflank.textbook import Evaluation, Fault, Settings, Table
from outflank.textbook.evaluations import (
    END_SCALE,
    evaluate,
    evaluate_end,
    mtdf_article,
    pvs_article,
    quotient,
)
from outflank.textbook.running import switches_for
from strategies import any_positions, reachable_positions

NO_FAULTS = np.int64(0)
BLACK, WHITE = np.int64(1), np.int64(-1)
#: More than either evaluation can say; less than the smallest win.
GREATEST = 1_500

CORNERS, X_SQUARES = (0, 7, 56, 63), (9, 14, 49, 54)
WEIGHTS = [
    100, -20, 10, 5, 5, 10, -20, 100,
    -20, -50, -2, -2, -2, -2, -50, -20,
    10, -2, 1, 1, 1, 1, -2, 10,
    5, -2, 1, 0, 0, 1, -2, 5,
    5, -2, 1, 0, 0, 1, -2, 5,
    10, -2, 1, 1, 1, 1, -2, 10,
    -20, -50, -2, -2, -2, -2, -50, -20,
    100, -20, 10, 5, 5, 10, -20, 100,
]  # fmt: skip


def words(position: Position) -> tuple[np.uint64, np.uint64]:
    return np.uint64(position.player), np.uint64(position.opponent)


def signs(position: Position) -> list[int]:
    """1 for a disc of the player, -1 for one of the opponent, 0 for none."""
    return [(position.player >> s & 1) - (position.opponent >> s & 1) for s in range(64)]


def mobilities(position: Position) -> tuple[int, int]:
    sides = position, position.passed()
    return tuple(side.legal_mask.bit_count() for side in sides)


def plain_mtdf(position: Position) -> int:
    board, (own, other) = signs(position), mobilities(position)
    corners = 30 * sum(board[s] for s in CORNERS)
    return corners - 12 * sum(board[s] for s in X_SQUARES) + 10 * (own - other) + 2 * sum(board)


def plain_pvs(position: Position, color: int, *, faithful: bool) -> int:
    board, (own, other) = signs(position), mobilities(position)
    score = sum(sign * weight for sign, weight in zip(board, WEIGHTS, strict=True))
    score += 8 * (own if faithful else own - other)
    if position.empties < 15:
        score = int(score / 4) + 10 * sum(board) * (color if faithful else 1)
    return score


@given(any_positions())
def test_the_mtdf_articles_evaluation(position: Position) -> None:
    assert mtdf_article(*words(position)) == plain_mtdf(position)


@given(st.one_of(any_positions(), reachable_positions()), st.sampled_from([BLACK, WHITE]))
def test_the_pvs_articles_evaluation(position: Position, color: np.int64) -> None:
    faithful = np.int64(Fault.DISCS_FROM_BLACKS_VIEW | Fault.OWN_MOBILITY_ONLY)
    for faults, plain in ((NO_FAULTS, False), (faithful, True)):
        expected = plain_pvs(position, int(color), faithful=plain)
        assert pvs_article(*words(position), color, faults) == expected


@given(any_positions(), st.sampled_from(Evaluation))
def test_corrected_evaluations_are_the_same_from_both_sides(
    position: Position, evaluation: Evaluation
) -> None:
    switches = switches_for(Settings(evaluation), Table.none())
    player, opponent = words(position)
    value = evaluate(player, opponent, BLACK, switches)
    assert value == -evaluate(opponent, player, WHITE, switches)
    assert value == evaluate(player, opponent, WHITE, switches)
    assert abs(value) < GREATEST < 2 * END_SCALE


@given(any_positions(), st.sampled_from(Evaluation))
def test_a_finished_game_is_worth_its_discs(position: Position, evaluation: Evaluation) -> None:
    switches = switches_for(Settings(evaluation), Table.none())
    for color in (BLACK, WHITE):
        value = evaluate_end(*words(position), color, switches)
        assert value == 1000 * rules.final_score(position.player, position.opponent)


def test_no_evaluation_reaches_the_smallest_win() -> None:
    """By the greatest that each term can be, not by examples (60 moves at most)."""
    mtdf = 4 * 30 + 4 * 12 + 60 * 10 + 2 * 64
    squares = sum(map(abs, WEIGHTS)) + 8 * 60
    assert max(mtdf, squares, squares // 4 + 10 * 64) < GREATEST < 2 * END_SCALE
    assert 64 * END_SCALE < 100_000


@pytest.mark.parametrize(("dividend", "expected"), [(7, 1), (-7, -1), (-8, -2), (-3, 0), (0, 0)])
def test_division_cuts_towards_zero_as_in_java(dividend: int, expected: int) -> None:
    assert quotient(np.int64(dividend), np.int64(4)) == expected


def test_names_and_units() -> None:
    assert [evaluation.unit for evaluation in Evaluation] == ["mtdf-article", "pvs-article"]
