"""What all readers of text share: games by their number, or one after the other, from one text."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from outflank.games.errors import FaultListener, GameFileError, without_faults
from outflank.games.game import Game


@dataclass(frozen=True)
class TextFile(ABC):
    """The text of a file of games; they are read from it on demand.

    Attributes:
        name: what errors and `Game.source` call the file.
        text: its content.
    """

    name: str
    text: str

    @abstractmethod
    def read(self) -> Iterator[Game | GameFileError]:
        """One game, or the error that stands in its place, after the other."""

    def game(self, number: int) -> Game:
        """Game `number`, counted from 0.

        Raises:
            GameFileError: there is no such game, or it cannot be read; the games before it
                are not looked at for faults.
        """
        found = next(islice(self.read(), number, None), None) if number >= 0 else None
        if found is None:
            held = sum(1 for _ in self.read())
            if not held:
                raise self._emptiness()
            raise GameFileError(
                f"{self.name}: no game {number}: the text holds games 0 to {held - 1}"
            )
        if isinstance(found, GameFileError):
            raise found
        return found

    def has_game(self, number: int) -> bool:
        """True if there is a game of this number, whole or with a fault."""
        return number >= 0 and any(True for _ in islice(self.read(), number, number + 1))

    def check(self) -> None:  # noqa: B027 (most texts have nothing to check)
        """Nothing: a text has no header that could disagree with its games."""

    def games(self, on_fault: FaultListener | None = None) -> Iterator[Game]:
        """Every game in turn.

        Args:
            on_fault: called with the error of a game that cannot be read to its end,
                which is then left out; without it the error is raised.

        Raises:
            GameFileError: a game cannot be read to its end, or there is no game at all.
        """
        return without_faults(self.read(), on_fault, self._emptiness())

    def _emptiness(self) -> GameFileError:
        return GameFileError(f"{self.name}: empty: there is no game in it")
