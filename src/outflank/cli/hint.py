"""``outflank hint``: the best moves of a position, deeper and deeper, as the engine finds them."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Annotated, Any, Final, Protocol, Self

from outflank.cli.board import status
from outflank.cli.engines import SETUP, STRENGTH, Setup, Strength, think
from outflank.cli.found import UNKNOWN, describe_counters, describe_info, short
from outflank.cli.inputs import Json, Text, Words, number, read_board
from outflank.cli.output import Exit, make_table, say, say_json, say_table

if TYPE_CHECKING:
    from rich.table import Table

    from outflank.engine import Info

#: Seconds where nothing says how long to think.
TIME: Final = 5.0

#: How often the live table tells the time, a second.
REFRESHES: Final = 4

COLUMNS: Final = ("depth", "<", "value", "<unit", "nodes", "seconds", "nodes/s", "<moves")

Lines = Annotated[int, number(1, 64)]


def hint(
    *words: Words,
    position: Text | None = None,
    lines: Lines = 1,
    strength: Strength = STRENGTH,
    setup: Setup = SETUP,
    json: Json = False,
) -> int:
    """Show the best moves, their values and lines, deeper and deeper; Ctrl-C ends it any time.

    Without a level or a limit it thinks for 5 seconds; with --depth 60 until the score is
    proved. Levels make no mistakes on purpose here.

    Args:
        words: 64 squares and a side, or a transcript, or - for standard input; nothing is
            the start of a game.
        position: the same as an option.
        lines: how many of the best moves.
        strength: how well and how long the engine thinks.
        setup: how the engine is set up.
        json: write one JSON object for each line of each iteration.
    """
    board = read_board(words, position)
    level = strength.chosen_level(None)
    engine = setup.open(level)
    limit = strength.limit(time=TIME)
    view: View = _JsonView() if json else _LiveView() if sys.stdout.isatty() else _TableView()
    with view:
        think(engine, board, limit, lines, view.tell)
    if not json and board.is_game_over():
        say(status(board))
    return Exit.OK


class View(Protocol):
    """Shows the lines of each iteration; at its end those of the last one have been shown."""

    def tell(self, lines: Sequence[Info]) -> None:
        """The lines of an iteration, the best first."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


class _JsonView:
    """One object a line of an iteration; the schema stands in docs/commands.md."""

    def tell(self, lines: Sequence[Info]) -> None:
        for number_, line in enumerate(lines, 1):
            say_json({"line": number_, **describe_info(line), **describe_counters(line)})

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        pass


class _TableView:
    """The table of the last iteration, at the end."""

    def __init__(self) -> None:
        self._lines: Sequence[Info] = ()

    def tell(self, lines: Sequence[Info]) -> None:
        self._lines = lines

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        if self._lines:
            say_table(_table(self._lines))


class _LiveView:
    """A table on the terminal that changes with each iteration, and the time below it."""

    def __init__(self) -> None:
        from rich.live import Live

        from outflank.cli.console import Console

        self._lines: Sequence[Info] = ()
        self._started = time.monotonic()
        self._lock = threading.Lock()
        self._ended = False
        self._live = Live(
            console=Console(), get_renderable=self._render, refresh_per_second=REFRESHES
        )

    def tell(self, lines: Sequence[Info]) -> None:
        with self._lock:
            self._lines = lines
        self._live.refresh()

    def _render(self) -> Table:
        table = _table(self._lines)
        if not self._ended:
            table.caption = f"thinking, {time.monotonic() - self._started:.0f} s; Ctrl-C ends it"
            table.caption_justify = "left"
        return table

    def __enter__(self) -> Self:
        self._live.__enter__()
        return self

    def __exit__(self, *error: Any) -> None:
        self._ended = True
        self._live.__exit__(*error)


def _table(lines: Sequence[Info]) -> Table:
    return make_table(COLUMNS, map(_row, lines))


def _row(info: Info) -> tuple[str, ...]:
    score = info.score
    sure = "" if info.selectivity is None or info.exact else f"{info.selectivity:g} %"
    return (
        UNKNOWN if info.depth is None else str(info.depth),
        "exact" if info.exact else sure,
        UNKNOWN if score is None else short(score),
        UNKNOWN if score is None else score.unit,
        UNKNOWN if info.nodes is None else f"{info.nodes:,}",
        UNKNOWN if info.seconds is None else f"{info.seconds:.2f}",
        UNKNOWN if info.nps is None else f"{info.nps:,.0f}",
        " ".join(map(str, info.pv)),
    )
