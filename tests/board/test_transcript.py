"""Transcripts: every habit of writing a game, and every way to be wrong."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.board import (
    PASS,
    Board,
    IllegalMoveError,
    InvalidMoveError,
    OutflankError,
    Position,
)
from outflank.board.transcript import read_moves
from strategies import reachable_boards

# Egaroucid issue 67: after these 43 moves White must pass.
WHITE_MUST_PASS = (
    "f5d6c3d3c4f4f6f3e3b4c5c6e6e2e7d2f1d7a3a4b3g6a5a2a1f2g5f7b2c2b5e1b1g1c1h4g3b6d1h2h1g2h3"
)
# oers/reversatile issue 22: begins with d3 and has F5 inside; one pass after move 58.
D3_GAME = (
    "D3C5F6F5F4C3C4D2E2B4D1F3B5E3F2F1A4D6E6E7F7B6E8C6B3A5D7A3E1A6G1A2C2C7B8D8C8G8G6H6G5H5G4H4"
    "H3G7H8F8H7A8A7B7A1B2G3G2H2H1C1B1"
)


def names(text: str) -> list[str]:
    return [str(move) for move in read_moves(text)]


@pytest.mark.parametrize(
    "text",
    [
        "f5d6c3",
        "F5D6C3",
        "F5d6C3",  # Black upper case, White lower: decoration
        "f5 d6 c3",
        "f5.d6.c3.",
        "f5, d6, c3",
        "\n f5\r\nd6\tc3\n",
        "1. f5 d6 2. c3",
        "1.f5d6 2.c3",
        "1 f5 2 d6 3 c3",
        "1) f5 2) d6 3) c3",
        "(1) f5 (2) d6 (c3)",
        "01.f5 02.d6 03.c3 04.",
    ],
)
def test_the_same_game_in_many_habits(text: str) -> None:
    assert names(text) == ["f5", "d6", "c3"]
    assert Board.from_transcript(text).transcript() == "f5d6c3"


@pytest.mark.parametrize(
    "text",
    [
        "f5d6c3,26,8",
        "f5d6c3,26",
        "f5d6c3 26",
        "f5d6c3\t26\t8",
        "f5d6c3, 26.0, 8",
        "0,26,8,f5d6c3",
        "26,f5d6c3",
        "26\tf5d6c3",
        "26 f5 d6 c3",
        "26.5 f5d6c3",
    ],
)
def test_a_column_of_a_table_is_no_number_of_a_move_whatever_its_sign(text: str) -> None:
    for line in (text, text.replace("26", "-26")):
        with pytest.raises(InvalidMoveError):
            list(read_moves(line))


def test_nothing_is_a_game_without_moves() -> None:
    assert Board.from_transcript("") == Board.from_transcript(" \n") == Board()


@pytest.mark.parametrize("token", ["pAsS", "PASS", "pa", "PA", "ps", "PS", "--", "@@"])
def test_pass_tokens(token: str) -> None:
    assert names(f"f5{token}d6") == ["f5", "pass", "d6"]
    board = Board.from_transcript(f"{WHITE_MUST_PASS}{token}")
    assert board.moves[-1] == PASS
    assert board.transcript() == WHITE_MUST_PASS
    assert board.transcript(passes=True) == WHITE_MUST_PASS + "--"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("PAA8", ["pass", "a8"]),
        ("PASSA8", ["pass", "a8"]),
        ("papspass----@@", ["pass"] * 6),
    ],
)
def test_glued_passes(text: str, expected: list[str]) -> None:
    assert names(text) == expected


def test_a_pass_that_is_not_written_is_played_where_it_is_due() -> None:
    board = Board.from_transcript(D3_GAME)
    assert board.ply == 60
    assert [i for i, move in enumerate(board.moves) if move.is_pass] == [58]
    outcome = board.outcome()
    assert outcome is not None
    assert (outcome.black, outcome.white, outcome.score) == (32, 32, 0)


def test_a_pass_at_the_end_of_the_text_is_left_to_be_played() -> None:
    board = Board.from_transcript(WHITE_MUST_PASS)
    assert board.must_pass
    assert board.ply == len(board.moves) == 43
    assert Board.from_transcript(WHITE_MUST_PASS, auto_pass=True).moves[-1] == PASS


@pytest.mark.parametrize("first", ["d3", "c4", "f5", "e6"])
def test_all_four_first_moves(first: str) -> None:
    assert Board.from_transcript(first).ply == 1


@pytest.mark.parametrize(
    ("text", "message", "kept"),
    [
        ("F", 'ply 1: the text ends after "F": a row 1 to 8 is missing', ""),
        ("f5d", 'ply 2: the text ends after "d"', "f5"),
        ("F€5", 'ply 1: "€" after "F" is not a row', ""),
        ("f5 d6 c9", 'ply 3: "9" after "c" is not a row', "f5d6"),
        ("f5 d 6", 'ply 2: " " after "d" is not a row', "f5"),
        ("f5 z1", 'ply 2: "z" is neither a move nor a pass', "f5"),
        ("f5-d6", 'ply 2: "-" is neither a move nor a pass', "f5"),
        ("f5@d6", 'ply 2: "@" is neither a move nor a pass', "f5"),
        ("f56", 'ply 2: "6" touches the move before it', "f5"),
        ("f5d6\n# a remark", 'ply 3: "#" is neither', "f5d6"),
        ("f5\x00", r'ply 2: "\x00" is neither', "f5"),
    ],
)
def test_what_is_no_move_names_the_place_and_keeps_the_game(
    text: str, message: str, kept: str
) -> None:
    with pytest.raises(InvalidMoveError) as caught:
        Board.from_transcript(text)
    assert str(caught.value).startswith(message)
    assert caught.value.board is not None
    assert caught.value.board.transcript() == kept
    assert caught.value.ply == caught.value.board.ply + 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("f5f5", 'ply 2: "f5": the square is occupied'),
        ("f5a1", 'ply 2: "a1": it turns no disc'),
        ("f5PA", 'ply 2: "pass": a pass is legal only without a move, and there is f4, d6, f6'),
        ("--f5", 'ply 1: "pass": '),
        (D3_GAME + "a1", 'ply 61: "a1": the game is over'),
        (D3_GAME + "--", 'ply 61: "pass": the game is over'),
        (WHITE_MUST_PASS + "----", 'ply 44: "pass": '),
        (WHITE_MUST_PASS + "h8", 'ply 44: "h8": it turns no disc'),
    ],
)
def test_what_the_rules_forbid_names_the_place_and_keeps_the_game(text: str, message: str) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        Board.from_transcript(text)
    assert str(caught.value).startswith(message)
    assert caught.value.board is not None
    assert text.lower().startswith(caught.value.board.transcript())


def test_a_pass_is_not_kept_for_a_move_that_is_refused() -> None:
    with pytest.raises(IllegalMoveError) as caught:
        Board.from_transcript(WHITE_MUST_PASS + "h8")
    assert caught.value.board is not None
    assert caught.value.board.must_pass


def test_from_any_start() -> None:
    start = Board(Position.start().play("f5"), turn=Board().turn.other)
    board = Board.from_transcript("d6c3", start)
    assert board == Board.from_transcript("f5d6c3")
    assert board.ply == 2
    assert start.moves == ()
    longer = Board.from_transcript("c4", Board.from_transcript("f5d6c3d3"))
    assert longer.transcript() == "f5d6c3d3c4"


def test_push_transcript_keeps_the_moves_before_the_fault() -> None:
    board = Board()
    with pytest.raises(OutflankError, match="ply 3"):
        board.push_transcript("f5d6f5")
    assert board.transcript() == "f5d6"


def test_written_passes_and_automatic_ones_do_not_meet_twice() -> None:
    board = Board(auto_pass=True)
    board.push_transcript(WHITE_MUST_PASS + "--")
    assert [move.is_pass for move in board.moves].count(True) == 1
    assert board.auto_pass


@given(reachable_boards(), st.integers())
def test_decoration_changes_nothing(board: Board, seed: int) -> None:
    generator = random.Random(seed)
    separators = [" ", "\n", ". ", ", ", " 12. ", "(3) "]
    passes = ["--", "PA", "ps", "Pass", "@@"]
    text = "".join(
        (generator.choice(passes) if move.is_pass else generator.choice([str, _upper])(move))
        + generator.choice(separators)
        for move in board.moves
    )
    assert Board.from_transcript(text).moves == board.moves


def _upper(move: object) -> str:
    return str(move).upper()


@given(st.text(alphabet="abcdefgh12345678pPsS-@. zf5d6", max_size=40))
def test_any_text_is_a_game_or_an_error_with_the_game_before_it(text: str) -> None:
    try:
        board = Board.from_transcript(text)
    except OutflankError as error:
        board = error.board or pytest.fail("the game is lost")
    assert Board.from_transcript(board.transcript(passes=True)) == board
