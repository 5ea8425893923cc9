"""``outflank bench perft``, ``bench bulk``, ``bench protocols``: speed where no engine thinks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import TYPE_CHECKING

from outflank.cli.bench_search import tell_figures
from outflank.cli.output import Exit, UsageError, say_json
from outflank.cli.programs import ending_programs
from outflank.cli.progress import Counter, compiling, progress

if TYPE_CHECKING:
    from outflank.lab.midgame import Figure

#: What `protocols` measures if nothing is asked for.
PROTOCOLS = ("gtp", "nboard")


def perft(depth: int | None, runs: int, json: bool) -> int:
    """Count leaves from the start of a game and tell how many a second.

    Raises:
        UsageError: the count at that depth is not known.
    """
    with compiling():
        from outflank.lab.speed import LEAVES, PERFT_DEPTH
        from outflank.lab.speed import perft as measure
    if depth is not None and depth > len(LEAVES):
        raise UsageError(f"bench perft goes to depth {len(LEAVES)}, not {depth}")
    with progress("bench") as report:
        figure = measure(depth or PERFT_DEPTH, runs, Counter(report, runs))
    return _tell([figure], json)


def bulk(positions: int | None, threads: int, runs: int, json: bool) -> int:
    """Solve drawn positions of twelve empties in bulk and tell how many a second."""
    with compiling():
        from outflank.lab.speed import BULK
        from outflank.lab.speed import bulk as measure
    with progress("bench") as report:
        figure = measure(positions or BULK, threads, runs, Counter(report, runs))
    return _tell([figure], json)


def protocols(protocol: str | None, command: str | None, json: bool) -> int:
    """Measure how fast a program answers over a protocol: ours over all, if none is named."""
    with compiling():
        from outflank.lab.speed import round_trips
    if command is not None:
        names: tuple[str, ...] = (protocol or PROTOCOLS[0],)
    else:
        names = PROTOCOLS if protocol is None else (protocol,)
    rows: list[Figure] = []
    with ending_programs(), progress("bench") as report:
        count = Counter(report, 2 * len(names))
        for name in names:
            rows += round_trips(name, command, count)
    return _tell(rows, json)


def _tell(rows: Iterable[Figure], json: bool) -> int:
    figures = list(rows)
    if not json:
        tell_figures(figures)
    for row in figures if json else ():
        say_json({**asdict(row), "reached": row.reached})
    return Exit.OK
