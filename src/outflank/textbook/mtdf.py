"""MTD(f): the exact value from null-window searches alone, each a yes-or-no question.

A search of the window (beta - 1, beta) answers "is the value at least beta?". Fail-soft
answers say more than yes or no, so a few such questions, asked where the value is
thought to be, close in on it; a table keeps what one question has in common with the
next. Read next to ``mtdf`` and ``bestMove`` of the article "MTD(f) zero-window search
and transposition table". The method: A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin,
"Best-first fixed-depth minimax algorithms", Artificial Intelligence 87, 1996.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import numpy as np

from outflank.board.board import Board
from outflank.board.position import Position
from outflank.board.square import Move
from outflank.core.compile import kernel
from outflank.core.intrinsics import lowest_square
from outflank.core.masks import FIRST_SQUARE, NO_SQUARES
from outflank.core.rules import legal_mask, play_unchecked
from outflank.textbook.alphabeta import alpha_beta_hard_value, alpha_beta_value
from outflank.textbook.choices import Choice
from outflank.textbook.faults import Fault
from outflank.textbook.pvs import pvs_value
from outflank.textbook.result import Result
from outflank.textbook.running import Root, Search, position_of, search_result
from outflank.textbook.settings import Settings, checked_depth, checked_guess
from outflank.textbook.slots import (
    ARRAYS,
    BEST,
    INFINITY,
    INNER,
    NO_MOVE,
    ONE,
    PROBES,
    KernelArrays,
    empties,
    first_depth,
    halted,
)
from outflank.textbook.tables import Table

#: What ``bestMove`` of the article answers where there is no move.
SQUARE_64: Final = 64


class Inner(Choice):
    """The searches that can answer MTD(f)'s questions, by name.

    Fail-soft alpha-beta is the one that it was made for. A fail-hard answer is nothing but
    yes or no, so that MTD(f) creeps by one unit a question. PVS in a null window, which
    cannot be split, is alpha-beta.
    """

    FAIL_SOFT = "fail-soft"
    FAIL_HARD = "fail-hard"
    PVS = "pvs"


FAIL_HARD: Final = np.int64(Inner.FAIL_HARD.code)
PVS: Final = np.int64(Inner.PVS.code)


@kernel(f"i8(u8, u8, i8, i8, i8, {ARRAYS})")
def probe_value(
    player: np.uint64,
    opponent: np.uint64,
    color: np.int64,
    depth: np.int64,
    beta: np.int64,
    arrays: KernelArrays,
) -> np.int64:
    """The answer of the search that the switches name to the window (beta - 1, beta).

    At least beta: so is the true value; else the true value is less than beta. Fail-soft
    answers bound it, too: see `alpha_beta_value`. In the unit of the evaluation.
    """
    switches, _, _, _ = arrays
    if switches[INNER] == FAIL_HARD:
        return alpha_beta_hard_value(player, opponent, color, depth, beta - ONE, beta, arrays)
    if switches[INNER] == PVS:
        return pvs_value(player, opponent, color, depth, beta - ONE, beta, arrays)
    return alpha_beta_value(player, opponent, color, depth, beta - ONE, beta, arrays)


@kernel(f"i8(u8, u8, i8, i8, i8, {ARRAYS})")
def mtdf_value(
    player: np.uint64,
    opponent: np.uint64,
    color: np.int64,
    depth: np.int64,
    first_guess: np.int64,
    arrays: KernelArrays,
) -> np.int64:
    """The exact value `depth` plies deep, in the unit of the evaluation, whatever the guess.

    The nearer the guess, the fewer probes (they are counted). If the search was halted,
    what is returned means nothing.
    """
    _, _, _, control = arrays
    g, lower, upper = first_guess, -INFINITY, INFINITY
    while lower < upper and not halted(control):
        control[PROBES] += ONE
        # At the lower bound the question must be "more than that?", or it never ends.
        beta = g + ONE if g == lower else g
        g = probe_value(player, opponent, color, depth, beta, arrays)
        if g < beta:
            upper = g
        else:
            lower = g
    return g


@kernel(f"i8(u8, u8, i8, i8, i8, {ARRAYS})")
def iterative_mtdf_value(
    player: np.uint64,
    opponent: np.uint64,
    color: np.int64,
    depth: np.int64,
    first_guess: np.int64,
    arrays: KernelArrays,
) -> np.int64:
    """The same by way of depths 2, 4, 6, … (or 1, 3, 5, …), each value the next guess."""
    _, _, moves, _ = arrays
    guess = first_guess
    for plies in range(first_depth(depth), depth + 1, 2):
        moves[empties(player, opponent), BEST] = NO_MOVE
        guess = mtdf_value(player, opponent, color, np.int64(plies), guess, arrays)
    return guess


@kernel(f"i8(u8, u8, i8, i8, {ARRAYS})")
def best_move_value(
    player: np.uint64,
    opponent: np.uint64,
    color: np.int64,
    depth: np.int64,
    arrays: KernelArrays,
) -> np.int64:
    """The exact value by MTD(f), then the first move in square order that is worth it.

    The move is noted in `moves`; the first legal one if none is worth the value, which
    happens only where the table holds deeper results.
    """
    _, _, moves, control = arrays
    best = mtdf_value(player, opponent, color, depth, np.int64(0), arrays)
    squares = legal_mask(player, opponent)
    row = moves[empties(player, opponent)]
    row[BEST] = lowest_square(squares) if squares != NO_SQUARES else NO_MOVE
    while squares != NO_SQUARES and not halted(control):
        square = lowest_square(squares)
        squares &= squares - FIRST_SQUARE
        replier, mover = play_unchecked(player, opponent, square)
        value = -alpha_beta_value(replier, mover, -color, depth - ONE, -INFINITY, INFINITY, arrays)
        if value == best:
            row[BEST] = square
            break
    return best


def mtdf(
    where: Position | Board,
    depth: int,
    settings: Settings | None = None,
    table: Table | None = None,
    *,
    guess: int = 0,
    inner: Inner = Inner.FAIL_SOFT,
) -> Result:
    """MTD(f) at one depth.

    Args:
        where: the position; as a `Board` where a fault depends on who is Black.
        depth: plies, 1 to 60; a pass costs none.
        settings: evaluation, ordering, faults.
        table: what is known already; a fresh hash map if it is missing.
        guess: where the first probe asks, -1,000,000 to 1,000,000.
        inner: the search that answers the probes.

    Raises:
        SettingsError: the depth or the guess is out of its range, or there is no such
            inner search.
    """
    plies, first = np.int64(checked_depth(depth)), np.int64(checked_guess(guess))
    search = _with_inner(inner, lambda root, arrays: mtdf_value(*root, plies, first, arrays))
    return search_result(where, settings or Settings(), table, search)


def iterative_mtdf(
    where: Position | Board,
    depth: int,
    settings: Settings | None = None,
    table: Table | None = None,
    *,
    guess: int = 0,
    inner: Inner = Inner.FAIL_SOFT,
) -> Result:
    """MTD(f) by iterative deepening in steps of two; arguments and errors as `mtdf`.

    For an odd depth it takes the odd depths; the article's would stop one ply short.
    """
    plies, first = np.int64(checked_depth(depth)), np.int64(checked_guess(guess))
    search = _with_inner(
        inner, lambda root, arrays: iterative_mtdf_value(*root, plies, first, arrays)
    )
    return search_result(where, settings or Settings(), table, search)


def _with_inner(inner: Inner, search: Search) -> Search:
    """The search, told what answers its probes."""
    code = Inner.named(inner, "the inner search").code

    def told(root: Root, arrays: KernelArrays) -> Any:
        switches, _, _, _ = arrays
        switches[INNER] = code
        return search(root, arrays)

    return told


def best_move(
    where: Position | Board,
    depth: int,
    settings: Settings | None = None,
    table: Table | None = None,
) -> Result:
    """The best move as the MTD(f) article finds it: the first square that is worth the value.

    Arguments and errors as `mtdf`. The corrected answer is a pass where one is due and no
    move at the end; the faithful one is square 64 in both cases, printed as "a9".
    """
    settings = settings or Settings()
    plies = np.int64(checked_depth(depth))
    result = search_result(
        where,
        settings,
        table,
        lambda root, arrays: best_move_value(*root, plies, arrays),
    )
    if settings.faults & Fault.SQUARE_64_FOR_NO_MOVE and not position_of(where).legal_mask:
        return replace(result, best=Move(SQUARE_64), answer=article_name(SQUARE_64))
    return result


def article_name(square: int) -> str:
    """The name of a square as the article prints it: a9 for 64, which is on no board."""
    return f"{chr(ord('a') + square % 8)}{1 + square // 8}"
