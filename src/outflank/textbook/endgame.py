"""The exact end of a game: alpha-beta to the last disc, in discs, empties to the winner.

The PVS article recommends it below 12 empties as the greatest gain in strength. Three
things make it fast enough for a few more: null windows after the first move, a table
that compares the whole position, and the fastest-first order: the move that leaves the
opponent the fewest replies is tried first, since its tree is the smallest.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from outflank.board.board import Board
from outflank.board.position import Position
from outflank.board.square import PASS, Move
from outflank.core.compile import kernel
from outflank.core.intrinsics import lowest_square, popcount
from outflank.core.masks import CORNERS, FIRST_SQUARE, NO_SQUARES, drawn
from outflank.core.rules import final_score, legal_mask, play_unchecked, raw_score
from outflank.textbook.keys import Keys
from outflank.textbook.orderings import LAST_SQUARE, PACKING, insert, square_of
from outflank.textbook.result import Result
from outflank.textbook.running import Run, position_of, result_of, run
from outflank.textbook.settings import Settings
from outflank.textbook.slots import ARRAYS, BEST, NODES, ONE, KernelArrays, Words, empties, halted
from outflank.textbook.tables import VALUE, Table, bound_of, find, store, table_key, tightened

DISCS: Final = "discs"

#: One more than the greatest score.
LIMIT: Final = np.int64(65)

#: From here on squares are tried as they come: looking things up costs more than it saves.
FEW_EMPTIES: Final = np.int64(6)

#: Colours mean nothing here: every position is keyed as if Black were to move.
AS_BLACK: Final = np.int64(1)
ANY_DEPTH: Final = np.int64(0)

# The terms of the ordering.
REPLY_LOSS: Final = np.int64(8)
CORNER_GAIN: Final = np.int64(12)
#: The mover likes to enter a quarter with an odd number of empties: it may get the last move there.
ODD_QUARTER_GAIN: Final = np.int64(4)

QUARTER: Final = drawn("""
    xxxx....
    xxxx....
    xxxx....
    xxxx....
    ........
    ........
    ........
    ........
""")
RIGHT: Final = np.uint64(4)
DOWN: Final = np.uint64(32)

#: Rows of the table: 2**(empties + 3), at least 2**10 and at most 2**20.
TABLE_BITS_ABOVE_EMPTIES: Final = 3
LEAST_TABLE_BITS: Final = 10
GREATEST_TABLE_BITS: Final = 20


@kernel("u8(u8)")
def odd_quarters(empty: np.uint64) -> np.uint64:
    """All squares of those quarters of the board that have an odd number of empties."""
    odd = NO_SQUARES
    for quarter in (QUARTER, QUARTER << RIGHT, QUARTER << DOWN, QUARTER << RIGHT + DOWN):
        if popcount(empty & quarter) & 1:
            odd |= quarter
    return odd


@kernel("i8(u8, u8, i8, i8, i8[::1])")
def few_empties_value(
    player: np.uint64, opponent: np.uint64, alpha: np.int64, beta: np.int64, control: Words
) -> np.int64:
    """The score in discs, fail soft (see `solve_value`), without table and ordering."""
    control[NODES] += ONE
    empty = ~(player | opponent)
    if empty == NO_SQUARES:
        return raw_score(player, opponent)
    best = -LIMIT
    odd = odd_quarters(empty)
    squares = empty
    while squares != NO_SQUARES:
        preferred = squares & odd
        square = lowest_square(preferred if preferred != NO_SQUARES else squares)
        squares ^= FIRST_SQUARE << np.uint64(square)
        replier, mover = play_unchecked(player, opponent, square)
        if replier == opponent:  # nothing was turned: no move
            continue
        low = max(alpha, best)
        value = -few_empties_value(replier, mover, -beta, -low, control)
        best = max(best, value)
        if best >= beta:
            return best
    if best > -LIMIT:
        return best
    if legal_mask(opponent, player) == NO_SQUARES:
        return final_score(player, opponent)
    return -few_empties_value(opponent, player, -beta, -alpha, control)


@kernel("i8(u8, u8, u8, i8[::1])")
def fastest_first(
    player: np.uint64, opponent: np.uint64, squares: np.uint64, moves: Words
) -> np.int64:
    """Fill `moves` with the moves to `squares`, those with the fewest replies first.

    Returns:
        How many there are; `square_of` reads them.
    """
    count = np.int64(0)
    odd = odd_quarters(~(player | opponent))
    while squares != NO_SQUARES:
        square = lowest_square(squares)
        squares &= squares - FIRST_SQUARE
        move = FIRST_SQUARE << np.uint64(square)
        replies = legal_mask(*play_unchecked(player, opponent, square))
        number = -REPLY_LOSS * (popcount(replies) + popcount(replies & CORNERS))
        if move & CORNERS != NO_SQUARES:
            number += CORNER_GAIN
        if move & odd != NO_SQUARES:
            number += ODD_QUARTER_GAIN
        insert(moves, count, number * PACKING + (LAST_SQUARE - square))
        count += 1
    return count


@kernel(f"i8(u8, u8, i8, i8, {ARRAYS})")
def solve_value(
    player: np.uint64,
    opponent: np.uint64,
    alpha: np.int64,
    beta: np.int64,
    arrays: KernelArrays,
) -> np.int64:
    """Search to the end of the game, fail soft.

    With v the exact score and r what is returned,

    * r <= alpha: fail low, v <= r;
    * alpha < r < beta: v = r;
    * r >= beta: fail high, v >= r.

    In discs from the side to move, empties to the winner, -64 to 64. If the search was
    halted, r means nothing; the table holds only finished results.
    """
    switches, table, moves, control = arrays
    left = empties(player, opponent)
    if left <= FEW_EMPTIES:
        return few_empties_value(player, opponent, alpha, beta, control)
    control[NODES] += ONE
    squares = legal_mask(player, opponent)
    if squares == NO_SQUARES:
        if legal_mask(opponent, player) == NO_SQUARES:
            return final_score(player, opponent)
        return -solve_value(opponent, player, -beta, -alpha, arrays)
    key = table_key(player, opponent, AS_BLACK, switches)
    entry = find(table, switches, key, player, opponent, AS_BLACK)
    alpha, beta = tightened(table, entry, ANY_DEPTH, alpha, beta)
    if alpha >= beta:
        return np.int64(table[entry, VALUE])

    best = -LIMIT
    judged_alpha = alpha
    row = moves[left]
    for i in range(fastest_first(player, opponent, squares, row)):
        square = square_of(row[i])
        replier, mover = play_unchecked(player, opponent, square)
        if i == 0:
            value = -solve_value(replier, mover, -beta, -alpha, arrays)
        else:
            value = -solve_value(replier, mover, -alpha - ONE, -alpha, arrays)
            if alpha < value < beta:
                value = -solve_value(replier, mover, -beta, -value, arrays)
        if halted(control):
            return best
        best = max(best, value)
        if value > alpha:
            alpha = value
            row[BEST] = square
        if alpha >= beta:
            break
    flag = bound_of(best, judged_alpha, beta)
    store(table, switches, control, key, player, opponent, AS_BLACK, left, best, flag)
    return best


def solve(where: Position | Board) -> Result:
    """The exact score in discs, empties to the winner, and a move that reaches it.

    Milliseconds at 14 empties, about a second at 20, and without end far above; Ctrl-C
    stops it.
    """
    position = position_of(where)
    result = result_of(position, DISCS, _solved(position, solver_table(position.empties)))
    if result.best is None and position.legal_mask:  # the search of few empties notes no move
        best = next(m for m, score in solve_moves(position).items() if score == result.score)
        return replace(result, best=best, answer=str(best))
    return result


def solve_moves(where: Position | Board) -> dict[Move, int]:
    """The exact score of every legal move in discs, from the mover's view, in square order.

    Where the side to move must pass, that is its one move; when the game is over there is
    none. It takes several times as long as `solve`.
    """
    position = position_of(where)
    table = solver_table(position.empties)
    moves = [PASS] if position.must_pass else [Move(square) for square in position.legal_moves]
    return {move: -_solved(position.play_unchecked(move), table).score for move in moves}


def solver_table(empties: int) -> Table:
    """A table of a size that fits a search of so many empties."""
    wanted = empties + TABLE_BITS_ABOVE_EMPTIES
    bits = min(max(wanted, LEAST_TABLE_BITS), GREATEST_TABLE_BITS)
    return Table.array(bits, Keys.MTDF_ARTICLE)


def _solved(position: Position, table: Table) -> Run:
    return run(
        position,
        Settings(),
        table,
        lambda root, arrays: solve_value(root.player, root.opponent, -LIMIT, LIMIT, arrays),
    )
