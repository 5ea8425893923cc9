"""WTHOR, the game base of the French Othello Federation: .wtb games with .JOU and .TRN names.

All three kinds of file are little-endian and begin with the same 16 bytes:

====== ===== ==========================================================================
offset type  meaning
====== ===== ==========================================================================
0      4 u8  date of creation: century, year of the century, month, day
4      u32   number of games (.wtb)
8      u16   number of names (.JOU, .TRN)
10     u16   year of the games (.wtb)
12     u8    side of the board: 0 and 8 both mean 8
13     u8    1 in a file of solitaires, 0 else
14     u8    empties from which the theoretical result is computed; 0 means 22
15     u8    reserved
====== ===== ==========================================================================

Games are counted from 0, as the base itself counts players and tournaments.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from outflank.board.errors import OutflankError
from outflank.board.score import MOST_DISCS
from outflank.board.square import Move
from outflank.games.errors import FaultListener, GameFileError, GameWarning
from outflank.games.game import Game

HEADER: Final = np.dtype(
    [
        ("created", "u1", 4),
        ("games", "<u4"),
        ("names", "<u2"),
        ("year", "<u2"),
        ("side", "u1"),
        ("solitaire", "u1"),
        ("depth", "u1"),
        ("reserved", "u1"),
    ]
)
RECORD: Final = np.dtype(
    [
        ("tournament", "<u2"),
        ("black", "<u2"),
        ("white", "<u2"),
        ("black_discs", "u1"),
        ("theoretical", "u1"),
        ("moves", "u1", 60),
    ]
)
PLAYER_NAME: Final = np.dtype("S20")
TOURNAMENT_NAME: Final = np.dtype("S26")

#: Squares of a side of the board.
SIDE: Final = 8

#: What the depth byte 0 means.
DEFAULT_DEPTH: Final = 22

#: No game begins with more empties.
MOST_EMPTIES: Final = 60

#: In a file of more games than this the kernels replay them: loading them pays off.
MANY: Final = 500

#: So many records are replayed together, so that the first games come at once.
CHUNK: Final = 1024

BLANK: Final = ord(" ")

#: The name of the player whom the base does not know.
UNKNOWN: Final = "???"


@dataclass(frozen=True)
class WthorFile:
    """A .wtb file: its records as an array, and games made from them on demand.

    Attributes:
        name: what errors and `Game.source` call the file.
        year: year of the games.
        exact_from: empties from which `Game.theoretical` is perfect play; None if the
            header gives what cannot be.
        announced: number of games that the header gives.
        spare_bytes: bytes after the last whole record; 0 in a sound file.
        records: one row of `RECORD` for each whole record, read-only.
        players: names by index; empty where there is no .JOU file.
        tournaments: names by index; empty where there is no .TRN file.
        created: date of creation as the header has it: century, year of it, month, day.
        side: the byte for the side of the board, 0 or 8.
        depth: the byte for `exact_from`; 0 means 22.
    """

    name: str
    year: int
    exact_from: int | None
    announced: int
    spare_bytes: int
    records: NDArray[np.void]
    players: tuple[str, ...] = ()
    tournaments: tuple[str, ...] = ()
    created: tuple[int, ...] = ()
    side: int = SIDE
    depth: int = 0

    def __len__(self) -> int:
        return len(self.records)

    def game(self, number: int) -> Game:
        """Game `number`, counted from 0, its implied passes put in.

        Raises:
            GameFileError: there is no such game, or its moves break the rules.
        """
        if not self.has_game(number):
            held = f"games 0 to {len(self) - 1}" if len(self) else "no games"
            fault = f"; {self.fault_of_length}" if self.fault_of_length else ""
            raise GameFileError(f"{self.name}: no game {number}: the file holds {held}{fault}")
        facts = self._facts(number)
        codes = self.records[number]["moves"].tobytes().rstrip(b"\0")
        readable = list(takewhile(_is_square, codes))
        try:
            game = Game(moves=tuple(map(_move, readable)), **facts)
        except OutflankError as error:
            raise _fault_of_game(error, facts) from None
        if len(readable) < len(codes):
            raise _fault_of_code(codes[len(readable)], game)
        return game

    def games(self, on_fault: FaultListener | None = None) -> Iterator[Game]:
        """Every game in turn; then, where the file is damaged, the error that says so.

        Args:
            on_fault: called with the error of a game that breaks the rules, which is
                then left out; without it the error is raised.

        Raises:
            GameFileError: a game breaks the rules; or, after the last whole game, the
                file is truncated or its header gives another number of games.
        """
        for number, moves in enumerate(self._replayed()):
            try:
                # The plain rules find the place of a fault.
                game = self.game(number) if moves is None else self._legal_game(number, moves)
            except GameFileError as error:
                if on_fault is None:
                    raise
                on_fault(error)
            else:
                yield game
        self.check()

    def has_game(self, number: int) -> bool:
        """True if there is a game of this number, whatever its moves."""
        return 0 <= number < len(self)

    def check(self) -> None:
        """Compare the length of the file with the number of games in its header.

        Raises:
            GameFileError: they disagree; the message says how many games are whole.
        """
        if fault := self.fault_of_length:
            raise GameFileError(f"{self.name}: {fault}")

    @cached_property
    def fault_of_length(self) -> str:
        """How the length of the file disagrees with its header; empty if it does not."""
        if len(self) < self.announced:
            return (
                f"truncated: the header announces {self.announced} games, "
                f"the file breaks off after {len(self)}"
            )
        if len(self) > self.announced or self.spare_bytes:
            extra = (len(self) - self.announced) * RECORD.itemsize + self.spare_bytes
            return (
                f"the header announces {self.announced} games, but {extra} bytes "
                f"follow them; {len(self)} whole games were read"
            )
        return ""

    def _facts(self, number: int) -> dict[str, Any]:
        """What the record says beside the moves."""
        record = self.records[number]
        return {
            "black": self._player(record["black"]),
            "white": self._player(record["white"]),
            "event": _name(self.tournaments, record["tournament"]),
            "year": self.year or None,
            "black_discs": _discs(record["black_discs"]),
            "theoretical": _discs(record["theoretical"]),
            "exact_from": self.exact_from,
            "source": f"{self.name} game {number}",
        }

    def _legal_game(self, number: int, moves: tuple[Move, ...]) -> Game:
        return Game.of_legal_moves(moves, **self._facts(number))

    def _replayed(self) -> Iterator[tuple[Move, ...] | None]:
        """The moves of each game, passes included; None where a kernel did not judge them legal."""
        if len(self) <= MANY:
            yield from [None] * len(self)
            return
        from outflank.core.transcripts import read_all

        for start in range(0, len(self), CHUNK):
            codes = self.records["moves"][start : start + CHUNK]
            texts, readable = _as_texts(codes)
            moves, lengths, valid = read_all(texts)
            rows = zip(moves.tolist(), lengths.tolist(), (valid & readable).tolist(), strict=True)
            for row, length, legal in rows:
                yield tuple(map(_MOVES.__getitem__, row[:length])) if legal else None

    def _player(self, index: int) -> str | None:
        name = _name(self.players, index)
        return None if name == UNKNOWN else name


def open_wthor(path: Path | str) -> WthorFile:
    """Read a .wtb file and, where they lie beside it, the names (.JOU, .TRN, any case).

    The games themselves are made, and their moves checked, when they are asked for.

    Raises:
        GameFileError: the file is no WTHOR file of games on the 8x8 board.
        OSError: the file cannot be read.
    """
    path = Path(path)
    return parse_wthor(path.read_bytes(), path.name, *names_beside(path.parent))


def parse_wthor(
    content: bytes, name: str, players: tuple[str, ...] = (), tournaments: tuple[str, ...] = ()
) -> WthorFile:
    """A .wtb file from its bytes; see `open_wthor`.

    Numbers that cannot be are left out, with a `GameWarning` for the whole file.
    """
    header = _header(content, name)
    body = len(content) - HEADER.itemsize
    records = np.frombuffer(content, RECORD, body // RECORD.itemsize, HEADER.itemsize)
    _warn_of_impossible_discs(records, name)
    return WthorFile(
        name=name,
        year=int(header["year"]),
        exact_from=_depth(int(header["depth"]), name),
        announced=int(header["games"]),
        spare_bytes=body % RECORD.itemsize,
        records=records,
        players=players,
        tournaments=tournaments,
        created=tuple(int(part) for part in header["created"]),
        side=int(header["side"]),
        depth=int(header["depth"]),
    )


def looks_like_wthor(content: bytes) -> bool:
    """True if the first bytes can be a WTHOR header: a sensible date and board size."""
    if len(content) < HEADER.itemsize:
        return False
    header = np.frombuffer(content, HEADER, 1)[0]
    century, _, month, day = (int(part) for part in header["created"])
    return century in (19, 20) and 1 <= month <= 12 and 1 <= day <= 31 and header["side"] <= 10


def _header(content: bytes, name: str) -> np.void:
    if len(content) < HEADER.itemsize:
        raise GameFileError(
            f"{name}: {len(content)} bytes are no WTHOR file: its header alone has "
            f"{HEADER.itemsize}; 0 games were read"
        )
    header: np.void = np.frombuffer(content, HEADER, 1)[0]
    if header["side"] == 10:
        raise GameFileError(f"{name}: WTHOR games on the 10x10 board are not supported")
    if header["side"] not in (0, 8):
        raise GameFileError(f"{name}: no WTHOR file: board size {header['side']}")
    if header["solitaire"]:
        raise GameFileError(f"{name}: a WTHOR file of solitaires holds positions, not games")
    if header["names"] and not header["games"]:
        raise GameFileError(f"{name}: a WTHOR file of names (.JOU or .TRN) holds no games")
    return header


def _depth(byte: int, name: str) -> int | None:
    """Empties from which the theoretical results are perfect play; None for what cannot be."""
    if byte <= MOST_EMPTIES:
        return byte or DEFAULT_DEPTH
    _warn(f"{name}: theoretical results from {byte} empties cannot be; the number is left out")
    return None


def _warn_of_impossible_discs(records: NDArray[np.void], name: str) -> None:
    for field, what in (("black_discs", "a result"), ("theoretical", "a theoretical result")):
        wrong = np.flatnonzero(records[field] > MOST_DISCS)
        if wrong.size:
            _warn(
                f"{name}: {what} of more than {MOST_DISCS} discs in {wrong.size} of "
                f"{len(records)} games, first in game {wrong[0]}; such numbers are left out"
            )


def _discs(byte: np.uint8) -> int | None:
    return int(byte) if byte <= MOST_DISCS else None


def _warn(message: str) -> None:
    warnings.warn(message, GameWarning, stacklevel=4)


def _as_texts(codes: NDArray[np.uint8]) -> tuple[list[str], NDArray[np.bool_]]:
    """Each row of codes as a transcript, and whether every code before its end is a square."""
    column, row = codes % 10, codes // 10
    squares = (column >= 1) & (column <= 8) & (row >= 1) & (row <= 8)
    ended = np.logical_and.accumulate((codes == 0)[:, ::-1], axis=1)[:, ::-1]
    texts = np.full((*codes.shape, 2), BLANK, np.uint8)
    texts[squares, 0] = ord("a") - 1 + column[squares]
    texts[squares, 1] = ord("0") + row[squares]
    width = 2 * codes.shape[1]
    joined = texts.tobytes().decode("ascii")
    rows = [joined[start : start + width] for start in range(0, len(joined), width)]
    readable: NDArray[np.bool_] = np.all(squares | ended, axis=1)
    return rows, readable


#: Every move by its number, made once.
_MOVES: Final = tuple(map(Move, range(65)))


def _is_square(code: int) -> bool:
    row, column = divmod(code, 10)
    return 1 <= row <= 8 and 1 <= column <= 8


def _move(code: int) -> Move:
    """The move of one byte: 10 * row + column, both counted from 1."""
    row, column = divmod(code, 10)
    return _MOVES[8 * (row - 1) + column - 1]


def _fault_of_game(error: OutflankError, facts: dict[str, Any]) -> GameFileError:
    """The error of one game, placed in its file, with the game up to the fault."""
    hint = (
        "; maybe an XOT game whose list begins after its 8 opening moves" if error.ply == 1 else ""
    )
    partial = Game(moves=error.board.moves, **facts) if error.board else None
    return GameFileError(
        f"{facts['source']}: {error}{hint}", board=error.board, ply=error.ply, partial=partial
    )


def _fault_of_code(code: int, game: Game) -> GameFileError:
    """The error of a byte that is no square, with the game up to it."""
    board = game.board()
    ply = board.ply + 1
    return GameFileError(
        f"{game.source}: ply {ply}: byte {code} is no square", board=board, ply=ply, partial=game
    )


def _name(names: tuple[str, ...], index: int) -> str | None:
    return names[index] if index < len(names) else None


def names_beside(folder: Path | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of players and of tournaments that lie in a folder; empty where none do."""
    return (
        _names_in(folder, ".jou", PLAYER_NAME),
        _names_in(folder, ".trn", TOURNAMENT_NAME),
    )


def _names_in(folder: Path | None, suffix: str, layout: np.dtype[np.bytes_]) -> tuple[str, ...]:
    """The names in the first regular file with the suffix, in any case: no game needs them."""
    if folder is None:
        return ()
    try:
        beside = sorted(
            file for file in folder.iterdir() if file.suffix.lower() == suffix and file.is_file()
        )
        return read_names(beside[0], layout) if beside else ()
    except (OSError, GameFileError) as error:
        _warn(f"{error}; names are left out")
        return ()


def read_names(path: Path, layout: np.dtype[np.bytes_]) -> tuple[str, ...]:
    """The names of a .JOU (`PLAYER_NAME`) or .TRN file (`TOURNAMENT_NAME`), by index.

    Raises:
        GameFileError: the length of the file is not that of the names it announces.
        OSError: the file cannot be read.
    """
    content = path.read_bytes()
    if len(content) < HEADER.itemsize:
        raise GameFileError(f"{path.name}: {len(content)} bytes are no WTHOR file of names")
    announced = int(np.frombuffer(content, HEADER, 1)[0]["names"])
    if len(content) != HEADER.itemsize + announced * layout.itemsize:
        raise GameFileError(
            f"{path.name}: the length is not that of the {announced} names announced"
        )
    names = np.frombuffer(content, layout, announced, HEADER.itemsize)
    return tuple(name.split(b"\0")[0].decode("latin-1") for name in names.tolist())
