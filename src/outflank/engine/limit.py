"""How long and how deep an engine may think: limits, refused at once if they cannot be."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from numbers import Real
from typing import Final

from outflank.board.errors import OutflankError

#: Per cent of certainty that a search can be asked for: how seldom what it leaves out on
#: suspicion would have changed the score. At 100 nothing is left out.
SELECTIVITIES: Final = (73, 87, 95, 98, 99, 100)

#: Plies of a whole game.
DEEPEST: Final = 60


class LimitError(OutflankError):
    """A limit or a level that cannot be: out of range, no number, against another limit."""


def seconds(name: str, value: object) -> float:
    """The value as Python's own float, if it is a length of time.

    Raises:
        LimitError: it is no real number, negative or not finite; `name` says of what.
    """
    if isinstance(value, bool) or not isinstance(value, Real):
        raise LimitError(f"{name} is a number of seconds, not {value!r}")
    try:
        number = float(value)
    except OverflowError:  # more digits than a float holds
        number = math.inf
    if not (math.isfinite(number) and number >= 0):
        raise LimitError(f"{name} is a finite number of seconds, 0 or more, not {value!s:.40}")
    return number


def whole_number(name: str, value: object, least: int, most: int | None = None) -> int:
    """The value as Python's own integer, if it is one (NumPy's too) in the range.

    Raises:
        LimitError: it is not; `name` says of what.
    """
    if isinstance(value, bool):
        raise LimitError(f"{name} is a whole number, not {value}")
    try:
        number = operator.index(value)  # type: ignore[arg-type]  # whatever came is tried
    except TypeError:
        raise LimitError(f"{name} is a whole number, not {value!r}") from None
    if number < least or (most is not None and number > most):
        allowed = f"{least} or more" if most is None else f"{least} to {most}"
        raise LimitError(f"{name} is {allowed}, not {number}")
    return number


def known_selectivity(name: str, value: object) -> int:
    """The value, if it is one of `SELECTIVITIES`.

    Raises:
        LimitError: it is not; `name` says of what.
    """
    number = whole_number(name, value, 0, 100)
    if number not in SELECTIVITIES:
        known = ", ".join(map(str, SELECTIVITIES))
        raise LimitError(f"{name} is one of {known} per cent, not {number}")
    return number


@dataclass(frozen=True, slots=True)
class Limit:
    """What ends a search; whichever comes first does, None is no limit.

    ``Limit()`` is an analysis that goes on until it is stopped or the score is proved.
    Whatever the limit, an engine answers with a legal move, and its `Info` says what
    was reached: a search that runs out of time or nodes is not exact for having been
    asked to be.

    Attributes:
        time: seconds for this move, more than 0.
        depth: plies, 1 to 60, where the answer is not to be exact.
        nodes: positions entered, 1 or more.
        selectivity: per cent, one of `SELECTIVITIES`, where the answer is not to be exact.
        exact_from: empties from which on the answer is to be proved, 0 to 60.
        clock: seconds left for the side to move, 0 or more; instead of `time`.
        increment: seconds that the clock gains after each move, 0 or more.
        moves: moves until more time comes, this one included, 1 or more; None if the
            clock is for the rest of the game.

    Raises:
        LimitError: a value that is no number or out of its range, `time` with `clock`,
            `increment` or `moves` without `clock`.

    >>> Limit(depth=12, selectivity=73, exact_from=20).depth
    12
    >>> Limit(clock=300, increment=2).clock
    300.0
    >>> Limit(time=1, clock=300)
    Traceback (most recent call last):
    outflank.engine.limit.LimitError: time and clock: give the seconds of this move or a clock
    """

    time: float | None = None
    depth: int | None = None
    nodes: int | None = None
    selectivity: int | None = None
    exact_from: int | None = None
    clock: float | None = None
    increment: float | None = None
    moves: int | None = None

    def __post_init__(self) -> None:
        # Plain numbers, whatever came: NumPy's would not come back from their repr.
        for name, checked in _CHECKS.items():
            value = getattr(self, name)
            if value is not None:
                object.__setattr__(self, name, checked(name, value))
        if self.time == 0:
            raise LimitError("time is more than 0 seconds, not 0")
        if self.time is not None and self.clock is not None:
            raise LimitError("time and clock: give the seconds of this move or a clock")
        for name in ("increment", "moves"):
            if getattr(self, name) is not None and self.clock is None:
                raise LimitError(f"{name} without clock: say how many seconds are left")


_CHECKS: Final[Mapping[str, Callable[[str, object], float]]] = {
    "time": seconds,
    "depth": partial(whole_number, least=1, most=DEEPEST),
    "nodes": partial(whole_number, least=1),
    "selectivity": known_selectivity,
    "exact_from": partial(whole_number, least=0, most=DEEPEST),
    "clock": seconds,
    "increment": seconds,
    "moves": partial(whole_number, least=1),
}
