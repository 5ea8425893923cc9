"""A text of GGF: games one after the other, perhaps with their number before them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from outflank.games.errors import GameFileError
from outflank.games.game import Game
from outflank.games.ggf import read_ggf
from outflank.games.textfile import TextFile

#: Where a game begins: a number before it announces so many, such as the two of a
#: synchronous pair.
_BEGINNING: Final = re.compile(r"(?:(?<!\S)([0-9]{1,9})\s+)?\(;")
_END: Final = re.compile(rf"[\r\n]|{_BEGINNING.pattern}")
_PROPERTIES: Final = re.compile(r"(?:\s*[A-Z]+\s*\[[^\[\]]*\])*+\s*;?\s*\)?")

#: How the type of a synchronous game begins.
_SYNCHRONOUS: Final = "s"


class _Place(NamedTuple):
    """A piece of the text that should be a game.

    Attributes:
        line: its number.
        text: the game, without the number before it.
        announced: that number; None if there is none.
    """

    line: int
    text: str
    announced: int | None


@dataclass(frozen=True)
class GgfFile(TextFile):
    """The text of a file of GGF."""

    def read(self) -> Iterator[Game | GameFileError]:
        """One game, or the error that stands in its place, after the other."""
        owed, line = 0, 1
        for place in self._places():
            if place.announced is not None:
                if owed:
                    yield self._short(line, owed)
                owed, line = place.announced, place.line
            try:
                yield read_ggf(place.text, self.name, place.line)
            except GameFileError as error:
                yield error
            owed = max(owed - 1, 0)
        if owed:
            yield self._short(line, owed)

    def _short(self, line: int, owed: int) -> GameFileError:
        games = "1 game is" if owed == 1 else f"{owed} games are"
        return GameFileError(f"{self.name} line {line}: {games} missing of those announced")

    def _places(self) -> Iterator[_Place]:
        """Every game, and whatever stands between two of them, which is none."""
        text, at, line = self.text.removeprefix("\ufeff"), 0, 1
        while True:
            found = _BEGINNING.search(text, at)
            between = text[at : found.start() if found else len(text)]
            if between.strip():
                blank = len(between) - len(between.lstrip())
                yield _Place(line + between.count("\n", 0, blank), between.strip(), None)
            if not found:
                return
            line += text.count("\n", at, found.end())
            at = game_end(text, found.end())
            begun = found.end() - len("(;")
            yield _Place(line, text[begun:at], int(found[1]) if found[1] else None)
            line += text.count("\n", found.end(), at)


def game_end(text: str, at: int) -> int:
    """Where the game ends whose first property may stand there; a broken one with its line."""
    found = _PROPERTIES.match(text, at)
    end = found.end() if found else at
    if text[at:end].endswith(")"):
        return end
    following = _END.search(text, end)
    return following.start() if following else len(text)


def written_lines(written: Iterable[tuple[Game, str]]) -> Iterator[str]:
    """Games, each with its GGF, as lines; the two of a synchronous pair stand on one, numbered."""
    held: tuple[Game, str] | None = None
    for game, text in written:
        if held is not None and _is_pair(held[0], game):
            yield f"2 {held[1]}{text}"
            held = None
            continue
        if held is not None:
            yield held[1]
        held = game, text
    if held is not None:
        yield held[1]


def _is_pair(first: Game, second: Game) -> bool:
    """True for two games from one start with the players on the other sides."""
    types = (game.others.get("TY", "").startswith(_SYNCHRONOUS) for game in (first, second))
    swapped = (first.black, first.white) == (second.white, second.black)
    return all(types) and swapped and first.root() == second.root()
