"""Runs commands in this process and hands back what they wrote."""

import io
import json
import os
import subprocess
import sys
from contextlib import ExitStack
from dataclasses import dataclass

import pytest

from outflank.cli import main
from outflank.core.compile import warm_up


@pytest.fixture(scope="session", autouse=True)
def compiled():
    """Compile every kernel beforehand, so that no command says that it does."""
    warm_up()


@dataclass
class Ran:
    """What a command returned and wrote."""

    code: int
    out: str
    err: str

    @property
    def objects(self):
        """The JSON objects of standard output, one a line."""
        return [json.loads(line) for line in self.out.splitlines()]


@pytest.fixture
def run(capsys, monkeypatch):
    """Run one command line (a list of words) with text or bytes on standard input."""

    def run_words(*words, stdin=b""):
        content = stdin if isinstance(stdin, bytes) else stdin.encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content), "utf-8"))
        capsys.readouterr()
        code = main([str(word) for word in words])
        written = capsys.readouterr()
        return Ran(code, written.out, written.err)

    return run_words


@pytest.fixture
def refuses(run):
    """Run a command that must fail with one clear line on standard error."""

    def run_and_check(code, *words, stdin=b""):
        ran = run(*words, stdin=stdin)
        assert ran.code == code, ran
        assert ran.err.startswith("outflank: "), ran
        assert ran.err.count("\n") == 1, ran
        assert "Traceback" not in ran.err
        return ran

    return run_and_check


@pytest.fixture
def start():
    """Start the program in a process of its own, which ends with the test."""
    with ExitStack() as stack:

        def start_words(*words, environment=()):
            process = subprocess.Popen(
                [sys.executable, "-m", "outflank", *words],
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                stdin=subprocess.DEVNULL,
                env={**os.environ, **dict(environment)},
            )
            stack.enter_context(process)
            stack.callback(process.kill)
            return process

        yield start_words
