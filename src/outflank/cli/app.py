"""The list of commands; errors become one line on standard error and an exit code."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Sequence
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, Final, cast

from cyclopts import App, CycloptsError

from outflank.board.errors import OutflankError
from outflank.cli import (
    analyze,
    bench,
    best,
    board,
    compare,
    conformance,
    convert,
    db,
    gtp,
    hint,
    lab,
    label,
    levels,
    match,
    nboard,
    perft,
    play,
    selfplay,
    show,
    solve,
    train,
    warmup,
)
from outflank.cli.output import (
    PROGRAM,
    Exit,
    UsageError,
    close_quietly,
    complain,
    fault_of,
    naming_output,
    prepare_streams,
)
from outflank.cli.usage import explain

if TYPE_CHECKING:
    from outflank.cli.console import Console

app = App(
    name=PROGRAM,
    help="An Othello engine, analyst and search laboratory.",
    version=lambda: version(PROGRAM),
    result_action="return_value",
    suppress_keyboard_interrupt=False,
)
COMMANDS: Final = (
    analyze.analyze,
    bench.bench,
    best.best,
    board.board,
    compare.compare,
    conformance.conformance,
    convert.convert,
    gtp.gtp,
    hint.hint,
    label.label,
    levels.levels,
    match.match,
    nboard.nboard,
    perft.perft,
    play.play,
    selfplay.selfplay,
    show.show,
    solve.solve,
    warmup.warmup,
)
#: Commands that have commands, and what those are called.
GROUPS: Final = {db.NAME: db.NAMES, lab.NAME: lab.NAMES, train.NAME: train.NAMES}

for command in (*COMMANDS, db.db, lab.lab, train.train):
    app.command(command)

#: What the commands are called.
NAMES: Final = tuple(sorted([*(command.__name__ for command in COMMANDS), *GROUPS]))

#: What ends a command in one line; anything else is a fault of ours and shows its traceback.
REPORTED: Final = (
    CycloptsError,
    UsageError,
    OutflankError,
    OSError,
    MemoryError,
    Warning,  # python -W error
)

#: What Python says where the system refuses a thread.
NO_THREAD: Final = "can't start new thread"


class _LazyConsole:
    """Writes help; Rich is loaded only when there is some to write."""

    def __getattr__(self, name: str) -> Any:
        from outflank.cli.console import Console

        return getattr(Console(), name)


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command.

    Args:
        arguments: the words after the program's name; None for those of the process.

    Returns:
        The exit code: see `Exit`.

    Raises:
        KeyboardInterrupt: Ctrl-C.
    """
    prepare_streams()
    words = sys.argv[1:] if arguments is None else list(arguments)
    try:
        with warnings.catch_warnings():
            warnings.showwarning = _complain_of_warning
            console = cast("Console", _LazyConsole())
            code = app(words, console=console, exit_on_error=False, print_error=False)
            with naming_output():
                print(end="", flush=True)  # a closed pipe must show here, not at exit
            return int(code or Exit.OK)
    except BrokenPipeError:
        # Who reads has seen enough: that is no error.
        close_quietly(sys.stdout)
        return Exit.OK
    except REPORTED as error:
        return _report(error, words)
    except RuntimeError as error:
        if NO_THREAD not in str(error):
            raise
        complain("the system gives no more threads: fewer --threads, or a higher limit")
        return Exit.FAULT


def _report(error: BaseException, words: Sequence[str]) -> Exit:
    """Tell in one line what ended a command; the exit code says what kind of thing it was."""
    match error:
        case CycloptsError() | UsageError():
            asked = " ".join([PROGRAM, *_command(words)])
            wrong = explain(error, GROUPS.get("".join(words[:1]), NAMES))
            stop = "" if wrong.endswith("?") else "."
            message, code = f"{wrong}{stop} Try: {asked} --help", Exit.USAGE
        case MemoryError():
            message = "not enough memory: a smaller depth, table or file needs less"
            code = Exit.FAULT
        case _:
            message, code = fault_of(error), Exit.FAULT
    complain(message)
    return code


def _command(words: Sequence[str]) -> Sequence[str]:
    """The words that name the command, without its arguments."""
    if words and words[0] in GROUPS:
        return words[: 1 + (words[1:2] != [] and words[1] in GROUPS[words[0]])]
    return words[: bool(words) and words[0] in NAMES]


def _complain_of_warning(message: Warning | str, *_: object, **__: object) -> None:
    complain(f"warning: {message}")
