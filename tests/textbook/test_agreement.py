"""Every corrected algorithm finds minimax's value: all orderings, all tables, any first guess."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from outflank.board import Board
from outflank.textbook import (
    Evaluation,
    Inner,
    Keys,
    Ordering,
    Replacement,
    Result,
    Settings,
    Table,
    alphabeta,
    alphabeta_hard,
    aspiration,
    iterative_mtdf,
    minimax,
    mtdf,
    pvs,
)
from textbook.boards import boards

Search = Callable[[Board, int, Settings, Table], Result]

#: The guesses are near, far, and beyond every score.
SEARCHES: dict[str, Search] = {
    "alpha-beta, fail soft": alphabeta,
    "alpha-beta, fail hard": alphabeta_hard,
    "MTD(f) from 0": mtdf,
    "MTD(f) from 37": lambda *of: mtdf(*of, guess=37),
    "MTD(f) from far below": lambda *of: mtdf(*of, guess=-1_000_000),
    "MTD(f) from far above": lambda *of: mtdf(*of, guess=70_000),
    "iterative MTD(f)": iterative_mtdf,
    "iterative MTD(f) by PVS": lambda *of: iterative_mtdf(*of, inner=Inner.PVS),
    "PVS": pvs,
    "PVS without null windows": lambda *of: pvs(*of, null_windows=False),
    "aspiration, deepening": aspiration,
    "aspiration from 0": lambda *of: aspiration(*of, guess=0, margin=1),
    "aspiration from far": lambda *of: aspiration(*of, guess=5_000, margin=100),
}

TABLES: dict[str, Callable[[], Table]] = {
    "none": Table.none,
    "hash map": Table.hash_map,
    "hash map, Zobrist keys of 9 bits": lambda: Table.hash_map(Keys.ZOBRIST, key_bits=9),
    "array": lambda: Table.array(12),
    "array, the MTD(f) article's keys": lambda: Table.array(10, Keys.MTDF_ARTICLE),
    "array, the PVS article's keys": lambda: Table.array(8, Keys.PVS_ARTICLE),
    "tiny array": lambda: Table.array(1),
    "one entry": lambda: Table.array(0),
    "array of the later ones": lambda: Table.array(6, replacement=Replacement.LATER),
    "array of the earlier ones": lambda: Table.array(6, replacement=Replacement.EARLIER),
    "array of pairs": lambda: Table.array(6, replacement=Replacement.TWO_TIER),
}


def check_agreement(boards: Iterable[Board], depths: Iterable[int]) -> None:
    """Ordering and table change with the board, so that all of their pairs occur."""
    orderings, tables = list(Ordering), list(TABLES.items())
    for number, board in enumerate(boards):
        ordering = orderings[number % len(orderings)]
        for depth in depths:
            for evaluation in Evaluation:
                settings = Settings(evaluation, ordering)
                value = minimax(board, depth, settings).score
                for turn, (name, search) in enumerate(SEARCHES.items()):
                    kind, table = tables[(number // len(orderings) + turn) % len(tables)]
                    found = search(board, depth, settings, table()).score
                    assert found == value, (board.to_text(), depth, settings, name, kind)


def test_a_hundred_boards(some_boards: list[Board]) -> None:
    check_agreement(some_boards, range(1, 5))


def test_depth_five(some_boards: list[Board]) -> None:
    check_agreement(some_boards[::4], [5])


@pytest.mark.slow
def test_a_thousand_boards() -> None:
    check_agreement(boards(1000, first_seed=10_000), range(1, 6))


@pytest.mark.parametrize("kind", TABLES)
@pytest.mark.parametrize("name", SEARCHES)
def test_every_search_with_every_table(name: str, kind: str, some_boards: list[Board]) -> None:
    for board in some_boards[:12]:
        for ordering in Ordering:
            settings = Settings(Evaluation.PVS_ARTICLE, ordering)
            value = minimax(board, 3, settings).score
            found = SEARCHES[name](board, 3, settings, TABLES[kind]()).score
            assert found == value, (board.to_text(), ordering)


@pytest.mark.parametrize("name", SEARCHES)
def test_the_best_move_is_worth_the_score(name: str, some_boards: list[Board]) -> None:
    settings = Settings()
    for board in some_boards:
        result = SEARCHES[name](board, 3, settings, Table.hash_map())
        if result.best is None:
            assert board.is_game_over()
            assert result.answer == "-"
            continue
        assert result.answer == str(result.best)
        after = board.copy()
        after.push(result.best)
        # A pass costs no depth.
        depth = 3 if result.best.is_pass else 2
        assert minimax(after, depth, settings).score == -result.score, board.to_text()


def test_both_colours_are_worth_the_same(some_boards: list[Board]) -> None:
    for board in some_boards[:30]:
        other = Board(board.position, board.turn.other)
        for evaluation in Evaluation:
            settings = Settings(evaluation)
            assert pvs(board, 3, settings).score == pvs(other, 3, settings).score
            assert pvs(board, 3, settings).score == pvs(board.position, 3, settings).score
