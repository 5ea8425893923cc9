"""The moves behind a score: they keep it, as the textbook says, or say that none does."""

from __future__ import annotations

import numpy as np
import pytest

from contexts import Context, masks
from exact import with_empties, worth
from outflank.board import Move, Position
from outflank.core import context, line, team
from outflank.core.table import NO_MOVE
from outflank.textbook import solve, solve_moves

pytestmark = pytest.mark.core

POSITIONS = [with_empties(seed % 12, seed) for seed in range(150)]


def order(node: Context, position: Position) -> list[int]:
    squares = np.empty(64, np.int64)
    count = line.order_moves(node.address, *masks(position), squares)
    return squares[:count].tolist()  # type: ignore[no-any-return]


def keeping_move(node: Context, position: Position, score: int) -> int:
    return int(line.keeping_move(node.address, *masks(position), np.int64(score)))


def best_play(node: Context, position: Position, score: int) -> tuple[int, list[Move]]:
    moves = np.empty(line.MOST_MOVES, np.int64)
    length = int(line.best_play(node.address, *masks(position), np.int64(score), moves))
    return length, [Move(move) for move in moves[: max(length, 0)].tolist()]


@pytest.mark.parametrize("evaluated", [True, False])
def test_all_moves_are_listed_and_nothing_is_searched(evaluated: bool) -> None:
    node = Context(evaluated=evaluated)
    node.team.words[team.STOP] = 1
    for seed in range(120):
        position = with_empties(seed % 61, seed)
        assert sorted(order(node, position)) == sorted(map(int, position.legal_moves))
    assert node.words[context.NODES] == 0


def test_the_move_of_the_table_is_listed_first() -> None:
    node, checked = Context(1 << 16), 0
    for seed in range(20):
        position = with_empties(13, seed)
        exact = solve(position).score
        if len(position.legal_moves) > 1:
            move = keeping_move(node, position, exact)
            reply = position.play(Move(move))
            assert -solve(reply).score == exact
            checked += 1
    assert checked > 10


def test_a_move_that_keeps_a_score() -> None:
    node = Context()
    for position in POSITIONS:
        expected = solve_moves(position)
        for score in {-64, *expected.values(), *(value + 2 for value in expected.values())}:
            found = keeping_move(node, position, score)
            if any(value >= score for value in expected.values()):
                # A pass is the only move, so nothing is asked of it.
                assert expected[Move(found)] >= score
            else:
                assert found == NO_MOVE or position.must_pass


def test_best_play_is_worth_the_score() -> None:
    node = Context()
    for position in POSITIONS:
        exact = solve(position).score
        length, moves = best_play(node, position, exact)
        assert length == len(moves)
        assert worth(position, moves) == exact


def test_a_higher_score_has_no_line() -> None:
    node = Context()
    for position in POSITIONS:
        for above in (2, 10):
            assert best_play(node, position, solve(position).score + above)[0] == NO_MOVE


def test_a_stopped_search_has_no_line() -> None:
    node = Context()
    node.team.words[team.STOP] = 1
    for position in POSITIONS:
        if position.legal_mask:
            assert keeping_move(node, position, -64) == line.STOPPED
            assert best_play(node, position, -64)[0] == line.STOPPED
