"""Dates of games: from every habit of writing them to ``2019-05-04``, or as much as is known."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Final

_NAMES: Final = "jan feb mar apr may jun jul aug sep oct nov dec"
_MONTHS: Final = {name: number for number, name in enumerate(_NAMES.split(), start=1)}

_TIME: Final = r"(?:[ T_]+(\d\d:\d\d(?::\d\d)?(?:\.\d+)?)[ .]*([A-Za-z]{1,5}|[+-]\d\d:?\d\d)?)?"
_ISO: Final = re.compile(rf"(\d{{4}})[-./](\d\d?)(?:[-./](\d\d?){_TIME})?", re.ASCII)
_YEAR: Final = re.compile(r"(\d{4})(?:[-./]00){0,2}", re.ASCII)
_UNKNOWN: Final = re.compile(r"\?*(?:[-./]\?\?){0,2}")
_PARTLY_KNOWN: Final = re.compile(r"\d{4}(?:[-./]\d\d)?(?:[-./]\?\?){1,2}", re.ASCII)
_EPOCH: Final = re.compile(r"\d{9,10}", re.ASCII)
_WORDS: Final = re.compile(
    r"(?:[A-Z][a-z]{2},? +)?(?:(\d\d?) ([A-Z][a-z]{2})[a-z]*|([A-Z][a-z]{2})[a-z]* +(\d\d?),?)"
    r" +(?:(\d{4}) +(\d\d:\d\d:\d\d)|(\d\d:\d\d:\d\d)(?: +[A-Z]{3,4})? +(\d{4})|(\d{4}))"
    r"(?: +([A-Z]{3,4}|[+-]\d{4}))?",
    re.ASCII,
)
_FIRST_YEAR: Final = re.compile(r"(?<!\d)[12]\d{3}(?!\d)", re.ASCII)


def normal_date(text: str) -> str | None:
    """A date as ISO 8601 writes it, with the time of day behind a blank if it is there.

    Returns:
        What could not be understood as it stands; None where a text says that nothing is known.

    >>> normal_date("2003.12.15_12:33:18.MST"), normal_date("1997.08.??")
    ('2003-12-15 12:33:18 MST', '1997-08')
    >>> normal_date("947375357"), normal_date("????.??.??")
    ('2000-01-08 23:49:17 UTC', None)
    """
    text = text.strip()
    if _PARTLY_KNOWN.fullmatch(text):
        text = text[: text.index("?") - 1]
    if _UNKNOWN.fullmatch(text):
        return None
    if found := _YEAR.fullmatch(text):
        return found[1]
    if _EPOCH.fullmatch(text):
        return f"{datetime.fromtimestamp(int(text), UTC):%Y-%m-%d %H:%M:%S} UTC"
    if found := _ISO.fullmatch(text):
        return _joined(*found.groups()) or text
    if found := _WORDS.fullmatch(text):
        return _of_words(found) or text
    return text


def _joined(
    year: str, month: str, day: str | None, time: str | None, zone: str | None
) -> str | None:
    """The parts of a date; None if no calendar has it."""
    try:
        datetime(int(year), int(month), int(day or 1))
    except ValueError:
        return None
    date = f"{year}-{int(month):02}" + (f"-{int(day):02}" if day else "")
    return " ".join(part for part in (date, time, zone) if part)


def _of_words(found: re.Match[str]) -> str | None:
    day, name, other_name, other_day, year, time, other_time, other_year, bare, zone = (
        found.groups()
    )
    month = _MONTHS.get((name or other_name).lower())
    if month is None:
        return None
    return _joined(
        year or other_year or bare, str(month), day or other_day, time or other_time, zone
    )


def year_of(date: str | None) -> int | None:
    """The first number of a date that can be a year; None if there is none.

    >>> year_of("4 May 2019"), year_of("last summer")
    (2019, None)
    """
    found = _FIRST_YEAR.search(date or "")
    return int(found[0]) if found else None
