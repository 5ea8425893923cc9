"""The players of a database: games, results, mean score, years."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from outflank.games.database.connection import Connection, rows
from outflank.games.database.criteria import HOLDS, Criteria, condition


@dataclass(frozen=True)
class Standing:
    """What a player did in the games that are meant, from the player's own view.

    Attributes:
        name: of the player.
        games: all of them.
        black: those with Black.
        won: as it says.
        drawn: as it says.
        lost: as it says. Games whose score is unknown are none of the three.
        mean: score in discs, empties to the winner; None if no score is known.
        first_year: None if no year is known.
        last_year: the same.
    """

    name: str
    games: int
    black: int
    won: int
    drawn: int
    lost: int
    mean: float | None
    first_year: int | None
    last_year: int | None


def players(
    connection: Connection, name: str, criteria: Criteria, limit: int | None
) -> list[Standing]:
    """Those whose name has every word of a text inside, the most busy first."""
    wanted = condition(criteria)
    holds = HOLDS.format(column="players.name", value="$part")
    most = "" if limit is None else f"LIMIT {limit:d}"
    sql = _SQL.format(condition=wanted.sql, holds=holds, limit=most)
    found = rows(connection, sql, wanted.values | {"part": name})
    return [Standing(*row) for row in found]


_SQL: Final = """
WITH
    meant AS (SELECT black, white, score, year FROM games WHERE {condition}),
    sides AS (
        SELECT black AS player, true AS black, score, year FROM meant
        UNION ALL
        SELECT white, false, -score, year FROM meant
    )
SELECT
    players.name, count(*) AS games, count(*) FILTER (sides.black),
    count(*) FILTER (score > 0), count(*) FILTER (score = 0), count(*) FILTER (score < 0),
    avg(score)::DOUBLE, min(year), max(year)
FROM sides JOIN players ON players.id = sides.player
WHERE {holds}
GROUP BY players.id, players.name
ORDER BY games DESC, players.name
{limit}
"""
