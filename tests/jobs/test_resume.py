"""Whatever kills the command, the same command goes on, and the result is the same to the byte."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from jobs.conftest import Loopback
from jobs.works import wait_until
from outflank.jobs.workfile import working_path

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL")


class Command:
    """``outflank label`` on a file; started anew as often as it is killed."""

    def __init__(self, folder: Path, lines: str, *options: str) -> None:
        source = folder / "some.txt"
        source.write_text(lines)
        self.output = folder / "labels.jsonl"
        self.words = ["label", str(source), "-o", str(self.output), "--depth", "13", *options]

    def start(self) -> subprocess.Popen[bytes]:
        paths = os.pathsep.join(path for path in sys.path if path)
        return subprocess.Popen(
            [sys.executable, "-m", "outflank", *self.words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": paths},
        )

    def kept(self) -> int:
        """Bytes of the working file after its first line."""
        try:
            return len(working_path(self.output).read_bytes().partition(b"\n")[2])
        except FileNotFoundError:
            return 0

    def stop_when_more_is_kept(self, number: signal.Signals) -> tuple[int, str]:
        """End it by a signal as soon as it has done a chunk; exit code and last words."""
        before = self.kept()
        with self.start() as process:
            wait_until(lambda: self.kept() > before or process.poll() is not None)
            process.send_signal(number)
            _, err = process.communicate(timeout=60)
        return process.returncode, err.decode()

    def finish(self) -> str:
        with self.start() as process:
            out, err = process.communicate(timeout=120)
        assert process.returncode == 0, err
        return out.decode()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_killed_in_the_middle(
    tmp_path: Path, lines: str, expected: bytes, number: signal.Signals
) -> None:
    command = Command(tmp_path, lines)
    code, err = command.stop_when_more_is_kept(number)
    if number == signal.SIGINT:
        assert code == 130
        advice, last = err.splitlines()
        assert advice == (
            f"outflank: what is done is kept in {working_path(command.output)}: "
            "the same command goes on"
        )
        assert last == "outflank: interrupted"
    assert "of them in an earlier run" in command.finish()
    assert command.output.read_bytes() == expected


@pytest.mark.slow
def test_killed_while_a_cluster_works(
    tmp_path: Path, lines: str, expected: bytes, loopback: Loopback
) -> None:
    loopback.worker()
    command = Command(tmp_path, lines, "--cluster", loopback.address)
    command.stop_when_more_is_kept(signal.SIGKILL)
    assert "of them in an earlier run" in command.finish()
    assert command.output.read_bytes() == expected


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_killed_at_random_moments(tmp_path: Path, lines: str, expected: bytes, seed: int) -> None:
    command, draw = Command(tmp_path, lines), random.Random(seed)
    for _ in range(12):
        with command.start() as process:
            time.sleep(draw.uniform(0.2, 4))
            process.kill()
        if command.output.exists() and not working_path(command.output).exists():
            break  # it was finished
    else:
        command.finish()
    assert command.output.read_bytes() == expected
