"""Adds games to a database: in one transaction, a batch after the other, none of them twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Final

from outflank.games.database.batch import Entry, columns_of, entry_of, played_of
from outflank.games.database.connection import Connection, registered, rows, undo
from outflank.games.database.imported import Faults, Imported, Progress
from outflank.games.database.positions import index_rows, last_scores, replay, together
from outflank.games.database.schema import FACTS, IDENTITY
from outflank.games.errors import FaultListener, GameFileError
from outflank.games.openings import OpeningNames, opening_names
from outflank.games.reader import GameFile, open_games

#: So many games go in together: their positions fill some 150 MB meanwhile.
BATCH: Final = 16_384

#: So many positions wait until they are sorted and written: the longer the sorted runs, the
#: less is read to find a position.
RUN: Final = 2_000_000


def import_files(
    connection: Connection,
    paths: Sequence[Path],
    names: OpeningNames | None,
    encoding: str | None,
    on_fault: Faults | None,
    progress: Progress | None,
) -> list[Imported]:
    """Add the games of files, all of them or, after an error, none.

    Raises:
        GameFileError: as `open_games`, and for a game, if nobody wants to be told.
        OSError: a file cannot be read, if nobody wants to be told.
    """
    connection.begin()
    try:
        if names is not None or not rows(connection, "SELECT 1 FROM openings LIMIT 1"):
            write_openings(connection, names or opening_names())
        done = list(_Import(connection, encoding, on_fault).files(paths, progress))
    except BaseException:
        undo(connection)
        raise
    connection.commit()
    return done


class _Import:
    """An import that is going on.

    Args:
        connection: in a transaction.
        encoding: see `Database.import_files`.
        on_fault: see `import_files`.
    """

    def __init__(
        self, connection: Connection, encoding: str | None, on_fault: Faults | None
    ) -> None:
        self._connection = connection
        self._encoding = encoding
        self._on_fault = on_fault
        self._faults = 0
        self._waiting: list[dict[str, Any]] = []

    def files(self, paths: Sequence[Path], progress: Progress | None) -> Iterator[Imported]:
        """Add the games of each file, and tell what became of it."""
        sizes = [path.stat().st_size if path.is_file() else 0 for path in paths]
        done = 0
        for path, size in zip(paths, sizes, strict=True):
            yield self._file(path)
            done += size
            if progress:
                progress(done, sum(sizes))
        self._write_positions()

    def _file(self, path: Path) -> Imported:
        self._faults = games = new = 0
        copies: Counter[int] = Counter()
        entries = self._games(path, copies)
        while batch := list(islice(entries, BATCH)):
            games += len(batch)
            new += self._add(batch)
        return Imported(path.name, games, new, self._faults)

    def _games(self, path: Path, copies: Counter[int]) -> Iterator[Entry]:
        """The games of a file that can be read."""
        listener: FaultListener | None = None if self._on_fault is None else self._fault
        try:
            file: GameFile = open_games(path, self._encoding)
            for game in file.games(listener):
                yield entry_of(game, copies)
        except (GameFileError, OSError) as error:
            if self._on_fault is None:
                raise
            self._fault(error)

    def _fault(self, error: GameFileError | OSError) -> None:
        self._faults += 1
        if self._on_fault is not None:
            self._on_fault(error)

    def _add(self, batch: Sequence[Entry]) -> int:
        """Add the games of a batch that are new; how many there were."""
        with registered(self._connection, batch=columns_of(batch)):
            self._name_new(
                "players", "SELECT black AS name FROM batch UNION SELECT white FROM batch"
            )
            self._name_new("events", "SELECT event AS name FROM batch")
            serials = [serial for (serial,) in rows(self._connection, _NEW)]
        if serials:
            self._add_rows([batch[serial] for serial in serials])
        return len(serials)

    def _name_new(self, table: str, names: str) -> None:
        """Number the names that a table does not have yet."""
        rows(
            self._connection,
            f"INSERT INTO {table} SELECT row_number() OVER (ORDER BY name) "
            f"+ (SELECT coalesce(max(id), 0) FROM {table}), name "
            f"FROM (SELECT DISTINCT name FROM ({names}) WHERE name IS NOT NULL "
            f"AND name NOT IN (SELECT name FROM {table}))",
        )

    def _add_rows(self, entries: Sequence[Entry]) -> None:
        """Add new games, what their moves show, and their positions."""
        played = played_of(entries)
        replayed = replay(played)
        score, raw = last_scores(played, replayed)
        ((first,),) = rows(self._connection, "SELECT coalesce(max(id), 0) + 1 FROM games")
        steps = index_rows(played, replayed)
        fresh = columns_of(entries) | {"played": score, "raw": raw}
        with registered(self._connection, fresh=fresh, steps=steps):
            rows(self._connection, _GAMES, {"first": first})
        steps["game"] += first
        self._waiting.append(steps)
        if sum(waiting["game"].size for waiting in self._waiting) > RUN:
            self._write_positions()

    def _write_positions(self) -> None:
        """Write the positions that wait for others, so that many are sorted together."""
        if not self._waiting:
            return
        steps = together(self._waiting)
        self._waiting.clear()
        with registered(self._connection, steps=steps):
            rows(self._connection, _POSITIONS)


def write_openings(connection: Connection, names: OpeningNames) -> None:
    """Replace the names of openings, and name all games anew if they were others."""
    table = [
        (number, one.name, one.japanese, one.moves, one.position.player, one.position.opponent)
        for number, one in enumerate(names, 1)
    ]
    if table == rows(connection, "SELECT * FROM openings ORDER BY id"):
        return
    rows(connection, "DELETE FROM openings")
    connection.executemany("INSERT INTO openings VALUES (?, ?, ?, ?, ?, ?)", table)
    rows(connection, _RENAME)


def _same(left: str, right: str) -> str:
    return " AND ".join(f"{left}.{one} IS NOT DISTINCT FROM {right}.{one}" for one in IDENTITY)


_NUMBERED: Final = """
    SELECT {table}.* REPLACE (black.id AS black, white.id AS white, events.id AS event)
    FROM {table}
    LEFT JOIN players AS black ON black.name = {table}.black
    LEFT JOIN players AS white ON white.name = {table}.white
    LEFT JOIN events ON events.name = {table}.event
"""

#: The games of a batch that the database does not have, each once.
_NEW: Final = f"""
    WITH numbered AS ({_NUMBERED.format(table="batch")})
    SELECT serial FROM numbered
    WHERE NOT EXISTS (SELECT 1 FROM games WHERE {_same("games", "numbered")})
    QUALIFY row_number() OVER (PARTITION BY {", ".join(IDENTITY)} ORDER BY serial) = 1
    ORDER BY serial
"""

#: The last named position on the way of each game.
_NAMED: Final = """
    SELECT game, arg_max(openings.id, step) AS opening
    FROM {steps} AS steps JOIN openings USING (player, opponent) GROUP BY game
"""

_GAMES: Final = f"""
    WITH
        numbered AS ({_NUMBERED.format(table="fresh")}),
        named AS ({_NAMED.format(steps="steps")})
    INSERT INTO games BY NAME
    SELECT
        serial + $first AS id, black, white, event, named.opening AS opening,
        {", ".join(FACTS)},
        CASE WHEN claimed = raw THEN played ELSE coalesce(claimed, played) END AS score
    FROM numbered LEFT JOIN named ON named.game = numbered.serial
    ORDER BY serial
"""

#: Sorted, so that DuckDB need read little to find a position: it keeps the least and the
#: greatest value of every 122,880 rows.
_POSITIONS: Final = """
    INSERT INTO positions
    SELECT player, opponent, game, step, black, move FROM steps
    ORDER BY player, opponent, game
"""

_RENAME: Final = f"""
    UPDATE games SET opening = named.opening
    FROM (
        SELECT games.id, found.opening
        FROM games LEFT JOIN ({_NAMED.format(steps="positions")}) AS found ON found.game = games.id
    ) AS named
    WHERE named.id = games.id
"""
