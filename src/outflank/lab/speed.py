"""Speed where no engine thinks: leaves of perft, endgames in bulk, round trips of protocols."""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from outflank.arrays import random_positions
from outflank.board.errors import OutflankError
from outflank.board.position import Position
from outflank.core.perft import count
from outflank.engine import Solver, solve
from outflank.lab.midgame import Figure, Progress, no_progress
from outflank.lab.unit import unit
from outflank.protocols.gtp_session import GtpSession
from outflank.protocols.nboard_session import VERSION, NBoardSession
from outflank.protocols.program import Program

#: Leaves of the game tree by depth, from 1 on; no side has to pass so early.
LEAVES: Final = (
    4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288, 24_571_284, 212_258_800,
    1_939_886_636,
)  # fmt: skip

#: The depth of perft, if none is asked for.
PERFT_DEPTH: Final = 10

#: Positions that are solved in bulk, their empty squares, where they are drawn from, and how
#: many of them are solved once more, each by itself.
BULK, BULK_EMPTIES, BULK_SEED, PROBES = 2_000, 12, 20, 10

#: Round trips of which the median is told, and seconds that a program has for each answer.
ROUND_TRIPS: Final = 200
PATIENCE: Final = 60.0

#: Our engine as an external program.
OURS: Final = (sys.executable, "-m", "outflank")


def perft(depth: int = PERFT_DEPTH, runs: int = 1, progress: Progress = no_progress) -> Figure:
    """Leaves a second from the start of a game.

    Args:
        depth: plies, 1 to `len(LEAVES)`.
        runs: of which the median counts.
        progress: called after each.

    Raises:
        OutflankError: the count is wrong.
    """
    start, before = Position.start(), unit()
    seconds = []
    for _ in range(runs):
        started = time.perf_counter()
        leaves = count(start.player, start.opponent, depth, True)
        seconds.append(time.perf_counter() - started)
        if leaves != LEAVES[depth - 1]:
            raise OutflankError(f"perft {depth}: {leaves} leaves, not {LEAVES[depth - 1]}")
        progress()
    return _rate(f"perft {depth}", LEAVES[depth - 1], "leaves/s", seconds, before, 1)


def bulk(
    positions: int = BULK, threads: int = 1, runs: int = 1, progress: Progress = no_progress
) -> Figure:
    """Positions of twelve empties that are solved a second, each time from an empty table.

    Args:
        positions: how many are drawn.
        threads: that share them.
        runs: of which the median counts.
        progress: called after each.

    Raises:
        OutflankError: a score is another one where the position is solved by itself.
    """
    players, opponents = random_positions(positions, empties=BULK_EMPTIES, seed=BULK_SEED)
    before = unit()
    seconds = []
    for _ in range(runs):
        solver = Solver(threads=threads)
        started = time.perf_counter()
        scores = solver.solve_many(players, opponents)
        seconds.append(time.perf_counter() - started)
        progress()
    for number in range(0, positions, max(1, positions // PROBES)):
        position = Position(int(players[number]), int(opponents[number]))
        if solve(position).score.value != scores[number]:
            raise OutflankError(f"bulk: the score of {position.to_text()} is wrong")
    return _rate(
        f"bulk of {BULK_EMPTIES} empties", positions, "positions/s", seconds, before, positions
    )


def _rate(
    name: str, amount: int, what: str, seconds: Sequence[float], before: float, positions: int
) -> Figure:
    """So much a second, and a P."""
    p, rates = (before + unit()) / 2, [amount / one for one in seconds]
    value = statistics.median(rates)
    spread = (max(rates) - min(rates)) / value if len(rates) > 1 else None
    return Figure(name, value, what, value * p, spread, positions, None, None, at_least=True)


def round_trips(
    protocol: str, command: str | Sequence[str] | None = None, progress: Progress = no_progress
) -> tuple[Figure, Figure]:
    """Seconds until a program first answers, and those of a question that needs no thought.

    Args:
        protocol: ``gtp`` or ``nboard``.
        command: the program; our own if missing.
        progress: called after each of the two.

    Raises:
        ProtocolError: it cannot be started, or does not answer.
    """
    started = time.perf_counter()
    with Program([*OURS, protocol] if command is None else command) as program:
        ask = _asking(protocol, program)
        ask()
        first = time.perf_counter() - started
        progress()
        seconds = [_timed(ask) for _ in range(ROUND_TRIPS)]
        progress()
    return (
        _seconds(f"{protocol}, first answer", first),
        _seconds(f"{protocol}, round trip", statistics.median(seconds)),
    )


def _seconds(name: str, value: float) -> Figure:
    """Seconds that nothing but time is known of."""
    return Figure(name, value, "s", None, None, None, None, None)


def _asking(protocol: str, program: Program) -> Callable[[], object]:
    """What asks the program something that needs no thought, and waits for the answer."""
    if protocol == "gtp":
        return partial(GtpSession(program).command, "protocol_version", PATIENCE)
    session = NBoardSession(program)
    session.send(f"nboard {VERSION}")
    return partial(session.synchronise, PATIENCE)


def _timed(action: Callable[[], object]) -> float:
    started = time.perf_counter()
    action()
    return time.perf_counter() - started
