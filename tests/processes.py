"""Whether processes live: what tests of external programs ask."""

import os
import time
from pathlib import Path


def is_alive(pid):
    """True unless the process has ended, or only waits to be buried."""
    try:
        os.kill(pid, 0)
        return not _is_buried(pid)
    except ProcessLookupError:
        return False


def _is_buried(pid):
    """True for a process that has ended and whose parent has not asked yet."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return Path("/proc/self/stat").exists()  # gone meanwhile, or there is no such folder
    return stat.rpartition(")")[2].split()[0] == "Z"


def wait_for_end(pid, seconds=3.0):
    """True if the process ends in time."""
    end = time.monotonic() + seconds
    while is_alive(pid) and time.monotonic() < end:
        time.sleep(0.02)
    return not is_alive(pid)


def living(mark):
    """Processes whose command holds a mark of the test; where that can be asked."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_bytes()
        except OSError:  # it has ended meanwhile
            continue
        if str(mark).encode() in command and is_alive(int(folder.name)):
            found.append(int(folder.name))
    return found


def all_end(mark, seconds=8.0):
    """True if all processes with the mark end in time."""
    end = time.monotonic() + seconds
    while living(mark) and time.monotonic() < end:
        time.sleep(0.05)
    return not living(mark)
