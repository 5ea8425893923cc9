"""Transcripts read by the compiled reader and by the readable one: same games, same faults."""

from __future__ import annotations

import random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import outflank.arrays as oa
from conftest import bug_reports
from outflank.board import Board, OutflankError
from strategies import reachable_boards

pytestmark = pytest.mark.core

#: Pieces of which both right and wrong texts are made.
PIECES = (
    "f5", "D6", "c3", "d3", "C4", "f4", "e6", "e3", "a1", "h8", "i1", "f9", "f", "5",
    "pass", "PA", "pS", "Pas", "p", "--", "-", "@@", "@",
    " ", "\n", "\t", ".", ",", "(12)", "1.", " 2 ", "12", "\xa0", "\x1f", "\x00", "?", "é", "５",
)  # fmt: skip


def readable(text: str) -> tuple[list[int], bool]:
    """The moves up to the first fault, and whether there is none."""
    try:
        return list(Board.from_transcript(text).moves), True
    except OutflankError as error:
        return list(error.board.moves if error.board else ()), False


def check(texts: list[str]) -> None:
    games = oa.from_transcripts(texts, errors="keep")
    for row, text in enumerate(texts):
        moves, valid = readable(text)
        length = games.lengths[row]
        assert games.moves[row, :length].tolist() == moves, repr(text)
        assert (games.moves[row, length:] == -1).all()
        assert games.valid[row] == valid, repr(text)


@given(st.lists(st.lists(st.sampled_from(PIECES)).map("".join), max_size=5))
@example(["f5d6c3d3c4"])
@example(["", "1", "1f5", "f5 6d6", "f56", " 12(3)f5", "f5d6."])
def test_any_text_is_read_alike(texts: list[str]) -> None:
    check(texts)


@given(st.lists(st.text()))
def test_any_characters_are_read_alike(texts: list[str]) -> None:
    check(texts)


def decorated(board: Board, choices: random.Random) -> str:
    """A game in a random writing: cases, numbers, blanks, passes in every token or none."""
    text = ""
    for number, move in enumerate(board.moves, 1):
        name = choices.choice(("pass", "pa", "PS", "--", "@@", "")) if move.is_pass else str(move)
        text += choices.choice(("", " ", f" {number}. ", "\n", f"({number})" if text else ""))
        text += choices.choice((name, name.upper(), name.title()))
    return text


@given(st.lists(reachable_boards(), max_size=5), st.randoms(use_true_random=False))
def test_whole_games_are_read_in_every_writing(boards: list[Board], choices: random.Random) -> None:
    texts = [decorated(board, choices) for board in boards]
    check(texts)
    games = oa.from_transcripts(texts)
    for row, board in enumerate(boards):
        played = Board()
        for k in range(games.lengths[row] + 1):
            here = games.player[row, k], games.opponent[row, k]
            assert here == (played.position.player, played.position.opponent)
            if k < games.lengths[row]:
                played.push(games.moves[row, k])
        assert not games.player[row, games.lengths[row] + 1 :].any()
        assert games.final[0][row] == played.position.player
        assert games.final[1][row] == played.position.opponent
        assert played.transcript() == board.transcript()


def test_every_game_that_other_programs_stumbled_on() -> None:
    rows = bug_reports("transcripts")
    check([row["moves"] for row in rows])
    games = oa.from_transcripts([row["moves"] for row in rows], errors="keep")
    discs = ((games.moves >= 0) & (games.moves < 64)).sum(axis=1)
    assert discs.tolist() == [int(row["legal_plies_played"]) for row in rows]
