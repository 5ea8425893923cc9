"""What every answer of an engine must show, and plain minimax to compare values with."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache

import numpy as np

from contexts import Context, masks
from exact import replayed, with_empties, worth
from outflank.board import Position
from outflank.board.score import DISCS
from outflank.core import context as slots
from outflank.core.midgame import enter, evaluation
from outflank.engine import STRATEGIES, Engine, Info
from outflank.evaluation.evaluators import evaluator
from outflank.textbook import Settings, alphabeta, static_value

DRIVERS = tuple(STRATEGIES)
ARTICLES = ("mtdf-article", "pvs-article")

#: MiB of a table that has a single bucket.
ONE_BUCKET = 1e-5

Static = Callable[[Position], int]


@cache
def _words_for(name: str) -> Context:
    chosen = evaluator(name)
    context = Context(buckets=1)
    context.words[slots.SCALE] = chosen.scale
    context.words[slots.EVALUATOR] = chosen.address
    if chosen.weights is not None:
        context.words[slots.EVALUATION] = chosen.weights.address
    return context


def static(position: Position, name: str) -> int:
    """What a leaf is worth: as the evaluation says; a pass is crossed, an end is counted."""
    if position.is_game_over():
        return position.final_score * evaluator(name).scale
    if position.must_pass:
        return -static(position.passed(), name)
    if name in ARTICLES:
        return static_value(position, Settings(name)).score
    context, empties = _words_for(name), np.int64(position.empties)
    enter(context.address, *masks(position), empties)
    return int(evaluation(context.address, *masks(position), empties))


def minimax(position: Position, depth: int, name: str) -> int:
    """The value of `depth` plies, without a window, a table or an order."""
    if depth == 0 or position.is_game_over():
        return static(position, name)
    if position.must_pass:
        return -minimax(position.passed(), depth, name)
    return max(
        -minimax(position.play_unchecked(square), depth - 1, name)
        for square in position.legal_moves
    )


def textbook_value(position: Position, depth: int, name: str) -> int:
    """What the articles' corrected alpha-beta says of `depth` plies."""
    return alphabeta(position, depth, Settings(name)).score


def in_units(info: Info, name: str) -> int:
    """The value of a line in the unit of an evaluation, whichever it is told in."""
    assert info.score is not None
    factor = evaluator(name).scale if info.score.unit == DISCS else 1
    return int(info.score.value) * factor


def iterations(engine: Engine, position: Position, limit: object, multipv: int = 1) -> list[Info]:
    """The best line of each finished iteration."""
    found: list[Info] = []
    engine.analyse(position, limit, multipv, report=lambda lines: found.append(lines[0]))
    return found


def check_info(position: Position, info: Info) -> None:
    """Whatever ended the search: a legal move, a legal line, and no more said than is known."""
    text = position.to_text()
    assert info.score is not None, text
    assert info.depth is not None, text
    if position.is_game_over():
        assert info.move is None, text
        assert info.exact, text
        assert info.score.value == position.final_score, text
        return
    assert info.move is not None, text
    assert info.pv[0] == info.move, text
    replayed(position, info.pv)
    assert 1 <= info.depth <= position.empties, text
    assert info.nodes is not None, text
    assert info.nodes >= 0, text  # nothing is counted of the last empty square
    assert info.seconds is not None, text
    assert info.seconds > 0, text
    if info.depth < position.empties:
        assert not info.score.proved, text
        assert info.score.bound != "exact", text
    if info.score.proved:
        assert info.selectivity == 100, text


def check_exact(position: Position, info: Info, score: int) -> None:
    """The score is proved and right, and the line is complete and worth it."""
    check_info(position, info)
    text = position.to_text()
    assert info.exact, text
    assert info.score is not None
    assert info.score.value == score, text
    assert worth(position, info.pv) == score, text


def check_line(position: Position, info: Info, name: str) -> None:
    """The line has as many moves as the search plies, and ends where its score says."""
    text = position.to_text()
    end = replayed(position, info.pv)
    placed = [move for move in info.pv if not move.is_pass]
    assert len(placed) == info.depth or end.is_game_over(), text
    sign = -1 if len(info.pv) % 2 else 1
    assert sign * static(end, name) == in_units(info, name), text


def games_positions(count: int, empties: range, seed: int = 0) -> Iterator[Position]:
    """Positions with a move, spread over numbers of empties, from random games and scattered."""
    number = 0
    while count:
        left = empties[number % len(empties)]
        position = with_empties(left, seed + number)
        number += 1
        if not position.is_game_over():
            count -= 1
            yield position


@contextmanager
def busy_machine(processes: int = 1) -> Iterator[None]:
    """Other processes that compute all the time, meanwhile."""
    started = [
        subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(processes)
    ]
    try:
        yield
    finally:
        for process in started:
            process.kill()
            process.wait()


def soon(call: Callable[[], object], seconds: float) -> threading.Timer:
    """Call something on another thread after a while."""
    timer = threading.Timer(seconds, call)
    timer.daemon = True
    timer.start()
    return timer
