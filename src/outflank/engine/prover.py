"""Proves: closes the bounds of a position, or of every move of it, and finds the moves for them.

Whatever stops a proof, what it wrote into its `Work` before is proved and goes together:
a lower bound has its move, a variation is whole or not there.
"""

from __future__ import annotations

from typing import Final, Literal, get_args

import numpy as np

from outflank.board.position import Position
from outflank.board.square import PASS, Move
from outflank.core import drivers, line
from outflank.core.parity import parity_of
from outflank.core.search import search
from outflank.engine.crew import Crew
from outflank.engine.goal import Goal, Work, floor_of
from outflank.engine.solution import HIGHEST, LOWEST

Driver = Literal["mtdf", "pvs"]
DRIVERS: Final = get_args(Driver)

#: A window that holds every score.
BELOW_ALL, ABOVE_ALL = np.int64(LOWEST - 1), np.int64(HIGHEST + 1)

#: Squares that a position can have moves to.
MOST_SQUARES: Final = 64


#: From so many empties on selective searches of so many per cent come first. On positions
#: of real games with 19 and 21 empties the first saves 16 % of the nodes; of the second the
#: guess is better, which counts the more the longer the search is.
PRESEARCHES: Final = ((17, 73), (22, 87))


class _StoppedError(Exception):
    """The search was stopped: what it returned means nothing."""


class Prover:
    """Proves with the threads and the table of a crew; one proof at a time.

    Args:
        crew: runs it; whoever stops the crew stops the proof.
        driver: ``mtdf`` or ``pvs``.
        presearches: whether to search selectively first, on the shipped evaluation.
    """

    def __init__(self, crew: Crew, driver: Driver, *, presearches: bool = True) -> None:
        self._crew = crew
        self._driver = driver
        self._presearches = presearches

    def prove(self, work: Work, *, best: int | None = None, wld: bool = False) -> None:
        """Prove what `work` wants, as far as the crew is not stopped."""
        try:
            if work.moves is None or work.root.position.is_game_over():
                self._prove_root(work, wld)
            else:
                self._prove_moves(work, best, wld)
        except _StoppedError:
            pass
        if not work.best:
            work.best = self.likeliest(work.root.position)

    def likeliest(self, position: Position) -> tuple[Move, ...]:
        """The move to play if no better one is proved; searches nothing."""
        return tuple(self._moves(position)[:1])

    def _prove_root(self, work: Work, wld: bool) -> None:
        """Close the bounds of the root, then find the variation."""
        root = work.root
        try:
            self._close(root, wld)
        finally:
            work.best = self.likeliest(root.position) if root.move is None else (root.move,)
        self._find_line(work)

    def _prove_moves(self, work: Work, best: int | None, wld: bool) -> None:
        """Close the bounds of each move in turn, the likeliest first."""
        root = work.root.position
        moves = self._moves(root)
        replies: dict[Move, Goal] = {}
        try:
            for move in moves:
                floor = floor_of(replies, best, wld)
                reply = replies[move] = Goal(root.play_unchecked(move))
                self._prove_move(reply, floor, wld)
        finally:
            told = {
                move: replies[move]
                for move in sorted(replies)
                if not (replies[move].says_nothing and self._crew.stopped)
            }
            work.sum_up(told, all_begun=len(told) == len(moves), wld=wld)
        self._find_line(work)

    def _prove_move(self, reply: Goal, floor: int | None, wld: bool) -> None:
        """Close the bounds of the position after a move, if it scores more than `floor`."""
        if floor == HIGHEST:
            return
        if floor is not None:
            self._probe(reply, -floor - 1)
            if reply.lower >= -floor:
                return
        self._close(reply, wld)

    def _find_line(self, work: Work) -> None:
        """The principal variation of a proved score; it begins with the best move."""
        root = work.root
        if root.is_open or not work.best:
            return
        move, moves = work.best[0], np.empty(line.MOST_MOVES, np.int64)
        words = _words(root.position.play_unchecked(move))
        length = int(line.best_play(self._crew.first, *words, np.int64(-root.lower), moves))
        self._expect(length, root.position, root.lower)
        work.pv = (move, *map(Move, moves[:length].tolist()))

    def _close(self, goal: Goal, wld: bool) -> None:
        """Close the bounds of a position as far as is asked."""
        if goal.position.is_game_over():
            goal.lower = goal.upper = goal.position.final_score
        elif wld:
            for alpha in (-1, 0):
                if goal.lower <= alpha < goal.upper:
                    self._probe(goal, alpha)
        elif self._driver == "pvs":
            self._close_by_pvs(goal)
        else:
            self._close_by_mtdf(goal)

    def _close_by_mtdf(self, goal: Goal) -> None:
        """MTD(f) as `core.drivers.mtdf` has it; but what each window proves is kept at once."""
        guess = self._guess(goal.position)
        while goal.is_open:
            guess = min(max(guess, goal.lower), goal.upper)
            alpha = guess - 1 if guess > goal.lower else guess
            guess = self._probe(goal, alpha)

    def _guess(self, position: Position) -> int:
        """A guess at the score; from many empties on that of a selective search.

        It proves nothing, but leaves the table with good moves for the search that does.
        """
        words = _words(position)
        guess = drivers.first_guess(self._crew.first, *words)
        window = np.int64(LOWEST), np.int64(HIGHEST)
        for empties, selectivity in PRESEARCHES:
            if position.empties >= empties and self._presearches:
                with self._crew.selecting(selectivity):
                    guess = np.int64(
                        self._finished(
                            drivers.mtdf(
                                self._crew.first, *words, *window, guess, *_whole(position)
                            )
                        )
                    )
        return int(guess)

    def _close_by_pvs(self, goal: Goal) -> None:
        """Principal variation search, the moves of the root here: what each proves is kept."""
        self._guess(goal.position)
        ceiling = LOWEST
        for move in self._moves(goal.position):
            reply = goal.position.play_unchecked(move)
            if goal.move is None:
                score = -self._principal(reply, BELOW_ALL, ABOVE_ALL)
            else:
                score = -self._search(reply, -goal.lower - 1)
                if score > goal.lower:
                    score = -self._principal(reply, BELOW_ALL, np.int64(-goal.lower))
            ceiling = max(ceiling, score)
            if goal.move is None or score > goal.lower:
                goal.lower, goal.move = max(goal.lower, score), move
            if not goal.is_open:
                break
        goal.upper = min(goal.upper, ceiling)

    def _probe(self, goal: Goal, alpha: int) -> int:
        """Search one null window and learn from it."""
        score = self._search(goal.position, alpha)
        if score <= alpha:
            goal.upper = min(goal.upper, score)
        elif score > goal.lower:
            if goal.wants_move:
                goal.move = self._keeping_move(goal.position, score)
            goal.lower = score
        return score

    def _keeping_move(self, position: Position, score: int) -> Move:
        """A move that reaches a proved lower bound."""
        move = int(line.keeping_move(self._crew.first, *_words(position), np.int64(score)))
        self._expect(move, position, score)
        return Move(move)

    def _moves(self, position: Position) -> list[Move]:
        """The moves, the likeliest first; the pass where one must pass; searches nothing."""
        if position.must_pass:
            return [PASS]
        squares = np.empty(MOST_SQUARES, np.int64)
        count = line.order_moves(self._crew.first, *_words(position), squares)
        return [Move(square) for square in squares[:count].tolist()]

    def _search(self, position: Position, alpha: int) -> int:
        """A null window to the end of the game (contract: `core.search`)."""
        words = _words(position)
        return self._finished(search(self._crew.first, *words, np.int64(alpha), *_whole(position)))

    def _principal(self, position: Position, alpha: np.int64, beta: np.int64) -> int:
        """A window to the end of the game (contract: `core.drivers.principal`)."""
        words = _words(position)
        return self._finished(
            drivers.principal(self._crew.first, *words, alpha, beta, *_whole(position))
        )

    def _finished(self, score: np.int64) -> int:
        """The result of a search that was not stopped."""
        if self._crew.stopped:
            raise _StoppedError
        return int(score)

    def _expect(self, found: int, position: Position, score: int) -> None:
        """Go on only if what keeps a proved score was found; if there is none, we are wrong."""
        if found == line.STOPPED:
            raise _StoppedError
        if found < 0:
            raise RuntimeError(f"{position.to_text()}: no move keeps the proved score {score:+d}")


def _words(position: Position) -> tuple[np.uint64, np.uint64]:
    return np.uint64(position.player), np.uint64(position.opponent)


def _whole(position: Position) -> tuple[np.int64, np.int64, np.int64]:
    """Depth, empties and parity of a search to the end of the game."""
    empties = np.int64(position.empties)
    return empties, empties, parity_of(~np.uint64(position.player | position.opponent))
