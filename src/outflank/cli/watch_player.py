"""Plays a search event by event: on a screen by keys, on plain terminals by lines."""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Callable, Iterable
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

from outflank.cli import keys
from outflank.cli.output import counted, say
from outflank.cli.watch_screen import screen
from outflank.cli.watch_text import Trace, introduce, known, line, told
from outflank.cli.whole_screen import show
from outflank.lab.recording import Event, NodeEntered, ProbeBegan, Search
from outflank.lab.replay import Replay

if TYPE_CHECKING:
    from rich.console import RenderableType

    from outflank.cli.console import Console

#: How many steps one can go back.
KEPT: Final = 10_000

#: Seconds between two pictures while many steps are made, and between two looks at the size
#: of a screen where nothing happens.
FRAME: Final = 0.05
IDLE: Final = 0.5

#: Events a second for who asks for no other speed.
USUAL_SPEED: Final = 4.0

#: How far a command goes: to an event of which this is true.
Goal = Callable[[Event], bool]

KEYS: Final = "Enter next  n node  p probe  c end  b back  s play  q quit"
KEYS_IN_SHORT: Final = "Enter n p c b s, q quits"
KEYS_AT_END: Final = "b back  q quit"
KEYS_OF_LINES: Final = "Enter, n, p, c, q"
PLAYING: Final = "playing; any key stops"

HELP: Final = """\
Enter   the next event; a number: so many
n       to the next position
p       to the next probe
c       to the end
q       leave"""


class Moment(NamedTuple):
    """The search after an event."""

    replay: Replay
    event: Event

    @property
    def text(self) -> str:
        """The event in a line."""
        return line(self.event, len(self.replay.frames))


class Player:
    """Goes through the events of a search, and back.

    Args:
        search: what is searched.
        events: of it, in order; they may be made as they are asked for.
    """

    def __init__(self, search: Search, events: Iterable[Event]) -> None:
        self.search = search
        self._events = iter(events)
        self._beginning = Replay.begin(search)
        self._newest = self._beginning
        self._moments: deque[Moment] = deque(maxlen=KEPT)
        self._behind = 0

    @property
    def now(self) -> Replay:
        """Where the search is."""
        if self._behind < len(self._moments):
            return self._moments[-1 - self._behind].replay
        return self._beginning

    @property
    def ended(self) -> bool:
        """True if there is no next event."""
        return self.now.ended is not None

    def step(self) -> Event | None:
        """Go to the next event; None if there is none."""
        if self._behind:
            self._behind -= 1
            return self._moments[-1 - self._behind].event
        event = next(self._events, None)
        if event is not None:
            self._newest = self._newest.after(event)
            if len(self._moments) == KEPT:
                self._beginning = self._moments[0].replay
            self._moments.append(Moment(self._newest, event))
        return event

    def back(self) -> None:
        """Go back one event, as far as that is remembered."""
        self._behind = min(self._behind + 1, len(self._moments))

    def steps(self, most: int) -> list[str]:
        """The last events as lines, the latest one at the end."""
        latest = islice(reversed(self._moments), self._behind, self._behind + most)
        return [moment.text for moment in latest][::-1]

    def farewell(self) -> str:
        """What is known where the player is left."""
        if (end := self.now.ended) is not None:
            return f"{introduce(self.search)}\n{told(end)}"
        bounds = known(*self.now.bounds)
        return f"left after {counted(self.now.events, 'event')}; the value is known: {bounds}"


class ScreenPlayer:
    """Plays on a whole screen.

    Args:
        player: what is played.
        keyboard: who says how.
        console: the terminal.
        speed: events a second from the beginning on; None waits for keys.
        leave: at the end of the search, without a key.
    """

    def __init__(
        self,
        player: Player,
        keyboard: keys.Keyboard,
        console: Console,
        speed: float | None,
        *,
        leave: bool = False,
    ) -> None:
        self._player = player
        self._keyboard = keyboard
        self._console = console
        self._speed = speed or USUAL_SPEED
        self._goal: Goal | None = None
        self._playing = speed is not None
        self._due = time.monotonic()
        self._leave = leave
        self._left = False

    def run(self) -> None:
        """Until somebody leaves."""
        show(self._console, self._picture, self._state, self._turn)

    def _state(self) -> object:
        return self._player.now.events, self._busy

    @property
    def _busy(self) -> bool:
        return self._playing or self._goal is not None

    def _turn(self) -> bool:
        """Wait for a key or for what is due, and do it; False to leave."""
        try:
            key = self._keyboard.read(self._pause())
        except EOFError:
            key = keys.END_OF_INPUT
        if key:
            self._obey(key)
        self._advance()
        if self._player.ended:
            self._playing, self._goal = False, None
            self._left = self._left or self._leave
        return not self._left

    def _pause(self) -> float:
        """Seconds until something is due."""
        if self._goal is not None:
            return 0.0
        if self._playing:
            return min(max(self._due - time.monotonic(), 0.0), IDLE)
        return IDLE

    def _obey(self, key: str) -> None:
        busy, self._playing, self._goal = self._busy, False, None
        match key.lower():
            case "q" | keys.ESC | keys.END_OF_INPUT:
                self._left = True
            case _ if busy:
                pass  # it has stopped: that is what the key was for
            case "n":
                self._goal = _enters
            case "p":
                self._goal = _probes
            case "c":
                self._goal = _never
            case "s":
                self._playing, self._due = True, time.monotonic()
            case keys.ENTER | " " | keys.DOWN | keys.RIGHT:
                self._player.step()
            case "b" | keys.UP | keys.LEFT:
                self._player.back()

    def _advance(self) -> None:
        """Make the steps that are due, for the time of one picture."""
        until = time.monotonic() + FRAME
        while self._goal is not None and time.monotonic() < until:
            event = self._player.step()
            if event is None or self._goal(event):
                self._goal = None
        while self._playing and self._due <= time.monotonic() < until:
            self._due = max(self._due + 1 / self._speed, until - 1)
            if self._player.step() is None:
                self._playing = False

    def _picture(self) -> RenderableType:
        from rich.console import Group

        width, height = self._console.size
        usual = KEYS if len(KEYS) <= width else KEYS_IN_SHORT
        pressed = PLAYING if self._busy else KEYS_AT_END if self._player.ended else usual
        if self._left:
            pressed = ""
        steps = self._player.steps(height)
        return Group(*screen(self._player.now, steps, pressed, width, height))


class LinePlayer:
    """Plays on a terminal that can only write lines.

    Args:
        player: what is played.
        trace: writes the events.
        speed: events a second; None asks before each.
    """

    def __init__(self, player: Player, trace: Trace, speed: float | None) -> None:
        self._player = player
        self._trace = trace
        self._speed = speed

    def run(self) -> None:
        """Until somebody leaves, or the search has ended."""
        self._trace.begin()
        while not self._player.ended:
            if self._speed is not None:
                time.sleep(1 / self._speed)
                self._go(_always)
            elif not self._obey(self._ask()):
                say(self._player.farewell())
                return

    def _ask(self) -> str:
        prompt = f"[{KEYS_OF_LINES}] " if sys.stdin.isatty() else ""
        try:
            return input(prompt).strip().lower()
        except EOFError:
            return "q"

    def _obey(self, word: str) -> bool:
        """Do what was typed; False to leave."""
        match word:
            case "":
                self._go(_always)
            case "n":
                self._go(_enters)
            case "p":
                self._go(_probes)
            case "c":
                self._go(_never)
            case "q" | "quit":
                return False
            case _ if word.isascii() and word.isdecimal() and len(word) < 7:
                for _ in range(int(word)):
                    self._go(_always)
            case _:
                say(HELP)
        return True

    def _go(self, goal: Goal) -> None:
        while (event := self._player.step()) is not None:
            self._trace.tell(event)
            if goal(event):
                return


def _enters(event: Event) -> bool:
    return isinstance(event, NodeEntered)


def _probes(event: Event) -> bool:
    return isinstance(event, ProbeBegan)


def _always(_event: Event) -> bool:
    return True


def _never(_event: Event) -> bool:
    return False
