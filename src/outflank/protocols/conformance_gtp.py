"""The checks of GTP, version 2, as engines of Othello speak it."""

from __future__ import annotations

import re
import statistics
import time
from collections import deque
from collections.abc import Sequence
from functools import partial
from typing import Final

from outflank.board.board import Board
from outflank.board.color import Color
from outflank.board.errors import InvalidMoveError, quoted
from outflank.board.square import PASS, Move
from outflank.protocols.conformance import (
    PASS_GAME,
    SHORT_GAME,
    TO_END,
    NotOffered,
    Subject,
    Trial,
    expect,
    fail,
    trial,
)
from outflank.protocols.gtp_session import KEPT_NOISE, Answer, GtpSession
from outflank.protocols.limits import QUICK
from outflank.protocols.words import color_name, vertex

#: Commands that every engine must have.
REQUIRED_COMMANDS: Final = (
    "protocol_version", "name", "version", "known_command", "list_commands", "quit",
    "boardsize", "clear_board", "komi", "play", "genmove",
)  # fmt: skip

#: Round trips of which the median counts, and the seconds that it may take.
ROUND_TRIPS: Final = 50
LATENCY: Final = 0.02

#: Seconds of a move that are told, and by which it may overstep them.
MOVE_TIME, MARGIN = 1, 0.2

#: What may be said of the end of a game.
_RESULT: Final = re.compile(r"[BW]\+\d+(\.\d+)?|0|draw", re.IGNORECASE)


class GtpSubject(Subject):
    """An engine that speaks GTP, with what it wrote outside of answers."""

    def __init__(self, command: str | Sequence[str], start_limit: float, answer_limit: float):
        super().__init__(command, start_limit, answer_limit)
        self.noise: deque[str] = deque(maxlen=KEPT_NOISE)
        self._commands: frozenset[str] | None = None
        self._session: GtpSession | None = None

    def fresh(self) -> GtpSession:
        """A session with a new process."""
        self.start()
        return self._begin()

    def session(self, transcript: str = "") -> GtpSession:
        """A session at the start of a game, or after these moves, in the process that there is."""
        session = self._session
        if self.program is None or self.program.status is not None:
            session = self.fresh()
        elif session is None or session.program is not self.program:
            session = self._begin()
        session.command("clear_board", QUICK)
        self.play(session, Board.from_transcript(transcript))
        return session

    def _begin(self) -> GtpSession:
        assert self.program is not None
        self._session = GtpSession(self.program)
        self._session.noise = self.noise  # of all sessions
        self._session.command("protocol_version", self.start_limit)
        return self._session

    def play(self, session: GtpSession, board: Board) -> None:
        """Play all moves of a board; passes are told, and not missed if they are refused."""
        color = board.root().turn
        for move in board.moves:
            answer = session.ask(f"play {color_name(color)} {vertex(move)}", QUICK)
            expect(
                answer.accepted or move == PASS,
                f"the legal move {move} of {board.transcript()} is refused: {answer.line}",
            )
            color = color.other

    def genmove(self, session: GtpSession, board: Board) -> Move:
        """A move of the engine, which must be legal."""
        command = f"genmove {color_name(board.turn)}"
        text = session.command(command, self.answer_limit).strip()
        try:
            move = Move(text)
        except InvalidMoveError:
            fail(f"{command} answers {quoted(text)}, which is no move")
        legal = board.must_pass if move.is_pass else move.square in board.legal_moves
        expect(legal, f"{command} answers {move}, which is illegal in {board.to_text()}")
        return move

    def offers(self, *commands: str) -> None:
        """Skip the check unless the engine lists these commands."""
        if self._commands is None:
            answer = self.session().ask("list_commands", QUICK)
            self._commands = frozenset(answer.text.split() if answer.accepted else ())
        missing = [command for command in commands if command not in self._commands]
        if missing:
            raise NotOffered(f"no {', '.join(missing)}")


SUBJECT: Final = GtpSubject
TRIALS: Final[list[Trial]] = []


#: Make a function a check of what GTP says, and of what engines of Othello do.
required: Final = partial(trial, TRIALS, required=True)
expected: Final = partial(trial, TRIALS, required=False)


def _raw(session: GtpSession, line: str) -> Answer:
    """The answer to a line as it stands."""
    session.program.send(line)
    return session.receive(line, time.monotonic() + QUICK, QUICK)


def _refused(session: GtpSession, command: str) -> Answer:
    answer = session.ask(command, QUICK)
    expect(not answer.accepted, f"{quoted(command)} is accepted")
    return answer


@required("the program starts, and speaks version 2")
def start(subject: GtpSubject) -> None:
    """The first check: without it there are no others."""
    version = subject.session().command("protocol_version", QUICK)
    expect(version == "2", f"protocol_version answers {quoted(version)}")


@required("name and version are told")
def name(subject: GtpSubject) -> str:
    """One line each."""
    session = subject.session()
    told = session.command("name", QUICK), session.command("version", QUICK)
    expect(all(told), "one of them is empty")
    return " ".join(told)


@required("list_commands has every command of GTP, one a line")
def commands(subject: GtpSubject) -> str:
    """Those that every engine must have are among them."""
    lines = subject.session().command("list_commands", QUICK).splitlines()
    missing = [command for command in REQUIRED_COMMANDS if command not in lines]
    expect(not missing, f"missing: {', '.join(missing)}")
    return f"{len(lines)} commands"


@required("known_command says true and false")
def known_command(subject: GtpSubject) -> None:
    """What is listed is known."""
    session = subject.session()
    for command, known in (("genmove", "true"), ("no_such_command", "false")):
        answer = session.command(f"known_command {command}", QUICK)
        expect(answer == known, f"known_command {command} answers {quoted(answer)}")


@required("an answer bears the number of its command, and none without")
def numbers(subject: GtpSubject) -> None:
    """Directly behind the sign, for answers and refusals."""
    session = subject.session()
    for line, accepted in (("7 name", True), ("8 no_such_command", False), ("9 play b a1", False)):
        answer = _raw(session, line)
        expect(answer.accepted is accepted, f"{quoted(line)} is answered wrongly")
        number = int(line.split()[0])
        expect(answer.number == number, f"the answer to {quoted(line)} bears {answer.number}")
    answer = _raw(session, "name")
    expect(answer.number is None, f"the answer to a command without number bears {answer.number}")


@expected("number 0, and a large one, are kept")
def unusual_numbers(subject: GtpSubject) -> None:
    """A number is any whole one."""
    for number in (0, 2_000_000_000):
        answer = _raw(subject.session(), f"{number} name")
        expect(answer.number == number, f"the answer to {number} bears {answer.number}")


@required('what is unknown is refused: "unknown command"')
def unknown_command(subject: GtpSubject) -> None:
    """In the words of GTP."""
    answer = _refused(subject.session(), "no_such_command")
    expect(answer.line.startswith("unknown command"), f"it says {quoted(answer.line)}")


@required("empty lines and comments are passed over")
def comments(subject: GtpSubject) -> None:
    """Whole lines, and what follows a command."""
    session = subject.session()
    session.program.send("\n   \n# nothing\n1 name # a comment\n2 version")
    deadline = time.monotonic() + QUICK
    seen = [session.receive("name", deadline, QUICK).number for _ in range(2)]
    expect(seen == [1, 2], f"two commands among them are answered as {seen}")


@required("carriage returns are dropped, tabs are blanks")
def controls(subject: GtpSubject) -> None:
    """As GTP says of characters."""
    session = subject.session()
    for line in ("3 name\r", "4 known_command\tname"):
        expect(_raw(session, line).accepted, f"{quoted(line)} is refused")


@required("commands that are sent together are answered one after the other")
def order(subject: GtpSubject) -> None:
    """Each with its number."""
    session = subject.session()
    numbers = list(range(1, 21))
    session.program.send("\n".join(f"{number} name" for number in numbers))
    deadline = time.monotonic() + QUICK
    seen = [session.receive("name", deadline, QUICK).number for _ in numbers]
    expect(seen == numbers, f"answers in the order {seen}")


@required("boardsize 8 is accepted, 7 is refused")
def boardsize(subject: GtpSubject) -> None:
    """The engine plays on 8x8."""
    session = subject.session()
    session.command("boardsize 8", QUICK)
    _refused(session, "boardsize 7")
    subject.session().command("boardsize 8", QUICK)


@required("komi is accepted")
def komi(subject: GtpSubject) -> None:
    """It means nothing in Othello."""
    subject.session().command("komi 0", QUICK)


@required("play takes colours and squares in any case")
def play(subject: GtpSubject) -> None:
    """Also ``b`` and ``w``."""
    session = subject.session()
    for command in ("play black f5", "play W F6", "play BLACK E6", "play w f4", "play b E3"):
        session.command(command, QUICK)


@required("clear_board is the start of a game")
def clear_board(subject: GtpSubject) -> None:
    """Whatever was before."""
    session = subject.session("f5d6c3")
    session.command("clear_board", QUICK)
    session.command("play black f5", QUICK)


@required("an illegal move is refused, and changes nothing")
def illegal_move(subject: GtpSubject) -> str:
    """On an empty square, on a disc."""
    session = subject.session("f5")
    reasons = {_refused(session, f"play white {square}").line for square in ("a1", "f5", "d4")}
    session.command("play white d6", QUICK)
    return ", ".join(sorted(reasons))


@expected("a move of the wrong side, and a pass that is not forced, are refused")
def wrong_side(subject: GtpSubject) -> None:
    """Moves that the other side could make."""
    session = subject.session()
    _refused(session, "play white f4")
    _refused(session, "play black pass")
    session.command("play black f5", QUICK)


@required("commands with missing or senseless arguments are refused")
def arguments(subject: GtpSubject) -> None:
    """And the engine goes on."""
    session = subject.session()
    for command in ("play", "play black", "play black z9", "play green f5", "genmove", "boardsize"):
        _refused(session, command)
    session.command("play black f5", QUICK)


@required("genmove plays its move")
def genmove(subject: GtpSubject) -> None:
    """The square is taken, and it is the other side's turn."""
    session, board = subject.session(), Board()
    board.push(subject.genmove(session, board))
    _refused(session, f"play black {vertex(board.moves[0])}")
    session.command(f"play white {vertex(Move(min(board.legal_moves)))}", QUICK)


@required("a game by genmove for both sides is legal to its end")
def game(subject: GtpSubject) -> str:
    """Passes are asked for like moves."""
    session, board = subject.session(), Board()
    while not board.is_game_over():
        board.push(subject.genmove(session, board))
    passes = board.moves.count(PASS)
    return f"{board.outcome()}, passes: {passes}"


@required("a side without a move passes by genmove, and the game goes on")
def passes(subject: GtpSubject) -> None:
    """The other side moves next."""
    board = Board.from_transcript(PASS_GAME)
    session = subject.session(PASS_GAME)
    board.push(subject.genmove(session, board))
    board.push(subject.genmove(session, board))
    _tell(session, board.turn, Move(min(board.legal_moves)))


@required("after a forced pass the other side's move is accepted")
def forced_pass(subject: GtpSubject) -> str:
    """Whether the pass must be told or cannot be."""
    session, other = subject.session(PASS_GAME), Board.from_transcript(PASS_GAME)
    answer = session.ask(f"play {color_name(other.turn)} pass", QUICK)
    other.push(PASS)
    _tell(session, other.turn, Move(min(other.legal_moves)))
    return "the pass is told" if answer.accepted else "the pass cannot be told"


@expected("a forced pass can be told")
def told_pass(subject: GtpSubject) -> None:
    """By ``play black pass``."""
    subject.session(PASS_GAME).command("play black pass", QUICK)


@expected("a forced pass need not be told")
def untold_pass(subject: GtpSubject) -> None:
    """The move after it says it."""
    board = Board.from_transcript(PASS_GAME)
    board.push(PASS)
    session = subject.session(PASS_GAME)
    _tell(session, board.turn, Move(min(board.legal_moves)))


def _tell(session: GtpSession, color: Color, move: Move) -> None:
    session.command(f"play {color_name(color)} {vertex(move)}", QUICK)


@required("after the end of the game genmove is answered, and the engine lives")
def game_over(subject: GtpSubject) -> str:
    """A pass, a resignation or a refusal."""
    session = subject.session(SHORT_GAME)
    said = []
    for color in ("white", "black"):
        answer = session.ask(f"genmove {color}", subject.answer_limit)
        fits = not answer.accepted or answer.line.lower() in ("pass", "resign")
        expect(fits, f"genmove {color} answers {quoted(answer.line)}")
        said.append(answer.line)
    _refused(session, "play white a1")
    session.command("clear_board", QUICK)
    session.command("play black f5", QUICK)
    return ", ".join(dict.fromkeys(said))


@expected("undo takes back moves, and is refused at the start")
def undo(subject: GtpSubject) -> None:
    """Each time one move."""
    subject.offers("undo")
    session = subject.session("f5d6")
    for _ in range(2):
        session.command("undo", QUICK)
    answer = _raw(session, "7 undo")
    expect(not answer.accepted, "undo is accepted at the start of the game")
    expect(answer.number == 7, f'the answer to "7 undo" bears {answer.number}')
    session.command("play black f5", QUICK)


@expected("undo takes back what genmove has played")
def undo_genmove(subject: GtpSubject) -> None:
    """The side that moved is to move again."""
    subject.offers("undo")
    session = subject.session()
    subject.genmove(session, Board())
    session.command("undo", QUICK)
    session.command("play black c4", QUICK)


@expected("reg_genmove answers a legal move, and does not play it")
def reg_genmove(subject: GtpSubject) -> None:
    """The position stays."""
    subject.offers("reg_genmove")
    session = subject.session()
    for _ in range(2):
        text = session.command("reg_genmove black", subject.answer_limit)
        expect(text.lower() in ("d3", "c4", "f5", "e6"), f"it answers {quoted(text)}")
    session.command("play black f5", QUICK)


@expected("final_score is that of Black and White, whoever would be to move")
def final_score(subject: GtpSubject) -> str:
    """Of a game that Black has won by wiping out White."""
    subject.offers("final_score")
    text = subject.session(SHORT_GAME).command("final_score", QUICK)
    expect(_RESULT.fullmatch(text), f"it answers {quoted(text)}")
    expect(text.upper().startswith("B+"), f"Black has won, it answers {quoted(text)}")
    return text


@expected("showboard draws the board")
def showboard(subject: GtpSubject) -> None:
    """Eight rows at least."""
    subject.offers("showboard")
    rows = subject.session().command("showboard", QUICK).splitlines()
    expect(len(rows) >= 8, f"{len(rows)} lines")


@expected("set_game and list_games know Othello, and no other game")
def games(subject: GtpSubject) -> None:
    """As programs ask that play several games."""
    subject.offers("set_game", "list_games")
    session = subject.session()
    listed = session.command("list_games", QUICK).splitlines()
    expect("Othello" in listed, f"list_games answers {quoted(' '.join(listed))}")
    session.command("set_game Othello", QUICK)
    _refused(session, "set_game Go")


@expected(f"time_settings and time_left are accepted, and a move of {MOVE_TIME} s takes no longer")
def times(subject: GtpSubject) -> str:
    """In the midgame, where there is something to think about."""
    subject.offers("time_settings", "time_left")
    board = Board.from_transcript("f5d6c3d3c4f4c5b3c2e3")
    session = subject.session(board.transcript())
    session.command(f"time_settings 0 {MOVE_TIME} 1", QUICK)
    session.command(f"time_left {color_name(board.turn)} {MOVE_TIME} 1", QUICK)
    started = time.perf_counter()
    subject.genmove(session, board)
    taken = time.perf_counter() - started
    session.ask("time_settings 0 1 0", QUICK)
    expect(taken <= MOVE_TIME + MARGIN, f"it takes {taken:.2f} s")
    return f"{taken:.3f} s"


@expected("a line of 10,000 characters is answered")
def long_line(subject: GtpSubject) -> None:
    """The engine goes on after it."""
    session = subject.session()
    _refused(session, "play black " + "f5" * 5_000)
    session.command("play black f5", QUICK)


@expected("bytes that are no text are answered")
def odd_bytes(subject: GtpSubject) -> None:
    """The engine goes on after them."""
    session = subject.session()
    session.program.send(bytes(range(128, 256)))
    session.program.send("55 name")
    deadline = time.monotonic() + QUICK
    first = session.receive("name", deadline, QUICK)
    second = first if first.number == 55 else session.receive("name", deadline, QUICK)
    expect(second.number == 55, "the command after them is not answered")
    session.command("play black f5", QUICK)


@expected(f"a round trip takes at most {1000 * LATENCY:g} ms")
def latency(subject: GtpSubject) -> str:
    """The median of many."""
    session, seconds = subject.session(), []
    for _ in range(ROUND_TRIPS):
        started = time.perf_counter()
        session.command("protocol_version", QUICK)
        seconds.append(time.perf_counter() - started)
    median = statistics.median(seconds)
    expect(median <= LATENCY, f"{1000 * median:.1f} ms")
    return f"{1000 * median:.2f} ms"


@required("quit is answered, and ends the program")
def quit_(subject: GtpSubject) -> None:
    """Within two seconds."""
    session = subject.fresh()
    session.command("quit", QUICK)
    status = session.program.wait(TO_END)
    expect(status is not None, f"it still runs after {TO_END:g} s")
    expect(status == 0, f"its exit status is {status}")


@required("the end of its input ends the program")
def end_of_input(subject: GtpSubject) -> None:
    """Within two seconds."""
    session = subject.fresh()
    session.program.close_input()
    expect(session.program.wait(TO_END) is not None, f"it still runs after {TO_END:g} s")


@required("nothing is written to standard output but answers")
def silence(subject: GtpSubject) -> None:
    """In all checks before."""
    subject.session()
    if subject.noise:
        count = f"{len(subject.noise)}{' or more' if len(subject.noise) == KEPT_NOISE else ''}"
        fail(f"{count} lines, the last is {quoted(subject.noise[-1])}")
