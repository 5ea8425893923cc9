"""``outflank lab watch``: a search as it happens, step by step, as a tree, or as a recording."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated, Final, Literal

from cyclopts import Parameter, validators

from outflank.board.errors import OutflankError
from outflank.cli.inputs import (
    STANDARD_INPUT,
    STANDARD_INPUT_NAME,
    ArticleName,
    Flag,
    Json,
    Text,
    Words,
    amount,
    article_board,
    number,
    standard_input,
)
from outflank.cli.keys import NoKeyboard, keyboard
from outflank.cli.output import Exit, UsageError, naming_output, say
from outflank.cli.programs import ending_programs
from outflank.cli.progress import compiling, working
from outflank.cli.watch_player import LinePlayer, Player, ScreenPlayer
from outflank.cli.watch_text import Trace
from outflank.games.content import read_at_most
from outflank.lab.recording import INFINITY, Driver, Event, Recording, Search
from outflank.lab.recording_file import MOST_BYTES, parse_recording, read_recording
from outflank.lab.recording_file import written as written_lines

DriverName = Literal[
    "mtdf", "alphabeta", "pvs", "aspiration", "mtsss", "mtdual", "mtdbest", "bisection"
]

#: A deeper search has more steps than anybody looks at.
DEEPEST: Final = 8

USUAL_DEPTH: Final = 4
USUAL_LINES: Final = 2000
USUAL_EVENTS: Final = 200_000

Depth = Annotated[int | None, number(1, DEEPEST)]
Guess = Annotated[int | None, number(-INFINITY, INFINITY)]
Speed = Annotated[float | None, amount(least=0.01)]
Count = Annotated[int | None, number(0)]
RecordingFile = Annotated[
    Path | None, Parameter(allow_leading_hyphen=True, validator=validators.Path(dir_okay=False))
]


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Options:
    """What is searched for, and how.

    Attributes:
        driver: what moves the window of the search; mtdf if not given.
        depth: plies, 1 to 8; 4 if not given.
        article: whose evaluation, ordering and table are used; mtdf if not given.
        faithful: repeat the faults of the article's program.
        no_table: search without a transposition table.
        iterative: by way of depths 2, 4, 6 (or 1, 3, 5), each value the next guess.
        guess: where mtdf, mtdbest and aspiration begin; 0 if not given.
    """

    driver: DriverName | None = None
    depth: Depth = None
    article: ArticleName | None = None
    faithful: Flag = False
    no_table: Flag = False
    iterative: Flag = False
    guess: Guess = None

    @property
    def given(self) -> bool:
        """True if any of them was given."""
        return any(getattr(self, field.name) not in (None, False) for field in fields(self))

    def search(self, words: Sequence[str], position: str | None) -> Search:
        """The search of a position. Imports the kernels.

        Raises:
            UsageError: the options cannot be, together.
            OutflankError: the position cannot be read.
        """
        article = self.article or "mtdf"
        board = article_board(article, words, position)
        try:
            return Search(
                board.to_text(),
                Driver(self.driver or "mtdf"),
                USUAL_DEPTH if self.depth is None else self.depth,
                article,
                faithful=self.faithful,
                table=not self.no_table,
                iterative=self.iterative,
                guess=self.guess,
            )
        except OutflankError as error:
            raise UsageError(str(error)) from None


OPTIONS: Final = Options()


def watch(
    *words: Words,
    position: Text | None = None,
    options: Options = OPTIONS,
    recording: RecordingFile = None,
    speed: Speed = None,
    plain: Flag = False,
    lines: Count = None,
    events: Count = None,
    json: Json = False,
) -> int:
    """Watch a search: windows, answers, the bounds that close in, the tree with its cut-offs.

    On a terminal it goes on with each key; elsewhere the tree is written, a line a step.

    Args:
        words: 64 squares and a side, or a transcript, or - for standard input; nothing is
            the article's own position: its midgame (mtdf), the start of a game (pvs).
        position: the same as an option.
        options: what is searched for, and how.
        recording: play this file, which --json has written, instead of a search; - is
            standard input.
        speed: play by itself on a terminal, so many events a second.
        plain: write the tree, on a terminal too.
        lines: of the tree that are written, beside the probes; 2000 if not given.
        events: that a recording may have; 200000 if not given.
        json: write the recording as one JSON document.
    """
    _refuse_pairs(
        (("--json", json), ("--plain", plain), ("--speed", speed)),
        (("--json", json), ("--lines", lines)),
        (("--json", json), ("--recording", recording)),
    )
    if events is not None and not json:
        raise UsageError("--events is for --json")
    steps: Iterable[Event]
    is_read = recording is not None and str(recording) == STANDARD_INPUT
    if recording is not None:
        if words or position is not None or options.given:
            raise UsageError("--recording plays what is in the file: no position, no search")
        played = _read_standard_input() if is_read else read_recording(recording)
        search, steps = played.search, played.events
    else:
        with compiling():
            from outflank.lab.recorder import record

            search = options.search(words, position)
        steps = record(search)
    if json:
        _write(search, USUAL_EVENTS if events is None else events)
        return Exit.OK
    trace = Trace(search, USUAL_LINES if lines is None else lines)
    # Where the recording comes from no key can come.
    if plain or not sys.stdout.isatty() or (is_read and speed is None):
        trace.begin()
        for event in steps:
            trace.tell(event)
    else:
        with ending_programs():  # there are none, but the terminal is to be as it was
            _play(Player(search, steps), trace, speed)
    return Exit.OK


def _refuse_pairs(*groups: Sequence[tuple[str, object]]) -> None:
    """Refuse options of which one at most may be given."""
    for group in groups:
        given = [name for name, value in group if value is not None and value is not False]
        if len(given) > 1:
            raise UsageError(f"{' and '.join(given)}: give one of them")


def _read_standard_input() -> Recording:
    """The recording on standard input."""
    content = read_at_most(MOST_BYTES, standard_input(), STANDARD_INPUT_NAME)
    return parse_recording(content, STANDARD_INPUT_NAME)


def _write(search: Search, most: int) -> None:
    """Write the recording; nothing of it if it has more events than it may have."""
    from outflank.lab.recorder import record

    with working("searching"):
        # To search twice takes less than to keep it all.
        for count, _ in enumerate(record(search), 1):
            if count > most:
                raise UsageError(
                    f"more than {most:,} events: --depth less than {search.depth}, or more --events"
                )
    for line in written_lines(search, record(search)):
        with naming_output():
            print(line)


def _play(player: Player, trace: Trace, speed: float | None) -> None:
    """Play on the terminal, as well as it can show it."""
    from outflank.cli.console import Console

    console = Console()
    if not console.is_dumb_terminal:
        with keyboard() as keys:
            if keys is not None or speed is not None:
                present = keys or NoKeyboard()
                ScreenPlayer(player, present, console, speed, leave=keys is None).run()
                say(player.farewell())
                return
    LinePlayer(player, trace, speed).run()
