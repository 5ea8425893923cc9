"""The search kernels: their contract in every window, with every table, and when stopped."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

from contexts import Context, left, masks
from exact import is_sound, is_sound_in, with_empties
from outflank.board import Position
from outflank.core import context, drivers, endgame, team
from outflank.core.rules import legal_mask
from outflank.core.search import search
from outflank.core.table import WORDS_PER_BUCKET
from outflank.textbook import solve

pytestmark = pytest.mark.core

START = Position.start()

Kernel = Callable[..., np.int64]

#: Each kernel with the numbers of empties that are its own.
KERNELS = [
    (endgame.shallow, (5, 6)),
    (endgame.middle, (7, 8, 9, 10)),
    (search, tuple(range(14))),
]


@cache
def exact_score(position: Position) -> int:
    return solve(position).score


def alphas(exact: int, choices: random.Random, count: int = 3) -> list[int]:
    """Windows beside the score and at random."""
    beside = [exact - 2, exact - 1, exact, exact + 1]
    return [*beside, *(choices.randint(-64, 63) for _ in range(count))]


def whole(position: Position) -> tuple[np.int64, np.int64, np.int64]:
    """Depth, empties and parity of a search to the end of the game."""
    return np.int64(position.empties), *left(position)


def null_window(kernel: Kernel, node: Context, position: Position, alpha: int) -> int:
    sides, window = masks(position), np.int64(alpha)
    if kernel is search:
        return int(search(node.address, *sides, window, *whole(position)))
    return int(kernel(node.address, *sides, legal_mask(*sides), window, *left(position)))


@pytest.mark.parametrize(("kernel", "empties"), KERNELS, ids=["shallow", "middle", "search"])
@pytest.mark.parametrize("evaluated", [True, False])
def test_null_windows_keep_their_contract(
    kernel: Kernel, empties: tuple[int, ...], evaluated: bool
) -> None:
    """With a used table, and with a fresh one for each window."""
    choices = random.Random(len(empties))
    used = Context(evaluated=evaluated)
    for left_over in empties:
        for seed in range(60 if left_over < 11 else 12):
            position = with_empties(left_over, seed)
            exact = exact_score(position)
            for alpha in alphas(exact, choices):
                for node in (used, Context(1, 1, evaluated=evaluated)):
                    found = null_window(kernel, node, position, alpha)
                    assert is_sound(found, alpha, exact), (position, alpha, found, exact)


@pytest.mark.parametrize("driver", ["mtdf", "principal"])
def test_drivers_keep_their_contract_in_every_window(driver: str) -> None:
    choices = random.Random(driver)
    used = Context()
    for seed in range(160):
        position = with_empties(choices.randint(0, 13), seed)
        exact = exact_score(position)
        windows = [(-65, 65), (-64, 64), (exact - 1, exact + 1), (exact, exact + 1)]
        windows += [(exact - 1, exact), (exact - 2, exact), (exact, exact + 2)]
        windows += [tuple(sorted(choices.sample(range(-65, 66), 2))) for _ in range(4)]
        for alpha, beta in windows:
            for node in (used, Context(1, 1)):
                window = (np.int64(alpha), np.int64(beta))
                if driver == "mtdf":
                    guess = np.int64(choices.randint(-64, 64))
                    found = drivers.mtdf(
                        node.address, *masks(position), *window, guess, *whole(position)
                    )
                else:
                    found = drivers.principal(
                        node.address, *masks(position), *window, *whole(position)
                    )
                assert is_sound_in(int(found), alpha, beta, exact), (position, window, found)


def test_the_first_guess_is_a_score() -> None:
    for node in (Context(), Context(evaluated=False)):
        for seed in range(200):
            position = with_empties(seed % 61, seed)
            guess = int(drivers.first_guess(node.address, *masks(position)))
            assert -64 <= guess <= 64
            assert guess % 2 == 0


def test_a_bulk_of_positions_has_the_scores_of_each_alone() -> None:
    positions = [with_empties(seed % 12, seed) for seed in range(240)]
    sides = [
        np.array([getattr(position, side) for position in positions], np.uint64)
        for side in ("player", "opponent")
    ]
    scores = np.empty(len(positions), np.int64)
    node = Context()
    drivers.solve_many(node.address, *sides, scores)
    assert scores.tolist() == [exact_score(position) for position in positions]


def test_a_stopped_bulk_marks_what_it_did_not_come_to() -> None:
    node = Context()
    node.team.words[team.STOP] = 1
    start = Position.start()
    sides = (np.full(3, mask, np.uint64) for mask in masks(start))
    scores = np.zeros(3, np.int64)
    drivers.solve_many(node.address, *sides, scores)
    assert (scores == drivers.UNSOLVED).all()
    assert drivers.UNSOLVED < -64


def test_a_stopped_search_ends_at_once_and_writes_nothing() -> None:
    node = Context()
    node.team.words[team.STOP] = 1
    null_window(search, node, START, 0)
    window = np.int64(-65), np.int64(65)
    drivers.principal(node.address, *masks(START), *window, *whole(START))
    assert not node.table.words.any()
    assert node.words[context.NODES] < 100


def test_a_search_can_be_stopped_at_any_moment_and_its_table_used_on() -> None:
    """What it left in the tables is true: every later score is right."""
    node, position = Context(1 << 14), with_empties(18, 4)
    exact = exact_score(position)
    choices = random.Random(3)
    stopped = 0
    for _ in range(30):
        node.table.words[:] = 0 if choices.random() < 0.3 else node.table.words
        node.team.words[team.STOP] = 0
        alpha = choices.choice([exact - 1, exact])
        worker = threading.Thread(target=null_window, args=(search, node, position, alpha))
        worker.start()
        time.sleep(choices.random() * 0.01)
        node.team.words[team.STOP] = 1
        worker.join(5)
        stopped += not worker.is_alive()
        node.team.words[team.STOP] = 0
        for alpha in (exact - 1, exact):
            assert is_sound(null_window(search, node, position, alpha), alpha, exact)
    assert stopped == 30


def test_a_helper_works_along_and_leaves_when_the_team_quits() -> None:
    first = Context()
    helper = Context(of=first)
    first.team.words[team.IDLE] = 1
    worker = threading.Thread(
        target=drivers.help_team, args=(helper.address, np.int64(1 << 62)), daemon=True
    )
    worker.start()
    for seed in range(5):
        position = with_empties(18, seed)
        exact = exact_score(position)
        for alpha in (exact - 1, exact):
            assert is_sound(null_window(search, first, position, alpha), alpha, exact)
    first.team.words[team.QUIT] = 1
    worker.join(10)
    assert not worker.is_alive()
    assert first.team.words[team.IDLE] == 1
    assert not first.team.words[team.TOPS : team.TOPS + 2].any()
    assert helper.words[context.JOB] == team.NO_JOB
    assert helper.words[context.NODES] > 0


def test_a_helper_without_a_job_loses_patience() -> None:
    first = Context(1, 1)
    helper = Context(of=first)  # it owns the memory of its address
    drivers.help_team(helper.address, np.int64(1000))
    assert first.team.words[team.IDLE] == 0


@pytest.mark.parametrize("empties", [60, 61, 62])
def test_a_nearly_empty_board_stays_within_its_lists(empties: int) -> None:
    """No game has more than 60 empties, but a position may: three discs and a move."""
    discs = {60: (1 | 1 << 63, 2 | 1 << 62), 61: (1, 2 | 1 << 63), 62: (1, 2)}[empties]
    position = Position(*discs)
    assert position.empties == empties
    assert position.legal_mask
    node = Context(1 << 10)
    timer = threading.Timer(0.05, lambda: node.team.words.__setitem__(team.STOP, 1))
    timer.start()
    guess = drivers.first_guess(node.address, *masks(position))
    window = np.int64(-64), np.int64(64)
    drivers.mtdf(node.address, *masks(position), *window, guess, *whole(position))
    timer.join()
    assert (node.words[: context.LISTS] != 0).any()


def test_the_nodes_of_one_search_are_always_the_same() -> None:
    counts = []
    for _ in range(2):
        node = Context()
        for seed in range(10):
            null_window(search, node, with_empties(14, seed), 1)
        counts.append(int(node.words[context.NODES]))
    assert counts[0] == counts[1] > 1000


def test_a_table_of_one_bucket_is_used() -> None:
    node = Context(1, 1)
    null_window(search, node, with_empties(12, 1), 3)
    assert node.table.words[: WORDS_PER_BUCKET - 2].all()
