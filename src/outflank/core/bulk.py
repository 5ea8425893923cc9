"""Many positions in one crossing into compiled code: values, best moves, every move, games.

How deep a position is searched is said by a *plan*, an array of ``int64``::

    plan[empties, pass, 0]    DEPTH        plies, or NO_PASS: there are no more passes
                       1    SELECTIVITY  in per cent
                       2    MARGINS      address of the words of Multi-ProbCut, 0 for none

The passes are searched one after the other; each guesses for the next, and the last one's
value counts. Depths are at most `empties`, and 1 or more. Values are in discs, for the side
to move; the context must name the engine's pattern evaluation. What a stop left is UNSOLVED.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from outflank.core.compile import kernel
from outflank.core.context import MARGINS, SELECTIVITY
from outflank.core.drivers import UNSOLVED, deepen, first_guess, mtdf
from outflank.core.intrinsics import lowest_square, popcount
from outflank.core.line import PASS, keeping_move, known_move, order_moves, worth_move
from outflank.core.masks import FIRST_SQUARE, NO_SQUARES, START_OPPONENT, START_PLAYER
from outflank.core.memory import load, store
from outflank.core.midgame import enter, fine_evaluation
from outflank.core.parity import parity_of
from outflank.core.patterns import UNITS_PER_DISC
from outflank.core.rules import final_score, is_game_over, legal_mask, play_unchecked
from outflank.core.table import HIGHEST, LOWEST, NO_MOVE
from outflank.core.team import is_stopped
from outflank.core.vector import WEYL_STEP, below, mixed, nth_square

Masks = NDArray[np.uint64]
Numbers = NDArray[np.int64]
Plan = NDArray[np.int64]

ZERO, ONE = np.int64(0), np.int64(1)

# Words of a pass.
DEPTH_WORD, SELECTIVITY_WORD, MARGINS_WORD = (np.int64(word) for word in range(3))
NO_PASS = np.int64(-1)

MOST_SQUARES = 64

#: What stands for the worth of a move that is not legal.
NO_WORTH = UNSOLVED

#: What stands in a game for a disc that was not placed.
NO_DISC = np.int64(-1)


@kernel("i8(i8, u8, u8, i8[:, ::1], i8)")
def value_of(
    context: np.int64, player: np.uint64, opponent: np.uint64, passes: Plan, less: np.int64
) -> np.int64:
    """The value by the passes of a plan, each `less` plies shallower; nothing if stopped."""
    if is_game_over(player, opponent):
        return final_score(player, opponent)  # with more empties than a search has room for
    empty = ~(player | opponent)
    left, parity = popcount(empty), parity_of(empty)
    value = first_guess(context, player, opponent) if passes[0, DEPTH_WORD] - less >= left else ZERO
    for number in range(len(passes)):
        if passes[number, DEPTH_WORD] == NO_PASS:
            break
        depth = passes[number, DEPTH_WORD] - less
        store(context, SELECTIVITY, passes[number, SELECTIVITY_WORD])
        store(context, MARGINS, passes[number, MARGINS_WORD])
        if depth < left:
            value = deepen(context, player, opponent, depth)
        else:
            value = mtdf(context, player, opponent, LOWEST, HIGHEST, value, left, left, parity)
        if is_stopped(context):
            return value
    return value


@kernel("i8(u8, u8, i8[:, ::1])", inline=True)
def _depth_of(player: np.uint64, opponent: np.uint64, passes: Plan) -> np.int64:
    """The depth of the last pass."""
    depth = ZERO
    for number in range(len(passes)):
        depth = max(depth, passes[number, DEPTH_WORD])
    return min(depth, popcount(~(player | opponent)))


@kernel("i8(i8, u8, u8, i8, i8)")
def best_move(
    context: np.int64, player: np.uint64, opponent: np.uint64, value: np.int64, depth: np.int64
) -> np.int64:
    """The move behind a value that was just found by a search of `depth` plies.

    Always legal: PASS where one must pass, NO_MOVE where the game is over. A proved score it
    keeps. After a selective search it may be one that the table only thinks to be worth the
    value or, where nothing is known, the likeliest; after a stop it means nothing.
    """
    if legal_mask(player, opponent) == NO_SQUARES:
        return PASS if legal_mask(opponent, player) else NO_MOVE
    to_the_end = depth == popcount(~(player | opponent))
    if to_the_end and load(context, MARGINS) == ZERO:
        move = keeping_move(context, player, opponent, value)
    else:
        move = worth_move(context, player, opponent, value, depth)
    if move < ZERO:
        move = known_move(context, player, opponent)
    if move < ZERO:
        squares = np.empty(MOST_SQUARES, np.int64)
        order_moves(context, player, opponent, squares)
        move = squares[0]
    return move


@kernel("void(i8, u8[::1], u8[::1], i8[:, :, ::1], i8[::1], i8[::1])")
def label_many(
    context: np.int64,
    players: Masks,
    opponents: Masks,
    plan: Plan,
    values: Numbers,
    moves: Numbers,
) -> None:
    """The value of each position by a plan, and its best move (see `best_move`)."""
    for i in range(len(values)):
        player, opponent = players[i], opponents[i]
        passes = plan[popcount(~(player | opponent))]
        value = value_of(context, player, opponent, passes, ZERO)
        depth = _depth_of(player, opponent, passes)
        moves[i] = best_move(context, player, opponent, value, depth)
        if is_stopped(context):
            values[i:] = UNSOLVED
            return
        values[i] = value


@kernel("void(i8, u8[::1], u8[::1], i8[:, :, ::1], i8[::1], i8[::1], i8[:, ::1])")
def label_moves(
    context: np.int64,
    players: Masks,
    opponents: Masks,
    plan: Plan,
    values: Numbers,
    moves: Numbers,
    worths: Numbers,
) -> None:
    """The value of every move of each position, by a plan for the position before the move.

    Args:
        context: of the thread.
        players: discs of the sides to move.
        opponents: discs of the others.
        plan: see the module.
        values: written: that of the best move, or of the finished game.
        moves: written: the first of the best moves, PASS, or NO_MOVE if the game is over.
        worths: written: the value of the position if each square is played, the pass last;
            NO_WORTH where that is not legal. 65 a position.
    """
    for i in range(len(values)):
        player, opponent = players[i], opponents[i]
        passes, legal = plan[popcount(~(player | opponent))], legal_mask(player, opponent)
        worths[i] = NO_WORTH
        best, move = UNSOLVED, NO_MOVE
        if legal == NO_SQUARES:
            best = value_of(context, player, opponent, passes, ZERO)
            if legal_mask(opponent, player):
                worths[i, PASS], move = best, PASS
        while legal:
            square = lowest_square(legal)
            legal &= legal - FIRST_SQUARE
            replier, mover = play_unchecked(player, opponent, square)
            worth = -value_of(context, replier, mover, passes, ONE)
            worths[i, square] = worth
            if worth > best:
                best, move = worth, square
        if is_stopped(context):
            values[i:] = UNSOLVED
            return
        values[i], moves[i] = best, move


@kernel("void(i8, u8, i8, i8, i8, i8[:, :, ::1], i8[:, ::1], i8[::1], i8[::1])")
def play_games(
    context: np.int64,
    seed: np.uint64,
    first: np.int64,
    fewest: np.int64,
    most: np.int64,
    plan: Plan,
    discs: Numbers,
    random_plies: Numbers,
    scores: Numbers,
) -> None:
    """Play whole games: random plies, then the best moves by a plan.

    Args:
        context: of the thread.
        seed: equal seeds and numbers, equal random plies.
        first: number of the first game.
        fewest: each game begins with as many random plies as are drawn between this ...
        most: ... and this, both included.
        plan: see the module.
        discs: written: the squares in the order in which they are played, then NO_DISC; 60 a
            game. Passes are not written: they are forced.
        random_plies: written: how many were drawn.
        scores: written: the final disc difference of the side that began.
    """
    for i in range(len(scores)):
        state = mixed(seed + mixed(np.uint64(first + i) + WEYL_STEP))
        random_plies[i] = fewest + below(state, most - fewest + ONE)
        discs[i] = NO_DISC
        player, opponent, sign, ply = START_PLAYER, START_OPPONENT, ONE, ZERO
        while True:
            legal = legal_mask(player, opponent)
            if legal == NO_SQUARES:
                player, opponent, sign = opponent, player, -sign
                legal = legal_mask(player, opponent)
                if legal == NO_SQUARES:
                    break
            if ply < random_plies[i]:
                state += WEYL_STEP
                square = nth_square(legal, below(state, popcount(legal)))
            else:
                passes = plan[popcount(~(player | opponent))]
                value = value_of(context, player, opponent, passes, ZERO)
                depth = _depth_of(player, opponent, passes)
                square = best_move(context, player, opponent, value, depth)
            if is_stopped(context):
                scores[i:] = UNSOLVED
                return
            discs[i, ply] = square
            ply += ONE
            player, opponent = play_unchecked(player, opponent, square)
            sign = -sign
        scores[i] = sign * final_score(player, opponent)


@kernel("void(i8, u8[::1], u8[::1], i8[::1])")
def evaluate_many(context: np.int64, players: Masks, opponents: Masks, values: Numbers) -> None:
    """What the evaluation says of each position, without a search, in 1/64 disc.

    A side that must pass has its opponent's value negated; a finished game is as it ended.
    """
    for i in range(len(values)):
        player, opponent, sign = players[i], opponents[i], ONE
        if is_game_over(player, opponent):
            values[i] = final_score(player, opponent) * UNITS_PER_DISC
            continue
        if legal_mask(player, opponent) == NO_SQUARES:
            player, opponent, sign = opponent, player, -ONE
        left = popcount(~(player | opponent))
        enter(context, player, opponent, left)
        values[i] = sign * fine_evaluation(context, player, opponent, left)
