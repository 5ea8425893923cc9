"""Clocks as GTP sets them: a main time, then periods of Canadian overtime."""

from __future__ import annotations

from dataclasses import dataclass

from outflank.board.errors import OutflankError
from outflank.engine.limit import Limit, seconds


@dataclass(frozen=True, slots=True)
class TimeSettings:
    """What each side gets.

    Attributes:
        main: seconds before overtime begins, 0 or more.
        period: seconds of a period of overtime, 0 or more.
        stones: moves that a period is for, 0 or more. With a period and no moves there is
            no limit, and neither is there where everything is 0.

    Raises:
        OutflankError: a number that cannot be.
    """

    main: float = 0.0
    period: float = 0.0
    stones: int = 0

    def __post_init__(self) -> None:
        seconds("main time", self.main)
        seconds("byo yomi time", self.period)
        if self.stones < 0:
            raise OutflankError(f"byo yomi stones are 0 or more, not {self.stones}")

    @property
    def has_overtime(self) -> bool:
        """True if a side may go on when its main time is over."""
        return self.period > 0 and self.stones > 0

    @property
    def limited(self) -> bool:
        """True if there is any limit."""
        return self.has_overtime or (self.main > 0 and self.period == 0)


class GtpClock:
    """The clock of one side.

    Args:
        settings: what it begins with.
    """

    def __init__(self, settings: TimeSettings) -> None:
        self._settings = settings
        self._runs = settings.limited
        self._left = settings.main
        self._stones = 0  # moves left in a period of overtime; 0 in the main time
        self._renew_if_over()

    def set(self, left: float, stones: int) -> None:
        """What the other program says is left.

        Args:
            left: seconds.
            stones: moves that they are for; 0 in the main time.

        Raises:
            OutflankError: a number that cannot be.
        """
        checked = TimeSettings(left, 0, stones)
        # Nothing left where nothing was given: whoever says so keeps no clock.
        self._runs = self._settings.limited or left > 0 or stones > 0
        self._left, self._stones = checked.main, checked.stones
        self._renew_if_over()

    def spend(self, used: float) -> None:
        """A move was made in so many seconds."""
        if not self._runs:
            return
        self._left -= used
        if not self._stones and self._left < 0 and self._settings.has_overtime:
            self._begin_period(-self._left)
        self._left = max(0.0, self._left)
        if self._stones:
            self._stones -= 1
            if not self._stones:
                self._begin_period(0.0)
        self._renew_if_over()

    def limit(self) -> Limit | None:
        """What the next move may take; None if it may take any time."""
        if not self._runs:
            return None
        if self._stones:
            return Limit(clock=self._left, moves=self._stones)
        if self._settings.has_overtime:
            # A main time that is overdrawn goes on in a period: its share is there in any case.
            return Limit(clock=self._left, increment=self._settings.period / self._settings.stones)
        return Limit(clock=self._left)

    def _renew_if_over(self) -> None:
        if self._runs and self._settings.has_overtime and not self._stones and self._left <= 0:
            self._begin_period(0.0)

    def _begin_period(self, used: float) -> None:
        """A new period; one that only `time_left` has told of is not known, and none begins."""
        self._left = self._settings.period - used
        self._stones = self._settings.stones
