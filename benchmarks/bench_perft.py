"""Perft: outflank's bulk count against the fastest loops over rust-reversi's Python API.

Run ``python benchmarks/bench_perft.py``; it needs rust-reversi (the group ``bench``).
Every loop counts in bulk at the last ply, as outflank does, and counts a pass as a
ply. Several ways to write it are timed and the fastest is the one compared:

* children: ``get_child_boards`` makes all children in one call;
* flattened: the same, with the last three plies chained by ``map`` alone;
* moves: ``clone`` and ``do_move`` for every square of ``get_legal_moves_vec``;
* bits: the same for every bit of ``get_legal_moves``.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from functools import partial
from itertools import chain

import measure
from rust_reversi import Board

from outflank.core import perft
from outflank.core.masks import START_OPPONENT, START_PLAYER

DEEP = 11

Loop = Callable[[Board, int], int]


def outflank(depth: int) -> int:
    return perft.count(int(START_PLAYER), int(START_OPPONENT), depth, True)


def from_start(loop: Loop, depth: int) -> int:
    return loop(Board(), depth)


def passed(board: Board, depth: int, loop: Loop) -> int:
    """Leaves of a position without a move."""
    if board.is_game_over():
        return 1
    other = board.clone()
    other.do_pass()
    return loop(other, depth - 1)


def children(board: Board, depth: int) -> int:
    if depth == 1:
        return board.get_legal_moves().bit_count() or 1
    boards = board.get_child_boards()
    if not boards:
        return passed(board, depth, children)
    leaves = 0
    if depth == 2:
        for child in boards:
            leaves += child.get_legal_moves().bit_count() or 1
        return leaves
    for child in boards:
        leaves += children(child, depth - 1)
    return leaves


def flattened(board: Board, depth: int) -> int:
    boards = board.get_child_boards() if depth > 2 else None
    if boards is None:
        return children(board, depth)
    if depth > 3:
        return sum([flattened(child, depth - 1) for child in boards])
    grandchildren = list(map(Board.get_child_boards, boards))
    if None in grandchildren:
        return sum([children(child, 2) for child in boards])
    return bulk(chain.from_iterable(grandchildren))


def bulk(boards: Iterable[Board]) -> int:
    """Leaves one ply on, where a board without a move is one leaf."""
    counts = list(map(int.bit_count, map(Board.get_legal_moves, boards)))
    return sum(counts) + counts.count(0)


def moves(board: Board, depth: int) -> int:
    if depth == 1:
        return board.get_legal_moves().bit_count() or 1
    squares = board.get_legal_moves_vec()
    if not squares:
        return passed(board, depth, moves)
    leaves = 0
    for square in squares:
        child = board.clone()
        child.do_move(square)
        leaves += moves(child, depth - 1)
    return leaves


def bits(board: Board, depth: int) -> int:
    legal = board.get_legal_moves()
    if depth == 1:
        return legal.bit_count() or 1
    if not legal:
        return passed(board, depth, bits)
    leaves = 0
    while legal:
        child = board.clone()
        child.do_move(64 - legal.bit_length())  # rust-reversi's bit 63 is a1
        legal ^= 1 << legal.bit_length() - 1
        leaves += bits(child, depth - 1)
    return leaves


def check(depth: int, loops: Iterable[Loop]) -> int:
    """The number of leaves, on which everybody must agree."""
    leaves = outflank(depth)
    for loop in loops:
        if (theirs := from_start(loop, depth)) != leaves:
            raise SystemExit(f"{loop.__name__} counts {theirs} leaves at {depth}, not {leaves}")
    return leaves


def main() -> None:
    options = measure.parser(__doc__.partition("\n")[0])
    options.add_argument("--depth", type=int, default=9, help="of the comparison")
    chosen = options.parse_args()
    loops = (children, flattened, moves, bits)
    leaves = check(chosen.depth, loops)
    runs = {
        f"rust-reversi, {loop.__name__}": partial(from_start, loop, chosen.depth) for loop in loops
    }
    runs["outflank"] = partial(outflank, chosen.depth)
    seconds = measure.medians(runs, chosen.rounds, time.thread_time)

    print(measure.machine())
    print(f"perft({chosen.depth}), {leaves:,} leaves, median of {chosen.rounds}")
    for name, median in seconds.items():
        print(f"  {name:<24} {median * 1e3:9.2f} ms {leaves / median / 1e6:8.1f} M leaves/s")
    ours = seconds.pop("outflank")
    fastest = min(seconds, key=lambda name: seconds[name])
    print(f"  outflank is {seconds[fastest] / ours:.1f} times as fast as {fastest}")
    deep(chosen.rounds, measure.unit(chosen))


def deep(rounds: int, unit: float) -> None:
    """The deep count, in seconds and in P."""
    leaves = outflank(DEEP)
    runs = {"outflank": partial(outflank, DEEP)}
    seconds = measure.medians(runs, rounds, time.thread_time)["outflank"]
    in_units = f" = {seconds / unit:.2f} P (P = {unit:.4f} s)"
    speed = f"{leaves / seconds / 1e6:.1f} M leaves/s"
    print(f"perft({DEEP}), {leaves:,} leaves: {seconds:.3f} s{in_units}, {speed}")


if __name__ == "__main__":
    main()
