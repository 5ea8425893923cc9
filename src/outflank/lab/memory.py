"""The most memory that this process had, as the system says."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

KIBIBYTE: Final = 1 << 10

#: Where Linux says it. What `resource` says there includes what the parent had at the start.
STATUS: Final = Path("/proc/self/status")


def most_memory() -> int:
    """In bytes; 0 where the system does not say."""
    try:
        return int(STATUS.read_text(encoding="ascii").partition("VmHWM:")[2].split()[0]) * KIBIBYTE
    except (OSError, IndexError):
        pass
    try:
        import resource
    except ImportError:  # Windows
        return 0
    unit = 1 if sys.platform == "darwin" else KIBIBYTE
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
