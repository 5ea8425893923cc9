"""What `gtp` and `nboard` share: streams that hold nothing but the protocol, log, engine."""

from __future__ import annotations

import io
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, redirect_stdout, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Protocol, TextIO

from cyclopts import Parameter, validators

from outflank.cli.engines import Setup, Strength
from outflank.cli.inputs import Seed, standard_input
from outflank.cli.output import STANDARD_OUTPUT_NAME, close_quietly, complain, standard_output
from outflank.games.content import refuse_pipe

if TYPE_CHECKING:
    from outflank.protocols import Conversation, Thinker

LogFile = Annotated[Path | None, Parameter(validator=validators.Path(dir_okay=False))]

#: Seeds that are drawn where none is given.
SEEDS: Final = 1 << 32


class Server(Protocol):
    """What answers."""

    def serve(self) -> None:
        """Answer until the conversation ends."""


#: Makes a server of its conversation, its engine, and what is told of its faults.
Maker = Callable[["Conversation", "Thinker", Callable[[str], None]], Server]


def serve(
    make: Maker,
    strength: Strength,
    setup: Setup,
    seed: Seed | None,
    log: Path | None,
    *,
    is_urgent: Callable[[str], bool],
    is_last: Callable[[str], bool],
) -> None:
    """Serve on standard input and output until one of them ends.

    Lines are read from the first moment on, also while the engine is made. Whatever else
    is printed meanwhile goes to standard error.

    Args:
        make: makes the server; called when kernels may be loaded.
        strength: of the engine.
        setup: of the engine.
        seed: of a weak level's mistakes; one is drawn if there is none.
        log: where to write what is said.
        is_urgent: whether a line ends a search.
        is_last: whether a line is the last.

    Raises:
        OutflankError: standard input or output is closed, or the log is a named pipe.
        OSError: the log cannot be written, or the output has gone.
    """
    from outflank.protocols.conversation import Conversation, Log, SinkError

    source, sink = _source(), _sink()
    with ExitStack() as stack:
        stack.enter_context(redirect_stdout(sys.stderr))
        kept = None if log is None else Log(stack.enter_context(_opened(log)), complain)
        talk = stack.enter_context(
            Conversation(source, sink, is_urgent=is_urgent, is_last=is_last, log=kept)
        )
        server = make(talk, _thinker(strength, setup, seed), complain)
        try:
            server.serve()
        except SinkError as error:
            close_quietly(sink)
            raise OSError(error.errno, error.strerror, STANDARD_OUTPUT_NAME) from error


def _thinker(strength: Strength, setup: Setup, seed: Seed | None) -> Thinker:
    level = strength.chosen_level(None)
    drawn = random.randrange(SEEDS) if seed is None else seed
    engine = setup.open(level, drawn)
    from outflank.protocols.thinker import Thinker

    return Thinker(engine, level, strength.limit())


def _source() -> TextIO:
    """Standard input, line by line as it comes.

    Without a buffer of its own: at the end of the process a thread may be waiting in it,
    and would keep the lock of a shared one.
    """
    standard_input()  # says so if it is closed
    try:
        number = sys.stdin.fileno()
    except (OSError, ValueError):  # no file: a test's
        return sys.stdin
    raw = io.FileIO(number, closefd=False)
    return io.TextIOWrapper(raw, "utf-8", errors="replace", newline="\n")


def _sink() -> TextIO:
    """Standard output with plain line ends."""
    sink = standard_output()
    reconfigure = getattr(sink, "reconfigure", None)
    if reconfigure is not None:
        with suppress(io.UnsupportedOperation):
            reconfigure(newline="\n")
    return sink


@contextmanager
def _opened(log: Path) -> Iterator[TextIO]:
    """The file of the log. Every line is flushed: what fails at its end was told before."""
    refuse_pipe(log)
    file = log.open("a", encoding="utf-8")
    try:
        yield file
    finally:
        with suppress(OSError):
            file.close()
