"""What a search returns on fail low, inside and fail high, for windows of every kind."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.board import Position
from outflank.textbook import Settings, Table, minimax
from outflank.textbook.alphabeta import alpha_beta_hard_value, alpha_beta_value
from outflank.textbook.endgame import solve_value, solver_table
from outflank.textbook.pvs import pvs_value
from outflank.textbook.running import run
from outflank.textbook.slots import NODES, NULL_WINDOWS
from strategies import any_positions, reachable_positions

SOFT = {"alpha-beta": alpha_beta_value, "PVS": pvs_value}
WINDOWS = st.tuples(st.integers(-300, 300), st.sampled_from([1, 2, 30, 600]))


def search(
    kernel: Callable[..., np.int64], position: Position, depth: int, alpha: int, beta: int
) -> int:
    words = np.int64(depth), np.int64(alpha), np.int64(beta)

    def call(root, arrays):
        switches, _, _, _ = arrays
        switches[NULL_WINDOWS] = 1
        return kernel(*root, *words, arrays)

    return run(position, Settings(), Table.array(8), call).score


@pytest.mark.parametrize("name", SOFT)
@given(position=any_positions(), depth=st.integers(1, 4), window=WINDOWS)
def test_fail_soft(name: str, position: Position, depth: int, window: tuple[int, int]) -> None:
    alpha, beta = window[0], window[0] + window[1]
    value = minimax(position, depth).score
    found = search(SOFT[name], position, depth, alpha, beta)
    if found <= alpha:
        assert value <= found
    elif found >= beta:
        assert value >= found
    else:
        assert value == found


@given(position=any_positions(), depth=st.integers(1, 4), window=WINDOWS)
def test_fail_hard(position: Position, depth: int, window: tuple[int, int]) -> None:
    alpha, beta = window[0], window[0] + window[1]
    value = minimax(position, depth).score
    found = search(alpha_beta_hard_value, position, depth, alpha, beta)
    assert found == min(max(value, alpha), beta)


@given(
    position=reachable_positions().filter(lambda position: position.empties <= 9),
    window=st.tuples(st.integers(-64, 63), st.integers(1, 20)),
)
def test_fail_soft_to_the_end(position: Position, window: tuple[int, int]) -> None:
    def bounded(alpha: int, beta: int) -> int:
        def call(root, arrays):
            return solve_value(root.player, root.opponent, np.int64(alpha), np.int64(beta), arrays)

        return run(position, Settings(), solver_table(position.empties), call).score

    alpha, beta = window[0], window[0] + window[1]
    value, found = bounded(-65, 65), bounded(alpha, beta)
    if found <= alpha:
        assert value <= found
    elif found >= beta:
        assert value >= found
    else:
        assert value == found


def test_the_root_is_a_node_of_alpha_beta() -> None:
    def call(root, arrays):
        return alpha_beta_value(*root, np.int64(1), np.int64(-1000), np.int64(1000), arrays)

    arrays = run(Position.start(), Settings(), Table.none(), call).arrays
    assert arrays.control[NODES] == 5
