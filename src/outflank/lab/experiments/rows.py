"""Rows of data put together: groups that share some cells, and pairs on the same position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from outflank.lab.experiments.experiment import Cell, Row

#: Rows by the cells that they share.
Groups = Mapping[tuple[Cell, ...], Sequence[Row]]


def group(rows: Sequence[Row], *columns: str) -> Groups:
    """Rows by their cells in some columns, in the order in which those come.

    >>> list(group([{"depth": 2, "nodes": 9}, {"depth": 4, "nodes": 99}], "depth"))
    [(2,), (4,)]
    """
    groups: dict[tuple[Cell, ...], list[Row]] = {}
    for row in rows:
        groups.setdefault(tuple(row[column] for column in columns), []).append(row)
    return groups


def number(row: Row, column: str) -> float:
    """A cell that is a number.

    Raises:
        TypeError: it is none.
    """
    cell = row[column]
    if not isinstance(cell, int | float):
        raise TypeError(f"{column} is a number, not {cell!r}")
    return cell


def numbers(rows: Sequence[Row], column: str) -> list[float]:
    """The cells of a column, those that are not empty."""
    return [number(row, column) for row in rows if row[column] is not None]


def pairs(
    first: Sequence[Row], second: Sequence[Row], column: str, on: str = "position"
) -> list[tuple[float, float]]:
    """The cells of a column on the same position, for each position that both have."""
    others = {row[on]: row for row in second}
    return [
        (number(row, column), number(others[row[on]], column)) for row in first if row[on] in others
    ]


def quotients(first: Sequence[Row], second: Sequence[Row], column: str) -> dict[Cell, float]:
    """The first cell of a column by the second, by the position that has both."""
    others = {row["position"]: number(row, column) for row in second}
    return {
        row["position"]: number(row, column) / others[row["position"]]
        for row in first
        if row["position"] in others
    }


def depths(rows: Sequence[Row]) -> list[int]:
    """The depths that were searched, in order."""
    return sorted({int(number(row, "depth")) for row in rows})
