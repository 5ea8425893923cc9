"""The plain rules against a naive walk, known figures and public bug reports."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from naive import flipped, legal
from outflank.board import Board, Position, Square, SquareSet, rules
from strategies import any_positions, reachable_positions

START = (rules.START_PLAYER, rules.START_OPPONENT)


def squares_of(mask: int) -> set[int]:
    return {int(square) for square in SquareSet(mask)}


def test_start_is_black_on_e4_d5_and_white_on_d4_e5() -> None:
    assert SquareSet(rules.START_PLAYER) == SquareSet("e4 d5")
    assert SquareSet(rules.START_OPPONENT) == SquareSet("d4 e5")


def test_legal_moves_at_the_start() -> None:
    assert SquareSet(rules.legal_mask(*START)) == SquareSet("d3 c4 f5 e6")


@settings(max_examples=150)
@given(st.one_of(reachable_positions(), any_positions()))
def test_moves_and_flips_are_those_of_the_naive_walk(position: Position) -> None:
    player, opponent = position.player, position.opponent
    assert squares_of(rules.legal_mask(player, opponent)) == legal(player, opponent)
    for square in range(64):
        turned = squares_of(rules.flips(player, opponent, square))
        assert turned == flipped(player, opponent, square)


@given(any_positions())
def test_a_move_keeps_every_disc_and_adds_one(position: Position) -> None:
    player, opponent = position.player, position.opponent
    for square in position.legal_moves:
        turned = rules.flips(player, opponent, square)
        mover, other = reversed(rules.play_unchecked(player, opponent, square))
        assert mover == player | turned | square.mask
        assert other == opponent & ~turned
        assert not mover & other


@given(any_positions())
def test_colours_swapped_scores_negated(position: Position) -> None:
    player, opponent = position.player, position.opponent
    assert rules.raw_score(player, opponent) == -rules.raw_score(opponent, player)
    assert rules.final_score(player, opponent) == -rules.final_score(opponent, player)
    assert rules.is_game_over(player, opponent) == rules.is_game_over(opponent, player)


@pytest.mark.parametrize(
    ("player", "opponent", "raw", "final"),
    [
        ("a1", "", 1, 64),
        ("", "a1", -1, -64),
        ("a1", "h8", 0, 0),
        ("a1 b1", "h8", 1, 62),
    ],
)
def test_empties_go_to_the_winner(player: str, opponent: str, raw: int, final: int) -> None:
    masks = SquareSet(player).mask, SquareSet(opponent).mask
    assert rules.raw_score(*masks) == raw
    assert rules.final_score(*masks) == final


def test_a_run_that_no_disc_closes_is_not_turned() -> None:
    """The trap of the articles: a run is added before it is known to be closed."""
    position = Position(SquareSet("a1").mask, SquareSet("c1 d1 e1 f1 g1 h1").mask)
    assert not position.flips("b1")
    assert not position.legal_moves


@pytest.mark.parametrize(
    ("player", "opponent"),
    [("h1", "a2 b2"), ("a3", "h2"), ("h4", "a5 b5 c5"), ("g8 h8", "a8"), ("a2", "g1 h1")],
)
def test_no_run_wraps_around_an_edge(player: str, opponent: str) -> None:
    position = Position(SquareSet(player).mask, SquareSet(opponent).mask)
    assert not position.legal_moves


def test_d3_at_the_start_turns_d4_only() -> None:
    """Egaroucid issue 305: a vector table flipped 0x8000c0a instead of 0x8000000."""
    assert rules.flips(*START, 19) == 0x8000000


def test_eleven_legal_moves_where_a_reporter_counted_ten() -> None:
    """mokemokechicken/reversi-alpha-zero issue 29."""
    assert rules.legal_mask(147618596785664, 4812688517050430).bit_count() == 11


def test_flips_at_g2() -> None:
    """Zolomon/reversi-ai pull request 5: wrong flips at g2, the 20th move."""
    board = Board.from_transcript("d3c5b6e3f2c2f6b5a5e2f3e6d2c4f4g1b4g7h8g2")
    assert (board.black.bit_count(), board.white.bit_count()) == (15, 9)


def leaves(player: int, opponent: int, depth: int, *, pass_is_ply: bool) -> int:
    """Perft, counted one by one."""
    if depth == 0:
        return 1
    moves = SquareSet(rules.legal_mask(player, opponent))
    if not moves:
        if rules.is_game_over(player, opponent):
            return 1
        return leaves(opponent, player, depth - pass_is_ply, pass_is_ply=pass_is_ply)
    if depth == 1:
        return len(moves)
    return sum(
        leaves(*rules.play_unchecked(player, opponent, move), depth - 1, pass_is_ply=pass_is_ply)
        for move in moves
    )


@pytest.mark.parametrize(
    ("depth", "expected"), [(1, 4), (2, 12), (3, 56), (4, 244), (5, 1396), (6, 8200), (7, 55092)]
)
def test_perft(depth: int, expected: int) -> None:
    """The published counts; up to depth 8 no game has a pass, so both rules agree."""
    assert leaves(*START, depth, pass_is_ply=True) == expected
    assert leaves(*START, depth, pass_is_ply=False) == expected


@pytest.mark.slow
@pytest.mark.parametrize(("pass_is_ply", "expected"), [(True, 3005288), (False, 3005320)])
def test_perft_9_depends_on_the_rule_for_a_pass(pass_is_ply: bool, expected: int) -> None:
    assert leaves(*START, 9, pass_is_ply=pass_is_ply) == expected


def test_squares_of_rules_are_those_of_the_room() -> None:
    assert rules.flips(*START, Square("e6")) == Square("e5").mask
