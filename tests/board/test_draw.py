"""The board in characters and as a picture."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest
from hypothesis import given

from outflank.board import WHITE, Board, OutflankError, Position, Score, Square
from outflank.board.draw import UNICODE, draw_board
from strategies import any_positions, reachable_boards

SVG = "{http://www.w3.org/2000/svg}"

START = """\
   a b c d e f g h
 1 . . . . . . . .
 2 . . . . . . . .
 3 . . . . . . . .
 4 . . . O X . . .
 5 . . . X O . . .
 6 . . . . . . . .
 7 . . . . . . . .
 8 . . . . . . . ."""


def test_plain() -> None:
    assert Board().draw() == START


def test_the_marked_square_and_the_legal_moves() -> None:
    rows = Board().draw(marked="f5", show_legal=True).splitlines()
    assert rows[3] == " 3 . . . + . . . ."
    assert rows[5] == " 5 . . . X O * . ."
    assert rows[6] == " 6 . . . . + . . ."


@pytest.mark.parametrize(
    ("square", "row"),
    [("a1", " 1[X]X X X X X X X"), ("d1", " 1 X X X[X]X X X X"), ("h1", " 1 X X X X X X X[X]")],
)
def test_a_marked_disc_stands_in_brackets(square: str, row: str) -> None:
    lines = Board.from_text("X" * 8 + "-" * 56).draw(marked=square).splitlines()
    assert lines[1] == row
    assert lines[2] == " 2 . . . . . . . ."


def test_unicode() -> None:
    rows = Board().draw(unicode=True).splitlines()
    assert rows[4] == " 4 · · · ○ ● · · ·"


@given(any_positions())
def test_a_drawing_shows_every_disc_on_its_square(position: Position) -> None:
    lines = draw_board(position.player, position.opponent, characters=UNICODE).splitlines()
    drawn = "".join(line[2:].replace(" ", "") for line in lines[1:])
    assert Board.from_text(drawn.replace("·", "-")).position == position


def picture(text: str) -> ET.Element:
    return ET.fromstring(text)


@given(reachable_boards())
def test_svg_is_xml_with_a_circle_for_every_disc(board: Board) -> None:
    root = picture(board._repr_svg_())
    discs = [c for c in root.iter(f"{SVG}circle") if c.get("r") == "17"]
    assert len(discs) == 64 - board.empties
    rings = [c for c in root.iter(f"{SVG}circle") if c.get("fill") == "none"]
    assert len(rings) == len(board.legal_moves)


def test_svg_marks_the_last_move_and_writes_scores() -> None:
    board = Board.from_transcript("f5")
    text = board.svg(scores={"d6": Score(4, bound="lower"), Square("f4"): Score(-2)}, size=200)
    root = picture(text)
    assert root.get("width") == root.get("height") == "200"
    last = [c for c in root.iter(f"{SVG}circle") if c.get("fill") == "#e0483e"]
    assert [(c.get("cx"), c.get("cy")) for c in last] == [("244", "204")]
    written = ["".join(label.itertext()) for label in root.iter(f"{SVG}text")]
    assert "d6: ≥ +4≥ +4" in written
    assert "f4: -2-2" in written
    rings = [c for c in root.iter(f"{SVG}circle") if c.get("fill") == "none"]
    assert len(rings) == 1  # f6: the two others show their scores


def test_svg_leaves_squares_alone_whose_score_is_not_known() -> None:
    assert Board().svg(scores={"d3": None}) == Board().svg()


@pytest.mark.parametrize("size", ['"><script>', "200", None, 0, -1, float("inf"), float("nan")])
def test_the_size_of_a_picture_is_a_number(size: object) -> None:
    with pytest.raises(OutflankError, match="the size of a picture is a number of pixels"):
        Board().svg(size=size)  # type: ignore[arg-type]


def test_a_position_is_drawn_with_the_player_as_black() -> None:
    position = Position.start().play("f5")
    lines = str(position).splitlines()
    assert "\n".join(lines[:-1]) == Board(position).draw()
    assert lines[-1] == "X player, O opponent: player to move"
    assert position._repr_svg_() == Board(position).svg()


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("OX" + "-" * 62 + " X", "player must pass"),
        ("XX" + "-" * 62 + " X", "game over"),
    ],
)
def test_a_drawn_position_says_what_is_due(text: str, status: str) -> None:
    assert str(Position.from_text(text)).endswith(f": {status}")


def test_svg_can_leave_the_legal_moves_out_and_escapes_units() -> None:
    text = Board(turn=WHITE).svg(show_legal=False, scores={"a1": Score(1, "<unit>")})
    assert "&lt;unit&gt;" in text
    assert not [c for c in picture(text).iter(f"{SVG}circle") if c.get("fill") == "none"]
