"""Many positions as arrays, with where each was read: from lines, boards, problems and games.

What a file holds is found out by its content. Games give the positions on the way in which
the side to move has a move; lines that are positions give themselves. A text in which no
line is a position is read as games.
"""

from __future__ import annotations

import io
import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from outflank.board.color import BLACK
from outflank.board.position import Position
from outflank.games import (
    Game,
    GameFileError,
    Problem,
    parse_problems,
    read_stream,
)
from outflank.games.content import MOST_BYTES, is_binary, open_for_reading, read_at_most
from outflank.games.encodings import decode
from outflank.games.problems import has_positions
from outflank.games.reader import games_in_text
from outflank.games.tables import is_table

#: How many empties a position may have, the fewest and the most.
Range = tuple[int, int]

OnFault = Callable[[GameFileError | OSError], None]

#: A ply that is not known.
NO_PLY: Final = -1

#: A file that holds nothing but lines such as we write them: 64 squares, a blank, a side.
_PLAIN_LINE: Final = 67
_PLAIN: Final = re.compile(rb"(?:[-XO]{64} [XO]\n)+")
_SIDE_AT: Final = 65

#: How games begin that mark themselves: a bracket of any kind.
_TAGS: Final = re.compile(r"\ufeff?\s*(?:\d+\s*)?[(\[{]")

#: With what `Game.source` ends after the name of the file: the number of the game or its line.
_NUMBER: Final = re.compile(r"\d+\Z")


class Content(NamedTuple):
    """A file, or what stands for one.

    Attributes:
        name: what rows and errors call it; text that can be written anywhere.
        content: its bytes.
        folder: where it lies; None if nowhere.
    """

    name: str
    content: bytes
    folder: Path | None = None


@dataclass(frozen=True, slots=True)
class Positions:
    """Positions in order, one a row, each seen by its side to move.

    Attributes:
        players: masks of the sides to move.
        opponents: masks of the others.
        black: whether Black is to move.
        names: of the files.
        files: number of the file of each, in `names`.
        places: number of its line, from 1, or of its game, as the format counts.
        plies: number of the disc that is placed next, 1 to 60; NO_PLY outside of games.
    """

    players: NDArray[np.uint64]
    opponents: NDArray[np.uint64]
    black: NDArray[np.bool_]
    names: tuple[str, ...]
    files: NDArray[np.int32]
    places: NDArray[np.int64]
    plies: NDArray[np.int8]

    def __len__(self) -> int:
        return len(self.players)

    @property
    def empties(self) -> NDArray[np.int64]:
        """Empty squares of each."""
        empties: NDArray[np.int64] = np.bitwise_count(~(self.players | self.opponents)).astype(
            np.int64
        )
        return empties

    def texts(self, rows: slice) -> list[str]:
        """64 squares and the side of each."""
        players, opponents, black = self.players[rows], self.opponents[rows], self.black[rows]
        blacks, whites = (
            _squares(np.where(black, players, opponents)),
            _squares(np.where(black, opponents, players)),
        )
        letters = np.full(blacks.shape, ord("-"), np.uint8)
        letters[blacks], letters[whites] = ord("X"), ord("O")
        boards = np.ascontiguousarray(letters).view("S64").ravel().tolist()
        sides = np.where(black, "X", "O").tolist()
        return [f"{board.decode()} {side}" for board, side in zip(boards, sides, strict=True)]


def _squares(masks: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Whether each square of each mask is set, of shape (masks, 64)."""
    octets = np.ascontiguousarray(masks, "<u8").view(np.uint8).reshape(-1, 8)
    return np.unpackbits(octets, axis=1, bitorder="little").astype(bool)


def _masks(squares: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """What `_squares` was made of."""
    octets = np.packbits(squares, axis=1, bitorder="little")
    return np.ascontiguousarray(octets).view("<u8").ravel().astype(np.uint64)


def read_file(path: Path) -> Content:
    """A file, for `read_positions`; bytes of its name that are no text become U+FFFD.

    Raises:
        GameFileError: it is too long, or a named pipe.
        OSError: it cannot be read.
    """
    name = os.fsencode(path.name).decode(errors="replace")
    with open_for_reading(path) as stream:
        return Content(name, read_at_most(MOST_BYTES, stream, name), path.parent)


def read_positions(
    contents: Iterable[Content], empties: Range | None, on_fault: OnFault
) -> Positions:
    """All positions of files, in their order.

    Args:
        contents: the files.
        empties: only positions with so many, both included; None: all.
        on_fault: told what is wrong with a file, a line or a game, which is left out.
    """
    parts, names = [], []
    for number, content in enumerate(contents):
        names.append(content.name)
        part = _plain(content.content, number)
        if part is None:
            part = _collected(_rows(content, on_fault), number)
        parts.append(part)
    found = _joined(parts, tuple(names))
    return found if empties is None else _only(found, empties)


class _Part(NamedTuple):
    """Positions of one file: the columns of `Positions`, without the names."""

    players: NDArray[np.uint64]
    opponents: NDArray[np.uint64]
    black: NDArray[np.bool_]
    files: NDArray[np.int32]
    places: NDArray[np.int64]
    plies: NDArray[np.int8]


class _Row(NamedTuple):
    position: Position
    black: bool
    place: int
    ply: int = NO_PLY


def _plain(content: bytes, file: int) -> _Part | None:
    """The positions of a file of plain lines, all at once; None if it is another."""
    if len(content) % _PLAIN_LINE or not _PLAIN.fullmatch(content):
        return None
    letters = np.frombuffer(content, np.uint8).reshape(-1, _PLAIN_LINE)
    black = letters[:, _SIDE_AT] == ord("X")
    blacks, whites = (_masks(letters[:, :64] == ord(side)) for side in "XO")
    rows = len(letters)
    return _Part(
        np.where(black, blacks, whites),
        np.where(black, whites, blacks),
        black,
        np.full(rows, file, np.int32),
        np.arange(1, rows + 1),
        np.full(rows, NO_PLY, np.int8),
    )


def _collected(rows: Iterable[_Row], file: int) -> _Part:
    found = list(rows)
    return _Part(
        np.array([row.position.player for row in found], np.uint64),
        np.array([row.position.opponent for row in found], np.uint64),
        np.array([row.black for row in found], np.bool_),
        np.full(len(found), file, np.int32),
        np.array([row.place for row in found], np.int64),
        np.array([row.ply for row in found], np.int8),
    )


def _joined(parts: Sequence[_Part], names: tuple[str, ...]) -> Positions:
    empty = _collected((), 0)
    columns = [np.concatenate(column) for column in zip(empty, *parts, strict=True)]
    players, opponents, black, files, places, plies = columns
    return Positions(players, opponents, black, names, files, places, plies)


def _only(found: Positions, empties: Range) -> Positions:
    """The positions with so many empties."""
    chosen = (found.empties >= empties[0]) & (found.empties <= empties[1])
    return Positions(
        found.players[chosen],
        found.opponents[chosen],
        found.black[chosen],
        found.names,
        found.files[chosen],
        found.places[chosen],
        found.plies[chosen],
    )


def _rows(content: Content, on_fault: OnFault) -> Iterator[_Row]:
    """The positions of a file, one after the other; what is wrong with it is told."""
    text = "" if is_binary(content.content) else decode(content.content, content.name)
    try:
        if not is_table(text) and not _TAGS.match(text) and has_positions(text):
            yield from _of_problems(text, content.name, on_fault)
        else:
            for game in _games(content, text, on_fault):
                yield from _of_game(game, content.name)
    except (GameFileError, OSError) as error:
        on_fault(error)


def _of_problems(text: str, name: str, on_fault: OnFault) -> Iterator[_Row]:
    kept: list[Problem] = []

    def keep_position(fault: GameFileError) -> None:
        on_fault(fault)
        if fault.problem is not None:  # only what the line says is known is wrong
            kept.append(fault.problem)

    for problem in parse_problems(text, name, keep_position):
        kept.append(problem)
        yield from map(_of_problem, kept)
        kept.clear()
    yield from map(_of_problem, kept)


def _of_problem(problem: Problem) -> _Row:
    return _Row(problem.position, problem.turn is BLACK, problem.line)


def _games(content: Content, text: str, on_fault: OnFault) -> Iterator[Game]:
    """The games of a file; `text` is its content, empty if that is binary."""
    if text:
        return games_in_text(text, content.name).games(on_fault)
    stream = io.BytesIO(content.content)
    return read_stream(stream, content.name, content.folder).games(on_fault)


def _of_game(game: Game, name: str) -> Iterator[_Row]:
    """The positions of a game of a file in which the side to move has a move."""
    place = _NUMBER.search((game.source or "").removeprefix(name))
    number = int(place[0]) if place else 1
    position, black, ply = game.start, game.first is BLACK, 1
    for move in (*game.moves, None):
        if position.legal_mask:
            yield _Row(position, black, number, ply)
        if move is not None:
            position, black = position.play_unchecked(move), not black
            ply += not move.is_pass
