"""NBoard's protocol, version 2: what `outflank nboard` answers, and tells while it thinks.

The protocol is Welty's (github.com/weltyc/ntest, instructions/Protocol.htm); moves without
``move``, as version 1 has them, are taken. Lines that are not understood are passed over.
While a search runs it tells what it has found::

    hint 2                 →   search D3C5E6 -1.00 0 9 12,345 nodes
                               search C4C3 -1.00 0 9 12,345 nodes
    go                     →   === D3/-1.00/0.12
    ping 7                 →   pong 7

Whatever comes next ends a search, and is answered when all output of it has stopped. A
search that was asked for a move (``go``) still answers with the best it has. It does not
play it: that does a ``move``.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from outflank.board.board import Board
from outflank.board.errors import OutflankError, quoted
from outflank.board.score import DISCS, PROVED
from outflank.board.square import PASS
from outflank.engine import Info
from outflank.engine.limit import DEEPEST
from outflank.protocols.conversation import LONGEST_LINE, Conversation, Line, SinkError
from outflank.protocols.nboard_game import NBoardGame
from outflank.protocols.nboard_lines import clean, word_of
from outflank.protocols.thinker import Thinker
from outflank.protocols.words import NAME, plain, two_letters

#: Lines of a hint: more moves than any position has.
MOST_LINES: Final = 64

WAITING: Final = f"status {NAME} is waiting"

_WHOLE: Final = re.compile(r"-?[0-9]{1,9}")


def depth_text(info: Info, empties: int) -> str:
    """How deep, and how surely: ``12``; ``98%`` to the end of the game; ``100%`` proved.

    ``100%W``: it is proved who wins, but not by how much.
    """
    if info.exact:
        return "100%"
    if info.depth is None or info.depth < empties or info.score is None:
        return str(info.depth or 1)
    score = info.score
    certain = info.selectivity == PROVED and score.unit == DISCS
    if certain and (
        (score.bound == "lower" and score.value > 0) or (score.bound == "upper" and score.value < 0)
    ):
        return "100%W"
    # A bound that does not name the winner, or a value that is not discs, proves nothing.
    return f"{min(info.selectivity or 0, PROVED - 1):.0f}%"


def search_text(info: Info, empties: int) -> str:
    """The line that tells a variation; see the protocol."""
    assert info.score is not None
    moves = "".join(map(two_letters, info.pv))
    free = [f"{info.nodes:,} nodes"] if info.nodes is not None else []
    if info.score.unit != DISCS:
        free.append(f"in units of {info.score.unit}")
    depth = depth_text(info, empties)
    return f"search {moves} {_value(info)} 0 {depth} {', '.join(free)}".rstrip()


def _value(info: Info) -> str:
    assert info.score is not None
    return f"{round(info.score.value, 2) + 0:+.2f}"


class NBoardServer:
    """Answers NBoard by our engine.

    Args:
        talk: the conversation, with what `nboard_lines` calls urgent and last.
        thinker: the engine.
        complain: is told, in one line, what could not be done.
    """

    def __init__(
        self, talk: Conversation, thinker: Thinker, complain: Callable[[str], None]
    ) -> None:
        self._talk, self._thinker, self._complain = talk, thinker, complain
        self._game: NBoardGame | None = NBoardGame()
        self._running = True
        self._commands: Final[Mapping[str, Callable[[str], None]]] = {
            "analyze": self._analyze,
            "go": self._go,
            "hint": self._hint,
            "learn": lambda _text: self._talk.say("learned"),
            "move": self._move,
            "nboard": lambda _text: self._talk.say(f"set myname {NAME}"),
            "ping": lambda text: self._talk.say(f"pong {plain(text)}".rstrip()),
            "quit": self._quit,
            "set": self._set,
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
        if not line.whole:
            self._complain(f"a line of more than {LONGEST_LINE} characters is passed over")
            return
        text, word = clean(line.text), word_of(line.text)
        if not word:
            return
        arguments = text[len(word) :].strip() if text.lower().startswith(word) else text
        try:
            self._commands[word](arguments)
        except OutflankError as error:
            self._refuse(word, str(error))
        except (BrokenPipeError, SinkError):
            raise
        except Exception as error:  # one command that failed is not the end
            self._refuse(word, f"{type(error).__name__}: {error}")

    def _refuse(self, what: str, why: str) -> None:
        """Say what cannot be done; the protocol has no errors, but a line for people to read."""
        self._complain(f"{what}: {why}")
        self._talk.say(plain(f"status {NAME}: {what}: {why}"))

    # What the game is, and how to play it.

    def _set(self, text: str) -> None:
        name, _, value = text.partition(" ")
        match name.lower():
            case "game":
                self._game = None  # what cannot be read is not the game before, either
                self._game = NBoardGame.of_text(value)
            case "depth":
                self._set_depth(_number(value))
            case _:
                pass  # contempt, which is not used, and whatever may come to be

    def _set_depth(self, depth: int) -> None:
        level = min(max(depth, 1), DEEPEST)
        self._thinker.want(level)
        if not self._thinker.is_told:
            self._talk.say(f"set myname {NAME}{level}")

    def _move(self, text: str) -> None:
        self._known().push_text(text)

    def _known(self) -> NBoardGame:
        if self._game is None:
            raise OutflankError("the game is not known: it could not be read")
        return self._game

    # Searches.

    def _hint(self, text: str) -> None:
        lines = min(max(_number(text) if text else 1, 1), MOST_LINES)
        board = self._known().board
        if board.is_game_over():
            self._talk.say(f"status {NAME}: the game is over")
            return
        self._talk.say(f"status {NAME} is analyzing")
        told: list[Info] = []

        def report(found: Sequence[Info]) -> None:
            told[:] = found
            self._tell(found, board)

        with self._talk.interruptible(self._thinker.stop):
            last = self._thinker.analyse(board, lines, report)
        if last != told:
            self._tell(last, board)
        self._tell_nodes(last)
        self._talk.say(WAITING)

    def _go(self, _text: str) -> None:
        game, started = self._known(), time.perf_counter()
        board = game.board
        if board.is_game_over():
            self._talk.say(f"status {NAME}: the game is over")
            return
        if board.must_pass:
            self._talk.say(f"=== {two_letters(PASS)}")
            return
        self._talk.say(f"status {NAME} is thinking")
        with self._talk.interruptible(self._thinker.stop):
            info = self._thinker.choose(board, game.limit())
        self._tell([info], board)
        self._tell_nodes([info])
        assert info.move is not None
        in_discs = info.score is not None and info.score.unit == DISCS
        value = _value(info) if in_discs else ""
        self._talk.say(f"=== {two_letters(info.move)}/{value}/{time.perf_counter() - started:.2f}")

    def _analyze(self, _text: str) -> None:
        """Value every position of the game, from its end backwards, by the side to move there."""
        for moves, board in self._known().positions():
            if self._talk.hurried:
                break
            self._talk.say(f"status {NAME} is analyzing move {moves}")
            with self._talk.interruptible(self._thinker.stop):
                info = self._thinker.analyse(board)[0]
            if info.score is not None and not self._talk.hurried:
                self._talk.say(f"analysis {moves} {_value(info)}")
        self._talk.say(WAITING)

    def _tell(self, lines: Sequence[Info], board: Board) -> None:
        told = [search_text(info, board.empties) for info in lines if info.score is not None]
        if told:
            self._talk.say("\n".join(told))

    def _tell_nodes(self, lines: Sequence[Info]) -> None:
        if lines and lines[0].nodes is not None:
            self._talk.say(f"nodestats {lines[0].nodes} {lines[0].seconds or 0.0:.2f}")

    def _quit(self, _text: str) -> None:
        self._running = False


def _number(text: str) -> int:
    if not _WHOLE.fullmatch(text.strip()):
        raise OutflankError(f"{quoted(text)} is not a whole number")
    return int(text)
