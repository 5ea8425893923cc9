"""One process at a time on a file that grows."""

from __future__ import annotations

from typing import IO, Any

from outflank.board.errors import OutflankError


def hold(file: IO[Any], refusal: str) -> None:
    """Keep other processes off an open file until it is closed, where the system can.

    Args:
        file: open for writing.
        refusal: what the error says.

    Raises:
        OutflankError: another process holds it.
    """
    try:
        import fcntl
    except ImportError:  # Windows: two processes on one file are the user's affair
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise OutflankError(refusal) from None
