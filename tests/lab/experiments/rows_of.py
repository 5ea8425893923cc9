"""Rows of data made up for a test."""

from __future__ import annotations

from outflank.lab.experiments.experiment import Cell, Row
from outflank.lab.experiments.telling import LEAST

#: As many positions as decide something.
POSITIONS = range(LEAST)


def everywhere(**cells: Cell) -> list[Row]:
    """The same row on every position."""
    return [{"position": at, **cells} for at in POSITIONS]
