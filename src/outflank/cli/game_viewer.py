"""Steps through a game and its variations: on a screen by keys, on plain terminals by lines."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from outflank.board.board import Board
from outflank.board.square import Move
from outflank.cli import keys
from outflank.cli.board import status
from outflank.cli.game_text import introduction, move_text, variation_text
from outflank.cli.output import draw, harmless, say, writable
from outflank.games.game import Game
from outflank.games.notes import NOTHING, MoveNote, Variation

if TYPE_CHECKING:
    from rich.console import RenderableType

    from outflank.cli.console import Console

KEYS: Final = "Enter next  b back  g begin  e end  v variation  u main line  s play  q quit"
KEYS_IN_SHORT: Final = "Enter b g e v u s, q quits"
KEYS_OF_LINES: Final = "Enter, b, g, e, v, u, q"
PLAYING: Final = "playing; any key stops"

#: Seconds between two looks at the size of a screen, and moves a second while it plays.
IDLE: Final = 0.5
SPEED: Final = 1.5


class _Line(NamedTuple):
    """The game, or a variation: its boards before each move and at its end.

    Attributes:
        boards: one more than moves.
        moves: those of the line.
        notes: one for each, or none.
        variations: what departs from it.
        left_at: where the line above was left for it.
        entered: how many of the variations there have been entered.
    """

    boards: tuple[Board, ...]
    moves: tuple[Move, ...]
    notes: tuple[MoveNote, ...]
    variations: tuple[Variation, ...]
    left_at: int = 0
    entered: int = 0


class Viewer:
    """A place in a game, which can be moved.

    Args:
        game: the game.
        at: how many of its moves are played.
    """

    def __init__(self, game: Game, at: int = 0) -> None:
        self.game = game
        self._lines = [_line(game.root(), game.moves, game.notes, game.variations)]
        self._at = min(at, len(game.moves))
        self._entered = 0

    @property
    def place(self) -> tuple[int, int, int]:
        """What tells one place from another."""
        return len(self._lines), self._at, self._entered

    @property
    def board(self) -> Board:
        """The position."""
        return self._lines[-1].boards[self._at]

    @property
    def at_end(self) -> bool:
        """True if no move follows in this line."""
        return self._at == len(self._lines[-1].moves)

    def next(self) -> None:
        """Play the next move."""
        self._go(min(self._at + 1, len(self._lines[-1].moves)))

    def back(self) -> None:
        """Take the last move back; at the beginning of a variation, leave it."""
        if self._at == 0 and len(self._lines) > 1:
            self.leave()
        else:
            self._go(max(self._at - 1, 0))

    def begin(self) -> None:
        """Go to the beginning of the line."""
        self._go(0)

    def end(self) -> None:
        """Go to the end of the line."""
        self._go(len(self._lines[-1].moves))

    def enter(self) -> None:
        """Enter the next variation that departs here, and play its first move."""
        here = self._here()
        if here:
            one = here[self._entered % len(here)]
            line = _line(self.board, one.moves, one.notes, one.variations)
            self._lines.append(line._replace(left_at=self._at, entered=self._entered + 1))
            self._go(1)

    def leave(self) -> None:
        """Go back to where the variation departed."""
        if len(self._lines) > 1:
            line = self._lines.pop()
            self._at, self._entered = line.left_at, line.entered

    def _go(self, at: int) -> None:
        self._at, self._entered = at, 0

    def _here(self) -> list[Variation]:
        return [one for one in self._lines[-1].variations if one.at == self._at]

    def told(self) -> list[str]:
        """Lines about the place: the last move, its comment, the next one, what else there is."""
        line = self._lines[-1]
        lines = [f"in a variation, {len(self._lines) - 1} deep"] if len(self._lines) > 1 else []
        if self._at:
            note = line.notes[self._at - 1] if line.notes else NOTHING
            lines.append(move_text(line.boards[self._at - 1], line.moves[self._at - 1], note))
            lines += (note.comment or "").splitlines()
        if not self.at_end:
            lines.append(f"next: {line.moves[self._at]}")
        lines += (f"or: {variation_text(one)}" for one in self._here())
        return lines

    def drawn(self) -> str:
        """The board with its last move, and whose turn it is."""
        last = self.board.last_move
        marked = None if last is None or last.is_pass else last.square
        return f"{draw(self.board, marked=marked)}\n{status(self.board)}"


def _line(
    start: Board,
    moves: Sequence[Move],
    notes: Sequence[MoveNote],
    variations: Sequence[Variation],
) -> _Line:
    boards = [start.copy()]
    for move in moves:
        boards.append(boards[-1].copy())
        boards[-1].push(move)
    return _Line(tuple(boards), tuple(moves), tuple(notes), tuple(variations))


def obey(viewer: Viewer, key: str) -> bool:
    """Do what a key says; False if it says to leave."""
    match key.lower():
        case "q" | keys.ESC | keys.END_OF_INPUT:
            return False
        case "" | " " | "n" | keys.ENTER | keys.DOWN | keys.RIGHT:
            viewer.next()
        case "b" | "p" | keys.UP | keys.LEFT:
            viewer.back()
        case "g":
            viewer.begin()
        case "e":
            viewer.end()
        case "v":
            viewer.enter()
        case "u":
            viewer.leave()
    return True


class ScreenViewer:
    """Shows a game on a whole screen.

    Args:
        viewer: the game.
        keyboard: who says where to go.
        console: the terminal.
    """

    def __init__(self, viewer: Viewer, keyboard: keys.Keyboard, console: Console) -> None:
        self._viewer = viewer
        self._keyboard = keyboard
        self._console = console
        self._playing = False
        self._due = 0.0

    def run(self) -> None:
        """Until somebody leaves."""
        from rich.live import Live

        with Live(
            console=self._console,
            screen=True,
            auto_refresh=False,
            get_renderable=self._picture,
            vertical_overflow="crop",
            redirect_stdout=False,
            redirect_stderr=False,
        ) as live:
            shown: object = None
            while True:
                state = self._viewer.place, self._playing, self._console.size
                if state != shown:
                    live.refresh()
                    shown = state
                if not self._turn():
                    return

    def _turn(self) -> bool:
        """Wait for a key, or play on; False to leave."""
        pause = max(0.0, self._due - time.monotonic()) if self._playing else IDLE
        try:
            key = self._keyboard.read(min(pause, IDLE))
        except EOFError:
            return False
        if key:
            stopped, self._playing = self._playing, False
            if key.lower() == "s" and not stopped:
                self._playing, self._due = True, time.monotonic()
            elif not stopped or key.lower() == "q":
                return obey(self._viewer, key)
        elif self._playing and time.monotonic() >= self._due:
            self._viewer.next()
            self._due = time.monotonic() + 1 / SPEED
            self._playing = not self._viewer.at_end
        return True

    def _picture(self) -> RenderableType:
        from rich.console import Group
        from rich.text import Text

        width, height = self._console.size
        usual = KEYS if len(KEYS) <= width else KEYS_IN_SHORT
        pressed = PLAYING if self._playing else usual
        below = [*self._viewer.drawn().splitlines(), *self._viewer.told()]
        above = introduction(self._viewer.game)
        room = height - 1 - len(below)
        lines = [*above[: max(0, room - 1)], "", *below] if room > 1 else below
        lines = lines[: height - 1]
        lines += [""] * (height - 1 - len(lines))
        return Group(
            *(
                Text(writable(harmless(line), sys.stdout)[:width], no_wrap=True)
                for line in (*lines, pressed)
            )
        )


class LineViewer:
    """Shows a game on a terminal that can only write lines."""

    def __init__(self, viewer: Viewer) -> None:
        self._viewer = viewer

    def run(self) -> None:
        """Until somebody leaves."""
        say("\n".join(introduction(self._viewer.game)))
        while True:
            say("\n".join(["", self._viewer.drawn(), *self._viewer.told()]))
            prompt = f"[{KEYS_OF_LINES}] " if sys.stdin.isatty() else ""
            try:
                word = input(prompt).strip()
            except EOFError:
                return
            if not obey(self._viewer, word):
                return
