"""Selective search against a slow twin; cut-offs are counted; nothing is selected by default."""

from __future__ import annotations

from typing import Any

import pytest

from outflank.board import Board, OutflankError, Position
from outflank.textbook import (
    Article,
    Inner,
    Selection,
    Settings,
    SettingsError,
    Table,
    alphabeta,
    alphabeta_hard,
    iterative_mtdf,
    minimax,
    mtdf,
    pvs,
    random_midgame,
    static_value,
)
from textbook.boards import boards
from textbook.test_orderings import mtdf_number

SELECTIONS = [Selection(0, 60), Selection(4, 1), Selection(10, 2), Selection(30, 60)]


def slow_value(position: Position, depth: int, selection: Selection) -> int:
    """The value by every line, poor moves less deep."""
    if position.is_game_over() or (depth <= 0 and position.legal_mask):
        return static_value(position).score
    if position.must_pass:
        return -slow_value(position.passed(), depth, selection)
    numbers = {square: mtdf_number(position, square) for square in position.legal_moves}
    best = max(numbers.values())
    values = []
    for square, number in numbers.items():
        poor = depth >= 2 and best - number > selection.margin
        rest = max(0, depth - 1 - selection.plies) if poor else depth - 1
        values.append(-slow_value(position.play_unchecked(square), rest, selection))
    return max(values)


@pytest.mark.parametrize("selection", SELECTIONS, ids=str)
def test_every_search_finds_the_slow_value(selection: Selection) -> None:
    settings = Settings(selection=selection)
    for board in boards(12, first_seed=900):
        for depth in (1, 2, 3):
            expected = slow_value(board.position, depth, selection)
            for search in (alphabeta, alphabeta_hard, pvs, mtdf):
                found = search(board, depth, settings, Table.none()).score
                assert found == expected, (board.to_text(), depth, search)


def test_a_margin_beyond_all_numbers_selects_nothing() -> None:
    for board in boards(20, first_seed=40):
        plain, wide = (
            pvs(board, 4, Settings(selection=selection), Table.none())
            for selection in (None, Selection(10_000, 60))
        )
        assert (plain.score, plain.nodes, plain.best) == (wide.score, wide.nodes, wide.best)


def test_a_narrow_margin_saves_nodes() -> None:
    board = random_midgame(7, 18)
    nodes = [
        alphabeta(board, 6, Settings(selection=selection), Table.none()).nodes
        for selection in (None, Selection(10, 60), Selection(5, 60))
    ]
    assert nodes[0] > nodes[1] > nodes[2]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Selection(-1, 1), "margin of a selection is 0 to 10000, not -1"),
        (lambda: Selection(1, 0), "plies of a selection is 1 to 60, not 0"),
        (lambda: Selection(1.5, 1), "margin of a selection is a whole number"),  # type: ignore[arg-type]
        (lambda: Settings(selection=5), "a selection is a Selection, not 5"),  # type: ignore[arg-type]
    ],
)
def test_selections_that_cannot_be(make: Any, message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        make()


def test_a_table_serves_one_selection() -> None:
    table, board = Table.hash_map(), random_midgame(7, 18)
    alphabeta(board, 3, Settings(selection=Selection(5, 1)), table)
    for other in (None, Selection(6, 1)):
        with pytest.raises(OutflankError, match="clear it or make another"):
            alphabeta(board, 3, Settings(selection=other), table)
    with pytest.raises(OutflankError, match="clear it or make another"):
        alphabeta(board, 3, Settings(ordering="pvs-article", selection=Selection(5, 1)), table)


def test_cutoffs_are_counted() -> None:
    board = random_midgame(7, 18)
    for article in Article:
        for search in (alphabeta, alphabeta_hard, pvs, mtdf, iterative_mtdf):
            found = search(board, 5, article.settings())
            assert 0 < found.first_move_cutoffs < found.cutoffs < found.nodes
    assert minimax(board, 3).cutoffs == 0


def test_a_cut_off_by_the_only_move_is_one_by_the_first() -> None:
    """Black has one move; with a table that knows a lower bound of it nothing else is needed."""
    board = Board.from_text("OX" + "-" * 62 + " O")
    found = mtdf(board, 1, table=Table.none(), guess=-5_000)
    assert (found.cutoffs, found.first_move_cutoffs) == (1, 1)


@pytest.mark.parametrize("inner", Inner)
def test_every_inner_search_finds_the_value(inner: Inner, some_boards: list[Board]) -> None:
    for board in some_boards[:40]:
        for depth in (1, 2, 3, 4):
            expected = minimax(board, depth).score
            for table in (Table.none(), Table.array(8)):
                found = mtdf(board, depth, table=table, guess=expected + 3, inner=inner)
                assert found.score == expected


def test_pvs_in_null_windows_is_alpha_beta() -> None:
    for board in boards(20, first_seed=77):
        for depth in (3, 5):
            soft, split = (
                iterative_mtdf(board, depth, inner=inner) for inner in (Inner.FAIL_SOFT, Inner.PVS)
            )
            assert (soft.score, soft.nodes, soft.probes) == (split.score, split.nodes, split.probes)
            assert soft.best == split.best


def test_fail_hard_creeps() -> None:
    board = random_midgame(7, 18)
    soft, hard = (mtdf(board, 4, inner=inner) for inner in (Inner.FAIL_SOFT, Inner.FAIL_HARD))
    assert soft.score == hard.score == -74
    assert hard.probes >= 74
    assert hard.probes > 5 * soft.probes


def test_an_inner_search_that_does_not_exist() -> None:
    for search in (mtdf, iterative_mtdf):
        with pytest.raises(SettingsError, match="inner search 'sss' is not one of fail-soft"):
            search(random_midgame(7, 18), 2, inner="sss")  # type: ignore[arg-type]
