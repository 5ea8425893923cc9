"""Each fault on a smallest position: the faithful answer is wrong, the corrected right.

A check is given the faults to search with. It holds when none is switched on, and must
fail with the one it is named after, and with all faults of that article's program.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from outflank.board import PASS, Board
from outflank.textbook import (
    CORRECTED,
    FAITHFUL_MTDF,
    FAITHFUL_PVS,
    Evaluation,
    Fault,
    Keys,
    Ordering,
    Settings,
    Table,
    alphabeta,
    best_move,
    minimax,
    pvs,
    solve,
    solve_moves,
)
from outflank.textbook.evaluations import END_SCALE, pvs_article
from outflank.textbook.inspection import Entry, look_up, seed
from outflank.textbook.keys import pvs_key


def mtdf_settings(faults: Fault) -> Settings:
    return Settings(Evaluation.MTDF_ARTICLE, Ordering.MTDF_ARTICLE, faults)


def pvs_settings(faults: Fault) -> Settings:
    return Settings(Evaluation.PVS_ARTICLE, Ordering.PVS_ARTICLE, faults)


def check_discs_from_blacks_view(faults: Fault) -> None:
    """One empty square; White is to move when the board is full."""
    board = Board.from_text("OOOOOOOOOOOOXXOOOOOOXOXOOOOOOXXOOOOOOXXOOOXOXOXOOXOOOXOOXO-OOOOO X")
    assert pvs(board, 1, pvs_settings(faults)).score == END_SCALE * solve(board).score


def check_double_pass_as_midgame(faults: Fault) -> None:
    """Two empty squares; after a7 nobody can move, and a8 stays empty."""
    board = Board.from_text("XXXXXXXOXXXXXXOOXXXXXOXOXXXXOOOOXXXOXOXOOOOOOOOO-OOOOOOO-OOOOOOO X")
    assert pvs(board, 1, pvs_settings(faults)).score == END_SCALE * solve(board).score


def check_pass_costs_a_ply(faults: Fault) -> None:
    """One empty square; White must pass, Black fills it: one ply."""
    board = Board.from_text("OOOOOOOOOOXOOXXOOOOXOOXOOOXOXXOOOOOXOOXO-OXOOXXXOOOOOOOXXOOOOOOX O")
    assert board.must_pass
    assert pvs(board, 1, pvs_settings(faults)).score == END_SCALE * solve(board).score


def check_black_a1_hashes_as_empty(faults: Fault) -> None:
    """One empty square; the board without the disc on a1 was searched before."""
    board = Board.from_text("XXXXXXX-XOOXXXXOXOOOOOOXXOXXOOOOXXXOXOXOXXXXXOOOXOOXOOOOOOOOOOOO O")
    without_a1 = Board.from_text("-" + board.to_text()[1:])
    for color in (np.int64(1), np.int64(-1)):
        keys = [
            pvs_key(np.uint64(b.black), np.uint64(b.white), color, np.int64(faults))
            for b in (board, without_a1)
        ]
        assert keys[0] != keys[1]
    settings = pvs_settings(faults | Fault.KEY_ONLY_COMPARED)
    table = Table.array(12, Keys.PVS_ARTICLE)
    alphabeta(without_a1, 2, settings, table)
    expected = alphabeta(board, 1, settings, Table.none()).score
    assert alphabeta(board, 1, settings, table).score == expected


def check_key_only_compared(faults: Fault) -> None:
    """Two empty squares; with keys of one bit the two moves share an entry, and g1 wins."""
    board = Board.from_text("OOOOOO-XOXOOOOXXXXXOXOXXXXOXXOOXOOOOXXOOOOOOOXOOOO-XXXXXOOOXXXXX X")
    narrow = Table.hash_map(key_bits=1)
    found = alphabeta(board, 2, mtdf_settings(faults), narrow).best
    assert found is not None
    assert solve_moves(board)[found] == 6


def check_bound_judged_at_entry(faults: Fault) -> None:
    """Three empty squares; the table knows a lower bound from a search one ply deeper."""
    board = Board.from_text("OOOOOOO-XOOXXX-XXOOOXXOOXOXXOXOOXOOXOOXOXOXOXO-OXXOOXXOOXXXXXXXO O")
    # The other faults stay out of it: they would change the scale of the end.
    settings = mtdf_settings(faults & Fault.BOUND_JUDGED_AT_ENTRY)
    deeper, value = (minimax(board, depth, settings).score for depth in (3, 2))
    table = Table.hash_map()
    seed(table, board, settings, Entry(deeper, "lower", depth=3))
    bound = alphabeta(board, 2, settings, table).score
    assert value < bound < deeper
    assert look_up(table, board, settings) == Entry(bound, "upper", depth=2)
    assert alphabeta(board, 2, settings, table).score == value


def check_end_unscaled(faults: Fault) -> None:
    """Two empty squares; h7 wins at once, h8 is a corner and loses."""
    board = Board.from_text("XXXXXXXXXXXOOOOXXOXOOOOXOOOXOOOXOOXOXXOXOXXXOXOXOXXXXOO-OOOOOOO- X")
    scores = solve_moves(board)
    assert sorted(scores.values()) == [-2, 6]
    found = best_move(board, 1, mtdf_settings(faults)).best
    assert found is not None
    assert scores[found] == 6


def check_empties_to_nobody(faults: Fault) -> None:
    """Two empty squares; after h1 nobody can move, and a8 is credited to the winner."""
    board = Board.from_text("XXXXXXX-XOOOOOXOXOOOOXOOXOXXXOOOXXXXXXOOXXXXXXXXXXXXXXXX-XXXXXXX X")
    # The other faults stay out of it: they would change the scale of the end.
    settings = mtdf_settings(faults & Fault.EMPTIES_TO_NOBODY)
    assert solve(board).score == 36
    assert alphabeta(board, 2, settings).score == END_SCALE * 36


def check_own_mobility_only(faults: Fault) -> None:
    """Two empty squares; the evaluation is the same from both sides, and a4 loses less."""
    board = Board.from_text("OOOOOOOOXXXXOOOOXXXOOOOO-XXOOOOOXOXXXOOO-OOXOXOOXXXOXOXOOXXXXXXX X")
    one, other = np.uint64(board.black), np.uint64(board.white)
    bits = np.int64(faults & Fault.OWN_MOBILITY_ONLY)
    sides = pvs_article(one, other, np.int64(1), bits), pvs_article(other, one, np.int64(-1), bits)
    assert sides[0] == -sides[1]
    found = pvs(board, 1, pvs_settings(faults)).best
    assert found is not None
    assert solve_moves(board)[found] == max(solve_moves(board).values())


def check_square_64_for_no_move(faults: Fault) -> None:
    """One empty square, where one must pass; none, where the game is over."""
    must_pass = Board.from_text(
        "OOOOOOOXXXXOXXXXXXOXOOXOXXXXOXOOOXOOOOXOOOXOOXOOOOOXXOOO-OOXOOOO O"
    )
    over = Board.from_text("X" * 64 + " O")
    settings = mtdf_settings(faults)
    passing, ended = best_move(must_pass, 1, settings), best_move(over, 1, settings)
    assert (passing.best, passing.answer) == (PASS, "pass")
    assert (ended.best, ended.answer) == (None, "-")


CHECKS: dict[Fault, Callable[[Fault], None]] = {
    Fault.DISCS_FROM_BLACKS_VIEW: check_discs_from_blacks_view,
    Fault.DOUBLE_PASS_AS_MIDGAME: check_double_pass_as_midgame,
    Fault.PASS_COSTS_A_PLY: check_pass_costs_a_ply,
    Fault.BLACK_A1_HASHES_AS_EMPTY: check_black_a1_hashes_as_empty,
    Fault.KEY_ONLY_COMPARED: check_key_only_compared,
    Fault.BOUND_JUDGED_AT_ENTRY: check_bound_judged_at_entry,
    Fault.END_UNSCALED: check_end_unscaled,
    Fault.EMPTIES_TO_NOBODY: check_empties_to_nobody,
    Fault.OWN_MOBILITY_ONLY: check_own_mobility_only,
    Fault.SQUARE_64_FOR_NO_MOVE: check_square_64_for_no_move,
}
every_fault = pytest.mark.parametrize("fault", CHECKS, ids=lambda fault: fault.name)


def test_there_are_ten_faults_and_every_one_has_a_check() -> None:
    assert len(Fault) == 10
    assert list(CHECKS) == list(Fault)
    assert Fault(0) == CORRECTED
    assert FAITHFUL_MTDF | FAITHFUL_PVS == ~CORRECTED


@every_fault
def test_corrected_is_right(fault: Fault) -> None:
    CHECKS[fault](CORRECTED)


@every_fault
def test_wrong_with_this_fault_alone(fault: Fault) -> None:
    with pytest.raises(AssertionError):
        CHECKS[fault](fault)


@every_fault
def test_wrong_in_the_faithful_program(fault: Fault) -> None:
    for faithful in (FAITHFUL_MTDF, FAITHFUL_PVS):
        if fault in faithful:
            with pytest.raises(AssertionError):
                CHECKS[fault](faithful)
