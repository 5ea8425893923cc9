"""What runs on a cluster's workers: who they are, and a chunk."""

from __future__ import annotations

import hashlib
import pickle
import threading
from functools import cache
from importlib.metadata import version
from typing import Any, Final, NamedTuple

from outflank.core import interrupt
from outflank.core.cache import PACKAGE, source_hash
from outflank.jobs.threads import described
from outflank.jobs.work import Rows, Spec, Worker

NAME: Final = "outflank"

#: Where the evaluation's files lie; their own room would load kernels.
WEIGHTS: Final = PACKAGE / "evaluation" / "data"


class Fingerprint(NamedTuple):
    """What two machines must have in common for equal chunks to give equal rows.

    Attributes:
        version: of the package.
        kernels: hash of the kernels' sources and of what compiles them.
        weights: hash of the evaluation's files.
    """

    version: str
    kernels: str
    weights: str

    def against(self, ours: Fingerprint) -> str:
        """What is different, in words."""
        if self.version != ours.version:
            return f"{NAME} {self.version}, here it is {ours.version}"
        what = [
            f"{name} {theirs[:8]}, here {here[:8]}"
            for name, theirs, here in zip(self._fields, self, ours, strict=True)
            if theirs != here
        ]
        return f"{NAME} {self.version} with other {' and other '.join(what)}"


@cache
def fingerprint() -> Fingerprint:
    """That of this process."""
    content = hashlib.sha256()
    for path in sorted(WEIGHTS.iterdir()):
        if path.is_file():
            content.update(path.name.encode() + path.read_bytes())
    return Fingerprint(version(NAME), source_hash(), content.hexdigest()[:20])


class Reply(NamedTuple):
    """What a worker makes of a chunk.

    Attributes:
        rows: None if it failed, or was not tried.
        error: why it failed.
        refused: the fingerprint of a worker that may not try it, and its address.
    """

    rows: Rows | None = None
    error: str = ""
    refused: tuple[Fingerprint, str] | None = None


_kept = threading.local()


def do_chunk(content: bytes, wanted: Fingerprint) -> Reply:
    """Do a chunk on the thread of a cluster's worker.

    Args:
        content: the spec of the work and the task, pickled.
        wanted: the fingerprint of whoever wants the chunk.
    """
    if fingerprint() != wanted:
        from distributed import get_worker

        return Reply(refused=(fingerprint(), get_worker().address))
    try:
        spec, task = pickle.loads(content)
        worker = _worker(spec)
        # On a thread of its own: the stack of this one may be too small for a search.
        return Reply(interrupt.run(lambda: worker.run(task), stop=worker.stop))
    except Exception as error:  # it may be of a class that the other side does not know
        return Reply(error=described(error))


def _worker(spec: Spec) -> Worker:
    """The worker of this thread for a work; that of another work makes way for it."""
    kept: tuple[Any, Worker] | None = getattr(_kept, "worker", None)
    if kept is None or kept[0] != spec:
        _kept.worker = kept = (spec, spec.worker())
    return kept[1]
