"""Running a work: every row once, whatever stops it; chunks that fail; results refused."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import threading
from functools import partial
from pathlib import Path

import pytest

from jobs.works import SquareSpec, SquareWork, wait_until
from outflank.board.errors import OutflankError
from outflank.jobs import run as running
from outflank.jobs.errors import JobError
from outflank.jobs.run import Listener, Summary, failed_path, run_work
from outflank.jobs.threads import Threads
from outflank.jobs.workfile import WorkFile, working_path


def run(
    work: SquareWork, output: Path, threads: int = 2, listener: Listener | None = None
) -> Summary:
    return run_work(work, output, partial(Threads, work.spec, threads), listener or Listener())


@pytest.fixture
def output(tmp_path: Path) -> Path:
    return tmp_path / "squares.jsonl"


@pytest.fixture
def undisturbed(tmp_path: Path) -> bytes:
    path = tmp_path / "undisturbed.jsonl"
    run(SquareWork(), path)
    return path.read_bytes()


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_all_rows_in_order(output: Path, undisturbed: bytes, threads: int) -> None:
    told: list[tuple[int, int, int]] = []
    listener = Listener(lambda *numbers: told.append(numbers))
    summary = run(SquareWork(), output, threads, listener)
    rows = [json.loads(line) for line in output.read_text().splitlines()]
    assert rows == [{"number": number, "square": number**2} for number in range(100)]
    assert output.read_bytes() == undisturbed
    assert (summary.rows, summary.before, summary.done) == (100, 0, 100)
    assert not summary.failures
    assert told[-1] == (100, 0, 100)
    assert not working_path(output).exists()


def test_what_is_there_is_not_done_again(output: Path, undisturbed: bytes) -> None:
    work = SquareWork()
    with WorkFile(working_path(output), work) as file:
        for chunk in (7, 2):
            file.keep(chunk, work.spec.worker().run(work.task(chunk)))
    work = SquareWork()
    summary = run(work, output)
    assert sorted(work.spec.tried) == [0, 10, 30, 40, 50, 60, 80, 90]
    assert (summary.before, summary.done) == (20, 80)
    assert output.read_bytes() == undisturbed


def test_all_is_done_but_the_result(output: Path, undisturbed: bytes) -> None:
    work = SquareWork()
    with WorkFile(working_path(output), work) as file:
        for chunk in range(10):
            file.keep(chunk, work.spec.worker().run(work.task(chunk)))
    run_work(work, output, pytest.fail)
    assert output.read_bytes() == undisturbed


def test_two_failures_are_forgiven(output: Path, undisturbed: bytes) -> None:
    work = SquareWork(spec=SquareSpec(failing={30: 2, 60: 1}))
    assert not run(work, output).failures
    assert output.read_bytes() == undisturbed
    assert not failed_path(output).exists()


def test_a_chunk_that_fails_three_times_is_set_aside_and_tried_by_the_next_run(
    output: Path, undisturbed: bytes
) -> None:
    work = SquareWork(spec=SquareSpec(failing={30: 3, 60: 4}))
    summary = run(work, output)
    assert work.spec.tried.count(30) == work.spec.tried.count(60) == 3
    assert sorted((failure.first, failure.rows) for failure in summary.failures) == [
        (30, 10),
        (60, 10),
    ]
    numbers = [json.loads(line)["number"] for line in output.read_text().splitlines()]
    assert numbers == [number for number in range(100) if number // 10 not in (3, 6)]
    told = [json.loads(line) for line in failed_path(output).read_text().splitlines()]
    assert told == [
        {
            "work": "squares",
            "first_row": first,
            "rows": 10,
            "error": f"ArithmeticError: no squares from {first} on",
        }
        for first in (30, 60)
    ]
    again = run(work, output)
    assert work.spec.tried[-3:].count(60) == 2
    assert (again.before, again.done, again.failures) == (80, 20, [])
    assert output.read_bytes() == undisturbed
    assert not failed_path(output).exists()
    assert not working_path(output).exists()


def test_a_finished_result_is_not_touched(output: Path, undisturbed: bytes) -> None:
    run(SquareWork(), output)
    with pytest.raises(JobError, match="there already"):
        run(SquareWork(), output)
    assert output.read_bytes() == undisturbed


def test_a_result_that_another_process_finishes_just_now_is_not_touched(
    output: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the look for it and the hold on the working file."""

    def finish_and_open(path: Path, work: SquareWork) -> WorkFile:
        output.write_text("finished\n")
        return WorkFile(path, work)

    monkeypatch.setattr(running, "WorkFile", finish_and_open)
    with pytest.raises(JobError, match="there already"):
        run(SquareWork(), output)
    assert output.read_text() == "finished\n"
    assert not working_path(output).exists()


def test_other_options_are_refused(output: Path) -> None:
    run(SquareWork(spec=SquareSpec(failing={0: 3})), output)
    before = output.read_bytes()
    with pytest.raises(JobError, match="other options or another input"):
        run(SquareWork(seed=1), output)
    assert output.read_bytes() == before


@pytest.mark.parametrize("name", ["squares", "squares.txt", "squares.parquet.gz", "no/squares.csv"])
def test_a_name_that_is_no_results(tmp_path: Path, name: str) -> None:
    with pytest.raises(JobError):
        run(SquareWork(), tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_two_at_once(output: Path) -> None:
    spec = SquareSpec(seconds=0.05)
    first = threading.Thread(target=run, args=(SquareWork(spec=spec), output))
    first.start()
    wait_until(lambda: spec.tried)
    with pytest.raises(OutflankError, match="another process is at this work"):
        run(SquareWork(), output)
    first.join()
    assert len(output.read_text().splitlines()) == 100


def test_an_interrupted_run_goes_on(output: Path, undisturbed: bytes) -> None:
    def interrupt(done: int, _before: int, _rows: int) -> None:
        if done >= 30:
            raise KeyboardInterrupt

    before = set(threading.enumerate())
    with pytest.raises(KeyboardInterrupt):
        run(SquareWork(), output, listener=Listener(interrupt))
    assert set(threading.enumerate()) == before
    assert not output.exists()
    summary = run(SquareWork(), output)
    assert summary.before >= 30
    assert output.read_bytes() == undisturbed


def test_ctrl_c_ends_a_chunk_at_work(output: Path) -> None:
    def interrupt(*_: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(SquareWork(spec=SquareSpec(seconds=3600)), output, listener=Listener(interrupt))


FULL_DISK = """
import resource, sys
from functools import partial
from pathlib import Path
from jobs.works import SquareWork
from outflank.jobs.run import run_work
from outflank.jobs.threads import Threads
output, most = Path(sys.argv[1]), int(sys.argv[2])
resource.setrlimit(resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))
work = SquareWork()
try:
    run_work(work, output, partial(Threads, work.spec, 1))
except OSError as error:
    sys.exit(f"{type(error).__name__} {error.filename}")
"""


@pytest.mark.skipif(not hasattr(resource, "RLIMIT_FSIZE"), reason="files have no limit here")
@pytest.mark.parametrize("most", [100, 600, 1300, 3000])
def test_a_full_disk_keeps_what_is_done(output: Path, undisturbed: bytes, most: int) -> None:
    words = [sys.executable, "-c", FULL_DISK, str(output), str(most)]
    paths = os.pathsep.join(path for path in sys.path if path)
    environment = {**os.environ, "PYTHONPATH": paths}
    full = subprocess.run(words, capture_output=True, text=True, env=environment, check=False)
    assert full.stderr.startswith("OSError "), full.stderr
    assert str(output) in full.stderr
    assert full.stderr.count("\n") == 1
    assert not output.exists()
    assert [path.name for path in output.parent.iterdir() if path.name.startswith(".")] == []
    summary = run(SquareWork(), output)
    assert (summary.before > 0) == (most > 100)
    assert output.read_bytes() == undisturbed
