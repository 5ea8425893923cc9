"""Games out of a database: as rows for tables, and as `Game` again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from outflank.board.board import Board
from outflank.board.square import PASS, Move
from outflank.games.database.connection import Connection, rows
from outflank.games.database.criteria import Criteria, condition
from outflank.games.database.details import read_details
from outflank.games.database.errors import DatabaseError
from outflank.games.game import Game
from outflank.games.notes import Ending

#: Rows that are read at a time.
CHUNK: Final = 1000

_COLUMNS: Final = (
    "id", "black", "white", "event", "year", "date", "score", "claimed", "played", "theoretical",
    "exact_from", "opening", "plies", "start", "moves", "result", "komi", "ending",
    "black_discs", "source", "details",
)  # fmt: skip

#: The name of every move, as transcripts have it; a pass is written.
NAMES: Final = tuple("--" if move == PASS else str(Move(move)) for move in range(65))

_MOVES: Final = {name: Move(number) for number, name in enumerate(NAMES)}


@dataclass(frozen=True)
class Record:
    """One game of a database; scores are Black's discs minus White's, empties to the winner.

    Attributes:
        id: its number in the database.
        black: the player of Black; None if unknown, as anything here.
        white: the player of White.
        event: tournament or match.
        year: of the game.
        date: as far as known.
        score: what counts: what is claimed, or else what was played; the latter, too, if the
            claim leaves the empties out.
        claimed: as recorded, without a komi.
        played: what the moves show, if they go on to the end.
        theoretical: by perfect play of both sides from `exact_from` empties on.
        exact_from: number of empties.
        opening: the last named position on the way.
        plies: discs placed.
        start: where the game began, as 64 squares and a side; None is the usual start.
        moves: in lower case, two characters each, a pass ``--``.
        result: as recorded, komi included.
        komi: which Black gave.
        ending: how the game ended if not by its moves.
        black_discs: as recorded.
        source: where it was read.
        details: what few games have, as JSON; see `outflank.games.database.details`.
    """

    id: int
    black: str | None
    white: str | None
    event: str | None
    year: int | None
    date: str | None
    score: int | None
    claimed: int | None
    played: int | None
    theoretical: int | None
    exact_from: int | None
    opening: str | None
    plies: int
    start: str | None
    moves: str
    result: float | None
    komi: float | None
    ending: Ending | None
    black_discs: int | None
    source: str | None
    details: str | None

    def game(self) -> Game:
        """The game itself.

        Raises:
            DatabaseError: somebody has changed its moves or details to what is none.
        """
        try:
            return self._game()
        except (LookupError, ValueError, TypeError, AttributeError):
            raise DatabaseError(f"game {self.id} of the database: its record is damaged") from None

    def _game(self) -> Game:
        root = Board() if self.start is None else Board.from_text(self.start)
        return Game.of_legal_moves(
            tuple(_MOVES[self.moves[at : at + 2]] for at in range(0, len(self.moves), 2)),
            start=root.position,
            first=root.turn,
            black=self.black,
            white=self.white,
            event=self.event,
            year=self.year,
            date=self.date,
            black_discs=self.black_discs,
            theoretical=_discs(self.theoretical),
            exact_from=self.exact_from,
            result=self.result,
            komi=self.komi,
            ending=self.ending,
            source=self.source,
            **read_details(self.details),
        )


def _discs(score: int | None) -> int | None:
    return None if score is None else (score + 64) // 2


def count(connection: Connection, criteria: Criteria) -> int:
    """How many games are meant."""
    wanted = condition(criteria)
    ((found,),) = rows(connection, f"SELECT count(*) FROM games WHERE {wanted.sql}", wanted.values)
    return int(found)


def find(connection: Connection, criteria: Criteria, limit: int | None) -> list[Record]:
    """The games that are meant, the latest years first."""
    wanted = condition(criteria)
    most = "" if limit is None else f"LIMIT {limit:d}"
    chosen = f"SELECT id FROM games WHERE {wanted.sql} ORDER BY {_ORDER} {most}"
    found = rows(connection, f"{_LISTED} IN ({chosen}) ORDER BY {_ORDER}", wanted.values)
    return [Record(*row) for row in found]


def stream(connection: Connection, criteria: Criteria) -> Iterator[Record]:
    """The games that are meant, in the order in which they came; few are held at a time."""
    wanted = condition(criteria)
    chosen = f"SELECT id FROM games WHERE {wanted.sql}"
    with connection.cursor() as cursor:
        cursor.execute(f"{_LISTED} IN ({chosen}) ORDER BY id", wanted.values)
        while some := cursor.fetchmany(CHUNK):
            for row in some:
                yield Record(*row)


_ORDER: Final = "year DESC NULLS LAST, id"
_LISTED: Final = f"SELECT {', '.join(_COLUMNS)} FROM game_list WHERE id"
