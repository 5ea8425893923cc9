"""Drivers: how the window moves over one search core. Registered by name.

Each closes in on the value of the root by windows on its moves (`engine.root`), and
returns it; `Root.preferred` is then a move that is worth it. All find the same value
at the same depth if nothing is left out on suspicion; they differ in the windows they
open, which `Root.probes` and `Root.researches` count.

==============  ==================================================================
``pvs``         principal variation search: the first move with the whole window, the
                others with null windows (Marsland and Campbell 1982, Reinefeld 1983)
``mtdf``        null windows only, from the last value on (Plaat 1996)
``mtsss``       null windows at the upper bound: MT-SSS* (the same)
``mtdual``      null windows at the lower bound: MT-DUAL* (the same)
``mtdbest``     null windows until one move is shown to be the best, then at its value:
                MTD(best) (the same)
``bisection``   null windows half-way between the bounds
``aspiration``  ``pvs`` in a narrow window about the last value, widened if it fails
``alphabeta``   every move with the window that is left, for comparison
==============  ==================================================================
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from outflank.engine.root import Root, RootMove

#: A driver: the root, the moves to look at, and a guess at the value; the value.
Strategy = Callable[[Root, Sequence[RootMove], int], int]

#: What the window of ``aspiration`` grows by where the value is not in it.
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
    below = above = root.narrow
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
    start = min(max(guess, -root.most), root.most) // root.step * root.step
    return _close_in(root, moves, Bounds(-root.most, root.most, start), _beside)


def mtsss(root: Root, moves: Sequence[RootMove], _guess: int) -> int:
    """MT-SSS*: null windows at the upper bound, which comes down to the value."""
    return _close_in(root, moves, Bounds(-root.most, root.most, root.most), _below_upper)


def mtdual(root: Root, moves: Sequence[RootMove], _guess: int) -> int:
    """MT-DUAL*: null windows at the lower bound, which comes up to the value."""
    return _close_in(root, moves, Bounds(-root.most, root.most, -root.most), _above_lower)


def bisection(root: Root, moves: Sequence[RootMove], _guess: int) -> int:
    """Null windows half-way between the bounds."""
    return _close_in(root, moves, Bounds(-root.most, root.most, 0), _middle)


def mtdbest(root: Root, moves: Sequence[RootMove], guess: int) -> int:
    """MTD(best): first which move is the best, then what it is worth."""
    best, bounds = best_of(root, moves, guess)
    root.prefer(best, bounds.lower)
    return _close_in(root, [best], bounds, _beside)


@dataclass(slots=True)
class Bounds:
    """What is known of a value: it is at least `lower`, at most `upper`, probably `value`."""

    lower: int
    upper: int
    value: int

    @property
    def closed(self) -> bool:
        """True if the value is known."""
        return self.lower >= self.upper

    def learn(self, window: int, answer: int, step: int) -> None:
        """Take in what the null window (window, window + 1) answered, fail soft.

        Values between the steps cannot be: up to the next one, or down to it.
        """
        if answer > window:
            self.value = self.lower = -(-answer // step) * step
        else:
            self.value = self.upper = answer // step * step


#: Where the next null window of a driver lies; this is all in which the family differs.
Aim = Callable[[Bounds], int]


def _beside(bounds: Bounds) -> int:
    return bounds.value - 1 if bounds.value > bounds.lower else bounds.value


def _below_upper(bounds: Bounds) -> int:
    return bounds.upper - 1


def _above_lower(bounds: Bounds) -> int:
    return bounds.lower


def _middle(bounds: Bounds) -> int:
    return (bounds.lower + bounds.upper) // 2


def _close_in(root: Root, moves: Sequence[RootMove], bounds: Bounds, aim: Aim) -> int:
    """Null windows over the moves until the bounds meet; the value."""
    while not bounds.closed:
        root.probes += 1
        window = aim(bounds)
        bounds.learn(window, _probe(root, moves, window), root.step)
    if root.preferred is None:  # no window was ever passed: every move is worth the least
        root.prefer(moves[0], bounds.value)
    return bounds.value


def best_of(root: Root, moves: Sequence[RootMove], guess: int) -> tuple[RootMove, Bounds]:
    """A move that is worth at least as much as any other, and the bounds that show it.

    Its value itself may stay unknown: that is what MTD(best) saves.
    """
    start = min(max(guess, -root.most), root.most) // root.step * root.step
    known = {move.move: Bounds(-root.most, root.most, start) for move in moves}
    window = start - 1
    while True:
        best = max(moves, key=lambda move: known[move.move].lower)
        floor = known[best.move].lower
        rivals = [move for move in moves if known[move.move].upper > floor]
        if not rivals or rivals == [best]:
            return best, known[best.move]
        window = _window_above(floor, root.most, window, [known[m.move] for m in rivals])
        root.probes += 1
        for move in rivals:
            bounds = known[move.move]
            if bounds.lower <= window < bounds.upper:
                bounds.learn(window, root.scout(move, window), root.step)
                if bounds.lower > window:
                    root.prefer(move, bounds.lower)
                    break  # whoever else is as good must be better than this


def _window_above(floor: int, most: int, window: int, rivals: Sequence[Bounds]) -> int:
    """Where moves are told apart: at what one is worth at least, or below all, if none is known."""
    if floor > -most:
        return floor
    return max(min(window, max(bounds.upper for bounds in rivals) - 1), -most)


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
    {
        "pvs": pvs,
        "mtdf": mtdf,
        "aspiration": aspiration,
        "alphabeta": alphabeta,
        "mtsss": mtsss,
        "mtdual": mtdual,
        "mtdbest": mtdbest,
        "bisection": bisection,
    }
)
