"""``outflank perft``: counts the leaves of the game tree, depth by depth."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Annotated, Final

from cyclopts import Parameter

from outflank.board import rules
from outflank.board.position import Position
from outflank.cli.inputs import Depth, Json, Text, Threads, Words, read_board
from outflank.cli.output import Exit, counted, say, say_json
from outflank.cli.progress import Report, compiling, progress

#: Plies that one call of the kernel counts: small enough (milliseconds) that Ctrl-C works
#: between two calls, large enough that the calls themselves cost nothing.
PLIES_OF_A_CALL: Final = 8

#: Up to this many plies the number of calls is counted beforehand, for the progress bar.
KNOWN_TOTAL: Final = 7

#: Calls that wait for a free thread: enough that no thread is ever without work.
WAITING_CALLS: Final = 4

#: Rows are written as they are counted, so the columns have fixed widths.
ROW: Final = "{:>5} {:>22} {:>10} {:>16}"

PassRule = Annotated[bool, Parameter(name="--pass-is-ply", negative="--pass-free")]
Kernel = Callable[[int, int, int, bool], int]


def perft(
    depth: Depth,
    /,
    *words: Words,
    position: Text | None = None,
    pass_is_ply: PassRule = True,
    threads: Threads = 1,
    json: Json = False,
) -> int:
    """Count the leaves of the game tree for every depth up to DEPTH.

    Args:
        depth: plies, 1 to 60; each ply multiplies the work by about ten.
        words: 64 squares and a side, or a transcript, or - for standard input; nothing is
            the start of a game.
        position: the same as an option.
        pass_is_ply: a pass uses up a ply, as in most published tables; --pass-free: none.
        threads: threads that share the work.
        json: write one JSON object for each depth.
    """
    root = read_board(words, position).position
    with compiling():
        from outflank.core.perft import count
    rows = _rows(count, root, depth, pass_is_ply, threads)
    if json:
        for plies, leaves, seconds in rows:
            say_json({"depth": plies, "leaves": leaves, "seconds": round(seconds, 6)})
        return Exit.OK
    rule = "a pass uses up a ply" if pass_is_ply else "a pass is free"
    say(f"perft, {rule}, {counted(threads, 'thread')}")
    say(ROW.format("depth", "leaves", "seconds", "leaves/second"))
    for plies, leaves, seconds in rows:
        rate = f"{leaves / seconds:,.0f}" if seconds > 0 else ""
        say(ROW.format(plies, f"{leaves:,}", f"{seconds:.3f}", rate))
    return Exit.OK


def _rows(
    kernel: Kernel, root: Position, depth: int, pass_is_ply: bool, threads: int
) -> Iterator[tuple[int, int, float]]:
    """Depth, leaves and seconds for every depth from 1."""
    for plies in range(1, depth + 1):
        started = time.perf_counter()
        with progress(f"depth {plies}") as report:
            leaves = count_leaves(kernel, root, plies, pass_is_ply, threads, report)
        yield plies, leaves, time.perf_counter() - started


def count_leaves(
    kernel: Kernel,
    root: Position,
    depth: int,
    pass_is_ply: bool,
    threads: int,
    report: Report,
) -> int:
    """Leaves `depth` plies on, counted in many short calls that threads share.

    Args:
        kernel: counts the leaves of one position (`outflank.core.perft.count`).
        root: where to begin.
        depth: plies, 1 or more.
        pass_is_ply: whether a pass uses up a ply.
        threads: threads that call the kernel, which releases the GIL.
        report: is told how many calls are done, of how many.

    Raises:
        KeyboardInterrupt: Ctrl-C; no call is left running.
    """
    upper = max(depth - PLIES_OF_A_CALL, 0)
    if upper == 0:
        return kernel(root.player, root.opponent, depth, pass_is_ply)
    total = kernel(root.player, root.opponent, upper, pass_is_ply) if upper <= KNOWN_TOTAL else None
    leaves = done = 0
    waiting: deque[Future[int]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        try:
            for player, opponent in _positions(root.player, root.opponent, upper, pass_is_ply):
                waiting.append(pool.submit(kernel, player, opponent, PLIES_OF_A_CALL, pass_is_ply))
                if len(waiting) > WAITING_CALLS * threads:
                    leaves += waiting.popleft().result()
                    done += 1
                    report(done, total)
            leaves += sum(call.result() for call in waiting)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    return leaves


def _positions(
    player: int, opponent: int, depth: int, pass_is_ply: bool
) -> Iterator[tuple[int, int]]:
    """The leaves `depth` plies on; a finished game above them is one, and stays one deeper down."""
    moves = rules.legal_mask(player, opponent)
    if depth == 0 or rules.is_game_over(player, opponent):
        yield player, opponent
    elif not moves:
        yield from _positions(opponent, player, depth - pass_is_ply, pass_is_ply)
    while depth and moves:
        move = (moves & -moves).bit_length() - 1
        moves &= moves - 1
        after = rules.play_unchecked(player, opponent, move)
        yield from _positions(*after, depth - 1, pass_is_ply)
