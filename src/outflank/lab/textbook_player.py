"""Plays by an article's corrected search: to a depth, or ever deeper until the time is used."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import numpy as np

from outflank.board.board import Board
from outflank.board.score import Score
from outflank.engine import Info, Limit
from outflank.engine.clock import UNLIMITED, Budget, budget
from outflank.lab.timing import Clock
from outflank.textbook import Article, Keys, Result, Table
from outflank.textbook.mtdf import mtdf_value
from outflank.textbook.pvs import pvs_root_value
from outflank.textbook.running import Root, search_result
from outflank.textbook.slots import NULL_WINDOWS, STOP, KernelArrays, Words

#: Entries of the table. It is emptied before each move, so that no deeper result of an
#: earlier move changes what a depth means; that must cost little of a short move.
TABLE_BITS: Final = 18

#: The deepest search: any game ends before it.
DEEPEST: Final = 60


class TextbookPlayer:
    """The search of one article, with its evaluation and ordering, without its faults.

    Args:
        article: whose.
        depth: plies of every search; None: depths 1, 2, 3 and so on until the time is
            used or the end of the game is reached. With a time both hold.
    """

    def __init__(self, article: Article, depth: int | None = None) -> None:
        self._settings = article.settings()
        self._depth = depth
        self._search = _mtdf if article is Article.MTDF else _pvs
        self._table = Table.array(TABLE_BITS, Keys.ZOBRIST)

    def new_game(self, seed: int) -> None:
        """Nothing outlasts a move, and nothing is drawn."""

    def close(self) -> None:
        """Nothing was started."""

    def move(self, board: Board, clock: Clock) -> Info:
        """The move of the deepest search that was finished in time."""
        started = time.perf_counter()
        allowed = _budget(board, clock)
        self._table.clear()
        best: Info | None = None
        guess = 0
        for depth in self._depths(board, allowed):
            spent = time.perf_counter() - started
            if best is not None and spent >= allowed.soft:
                break
            # The first search is always finished: at one ply it takes no time.
            left = math.inf if best is None else allowed.hard - spent
            result = self._within(board, depth, guess, left)
            if result is None:
                break
            guess = result.score
            best = _info(result, depth, time.perf_counter() - started)
        assert best is not None
        return best

    def _depths(self, board: Board, allowed: Budget) -> Iterator[int]:
        deepest = min(self._depth or DEEPEST, board.empties)
        return iter((deepest,) if allowed == UNLIMITED else range(1, deepest + 1))

    def _within(self, board: Board, depth: int, guess: int, seconds: float) -> Result | None:
        """Search one depth; None if it was not finished in so many seconds."""
        stopped = False

        def search(root: Root, arrays: KernelArrays) -> Any:
            nonlocal stopped
            *_, control = arrays
            with _stopping(control, seconds):
                value = self._search(root, np.int64(depth), np.int64(guess), arrays)
            stopped = bool(control[STOP])
            return value

        result = search_result(board, self._settings, self._table, search)
        return None if stopped else result


@contextmanager
def _stopping(control: Words, seconds: float) -> Iterator[None]:
    """Stop the search within after so many seconds."""
    if math.isinf(seconds):
        yield
        return

    def stop() -> None:
        control[STOP] = 1

    timer = threading.Timer(max(seconds, 0.0), stop)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _mtdf(root: Root, depth: np.int64, guess: np.int64, arrays: KernelArrays) -> Any:
    return mtdf_value(*root, depth, guess, arrays)


def _pvs(root: Root, depth: np.int64, _guess: np.int64, arrays: KernelArrays) -> Any:
    switches, *_ = arrays
    switches[NULL_WINDOWS] = 1
    return pvs_root_value(*root, depth, arrays)


def _budget(board: Board, clock: Clock) -> Budget:
    increment = None if clock.left is None else clock.increment
    limit = Limit(time=clock.move, clock=clock.left, increment=increment)
    return budget(limit, board.empties, len(board.legal_moves))


def _info(result: Result, depth: int, seconds: float) -> Info:
    assert result.best is not None  # the root has a move, and its table holds nothing deeper
    return Info(
        result.best,
        Score(result.score, result.unit, "estimate"),
        depth,
        100,
        (result.best,),
        result.nodes,
        seconds,
    )
