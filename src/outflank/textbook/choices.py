"""What a search is told, read and checked: named choices and whole numbers in a range."""

from __future__ import annotations

import enum
import operator
from typing import Self

from outflank.board.errors import OutflankError


class SettingsError(OutflankError):
    """A search that cannot be: a depth, an evaluation or a window that makes no sense."""


class Choice(enum.StrEnum):
    """Things to choose from by name; kernels know them by number."""

    @property
    def code(self) -> int:
        """The number that kernels know it by."""
        return list(type(self)).index(self)

    @classmethod
    def named(cls, value: str, argument: str) -> Self:
        """The member itself or the one of that name.

        Raises:
            SettingsError: there is none; `argument` says what it was wanted for.
        """
        try:
            return cls(value)
        except ValueError:
            names = ", ".join(cls)
            raise SettingsError(f"{argument} {value!r} is not one of {names}") from None


def whole_number(argument: str, value: object, least: int, greatest: int) -> int:
    """The value, if it is a whole number (NumPy's too) in the range.

    Raises:
        SettingsError: it is not; `argument` says what it was wanted for (``"a depth"``).
    """
    number = integer(argument, value)
    if not least <= number <= greatest:
        raise SettingsError(f"{argument} is {least} to {greatest}, not {number}")
    return number


def integer(argument: str, value: object) -> int:
    """The value, if it is a whole number of any size.

    Raises:
        SettingsError: it is not.
    """
    try:
        return operator.index(value)  # type: ignore[arg-type]  # whatever came is tried
    except TypeError:
        raise SettingsError(f"{argument} is a whole number, not {value!r}") from None
