"""Checks what callers ask for: each option that cannot be is refused with its name and value."""

from __future__ import annotations

import math
import operator
import os
from contextlib import suppress
from numbers import Real
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from outflank.board.board import Board
from outflank.board.position import Position
from outflank.core.elementwise import as_masks
from outflank.engine.solution import SolverError

#: More is a mistake: no machine that runs this has so many cores.
MOST_THREADS: Final = 256

MEBIBYTE: Final = 1 << 20

#: Where Linux says what a container may use: version 2 and version 1 of control groups.
CONTAINER_LIMITS: Final = (
    Path("/sys/fs/cgroup/memory.max"),
    Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
)

#: No machine has more memory than this; where it cannot be asked, it is the bound.
ANY_MEMORY: Final = 1 << 50


def position_of(value: Position | Board) -> Position:
    """The position that is meant, seen by the side to move.

    Raises:
        SolverError: the value is neither.
    """
    if isinstance(value, Board):
        return value.position
    if not isinstance(value, Position):
        raise SolverError(f"a Position or a Board is solved, not {_shown(value)}")
    return value


def checked_threads(value: int) -> int:
    """A number of threads.

    Raises:
        SolverError: it is not whole, or not from 1 to MOST_THREADS.
    """
    threads = _whole(value)
    if threads is None or not 1 <= threads <= MOST_THREADS:
        raise SolverError(f"threads are 1 to {MOST_THREADS}, not {_shown(value)}")
    return threads


def checked_best(value: int | None) -> int | None:
    """How many of the best moves are wanted; None for all.

    Raises:
        SolverError: it is not whole, or less than 1.
    """
    if value is None:
        return None
    best = _whole(value)
    if best is None or best < 1:
        raise SolverError(f"the best moves wanted are 1 or more, not {_shown(value)}")
    return best


def checked_time(value: float | None) -> float | None:
    """A limit in seconds; None for none.

    Raises:
        SolverError: it is no number, or not more than 0.
    """
    if value is None:
        return None
    time = _real(value)
    if time is None or not time > 0:
        raise SolverError(f"the time is more than 0 seconds, not {_shown(value)}")
    return time


def checked_megabytes(value: float) -> float:
    """A size in MiB that the machine has.

    Raises:
        SolverError: it is no number, not more than 0, or more than the machine's memory.
    """
    megabytes = _real(value)
    if megabytes is None or not megabytes > 0:
        raise SolverError(f"the hash is more than 0 MB, not {_shown(value)}")
    memory = memory_bytes()
    if megabytes * MEBIBYTE > memory:
        raise SolverError(
            f"a hash of {_shown(value)} MB does not fit in the memory of {memory // MEBIBYTE} MB"
        )
    return megabytes


def position_masks(
    players: ArrayLike, opponents: ArrayLike
) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Positions of flat arrays, or lists, of masks; copies, since kernels take no others' arrays.

    Raises:
        SolverError: they are no masks, not flat, not of one length, or both sides stand
            on one square of a position.
    """
    try:
        sides = [as_masks(players, "players"), as_masks(opponents, "opponents")]
    except (TypeError, ValueError, OverflowError) as error:
        raise SolverError(f"positions come as masks of 64 bits: {error}") from None
    player, opponent = (np.array(side, dtype=np.uint64, order="C") for side in sides)
    if player.ndim != 1 or player.shape != opponent.shape:
        raise SolverError("positions come as two flat arrays of one length")
    overlapping = np.flatnonzero(player & opponent)
    if overlapping.size:
        raise SolverError(f"position {overlapping[0]}: both sides on one square")
    return player, opponent


def memory_bytes() -> int:
    """What this process may use: the machine's memory, or less in a container."""
    return min(_machine_bytes(), *map(_limit_of, CONTAINER_LIMITS))


def _machine_bytes() -> int:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return ANY_MEMORY


def _limit_of(file: Path) -> int:
    """The number in a file of the system; no limit if there is none (as the word "max")."""
    with suppress(OSError, ValueError):
        return int(file.read_text(encoding="ascii"))
    return ANY_MEMORY


def _whole(value: Any) -> int | None:
    """A whole number of any type that stands for one; a truth value does not."""
    if isinstance(value, bool | np.bool_):
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None


def _real(value: Any) -> float | None:
    """A number of any type that stands for one; a truth value does not."""
    if isinstance(value, bool | np.bool_) or not isinstance(value, Real):
        return None
    try:
        return float(value)
    except OverflowError:  # a whole number beyond every float
        return math.inf if operator.gt(value, 0) else -math.inf


def _shown(value: object) -> str:
    """A value in an error message, of at most one line."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
