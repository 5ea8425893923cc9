"""``outflank conformance``: whether an engine keeps to its protocol, check by check."""

from __future__ import annotations

from contextlib import closing
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Final, Literal

from cyclopts import Parameter

from outflank.cli.inputs import Json, Seconds
from outflank.cli.output import Exit, UsageError, counted, say, say_json
from outflank.cli.programs import ending_programs
from outflank.protocols.limits import ANSWER_LIMIT, COLD_START_LIMIT

if TYPE_CHECKING:
    from outflank.protocols.conformance import Check

Protocol = Annotated[Literal["gtp", "nboard"], Parameter(name="PROTOCOL")]
Command = Annotated[str, Parameter(name="COMMAND")]

#: Checks are told as they are made, so the columns have fixed widths.
ROW: Final = "{:<9} {:<22} {}"

#: What is told of a check that is not passed, if it is required and if it is expected.
FAULT, LACK = "FAILED", "not so"


def conformance(
    protocol: Protocol,
    command: Command,
    /,
    *,
    start: Seconds = COLD_START_LIMIT,
    answer: Seconds = ANSWER_LIMIT,
    json: Json = False,
) -> int:
    """Check whether an engine keeps to its protocol, and tell each check.

    What the protocol requires must be passed; what is only expected of engines of Othello is
    told. The engine should play quickly: choose a low level.

    Args:
        protocol: gtp or nboard.
        command: the program and its arguments, in quotes, such as "gtp-rhino -l 1 -b 0".
        start: seconds for its first answer.
        answer: seconds for a move.
        json: write one JSON object for each check.
    """
    from outflank.protocols.conformance import check
    from outflank.protocols.program import ProtocolError, split_command

    try:
        split_command(command)
    except ProtocolError as error:
        raise UsageError(str(error)) from None
    made: list[Check] = []
    checks = check(protocol, command, start_limit=start, answer_limit=answer)
    with ending_programs(), closing(checks):
        for one in checks:
            made.append(one)
            say_json(asdict(one)) if json else say(_row(one))
    if not json:
        say(_sum(made))
    return Exit.FAULT if any(one.is_fault for one in made) else Exit.OK


def _row(one: Check) -> str:
    detail = f": {one.detail}" if one.detail else ""
    return ROW.format(_verdict(one), one.name, one.what + detail).rstrip()


def _verdict(one: Check) -> str:
    if one.passed is None:
        return "-"
    if one.passed:
        return "ok"
    return FAULT if one.required else LACK


def _sum(made: list[Check]) -> str:
    passed = sum(one.passed is True for one in made)
    faults = sum(one.is_fault for one in made)
    lacks = sum(one.passed is False and not one.required for one in made)
    skipped = sum(one.passed is None for one in made)
    return (
        f"{counted(len(made), 'check')}: {passed} passed, {faults} required ones failed, "
        f"{lacks} expected ones not so, {skipped} not offered"
    )
