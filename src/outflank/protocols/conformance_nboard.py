"""The checks of NBoard, version 2."""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence
from functools import partial
from typing import Final

from outflank.board.board import Board
from outflank.board.errors import InvalidMoveError, quoted
from outflank.board.square import PASS, Move
from outflank.games.game import Game
from outflank.games.ggf import write_ggf
from outflank.protocols.conformance import (
    PASS_GAME,
    SHORT_GAME,
    TO_END,
    Failed,
    NotOffered,
    Subject,
    Trial,
    expect,
    fail,
    trial,
)
from outflank.protocols.limits import QUICK
from outflank.protocols.nboard_session import (
    VERSION,
    Choice,
    Line,
    NBoardSession,
    read_choice,
    read_line,
)

#: Plies of a search that is to end soon, and of one that is not.
SHALLOW, ENDLESS = 4, 60

#: Seconds after which an endless search is stopped, those in which it must be, and those in
#: which nothing may come after it.
A_WHILE, TO_STOP, STILL = 0.4, 1.0, 0.3

#: Round trips of which the median counts, and the seconds that it may take.
ROUND_TRIPS: Final = 50
LATENCY: Final = 0.02

#: A position in the midgame: nothing that is solved at once.
MIDGAME: Final = "f5d6c3d3c4f4c5b3c2e3"


class NBoardSubject(Subject):
    """An engine that speaks NBoard, with what it said at the beginning."""

    _session: NBoardSession | None = None
    greeting: Sequence[str] = ()

    def fresh(self) -> NBoardSession:
        """A session with a new process."""
        self.start()
        return self._begin()

    def session(
        self, transcript: str = "", depth: int = SHALLOW, board: Board | None = None
    ) -> NBoardSession:
        """A session after these moves, or on a board, in the process that there is."""
        session = self._session
        if self.program is None or self.program.status is not None:
            session = self.fresh()
        elif session is None or session.program is not self.program:
            session = self._begin()
        session.send(f"set depth {depth}")
        game = Game.from_board(board or Board.from_transcript(transcript), black="A", white="B")
        session.send(f"set game {write_ggf(game)}")
        session.synchronise(QUICK)
        return session

    def _begin(self) -> NBoardSession:
        assert self.program is not None
        self._session = session = NBoardSession(self.program)
        session.send(f"nboard {VERSION}")
        self.greeting = session.synchronise(self.start_limit)
        return session

    def go(self, session: NBoardSession, board: Board) -> Choice:
        """What it chooses, which must be legal."""
        session.send("go")
        deadline = time.monotonic() + self.answer_limit
        while (text := session.line(deadline)) is not None:
            choice = read_choice(text)
            if choice is not None:
                _expect_legal(board, choice.move, choice.text)
                return choice
        raise Failed(f"no move within {self.answer_limit:g} s")


def _expect_legal(board: Board, text: str, line: str) -> None:
    try:
        move = Move(text)
    except InvalidMoveError:
        fail(f"no move can be read in {quoted(line)}")
    legal = board.must_pass if move.is_pass else move.square in board.legal_moves
    expect(legal, f"{quoted(line)}: {move} is illegal in {board.to_text()}")


def _answers(texts: list[str]) -> list[str]:
    """Lines that are the result of a search."""
    return [text for text in texts if read_choice(text) or read_line(text)]


SUBJECT: Final = NBoardSubject
TRIALS: Final[list[Trial]] = []


#: Make a function a check of what the protocol says, and of what programs rely on.
required: Final = partial(trial, TRIALS, required=True)
expected: Final = partial(trial, TRIALS, required=False)


@required("the program starts, and answers a ping")
def start(subject: NBoardSubject) -> None:
    """The first check: without it there are no others."""
    subject.session()


@required("each ping is answered by its number, in order")
def ping(subject: NBoardSubject) -> None:
    """Also several at once."""
    session = subject.session()
    session.send("ping 7\nping 8\nping 9")
    deadline = time.monotonic() + QUICK
    seen: list[str] = []
    while len(seen) < 3 and (line := session.line(deadline)) is not None:
        seen += [line] if line.startswith("pong") else []
    expect(seen == ["pong 7", "pong 8", "pong 9"], f"it answers {', '.join(seen) or 'nothing'}")


@expected("it tells its name by set myname")
def name(subject: NBoardSubject) -> str:
    """After ``nboard 2``."""
    subject.session()
    names = [line for line in subject.greeting if line.startswith("set myname ")]
    expect(names, "no name before the first pong")
    return names[0].removeprefix("set myname ")


@required("unknown and empty lines are passed over")
def unknown_lines(subject: NBoardSubject) -> None:
    """No move, no search for them."""
    session = subject.session()
    session.send("\n   \nhello world\nset colour blue\nsearching\nget nothing")
    answers = _answers(session.synchronise(QUICK))
    expect(not answers, f"it answers {quoted(answers[0]) if answers else ''}")


@required("carriage returns are taken")
def carriage_returns(subject: NBoardSubject) -> None:
    """As programs on Windows end lines."""
    session = subject.session()
    session.send("set depth 3\r\nping 77\r")
    deadline = time.monotonic() + QUICK
    while (line := session.line(deadline)) is not None and not line.startswith("pong"):
        pass
    expect(line == "pong 77", f"ping 77 is answered by {quoted(line or 'nothing')}")


@required("go answers === and a legal move")
def go(subject: NBoardSubject) -> str:
    """At the start of a game."""
    return subject.go(subject.session(), Board()).text


@required("go does not play its move")
def go_only_tells(subject: NBoardSubject) -> None:
    """The same side is asked again."""
    session = subject.session()
    for _ in range(2):
        subject.go(session, Board())


@required("move plays a move, with value and time behind it")
def move(subject: NBoardSubject) -> None:
    """As version 2 writes it; of people's moves the value is left out."""
    session = subject.session()
    session.send("move F5/-1.25/0.5")
    subject.go(session, Board.from_transcript("f5"))
    session.send("move F6//2.4")
    subject.go(session, Board.from_transcript("f5f6"))
    session.send("move E6/2")
    subject.go(session, Board.from_transcript("f5f6e6"))


@expected("move takes a bare move, in small letters too")
def bare_move(subject: NBoardSubject) -> None:
    """As version 1 wrote it."""
    session = subject.session()
    session.send("move F5")
    session.send("move f6")
    subject.go(session, Board.from_transcript("f5f6"))


@required("set game takes a game with values, times and any start")
def set_game(subject: NBoardSubject) -> None:
    """The board of BO counts, and the moves after it."""
    root = Board(Board.from_transcript(MIDGAME).position)
    root.push(min(root.legal_moves))
    session = subject.session(board=root)
    subject.go(session, root)


@expected("a game that cannot be read changes nothing, or is told")
def senseless_game(subject: NBoardSubject) -> None:
    """The engine goes on."""
    session = subject.session()
    session.send("set game hello\nset game\nset depth many")
    session.synchronise(QUICK)
    subject.go(subject.session("f5"), Board.from_transcript("f5"))


@required("hint answers lines with legal moves, values and depths")
def hint(subject: NBoardSubject) -> str:
    """Two of them."""
    board = Board.from_transcript(MIDGAME)
    session = subject.session(MIDGAME)
    session.send("hint 2")
    deadline = time.monotonic() + subject.answer_limit
    found: dict[str, Line] = {}
    while len(found) < 2 and (text := session.line(deadline)) is not None:
        line = read_line(text)
        if line is None:
            continue
        expect(line.moves, f"no move in {quoted(text)}")
        _expect_legal(board, line.moves[0], text)
        expect(line.value is not None, f"no value in {quoted(text)}")
        expect(line.kind or text.startswith("book"), f"no depth in {quoted(text)}")
        found[line.moves[0].lower()] = line
    session.synchronise(QUICK)
    expect(len(found) == 2, f"lines for {len(found)} moves")
    return next(iter(found.values())).text


@expected("hint does not answer a move to play")
def hint_only_tells(subject: NBoardSubject) -> None:
    """``===`` is for go."""
    session = subject.session(MIDGAME)
    session.send("hint 1")
    time.sleep(A_WHILE)
    chosen = [text for text in session.synchronise(QUICK) if read_choice(text)]
    expect(not chosen, f"it answers {quoted(chosen[0]) if chosen else ''}")


@required("ping ends a hint within a second, and nothing comes after pong")
def ping_in_hint(subject: NBoardSubject) -> str:
    """A search without end."""
    session = subject.session(MIDGAME, ENDLESS)
    session.send("hint 1")
    return _stop(session)


@expected("ping ends a go within a second, and nothing comes after pong")
def ping_in_go(subject: NBoardSubject) -> str:
    """A search without end."""
    session = subject.session(MIDGAME, ENDLESS)
    session.send("go")
    return _stop(session)


def _stop(session: NBoardSession) -> str:
    """Stop a search by a ping; how long that took."""
    time.sleep(A_WHILE)
    started = time.monotonic()
    session.synchronise(TO_STOP)
    taken = time.monotonic() - started
    late = session.line(time.monotonic() + STILL)
    expect(late is None or not _answers([late]), f"after pong comes {quoted(late or '')}")
    return f"{taken:.3f} s"


@required("set game during a search ends it, and counts")
def set_game_in_search(subject: NBoardSubject) -> None:
    """What is found after it belongs to the new game."""
    session = subject.session(MIDGAME, ENDLESS)
    session.send("hint 1")
    time.sleep(A_WHILE)
    subject.go(subject.session("f5"), Board.from_transcript("f5"))


@required("a side without a move passes by === PA, and move PA plays it")
def passes(subject: NBoardSubject) -> None:
    """The other side moves next."""
    session, board = subject.session(PASS_GAME), Board.from_transcript(PASS_GAME)
    subject.go(session, board)
    session.send("move PA")
    board.push(PASS)
    subject.go(session, board)


@expected("hint on a position without a move is survived")
def hint_of_a_pass(subject: NBoardSubject) -> None:
    """A pass may be told, or nothing."""
    session, board = subject.session(PASS_GAME), Board.from_transcript(PASS_GAME)
    session.send("hint 1")
    time.sleep(A_WHILE)
    for line in filter(None, map(read_line, session.synchronise(QUICK))):
        _expect_legal(board, line.moves[0], line.text)
    subject.go(subject.session(), Board())


@required("after the end of the game go and hint are survived")
def game_over(subject: NBoardSubject) -> None:
    """Whatever is answered, the next game is played."""
    for command in ("go", "hint 1"):
        session = subject.session(SHORT_GAME)
        session.send(command)
        time.sleep(A_WHILE)
        session.synchronise(QUICK)
    subject.go(subject.session(), Board())


@required("a game by go and move for both sides is legal to its end")
def game(subject: NBoardSubject) -> str:
    """Passes are asked for like moves."""
    session, board = subject.session(depth=2), Board()
    while not board.is_game_over():
        choice = subject.go(session, board)
        board.push(Move(choice.move))
        session.send(f"move {choice.move}/{choice.value or 0.0:.2f}/0.01")
    return f"{board.outcome()}, passes: {board.moves.count(PASS)}"


@expected("set contempt is taken")
def contempt(subject: NBoardSubject) -> None:
    """And the engine goes on."""
    session = subject.session()
    session.send("set contempt 0")
    subject.go(session, Board())


@expected("learn is answered by learned")
def learn(subject: NBoardSubject) -> None:
    """With or without a book."""
    session = subject.session(SHORT_GAME)
    session.send("learn")
    _expect_word("learned", session)


@expected("analyze answers analysis lines")
def analyze(subject: NBoardSubject) -> None:
    """Values for the moves of a game."""
    session = subject.session(MIDGAME)
    session.send("analyze")
    _expect_word("analysis", session)


def _expect_word(word: str, session: NBoardSession) -> None:
    """A line that begins so, before all is quiet; an engine without it says nothing."""
    deadline = time.monotonic() + TO_END
    while (line := session.line(deadline)) is not None:
        if line.split()[0] == word:
            session.synchronise(QUICK)
            return
    session.synchronise(QUICK)
    raise NotOffered(f"no {word} within {TO_END:g} s")


@expected("a line of 100,000 characters is survived")
def long_line(subject: NBoardSubject) -> None:
    """The engine goes on after it."""
    session = subject.session()
    session.send("set myth " + "f5" * 50_000)
    session.synchronise(QUICK)
    subject.go(session, Board())


@expected("bytes that are no text are survived")
def odd_bytes(subject: NBoardSubject) -> None:
    """The engine goes on after them."""
    session = subject.session()
    session.program.send(bytes(range(128, 256)))
    session.synchronise(QUICK)
    subject.go(session, Board())


@expected(f"a round trip takes at most {1000 * LATENCY:g} ms")
def latency(subject: NBoardSubject) -> str:
    """The median of many."""
    session, seconds = subject.session(), []
    for _ in range(ROUND_TRIPS):
        started = time.perf_counter()
        session.synchronise(QUICK)
        seconds.append(time.perf_counter() - started)
    median = statistics.median(seconds)
    expect(median <= LATENCY, f"{1000 * median:.1f} ms")
    return f"{1000 * median:.2f} ms"


@expected("quit ends the program")
def quit_(subject: NBoardSubject) -> None:
    """Within two seconds."""
    session = subject.fresh()
    session.send("quit")
    expect(session.program.wait(TO_END) is not None, f"it still runs after {TO_END:g} s")


@required("the end of its input ends the program")
def end_of_input(subject: NBoardSubject) -> None:
    """Within two seconds."""
    session = subject.fresh()
    session.program.close_input()
    expect(session.program.wait(TO_END) is not None, f"it still runs after {TO_END:g} s")


@required("the end of its input ends the program during a search, too")
def end_of_input_in_search(subject: NBoardSubject) -> None:
    """Within two seconds."""
    subject.start()
    session = subject.session(MIDGAME, ENDLESS)
    session.send("hint 1")
    time.sleep(A_WHILE)
    session.program.close_input()
    expect(session.program.wait(TO_END) is not None, f"it still runs after {TO_END:g} s")
