"""The orderings against the articles' rules written out plainly; ties stay in square order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.board import Board, Position, Square
from outflank.textbook import Ordering, OrderingTerms, Settings, SettingsError, Table
from outflank.textbook.orderings import (
    corner_beside,
    move_number,
    order_moves,
    square_of,
    weights_of,
)
from outflank.textbook.running import switches_for
from outflank.textbook.slots import MOVE_ROWS
from strategies import any_positions

CORNERS = ["a1", "h1", "a8", "h8"]
X_SQUARES = {"b2": "a1", "g2": "h1", "b7": "a8", "g7": "h8"}
C_SQUARES = {
    "b1": "a1",
    "a2": "a1",
    "g1": "h1",
    "h2": "h1",
    "a7": "a8",
    "b8": "a8",
    "h7": "h8",
    "g8": "h8",
}


def number_of(position: Position, square: Square, ordering: Ordering | OrderingTerms) -> int:
    switches = switches_for(Settings(ordering=ordering), Table.none())
    words = np.uint64(position.player), np.uint64(position.opponent), np.int64(square)
    return int(move_number(*words, weights_of(switches)))


def order(position: Position, ordering: Ordering | OrderingTerms) -> list[Square]:
    switches = switches_for(Settings(ordering=ordering), Table.none())
    moves = np.zeros(MOVE_ROWS, dtype=np.int64)
    words = (np.uint64(n) for n in (position.player, position.opponent, position.legal_mask))
    count = order_moves(*words, switches, moves)
    return [Square(int(square_of(packed))) for packed in moves[:count]]


def mtdf_number(position: Position, square: Square) -> int:
    after = position.play_unchecked(square)
    score = 2 * len(position.flips(square))
    score += after.passed().legal_mask.bit_count() - after.legal_mask.bit_count()
    return score + 50 * (str(square) in CORNERS) - 20 * (str(square) in X_SQUARES)


def pvs_number(position: Position, square: Square) -> int:
    name, replies = str(square), position.play_unchecked(square).legal_mask.bit_count()
    score = -25 * replies + 400 * (replies == 0) + 1000 * (name in CORNERS)
    score += 60 * (name[0] in "ah" or name[1] in "18")
    for squares, loss in ((X_SQUARES, 500), (C_SQUARES, 120)):
        corner_is_empty = name in squares and not (
            (position.player | position.opponent) >> Square(squares[name]) & 1
        )
        score -= loss * corner_is_empty
    return score


#: What each term counts, written out plainly.
COUNTS: dict[str, Callable[[Position, Square], int]] = {
    "corner": lambda position, square: str(square) in CORNERS,
    "x_square": lambda position, square: str(square) in X_SQUARES,
    "x_square_trap": lambda position, square: is_trap(position, square, X_SQUARES),
    "c_square_trap": lambda position, square: is_trap(position, square, C_SQUARES),
    "edge": lambda position, square: str(square)[0] in "ah" or str(square)[1] in "18",
    "flips": lambda position, square: len(position.flips(square)),
    "own_moves": lambda position, square: (
        position.play_unchecked(square).passed().legal_mask.bit_count()
    ),
    "replies": lambda position, square: position.play_unchecked(square).legal_mask.bit_count(),
    "forced_pass": lambda position, square: not position.play_unchecked(square).legal_mask,
}


def is_trap(position: Position, square: Square, squares: dict[str, str]) -> bool:
    discs = position.player | position.opponent
    return str(square) in squares and not discs >> Square(squares[str(square)]) & 1


def test_every_term_is_told_what_it_counts() -> None:
    assert [field.name for field in fields(OrderingTerms)] == list(COUNTS)


@given(any_positions(), st.fixed_dictionaries({name: st.integers(-9, 9) for name in COUNTS}))
def test_a_number_is_the_sum_of_its_terms(position: Position, weights: dict[str, int]) -> None:
    terms = OrderingTerms(**weights)
    for square in position.legal_moves:
        for name, count in COUNTS.items():
            alone = OrderingTerms(**{name: weights[name]})
            assert number_of(position, square, alone) == weights[name] * count(position, square)
        expected = sum(weights[name] * count(position, square) for name, count in COUNTS.items())
        assert number_of(position, square, terms) == expected


@pytest.mark.parametrize("weight", [10_001, -10_001])
def test_a_weight_has_a_size_that_fits(weight: int) -> None:
    with pytest.raises(SettingsError, match="weight of flips is -10000 to 10000"):
        replace(Ordering.MTDF_ARTICLE.terms, flips=weight)


@pytest.mark.parametrize("weight", [1.5, None])
def test_a_weight_is_a_whole_number(weight: Any) -> None:
    with pytest.raises(SettingsError, match="weight of corner is a whole number"):
        OrderingTerms(corner=weight)


def test_a_name_stands_for_its_terms() -> None:
    for ordering in Ordering:
        named, told = Settings(ordering=ordering), Settings(ordering=ordering.terms)
        assert named.terms == told.terms == ordering.terms
        assert named.meaning == told.meaning


@given(any_positions())
def test_every_ordering_sorts_by_its_number_and_then_by_square(position: Position) -> None:
    legal = list(position.legal_moves)
    assert order(position, Ordering.NONE) == legal
    for ordering, number in (
        (Ordering.MTDF_ARTICLE, mtdf_number),
        (Ordering.PVS_ARTICLE, pvs_number),
    ):
        expected = sorted(legal, key=lambda square: -number(position, square))
        assert order(position, ordering) == expected


def test_at_the_start_all_moves_are_equal_and_stay_in_square_order() -> None:
    for ordering in Ordering:
        assert list(map(str, order(Position.start(), ordering))) == ["d3", "c4", "f5", "e6"]


def test_a_move_that_leaves_no_reply_gains_four_hundred() -> None:
    position = Board.from_text("OX" + "-" * 62 + " O").position
    assert number_of(position, Square("c1"), Ordering.PVS_ARTICLE) == 400 + 60


@pytest.mark.parametrize("squares", [X_SQUARES, C_SQUARES])
def test_every_x_and_c_square_belongs_to_its_corner(squares: dict[str, str]) -> None:
    for square, corner in squares.items():
        assert corner_beside(np.int64(Square(square))) == 1 << Square(corner)
