"""How near an evaluation comes, searched to a depth, to scores that are known."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from outflank.board.errors import OutflankError, quoted
from outflank.board.position import Position
from outflank.board.score import MOST_DISCS
from outflank.board.text import parse_board
from outflank.core import interrupt
from outflank.evaluation import Weights, load_evaluation_weights
from outflank.evaluation.shipped import block_of
from outflank.games.content import read_text
from outflank.training.engine_labels import EngineLabeller

_SCORE: Final = re.compile(r"[+-]?[0-9]{1,2}")
_LINE_END: Final = re.compile(r"\r\n?|\n")

#: Positions that are searched between two words about how far it is.
GRAIN: Final = 16


class Known(NamedTuple):
    """Positions with their exact scores in discs, for the sides to move."""

    players: NDArray[np.uint64]
    opponents: NDArray[np.uint64]
    scores: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Marks:
    """How near values are to the scores.

    Attributes:
        n: positions.
        mae: mean of the absolute error, in discs.
        rmse: root of the mean of its square, in discs.
        winner: share of the positions that are no draw whose winner is named; None if all
            are draws.
        seconds: wall time of the searches, on one thread.
    """

    n: int
    mae: float
    rmse: float
    winner: float | None
    seconds: float


def read_known(path: Path) -> Known:
    """Read a file of lines ``64 squares side<TAB>exact score``; ``#`` begins a comment.

    Raises:
        OutflankError: a line is another, or there is none; the message names file and line.
        OSError: the file cannot be read.
    """
    positions, scores = [], []
    for number, line in enumerate(_LINE_END.split(read_text(path)), 1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            position, score = _read_line(line)
        except (OutflankError, ValueError) as error:
            raise OutflankError(f"{path.name} line {number}: {error}") from None
        positions.append(position)
        scores.append(score)
    if not positions:
        raise OutflankError(f"{path.name}: empty: there is no position in it")
    return Known(
        np.array([position.player for position in positions], np.uint64),
        np.array([position.opponent for position in positions], np.uint64),
        np.array(scores, np.float32),
    )


def _read_line(line: str) -> tuple[Position, int]:
    text, tab, number = line.rstrip().partition("\t")
    if not tab:
        raise OutflankError("not a position, a tab and its score")
    score = int(number) if _SCORE.fullmatch(number) else MOST_DISCS + 1
    if abs(score) > MOST_DISCS:
        raise OutflankError(f"{quoted(number)} is not a score in discs, -64 to 64")
    if score % 2:
        raise OutflankError(f"{score:+d} is odd: with the empties to the winner no score is")
    position = Position.from_text(text)
    if parse_board(text).turn is None:
        raise OutflankError("the side to move is missing, whose score it is")
    return position, score


def check_against(
    known: Known,
    depth: int,
    selectivity: int,
    weights: Weights | None = None,
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> Marks:
    """Search positions to a depth on an evaluation, and compare with their scores.

    Args:
        known: the positions; one or more.
        depth: plies; 0: without a search.
        selectivity: of Multi-ProbCut, in per cent.
        weights: of the evaluation; None: those that ship with the package.
        progress: told how many positions are done, and how many there are.

    Raises:
        KeyboardInterrupt: Ctrl-C.
    """
    block = load_evaluation_weights() if weights is None else block_of(weights)
    labeller = EngineLabeller(block, depth, selectivity)
    # The first call takes milliseconds to start, whatever it is asked: it is not measured.
    EngineLabeller(block, 0, selectivity)(known.players[:GRAIN], known.opponents[:GRAIN])
    values, seconds = np.empty(len(known.scores), np.float32), 0.0
    for first in range(0, len(values), GRAIN):
        rows = slice(first, first + GRAIN)
        players, opponents = known.players[rows], known.opponents[rows]
        started = time.perf_counter()
        values[rows] = interrupt.run(partial(labeller, players, opponents), labeller.stop)
        seconds += time.perf_counter() - started
        progress(min(first + GRAIN, len(values)), len(values))
    return _marks(values.astype(np.float64), known.scores.astype(np.float64), seconds)


def _marks(values: NDArray[np.float64], scores: NDArray[np.float64], seconds: float) -> Marks:
    errors = np.clip(values, -MOST_DISCS, MOST_DISCS) - scores
    named = (np.sign(values) == np.sign(scores))[scores != 0]
    return Marks(
        n=len(scores),
        mae=float(np.abs(errors).mean()),
        rmse=math.sqrt(float((errors**2).mean())),
        winner=float(named.mean()) if len(named) else None,
        seconds=seconds,
    )
