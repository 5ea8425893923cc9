"""Sets of squares behave like Python's frozenset."""

from __future__ import annotations

import operator
import pickle
from collections.abc import Callable, Set
from typing import Any

import pytest
from hypothesis import given

from outflank.board import InvalidMoveError, InvalidPositionError, Move, Square, SquareSet
from strategies import MASKS

OPERATORS = [operator.and_, operator.or_, operator.xor, operator.sub]
COMPARISONS = [operator.le, operator.lt, operator.ge, operator.gt, operator.eq, operator.ne]


@given(MASKS, MASKS)
def test_every_operator_is_that_of_frozenset(one: int, two: int) -> None:
    left, right = SquareSet(one), SquareSet(two)
    plain_left, plain_right = frozenset(left), frozenset(right)
    for operate in OPERATORS:
        expected = operate(plain_left, plain_right)
        for result in (
            operate(left, right),
            operate(left, plain_right),
            operate(plain_left, right),
        ):
            assert isinstance(result, SquareSet)
            assert result == expected
    for compare in COMPARISONS:
        assert compare(left, right) == compare(plain_left, plain_right)
    assert left.isdisjoint(right) == plain_left.isdisjoint(plain_right)
    assert left.issubset(right) == plain_left.issubset(plain_right)
    assert left.issuperset(right) == plain_left.issuperset(plain_right)


@given(MASKS)
def test_mask_squares_names_repr_pickle_and_hash(mask: int) -> None:
    squares = SquareSet(mask)
    assert squares.mask == mask
    assert len(squares) == mask.bit_count()
    assert list(squares) == sorted(squares)
    assert SquareSet(squares) == SquareSet(str(square) for square in squares) == squares
    assert eval(repr(squares)) == squares
    assert pickle.loads(pickle.dumps(squares)) == squares
    assert hash(squares) == hash(frozenset(squares))
    assert (~squares).mask == mask ^ (2**64 - 1)


def test_contains_reads_squares_numbers_and_names() -> None:
    squares = SquareSet(["f5", "a1"])
    assert Square("f5") in squares
    assert 37 in squares
    assert "F5" in squares
    for other in ("f6", 36, 64, -1, "nonsense", None, 1.5):
        assert other not in squares


def test_it_is_a_set_and_empty_is_false() -> None:
    assert isinstance(SquareSet(), Set)
    assert not SquareSet()
    assert SquareSet([]) == SquareSet(0) == SquareSet("")


def test_operators_read_names_too() -> None:
    edge = SquareSet(0xFF)
    assert edge - {"a1", "h1"} == SquareSet(0x7E)
    assert edge & ["a1", "h8"] == SquareSet("a1")
    assert {"a1", "h8"} - edge == SquareSet("h8")
    assert edge.isdisjoint(["h8"])
    assert edge.issuperset({"a1"})


@pytest.mark.parametrize("foreign", [{100}, {"x"}, {-1, "f5"}, {None, 1.5}, ["f5", "i9"], "f5 zz"])
def test_what_is_no_square_is_simply_not_in_it(foreign: Any) -> None:
    squares = SquareSet("f5 a1")
    known = "f5" in foreign
    expected = SquareSet("f5" if known else "")
    assert squares & foreign == foreign & squares == expected
    assert squares - foreign == squares & ~expected
    assert squares.isdisjoint(foreign) == (not known)
    assert not squares.issubset(foreign)
    assert SquareSet("f5").issubset(foreign) == known
    assert not SquareSet(2**64 - 1).issuperset(foreign)


@pytest.mark.parametrize("operate", [operator.or_, operator.xor])
def test_a_result_never_holds_what_is_no_square(operate: Callable[[Any, Any], object]) -> None:
    for foreign in ({100}, {"x"}):
        with pytest.raises(InvalidMoveError):
            operate(SquareSet("f5"), foreign)
        with pytest.raises(InvalidMoveError):
            foreign - SquareSet("f5")


def test_str_draws_the_board() -> None:
    rows = str(SquareSet(["a1", "h1", "b8"])).splitlines()
    assert rows[0] == "x . . . . . . x"
    assert rows[7] == ". x . . . . . ."
    assert rows[1:7] == [". . . . . . . ."] * 6


@pytest.mark.parametrize("mask", [-1, 2**64])
def test_a_mask_of_more_than_64_bits_is_refused(mask: int) -> None:
    with pytest.raises(InvalidPositionError, match="64 squares"):
        SquareSet(mask)


def test_a_wrong_name_is_refused() -> None:
    with pytest.raises(InvalidMoveError, match='"z9"'):
        SquareSet(["f5", "z9"])


def test_one_square_is_not_taken_for_a_mask() -> None:
    with pytest.raises(TypeError, match=r"SquareSet\(\[Square\('f5'\)\]\)"):
        SquareSet(Square("f5"))
    with pytest.raises(TypeError, match=r"SquareSet\(\[Move\('f5'\)\]\)"):
        SquareSet(Move("f5"))
    assert SquareSet([Move("f5")]) == SquareSet([Square("f5")])


@pytest.mark.parametrize(
    "change",
    [
        lambda squares: setattr(squares, "mask", 1),
        lambda squares: setattr(squares, "_mask", 1),
        lambda squares: delattr(squares, "_mask"),
    ],
)
def test_it_cannot_be_changed(change: Callable[[Any], None]) -> None:
    squares = SquareSet(3)
    with pytest.raises(AttributeError):
        change(squares)
    assert squares.mask == 3
