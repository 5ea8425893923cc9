"""Java's random numbers, and the midgames that the MTD(f) article makes of them."""

from __future__ import annotations

import numpy as np
import pytest

from outflank.textbook import SettingsError, mtdf_article_start, random_midgame
from outflank.textbook.random_midgame import JavaRandom


@pytest.mark.parametrize(
    ("seed", "bound", "expected"),
    [
        (42, 10, [0, 3, 8, 4, 0, 5, 5, 8]),
        (-5, 16, [4, 5, 5, 5, 6, 11, 4, 3]),
        # Such a bound makes the generator draw anew about every other time.
        (1 << 50, (1 << 30) + 1, [516548029, 663681053, 251269761, 715581077, 542832677]),
    ],
)
def test_the_numbers_are_javas(seed: int, bound: int, expected: list[int]) -> None:
    """What ``new java.util.Random(seed).nextInt(bound)`` returned under OpenJDK 17."""
    random = JavaRandom(seed)
    assert [random.below(bound) for _ in expected] == expected


def test_the_start_is_the_mirror_image_of_the_usual_one() -> None:
    assert random_midgame(7, 0) == mtdf_article_start()
    assert mtdf_article_start().to_text() == (
        "---------------------------XO------OX--------------------------- X"
    )


def test_a_game_that_ends_early_is_left_as_the_program_leaves_it() -> None:
    ended = [board for seed in range(40) if (board := random_midgame(seed, 60)).is_game_over()]
    assert any(board.empties for board in ended)


def test_passes_are_played_and_kept() -> None:
    games = [random_midgame(seed, 60) for seed in range(30)]
    assert any(move.is_pass for game in games for move in game.moves)
    assert all(game.ply == 60 - game.empties for game in games if game.moves)


@pytest.mark.parametrize("plies", [-1, 61])
def test_impossible_numbers_of_plies(plies: int) -> None:
    with pytest.raises(SettingsError, match=f"plies is 0 to 60, not {plies}"):
        random_midgame(7, plies)


def test_seed_and_plies_are_whole_numbers() -> None:
    with pytest.raises(SettingsError, match=r"a seed is a whole number, not 1\.5"):
        random_midgame(1.5, 3)  # type: ignore[arg-type]
    with pytest.raises(SettingsError, match="plies is a whole number, not '3'"):
        random_midgame(1, "3")  # type: ignore[arg-type]
    assert random_midgame(np.int64(7), np.int8(18)) == random_midgame(7, 18)  # type: ignore[arg-type]
