"""Says what is wrong with a command line: in our words where the parser's are for programmers."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

from cyclopts import (
    CoercionError,
    CycloptsError,
    MissingArgumentError,
    UnknownCommandError,
    UnusedCliTokensError,
)

from outflank.board.errors import quoted


def explain(error: Exception, commands: Sequence[str]) -> str:
    """What is wrong, without a full stop.

    Args:
        error: of the parser, or one of ours.
        commands: the names of all commands.
    """
    match error:
        case UnknownCommandError():
            return _unknown_command(error, commands)
        case MissingArgumentError(argument=argument) if argument is not None:
            given = [token.keyword for token in argument.tokens if token.keyword]
            keyword = error.keyword or (given[-1] if given else None)
            return f"{keyword} needs a value" if keyword else f"{argument.name} is missing"
        case UnusedCliTokensError(unused_tokens=words) if words:
            return f"{quoted(words[0])} is one word too many"
        case CoercionError(msg=reason, argument=argument, token=token) if (
            reason and argument is not None and not (token and token.keyword)
        ):
            return f"Invalid value for {argument.name}: {reason}"
        case _:
            return str(error).rstrip(".")


def _unknown_command(error: CycloptsError, commands: Sequence[str]) -> str:
    word = error.unused_tokens[0] if error.unused_tokens else ""
    if word.startswith("-"):
        return f"unknown option {quoted(word)}"
    near = difflib.get_close_matches(word, commands, n=1)
    advice = f"did you mean {near[0]}?" if near else f"there are {', '.join(commands)}"
    return f"no command {quoted(word)}: {advice}"
