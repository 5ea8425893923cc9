"""Drivers: how the window moves over one search core. Registered by name.

Each closes in on the value of the root by windows on its moves (`engine.root`), and
returns it; `Root.preferred` is then a move that is worth it. All find the same value
at the same depth if nothing is left out on suspicion; they differ in the windows they
open, which `Root.probes` and `Root.researches` count.

==============  ==================================================================
``pvs``         principal variation search: the first move with the whole window, the
                others with null windows (Marsland and Campbell 1982, Reinefeld 1983)
``mtdf``        null windows only, from the last value on (Plaat 1996)
``aspiration``  ``pvs`` in a narrow window about the last value, widened if it fails
``alphabeta``   every move with the window that is left, for comparison
==============  ==================================================================
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from outflank.engine.root import Root, RootMove

#: A driver: the root, the moves to look at, and a guess at the value; the value.
Strategy = Callable[[Root, Sequence[RootMove], int], int]

#: Half of the first window of ``aspiration``, and what it grows by, in discs.
NARROW: Final = 2
WIDENED: Final = 4


def pvs(root: Root, moves: Sequence[RootMove], _guess: int) -> int:
    """Principal variation search with the whole window."""
    root.probes += 1
    return _pvs_in(root, moves, -root.most - 1, root.most + 1)


def alphabeta(root: Root, moves: Sequence[RootMove], _guess: int) -> int:
    """Alpha-beta with the whole window (the kernels below keep to whole windows, too)."""
    root.probes += 1
    best = -root.most - 1
    for move in moves:
        value = root.look(move, best, root.most + 1)
        if value > best:
            best = value
            root.prefer(move, value)
    return best


def aspiration(root: Root, moves: Sequence[RootMove], guess: int) -> int:
    """Principal variation search in a window about a guess, widened where the value is not."""
    below = above = NARROW * root.scale
    while True:
        root.probes += 1
        alpha = max(guess - below, -root.most - 1)
        beta = min(guess + above, root.most + 1)
        value = _pvs_in(root, moves, alpha, beta)
        if alpha < value < beta:
            return value
        root.researches += 1
        if value <= alpha:
            below = (guess - value) + below * WIDENED
        else:
            above = (value - guess) + above * WIDENED


def mtdf(root: Root, moves: Sequence[RootMove], guess: int) -> int:
    """MTD(f): null windows close in from the guess."""
    lower, upper = -root.most, root.most
    value = min(max(guess, lower), upper) // root.step * root.step
    while lower < upper:
        root.probes += 1
        window = value - 1 if value > lower else value
        value = _probe(root, moves, window)
        # Values between the steps cannot be: up to the next one, or down to it.
        if value > window:
            value = lower = -(-value // root.step) * root.step
        else:
            value = upper = value // root.step * root.step
    if root.preferred is None:  # no window was ever passed: every move is worth the least
        root.prefer(moves[0], value)
    return value


def _probe(root: Root, moves: Sequence[RootMove], alpha: int) -> int:
    """One null window over all moves; a move that passes it is preferred."""
    best = -root.most - 1
    first = root.preferred
    for move in sorted(moves, key=lambda move: move is not first):
        value = root.scout(move, alpha)
        if value > alpha:
            root.prefer(move, value)
            return value
        best = max(best, value)
    return best


def _pvs_in(root: Root, moves: Sequence[RootMove], alpha: int, beta: int) -> int:
    """Principal variation search in a window, fail soft."""
    best = -root.most - 2
    for move in moves:
        floor = max(alpha, best)
        if best < -root.most - 1:
            value = root.look(move, floor, beta)
        else:
            value = root.scout(move, floor)
            if floor < value < beta:
                root.researches += 1
                value = root.look(move, floor, beta)
        if value > best:
            best = value
            if value > alpha:
                root.prefer(move, value)
            if value >= beta:
                break
    return best


STRATEGIES: Final[Mapping[str, Strategy]] = MappingProxyType(
    {"pvs": pvs, "mtdf": mtdf, "aspiration": aspiration, "alphabeta": alphabeta}
)
