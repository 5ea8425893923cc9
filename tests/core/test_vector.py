"""The rules three ways on many positions: readable, kernel and twin, and vector form."""

from __future__ import annotations

import random
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np
import pytest

import outflank.arrays as oa
from outflank.board import rules
from outflank.core import portable
from outflank.core import rules as kernels

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

pytestmark = pytest.mark.core

Pair = tuple[int, int]

ALL_SQUARES = rules.ALL_SQUARES
EDGES = 0xFF818181818181FF
INNER = 0x007E7E7E7E7E7E00


def reachable(seed: int) -> Iterator[Pair]:
    """Every position of one random game after the other, ends and forced passes included."""
    choices = random.Random(seed)
    while True:
        player, opponent = rules.START_PLAYER, rules.START_OPPONENT
        yield player, opponent
        while not rules.is_game_over(player, opponent):
            legal = rules.legal_mask(player, opponent)
            moves = [square for square in range(64) if legal >> square & 1]
            move = choices.choice(moves) if moves else rules.PASS
            player, opponent = rules.play_unchecked(player, opponent, move)
            yield player, opponent


def unreachable(seed: int) -> Iterator[Pair]:
    """Pairs of random masks: full, dense, sparse; on the rim alone, or with a full rim."""
    choices = random.Random(seed)
    while True:
        word = choices.getrandbits
        dense, sparse = word(64) | word(64) | word(64), word(64) & word(64)
        discs = choices.choice((ALL_SQUARES, dense, word(64), sparse))
        discs = choices.choice((discs, discs, discs & EDGES, discs | EDGES, discs & INNER))
        player = choices.choice((word(64), sparse, dense))
        yield discs & player, discs & ~player


def reference_flips(positions: list[Pair]) -> NDArray[np.uint64]:
    """Flips of every square, 64 columns; 0 on occupied squares."""
    turned = [rules.flips(*pair, square) for pair in positions for square in range(64)]
    return np.array(turned, np.uint64).reshape(-1, 64)


def check_single_kernels(pair: Pair, legal: int, turned: NDArray[np.uint64]) -> None:
    """Both kernels of one position against what the readable rules said."""
    player, opponent = np.uint64(pair[0]), np.uint64(pair[1])
    assert kernels.legal_mask(player, opponent) == portable.legal_mask(player, opponent) == legal
    assert kernels.is_game_over(player, opponent) == rules.is_game_over(*pair)
    assert kernels.final_score(player, opponent) == rules.final_score(*pair)
    for square in range(64):
        if not (pair[0] | pair[1]) >> square & 1:
            assert kernels.flips(player, opponent, np.int64(square)) == turned[square]
            assert portable.flips(player, opponent, np.int64(square)) == turned[square]


def check_vectors(positions: list[Pair], legal: list[int], turned: NDArray[np.uint64]) -> None:
    """The vector forms of all positions against what the readable rules said."""
    player, opponent = np.array(positions, np.uint64).T
    assert oa.legal_masks(player, opponent).tolist() == legal
    assert oa.is_game_over(player, opponent).tolist() == [
        rules.is_game_over(*pair) for pair in positions
    ]
    assert oa.final_scores(player, opponent).tolist() == [
        rules.final_score(*pair) for pair in positions
    ]
    assert oa.raw_scores(player, opponent).tolist() == [
        rules.raw_score(*pair) for pair in positions
    ]
    squares = np.arange(64)
    assert np.array_equal(oa.flips(player[:, None], opponent[:, None], squares), turned)
    check_moves(player, opponent, turned)


def check_moves(
    player: NDArray[np.uint64], opponent: NDArray[np.uint64], turned: NDArray[np.uint64]
) -> None:
    """Every legal move of every position, and every forced pass."""
    index, square = np.nonzero(turned)
    stuck = ~turned.any(axis=1) & ~oa.is_game_over(player, opponent)
    index = np.append(index, np.flatnonzero(stuck))
    move = np.append(square, np.full(stuck.sum(), rules.PASS))
    before = player[index], opponent[index]
    expected = [
        rules.play_unchecked(*map(int, pair), int(choice))
        for *pair, choice in zip(*before, move, strict=True)
    ]
    for play in (oa.play, oa.play_unchecked):
        after = np.stack(play(*before, move), axis=-1)
        assert np.array_equal(after, np.array(expected, np.uint64).reshape(-1, 2))


def check(positions: list[Pair]) -> None:
    legal = [rules.legal_mask(*pair) for pair in positions]
    turned = reference_flips(positions)
    for pair, moves, flipped in zip(positions, legal, turned, strict=True):
        check_single_kernels(pair, moves, flipped)
    check_vectors(positions, legal, turned)


def test_all_forms_agree_on_reachable_positions() -> None:
    check(list(islice(reachable(seed=1), 5_000)))


def test_all_forms_agree_on_unreachable_positions() -> None:
    check(list(islice(unreachable(seed=2), 5_000)))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_all_forms_agree_on_100_000_reachable_positions(part: int) -> None:
    check(list(islice(reachable(seed=100 + part), 10_000)))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_all_forms_agree_on_100_000_unreachable_positions(part: int) -> None:
    check(list(islice(unreachable(seed=200 + part), 10_000)))


def test_a_run_of_every_length_from_every_square() -> None:
    """One player's disc on every square, the rest opponent's but one empty square."""
    positions = []
    for empty in range(64):
        for anchor in range(64):
            if anchor != empty:
                player = 1 << anchor
                positions.append((player, ALL_SQUARES & ~player & ~(1 << empty)))
    player, opponent = np.array(positions, np.uint64).T
    legal = [rules.legal_mask(*pair) for pair in positions]
    assert oa.legal_masks(player, opponent).tolist() == legal
    square = np.repeat(np.arange(64), 63)
    turned = [rules.flips(*pair, s) for pair, s in zip(positions, square.tolist(), strict=True)]
    assert oa.flips(player, opponent, square).tolist() == turned
