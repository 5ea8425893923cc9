"""Positions of our own games: playable, within what was asked for, the same for the same seed."""

import numpy as np
import pytest

from outflank.board import Position
from outflank.evaluation import load_ordering_weights
from outflank.training.positions import draw_positions

CENTRE = 1 << 27 | 1 << 28 | 1 << 35 | 1 << 36


def drawn(
    seed: int,
    *,
    weights: int = 0,
    count: int = 400,
    empties: tuple[int, int] = (8, 9),
    random_plies: tuple[int, int] = (6, 28),
    noise: int = 512,
) -> list[Position]:
    """Positions as the kernel draws them."""
    masks = np.zeros(count, np.uint64), np.zeros(count, np.uint64)
    numbers = (np.int64(number) for number in (*empties, *random_plies, noise))
    draw_positions(np.int64(weights), np.uint64(seed), *masks, *numbers)
    return [Position(int(player), int(opponent)) for player, opponent in zip(*masks, strict=True)]


@pytest.mark.parametrize("empties", [(1, 3), (8, 9), (26, 27), (50, 59), (60, 60)])
def test_positions_have_the_empties_asked_for_and_a_move(empties: tuple[int, int]) -> None:
    found = drawn(1, empties=empties)
    assert {position.empties for position in found} == set(range(empties[0], empties[1] + 1))
    for position in found:
        assert position.legal_mask
        assert (position.player | position.opponent) & CENTRE == CENTRE


def test_every_number_of_empties_comes_equally_often() -> None:
    found = drawn(3, count=3000, empties=(10, 12))
    counts = np.bincount([position.empties for position in found])[10:]
    assert len(counts) == 3
    assert counts.min() > 900


def test_the_seed_decides() -> None:
    assert drawn(5) == drawn(5)
    assert drawn(5) != drawn(7)
    assert drawn(5, count=100) == drawn(5, count=400)[:100]


def test_weights_and_noise_and_random_plies_matter() -> None:
    weights = load_ordering_weights().address
    ways = [
        drawn(5),
        drawn(5, weights=weights),
        drawn(5, noise=1),
        drawn(5, random_plies=(60, 60)),
    ]
    assert all(one != other for i, one in enumerate(ways) for other in ways[:i])


def test_games_differ() -> None:
    found = drawn(9, count=1000, empties=(20, 21))
    assert len({position.canonical() for position in found}) > 990


def test_two_random_plies_and_no_noise_leave_few_games() -> None:
    """Greedy play is the same each time: only the beginning, and one last move, are random."""
    found = drawn(9, count=1000, empties=(40, 40), random_plies=(1, 1), noise=1)
    assert len({position.canonical() for position in found}) < 30
