"""Names of openings by position, so that every order of moves and every turned board finds its own.

A hundred names come with the package, in English and, where there is one, in Japanese. More
are read from files of these forms, which may be mixed:

* ``f5d6c3d3c4  Tiger``: moves, blanks, a name, as NBoard has them;
* columns divided by tabs, such as ``English``, ``f5d6c3d3c4``, ``tiger``, as Edax has them. A
  first line that names the columns (``moves``, ``name``, ``lang``, ``japanese``, ``source``)
  says which is which; without it they are moves and name, or language, moves and name;
* 64 squares and a name, as Egaroucid has them. Nobody passes in an opening: Black is to move
  if the number of discs is even.

Empty lines and those that begin with ``#``, ``%`` or ``//`` say nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, Self

from outflank.board.board import Board
from outflank.board.errors import OutflankError, quoted
from outflank.board.position import Position
from outflank.games.content import read_text
from outflank.games.errors import FaultListener, GameFileError, without_faults
from outflank.games.game import Game

#: What stands between two names of one opening.
ALIASES: Final = ", "

#: Where the names of the package itself stand.
OWN_TABLE: Final = "data/openings.tsv"

_COMMENT: Final = re.compile(r"\s*(?:#|%|//|\Z)")
_BOARD_LINE: Final = re.compile(r"([-.01xXoO*]{64})\s+(\S.*)")
_MOVES_LINE: Final = re.compile(r"((?:[a-hA-H][1-8]\s*)+(?<=\s))(\S.*)|(\S+)\s+(\S.*)")

#: Kana and Chinese characters.
_JAPANESE: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")

#: Columns divided by tabs where no line names them, by their number.
_USUAL_COLUMNS: Final = {2: ("moves", "name"), 3: ("lang", "moves", "name")}
_KNOWN_COLUMNS: Final = frozenset(("moves", "name", "lang", "japanese", "source"))


@dataclass(frozen=True)
class Opening:
    """A position that has a name.

    Attributes:
        name: what it is called; several names are divided by ``", "``. A name that is known
            in Japanese only stands here, too.
        japanese: what it is called in Japanese.
        moves: one way that leads there; empty where the source gives the position alone.
        position: the position itself, in its canonical form; found by the moves if there are any.
        language: of `name`, as its file says.
        source: whose name it is.

    Raises:
        OutflankError: the moves cannot be played from the start, or there are neither moves
            nor a position.
    """

    name: str
    japanese: str | None = None
    moves: str = ""
    position: Position = field(default_factory=Position.start)
    language: str | None = None
    source: str | None = None

    def __post_init__(self) -> None:
        position = self.position
        if self.moves:
            position = Board.from_transcript(self.moves).position
        elif position == Position.start():
            raise OutflankError(f"{quoted(self.name)}: an opening without moves and position")
        object.__setattr__(self, "position", position.canonical())

    @property
    def names(self) -> tuple[str, ...]:
        """Every name by itself, English and Japanese."""
        every = [*self.name.split(ALIASES), *(self.japanese or "").split(ALIASES)]
        return tuple(dict.fromkeys(filter(None, every)))

    def __str__(self) -> str:
        return self.name


class OpeningNames:
    """Openings, found by position; those of one position are one, with all their names.

    Args:
        openings: in any order.

    >>> len(opening_names())
    100
    """

    def __init__(self, openings: Iterable[Opening] = ()) -> None:
        self._at: dict[Position, Opening] = {}
        for opening in openings:
            known = self._at.get(opening.position)
            self._at[opening.position] = opening if known is None else _joined(known, opening)

    def __len__(self) -> int:
        return len(self._at)

    def __iter__(self) -> Iterator[Opening]:
        return iter(self._at.values())

    def adding(self, more: Iterable[Opening]) -> Self:
        """These openings and more; where both name a position, what `more` says counts.

        A Japanese name is kept where `more` has none, and the name in the other language
        where `more` has the Japanese one only.
        """
        both = type(self)()
        both._at = dict(self._at)
        for opening in type(self)(more):
            known = self._at.get(opening.position)
            both._at[opening.position] = opening if known is None else _renamed(known, opening)
        return both

    def at(self, position: Position) -> Opening | None:
        """The opening whose position this is, however the board is turned."""
        if position.empties not in self._empties:
            return None
        return self._at.get(position.canonical())

    def of(self, played: Game | Board) -> Opening | None:
        """The last named position on the way from the first to the last move."""
        found = None
        for position in _way(played, min(self._empties, default=64)):
            found = self.at(position) or found
        return found

    def called(self, name: str) -> list[Opening]:
        """The openings of that name in any case; if there are none, those whose name has it inside.

        >>> [str(opening) for opening in opening_names().called("tiger")]
        ['Tiger']
        """
        wanted = name.strip().casefold()
        if not wanted:
            return []
        exact = [one for one in self if wanted in map(str.casefold, one.names)]
        return exact or [one for one in self if any(wanted in n.casefold() for n in one.names)]

    @cached_property
    def _empties(self) -> frozenset[int]:
        """With how many empties there are named positions: others need not be looked up."""
        return frozenset(position.empties for position in self._at)


@cache
def opening_names() -> OpeningNames:
    """The names that come with the package."""
    text = files("outflank.games").joinpath(OWN_TABLE).read_text(encoding="utf-8")
    return OpeningNames(parse_openings(text, Path(OWN_TABLE).name))


def opening_of(played: Game | Board, names: OpeningNames | None = None) -> Opening | None:
    """The last named position on the way to the end of a game, or to a board.

    Args:
        played: what was played; a board without moves is a position.
        names: where to look; None for the names of the package.

    >>> opening_of(Board.from_transcript("f5d6c4d3c3")).name
    'Tiger'
    """
    return (opening_names() if names is None else names).of(played)


def read_openings(path: Path | str, on_fault: FaultListener | None = None) -> list[Opening]:
    """The names of a file, row by row; see the head of this module for its form.

    Args:
        path: of the file.
        on_fault: called with the error of a line that cannot be used, which is then left
            out; without it the error is raised.

    Raises:
        GameFileError: a line cannot be used, or there is no name at all.
        OSError: the file cannot be read.
    """
    return list(parse_openings(read_text(path), Path(path).name, on_fault))


def parse_openings(
    text: str, name: str, on_fault: FaultListener | None = None
) -> Iterator[Opening]:
    """As `read_openings`, from the text of a file and what errors call it."""
    emptiness = GameFileError(f"{name}: there is no name of an opening in it")
    return without_faults(_rows(text, name), on_fault, emptiness)


def _rows(text: str, name: str) -> Iterator[Opening | GameFileError]:
    columns: tuple[str, ...] | None = None
    for number, line in enumerate(text.splitlines(), 1):
        if _COMMENT.match(line):
            continue
        cells = [cell.strip() for cell in line.split("\t")]
        if {"moves", "name"} <= set(cells) <= _KNOWN_COLUMNS:
            columns = tuple(cells)
            continue
        try:
            yield _opening(line.strip(), cells, columns)
        except OutflankError as error:
            place = f"{name} line {number}"
            yield GameFileError(f"{place}: {error}", board=error.board, ply=error.ply)


def _opening(line: str, cells: list[str], columns: tuple[str, ...] | None) -> Opening:
    """What one line says."""
    if len(cells) > 1:
        return _of_columns(cells, columns or _USUAL_COLUMNS.get(len(cells), ()))
    if found := _BOARD_LINE.fullmatch(line):
        return _named(found[2], position=_position(found[1]))
    if found := _MOVES_LINE.fullmatch(line):
        moves, label = found[1] or found[3], found[2] or found[4]
        return _named(label, moves="".join(moves.lower().split()))
    raise OutflankError(f"{quoted(line)}: moves, or 64 squares, and a name are wanted")


def _of_columns(cells: list[str], columns: tuple[str, ...]) -> Opening:
    if len(cells) != len(columns):
        wanted = ", ".join(columns) or "moves and name"
        raise OutflankError(f"{len(cells)} columns where {wanted} are wanted")
    row = dict(zip(columns, cells, strict=True))
    return _named(
        row["name"],
        moves="".join(row["moves"].lower().split()),
        japanese=row.get("japanese") or None,
        language=row.get("lang") or None,
        source=row.get("source") or None,
    )


def _named(name: str, **facts: Any) -> Opening:
    """An opening whose name, if it is Japanese, is its Japanese name as well."""
    if not name:
        raise OutflankError("a name is missing")
    if _JAPANESE.search(name):
        facts["japanese"] = facts.get("japanese") or name
    return Opening(name, **facts)


def _position(squares: str) -> Position:
    discs = sum(square not in "-." for square in squares)
    return Position.from_text(f"{squares} {'X' if discs % 2 == 0 else 'O'}")


def _joined(first: Opening, second: Opening) -> Opening:
    """Two names of one position as one opening."""
    known = {name.casefold() for name in first.name.split(ALIASES)}
    new = [name for name in second.name.split(ALIASES) if name.casefold() not in known]
    return replace(
        first,
        name=ALIASES.join([first.name, *new]),
        japanese=first.japanese or second.japanese,
        moves=first.moves or second.moves,
    )


def _renamed(known: Opening, new: Opening) -> Opening:
    """An opening as it is called from now on."""
    is_japanese = new.name == new.japanese
    return replace(
        new,
        name=known.name if is_japanese else new.name,
        japanese=new.japanese or known.japanese,
        moves=new.moves or known.moves,
    )


def _way(played: Game | Board, fewest: int) -> Iterator[Position]:
    """The positions from the first move on, as long as so many squares are empty."""
    position = played.root().position
    yield position
    for move in played.moves:
        position = position.play_unchecked(move)
        if position.empties < fewest:
            return
        yield position
