"""What became of the files of an import, and who is told meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from outflank.games.errors import GameFileError

#: Is told how many bytes of how many have been read.
Progress = Callable[[int, int], None]

#: Is told of a file that cannot be read at all, or of a game in it that cannot.
Faults = Callable[[GameFileError | OSError], None]


@dataclass(frozen=True)
class Imported:
    """What became of one file.

    Attributes:
        name: of the file.
        games: that could be read.
        new: those of them that the database did not have.
        faults: games that could not be read.
    """

    name: str
    games: int
    new: int
    faults: int

    @property
    def known(self) -> int:
        """Games that the database had already."""
        return self.games - self.new
