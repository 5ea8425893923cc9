"""An external engine that speaks GTP.

It is told the moves that it does not know yet, or the whole game anew. Passes are told to
engines that want them; one that refuses them (GRhino) plays them by itself where they are
due. A game that does not begin at the usual start is set up by what the engine knows of
`_SETUPS`.
"""

from __future__ import annotations

import math
import tempfile
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from outflank.board.board import Board
from outflank.board.color import BLACK, Color
from outflank.board.square import PASS, Move
from outflank.board.squareset import SquareSet
from outflank.engine import Info, Limit
from outflank.protocols.client import ExternalEngine
from outflank.protocols.gtp_session import Answer, GtpSession
from outflank.protocols.limits import QUICK
from outflank.protocols.program import Program
from outflank.protocols.words import color_name, vertex

#: What the protocol has no word for.
_UNKNOWN_LIMITS: Final = ("depth", "nodes", "selectivity", "exact_from")

#: What `time_settings` is told for no limit at all: a period of overtime without moves in it.
_NO_LIMIT: Final = "0 1 0"

#: The command by which an engine says that the comment `_INTERRUPT` ends its search.
_INTERRUPTIBLE: Final = "gogui-interrupt"
_INTERRUPT: Final = "# interrupt"

#: A time setting of which nobody can say what is left of it.
_UNSURE: Final = ""


class GtpEngine(ExternalEngine):
    """An external engine that speaks GTP.

    Of the limits only `time` and `clock` can be told, and only to an engine that knows
    `time_settings` or `time_left`; an increment cannot. How strong it plays is decided by its
    command. It tells moves, and no values. A search can be stopped where the engine lists
    `gogui-interrupt`.

    Args:
        program: that was started.
        start_limit: seconds for its first answer.
        answer_limit: seconds for an answer where no time and no clock say how long.
        options: commands that are sent at first, with their arguments.

    Raises:
        ProtocolError: it does not speak GTP, or does not play Othello on 8x8.
    """

    def __init__(
        self, program: Program, start_limit: float, answer_limit: float, options: Mapping[str, str]
    ) -> None:
        super().__init__(program, answer_limit)
        self.session = GtpSession(program)
        self.session.command("protocol_version", start_limit)
        self.name = self._told("name") or self.name
        self.version = self._told("version")
        self.commands = frozenset(self._told("list_commands").split())
        self._tells_passes = True
        self._stopping = threading.Lock()
        self._searching = False
        self._stopped = False  # the search was asked to end
        self._time = _NO_LIMIT  # the setting that it was told last
        self._root = Board()
        self._moves: tuple[Move, ...] | None = None  # that it knows; None: nobody can say
        if "set_game" in self.commands:
            self.session.command("set_game Othello", QUICK)
        if "boardsize" in self.commands:
            self.session.command("boardsize 8", QUICK)
        for name, value in options.items():
            self.session.command(f"{name} {value}".strip(), QUICK)

    def _told(self, command: str) -> str:
        answer = self.session.ask(command, QUICK)
        return answer.text.strip() if answer.accepted else ""

    def new_game(self) -> None:
        """Clear its board; a time that it was told is told anew, for clocks may have gone on."""
        self._moves = None
        if self._time != _NO_LIMIT:
            self._time = _UNSURE
        self._set_up(Board())

    def stop(self) -> None:
        """End the search that runs, if the engine lists `gogui-interrupt`.

        Else nothing happens: GTP itself has no word for it.
        """
        with self._stopping:
            if self._searching and not self._stopped and _INTERRUPTIBLE in self.commands:
                self._stopped = True
                self.program.send(_INTERRUPT)

    def _play(self, board: Board, limit: Limit) -> Info:
        self._refuse_limits(limit, _UNKNOWN_LIMITS, "GTP")
        self._bring(board)
        self._tell_time(limit, board.turn)
        known, self._moves = board.moves, None
        move = self._search("genmove", board, limit)
        self._moves = (*known, move)
        return Info(move, pv=(move,))

    def _analyse(self, board: Board, limit: Limit, multipv: int) -> list[Info]:  # noqa: ARG002 (GTP tells one move)
        """The one move that GTP can tell; it is not played."""
        if "reg_genmove" not in self.commands:
            info = self._play(board, limit)
            self._take_back(board)
            return [info]
        self._refuse_limits(limit, _UNKNOWN_LIMITS, "GTP")
        self._bring(board)
        self._tell_time(limit, board.turn)
        move = self._search("reg_genmove", board, limit)
        return [Info(move, pv=(move,))]

    def _search(self, name: str, board: Board, limit: Limit) -> Move:
        """The move that a command finds; meanwhile it can be stopped."""
        command, seconds = f"{name} {color_name(board.turn)}", self._seconds(limit)
        self._asked = time.perf_counter()
        try:
            with self._stopping:  # an interruption before the command would end nothing
                deadline = self.session.send(command, seconds)
                self._searching, self._stopped = True, False
            answer = self.session.answer(command, deadline, seconds)
        finally:
            with self._stopping:
                self._searching = False
        if self._stopped and not answer.accepted:
            raise self.program.error("it was stopped, and has no move")
        return self._checked(board, _first_word(self.session.accepted(command, answer)))

    def _take_back(self, board: Board) -> None:
        taken = "undo" in self.commands and self.session.ask("undo", QUICK).accepted
        self._moves = board.moves if taken else None

    def _bring(self, board: Board) -> None:
        """Let it stand where the board stands."""
        root, moves = board.root(), board.moves
        known = self._moves
        if known is None or root != self._root or moves[: len(known)] != known:
            self._set_up(root)
            known = ()
        self._moves = None  # until all was taken
        color = root.turn if len(known) % 2 == 0 else root.turn.other
        for move in moves[len(known) :]:
            self._tell_move(color, move)
            color = color.other
        self._moves = moves

    def _tell_move(self, color: Color, move: Move) -> None:
        command = f"play {color_name(color)} {vertex(move)}"
        if move != PASS:
            self.session.command(command, QUICK)
        elif self._tells_passes:
            self._tells_passes = self.session.ask(command, QUICK).accepted

    def _set_up(self, root: Board) -> None:
        self._moves = None
        self.session.command("clear_board", QUICK)
        if root != Board():
            set_up = next((make for name, make in _SETUPS.items() if name in self.commands), None)
            if set_up is None:
                known = ", ".join(_SETUPS)
                raise self.program.refusal(
                    f"the game does not begin at the usual start, and it knows none of {known}"
                )
            set_up(self, root)
        self._root, self._moves = root, ()

    def _tell_time(self, limit: Limit, color: Color) -> None:
        """Tell what time there is, where it can be told."""
        if limit.time is not None:
            settings, left = "0 {0} 1", "{0} 1"
        elif limit.clock is not None:
            settings, left = "{0} 0 0", "{0} 0"
        else:
            settings, left = _NO_LIMIT, ""
        seconds = limit.time or limit.clock or 0.0
        is_told_by_the_move = limit.clock is not None and "time_left" in self.commands
        key = settings if is_told_by_the_move else settings.format(seconds)
        if "time_settings" in self.commands and key != self._time:
            self._tell_seconds(f"time_settings {settings}", seconds)
        self._time = key
        if left and "time_left" in self.commands:
            self._tell_seconds(f"time_left {color_name(color)} {left}", seconds)

    def _tell_seconds(self, command: str, seconds: float) -> Answer:
        """Tell a time to the millisecond; in whole seconds if it wants no others."""
        exact = f"{math.floor(seconds * 1000) / 1000:g}"
        answer = self.session.ask(command.format(exact), QUICK)
        if answer.accepted or "." not in exact:
            return answer
        return self.session.ask(command.format(max(1, math.floor(seconds))), QUICK)


def _first_word(text: str) -> str:
    return next(iter(text.split()), "")


def _gogui_setup(engine: GtpEngine, root: Board) -> None:
    discs = [("b", square) for square in SquareSet(root.black)]
    discs += [("w", square) for square in SquareSet(root.white)]
    stones = " ".join(f"{color} {vertex(Move(square))}" for color, square in discs)
    engine.session.command(f"gogui-setup {stones}", QUICK)
    if "gogui-setup_player" in engine.commands:
        player = "b" if root.turn is BLACK else "w"
        engine.session.command(f"gogui-setup_player {player}", QUICK)


def _grhino_setup(engine: GtpEngine, root: Board) -> None:
    engine.session.command(f"grhino-setup_board {root.to_text()}", QUICK)


def _load_sgf(engine: GtpEngine, root: Board) -> None:
    black, white = (
        "".join(f"[{square}]" for square in SquareSet(mask)) for mask in (root.black, root.white)
    )
    player = "B" if root.turn is BLACK else "W"
    named = {"AB": black, "AW": white}
    discs = "".join(name + squares for name, squares in named.items() if squares)
    with tempfile.NamedTemporaryFile("w", suffix=".sgf", delete=False, encoding="ascii") as file:
        file.write(f"(;FF[4]GM[2]SZ[8]{discs}PL[{player}])\n")
    try:
        engine.session.command(f"loadsgf {file.name}", QUICK)
    finally:
        with suppress(OSError):
            Path(file.name).unlink()


#: Commands that set up a position, by name; the first that an engine knows is used.
_SETUPS: Final[dict[str, Callable[[GtpEngine, Board], None]]] = {
    "gogui-setup": _gogui_setup,
    "grhino-setup_board": _grhino_setup,
    "loadsgf": _load_sgf,
}
