"""Rows of data made up for a test."""

from __future__ import annotations

from outflank.lab.experiments.experiment import Cell, Row

#: As many positions as make an interval.
POSITIONS = range(4)


def everywhere(**cells: Cell) -> list[Row]:
    """The same row on every position."""
    return [{"position": at, **cells} for at in POSITIONS]
