"""The screen of ``outflank lab watch``: windows and bounds, the board, the path, the last steps.

Everything is told in words and in signs that any terminal can write; colours only repeat it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from outflank.cli.output import counted, draw, writable
from outflank.cli.watch_text import introduce, known, low, question, told, value, window
from outflank.lab.recording import INFINITY, Bound
from outflank.lab.replay import Frame, Replay

if TYPE_CHECKING:
    from rich.text import Text

#: Columns from which on the path stands beside the board.
WIDE: Final = 72
BOARD_WIDTH: Final = 22

#: Lines of the bars, and below how many they give their place to the last steps.
BARS: Final = 4
HEIGHT_OF_BARS: Final = 16

#: Lines of the board with the side to move; it gives its place to so many steps.
BOARD_HEIGHT: Final = 10
FEWEST_STEPS: Final = 3

#: Share of the line of values that stays free on both sides.
MARGIN: Final = 0.08

LABEL_WIDTH: Final = 8

#: What the signs of answers on the line of values mean: at least, at most, exactly this.
ANSWERS: Final = {Bound.LOWER: ">", Bound.UPPER: "<", Bound.EXACT: "="}

#: What the signs of the bars mean; told where a line is left for it.
SIGNS: Final = "signs   [=] known, (-) window, | both ends; > at least, < at most, = exactly"

#: Words that also get a colour.
STYLES: Final = (
    ("CUT-OFF", "bold green"),
    ("that answers", "bold cyan"),
    ("window now", "cyan"),
    ("raises alpha", "yellow"),
    ("again", "magenta"),
)


def screen(now: Replay, steps: Sequence[str], keys: str, width: int, height: int) -> list[Text]:
    """The lines of the screen, no more and no longer than there is room for.

    Args:
        now: where the search is.
        steps: the last events, one line each, the latest one at the end.
        keys: what can be pressed.
        width: columns.
        height: lines.
    """
    lines = _head(now, width)
    needed = len(lines) + BARS + BOARD_HEIGHT + FEWEST_STEPS + 1
    if height >= HEIGHT_OF_BARS:
        lines += bars(now, width)
        if height > needed and width >= len(SIGNS):
            lines.append(SIGNS)
    if height >= needed and width >= BOARD_WIDTH:
        lines += _place(now, width, height - len(lines) - FEWEST_STEPS - 1)
    else:
        lines.append(f"too small for the board: it needs {needed} lines, {BOARD_WIDTH} columns")
        lines += _path(now.frames)[-1:]
    room = max(0, height - len(lines) - 1)
    lines += [_indented(step, width) for step in steps[-room:]] if room else []
    lines += [""] * (height - 1 - len(lines))
    return [_styled(line, width) for line in [*lines[: height - 1], keys]]


def _head(now: Replay, width: int) -> list[str]:
    """What is searched, what is asked, what is known, what it has cost."""
    table = f"table: {counted(now.hits, 'hit')}, {counted(now.answered, 'answer')}"
    nodes = f"{counted(now.nodes, 'node')}, {table}"
    cutoffs = f"cut-offs: {now.cutoffs}, {now.first_cutoffs} by the first move"
    costs = [f"{nodes}; {cutoffs}"] if width >= WIDE else [nodes, cutoffs]
    depth = "" if now.depth is None else f" at depth {now.depth.depth}"
    return [introduce(now.search), _probe(now), f"known{depth}: {known(*now.bounds)}", *costs]


def _probe(now: Replay) -> str:
    if now.ended is not None:
        return told(now.ended)
    if (probe := now.probe) is not None:
        asked = question(probe.alpha, probe.beta)
        return f"probe {probe.number} {window(probe.alpha, probe.beta)}: {asked}"
    return told(now.answers[-1]) if now.answers else "before the first probe"


def _indented(step: str, width: int) -> str:
    """The line of an event; where there is little room it is indented half as far."""
    rest = step.lstrip()
    indent = len(step) - len(rest)
    return step if width >= WIDE else " " * (indent // 2) + rest


def bars(now: Replay, width: int) -> list[str]:
    """Bounds, window and answers on a line of values."""
    columns = max(1, width - LABEL_WIDTH)
    scale = Scale(_numbers(now), columns)
    lower, upper = now.bounds
    probe = now.probe
    asked = "" if probe is None else scale.interval(probe.alpha, probe.beta, "(-)")
    marks = [(answer.value, ANSWERS[answer.bound]) for answer in now.answers]
    rows = (
        ("values", scale.axis()),
        ("known", scale.interval(lower, upper, "[=]")),
        ("window", asked),
        ("answers", scale.marks(marks)),
    )
    return [f"{label:{LABEL_WIDTH}}{row}" for label, row in rows]


def _numbers(now: Replay) -> list[int]:
    """The numbers that the line of values must have room for."""
    numbers: list[int | None] = [0 if now.depth is None else now.depth.guess]
    if now.probe is not None:
        numbers += [now.probe.alpha, now.probe.beta]
    for answer in now.answers:
        numbers += [answer.value, answer.lower, answer.upper]
    # A question at the end of all numbers would press the rest into one column.
    return [number for number in numbers if number is not None and abs(number) < INFINITY - 1]


class Scale:
    """A line of values on so many columns.

    Args:
        numbers: what must have a place on it.
        columns: how many there are.
    """

    def __init__(self, numbers: Iterable[int], columns: int) -> None:
        numbers = list(numbers) or [0]
        margin = max(1, round((max(numbers) - min(numbers)) * MARGIN))
        self.least = min(numbers) - margin
        self.greatest = max(numbers) + margin
        self._columns = columns

    def column(self, number: int) -> int:
        """Where a number stands, 0 to the last column; what is beyond stands at the end."""
        share = (number - self.least) / (self.greatest - self.least)
        return min(max(round(share * (self._columns - 1)), 0), self._columns - 1)

    def axis(self) -> str:
        """The ends of the line."""
        left, right = value(self.least), value(self.greatest)
        return f"{left}{' ' * max(1, self._columns - len(left) - len(right))}{right}"

    def interval(self, lower: int | None, upper: int | None, signs: str) -> str:
        """A part of the line: its ends, and what is between; without a bound it stays open."""
        opening, inside, closing = tuple(signs)
        first = 0 if lower is None else self.column(lower)
        last = self._columns - 1 if upper is None else self.column(upper)
        cells = ["."] * first + [inside] * (last - first + 1)
        if first >= last:
            return "".join(cells[:first]) + "|" + "." * (self._columns - first - 1)
        cells += ["."] * (self._columns - len(cells))
        if lower is not None:
            cells[first] = opening
        if upper is not None:
            cells[last] = closing
        return "".join(cells)

    def marks(self, marks: Iterable[tuple[int, str]]) -> str:
        """Single values, each with its sign; a later one hides an earlier one."""
        cells = [" "] * self._columns
        for number, sign in marks:
            cells[self.column(number)] = sign
        return "".join(cells)


def _place(now: Replay, width: int, room: int) -> list[str]:
    """The board, and the path beside it or, where that is too narrow, below."""
    board, path = _board(now), _path(now.frames)
    if width < WIDE:
        return [*board, *path[-max(1, room - len(board)) :]][: max(room, 0)]
    path = path[-len(board) :]
    path += [""] * (len(board) - len(path))
    rows = zip(board, path, strict=True)
    return [f"{left:{BOARD_WIDTH}}{right}" for left, right in rows][: max(room, 0)]


def _board(now: Replay) -> list[str]:
    board = now.board
    last = now.path[-1] if now.path else None
    marked = None if last is None or last.is_pass else last.square
    side = "game over" if board.is_game_over() else f"{board.turn} to move"
    return [*draw(board, marked=marked).split("\n"), f" {side}"]


def _path(frames: Sequence[Frame]) -> list[str]:
    """A line for each position from the root to where the search is."""
    return [_frame(level, frame) for level, frame in enumerate(frames)]


def _frame(level: int, frame: Frame) -> str:
    entered = frame.entered
    where = "root" if entered.move is None else str(entered.move)
    text = f"{level} {where} depth {entered.depth} {window(frame.alpha, entered.beta)}"
    if frame.moves and frame.trying is not None:
        text += f" move {frame.tried + 1} of {len(frame.moves)}"
    return text if frame.best is None else f"{text}, best {low(frame.best)}"


def _styled(line: str, width: int) -> Text:
    from rich.text import Text

    text = Text(writable(line, sys.stdout)[:width], no_wrap=True, overflow="crop")
    for word, style in STYLES:
        text.highlight_words([word], style)
    return text
