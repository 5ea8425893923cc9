"""The Go Text Protocol, version 2, for Othello: what `outflank gtp` answers.

The protocol is that of Farnebäck's draft (lysator.liu.se/~gunnar/gtp), with the commands
that Edax and Egaroucid know, and those by which GoGui asks a program for the rules
(``gogui-rules_…``). Every command gets one answer, whole and at once::

    7 play black f5        →   =7
    genmove white          →   = D6
    8 undo                 →   ?8 cannot undo: there is no move to take back

A1 is the corner at the top left. A program for Go has row 1 at the bottom; so the board
that GoGui is told begins with row 8, and squares have the same names everywhere.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from importlib.metadata import version
from typing import Final

from outflank.board.board import Board
from outflank.board.color import Color
from outflank.board.errors import OutflankError, quoted
from outflank.board.square import PASS, Move
from outflank.engine import Info
from outflank.games.content import read_text, refuse_irregular
from outflank.games.sgf import read_sgf
from outflank.protocols.conversation import LONGEST_LINE, Conversation, Line, SinkError
from outflank.protocols.gtp_clock import GtpClock, TimeSettings
from outflank.protocols.gtp_game import GtpGame
from outflank.protocols.gtp_lines import clean, command_of
from outflank.protocols.thinker import Thinker
from outflank.protocols.words import NAME, plain, read_color, vertex

PROTOCOL_VERSION: Final = 2
GAME: Final = "Othello"
SIZE: Final = 8

#: The command of our own: what every move is worth.
VALUES: Final = "outflank-values"

#: What GoGui offers in its window of analyses: how an answer is shown, its name, the command.
ANALYSES: Final = (
    f"pspairs/Values of all moves/{VALUES}",
    "string/Result/gogui-rules_final_result",
)


#: Values of an analysis: of every move that there is.
ALL_MOVES: Final = 64

_LAST_NUMBER: Final = re.compile(r"(.*\S)\s+([0-9]{1,9})")
_WHOLE: Final = re.compile(r"[+-]?[0-9]{1,9}")


class GtpServer:
    """Answers commands of GTP by our engine.

    Args:
        talk: the conversation, with what `gtp_lines` calls urgent and last.
        thinker: the engine.
        complain: is told of faults of ours, in one line.
    """

    def __init__(
        self, talk: Conversation, thinker: Thinker, complain: Callable[[str], None]
    ) -> None:
        self._talk, self._thinker, self._complain = talk, thinker, complain
        self._game = GtpGame()
        self._settings = TimeSettings()
        self._clocks = self._new_clocks()
        self._running = True
        self._commands: Final[Mapping[str, Callable[[str], str]]] = {
            "boardsize": self._boardsize,
            "clear_board": self._clear_board,
            "final_score": self._final_score,
            "genmove": self._genmove,
            "gogui-analyze_commands": lambda _text: "\n".join(ANALYSES),
            "gogui-interrupt": lambda _text: "",
            "gogui-rules_board": self._rules_board,
            "gogui-rules_board_size": lambda _text: str(SIZE),
            "gogui-rules_final_result": self._rules_final_result,
            "gogui-rules_game_id": lambda _text: GAME,
            "gogui-rules_legal_moves": self._rules_legal_moves,
            "gogui-rules_side_to_move": lambda _text: str(self._game.board.turn).lower(),
            "known_command": lambda text: str(text.lower() in self._commands).lower(),
            "komi": self._komi,
            "list_commands": lambda _text: "\n".join(sorted(self._commands)),
            "list_games": lambda _text: GAME,
            "loadsgf": self._loadsgf,
            "name": lambda _text: NAME,
            VALUES: self._values,
            "play": self._play,
            "protocol_version": lambda _text: str(PROTOCOL_VERSION),
            "quit": self._quit,
            "reg_genmove": self._reg_genmove,
            "set_game": self._set_game,
            "showboard": lambda _text: f"\n{self._game.board}",
            "time_left": self._time_left,
            "time_settings": self._time_settings,
            "undo": self._undo,
            "version": lambda _text: version("outflank"),
        }

    def serve(self) -> None:
        """Answer until the conversation ends.

        Raises:
            OSError: nothing can be written any more.
            KeyboardInterrupt: Ctrl-C.
        """
        for line in self._talk.lines():
            self._answer(line)
            if not self._running:
                return

    def _answer(self, line: Line) -> None:
        text = clean(line.text)
        number, text = command_of(text)
        if not line.whole:
            self._say("?", number, f"a line of more than {LONGEST_LINE} characters")
        elif number or text:
            sign, answer = self._obey(text)
            self._say(sign, number, answer)

    def _say(self, sign: str, number: str, answer: str) -> None:
        # With a blank also where nothing follows: GoGui takes a number for the answer else.
        self._talk.say(f"{sign}{number} {answer}\n")

    def _obey(self, text: str) -> tuple[str, str]:
        """Do what a line says; how the answer begins, and its text."""
        name, _, arguments = text.partition(" ")
        command = self._commands.get(name.lower())
        if command is None:
            return "?", f"unknown command: {plain(quoted(name))}" if name else "no command"
        try:
            return "=", command(arguments.strip())
        except OutflankError as error:
            return "?", plain(str(error))
        except (BrokenPipeError, SinkError):
            raise
        except Exception as error:  # the other program must not wait for an answer in vain
            self._complain(f"{name}: {type(error).__name__}: {error}")
            return "?", plain(f"internal error: {type(error).__name__}: {error}")

    # The game.

    def _boardsize(self, text: str) -> str:
        if _whole("a size", _only(text, "a size")) != SIZE:
            raise OutflankError("unacceptable size")
        return self._clear_board("")

    def _clear_board(self, _text: str) -> str:
        self._begin(GtpGame())
        return ""

    def _set_game(self, text: str) -> str:
        if text.lower() != GAME.lower():
            raise OutflankError(f"unsupported game: {quoted(text)}, only {GAME}")
        return self._clear_board("")

    def _loadsgf(self, text: str) -> str:
        found = _LAST_NUMBER.fullmatch(text)
        path, before = (found[1], int(found[2])) if found else (text, None)
        if not path:
            raise OutflankError("syntax error: no file")
        if before == 0:
            raise OutflankError("syntax error: moves are counted from 1")
        try:
            refuse_irregular(path)
            game = read_sgf(read_text(path), path)
        except OSError as error:
            raise OutflankError(f"cannot load file: {error.strerror or error}") from None
        except OutflankError as error:
            raise OutflankError(f"cannot load file: {error}") from None
        self._begin(GtpGame.of_game(game, before))
        return ""

    def _begin(self, game: GtpGame) -> None:
        """Another game: nothing of the last one counts, clocks are set anew."""
        self._game = game
        self._clocks = self._new_clocks()
        self._thinker.new_game()

    def _komi(self, text: str) -> str:
        _number("komi", _only(text, "komi"))  # there is none in Othello, so it changes nothing
        return ""

    def _play(self, text: str) -> str:
        words = text.split()
        if not 1 <= len(words) <= 2:
            raise OutflankError("syntax error: play COLOR VERTEX")
        color = read_color(words[0])
        move = _read_vertex(words[1]) if len(words) == 2 else self._implied_pass(color)
        try:
            self._game.play(color, move)
        except OutflankError as error:
            raise OutflankError(f"illegal move: {error}") from None
        return ""

    def _implied_pass(self, color: Color) -> Move:
        """The pass that ``play black`` means, as some programs write it."""
        board = self._game.board
        if board.is_game_over() or (board.turn is color and board.must_pass):
            return PASS
        raise OutflankError(f"syntax error: no vertex, and {color} need not pass")

    def _undo(self, _text: str) -> str:
        self._game.undo()
        return ""

    # Moves of ours.

    def _genmove(self, text: str) -> str:
        color = read_color(_only(text, "a color"))
        started = time.perf_counter()
        move = self._choose(color)
        self._game.play(color, move)
        self._clocks[color].spend(time.perf_counter() - started)
        return vertex(move)

    def _reg_genmove(self, text: str) -> str:
        return vertex(self._choose(read_color(_only(text, "a color"))))

    def _choose(self, color: Color) -> Move:
        """Our move; a pass where one is due, and after the end of the game."""
        board = self._game.turn_of(color)
        if not board.legal_moves:
            return PASS
        with self._talk.interruptible(self._thinker.stop):
            info = self._thinker.choose(board, self._clocks[color].limit())
        assert info.move is not None
        return info.move

    def _values(self, _text: str) -> str:
        """Every legal move and what it is worth, in discs from the side to move."""
        board = self._game.board
        if not board.legal_moves:
            return ""
        with self._talk.interruptible(self._thinker.stop):
            lines = self._thinker.analyse(board, ALL_MOVES)
        return " ".join(_pair(line) for line in lines if line.score is not None)

    # Time.

    def _time_settings(self, text: str) -> str:
        main, period, stones = _three(text, "time_settings MAIN BYO_YOMI STONES")
        self._settings = TimeSettings(
            _number("main time", main), _number("byo yomi time", period), _whole("stones", stones)
        )
        self._clocks = self._new_clocks()
        return ""

    def _time_left(self, text: str) -> str:
        color, left, stones = _three(text, "time_left COLOR TIME STONES")
        clock = self._clocks[read_color(color)]
        clock.set(_number("time", left), _whole("stones", stones))
        return ""

    def _new_clocks(self) -> dict[Color, GtpClock]:
        return {color: GtpClock(self._settings) for color in Color}

    # What there is to see.

    def _final_score(self, _text: str) -> str:
        outcome = self._game.board.outcome()
        if outcome is None:
            raise OutflankError("cannot score: the game is not over")
        if outcome.winner is None:
            return "0"
        return f"{str(outcome.winner)[0]}+{abs(outcome.score)}"

    def _rules_final_result(self, _text: str) -> str:
        outcome = self._game.board.outcome()
        return "unknown" if outcome is None else str(outcome)

    def _rules_legal_moves(self, _text: str) -> str:
        board = self._game.board
        if board.must_pass:
            return vertex(PASS)
        return " ".join(vertex(Move(square)) for square in board.legal_moves)

    def _rules_board(self, _text: str) -> str:
        """The discs, row 8 first: GoGui has row 1 at the bottom."""
        return "\n".join(reversed(_rows(self._game.board)))

    def _quit(self, _text: str) -> str:
        self._running = False
        return ""


def _rows(board: Board) -> list[str]:
    squares = board.to_text().split()[0].replace("-", ".")
    return [" ".join(squares[start : start + SIZE]) for start in range(0, len(squares), SIZE)]


def _pair(line: Info) -> str:
    assert line.move is not None
    assert line.score is not None
    return f"{vertex(line.move)} {round(line.score.value, 1) + 0:+g}"


def _only(text: str, what: str) -> str:
    """The one word that a command needs."""
    words = text.split()
    if not words:
        raise OutflankError(f"syntax error: {what} is missing")
    if len(words) > 1:
        raise OutflankError(
            f"syntax error: {what} is all that is wanted, and {len(words)} words are there"
        )
    return words[0]


def _three(text: str, usage: str) -> tuple[str, str, str]:
    words = text.split()
    if len(words) != 3:
        raise OutflankError(f"syntax error: {usage}")
    return words[0], words[1], words[2]


def _read_vertex(text: str) -> Move:
    try:
        return Move(text)
    except OutflankError:
        raise OutflankError(
            f"syntax error: {quoted(text)} is not a vertex: A1 to H8, pass"
        ) from None


def _whole(what: str, text: str) -> int:
    if not _WHOLE.fullmatch(text):
        raise OutflankError(f"syntax error: {what}: {quoted(text)} is not an integer")
    return int(text)


def _number(what: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise OutflankError(f"syntax error: {what}: {quoted(text)} is not a number") from None
