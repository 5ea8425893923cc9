"""Positions of our own games: playable, within what was asked for, the same for the same seed."""

import numpy as np
import pytest

from outflank.board import Position
from outflank.core.memory import Block
from outflank.evaluation import (
    FeatureSet,
    engine_features,
    load_evaluation_weights,
    load_ordering_weights,
    ordering_features,
)
from outflank.training.evaluators import Evaluator
from outflank.training.positions import draw_positions, play_on

CENTRE = 1 << 27 | 1 << 28 | 1 << 35 | 1 << 36


def drawn(
    seed: int,
    *,
    features: FeatureSet | None = None,
    weights: Block | None = None,
    count: int = 400,
    empties: tuple[int, int] = (8, 9),
    random_plies: tuple[int, int] = (6, 28),
    noise: int = 512,
    stray_among: int = 2,
) -> list[Position]:
    """Positions as the kernel draws them."""
    masks = np.zeros(count, np.uint64), np.zeros(count, np.uint64)
    numbers = (np.int64(number) for number in (*empties, *random_plies, noise, stray_among))
    evaluator = Evaluator(features or ordering_features(), weights, 2)
    draw_positions(evaluator.address, np.uint64(seed), *masks, *numbers)
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
    ways = [
        drawn(5),
        drawn(5, weights=load_ordering_weights()),
        drawn(5, features=engine_features(), weights=load_evaluation_weights()),
        drawn(5, stray_among=1),
        drawn(5, stray_among=0),
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


def test_without_weights_all_evaluations_are_alike() -> None:
    assert drawn(5) == drawn(5, features=engine_features())


def test_strays_are_as_many_as_asked_for() -> None:
    """Without noise and random plies there is one game, and what is not on it is a stray."""
    strays = [
        len(set(drawn(7, empties=(50, 50), random_plies=(0, 0), noise=1, stray_among=among)))
        for among in (0, 1)
    ]
    assert strays[0] == 1
    assert strays[1] > 3
    among_five = drawn(7, count=2000, empties=(50, 50), random_plies=(0, 0), noise=1, stray_among=5)
    usual = max(among_five.count(position) for position in set(among_five))
    assert 1500 < usual < 1800


def played_on(positions: list[Position], wanted: int, noise: int = 1) -> list[tuple[Position, int]]:
    """Where games end, and whose move it is there."""
    players = np.array([position.player for position in positions], np.uint64)
    opponents = np.array([position.opponent for position in positions], np.uint64)
    signs = np.zeros(len(positions), np.int64)
    evaluator = Evaluator(engine_features(), load_evaluation_weights(), 2)
    numbers = np.int64(wanted), np.int64(noise)
    play_on(evaluator.address, np.uint64(3), players, opponents, signs, *numbers)
    ends = (Position(int(p), int(o)) for p, o in zip(players, opponents, strict=True))
    return list(zip(ends, signs.tolist(), strict=True))


def test_games_are_played_on_to_where_they_should_end() -> None:
    begun = drawn(5, empties=(9, 30))
    for (end, sign), position in zip(played_on(begun, 10), begun, strict=True):
        assert sign in {1, -1}
        assert end.is_game_over() or end.empties == min(10, position.empties)


def test_the_signs_say_who_moves() -> None:
    """By the last move of a game with one empty square the sides change, unless it is a pass."""
    for position in drawn(5, empties=(1, 1), count=100):
        ((end, sign),) = played_on([position], 0)
        assert end.is_game_over()
        assert (
            sign * end.final_score
            == position.play(next(iter(position.legal_moves))).final_score * -1
        )


def test_noise_makes_other_games() -> None:
    begun = drawn(5, empties=(40, 40))
    assert played_on(begun, 10) == played_on(begun, 10)
    assert played_on(begun, 10) != played_on(begun, 10, noise=512)
