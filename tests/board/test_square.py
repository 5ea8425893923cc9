"""Squares, moves, colours: numbers with names."""

from __future__ import annotations

import copy
import json
import pickle

import pytest

from outflank.board import BLACK, PASS, WHITE, Color, InvalidMoveError, Move, Square


def test_squares_are_numbered_row_by_row() -> None:
    names = ["a1", "b1", "h1", "a2", "f5", "h8"]
    assert [Square(name) for name in names] == [0, 1, 7, 8, 37, 63]
    assert [str(Square(number)) for number in (0, 1, 7, 8, 37, 63)] == names


@pytest.mark.parametrize("number", range(64))
def test_name_and_number_lead_to_each_other(number: int) -> None:
    square = Square(number)
    assert Square(str(square)) == Square(str(square).upper()) == number
    assert (square.row, square.file) == divmod(number, 8)
    assert square.mask == 1 << number
    assert Move(str(square)) == Move(square) == number


@pytest.mark.parametrize(
    "wrong", ["", "f", "f9", "i1", "f0", "5f", "f55", "F€", "f５", "pass", "f\n5", -1, 64, 2**64]
)
def test_what_is_no_square_is_refused_by_name(wrong: str | int) -> None:
    with pytest.raises(InvalidMoveError, match="is not a square"):
        Square(wrong)


@pytest.mark.parametrize("token", ["pass", "PASS", "pAsS", "pa", "PA", "PS", "ps", "--", "@@", 64])
def test_every_pass_token_is_the_pass(token: str | int) -> None:
    move = Move(token)
    assert move == PASS
    assert move.is_pass
    assert str(move) == "pass"


@pytest.mark.parametrize("wrong", ["", "-", "@", "p", "z1", "f5d6", -1, 65])
def test_what_is_no_move_is_refused(wrong: str | int) -> None:
    with pytest.raises(InvalidMoveError, match="is not a move"):
        Move(wrong)


def test_a_long_or_multi_line_text_is_quoted_on_one_short_line() -> None:
    with pytest.raises(InvalidMoveError) as caught:
        Move("f5\n" * 1000)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 120


def test_a_pass_has_no_square() -> None:
    assert Move("f5").square == Square("f5")
    with pytest.raises(InvalidMoveError, match="no square"):
        _ = PASS.square


def test_a_fraction_is_no_square() -> None:
    with pytest.raises(TypeError):
        Square(3.0)  # type: ignore[arg-type]


def test_formats_pad_the_name_and_print_the_number_on_request() -> None:
    assert f"{Square('f5')}" == "f5"
    assert f"{Square('f5'):>4}|{PASS:<6}|{Move('a1'):02d}" == "  f5|pass  |00"
    assert json.dumps([Square("f5"), PASS]) == "[37, 64]"


@pytest.mark.parametrize("value", [Square("f5"), Move("f5"), PASS, BLACK, WHITE])
def test_repr_pickle_and_copy_give_the_same_value(value: Square | Move | Color) -> None:
    for twin in (eval(repr(value)), pickle.loads(pickle.dumps(value)), copy.deepcopy(value)):
        assert twin == value
        assert type(twin) is type(value)
        assert hash(twin) == hash(value)


def test_colours() -> None:
    assert BLACK.other is WHITE
    assert WHITE.other is BLACK
    assert [str(color) for color in Color] == ["Black", "White"]
