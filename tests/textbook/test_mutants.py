"""The traps that the articles warn of: each is built into the real source, and must be noticed.

A mutant is a module of the package with one line replaced, compiled anew outside the
package together with the modules that build on it. A check passes on the original and
must fail on the mutant.
"""

from __future__ import annotations

import importlib
import itertools
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import naive
from outflank.board import Board
from outflank.core import cache
from outflank.textbook import Settings, Table, minimax, random_midgame
from outflank.textbook.inspection import BOUNDS, Entry, look_up, seed
from outflank.textbook.running import arrays_for, root_of
from outflank.textbook.slots import STOP
from outflank.textbook.tables import COLOR, DEPTH, FLAG, OPPONENT, PLAYER, VALUE
from textbook.boards import boards

Modules = Callable[[str], ModuleType]
_numbers = itertools.count()


def real(name: str) -> ModuleType:
    return importlib.import_module(f"outflank.{name}")


@dataclass(frozen=True)
class Mutant:
    """One line of one module replaced, and the modules that have to be built again with it."""

    module: str
    line: str
    replacement: str
    dependents: tuple[str, ...] = ()


@contextmanager
def built(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> Iterator[Modules]:
    """The mutant and its dependents as modules of their own; all others are the real ones."""
    monkeypatch.setattr(cache, "folder", lambda: None)
    package = f"mutant_{next(_numbers)}"
    mutated = {
        name: f"{package}_{name.replace('.', '_')}" for name in [mutant.module, *mutant.dependents]
    }
    modules: dict[str, ModuleType] = {}
    try:
        for name, new_name in mutated.items():
            source = Path(real(name).__file__ or "").read_text(encoding="utf-8")
            if name == mutant.module:
                assert source.count(f"\n{mutant.line}\n") == 1, f"{mutant.line!r} in {name}"
                source = source.replace(f"\n{mutant.line}\n", f"\n{mutant.replacement}\n")
            for old, new in mutated.items():
                source = source.replace(f"from outflank.{old} import", f"from {new} import")
            modules[name] = sys.modules[new_name] = ModuleType(new_name)
            exec(compile(source, f"<{new_name}>", "exec"), modules[name].__dict__)
        yield lambda name: modules.get(name) or real(name)
    finally:
        for new_name in mutated.values():
            sys.modules.pop(new_name, None)


SETTINGS = Settings()
BOARDS = boards(60, first_seed=200)
PASSING = [board for board in boards(3000, first_seed=5000) if board.must_pass][:20]


def check_flips(modules: Modules) -> None:
    """A run of discs counts only once it is closed."""
    flips = modules("board.rules").flips
    for board in BOARDS:
        player, opponent = board.position.player, board.position.opponent
        for square in range(64):
            expected = sum(1 << turned for turned in naive.flipped(player, opponent, square))
            assert flips(player, opponent, square) == expected


def check_mtdf_ends(modules: Modules) -> None:
    """MTD(f) ends by itself, within seconds, also when the guess was too low."""
    root = root_of(random_midgame(7, 18))
    arrays = arrays_for(SETTINGS, Table.array(12))
    value_of = modules("textbook.mtdf").mtdf_value
    worker = threading.Thread(
        target=lambda: value_of(*root, np.int64(2), np.int64(-500), tuple(arrays)), daemon=True
    )
    worker.start()
    worker.join(timeout=2)
    ended = not worker.is_alive()
    arrays.control[STOP] = 1
    worker.join(timeout=10)
    assert not worker.is_alive(), "it does not even heed the stop"
    assert ended, "MTD(f) asks the same question for ever"


def check_passes(modules: Modules) -> None:
    """A side without a move passes, and its score is then seen from the other side."""
    search = modules("textbook.pvs").pvs
    assert len(PASSING) == 20
    for board in PASSING + BOARDS:
        for depth in (1, 2, 3, 4):
            expected = minimax(board, depth, SETTINGS).score
            assert search(board, depth, SETTINGS, Table.none()).score == expected


def check_deepening_on_one_table(modules: Modules) -> None:
    """What a shallow search left behind does not answer for a deeper one."""
    search = modules("textbook.alphabeta").alphabeta
    for board in BOARDS:
        table = Table.hash_map()
        for depth in (1, 2, 4):
            expected = minimax(board, depth, SETTINGS).score
            assert search(board, depth, SETTINGS, table).score == expected


def check_entries_are_true(search: Callable[..., object]) -> None:
    """What a table says of a position after a search (exact, lower, upper) is so."""
    for board in BOARDS[:20]:
        table = Table.hash_map()
        search(board, 4, SETTINGS, table)
        for entry in table.entries[table.entries[:, FLAG] != 0]:
            # Kernels keep masks as signed words.
            player, opponent = (int(np.uint64(entry[column])) for column in (PLAYER, OPPONENT))
            text = "".join({"p": "X", "o": "O", ".": "-"}[d] for d in naive.discs(player, opponent))
            value = minimax(Board.from_text(text), int(entry[DEPTH]), SETTINGS).score
            claim, bound = int(entry[VALUE]), BOUNDS[entry[FLAG]]
            true = {"exact": value == claim, "lower": value >= claim, "upper": value <= claim}
            assert true[bound], (text, entry[COLOR], bound, claim, value)


def check_entries_of_alpha_beta(modules: Modules) -> None:
    """A bound is never stored as exact by alpha-beta."""
    check_entries_are_true(modules("textbook.alphabeta").alphabeta)


def check_entries_of_pvs(modules: Modules) -> None:
    """A bound is never stored as another, nor as exact, by PVS."""
    check_entries_are_true(modules("textbook.pvs").pvs)


def check_bound_after_a_deeper_entry(modules: Modules) -> None:
    """An entry of a deeper search raises alpha; a result below it is an upper bound."""
    board = Board.from_text("OOOOOOO-XOOXXX-XXOOOXXOOXOXXOXOOXOOXOOXOXOXOXO-OXXOOXXOOXXXXXXXO O")
    table = Table.hash_map()
    seed(table, board, SETTINGS, Entry(10_000, "lower", depth=3))
    modules("textbook.alphabeta").alphabeta(board, 2, SETTINGS, table)
    entry = look_up(table, board, SETTINGS)
    assert entry is not None
    assert entry.bound == "upper"


TRAPS: dict[str, tuple[Mutant, Callable[[Modules], None]]] = {
    "a run of discs is added before it is closed": (
        Mutant("board.rules", "        if disc & player:", "        if run:"),
        check_flips,
    ),
    "beta is g without the + 1": (
        Mutant(
            "textbook.mtdf",
            "        beta = g + ONE if g == lower else g",
            "        beta = g",
        ),
        check_mtdf_ends,
    ),
    "a side without a move has lost": (
        Mutant(
            "textbook.pvs",
            "        rest = depth - pass_cost(switches)",
            "        return -INFINITY",
        ),
        check_passes,
    ),
    "an entry is used without its depth check": (
        Mutant(
            "textbook.tables",
            "    if table[row, DEPTH] < depth:",
            "    if False:",
            ("textbook.alphabeta",),
        ),
        check_deepening_on_one_table,
    ),
    "a lower bound is stored as exact": (
        Mutant(
            "textbook.tables",
            "        return LOWER",
            "        return EXACT",
            ("textbook.alphabeta",),
        ),
        check_entries_of_alpha_beta,
    ),
    "an upper bound is stored as exact": (
        Mutant(
            "textbook.tables",
            "        return UPPER",
            "        return EXACT",
            ("textbook.alphabeta",),
        ),
        check_entries_of_alpha_beta,
    ),
    "the flag is decided by the window at entry": (
        Mutant(
            "textbook.alphabeta",
            "    if not switches[FAULTS] & BOUND_JUDGED_AT_ENTRY:",
            "    if False:",
        ),
        check_bound_after_a_deeper_entry,
    ),
    "the flag is decided by alpha as the moves have raised it": (
        Mutant(
            "textbook.pvs",
            "    flag = bound_of(best, judged_alpha, beta)",
            "    flag = bound_of(best, alpha, beta)",
        ),
        check_entries_of_pvs,
    ),
    "a pass does not turn the window": (
        Mutant(
            "textbook.pvs",
            "        return -pvs_value(opponent, player, -color, rest, -beta, -alpha, arrays)",
            "        return -pvs_value(opponent, player, -color, rest, alpha, beta, arrays)",
        ),
        check_passes,
    ),
}


@pytest.mark.parametrize("trap", TRAPS)
def test_the_original_is_not_caught_in(trap: str) -> None:
    _, check = TRAPS[trap]
    check(real)


@pytest.mark.parametrize("trap", TRAPS)
def test_is_noticed_when(trap: str, monkeypatch: pytest.MonkeyPatch) -> None:
    mutant, check = TRAPS[trap]
    with built(mutant, monkeypatch) as modules, pytest.raises(AssertionError):
        check(modules)
