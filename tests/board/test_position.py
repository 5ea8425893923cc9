"""Positions: checked at birth, never changed, every refusal with its reason."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from enum import IntEnum

import pytest
from hypothesis import given

from outflank.board import (
    PASS,
    IllegalMoveError,
    InvalidMoveError,
    InvalidPositionError,
    Move,
    Position,
    Square,
    SquareSet,
)
from strategies import any_positions, reachable_positions

# Egaroucid issue 138: a program called this over; X has no move, O has two.
MUST_PASS = "OOOXXXXOOOOOOOOOOOOOOXOXOOOOXOXXOOOOXX-XOOOOOXX-OOXXXOXXOOOOOOOO X"
WIPE_OUT = "-" * 63 + "X X"


def test_both_sides_on_one_square_are_refused_by_name() -> None:
    with pytest.raises(InvalidPositionError, match="both sides have a disc on b1 and h8"):
        Position(1 << 63 | 3, 1 << 63 | 2)


@pytest.mark.parametrize("masks", [(-1, 0), (0, 2**64)])
def test_masks_must_fit_64_bits(masks: tuple[int, int]) -> None:
    with pytest.raises(InvalidPositionError, match="64 squares"):
        Position(*masks)


def test_other_kinds_of_integers_become_plain_ones() -> None:
    position = Position(True, IntEnum("Mask", {"B1": 2})["B1"])
    assert type(position.player) is type(position.opponent) is int


def test_a_square_is_not_taken_for_a_mask() -> None:
    for square in (Square("b1"), Move("b1"), PASS):
        with pytest.raises(TypeError, match="not a mask"):
            Position(square, 0)
        with pytest.raises(TypeError, match="not a mask"):
            Position(0, square)


def test_positions_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        Position.start().player = 0  # type: ignore[misc]


@given(any_positions())
def test_text_repr_pickle_and_copy_give_the_same_position(position: Position) -> None:
    for twin in (
        Position.from_text(position.to_text()),
        eval(repr(position)),
        pickle.loads(pickle.dumps(position)),
        copy.deepcopy(position),
    ):
        assert twin == position
        assert hash(twin) == hash(position)


@given(reachable_positions())
def test_play_try_play_and_play_unchecked_agree(position: Position) -> None:
    legal = position.legal_moves
    for number in range(65):
        expected = number in legal or (number == PASS and position.must_pass)
        after = position.try_play(number)
        assert (after is not None) == expected
        if expected:
            assert position.play(number) == position.play_unchecked(number) == after
        else:
            with pytest.raises(IllegalMoveError, match=f'^"{Move(number)}": '):
                position.play(number)


@given(any_positions())
def test_exactly_one_of_move_pass_and_end(position: Position) -> None:
    states = [bool(position.legal_moves), position.must_pass, position.is_game_over()]
    assert sum(states) == 1


@given(any_positions())
def test_flips_empties_and_scores(position: Position) -> None:
    assert position.empties == 64 - len(SquareSet(position.player | position.opponent))
    assert position.legal_moves == SquareSet(s for s in range(64) if position.flips(s))
    assert position.raw_score == -position.passed().raw_score
    assert position.final_score == -position.passed().final_score


@pytest.mark.parametrize(
    ("text", "move", "reason"),
    [
        ("start", "d4", '"d4": the square is occupied'),
        ("start", "a1", '"a1": it turns no disc'),
        ("start", "pass", '"pass": a pass is legal only without a move, and there is d3, c4'),
        (MUST_PASS, "g5", '"g5": it turns no disc; the side to move has no move and must pass'),
        (MUST_PASS, "a1", '"a1": the square is occupied'),
        (WIPE_OUT, "a1", '"a1": the game is over'),
        (WIPE_OUT, "h8", '"h8": the game is over'),
        (WIPE_OUT, "pass", '"pass": the game is over'),
    ],
)
def test_refusals_name_square_and_reason(text: str, move: str, reason: str) -> None:
    position = Position.start() if text == "start" else Position.from_text(text)
    with pytest.raises(IllegalMoveError) as caught:
        position.play(move)
    assert str(caught.value).startswith(reason)


def test_what_is_no_move_is_an_error_even_for_try_play() -> None:
    for wrong in (65, "z9"):
        with pytest.raises(InvalidMoveError):
            Position.start().try_play(wrong)


def test_a_pass_swaps_the_sides_and_nothing_else() -> None:
    position = Position.from_text(MUST_PASS)
    assert position.must_pass
    assert not position.legal_moves
    assert len(position.passed().legal_moves) == 2
    assert position.play("pass") == position.passed()
    assert position.passed().passed() == position


def test_every_empty_square_is_legal() -> None:
    """Egaroucid issue 115: a list of moves that was too short crashed on 11 moves."""
    text = "---O----O-OOOOO-OOXOOOO-OXOXOXO-OOXOXOXXOOXOXXXXOOOOOOXXXXXXXXXX X"
    position = Position.from_text(text)
    assert position.legal_moves.mask == ~(position.player | position.opponent) % 2**64
    assert len(position.legal_moves) == 11


def test_a_missing_side_means_black() -> None:
    board = "---------------------------OX------XO---------------------------"
    assert Position.from_text(board) == Position.from_text(board + "X") == Position.start()
    assert Position.from_text(board + " O") == Position.start().passed()
