"""A game as NBoard tells it: a record in GGF, then move by move, with the times of both sides."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Self

from outflank.board.board import Board
from outflank.board.color import BLACK, WHITE
from outflank.board.errors import OutflankError, quoted
from outflank.board.square import PASS, Move
from outflank.engine.limit import Limit
from outflank.games.game import Game
from outflank.games.ggf import read_ggf
from outflank.protocols.nboard_lines import SEPARATORS

_TIME: Final = re.compile(r"(?:(?:([0-9]{1,9}):)?([0-9]{1,9}):)?([0-9]{1,9}(?:\.[0-9]+)?)(?:,.*)?")
_RUN_OUT: Final = re.compile(r"0+(?::0+){1,2}(?:\.0+)?(?:,.*)?")
_SECONDS: Final = re.compile(r"[0-9]{1,9}(?:\.[0-9]+)?")

SECONDS_A_MINUTE: Final = 60


def read_seconds(text: str) -> float:
    """Seconds of a time as GGF writes it, ``[[hh:]mm:]ss``; 0 where there is none.

    >>> read_seconds("05:00"), read_seconds("1:00:30"), read_seconds("")
    (300.0, 3630.0, 0.0)
    """
    found = _TIME.fullmatch(text.strip())
    if not found:
        return 0.0
    hours, minutes, left = (float(part or 0) for part in found.groups())
    return (hours * SECONDS_A_MINUTE + minutes) * SECONDS_A_MINUTE + left


@dataclass(slots=True)
class Side:
    """The clock of one side.

    Attributes:
        exists: False where the record gives no time.
        main: seconds for the game.
        increment: seconds that each of its moves adds.
        extension: seconds for after the main time.
        used: seconds that its moves have taken.
        moves: how many it has made.
    """

    exists: bool = False
    main: float = 0.0
    increment: float = 0.0
    extension: float = 0.0
    used: float = 0.0
    moves: int = 0

    @classmethod
    def of_times(cls, text: str | None) -> Self:
        """The clock of a record, ``main/increment/extension``.

        NBoard writes a game without clocks as ``0`` or ``0//2:00``. No seconds written as a
        clock shows them, ``00:00``, are one that has run out.
        """
        parts = [part.strip() for part in (text or "").split("/")]
        main, increment, extension = [*map(read_seconds, parts), 0.0, 0.0][:3]
        exists = main > 0 or increment > 0 or bool(_RUN_OUT.fullmatch(parts[0]))
        return cls(exists, main, increment, extension)

    def limit(self) -> Limit | None:
        """What is left; None without a clock."""
        if not self.exists:
            return None
        left = self.main + self.increment * self.moves - self.used
        if left <= 0:
            left = max(0.0, left + self.extension)
        return Limit(clock=left, increment=self.increment)


class NBoardGame:
    """A game and its clocks.

    Args:
        record: as it was sent; None for the start of a game without clocks.

    Attributes:
        board: the position, with the moves that led there.
    """

    def __init__(self, record: Game | None = None) -> None:
        record = record or Game()
        self._sides = {
            BLACK: Side.of_times(record.black_time),
            WHITE: Side.of_times(record.white_time),
        }
        self.board = record.root()
        for number, move in enumerate(record.moves):
            self._push(move, record.note(number).seconds)

    @classmethod
    def of_text(cls, text: str) -> NBoardGame:
        """Read a record in GGF.

        Raises:
            OutflankError: it is no game on the plain board, or breaks the rules.
        """
        return cls(read_ggf(text, "set game"))

    def push_text(self, text: str) -> None:
        """Play a move as NBoard sends it: ``F5``, ``F5/1.23/2.1``, ``F5//2.1``, ``PA``.

        A pass that is due and left out is played first.

        Raises:
            OutflankError: it is no move, or cannot be played; nothing has changed.
        """
        name, *facts = SEPARATORS.split(text.strip())
        move = Move(name)
        used = facts[1] if len(facts) > 1 else ""
        if len(facts) > 2:
            raise OutflankError(f"{quoted(text)}: not a move, its evaluation and its time")
        board = self.board.copy()
        if board.must_pass and not move.is_pass:
            board.push(PASS)
        board.push(move)  # refused before anything is changed
        if len(board.moves) > len(self.board.moves) + 1:
            self._push(PASS, None)
        self._push(move, float(used) if _SECONDS.fullmatch(used) else None)

    def limit(self) -> Limit | None:
        """What the clock of the side to move leaves; None without one."""
        return self._sides[self.board.turn].limit()

    def positions(self) -> Iterator[tuple[int, Board]]:
        """Every position of the game with the number of moves before it, the last first."""
        board = self.board.copy()
        while True:
            yield len(board.moves), board.copy()
            if not board.moves:
                return
            board.pop()

    def _push(self, move: Move, used: float | None) -> None:
        side = self._sides[self.board.turn]
        side.used += used or 0.0
        side.moves += 1
        self.board.push(move)
