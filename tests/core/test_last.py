"""The last four empties: every kernel against plain minimax, in every window and order."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

from contexts import Context, empty_squares, masks
from exact import is_sound, plain_score, with_empties
from outflank.board import Position, rules
from outflank.core import context, last
from outflank.core.lanes import ray

pytestmark = pytest.mark.core

EVERYWHERE = (1 << 64) - 1
NOT_PASSED = np.bool_(False)
KINDS = ("moves", "pass", "over", "wiped out", "wins all")


def kind_of(position: Position) -> set[str]:
    """What is special about a position."""
    kinds = set()
    if position.legal_mask:
        kinds.add("moves")
    elif position.must_pass:
        kinds.add("pass")
    else:
        kinds.add("over")
    if not position.player or not position.opponent:
        kinds.add("wiped out")
    elif plain_score(position.player, position.opponent) == 64:
        kinds.add("wins all")
    return kinds


def positions(empties: int, count: int) -> list[Position]:
    """Positions of random games and scattered ones, every kind among them."""
    found = [with_empties(empties, seed) for seed in range(count)]
    # One colour; and one disc, b1, of the other, which a1 turns.
    one_colour = EVERYWHERE ^ sum(1 << 9 * number for number in range(empties))
    found += [Position(one_colour, 0), Position(0, one_colour), Position(one_colour ^ 2, 2)]
    assert set().union(*map(kind_of, found)) == set(KINDS)
    return found


def turned_by(player: int, square: int) -> int:
    """Discs that the last move turns, by the plain rules."""
    opponent = EVERYWHERE ^ player ^ 1 << square
    return rules.flips(player & ~(1 << square), opponent, square).bit_count()


@pytest.mark.parametrize("axis", [(1, 0), (0, 1), (1, 1), (-1, 1)])
def test_the_last_move_turns_what_the_rules_say_on_every_line(axis: tuple[int, int]) -> None:
    """Every square, every line through it, every way to fill that line."""
    for square in range(64):
        line = ray(square, *axis) | ray(square, -axis[0], -axis[1])
        places = [place for place in range(64) if line >> place & 1]
        for owned in range(1 << len(places)):
            taken = sum(1 << place for bit, place in enumerate(places) if not owned >> bit & 1)
            player = EVERYWHERE & ~taken & ~(1 << square)
            found = last.last_flips(np.uint64(player), np.int64(square))
            assert found == turned_by(player, square), (square, hex(player))


def test_the_last_move_turns_what_the_rules_say_on_random_boards() -> None:
    choices = random.Random(1)
    for square in range(64):
        for _ in range(30):
            player = choices.getrandbits(64) & ~(1 << square)
            found = last.last_flips(np.uint64(player), np.int64(square))
            assert found == turned_by(player, square), (square, hex(player))


def test_one_empty() -> None:
    for position in positions(1, 1500):
        found = last.last_one(masks(position)[0], *empty_squares(position))
        assert found == plain_score(position.player, position.opponent), position


def windows(exact: int, seed: int) -> list[int]:
    """Windows beside the score, at the ends, and two at random."""
    choices = random.Random(seed)
    beside = [exact - 2, exact - 1, exact, exact + 1]
    return [-65, -64, 63, 64, *beside, choices.randint(-65, 64), choices.randint(-65, 64)]


def test_two_empties() -> None:
    node = Context()
    for seed, position in enumerate(positions(2, 400)):
        exact = plain_score(position.player, position.opponent)
        for alpha in windows(exact, seed):
            for squares in itertools.permutations(empty_squares(position)):
                found = last.last_two(node.address, *masks(position), np.int64(alpha), *squares)
                assert is_sound(found, alpha, exact), (position, alpha, squares, found, exact)


def test_three_empties() -> None:
    node = Context()
    for seed, position in enumerate(positions(3, 250)):
        exact = plain_score(position.player, position.opponent)
        orders = list(itertools.permutations(empty_squares(position)))
        for alpha in windows(exact, seed):
            for squares in orders:
                found = last.last_three(
                    node.address, *masks(position), np.int64(alpha), *squares, NOT_PASSED
                )
                assert is_sound(found, alpha, exact), (position, alpha, squares, found, exact)


def test_four_empties() -> None:
    node = Context()
    for seed, position in enumerate(positions(4, 150)):
        exact = plain_score(position.player, position.opponent)
        orders = list(itertools.permutations(empty_squares(position)))
        for alpha in windows(exact, seed):
            for squares in orders[seed % 3 :: 3]:
                found = last.last_four(
                    node.address, *masks(position), np.int64(alpha), *squares, NOT_PASSED
                )
                assert is_sound(found, alpha, exact), (position, alpha, squares, found, exact)


def test_positions_with_two_empties_and_more_are_counted() -> None:
    node = Context()
    position = with_empties(2, 0)
    for entered in (1, 2):
        last.last_two(node.address, *masks(position), np.int64(0), *empty_squares(position))
        assert node.words[context.NODES] == entered
