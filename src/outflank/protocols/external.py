"""External engines behind the shapes of ours: `open_engine`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from outflank.board.errors import quoted
from outflank.protocols.client import ExternalEngine
from outflank.protocols.gtp_client import GtpEngine
from outflank.protocols.limits import ANSWER_LIMIT, START_LIMIT
from outflank.protocols.nboard_client import NBoardEngine
from outflank.protocols.program import Program, ProtocolError

_Client = Callable[[Program, float, float, Mapping[str, str]], ExternalEngine]

#: Clients by the protocol that they speak.
CLIENTS: Final[Mapping[str, _Client]] = MappingProxyType({"gtp": GtpEngine, "nboard": NBoardEngine})

#: No options.
NOTHING: Final[Mapping[str, str]] = MappingProxyType({})


def open_engine(
    protocol: str,
    command: str | Sequence[str],
    *,
    start_limit: float = START_LIMIT,
    answer_limit: float = ANSWER_LIMIT,
    options: Mapping[str, str] = NOTHING,
) -> ExternalEngine:
    """Start an external engine; close it, or use it as a context manager.

    Args:
        protocol: ``gtp`` or ``nboard``.
        command: the program and its arguments. Text is split as a shell does, but no shell
            runs it.
        start_limit: seconds for its first answer.
        answer_limit: seconds for a move where its limit says nothing of time.
        options: for GTP commands with their arguments, for NBoard names and values to set.

    Raises:
        ProtocolError: there is no such protocol or program, or it does not speak it; the
            message names the command and what it last said.
    """
    client = CLIENTS.get(protocol)
    if client is None:
        raise ProtocolError(f"{quoted(protocol)} is not a protocol: {', '.join(CLIENTS)}")
    program = Program(command)
    try:
        return client(program, start_limit, answer_limit, options)
    except BaseException:
        program.kill()
        raise
