"""WTHOR as it is written: .wtb games with the .JOU and .TRN names that they point to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Final

import numpy as np

from outflank.board.board import Board
from outflank.board.errors import OutflankError, quoted
from outflank.board.score import MOST_DISCS
from outflank.board.square import Move
from outflank.games.errors import FaultListener, GameFileError
from outflank.games.game import Game
from outflank.games.numbers import MOST_YEAR
from outflank.games.target import regular_target, write_target
from outflank.games.wthor import (
    HEADER,
    MOST_EMPTIES,
    PLAYER_NAME,
    RECORD,
    SIDE,
    TOURNAMENT_NAME,
    UNKNOWN,
    names_beside,
)

#: What the base calls games without a tournament.
NO_TOURNAMENT: Final = "Diverses parties"

#: Names that a table can hold.
_MOST_NAMES: Final = 0xFFFF

#: With one empty square every move is forced: that the result is perfect play from there is
#: true of every game that was played out.
FORCED: Final = 1


@dataclass
class NameTable:
    """The names of a .JOU or .TRN file, which grows; each has its number.

    Attributes:
        layout: of one name.
        names: by number; the first stands for who is not known.
    """

    layout: np.dtype[np.bytes_]
    names: list[str]
    numbers: dict[str, int] = field(init=False)

    def __post_init__(self) -> None:
        self.numbers = {}
        for number, name in enumerate(self.names):
            self.numbers.setdefault(name, number)

    def number(self, name: str | None) -> int:
        """The number of a name, a new one if need be; 0 for None.

        Raises:
            OutflankError: the table is full, or cannot hold the name.
        """
        if name is None:
            return 0
        if name not in self.numbers:
            longest = self.layout.itemsize - 1
            try:
                encoded = name.encode("latin-1")
            except UnicodeEncodeError:
                raise OutflankError(f"{quoted(name)} has characters beyond Latin-1") from None
            if len(encoded) > longest or not name or "\0" in name:
                raise OutflankError(f"{quoted(name)}: WTHOR has 1 to {longest} characters for it")
            if len(self.names) > _MOST_NAMES - 1:
                raise OutflankError(f"{quoted(name)}: the table of names is full")
            self.numbers[name] = len(self.names)
            self.names.append(name)
        return self.numbers[name]

    def to_bytes(self, created: Sequence[int]) -> bytes:
        """The whole file, with its date of creation as a header has it."""
        header = np.zeros(1, HEADER)
        header["created"], header["names"] = created, len(self.names)
        names = np.array([name.encode("latin-1") for name in self.names], self.layout)
        return header.tobytes() + names.tobytes()


class WthorWriter:
    """Takes games one by one and makes a .wtb file of them.

    Args:
        players: names that have their numbers already; none for a new table.
        tournaments: likewise.
        created: date of creation as a header has it; None for today.
        side: the byte for the side of the board.
        depth: the byte for the empties from which theoretical results hold; None for what
            the games say, or 1 if they say nothing: then that result is the one played.
    """

    def __init__(
        self,
        players: Sequence[str] = (),
        tournaments: Sequence[str] = (),
        created: Sequence[int] | None = None,
        side: int = SIDE,
        depth: int | None = None,
    ) -> None:
        self.players = NameTable(PLAYER_NAME, list(players) or [UNKNOWN])
        self.tournaments = NameTable(TOURNAMENT_NAME, list(tournaments) or [NO_TOURNAMENT])
        self.created = tuple(created or _today())
        self._side = side
        self._depth = depth
        self._claims: tuple[int | None, int] | None = None
        self._records = bytearray()

    def add(self, game: Game) -> None:
        """Add a game.

        Raises:
            OutflankError: WTHOR cannot hold it: it has its own start, no result, a year or a
                depth of its theoretical result other than those of the games before it, or
                a name that is too long.
        """
        if game.root() != Board():
            raise OutflankError("WTHOR holds games from the usual start only")
        record, discs = np.zeros(1, RECORD), _discs(game)
        theoretical, claims = self._theory(game, discs)
        record["black_discs"], record["theoretical"] = discs, theoretical
        codes = [10 * (move.square.row + 1) + move.square.file + 1 for move in _placed(game)]
        record["moves"][0, : len(codes)] = codes
        record["black"] = self.players.number(game.black)
        record["white"] = self.players.number(game.white)
        record["tournament"] = self.tournaments.number(game.event)
        self._claims = claims
        self._records += record.tobytes()

    def _theory(self, game: Game, discs: int) -> tuple[int, tuple[int | None, int]]:
        """The theoretical result, and what all games of a file have in common."""
        depth, result = game.exact_from, game.theoretical
        if result is None:
            depth, result = FORCED, discs
        for what, number, most in (
            ("a result", discs, MOST_DISCS),
            ("a theoretical result", result, MOST_DISCS),
            ("a year", game.year or 0, MOST_YEAR),
        ):
            if not 0 <= number <= most:
                raise OutflankError(f"{what} of {number}: WTHOR has 0 to {most}")
        if depth is None or not 0 < depth <= MOST_EMPTIES:
            raise OutflankError("it has a theoretical result, but not from which depth on")
        claims = (game.year, depth)
        if self._claims is not None and claims != self._claims:
            raise OutflankError(
                f"a WTHOR file is of one year ({self._claims[0]}) and has one depth of "
                f"theoretical results ({self._claims[1]}); this game has {game.year} and {depth}"
            )
        return result, claims

    def to_bytes(self) -> bytes:
        """The .wtb file."""
        year, depth = self._claims or (None, FORCED)
        header = np.zeros(1, HEADER)
        header["created"], header["side"] = self.created, self._side
        header["games"] = len(self._records) // RECORD.itemsize
        header["year"], header["depth"] = year or 0, depth if self._depth is None else self._depth
        return header.tobytes() + bytes(self._records)


def write_wthor(
    games: Iterable[Game], path: Path | str, on_fault: FaultListener | None = None
) -> int:
    """Write a .wtb file, and beside it the names of players and tournaments.

    Where a .JOU and a .TRN file lie beside it, their numbers are used; they are never changed.
    Without them ``NAME.JOU`` and ``NAME.TRN`` are written. Times, evaluations, comments and
    variations have no place in WTHOR.

    Args:
        games: all of one year.
        path: the .wtb file.
        on_fault: called with the error of a game that WTHOR cannot hold, which is then left
            out; without it the error is raised.

    Returns:
        How many games were written.

    Raises:
        GameFileError: WTHOR cannot hold a game; or the tables beside lack a name.
        OSError: a file cannot be written.
    """
    path = Path(path)
    known = names_beside(path.parent)
    writer, count = WthorWriter(*known), 0
    for number, game in enumerate(games):
        try:
            writer.add(game)
            count += 1
        except OutflankError as error:
            fault = GameFileError(f"{game.source or f'game {number}'}: {error}", partial=game)
            if on_fault is None:
                raise fault from None
            on_fault(fault)
    tables = ((writer.players, known[0], ".JOU"), (writer.tournaments, known[1], ".TRN"))
    for table, names, suffix in tables:
        if names and len(table.names) > len(names):
            raise GameFileError(
                f"{path.name}: the {suffix} file beside it lacks {quoted(table.names[len(names)])} "
                f"({len(table.names) - len(names)} names in all): write into another folder"
            )
    for table, names, suffix in tables:
        if not names:
            write_target(regular_target(path.with_suffix(suffix)), table.to_bytes(writer.created))
    write_target(regular_target(path), writer.to_bytes())
    return count


def _today() -> tuple[int, int, int, int]:
    today = date.today()
    return (*divmod(today.year, 100), today.month, today.day)


def _placed(game: Game) -> list[Move]:
    return [move for move in game.moves if not move.is_pass]


def _discs(game: Game) -> int:
    """Black's final discs: as recorded, or by the moves, or by the result without its komi."""
    if (discs := game.final_discs) is not None:
        return discs
    if game.result is not None:
        difference = round(game.result + (game.komi or 0.0))
        if difference % 2 == 0 and abs(difference) <= MOST_DISCS:
            return (difference + MOST_DISCS) // 2
    raise OutflankError("its result is not known: WTHOR has no word for that")
