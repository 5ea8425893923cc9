"""Numbers and clocks in records: plain decimals, counts of discs, and ``[[hh:]mm:]ss``."""

from __future__ import annotations

import math
import re
from typing import Final

from outflank.board.errors import OutflankError, quoted
from outflank.board.score import MOST_DISCS

#: Digits that a number may have before its point: more are beyond all that can be meant.
DECIMAL: Final = re.compile(r"[-+]?(?:[0-9]{1,9}\.?[0-9]{0,20}|\.[0-9]{1,20})(?:[eE]-[0-9]{1,3})?")

SECONDS_A_MINUTE: Final = 60

_COUNTS: Final = re.compile(r"(\d\d?)\s*[-:]\s*(\d\d?)", re.ASCII)

#: Discs of both sides at the end of a game, at least: no game ends before its ninth disc.
_FEWEST: Final = 10

#: No game is of a later year, nor of an earlier one than its negative.
MOST_YEAR: Final = 9999


def read_number(text: str, what: str = "number") -> float:
    """A decimal number.

    Raises:
        OutflankError: the text is none, or beyond all that can be meant.
    """
    text = text.strip()
    if not DECIMAL.fullmatch(text):
        raise OutflankError(f"{quoted(text)} is not a {what}")
    return float(text)


def read_counts(text: str) -> float | None:
    """The difference of the discs of both sides, Black's first; None of what no game ends with.

    >>> read_counts("37-27"), read_counts("1-0")
    (10.0, None)
    """
    found = _COUNTS.fullmatch(text)
    if not found:
        return None
    black, white = int(found[1]), int(found[2])
    return float(black - white) if _FEWEST <= black + white <= MOST_DISCS else None


def within(number: int | None, least: int, most: int) -> int | None:
    """The number; None if it is too great, or too small, to be meant."""
    return None if number is None or not least <= number <= most else number


def number_text(number: float) -> str:
    """A number as short as it can be read back.

    Raises:
        OutflankError: it is infinite, or no number, or too great.

    >>> number_text(2.0), number_text(-0.5)
    ('2', '-0.5')
    """
    if not math.isfinite(number) or abs(number) >= 10**9:
        raise OutflankError(f"{number} is not a number that can be written")
    return repr(float(number) + 0.0).removesuffix(".0")


def clock_text(seconds: float) -> str:
    """Seconds as a clock shows them, ``[hh:]mm:ss``.

    >>> clock_text(900), clock_text(3725.5)
    ('15:00', '01:02:05.5')
    """
    whole = int(seconds)
    rest = number_text(round(seconds - whole, 3)).lstrip("0")
    minutes, last = divmod(whole, SECONDS_A_MINUTE)
    hours, minutes = divmod(minutes, SECONDS_A_MINUTE)
    shown = f"{minutes:02}:{last:02}{rest}"
    return f"{hours:02}:{shown}" if hours else shown


def clock_seconds(text: str | None) -> float | None:
    """The main time of a clock, ``[[hh:]mm:]ss`` before the first stroke; None if there is none.

    >>> clock_seconds("15:00//02:00"), clock_seconds("")
    (900.0, None)
    """
    parts = (text or "").split("/")[0].strip().split(":")
    if len(parts) > 3 or not all(part and DECIMAL.fullmatch(part) for part in parts):
        return None
    seconds = 0.0
    for part in parts:
        seconds = SECONDS_A_MINUTE * seconds + float(part)
    return seconds if seconds >= 0 else None
