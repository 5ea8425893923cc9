"""The last plies of a search to a depth: leaves, one ply, two plies, under every window."""

from __future__ import annotations

import numpy as np
import pytest

from contexts import Context, masks
from core.evaluated import evaluating, is_sound, minimax, static
from exact import with_empties
from outflank.board import Position
from outflank.core import context as slots
from outflank.core.midgame import (
    FRONTIER,
    MOST_ESTIMATED,
    descend,
    end_value,
    enter,
    evaluation,
    features_of,
    fine_evaluation,
    frontier,
    leaf,
    one_ply,
    turn_over,
    two_plies,
)
from outflank.core.network import UNITS_PER_DISC, value
from outflank.core.rules import legal_mask
from outflank.evaluation.evaluators import evaluator

pytestmark = pytest.mark.core

CONTEXT = evaluating()
#: The same unit as the articles': a thousand to a disc.
ARTICLE = Context()
ARTICLE.words[slots.EVALUATOR] = evaluator("mtdf-article").address
ARTICLE.words[slots.SCALE] = evaluator("mtdf-article").scale

each_context = pytest.mark.parametrize("context", [CONTEXT, ARTICLE], ids=["patterns", "article"])


def positions(count: int) -> list[Position]:
    """From games and scattered; some must pass, some are over."""
    return [with_empties(3 + seed % 57, seed) for seed in range(count)]


def left(position: Position) -> np.int64:
    return np.int64(position.empties)


def put(context: Context, position: Position) -> None:
    enter(context.address, *masks(position), left(position))


def test_an_evaluation_is_the_nearest_whole_disc_and_never_all_of_them() -> None:
    clipped = 0
    for position in positions(400):
        put(CONTEXT, position)
        address, empties = CONTEXT.address, left(position)
        fine = int(fine_evaluation(address, *masks(position), empties))
        weights = np.int64(CONTEXT.words[slots.EVALUATION])
        words = weights, address, features_of(empties)
        assert fine == value(*words, *masks(position), np.int64(empties))
        whole = (fine + int(UNITS_PER_DISC) // 2) // int(UNITS_PER_DISC)
        most = int(MOST_ESTIMATED)
        clipped += abs(whole) > most
        found = int(evaluation(address, *masks(position), empties))
        assert found == max(-most, min(most, whole))
    assert clipped > 0


def test_features_follow_moves_and_passes() -> None:
    address = CONTEXT.address
    for position in positions(120):
        for square in position.legal_moves:
            put(CONTEXT, position)
            child = position.play(square)
            turned = np.uint64(position.flips(square).mask)
            descend(address, left(position), np.int64(square), turned)
            found = fine_evaluation(address, *masks(child), left(child))
            put(CONTEXT, child)
            assert found == fine_evaluation(address, *masks(child), left(child))
            turn_over(address, left(child))
            passed = child.passed()
            found = fine_evaluation(address, *masks(passed), left(passed))
            put(CONTEXT, passed)
            assert found == fine_evaluation(address, *masks(passed), left(passed))


@each_context
def test_a_leaf_crosses_a_pass_and_counts_an_end(context: Context) -> None:
    passes = ends = 0
    for position in [Position(1 << 63, 0), Position(0, 5), *positions(400)]:
        empties = min(left(position), slots.MOST_EMPTIES)
        if not position.is_game_over():
            put(context, position)
        found = int(leaf(context.address, *masks(position), empties))
        assert found == static(context, position)
        passes += position.must_pass
        ends += position.is_game_over()
    assert passes > 3
    assert ends > 3


@each_context
def test_an_end_is_worth_its_discs_whatever_the_unit(context: Context) -> None:
    scale = int(context.words[slots.SCALE])
    for position in positions(60):
        assert end_value(context.address, *masks(position)) == position.final_score * scale


def windows(value_: int, scale: int) -> set[int]:
    """Windows about a value, and at the ends of the scale."""
    most = 64 * scale
    near = {value_ - 2, value_ - 1, value_, value_ + 1}
    return {w for w in near | {-most, -1, 0, most - 1} if -most <= w < most}


@each_context
@pytest.mark.parametrize("depth", range(FRONTIER + 1))
def test_every_window_is_answered_soundly(context: Context, depth: int) -> None:
    scale = int(context.words[slots.SCALE])
    for position in positions(60):
        expected = minimax(context, position, depth)
        for alpha in windows(expected, scale):
            if position.empties > depth:
                put(context, position)
                found = int(
                    frontier(
                        context.address,
                        *masks(position),
                        np.int64(alpha),
                        np.int64(depth),
                        left(position),
                    )
                )
                assert is_sound(found, alpha, expected), f"{position.to_text()} {alpha}"


@each_context
def test_one_and_two_plies_close_in_on_the_value(context: Context) -> None:
    """At a window next to the value, below and above, the answers meet in it."""
    address = context.address
    for position in positions(60):
        if position.empties < 3:
            continue
        empties, legal = left(position), legal_mask(*masks(position))
        first, second = (minimax(context, position, depth) for depth in (1, 2))
        put(context, position)
        assert one_ply(address, *masks(position), legal, np.int64(first), empties) == first
        put(context, position)
        assert two_plies(address, *masks(position), np.int64(second), empties) == second


def test_every_position_entered_is_counted() -> None:
    for position in positions(60):
        if not position.legal_mask:
            continue
        put(CONTEXT, position)
        CONTEXT.words[slots.NODES] = 0
        legal = legal_mask(*masks(position))
        one_ply(CONTEXT.address, *masks(position), legal, np.int64(64), left(position))
        assert CONTEXT.words[slots.NODES] == 1 + len(position.legal_moves)
