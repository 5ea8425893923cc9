"""Boards as text: every alphabet in use, and every way to be wrong."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.board import BLACK, WHITE, Board, Color, InvalidPositionError, Position
from outflank.board.text import format_board, parse_board
from strategies import any_positions

START = "---------------------------OX------XO---------------------------"
# Egaroucid issue 139: in the report the side letter is glued on, 65 characters.
GLUED = "--OX-OO---OOOO-X-OOOO-OX-OOOOOXXXOOXXOXX-OOOOOOXXOXX-O-XO--XXXXXX"

BLACKS, WHITES, EMPTIES = "Xx*bB●", "OowW○", "-."


@given(any_positions(), st.sampled_from(Color), st.data())
def test_any_mix_of_alphabets_and_blanks_reads_back(
    position: Position, turn: Color, data: st.DataObject
) -> None:
    letters = {
        "X": data.draw(st.sampled_from(BLACKS)),
        "O": data.draw(st.sampled_from(WHITES)),
        "-": data.draw(st.sampled_from(EMPTIES)),
    }
    squares, side = format_board(position.player, position.opponent, turn).split()
    rows = ["".join(letters[c] for c in squares[row : row + 8]) for row in range(0, 64, 8)]
    between_rows = data.draw(st.sampled_from(["", " ", "\n", "\r\n", "\n\n  "]))
    before_side = data.draw(st.sampled_from(["", " ", "\n"]))
    after = data.draw(st.sampled_from(["", "\n", ";", " ;\n"]))
    text = between_rows.join(rows) + before_side + letters[side] + after
    assert parse_board(text) == (position.player, position.opponent, turn)


@given(any_positions(), st.sampled_from(["X", "O", "0", "1", ""]))
def test_digits_read_where_all_discs_are_digits(position: Position, side: str) -> None:
    squares = position.to_text()[:64].translate(str.maketrans("XO-", "01."))
    if not position.player | position.opponent and side.isdigit():
        return  # an empty board has no digits, so its side cannot be one
    expected = {"X": BLACK, "O": WHITE, "0": BLACK, "1": WHITE, "": None}[side]
    assert parse_board(squares + side) == (position.player, position.opponent, expected)


@pytest.mark.parametrize("between", [" ", "\n"])
def test_squares_with_a_blank_between_each(between: str) -> None:
    assert parse_board(between.join(START)).turn is None
    assert parse_board(between.join(START + "O")).turn is WHITE


def test_the_side_glued_apart_or_missing() -> None:
    assert Board.from_text(START).turn is BLACK
    for text in (START + "O", START + " O", START + "\nO;", START + " w", START + " ○"):
        assert Board.from_text(text).turn is WHITE
    board = Board.from_text(GLUED)
    assert board.turn is BLACK
    assert board.to_text() == GLUED[:64] + " X"
    assert board.empties == 15


def test_colours_stay_when_the_other_side_is_to_move() -> None:
    """Egaroucid issues 474 and 490: the wrong side chosen swapped the discs."""
    black, white = Board.from_text(GLUED), Board.from_text(GLUED[:64] + "O")
    assert (black.black, black.white) == (white.black, white.white)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "has 0"),
        (START[:1], "has 1: it ends at a1"),
        (START[:63], "has 63: it ends at g8"),
        (START[:63] + " X", "has 63: it ends at g8"),
        (START[:63] + " - X", '"- X" at the end: one character may stand alone'),
        (START[:62] + " - X O", '"X O" at the end: one character may stand alone'),
        ("\n".join([START[:32], START[32:], "X", "O"]), '"X O" at the end'),
        (" ".join(START) + " X O", "has 66: it goes on after h8"),
        (START + "-", '"-" after the 64 squares is not a side'),
        (START + " 1", '"1" after the 64 squares is not a side'),
        (START + "?", r'"\?" after the 64 squares is not a side'),
        (START + "XX", "has 66"),
        (START + "- X", "has 65"),
        (START + START, "has 128: it goes on after h8"),
        ("?" + START[1:], r'"\?" on a1 '),
        (START[:27] + "Q" + START[28:] + " X", '"Q" on d4 '),
        (START[:63] + "\x00", r'"\\x00" on h8 '),
        (START[:26] + "0" + START[27:], '"0" on c4: digits and letters are mixed'),
        ("f5d6c3", '"f" on a1 '),
        (START + ";;", '";" after the 64 squares is not a side'),
    ],
)
def test_what_is_no_board_is_refused(text: str, reason: str) -> None:
    for read in (Board.from_text, Position.from_text):
        with pytest.raises(InvalidPositionError, match=reason) as caught:
            read(text)
        assert caught.value.board is None


@given(st.text(alphabet="XO-.01* \nq;", max_size=70))
def test_any_text_is_a_board_of_64_squares_or_an_error(text: str) -> None:
    try:
        board = Board.from_text(text)
    except InvalidPositionError:
        return
    assert Board.from_text(board.to_text()) == board
    assert sum(not character.isspace() for character in text) in (64, 65, 66)
