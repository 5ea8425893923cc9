"""The time of a match: what a player gets, what it is told, and the clock that is held for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from outflank.board.errors import OutflankError, quoted
from outflank.engine.limit import seconds


class TimeError(OutflankError):
    """A time that no player can be given."""


@dataclass(frozen=True, slots=True)
class Clock:
    """What a player is told before its move; None is no limit.

    Attributes:
        move: seconds for this move.
        left: seconds that its clock has left, this move included.
        increment: seconds that its clock gains after this move.
    """

    move: float | None = None
    left: float | None = None
    increment: float = 0.0


@dataclass(frozen=True, slots=True)
class TimeControl:
    """What time one player gets: for every move, or for the game, or as much as it takes.

    Attributes:
        move: seconds for each move, more than 0; None without that limit.
        main: seconds for the whole game, more than 0; instead of `move`.
        increment: seconds added after each move, 0 or more.

    Raises:
        OutflankError: a time that cannot be, or both kinds.

    >>> TimeControl.of_clock("60+0.5")
    TimeControl(move=None, main=60.0, increment=0.5)
    """

    move: float | None = None
    main: float | None = None
    increment: float = 0.0

    def __post_init__(self) -> None:
        for name in ("move", "main"):
            value = getattr(self, name)
            if value is not None and not seconds(name, value) > 0:
                raise TimeError(f"{name} is more than 0 seconds, not {value}")
        if self.move is not None and self.main is not None:
            raise TimeError("a time for each move and a clock: give one of them")
        if seconds("increment", self.increment) and self.main is None:
            raise TimeError("an increment without a clock")

    @classmethod
    def of_clock(cls, text: str) -> Self:
        """Read a clock: seconds, and after ``+`` those that each move adds.

        Raises:
            OutflankError: the text is none.
        """
        try:
            main, *increment = (float(word) for word in text.split("+"))
            if len(increment) <= 1:
                return cls(main=main, increment=sum(increment))
        except ValueError as error:
            if isinstance(error, OutflankError):
                raise
        raise TimeError(f"{quoted(text)}: a clock is seconds, or seconds and increment: 60+0.5")

    @classmethod
    def of_move(cls, text: str) -> Self:
        """Read the seconds of each move.

        Raises:
            OutflankError: the text is no time.
        """
        try:
            value = float(text)
        except ValueError:
            raise TimeError(f"{quoted(text)} is not a number of seconds") from None
        return cls(move=value)

    def __str__(self) -> str:
        """As it is read: ``60+0.5``, ``0.1 a move``; empty without a limit."""
        if self.main is not None:
            return f"{self.main:g}+{self.increment:g}"
        return "" if self.move is None else f"{self.move:g} a move"


class Timer:
    """The clock of one player in one game.

    Args:
        control: what time it gets.
        margin: seconds by which a move may overstep: what starting and measuring it costs.
    """

    def __init__(self, control: TimeControl, margin: float) -> None:
        self._control = control
        self._margin = margin
        self._left = control.main

    def clock(self) -> Clock:
        """What the player is to be told now."""
        if self._left is None:
            return Clock(move=self._control.move)
        return Clock(left=self._left, increment=self._control.increment)

    def spend(self, taken: float) -> float:
        """Take the seconds of a move off the clock.

        Returns:
            Seconds by which it overstepped more than the margin; 0 if it did not.
        """
        allowed = self._control.move if self._left is None else self._left
        if allowed is None:
            return 0.0
        if self._left is not None:
            self._left = max(0.0, self._left - taken) + self._control.increment
        return max(0.0, taken - allowed - self._margin)
