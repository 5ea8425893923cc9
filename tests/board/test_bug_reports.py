"""Every row of the collected bug reports of other programs, each with its source.

The lists of openings are too large for the repository: they are read where they lie
beside the checkout.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from conftest import bug_reports
from outflank.board import PASS, Board, Color, IllegalMoveError, InvalidPositionError

SIDES = {"X": Color.BLACK, "O": Color.WHITE}


TRANSCRIPTS = bug_reports("transcripts")
POSITIONS = bug_reports("positions")


def test_every_row_is_there_and_names_its_source() -> None:
    assert (len(TRANSCRIPTS), len(POSITIONS)) == (10, 5)
    assert all(row["source"].startswith("https://") for row in TRANSCRIPTS + POSITIONS)


@pytest.mark.parametrize("row", TRANSCRIPTS, ids=lambda row: row["id"])
def test_transcript(row: dict[str, str]) -> None:
    name = row["id"]
    board = Board.from_transcript(row["moves"])
    counts = (board.black.bit_count(), board.white.bit_count(), board.empties)
    assert counts == (int(row["black"]), int(row["white"]), int(row["empties"])), name
    assert board.ply == int(row["legal_plies_played"]), name
    assert board.to_text() == f"{row['final_board']} {board.to_text()[-1]}", name
    check_state(board, row)
    if row["passes"]:
        passes = [int(part.partition("@")[2]) for part in row["passes"].split()]
        assert plies_before_passes(board) == passes, name


def check_state(board: Board, row: dict[str, str]) -> None:
    state, name = row["state"], row["id"]
    assert board.must_pass == (state == "must_pass"), name
    assert board.is_game_over() == (state == "over"), name
    if state.startswith("to_move"):
        assert f"to_move({len(board.legal_moves)})" == state, name
    if not board.is_game_over():
        assert board.turn is SIDES[row["side_to_move"]], name
    outcome = board.outcome()
    if row["score_black_empties_to_winner"]:
        assert outcome is not None, name
        assert outcome.score == int(row["score_black_empties_to_winner"]), name
        with pytest.raises(IllegalMoveError, match="the game is over"):
            board.copy().push(PASS)


def plies_before_passes(board: Board) -> list[int]:
    """After which ply each pass of the game came."""
    found, ply = [], 0
    for move in board.moves:
        if move.is_pass:
            found.append(ply)
        else:
            ply += 1
    return found


@pytest.mark.parametrize("row", POSITIONS, ids=lambda row: row["id"])
def test_position(row: dict[str, str]) -> None:
    side = SIDES[row["side"]]
    for text in (f"{row['board']} {row['side']}", f"{row['board']}{row['side']}"):
        board = Board.from_text(text)
        assert board.turn is side
        assert board.to_text() == f"{row['board']} {row['side']}"
    assert board.empties == int(row["empties"])
    assert board.must_pass == (row["best"] == "pass")
    if row["best"] not in ("pass", "-"):
        assert board.legal_moves.issuperset(row["best"].split())
    with pytest.raises(InvalidPositionError):
        Board.from_text(row["board"][:63])


def test_the_games_of_the_opening_lists_are_legal(shared_data: Path) -> None:
    """Black upper case, White lower: case is decoration (NBoard's list)."""
    path = shared_data / "openings" / "nboard_openings.txt"
    lines = path.read_text(encoding="utf-8").splitlines()
    games = [line.split()[0] for line in lines if line and not line.startswith("//")]
    assert len(games) > 50
    for game in games[::5]:
        board = Board.from_transcript(game)
        assert board.transcript() == game.lower()
