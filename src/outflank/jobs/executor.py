"""Who does the chunks: one interface above threads of this process and above a cluster."""

from __future__ import annotations

from dataclasses import dataclass
from types import TracebackType
from typing import Any, Protocol, Self

from outflank.jobs.work import Rows


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a chunk.

    Attributes:
        chunk: its number.
        rows: its rows; None if it failed.
        error: why it failed; empty if it did not.
        again: it was not tried at all, and must be handed out again.
    """

    chunk: int
    rows: Rows | None = None
    error: str = ""
    again: bool = False


class Executor(Protocol):
    """Does chunks; a context manager, at whose end nothing of them goes on."""

    @property
    def room(self) -> int:
        """How many chunks to have handed out at once; it may change."""

    def submit(self, chunk: int, task: Any) -> None:
        """Hand out a chunk."""

    def wait(self, seconds: float) -> list[Outcome]:
        """Chunks that have ended, as soon as there is one; none after so many seconds.

        Raises:
            JobError: there is nobody left who could do them.
        """

    def notices(self) -> list[str]:
        """What has happened since, that whoever waits should be told: a refused worker."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...
