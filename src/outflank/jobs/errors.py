"""What is wrong with bulk work: options, files, a cluster."""

from __future__ import annotations

from outflank.board.errors import OutflankError


class JobError(OutflankError):
    """Work that cannot be begun, or gone on with; what is done is kept."""


class Halted(Exception):  # noqa: N818 (no error: the work was told to end)
    """A chunk was ended before it was done; nothing of it counts."""
