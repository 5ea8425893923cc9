"""Holds what records claim against what their moves show, and against perfect play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from outflank.games.database.connection import Connection, rows
from outflank.games.database.criteria import Criteria, condition

#: Is told how many positions are solved and how many there are.
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Disagreement:
    """A game that claims something else than is found; scores are Black's minus White's.

    Attributes:
        id: number of the game in the database.
        source: where it was read.
        what: that disagrees: ``result`` with the end of the moves, or ``theoretical`` with the
            proved score.
        claimed: by the record.
        found: by its moves, or by the proof.
    """

    id: int
    source: str | None
    what: str
    claimed: int
    found: int


@dataclass(frozen=True)
class Check:
    """What a check has found; counts are of games.

    Attributes:
        games: all that were checked.
        finished: whose moves go on to the end.
        agreeing: finished, and the claimed result is that of the moves; a komi, which the
            result of a GGF game includes, is taken off before.
        raw: finished, and the claimed result is that of the moves without the empties.
        differing: finished, and the claimed result is neither.
        unclaimed: finished, and no result is claimed.
        stopped: not finished, with a claimed result, as after a resignation.
        unknown: not finished, without a claimed result.
        theoretical: with a theoretical score.
        kept: of those, the claimed result is the theoretical score.
        distance: discs between the theoretical score and the claimed result, the mean of all
            games that have both; None if there are none.
        doubles: that stand in a file more than once.
        proved: whose theoretical score was proved or found wrong.
        wrong: of those, the proof found another score.
        disagreements: the differing and the wrong ones, as many as were asked for.
    """

    games: int
    finished: int
    agreeing: int
    raw: int
    differing: int
    unclaimed: int
    stopped: int
    unknown: int
    theoretical: int
    kept: int
    distance: float | None
    doubles: int
    proved: int
    wrong: int
    disagreements: tuple[Disagreement, ...]


def check(
    connection: Connection,
    criteria: Criteria,
    limit: int | None,
    proofs: int,
    progress: Progress | None,
) -> Check:
    """Check the games that are meant; see `Database.check`."""
    wanted = condition(criteria)
    (counts,) = rows(connection, _COUNTS.format(condition=wanted.sql), wanted.values)
    most = "" if limit is None else f"LIMIT {limit:d}"
    differing = [
        Disagreement(number, source, "result", claimed, played)
        for number, source, claimed, played in rows(
            connection, _DIFFERING.format(condition=wanted.sql, limit=most), wanted.values
        )
    ]
    proved, wrong = prove(connection, criteria, proofs, progress) if proofs else (0, [])
    told = (differing + wrong)[:limit]
    return Check(*(*counts, proved, len(wrong), tuple(told)))


def prove(
    connection: Connection, criteria: Criteria, proofs: int, progress: Progress | None
) -> tuple[int, list[Disagreement]]:
    """Solve the positions from which theoretical scores are perfect play, of some games.

    The games are drawn by their number, always the same.

    Returns:
        How many were solved, and those whose theoretical score is another.
    """
    import numpy as np

    from outflank.engine import Solver

    wanted = condition(criteria)
    found = rows(
        connection,
        _TO_PROVE.format(condition=wanted.sql),
        wanted.values | {"proofs": proofs},
    )
    player, opponent = (np.array([row[at] for row in found], np.uint64) for at in (0, 1))
    scores = Solver().solve_many(player, opponent, progress=progress).tolist()
    wrong = []
    for (_, _, black, number, source, claimed), score in zip(found, scores, strict=True):
        proved = score if black else -score
        if proved != claimed:
            wrong.append(Disagreement(number, source, "theoretical", claimed, proved))
    return len(found), wrong


_COUNTS: Final = """
SELECT
    count(*),
    count(played),
    count(*) FILTER (claimed = played),
    count(*) FILTER (claimed = raw AND claimed <> played),
    count(*) FILTER (claimed <> raw AND claimed <> played),
    count(*) FILTER (played IS NOT NULL AND claimed IS NULL),
    count(*) FILTER (played IS NULL AND claimed IS NOT NULL),
    count(*) FILTER (played IS NULL AND claimed IS NULL),
    count(theoretical),
    count(*) FILTER (theoretical = claimed),
    avg(abs(theoretical::INTEGER - claimed)) FILTER (claimed IS NOT NULL),
    count(*) FILTER (copy > 0)
FROM games WHERE {condition}
"""

_DIFFERING: Final = """
SELECT id, source, claimed, played FROM games
WHERE claimed <> raw AND claimed <> played AND {condition}
ORDER BY id {limit}
"""

#: The first position of a game with so many empties: after a pass there is another one.
_TO_PROVE: Final = """
WITH drawn AS (
    SELECT id, source, theoretical, exact_from FROM games
    WHERE theoretical IS NOT NULL AND exact_from IS NOT NULL AND plies >= 60 - exact_from
        AND {condition}
    ORDER BY hash(id), id LIMIT $proofs
)
SELECT
    arg_min(player, step), arg_min(opponent, step), arg_min(positions.black, step),
    drawn.id, any_value(source), any_value(theoretical)
FROM positions JOIN drawn ON drawn.id = positions.game
WHERE 64 - bit_count(player | opponent) = exact_from
GROUP BY drawn.id ORDER BY drawn.id
"""
