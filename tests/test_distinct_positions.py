"""Distinct positions by ply, counted with the vector rules against published counts."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from outflank import Position, arrays

#: Positions (side to move first) after so many plies, and those that no symmetry makes equal.
#: Own count, the same as published; no pass can happen before ply 9.
DISTINCT = (1, 4, 12, 54, 236, 1288, 7092, 42614, 269352)
DISTINCT_UP_TO_SYMMETRY = (1, 1, 3, 14, 60, 322, 1773, 10649, 67245)

Masks = NDArray[np.uint64]


def distinct(player: Masks, opponent: Masks) -> tuple[Masks, Masks]:
    rows = np.unique(np.stack([player, opponent], axis=1), axis=0)
    return rows[:, 0].copy(), rows[:, 1].copy()


def children(player: Masks, opponent: Masks) -> tuple[Masks, Masks]:
    """All positions one ply on, each once."""
    legal = arrays.unpack(arrays.legal_masks(player, opponent)).reshape(-1, 64)
    parent, square = np.nonzero(legal)
    return distinct(*arrays.play(player[parent], opponent[parent], square))


def test_distinct_positions_by_ply() -> None:
    start = Position.start()
    player = np.array([start.player], dtype=np.uint64)
    opponent = np.array([start.opponent], dtype=np.uint64)
    for ply, (count, count_up_to_symmetry) in enumerate(
        zip(DISTINCT, DISTINCT_UP_TO_SYMMETRY, strict=True)
    ):
        if ply:
            player, opponent = children(player, opponent)
        assert len(player) == count
        assert len(distinct(*arrays.canonical(player, opponent))[0]) == count_up_to_symmetry


def test_the_published_counts(shared_data: Path) -> None:
    plies = []
    for line in (shared_data / "perft" / "unique_positions.tsv").read_text().splitlines():
        if line[:1].isdigit():
            ply, count, count_up_to_symmetry = map(int, line.split())
            assert DISTINCT[ply] == count
            assert DISTINCT_UP_TO_SYMMETRY[ply] == count_up_to_symmetry
            plies.append(ply)
    assert plies == list(range(len(DISTINCT)))
