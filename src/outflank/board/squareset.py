"""Sets of squares: one 64-bit mask that behaves like Python's own immutable set."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Set
from typing import Any, SupportsIndex, TypeAlias

from outflank.board.errors import InvalidMoveError, InvalidPositionError
from outflank.board.rules import ALL_SQUARES, SQUARES
from outflank.board.square import Move, Square

#: Squares, their numbers or their names, in any order.
Squares: TypeAlias = Iterable[SupportsIndex | str]


class SquareSet(Set[Square]):
    """An immutable set of squares; iterates from a1 to h8.

    Made from a mask (bit 0 = a1, bit 63 = h8) or from squares, numbers or names.
    Operators with any other set work as for `frozenset`, and what is no square is simply not
    in the set; it is refused only where the result would hold it (``|``, ``^``, and the
    difference from another set). Equal sets have equal hashes.

    Raises:
        InvalidPositionError: the mask does not fit 64 bits.
        InvalidMoveError: a name or a number is no square.

    >>> edge = SquareSet(0xFF)
    >>> edge & SquareSet(["a1", "h8", "d1"])
    SquareSet(['a1', 'd1'])
    >>> "a1" in edge, len(~edge)
    (True, 56)
    """

    __slots__ = ("_mask",)
    _mask: int

    def __init__(self, squares: SupportsIndex | Squares = 0) -> None:
        mask = _union(squares) if isinstance(squares, Iterable) else checked_mask(squares)
        object.__setattr__(self, "_mask", mask)

    @property
    def mask(self) -> int:
        """The set as a 64-bit mask, bit 0 = a1."""
        return self._mask

    def issubset(self, other: Iterable[Any]) -> bool:
        """True if every square of this set is in `other`."""
        return not self._mask & ~_known(other)

    def issuperset(self, other: Iterable[Any]) -> bool:
        """True if every member of `other` is in this set."""
        return all(square in self for square in _members(other))

    def isdisjoint(self, other: Iterable[Any]) -> bool:
        """True if this set and `other` share no square."""
        return not self._mask & _known(other)

    def __and__(self, other: Iterable[Any]) -> SquareSet:
        return SquareSet(self._mask & _known(other))

    def __or__(self, other: Iterable[Any]) -> SquareSet:
        return SquareSet(self._mask | _union(other))

    def __xor__(self, other: Iterable[Any]) -> SquareSet:
        return SquareSet(self._mask ^ _union(other))

    def __sub__(self, other: Iterable[Any]) -> SquareSet:
        return SquareSet(self._mask & ~_known(other))

    def __rsub__(self, other: Iterable[Any]) -> SquareSet:
        return SquareSet(_union(other) & ~self._mask)

    __rand__ = __and__
    __ror__ = __or__
    __rxor__ = __xor__

    def __contains__(self, square: object) -> bool:
        if not isinstance(square, str | SupportsIndex):
            return False
        try:
            return bool(self._mask & Square(square).mask)
        except InvalidMoveError:
            return False

    def __iter__(self) -> Iterator[Square]:
        rest = self._mask
        while rest:
            lowest = rest & -rest
            yield Square(lowest.bit_length() - 1)
            rest ^= lowest

    def __len__(self) -> int:
        return self._mask.bit_count()

    def __invert__(self) -> SquareSet:
        return SquareSet(self._mask ^ ALL_SQUARES)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a SquareSet cannot be changed ({name})")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a SquareSet cannot be changed ({name})")

    def __hash__(self) -> int:
        return self._hash()

    def __reduce__(self) -> tuple[type[SquareSet], tuple[int]]:
        return SquareSet, (self._mask,)

    def __repr__(self) -> str:
        names = [str(square) for square in self]
        return f"SquareSet({names})" if names else "SquareSet()"

    def __str__(self) -> str:
        marks = ["x" if self._mask >> square & 1 else "." for square in range(SQUARES)]
        return "\n".join(" ".join(marks[row : row + 8]) for row in range(0, SQUARES, 8))


def _union(squares: Squares) -> int:
    """The mask of all `squares`; a text is split at its blanks."""
    if isinstance(squares, SquareSet):
        return squares.mask
    mask = 0
    for square in _members(squares):
        mask |= Square(square).mask
    return mask


def _known(others: Iterable[Any]) -> int:
    """The mask of those `others` that are squares."""
    if isinstance(others, SquareSet):
        return others.mask
    everywhere = SquareSet(ALL_SQUARES)
    return _union([other for other in _members(others) if other in everywhere])


def _members(squares: Iterable[Any]) -> Iterable[Any]:
    return squares.split() if isinstance(squares, str) else squares


def checked_mask(mask: SupportsIndex) -> int:
    """The mask as a plain integer (NumPy's integers are taken too).

    Raises:
        InvalidPositionError: it is negative or needs more than 64 bits.
        TypeError: it is a `Square` or a `Move`, whose number is not its mask.
    """
    if isinstance(mask, Square | Move):
        raise TypeError(f"one square is not a mask: write SquareSet([{mask!r}])")
    number = operator.index(mask)
    if not 0 <= number <= ALL_SQUARES:
        raise InvalidPositionError(f"{number} is not a mask of 64 squares: 0 to 2**64 - 1")
    return number
