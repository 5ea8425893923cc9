"""A work that costs nothing: squares of numbers, with chunks that fail as often as is asked."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from outflank.jobs.errors import Halted
from outflank.jobs.work import Column, Rows

ROW = np.dtype([("square", "i8")])


@dataclass(eq=False)
class SquareSpec:
    """Attributes: how often the chunk that begins with a row fails; seconds that a chunk takes."""

    failing: dict[int, int] = field(default_factory=dict)
    seconds: float = 0.0
    tried: list[int] = field(default_factory=list)

    def worker(self) -> Squarer:
        return Squarer(self)


class Squarer:
    def __init__(self, spec: SquareSpec) -> None:
        self._spec = spec
        self._stopped = threading.Event()

    def stop(self) -> None:
        self._stopped.set()

    def run(self, task: tuple[int, int]) -> Rows:
        first, end = task
        self._spec.tried.append(first)
        if self._stopped.wait(self._spec.seconds):
            raise Halted
        if self._spec.failing.get(first, 0) > 0:
            self._spec.failing[first] -= 1
            raise ArithmeticError(f"no squares\nfrom {first} on")
        rows = np.empty(end - first, ROW)
        rows["square"] = np.arange(first, end) ** 2
        return rows


class SquareWork:
    name = "squares"
    dtype = ROW
    columns = (Column("number", "BIGINT"), Column("square", "BIGINT"))

    def __init__(
        self, rows: int = 100, each: int = 10, spec: SquareSpec | None = None, **options: Any
    ) -> None:
        self.spec = spec or SquareSpec()
        self.cuts = [*range(0, rows, each), rows]
        self.identity = {"rows": rows, **options}

    def task(self, chunk: int) -> tuple[int, int]:
        return self.cuts[chunk], self.cuts[chunk + 1]

    def records(self, chunk: int, rows: Rows) -> Iterator[dict[str, Any]]:
        for number, square in enumerate(rows["square"].tolist(), self.cuts[chunk]):
            yield {"number": number, "square": square}


def wait_until(true: Any, seconds: float = 60) -> None:
    """Wait until something is true, but not for ever."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it has not come to that"
        time.sleep(0.01)
