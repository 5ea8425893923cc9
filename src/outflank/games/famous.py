"""Famous games that ship with the package, by name: moves are facts, each with its source.

The match of Murakami Takeshi, world champion, against Michael Buro's program
Logistello (August 1997), which the program won 6 to 0; and the first game that the
WTHOR base holds of the first World Championship (1977).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from outflank.board.errors import OutflankError
from outflank.games.errors import FaultListener, GameFileError
from outflank.games.game import Game

BASE: Final = "WTHOR base of the French Othello Federation"
MATCH: Final = "Match Murakami-Logistello"
CHAMPIONSHIP: Final = "World Championship"
MURAKAMI: Final = "Murakami Takeshi"
LOGISTELLO: Final = "Logistello"

#: Empties from which the theoretical result of these records is perfect play.
EXACT_FROM: Final = 24


def famous_games() -> dict[str, Game]:
    """Every bundled game by its name, in the order in which they were played."""
    return {name: famous_game(name) for name in _RECORDS}


def famous_game(name: str) -> Game:
    """The bundled game called `name`, in any case.

    Raises:
        OutflankError: no game of this name is bundled; the message lists the names.

    >>> game = famous_game("murakami-logistello-1997-1")
    >>> str(game.black), str(game.white), game.black_discs
    ('Murakami Takeshi', 'Logistello', 16)
    """
    record = _RECORDS.get(name.strip().lower())
    if record is None:
        raise OutflankError(f'no bundled game "{name}"; there are {", ".join(_RECORDS)}')
    black, white, event, year, black_discs, theoretical, place, transcript = record
    return Game.from_transcript(
        transcript,
        black=black,
        white=white,
        event=event,
        year=year,
        black_discs=black_discs,
        theoretical=theoretical,
        exact_from=EXACT_FROM,
        source=f"{BASE}, {place}",
    )


@dataclass(frozen=True)
class FamousFile:
    """A bundled game as a file of one game, for whoever reads files by their number.

    Attributes:
        name: one of the names of `famous_games`.
    """

    name: str

    def game(self, number: int) -> Game:
        """The game, whose number is 0; a `GameFileError` for any other."""
        if not self.has_game(number):
            raise GameFileError(f"{self.name}: no game {number}: it is one game, number 0")
        return famous_game(self.name)

    def has_game(self, number: int) -> bool:
        """True for 0."""
        return number == 0

    def check(self) -> None:
        """Nothing: what ships with the package is sound."""

    def games(self, on_fault: FaultListener | None = None) -> Iterator[Game]:  # noqa: ARG002 (no game has a fault)
        """The one game."""
        yield famous_game(self.name)


#: Black, White, event, year, Black's discs as recorded and by perfect play, place, moves.
_Record = tuple[str, str, str, int, int, int, str, str]

_RECORDS: Final[dict[str, _Record]] = {
    "inoue-heiberg-1977": (
        "Inoue Hiroshi", "Heiberg Thomas", CHAMPIONSHIP, 1977, 34, 41, "WTH_1977.wtb game 0",
        "f5d6c3f3f4d3c4g6f6e6c5c6d7d8e7g5e3d2g4h3f7b5h5g3b4b6c8b8c7e8"
        "f8g8h4h6e2d1c1a3a6a5e1f2g7c2a4h8a2b7f1b3b1b2h7a7a8a1g1g2h2h1",
    ),
    "murakami-logistello-1997-1": (
        MURAKAMI, LOGISTELLO, MATCH, 1997, 16, 21, "WTH_1997.wtb game 1494",
        "f5d6c3d3c4f4c5b3c2b4e3e6b6c6e7f2e2f3g3g4f1d7d2f6h4c1g5d1a4a3"
        "f7a5b5g6d8c8c7e1b1h6h5h3g2h7g7g8b2b8a8a2b7h8e8h1h2g1f8a7a6a1",
    ),
    "murakami-logistello-1997-2": (
        MURAKAMI, LOGISTELLO, MATCH, 1997, 26, 30, "WTH_1997.wtb game 1495",
        "f5d6c3d3c4f4f6f3e6e7d7g6g5c5b6c6b5c7f8e8f7h6d2g4c8b3b4a5d8e2"
        "e3a4a6f2h3h5e1c1c2a7b7a8b8g8g7b1g1f1h4g3h7d1a1b2a2a3g2h8h2h1",
    ),
    "murakami-logistello-1997-3": (
        MURAKAMI, LOGISTELLO, MATCH, 1997, 26, 28, "WTH_1997.wtb game 1496",
        "f5d6c3d3c4f4f6f3e6e7d7g6d8c5c6c7c8f7g8b3e3d2c2b5b4a4e1e2a5d1"
        "c1a6b6a7a3a2f1f2h6b7g5h5h4g3b2a1b1g1g4e8f8h3h2g7h8h7g2h1b8a8",
    ),
    "murakami-logistello-1997-4": (
        LOGISTELLO, MURAKAMI, MATCH, 1997, 37, 36, "WTH_1997.wtb game 1497",
        "f5d6c4d3c3f4c5b3c2e6c6b4b5d2e3a6c1b6f3f6f7e1e2f1e7g3c7g4g5d1"
        "g1f2h3h4h5c8b1d7h2e8d8g6f8g8h6g7a2a3a4b7a8b8b2a1h8h1h7g2a5a7",
    ),
    "murakami-logistello-1997-5": (
        LOGISTELLO, MURAKAMI, MATCH, 1997, 55, 47, "WTH_1997.wtb game 1498",
        "f5f6e6f4e3c5c4e7c6e2f3g4g5d6e8h6c7d7f7d8f8g8g6h5g3d3d2h2c3d1"
        "f2g1c2g2h1g7c1b3f1e1c8b8b4b6b5a5a4a3a7b7h3h4a8a6h8b1h7b2a2a1",
    ),
    "murakami-logistello-1997-6": (
        LOGISTELLO, MURAKAMI, MATCH, 1997, 48, 35, "WTH_1997.wtb game 1499",
        "f5f6e6f4g5e7e3f3c5c4g3c6d6d7c7g4h5h3d3h4h2c3h6d2e8f8g6c8d8f2"
        "e2f1c1d1c2b3b6b4f7g7a4g8a3a6b7a5e1b1b5a2b8g2h8h7h1g1a1a7b2a8",
    ),
}  # fmt: skip
