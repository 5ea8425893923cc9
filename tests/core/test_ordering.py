"""The order of moves: what its keys count, the search behind them, and the list they sort."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from contexts import Context, masks
from exact import is_sound_in, with_empties
from naive import legal
from outflank.board import Position
from outflank.core import context, ordering, patterns
from outflank.core.masks import CORNERS
from outflank.core.parity import parity_of
from outflank.core.rules import legal_mask
from strategies import MASKS, any_positions, reachable_positions

pytestmark = pytest.mark.core

UNITS = int(patterns.UNITS_PER_DISC)
INFINITY = int(ordering.INFINITY)


@pytest.fixture(scope="module")
def node() -> Context:
    return Context()


@given(any_positions())
def test_weighted_mobility_counts_a_corner_twice(position: Position) -> None:
    moves = legal(position.player, position.opponent)
    corners = {square for square in moves if int(CORNERS) >> square & 1}
    expected = len(moves) + len(corners)
    assert ordering.weighted_mobility(legal_mask(*masks(position))) == expected


@given(any_positions())
def test_potential_mobility_counts_empty_neighbours_of_the_opponent(position: Position) -> None:
    empty = [s for s in range(64) if not (position.player | position.opponent) >> s & 1]
    discs = [s for s in range(64) if position.opponent >> s & 1]
    expected = sum(
        any(max(abs(s % 8 - t % 8), abs(s // 8 - t // 8)) == 1 for t in discs) for s in empty
    )
    mask = np.uint64(~(position.player | position.opponent) & (1 << 64) - 1)
    assert ordering.potential_mobility(np.uint64(position.opponent), mask) == expected


def plain_estimate(weights: np.int64, position: Position, depth: int) -> int:
    """Minimax of so many plies on the ordering evaluation; a pass costs none."""
    if depth == 0:
        empties = np.int64(position.empties)
        return int(patterns.value(weights, *masks(position), empties))
    if position.is_game_over():
        return position.final_score * UNITS
    if position.must_pass:
        return -plain_estimate(weights, position.passed(), depth)
    return max(
        -plain_estimate(weights, position.play_unchecked(square), depth - 1)
        for square in position.legal_moves
    )


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_the_short_search_is_minimax_in_every_window(node: Context, depth: int) -> None:
    choices = random.Random(depth)
    weights = np.int64(node.weights.address)
    for seed in range(60):
        position = with_empties(choices.randint(1, 40), seed)
        exact = plain_estimate(weights, position, depth)
        windows = [(-INFINITY, INFINITY), (exact - 1, exact + 1), (exact, exact + 1)]
        windows += [(exact - 1, exact), (exact + 50, exact + 90), (exact - 90, exact - 50)]
        windows += [tuple(sorted(choices.sample(range(-4000, 4000), 2))) for _ in range(4)]
        for alpha, beta in windows:
            found = ordering.estimate(
                node.address,
                *masks(position),
                np.int64(depth),
                np.int64(alpha),
                np.int64(beta),
                np.int64(position.empties),
            )
            assert is_sound_in(int(found), alpha, beta, exact), (position, alpha, beta)


def key(node: Context, position: Position, square: int) -> int:
    """The key of a move as the search asks for it."""
    after = position.play_unchecked(square)
    parity = parity_of(~np.uint64(position.player | position.opponent))
    empties = np.int64(position.empties)
    words = (*masks(after), legal_mask(*masks(after)), np.int64(square), empties, parity)
    return int(ordering.move_key(node.address, *words))


@given(reachable_positions(most_plies=58))
def test_without_weights_moves_are_counted(position: Position) -> None:
    plain = Context(1, 1, evaluated=False)
    parity = parity_of(~np.uint64(position.player | position.opponent))
    for square in position.legal_moves:
        after = masks(position.play_unchecked(square))
        words = (legal_mask(*after), np.int64(square), np.int64(position.empties), parity)
        counted = ordering.counted_key(*after, *words)
        assert key(plain, position, square) == counted


@given(reachable_positions(most_plies=58))
def test_no_key_reaches_the_tables_move(node: Context, position: Position) -> None:
    for square in position.legal_moves:
        assert abs(key(node, position, square)) < int(ordering.TABLE_MOVE_KEY)


def test_a_move_into_an_odd_quadrant_comes_before_its_twin_into_an_even_one() -> None:
    """The same reply, the same kind of square: only parity tells them apart."""
    start = Position.start()
    nothing = (*masks(start), legal_mask(*masks(start)))
    odd, even = (
        ordering.counted_key(*nothing, np.int64(0), np.int64(8), np.int64(parity))
        for parity in (1, 0)
    )
    assert odd > even


@given(st.lists(st.tuples(st.integers(-(1 << 25), 1 << 25), MASKS), min_size=1, max_size=33))
def test_a_list_gives_its_moves_back_the_greatest_key_first(moves: list[tuple[int, int]]) -> None:
    node = Context(1, 1, evaluated=False)
    place = ordering.list_of(np.int64(30))
    squares = random.Random(len(moves)).sample(range(64), len(moves))
    for number, (square, (value, turned)) in enumerate(zip(squares, moves, strict=True)):
        ordering.list_move(
            node.address,
            place,
            np.int64(number),
            np.int64(square),
            np.int64(value),
            np.uint64(turned),
            np.uint64(~turned & (1 << 64) - 1),
        )
    expected = {
        square: (value, turned) for square, (value, turned) in zip(squares, moves, strict=True)
    }
    keys = []
    for _ in moves:
        square, flipped, replies = ordering.take_best(node.address, place, np.int64(len(moves)))
        value, turned = expected.pop(int(square))
        assert int(flipped) % 2**64 == turned
        assert int(replies) % 2**64 == ~turned & (1 << 64) - 1
        keys.append(value)
    assert keys == sorted(keys, reverse=True)
    assert not expected


def test_lists_of_different_depths_do_not_overlap() -> None:
    """A list holds more moves than any position has, and every depth has its own."""
    most_moves = 64
    assert ordering.list_of(context.MOST_EMPTIES + 1) == context.FEATURES
    for empties in range(62):
        here, next_one = (int(ordering.list_of(np.int64(e))) for e in (empties, empties + 1))
        assert here + most_moves * int(ordering.ENTRY_WORDS) <= next_one


def test_a_raised_move_comes_first_and_the_others_as_before() -> None:
    node = Context(1, 1, evaluated=False)
    place, count = ordering.list_of(np.int64(30)), np.int64(3)
    nothing = np.uint64(0)
    for number, (square, key) in enumerate(((3, 900), (4, -5000), (5, 20))):
        words = (np.int64(number), np.int64(square), np.int64(key))
        ordering.list_move(node.address, place, *words, nothing, nothing)
    ordering.raise_key(node.address, place, count, np.int64(4))
    ordering.raise_key(node.address, place, count, np.int64(-1))
    taken = [int(ordering.take_best(node.address, place, count)[0]) for _ in range(3)]
    assert taken == [4, 3, 5]
