"""How busy the machine is beside us: seconds that are measured on a busy one mean little."""

from __future__ import annotations

import math
import os
import time
from typing import Final

#: The system's load average decays by e in so many seconds.
DECAY: Final = 60.0

#: When this process began, as nearly as it knows.
_BEGUN: Final = time.monotonic()


def load_average() -> float | None:
    """Processes that ran or waited in the last minute, ours among them; None if unknown."""
    try:
        return os.getloadavg()[0]
    except (AttributeError, OSError):
        return None


def cores() -> int:
    """How many the machine has."""
    return os.cpu_count() or 1


def load_of_others() -> float | None:
    """The load average of all but this process, for each core; None if it is unknown."""
    whole = load_average()
    return None if whole is None else max(0.0, whole - _own_load()) / cores()


def _own_load() -> float:
    """What a process as busy as ours was until now adds to the load average."""
    age = max(time.monotonic() - _BEGUN, 1e-3)
    busy = min(time.process_time() / age, cores())
    return busy * -math.expm1(-age / DECAY)


def told_load() -> str:
    """The load average in words."""
    whole = load_average()
    return "unknown" if whole is None else f"{whole:.2f} on {cores()} cores"
