"""Searches positions whose moves all have known scores, and tells how near it comes.

Usage: python tools/known_moves.py FILE.obf [DEPTH [SELECTIVITY]]

DEPTH is 12 and SELECTIVITY 100 per cent if not given. Told are the mean absolute error of
the value, the share of values within three discs, the share of best moves that are among
the three truly best (equals count as one place), and the time of a position on one thread.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from statistics import fmean

from outflank import Board
from outflank.engine import Engine, Limit
from outflank.games import Problem, read_obf

#: In discs, and places.
NEAR, TOP = 3, 3


def main() -> None:
    """Search every position and tell."""
    depth, selectivity = (*map(int, sys.argv[2:4]), *(12, 100)[len(sys.argv) - 2 :])
    problems = [problem for problem in read_obf(Path(sys.argv[1])) if len(problem.scores) > 1]
    engine, limit = Engine(), Limit(depth=depth, selectivity=selectivity)
    errors, among, seconds = [], [], []
    for problem in problems:
        engine.new_game()
        started = time.perf_counter()
        info = engine.play(Board(problem.position), limit)
        seconds.append(time.perf_counter() - started)
        errors.append(abs(info.score.value - max(problem.scores.values())))
        among.append(problem.scores[info.move] >= _third(problem))
    print(
        f"{len(problems)} positions, depth {depth}@{selectivity}%: error {fmean(errors):.2f}, "
        f"within {NEAR} {fmean(error <= NEAR for error in errors):.2f}, "
        f"among the best {TOP} {fmean(among):.2f}, {1000 * fmean(seconds):.1f} ms"
    )


def _third(problem: Problem) -> int:
    """What the worst of the three best moves is worth."""
    return sorted(problem.scores.values(), reverse=True)[:TOP][-1]


if __name__ == "__main__":
    main()
