"""Positions to measure on: as many, as empty, the same every time."""

from __future__ import annotations

from pathlib import Path

import pytest

from outflank.board import OutflankError
from outflank.lab.samples import drawn_games, sample


@pytest.mark.parametrize(("empties", "wanted"), [(40, 20), (24, 50), (60, 1), (3, 10)])
def test_drawn_positions(empties: int, wanted: int) -> None:
    found = sample(empties, wanted)
    assert found == sample(empties, wanted)
    assert len(set(found)) == wanted
    assert all(position.empties == empties and position.legal_mask for position in found)
    assert found[: wanted // 2] == sample(empties, wanted // 2)


def test_drawn_games_are_games() -> None:
    games = drawn_games()
    for _ in range(5):
        line = list(next(games))
        assert line[0].empties == 60
        assert all(position.legal_mask or position.must_pass for position in line)


def test_positions_of_a_file_are_spread_over_it(shared_data: Path) -> None:
    games = shared_data / "wthor" / "WTH_1990.wtb"
    found = sample(40, 20, games)
    assert len(found) == 20
    assert all(position.empties == 40 and position.legal_mask for position in found)
    assert len(set(found)) == 20
    assert found[:10] != sample(40, 10, games)  # spread, not the first ones


def test_a_file_without_such_a_position(tmp_path: Path) -> None:
    games = tmp_path / "games.txt"
    games.write_text("f5d6c3\n", encoding="utf-8")
    assert len(sample(58, 5, games)) == 1
    with pytest.raises(OutflankError, match="40 empty squares"):
        sample(40, 5, games)
    with pytest.raises(FileNotFoundError):
        sample(40, 5, tmp_path / "absent.txt")
