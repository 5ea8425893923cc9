"""Names in a query that nothing in the database has, and what could be meant instead."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass

from outflank.games.database.connection import Connection, rows
from outflank.games.database.criteria import HOLDS, Criteria
from outflank.games.openings import Opening, OpeningNames


@dataclass(frozen=True)
class UnknownName:
    """A name in a query that nothing in the database has.

    Attributes:
        what: ``player``, ``event`` or ``opening``.
        name: as it was asked for.
        near: a name that is there and much like it; None if there is none.
    """

    what: str
    name: str
    near: str | None


def unknown_names(
    connection: Connection, criteria: Criteria, openings: Iterable[Opening]
) -> list[UnknownName]:
    """The names in `criteria` that nothing has; see `Database.unknown_names`."""
    asked = [
        *(("player", "players", getattr(criteria, role)) for role in _ROLES),
        ("event", "events", criteria.event),
    ]
    found = [
        UnknownName(what, name, _near(name, _every(connection, table)))
        for what, table, name in dict.fromkeys(asked)
        if name and not _is_known(connection, table, name)
    ]
    if criteria.opening and not OpeningNames(openings).called(criteria.opening):
        names = [name for one in openings for name in one.names]
        found.append(UnknownName("opening", criteria.opening, _near(criteria.opening, names)))
    return found


_ROLES = ("player", "against", "black", "white", "winner")


def _is_known(connection: Connection, table: str, name: str) -> bool:
    condition = HOLDS.format(column="name", value="$name")
    sql = f"SELECT 1 FROM {table} WHERE {condition} LIMIT 1"
    return bool(rows(connection, sql, {"name": name}))


def _every(connection: Connection, table: str) -> list[str]:
    return [name for (name,) in rows(connection, f"SELECT name FROM {table} ORDER BY id")]


def _near(name: str, names: Iterable[str]) -> str | None:
    """The name that is most like it, as a whole or in one of its words."""
    whole: dict[str, str] = {}
    for one in names:
        for part in (one, *one.split()):
            whole.setdefault(part.casefold(), one)
    near = difflib.get_close_matches(name.casefold(), whole, n=1, cutoff=0.75)
    return whole[near[0]] if near else None
