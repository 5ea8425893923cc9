"""A context that can evaluate, with weights drawn at random, and minimax on them."""

from __future__ import annotations

import numpy as np

from contexts import Context, masks
from core.plain_network import drawn
from outflank.board import Position
from outflank.core import context as slots
from outflank.core.memory import Block
from outflank.core.midgame import end_value, enter, evaluation
from outflank.core.parity import parity_of
from outflank.core.search import ROW, search
from outflank.evaluation.errors import ErrorModel

#: Evaluations are within about 25 discs, some beyond 63.
WEIGHTS = drawn(4).block()

#: Errors so small that nearly every node is cut off, rightly or not.
RASH = ErrorModel((0.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0))


def evaluating(buckets: int = 1 << 10) -> Context:
    """A context whose evaluation is `WEIGHTS`."""
    context = Context(buckets)
    context.words[slots.EVALUATION] = WEIGHTS.address
    return context


def static(context: Context, position: Position) -> int:
    """What a leaf is worth; a pass is crossed, an end is counted."""
    if position.is_game_over():
        return int(end_value(context.address, *masks(position)))
    if position.must_pass:
        return -static(context, position.passed())
    empties = np.int64(position.empties)
    enter(context.address, *masks(position), empties)
    return int(evaluation(context.address, *masks(position), empties))


def minimax(context: Context, position: Position, depth: int) -> int:
    """The value of `depth` plies, without a window, a table or an order."""
    if depth == 0 or position.is_game_over():
        return static(context, position)
    if position.must_pass:
        return -minimax(context, position.passed(), depth)
    return max(
        -minimax(context, position.play_unchecked(square), depth - 1)
        for square in position.legal_moves
    )


def probe_window(context: Context, position: Position, alpha: int, depth: int) -> int:
    """The null window (alpha, alpha + 1) on a position, its features put in place."""
    player, opponent = masks(position)
    empties = np.int64(position.empties)
    if depth < empties:
        enter(context.address, player, opponent, empties)
    parity = parity_of(~(player | opponent))
    window = np.int64(alpha), np.int64(depth)
    return int(search(context.address, player, opponent, *window, empties, parity))


def is_sound(found: int, alpha: int, value: int) -> bool:
    """Fail soft: above alpha a lower bound, at or below it an upper bound."""
    return value >= found if found > alpha else value <= found


def margins(selectivity: int) -> Block:
    """Words of Multi-ProbCut by `RASH`."""
    block = RASH.margins(selectivity)
    assert len(block.words) == int(ROW) ** 2
    return block
