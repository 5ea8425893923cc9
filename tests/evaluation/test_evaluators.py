"""Evaluations by name: their units, what kernels get, and that they hold as evaluations."""

from __future__ import annotations

import random

import numpy as np
import pytest

from contexts import Context
from exact import scattered, with_empties
from outflank.board.score import DISCS
from outflank.core import context as slots
from outflank.core.midgame import enter, fine_evaluation
from outflank.core.patterns import UNITS_PER_DISC
from outflank.evaluation.evaluators import EVALUATORS, Evaluator, EvaluatorError, evaluator
from outflank.textbook import Settings, static_value


def words_for(chosen: Evaluator) -> Context:
    context = Context(buckets=1)
    context.words[slots.SCALE] = chosen.scale
    context.words[slots.EVALUATOR] = chosen.address
    context.words[slots.EVALUATION] = chosen.weights.address if chosen.weights else 0
    return context


def fine(context: Context, player: int, opponent: int, empties: int) -> int:
    pair = np.uint64(player), np.uint64(opponent)
    enter(context.address, *pair, np.int64(empties))
    return int(fine_evaluation(context.address, *pair, np.int64(empties)))


def test_the_names_are_those_of_the_table() -> None:
    assert EVALUATORS == ("patterns", "mtdf-article", "pvs-article")
    for name in EVALUATORS:
        chosen = evaluator(name)
        assert chosen.name == name
        assert chosen is evaluator(name)  # loaded once
        assert chosen.in_discs is (chosen.unit == DISCS) is (name == "patterns")
        assert (chosen.weights is None) is (chosen.address != 0)


@pytest.mark.parametrize("name", ["pattern", "", "PATTERNS", "mtdf"])
def test_an_unknown_name_is_refused_with_those_known(name: str) -> None:
    with pytest.raises(EvaluatorError, match="patterns, mtdf-article, pvs-article"):
        evaluator(name)


@pytest.mark.parametrize("name", EVALUATORS[1:])
def test_the_articles_say_what_the_textbook_says(name: str) -> None:
    chosen = evaluator(name)
    context = words_for(chosen)
    for seed in range(150):
        position = with_empties(1 + seed % 59, seed)
        if not position.legal_mask:
            continue
        value = fine(context, position.player, position.opponent, position.empties)
        assert value == static_value(position, Settings(name)).score * UNITS_PER_DISC


@pytest.mark.parametrize("name", EVALUATORS)
def test_turned_and_mirrored_boards_are_worth_the_same(name: str) -> None:
    context = words_for(evaluator(name))
    for seed in range(60):
        position = with_empties(1 + seed % 59, seed)
        values = {
            fine(context, image.player, image.opponent, image.empties)
            for image in position.symmetries()
        }
        assert len(values) == 1, position.to_text()


def test_an_end_outranks_whatever_the_articles_say() -> None:
    """The smallest win, two discs, is worth more than any evaluation of a game that goes on."""
    for name in EVALUATORS[1:]:
        chosen = evaluator(name)
        context = words_for(chosen)
        for seed in range(150):
            position = with_empties(seed % 60, seed)
            value = fine(context, position.player, position.opponent, position.empties)
            assert abs(value) < 2 * chosen.scale * UNITS_PER_DISC


@pytest.mark.parametrize("empties", [0, 1, 4, 30, 60, 62])
def test_every_board_has_a_value(empties: int) -> None:
    """Boards as full and as empty as can be: the patterns have a weight for each."""
    context = words_for(evaluator("patterns"))
    for seed in range(5):
        position = scattered(empties, random.Random(seed))
        value = fine(context, position.player, position.opponent, empties)
        assert abs(value) < 1 << 21  # 59 weights of 16 bits
