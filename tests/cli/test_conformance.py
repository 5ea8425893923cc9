"""outflank conformance: a line a check, the sum, JSON, exit codes, no process left behind."""

import signal
import sys
import time

import pytest

from processes import all_end, living

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kills processes as POSIX does")


def test_a_good_engine(run, fake):
    ran = run("conformance", "gtp", fake("gtp"))
    assert (ran.code, ran.err) == (0, "")
    *rows, total = ran.out.splitlines()
    assert len(rows) > 30
    assert all(row.startswith(("ok ", "- ")) or " latency " in row for row in rows)
    assert any(row.startswith("-") and "no showboard" in row for row in rows)
    assert total.startswith(f"{len(rows)} checks: ")
    assert "0 required ones failed" in total


def test_a_fault_of_the_protocol(run, fake):
    ran = run("conformance", "gtp", fake("gtp", "chatty"))
    assert ran.code == 1
    (fault,) = (row for row in ran.out.splitlines() if row.startswith("FAILED"))
    assert "silence" in fault
    assert "thinking about it" in fault
    assert "1 required ones failed" in ran.out


def test_what_is_only_expected(run, fake):
    ran = run("conformance", "gtp", fake("gtp", "implied"))
    assert ran.code == 0
    assert any(row.startswith("not so") and "told pass" in row for row in ran.out.splitlines())


def test_json(run, fake):
    rows = run("conformance", "gtp", fake("gtp"), "--json").objects
    for row in rows:
        assert set(row) == {"name", "what", "required", "passed", "detail"}
    assert {row["passed"] for row in rows} <= {True, False, None}


def test_a_real_engine(run, grhino):
    assert run("conformance", "gtp", grhino).code == 0


def test_one_that_says_nothing(run, fake):
    ran = run("conformance", "nboard", fake("nboard", "dumb"), "--start", 0.3)
    assert ran.code == 1
    assert ran.out.startswith("FAILED    start")
    assert ran.out.splitlines()[-1].startswith("1 check: 0 passed")


@pytest.mark.parametrize(
    ("words", "code", "reason"),
    [
        (("gtp", "no-such-program"), 1, 'no program "no-such-program" was found'),
        (("gtp", "a 'b"), 2, "no closing quotation"),
        (("gtp", ""), 2, "empty"),
        (("ugi", "x"), 2, "ugi"),
        (("gtp",), 2, "COMMAND"),
        (("gtp", "x", "--start", "0"), 2, "start"),
    ],
)
def test_what_cannot_be_meant(refuses, words, code, reason):
    assert reason.lower() in refuses(code, "conformance", *words).err.lower()


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_an_end_leaves_no_process(start, fake, tmp_path, name):
    mark = tmp_path / "log"
    process = start("conformance", "gtp", fake("gtp", "dumb,stubborn", mark))
    end = time.monotonic() + 20
    while len(living(mark)) < 2:  # the command itself, and what it has started
        assert time.monotonic() < end
        time.sleep(0.05)
    time.sleep(0.3)
    number = getattr(signal, name)
    process.send_signal(number)
    process.communicate(timeout=20)
    assert process.returncode == 128 + number
    assert all_end(mark)
