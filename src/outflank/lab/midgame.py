"""The midgame benchmark: nodes a second, times to a depth, a game, two threads, stopping.

Every search begins with an empty table. Seconds are medians over the runs; each figure is
given in P (`outflank.lab.unit`) too, measured just before and just after it.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from outflank.board.board import Board
from outflank.board.position import Position
from outflank.engine import Engine, Limit
from outflank.lab.samples import sample
from outflank.lab.unit import unit

#: MiB of the table in the benchmark.
HASH_MB: Final = 64

#: Runs of which the median counts.
RUNS: Final = 5

#: Positions after ply 20, and positions late in the midgame.
EARLY_EMPTIES, EARLY = 40, 20
LATE_EMPTIES, LATE = 24, 400

#: The selectivity of a usual search, in per cent, and of one that leaves nothing out.
USUAL, FULL = 73, 100

#: Tries of a stop, and seconds between the beginning of a search and its stop, in turn.
TRIES: Final = 1_000
MOMENTS: Final = tuple(0.001 + 0.001 * number for number in range(17))

Progress = Callable[[], None]


def no_progress() -> None:
    """For a benchmark that nobody watches."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of the benchmark.

    Attributes:
        name: what was measured.
        value: in its own unit.
        unit: of the value: ``s``, ``nodes/s``, or ``ratio``.
        in_p: the value by P: seconds in P, or nodes a P; None for a ratio, and for a time
            that is promised in seconds.
        spread: greatest less least value of the runs, by the value; None for a single run.
        positions: how many were searched; None where there are none.
        nodes: positions entered in one run of all; None where nobody counts.
        must: what `in_p`, or the value where that is None, is to be; None for nothing.
        at_least: True if more is better.
    """

    name: str
    value: float
    unit: str
    in_p: float | None
    spread: float | None
    positions: int | None
    nodes: int | None
    must: float | None
    at_least: bool = False

    @property
    def reached(self) -> bool:
        """True if it is what it must be."""
        if self.must is None:
            return True
        found = self.value if self.in_p is None else self.in_p
        return found >= self.must if self.at_least else found <= self.must


@dataclass(frozen=True, slots=True)
class Settings:
    """What is measured on.

    Attributes:
        games: file of games that the positions are from; None for drawn games.
        runs: of each measurement, 1 or more.
        most: positions of a measurement at most; None for as many as it is defined for.
        progress: called after every search.
    """

    games: Path | str | None = None
    runs: int = RUNS
    most: int | None = None
    progress: Progress = no_progress

    def positions(self, empties: int, wanted: int) -> list[Position]:
        """The positions of a measurement."""
        return sample(empties, min(wanted, self.most or wanted), self.games)


@dataclass(frozen=True, slots=True)
class _Run:
    """Seconds and nodes of each position, in one run over all."""

    seconds: tuple[float, ...]
    nodes: int


def _search_all(
    engine: Engine, positions: Sequence[Position], limit: Limit, progress: Progress
) -> _Run:
    seconds, nodes = [], 0
    for position in positions:
        engine.new_game()
        started = time.perf_counter()
        info = engine.analyse(position, limit)[0]
        seconds.append(time.perf_counter() - started)
        nodes += info.nodes or 0
        progress()
    return _Run(tuple(seconds), nodes)


def _runs(settings: Settings, positions: Sequence[Position], limit: Limit) -> list[_Run]:
    engine = Engine(hash_mb=HASH_MB)
    search = partial(_search_all, engine, positions, limit, settings.progress)
    return [search() for _ in range(settings.runs)]


def _spread(values: Sequence[float]) -> float | None:
    if len(values) < 2:
        return None
    return (max(values) - min(values)) / statistics.median(values)


def speed(settings: Settings) -> Figure:
    """Nodes a second with the pattern evaluation, depth 14, leaves counted."""
    positions = settings.positions(EARLY_EMPTIES, EARLY)
    before = unit()
    runs = _runs(settings, positions, Limit(depth=14, selectivity=USUAL))
    p = (before + unit()) / 2
    speeds = [run.nodes / sum(run.seconds) for run in runs]
    value = statistics.median(speeds)
    return Figure(
        "speed, depth 14", value, "nodes/s", value * p, _spread(speeds), len(positions),
        runs[0].nodes, must=1.4e6, at_least=True,
    )  # fmt: skip


def _times(
    settings: Settings,
    name: str,
    positions: Sequence[Position],
    limit: Limit,
    of: Callable[[Sequence[float]], float],
    must: float,
) -> Figure:
    """A mean or a median over positions, each of them timed by the median of its runs."""
    before = unit()
    runs = _runs(settings, positions, limit)
    p = (before + unit()) / 2
    each = [statistics.median(times) for times in zip(*(r.seconds for r in runs), strict=True)]
    value = of(each)
    return Figure(
        name, value, "s", value / p, _spread([of(run.seconds) for run in runs]),
        len(positions), runs[0].nodes, must,
    )  # fmt: skip


def full_width(settings: Settings) -> Figure:
    """Seconds to depth 12 without selectivity, the median of the positions."""
    positions = settings.positions(EARLY_EMPTIES, EARLY)
    limit = Limit(depth=12, selectivity=FULL)
    return _times(settings, "depth 12, 100 %, median", positions, limit, statistics.median, 3)


def selective(settings: Settings) -> Figure:
    """Seconds to depth 12 with the usual selectivity, the mean of positions at 24 empties."""
    positions = settings.positions(LATE_EMPTIES, LATE)
    limit = Limit(depth=12, selectivity=USUAL)
    return _times(settings, "depth 12, 73 %, mean", positions, limit, statistics.fmean, 0.06)


def game(settings: Settings) -> Figure:
    """Seconds of a whole game at level 10 against itself."""
    before = unit()
    seconds, nodes = [], 0
    for _ in range(settings.runs):
        started = time.perf_counter()
        nodes = _play_game(settings.progress)
        seconds.append(time.perf_counter() - started)
    p = (before + unit()) / 2
    value = statistics.median(seconds)
    return Figure(
        "level 10, a game", value, "s", value / p, _spread(seconds), 1, nodes,
        must=3 / 0.235,  # 3 s where P is 0.235 s
    )  # fmt: skip


def _play_game(progress: Progress) -> int:
    """Play both sides, each on a table of its own; the nodes."""
    engines, board, nodes = [Engine(hash_mb=HASH_MB, level=10) for _ in range(2)], Board(), 0
    side = 0
    while not board.is_game_over():
        info = engines[side].play(board)
        assert info.move is not None
        nodes += info.nodes or 0
        board.push(info.move)
        side = 1 - side
        progress()
    return nodes


def threads(settings: Settings) -> Figure:
    """Time of two threads to depth 16 by that of one, over all positions."""
    positions = settings.positions(EARLY_EMPTIES, EARLY)
    limit = Limit(depth=16, selectivity=USUAL)
    engines = [Engine(hash_mb=HASH_MB, threads=number) for number in (1, 2)]
    ratios, nodes = [], 0
    for _ in range(settings.runs):
        one, two = (_search_all(e, positions, limit, settings.progress) for e in engines)
        ratios.append(sum(two.seconds) / sum(one.seconds))
        nodes = two.nodes
    return Figure(
        "two threads, depth 16", statistics.median(ratios), "ratio", None, _spread(ratios),
        len(positions), nodes, must=0.62,
    )  # fmt: skip


def stop(settings: Settings) -> Figure:
    """The longest time from `stop` to the answer."""
    positions, engine = settings.positions(EARLY_EMPTIES, EARLY), Engine(hash_mb=HASH_MB)
    tries = TRIES if settings.most is None else len(positions)
    found = []
    for number in range(tries):
        analysis = engine.analysis(positions[number % len(positions)])
        time.sleep(MOMENTS[number % len(MOMENTS)])
        was_running, started = analysis.running, time.perf_counter()
        analysis.stop()
        if was_running:
            found.append(time.perf_counter() - started)
        settings.progress()
    return Figure(
        "stop, the longest", max(found), "s", None, None, len(positions), None, must=0.02
    )  # fmt: skip


#: The measurements, by name, in the order of the table.
MEASUREMENTS: Final[dict[str, Callable[[Settings], Figure]]] = {
    "speed": speed,
    "full-width": full_width,
    "selective": selective,
    "game": game,
    "threads": threads,
    "stop": stop,
}
