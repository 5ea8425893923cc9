"""The console that writes tables, help and bars: never too narrow, and its reader may leave."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any, Final, NoReturn

import rich.console

from outflank.cli.output import naming_output

#: Columns on a terminal that says it has fewer, where a table would fold into nothing.
NARROWEST: Final = 20

#: Columns of help that is not written to a terminal.
PAGE: Final = 80

#: Columns of a table that is not written to a terminal, where nothing needs to fit.
WIDE: Final = 160


class Console(rich.console.Console):
    """Writes to standard output, as wide as its terminal; elsewhere COLUMNS means nothing.

    Args:
        stderr: write to standard error instead.
        elsewhere: columns where the stream is no terminal.
    """

    def __init__(self, *, stderr: bool = False, elsewhere: int = PAGE) -> None:
        super().__init__(stderr=stderr, highlight=False, emoji=False, markup=False)
        if not self.file.isatty():
            self.width = elsewhere
        elif self.width < NARROWEST:
            self.width = NARROWEST

    def print(self, *objects: Any, **options: Any) -> None:
        """As Rich's; a standard output that takes nothing any more is named."""
        with nullcontext() if self.stderr else naming_output():
            super().print(*objects, **options)

    def on_broken_pipe(self) -> NoReturn:
        """Leave it to `outflank.cli.app.run`; Rich itself would exit with an error."""
        raise BrokenPipeError
