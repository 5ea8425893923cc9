"""What the benchmarks share: the machine in one line, the unit P, medians taken in turn.

P is the time of a fixed compiled workload that does not change with this project's
code; a figure in P can be compared between machines.

"""

from __future__ import annotations

import argparse
import gc
import os
import platform
import statistics
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import numba
import numpy as np

from outflank.lab.unit import unit as measured_unit


def machine() -> str:
    """Processor, cores, and the versions that decide speed."""
    return (
        f"{_processor()}, {os.cpu_count()} cores; Python {platform.python_version()}, "
        f"numba {numba.__version__}, numpy {np.__version__}"
    )


def _processor() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def parser(purpose: str | None) -> argparse.ArgumentParser:
    """A command line with the options that every benchmark has."""
    options = argparse.ArgumentParser(description=purpose)
    options.add_argument("--rounds", type=int, default=5, help="runs of each, of which the median")
    options.add_argument("--unit", type=float, metavar="SECONDS", help="P, if it is known")
    return options


def unit(options: argparse.Namespace) -> float:
    """P in seconds, given or measured now."""
    if options.unit is not None:
        return float(options.unit)
    return measured_unit()


def medians(
    runs: Mapping[str, Callable[[], object]],
    rounds: int,
    clock: Callable[[], float] = time.perf_counter,
) -> dict[str, float]:
    """Median seconds of each run; the runs take turns, so that a busy moment hits all alike.

    ``time.thread_time``, by which P is measured too, is the clock of what runs on the
    calling thread alone: it does not count the time that other programs take.
    """
    seconds: dict[str, list[float]] = {name: [] for name in runs}
    for run in runs.values():
        run()  # warm
    gc.disable()
    for _ in range(rounds):
        for name, run in runs.items():
            started = clock()
            run()
            seconds[name].append(clock() - started)
    gc.enable()
    return {name: statistics.median(times) for name, times in seconds.items()}
