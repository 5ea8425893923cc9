"""Why a move is worse, seen on small boards; and whatever is said is true of any board."""

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.analysis.reasons import CORNERS, Scene, reasons, regions
from outflank.board import PASS, Color, Move, Position, Square, SquareSet
from outflank.board.rules import ALL_SQUARES


def position(*rows):
    """Black, X, is to move; rows that are left out are empty."""
    return Position.from_text("".join([*rows, *("--------",) * (8 - len(rows))]) + " X")


def said(before, played, better, **answers):
    lines = {name: tuple(Move(move) for move in line.split()) for name, line in answers.items()}
    return list(reasons(Scene(before, Color.BLACK, Move(played), Move(better), **lines)))


EMPTY = "--------"
#: c5 is a quiet move; b1 opens a1.
OPENED = position("--OXO---", EMPTY, EMPTY, EMPTY, "---OX---")


def test_a_corner_is_given():
    assert said(OPENED, "b1", "c5")[0] == "gives White the corner a1"
    assert "takes the C square beside the empty corner a1" in said(OPENED, "b1", "c5")
    assert said(OPENED, "c5", "b1") == []


def test_a_corner_is_passed_up():
    board = position("-OX-----", EMPTY, EMPTY, EMPTY, "---OX---")
    assert said(board, "c5", "a1")[0] == "passes up the corner a1"


def test_an_x_square_beside_an_empty_corner():
    board = position(EMPTY, EMPTY, "--O-----", "---X----", "---OX---")
    assert said(board, "b2", "c5") == ["takes the X square beside the empty corner a1"]
    taken = position("X-------", EMPTY, "--O-----", "---X----", "---OX---")
    assert said(taken, "b2", "c5") == []


def test_a_corner_some_moves_later():
    answer = {"answer": "a1", "better_answer": "e6"}
    assert "gives White the corner region a1" in said(OPENED, "b1", "c5", **answer)
    assert not any("region" in reason for reason in said(OPENED, "b1", "c5", answer="a1"))


def test_parity():
    """Of a1 a2 and of h8 the first is even: who begins there does not end there."""
    full = ["X" * 8] * 8
    rows = ["-OXXXXXX", "-XXXXXXX", *full[2:7], "XXXXXXO-"]
    assert "begins an even region (a1 a2), where White can move last" in said(
        position(*rows), "a1", "h8"
    )
    assert not any("region" in reason for reason in said(position(*rows), "h8", "a1"))


def test_a_pass_that_was_not_forced_on_the_other_side():
    board = position("-OX-----", EMPTY, EMPTY, EMPTY, "---OX---")
    lost = position("OX------", "OX------")
    assert said(board, "c5", "a1")
    assert list(reasons(Scene(lost.passed(), Color.WHITE, Move("c1"), Move("c1")))) == []


def test_the_regions_of_the_empty_squares():
    parts = regions(SquareSet("a1 b2 b3 h8 g8 d5").mask)
    assert [set(map(str, part)) for part in parts] == [{"a1", "b2", "b3"}, {"d5"}, {"g8", "h8"}]
    assert [len(part) for part in regions(ALL_SQUARES)] == [64]
    assert regions(0) == []


def random_position(seed, plies):
    """A position in which there is a choice, by random play; None if the game ends before."""
    chance, board = random.Random(seed), Position.start()
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves and board.is_game_over():
            return None
        board = board.play(chance.choice(moves) if moves else PASS)
    return board if len(board.legal_moves) > 1 else None


@given(st.integers(0, 10**6), st.integers(0, 56))
def test_what_is_said_of_corners_is_true_of_any_board(seed, plies):
    before = random_position(seed, plies)
    if before is None:
        return
    chance = random.Random(seed)
    played, better = map(Move, chance.sample(list(before.legal_moves), 2))
    scene = Scene(before, Color.WHITE, played, better, (Move("a1"), PASS), (better,))
    told = list(reasons(scene))
    assert len(told) == len(set(told))
    given_ = before.play(played).legal_moves & CORNERS
    kept = before.play(better).legal_moves & CORNERS
    told_of = any(re.match(r"gives Black the corners? [a-h]", reason) for reason in told)
    assert told_of is bool(given_ - kept)


@pytest.mark.parametrize("corner", CORNERS)
def test_every_corner_has_its_neighbours(corner):
    from outflank.analysis.reasons import C_SQUARES, X_SQUARES

    beside = [s for s, at in {**X_SQUARES, **C_SQUARES}.items() if at == corner]
    assert len(beside) == 3
    assert all(
        max(abs(square.file - Square(corner).file), abs(square.row - Square(corner).row)) == 1
        for square in beside
    )
