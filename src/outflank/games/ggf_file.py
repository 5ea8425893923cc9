"""A text of GGF: one game a line, or several where their number stands before them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from outflank.games.errors import FaultListener, GameFileError, without_faults
from outflank.games.game import Game
from outflank.games.ggf import read_ggf

#: A line of several games, such as the two of a synchronous pair: their number, and each of them.
_COUNT: Final = re.compile(r"\d+\s+(?=\(;)")
_GAME: Final = re.compile(r".*?(?:;\)|$)")


@dataclass(frozen=True)
class GgfFile:
    """The text of a file of GGF; games are read from it on demand.

    Attributes:
        name: what errors and `Game.source` call the file.
        text: its content.
    """

    name: str
    text: str

    def game(self, number: int) -> Game:
        """Game `number`, counted from 0.

        Raises:
            GameFileError: there is no such game, or it cannot be read.
        """
        found = next(islice(self._read(), number, None), None) if number >= 0 else None
        if found is None:
            last = sum(1 for _ in self._read()) - 1
            raise GameFileError(f"{self.name}: no game {number}: the text holds games 0 to {last}")
        if isinstance(found, GameFileError):
            raise found
        return found

    def has_game(self, number: int) -> bool:
        """True if there is a game of this number, whole or with a fault."""
        return number >= 0 and any(True for _ in islice(self._places(), number, number + 1))

    def check(self) -> None:
        """Nothing: a text has no header that could disagree with its games."""

    def games(self, on_fault: FaultListener | None = None) -> Iterator[Game]:
        """Every game in turn.

        Args:
            on_fault: called with the error of a game that cannot be read, which is then left
                out; without it the error is raised.
        """
        emptiness = GameFileError(f"{self.name}: empty: there is no game in it")
        return without_faults(self._read(), on_fault, emptiness)

    def _read(self) -> Iterator[Game | GameFileError]:
        """One game, or the error that stands in its place, after the other."""
        for number, text in self._places():
            try:
                yield read_ggf(text, self.name, number).game
            except GameFileError as error:
                yield error

    def _places(self) -> Iterator[tuple[int, str]]:
        """The text of each game with the number of its line."""
        for number, line in enumerate(self.text.splitlines(), start=1):
            games = _COUNT.sub("", line.strip("\ufeff \t"), count=1)
            for found in _GAME.finditer(games):
                if found[0].strip():
                    yield number, found[0]
