"""What the commands of ``outflank db`` share: where it lies, and which games are meant."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from cyclopts import Parameter

from outflank.board.board import Board
from outflank.board.color import Color
from outflank.board.errors import OutflankError, quoted
from outflank.cli.inputs import Text, number, read_board, refuse_options
from outflank.cli.output import UsageError, complain
from outflank.games.encodings import is_text

if TYPE_CHECKING:
    from outflank.games.database import Criteria, Database
    from outflank.games.openings import Opening


def _convert_file(_type: type[Path], tokens: Sequence[object]) -> Path:
    name = str(getattr(tokens[0], "value", ""))
    if not name:
        raise ValueError('"" names no file')
    return Path(name)


File = Annotated[Path | None, Parameter(name=("--database", "-d"), converter=_convert_file)]
Output = Annotated[Path | None, Parameter(name=("--output", "-o"), converter=_convert_file)]
Limit = Annotated[int, number(1, 1_000_000)]

#: Rows of a table where nobody wants another number.
ROWS: Final = 20

#: Openings that an error lists.
MOST_NAMED: Final = 5

#: What can be the name of an opening: it has no move in it, and is more than marks of squares.
_NAME: Final = re.compile(r"(?!.*[a-hA-H]\s*[1-8])(?=.*[^-.xXoO*wWbB●○01\s]).{2,60}")


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Wanted:
    """Which games are meant: those that have all of this. Parts of names are enough, in any order.

    Attributes:
        player: one of the players.
        against: the other one, beside --player.
        black: the player of Black.
        white: the player of White.
        winner: the player who won.
        event: tournament or match.
        years: such as 1997, 1990..1999, 2010.. or ..1989.
        scores: Black's discs minus White's, empties to the winner, such as 2.. or -64..-40.
        opening: that the game went through, by its English or Japanese name.
        position: that the game went through, however the board is turned: 64 squares and a
            side, or a transcript.
        shortest: the fewest discs placed.
    """

    player: Text | None = None
    against: Text | None = None
    black: Text | None = None
    white: Text | None = None
    winner: Text | None = None
    event: Text | None = None
    years: Text | None = None
    scores: Text | None = None
    opening: Text | None = None
    position: Text | None = None
    shortest: Annotated[int, number(0, 60)] | None = None

    def criteria(self) -> Criteria:
        """The same, as a database understands it.

        Raises:
            UsageError: an option that cannot be meant.
            OutflankError: the position cannot be read.
        """
        from outflank.games.database import Criteria
        from outflank.games.database.criteria import parse_range

        texts = {
            name: text
            for name in ("player", "against", "black", "white", "winner", "event", "opening")
            if (text := getattr(self, name)) is not None
        }
        refuse_options(list(texts.values()))
        for name, text in texts.items():
            if not text.strip():
                raise UsageError(f"--{name}: the name is empty")
            if not is_text(text):
                raise UsageError(f"--{name}: {quoted(text)} is no text")
        position = None if self.position is None else read_board((), self.position).position
        try:
            return Criteria(
                **texts,
                years=(None, None) if self.years is None else parse_range(self.years, "years"),
                scores=(None, None) if self.scores is None else parse_range(self.scores, "scores"),
                position=position,
                shortest=self.shortest,
            )
        except OutflankError as error:
            raise UsageError(str(error)) from None


def tell_unknown_names(database: Database, criteria: Criteria) -> None:
    """Say of a query that found nothing which of its names nobody has."""
    for told in unknown_names(database, criteria):
        complain(told)


def unknown_names(database: Database, criteria: Criteria) -> list[str]:
    """The same in words, one text a name."""
    return [
        f"no {one.what} of the database is called {quoted(one.name)}"
        + (f": did you mean {one.near}?" if one.near else "")
        for one in database.unknown_names(criteria)
    ]


def read_place(words: Sequence[str], position: str | None, database: Database) -> Board:
    """As `read_board`, but words may be the name of an opening, too.

    Raises:
        OutflankError: the words are neither, or the name of several positions.
        UsageError: as `read_board`.
    """
    name = " ".join(words)
    if position is not None or not _NAME.fullmatch(name):
        return read_board(words, position)
    from outflank.games.database import Criteria
    from outflank.games.openings import OpeningNames

    refuse_options(words)
    openings = OpeningNames(database.openings()).called(name)
    if len(openings) == 1:
        return _board_of(openings[0])
    if not openings:
        (unknown,) = database.unknown_names(Criteria(opening=name))
        advice = f": did you mean {unknown.near}?" if unknown.near else ""
        raise OutflankError(f"{quoted(name)} is no position, and no opening{advice}")
    shown = ", ".join(f"{one} ({one.moves})" for one in openings[:MOST_NAMED])
    more = ", …" if len(openings) > MOST_NAMED else ""
    raise OutflankError(f"{quoted(name)} are {len(openings)} openings: {shown}{more}")


def _board_of(opening: Opening) -> Board:
    if opening.moves:
        return Board.from_transcript(opening.moves)
    turn = Color.BLACK if opening.position.empties % 2 == 0 else Color.WHITE  # nobody has passed
    return Board(opening.position, turn)


#: Every game.
EVERY: Final = Wanted()


def database_at(path: Path | None) -> Database:
    """The database of that path, or the user's own."""
    from outflank.games.database import Database

    return Database(path)
