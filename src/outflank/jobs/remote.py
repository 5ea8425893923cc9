"""What runs on a cluster's workers: a chunk, and what becomes of it."""

from __future__ import annotations

import pickle
import threading
from typing import Any, NamedTuple

from outflank.core import interrupt
from outflank.jobs.fingerprint import Fingerprint, fingerprint
from outflank.jobs.threads import described
from outflank.jobs.work import Rows, Spec, Worker


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
