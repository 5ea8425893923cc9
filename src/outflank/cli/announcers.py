"""How ``outflank play`` talks: in words and drawn boards to a person, in JSON to a program."""

from __future__ import annotations

import sys
from typing import Any, Final, Protocol

from outflank.board.board import Board
from outflank.board.color import Color
from outflank.cli.board import describe, status
from outflank.cli.found import describe_score, worth
from outflank.cli.opponents import Choice
from outflank.cli.output import counted, draw, say, say_json

HELP: Final = """\
f5      place a disc; a forced pass is played by itself
moves   the legal moves
hint    a good move
undo    take back your last move and what followed it
board   draw the board again
help    this text
quit    leave the game"""


class Announcer(Protocol):
    """What a game in progress has to tell, and how it asks."""

    def position(self, board: Board) -> None:
        """The board and whose move it is."""

    def moved(self, color: Color, choice: Choice) -> None:
        """A move or a pass, with its value if an opponent chose it."""

    def hint(self, choice: Choice) -> None:
        """What the engine would play."""

    def moves(self, board: Board) -> None:
        """The legal moves."""

    def undone(self, count: int) -> None:
        """So many moves were taken back; the position follows."""

    def refused(self, reason: str) -> None:
        """Something cannot be done; nothing has changed."""

    def help(self) -> None:
        """What can be typed."""

    def ended(self, board: Board, reason: str) -> None:
        """The last word."""

    def ask(self, color: Color) -> str:
        """One line of input from a side; EOFError where there is no more."""


class Speaker:
    """Tells a person.

    Args:
        unicode: draw round discs; None if they can be written.
    """

    def __init__(self, unicode: bool | None = None) -> None:
        self._unicode = unicode

    def position(self, board: Board) -> None:
        """The board with its legal moves and the last move marked."""
        last = board.last_move
        marked = last.square if last is not None and not last.is_pass else None
        say()
        say(draw(board, marked=marked, show_legal=True, unicode=self._unicode))
        say(status(board))

    def moved(self, color: Color, choice: Choice) -> None:
        """One line."""
        if choice.move.is_pass:
            say(f"{color} has no move and passes")
            return
        left = "" if choice.clock is None else f", {_minutes(choice.clock)} left"
        value = "" if choice.value is None else f" ({worth(choice.value)}{left})"
        say(f"{color} plays {choice.move}{value}")

    def hint(self, choice: Choice) -> None:
        """One line."""
        say(f"hint: {choice.move} ({worth(choice.value)})")

    def moves(self, board: Board) -> None:
        """One line."""
        say(" ".join(str(square) for square in board.legal_moves))

    def undone(self, count: int) -> None:
        """One line."""
        say(f"{counted(count, 'move')} taken back")

    def refused(self, reason: str) -> None:
        """One line, and how to get help."""
        say(f"{reason} (help: what can be typed)")

    def help(self) -> None:
        """One line a command."""
        say(HELP)

    def ended(self, board: Board, reason: str) -> None:
        """How it ended, unless the board above has said so, and the whole game."""
        if not board.is_game_over():
            say(f"{reason} after {counted(board.ply, 'disc')}")
        if board.ply:
            say(f"game {board.transcript()}")

    def ask(self, color: Color) -> str:
        """Prompt with the side to move, where somebody sees it."""
        if not sys.stdin.isatty():
            return input()
        try:
            return input(f"{color}> ")
        except EOFError:
            say()
            raise


class Reporter:
    """Tells a program: one JSON object for each event; the schema stands in docs/commands.md."""

    def _event(self, event: str, **facts: Any) -> None:
        say_json({"event": event, **facts})

    def position(self, board: Board) -> None:
        """Event ``position``."""
        self._event("position", **describe(board))

    def moved(self, color: Color, choice: Choice) -> None:
        """Event ``move``."""
        self._event(
            "move", colour=str(color).lower(), **_facts(choice), clock=_rounded(choice.clock)
        )

    def hint(self, choice: Choice) -> None:
        """Event ``hint``."""
        self._event("hint", **_facts(choice))

    def moves(self, board: Board) -> None:
        """Event ``moves``."""
        self._event("moves", legal=[str(square) for square in board.legal_moves])

    def undone(self, count: int) -> None:
        """Event ``undo``."""
        self._event("undo", moves=count)

    def refused(self, reason: str) -> None:
        """Event ``error``."""
        self._event("error", message=reason)

    def help(self) -> None:
        """Event ``help``."""
        self._event("help", text=HELP)

    def ended(self, board: Board, reason: str) -> None:
        """Event ``end``."""
        self._event("end", reason=reason, **describe(board))

    def ask(self, color: Color) -> str:  # noqa: ARG002 (no prompt: see below)
        """No prompt: standard output belongs to the objects."""
        return input()


def _facts(choice: Choice) -> dict[str, Any]:
    return {"move": str(choice.move), **describe_score(choice.value)}


def _minutes(seconds: float) -> str:
    """A clock, such as ``4:05``."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def _rounded(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds, 3)
