"""Perft three ways: the bulk kernel, the readable rules, and published counts."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outflank.board import Position
from outflank.core import perft
from outflank.core.masks import START_OPPONENT, START_PLAYER
from strategies import reachable_positions

pytestmark = pytest.mark.core

#: Leaves from the start by depth 1 to 11, where a pass is a ply and where it is free.
#: Depths 1-9 are the counts every Othello program publishes; recomputed here.
PASS_IS_PLY = (4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284, 212258800)
PASS_FREE = (4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005320, 24571420, 212260880)


def count(position: Position, depth: int, pass_is_ply: bool) -> int:
    return perft.count(position.player, position.opponent, depth, pass_is_ply)


def plain_count(position: Position, depth: int, pass_is_ply: bool) -> int:
    """The same count in the readable rules, one position after the other."""
    if depth == 0 or position.is_game_over():
        return 1
    if position.must_pass:
        return plain_count(position.passed(), depth - pass_is_ply, pass_is_ply)
    return sum(
        plain_count(position.play_unchecked(move), depth - 1, pass_is_ply)
        for move in position.legal_moves
    )


@pytest.mark.parametrize("depth", range(1, 12))
def test_leaves_from_the_start(depth: int) -> None:
    start = int(START_PLAYER), int(START_OPPONENT), depth
    assert perft.count(*start, True) == PASS_IS_PLY[depth - 1]
    assert perft.count(*start, False) == PASS_FREE[depth - 1]


def test_depth_zero_is_one_leaf() -> None:
    assert count(Position.start(), 0, True) == 1


@settings(max_examples=40)
@given(reachable_positions(), st.integers(0, 5), st.booleans())
def test_the_bulk_count_equals_the_readable_count(
    position: Position, depth: int, pass_is_ply: bool
) -> None:
    assert count(position, depth, pass_is_ply) == plain_count(position, depth, pass_is_ply)


@settings(max_examples=20)
@given(reachable_positions(), st.booleans())
def test_turned_positions_have_as_many_leaves(position: Position, pass_is_ply: bool) -> None:
    counts = {count(image, 4, pass_is_ply) for image in position.symmetries()}
    assert len(counts) == 1


def test_the_published_table(shared_data: Path) -> None:
    depths = []
    for line in (shared_data / "perft" / "perft.tsv").read_text().splitlines():
        if line[:1].isdigit() and int(line.split()[0]) <= 11:
            depth, is_ply, free = map(int, line.split())
            assert (is_ply, free) == (PASS_IS_PLY[depth - 1], PASS_FREE[depth - 1])
            depths.append(depth)
    assert depths == list(range(1, 12))
