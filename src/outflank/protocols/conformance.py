"""Whether an engine keeps to its protocol: many small checks, each told by itself.

A check is *required* if the protocol says so, else *expected*: what Othello engines do and
programs rely on. What an engine does not offer is skipped, with the reason.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Any, Final, NoReturn

from outflank.board.errors import quoted
from outflank.protocols.limits import ANSWER_LIMIT, COLD_START_LIMIT
from outflank.protocols.program import Program, ProtocolError

#: Seconds in which a program ends that was asked to.
TO_END: Final = 2.0

#: A game that ends after nine discs: Black has wiped out White.
SHORT_GAME: Final = "e6f4e3f6g5d6e7f5c5"

#: After these moves Black must pass.
PASS_GAME: Final = "d3c3e6d2d1e1b2c1"

#: The modules with the checks of each protocol.
_CHECKS: Final = {"gtp": "conformance_gtp", "nboard": "conformance_nboard"}


@dataclass(frozen=True, slots=True)
class Check:
    """What came of one check.

    Attributes:
        name: of the check, a word or two.
        what: is checked.
        required: by the protocol; else only expected.
        passed: None if the engine does not offer what is checked.
        detail: why not, or what was seen; may be empty.
    """

    name: str
    what: str
    required: bool
    passed: bool | None
    detail: str = ""

    @property
    def is_fault(self) -> bool:
        """True if the protocol is broken."""
        return self.required and self.passed is False


class Failed(Exception):  # noqa: N818 (no error of ours: a check that was not passed)
    """The engine does not do what is checked; the text says what it does."""


class NotOffered(Exception):  # noqa: N818 (no error of ours)
    """The engine does not offer what is checked; the text says what is missing."""


def expect(condition: object, otherwise: str) -> None:
    """Fail the check unless the condition holds."""
    if not condition:
        raise Failed(otherwise)


def fail(why: str) -> NoReturn:
    """Fail the check."""
    raise Failed(why)


class Subject:
    """The engine that is checked: it is started when it is needed, and again after a failure.

    Args:
        command: the program.
        start_limit: seconds for its first answer.
        answer_limit: seconds for a move.
    """

    def __init__(self, command: str | Sequence[str], start_limit: float, answer_limit: float):
        self.command = command
        self.start_limit = start_limit
        self.answer_limit = answer_limit
        self.program: Program | None = None

    def start(self) -> Program:
        """A new process of it; the one before is ended."""
        self.end()
        self.program = Program(self.command)
        return self.program

    def end(self) -> None:
        """End the process, if there is one."""
        program, self.program = self.program, None
        if program is not None:
            program.end()

    def drop(self) -> None:
        """End the process at once."""
        if self.program is not None:
            self.program.kill()
        self.end()


@dataclass(frozen=True, slots=True)
class Trial:
    """A check that can be made.

    Attributes:
        name: a word or two.
        what: is checked.
        required: by the protocol.
        run: makes it, with a subject; returns what was seen, if that is worth telling, and
            raises what is wrong.
    """

    name: str
    what: str
    required: bool
    run: Callable[[Any], str | None]

    def made(self, subject: Subject) -> Check:
        """Make the check."""
        try:
            detail = self.run(subject)
        except NotOffered as reason:
            return Check(self.name, self.what, self.required, None, str(reason))
        except (Failed, ProtocolError) as fault:
            subject.drop()  # whatever state it is in, the next check begins anew
            return Check(self.name, self.what, self.required, False, str(fault))
        return Check(self.name, self.what, self.required, True, detail or "")


Function = Callable[[Any], str | None]


def trial(trials: list[Trial], what: str, *, required: bool) -> Callable[[Function], Function]:
    """Add a function to a list of checks, under its name."""

    def add(run: Function) -> Function:
        trials.append(Trial(run.__name__.strip("_").replace("_", " "), what, required, run))
        return run

    return add


def check(
    protocol: str,
    command: str | Sequence[str],
    *,
    start_limit: float = COLD_START_LIMIT,
    answer_limit: float = ANSWER_LIMIT,
) -> Generator[Check]:
    """Make all checks of a protocol.

    Args:
        protocol: ``gtp`` or ``nboard``.
        command: the program and its arguments.
        start_limit: seconds for its first answer.
        answer_limit: seconds for a move.

    Yields:
        Each check as soon as it is made. If the first one, that it starts, is not passed,
        the others are not made.

    Raises:
        ProtocolError: there is no such protocol or program.
    """
    if protocol not in _CHECKS:
        raise ProtocolError(f"{quoted(protocol)} is not a protocol: {', '.join(_CHECKS)}")
    module = importlib.import_module(f"outflank.protocols.{_CHECKS[protocol]}")
    subject: Subject = module.SUBJECT(command, start_limit, answer_limit)
    subject.start()
    try:
        for number, one in enumerate(module.TRIALS):
            made = one.made(subject)
            yield made
            if number == 0 and not made.passed:
                return
    finally:
        subject.end()
