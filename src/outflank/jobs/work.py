"""What bulk work is: rows cut into chunks, and what does a chunk.

A `Work` says everything; an executor knows only its chunks. A chunk goes to a worker as a
*task*, the same for every executor, and comes back as an array of rows. Equal tasks give
equal rows, wherever and by how many workers they are done: a worker forgets everything
between two chunks.
"""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

#: What chunks are cut to, in seconds by the estimate of the work: far more than handing one
#: out costs, and no long wait for the last one.
CHUNK_SECONDS: Final = 0.7

#: No chunk has more rows.
MOST_ROWS: Final = 1 << 16

Rows = NDArray[np.void]


class Worker(Protocol):
    """Does chunks, one at a time."""

    def run(self, task: Any) -> Rows:
        """The rows of a chunk.

        Raises:
            Halted: it was stopped.
        """

    def stop(self) -> None:
        """End the chunk at work soon, and do no other; from any thread."""


class Spec(Hashable, Protocol):
    """What workers must know once, small, and picklable for those on other machines."""

    def worker(self) -> Worker:
        """Make a worker for one thread."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the result.

    Attributes:
        name: of the column, and the key in JSON.
        kind: its type in SQL, as Parquet files keep it.
    """

    name: str
    kind: str


class Work(Protocol):
    """Rows to be made."""

    @property
    def name(self) -> str:
        """What it is called: ``label``."""

    @property
    def identity(self) -> Mapping[str, Any]:
        """Everything that decides the rows, as JSON values."""

    @property
    def spec(self) -> Spec:
        """For workers."""

    @property
    def dtype(self) -> np.dtype[np.void]:
        """Of the rows that workers make."""

    @property
    def cuts(self) -> Sequence[int]:
        """The row with which each chunk begins, and at last the number of rows."""

    @property
    def columns(self) -> Sequence[Column]:
        """Of the result."""

    def task(self, chunk: int) -> Any:
        """What a worker is given of a chunk; picklable."""

    def records(self, chunk: int, rows: Rows) -> Iterator[dict[str, Any]]:
        """The result's records of a chunk, keys as in `columns`; unknown is None."""


def chunks_of(work: Work) -> int:
    """How many chunks there are."""
    return len(work.cuts) - 1


def rows_of(work: Work, chunk: int) -> int:
    """How many rows a chunk has."""
    return work.cuts[chunk + 1] - work.cuts[chunk]


def cut(seconds: Sequence[float]) -> list[int]:
    """Where chunks begin if the rows are estimated to take so long; the same for equal ones."""
    cuts, begun, spent = [0], 0, 0.0
    for row, estimate in enumerate(seconds):
        # A row that costs more than half of what is left of the chunk begins the next one.
        full = spent + estimate / 2 > CHUNK_SECONDS or row - begun == MOST_ROWS
        if full and row > begun:
            cuts.append(row)
            begun, spent = row, 0.0
        spent += estimate
    if len(seconds):
        cuts.append(len(seconds))
    return cuts


def cut_evenly(rows: int, seconds: float) -> list[int]:
    """The same for rows that all are estimated to take so long."""
    each = max(1, min(MOST_ROWS, round(CHUNK_SECONDS / max(seconds, CHUNK_SECONDS / MOST_ROWS))))
    return [*range(0, rows, each), rows] if rows else [0]


def digest(*arrays: NDArray[Any]) -> str:
    """Names the content of arrays."""
    content = hashlib.sha256()
    for array in arrays:
        content.update(np.ascontiguousarray(array).tobytes())
    return content.hexdigest()[:20]
