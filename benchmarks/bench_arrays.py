"""Arrays: positions a second of `outflank.arrays`, with one thread and with all.

Run ``python benchmarks/bench_arrays.py``.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any

import measure
import numpy as np

import outflank.arrays as oa
from outflank.core.workers import cores

#: Calls by name; each takes the number of threads (None: all).
Calls = dict[str, Callable[[int | None], Any]]


def calls(count: int) -> Calls:
    """The functions on `count` reachable positions, at their usual types."""
    player, opponent = oa.random_positions(count, seed=1)
    going = ~oa.is_game_over(player, opponent)
    player, opponent = np.resize(player[going], count), np.resize(opponent[going], count)
    move = first_moves(player, opponent)
    masks, scores = np.empty(count, np.uint64), np.empty(count, np.int64)
    return {
        "legal_masks": lambda n: oa.legal_masks(player, opponent, out=masks, threads=n),
        "flips": lambda n: oa.flips(player, opponent, move % 64, out=masks, threads=n),
        "play": lambda n: oa.play(player, opponent, move, threads=n),
        "play_unchecked": lambda n: oa.play_unchecked(player, opponent, move, threads=n),
        "is_game_over": lambda n: oa.is_game_over(player, opponent, threads=n),
        "final_scores": lambda n: oa.final_scores(player, opponent, out=scores, threads=n),
        "stable_discs": lambda n: oa.stable_discs(player, opponent, out=masks, threads=n),
        "canonical": lambda n: oa.canonical(player, opponent, threads=n),
        "planes, bool": lambda n: oa.planes(player, opponent, bool, threads=n),
        "random_positions": lambda n: oa.random_positions(count, seed=1, threads=n),
    }


def first_moves(player: Any, opponent: Any) -> Any:
    """The first legal square of each position, or the pass."""
    legal = oa.legal_masks(player, opponent)
    lowest = legal & (~legal + np.uint64(1))
    return np.where(legal, np.bitwise_count(lowest - np.uint64(1)), 64).astype(np.int64)


def main() -> None:
    options = measure.parser(__doc__.partition("\n")[0])
    options.add_argument("--count", type=int, default=1_000_000, help="positions in an array")
    chosen = options.parse_args()
    runs = calls(chosen.count)
    alone = {name: partial(call, 1) for name, call in runs.items()}
    together = {name: partial(call, None) for name, call in runs.items()}
    one = measure.medians(alone, chosen.rounds, time.thread_time)
    all_cores = measure.medians(together, chosen.rounds)
    unit = measure.unit(chosen)

    print(measure.machine())
    print(f"arrays of {chosen.count:,} positions, median of {chosen.rounds}, M positions/s")
    print(f"  {'':<18} {'1 thread':>10} {f'{cores()} threads':>10}")
    for name in runs:
        speeds = (chosen.count / seconds[name] / 1e6 for seconds in (one, all_cores))
        print(f"  {name:<18}", *(f"{speed:10.1f}" for speed in speeds))
    print(f"P = {unit:.4f} s; legal_masks, one thread: {one['legal_masks'] / unit:.4f} P")


if __name__ == "__main__":
    main()
