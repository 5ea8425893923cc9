"""The orderings against the articles' rules written out plainly; ties stay in square order."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from outflank.board import Board, Position, Square
from outflank.textbook import Ordering, Settings, Table
from outflank.textbook.orderings import corner_beside, order_moves, pvs_article, square_of
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


def order(position: Position, ordering: Ordering) -> list[Square]:
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
    board = Board.from_text("OX" + "-" * 62 + " O")
    assert pvs_article(np.uint64(board.white), np.uint64(board.black), np.int64(2)) == 400 + 60


@pytest.mark.parametrize("squares", [X_SQUARES, C_SQUARES])
def test_every_x_and_c_square_belongs_to_its_corner(squares: dict[str, str]) -> None:
    for square, corner in squares.items():
        assert corner_beside(np.int64(Square(square))) == 1 << Square(corner)
