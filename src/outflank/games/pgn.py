"""PGN of Othello, as PlayOK, NBoard and others write it; comments, variations, clocks.

::

    [Event "?"]
    [Date "2021.03.11"]
    [Black "Ann"]
    [White "Ben"]
    [Result "36-28"]

    1. f5 d6 2. c3 {a remark} d3 (2... c5 3. e6) 3. c4 -- 36-28

Black moves first. The result is the discs as they stand, Black's first; empty squares are
nobody's. ``--``, ``PA`` and ``pass`` are passes, which may be left out. A comment may hold
``[%eval 1.5]``, discs from the mover's view, and ``[%emt 2.5]``, seconds. A game that does not
begin as all games do has its board in ``FEN``: 64 squares and a side.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from outflank.board.board import Board
from outflank.board.color import Color
from outflank.board.errors import InvalidMoveError, OutflankError, quoted
from outflank.board.square import PASS, PASS_TOKENS, Move
from outflank.games.dates import normal_date
from outflank.games.errors import GameFileError
from outflank.games.game import Game
from outflank.games.notes import (
    DEEPEST,
    NOTHING,
    Ending,
    MoveNote,
    Variation,
    with_remarks,
)
from outflank.games.numbers import SECONDS_A_MINUTE, clock_text, read_counts, read_number
from outflank.games.textfile import TextFile

#: Tags that `Game` has attributes for.
FACTS: Final = {"Event": "event", "Black": "black", "White": "white"}
CLOCKS: Final = {"BlackTimeControl": "black_time", "WhiteTimeControl": "white_time"}

#: Tags that bear other names in `Game.others`, those of GGF and SGF.
RENAMED: Final = {"BlackElo": "RB", "WhiteElo": "RW", "Round": "RO", "Annotator": "AN"}
#: A result that cannot be understood stands in `Game.others` by its name in GGF and SGF.
UNCLEAR_RESULT: Final = "RE"
_ALSO: Final = {"BlackRating": "RB", "WhiteRating": "RW"}

#: Tags with a place of their own, or without a meaning for a game that stands alone.
_OTHERS: Final = "Date Time Result FEN SetUp Komi Score Winner TimeControl Termination"
TAKEN: Final = frozenset([UNCLEAR_RESULT, *FACTS, *CLOCKS, *RENAMED, *_ALSO, *_OTHERS.split()])

ENDINGS: Final[Mapping[str, Ending]] = {
    "time forfeit": "time",
    "resignation": "resigned",
    "adjudication": "agreed",
    "rules infraction": "forfeit",
}
_SAY_NOTHING: Final = ("?", "-", "")

_TAG: Final = re.compile(r'\s*\[\s*([A-Za-z0-9_]+)\s+"((?:[^"\\\n]++|\\.)*+)"\s*\]')
_TAGS_LINE: Final = re.compile(r"^[ \t]*\[[^%\]]", re.MULTILINE)
_ESCAPED: Final = re.compile(r"\\(.)")
_COMMAND: Final = re.compile(r"\[%(eval|emt)\s++([^\]\s]*+)\s*+\]\s?")
_TIMES: Final = re.compile(r"(\d{1,6})(?:\+(\d{1,6}))?", re.ASCII)

#: What may stand among the moves, in the order in which it is looked for.
_TOKEN: Final = re.compile(
    r"""\s*(?:
      \{(?P<comment>[^}]*)\}
    | ;(?P<rest>[^\n]*)
    | (?P<end>\d{1,2}-\d{1,2}(?![\w-])|1/2-1/2|-\d{1,2}(?!\S)|\*)
    | (?P<number>\d+(?:\.+|(?=[\s(]))|\.+)
    | (?P<noise>\$\d+|[!?]+)
    | (?P<bracket>[()])
    | (?P<word>[^\s{}()!?;.]+)
    )""",
    re.VERBOSE | re.ASCII,
)


@dataclass(frozen=True)
class PgnFile(TextFile):
    """The text of a file of PGN."""

    def read(self) -> Iterator[Game | GameFileError]:
        """One game, or the error that stands in its place, after the other."""
        for line, text in _pieces(self.text):
            try:
                yield read_pgn(text, self.name, line)
            except GameFileError as error:
                yield error


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    """The text of each game, from its first tag on, with the number of its line."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    starts = list(_first_tags(text)) or [0]
    if text[: starts[0]].strip():
        starts.insert(0, 0)
    line, counted = 1, 0
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        line, counted = line + text.count("\n", counted, start), start
        if text[start:end].strip():
            yield line, text[start:end]


def _first_tags(text: str) -> Iterator[int]:
    """Where a line is a tag and the last line that is not empty is none; not within comments."""
    moves, comment, at = True, False, 0
    for content in text.splitlines(keepends=True):
        if not comment and _TAGS_LINE.match(content):
            if moves:
                yield at
            moves = False
        elif content.strip():
            moves = True
            comment = content.rfind("{") > content.rfind("}") or (comment and "}" not in content)
        at += len(content)


def read_pgn(text: str, name: str = "PGN", first_line: int = 1) -> Game:
    """Read one game.

    Args:
        text: the tags and the moves.
        name: what errors call the file.
        first_line: number of the line with which the text begins.

    Raises:
        GameFileError: something in it is no move, no tag, or breaks the rules; the message
            names line and ply, and ``.partial`` is the game up to the fault.

    >>> read_pgn('[Black "Ann"] 1. f5 d6 2. c3 *').transcript()
    'f5d6c3'
    """
    return _Reading(text, name, first_line).game()


@dataclass
class _Line:
    """The moves of a game or of a variation, from `begun` on those of the board.

    Attributes:
        board: with its moves.
        begun: how many of them are not its own.
        at: index of the move of the line above that it replaces.
        notes: one for each of its own.
        remarks: on them, by their number.
        variations: of its own.
        before: comments that wait for the first move.
    """

    board: Board
    begun: int = 0
    at: int = 0
    notes: list[MoveNote] = field(default_factory=list)
    remarks: dict[int, list[str]] = field(default_factory=dict)
    variations: list[Variation] = field(default_factory=list)
    before: list[str] = field(default_factory=list)

    def told(self) -> tuple[MoveNote, ...]:
        """The notes, with all remarks."""
        return with_remarks(self.notes, self.remarks)


class _Reading:
    """A game that is being read."""

    def __init__(self, text: str, name: str, first_line: int) -> None:
        self._text = text
        self._name = name
        self._first_line = first_line
        self._at = 0
        self._facts: dict[str, Any] = {}
        self._others: dict[str, str] = {}
        self._comments: list[str] = []
        self._lines: list[_Line] = []

    def game(self) -> Game:
        """The game."""
        try:
            self._read_tags()
            self._read_moves()
        except OutflankError as error:
            raise self._fault(error) from None
        return self._written()

    def _written(self) -> Game:
        main = self._lines[0]
        facts = {**self._facts, "others": self._others, "source": self._source(self._first_line)}
        game = Game.from_board(main.board, notes=main.told(), **facts)
        comment = "\n".join(filter(None, self._comments)) or None
        return replace(game, comment=comment, variations=tuple(main.variations))

    def _source(self, line: int) -> str:
        return f"{self._name} line {line}"

    def _fault(self, error: OutflankError) -> GameFileError:
        line = self._first_line + self._text.count("\n", 0, self._at)
        board = self._lines[-1].board if self._lines else None
        partial = Game.from_board(self._lines[0].board, **self._facts) if self._lines else None
        message = f"{self._source(line)}: {error}"
        return GameFileError(message, board=board, ply=error.ply, partial=partial)

    def _read_tags(self) -> None:
        tags: dict[str, str] = {}
        while found := _TAG.match(self._text, self._at):
            tags.setdefault(found[1], _ESCAPED.sub(r"\1", found[2]).strip())
            self._at = found.end()
        rest = self._text[self._at :].lstrip()
        if rest.startswith("["):
            raise OutflankError(f"not a tag of PGN: {quoted(rest.splitlines()[0])}")
        board = Board.from_text(tags["FEN"]) if "FEN" in tags else Board()
        self._lines = [_Line(board)]
        self._facts = _facts(tags)
        self._others = {
            {**RENAMED, **_ALSO}.get(name, name): value
            for name, value in tags.items()
            if value not in _SAY_NOTHING and (name not in TAKEN or name in {**RENAMED, **_ALSO})
        }
        if "Result" in tags and "result" not in self._facts and tags["Result"] not in ("*", "?"):
            self._others[UNCLEAR_RESULT] = tags["Result"]

    def _read_moves(self) -> None:
        while found := _TOKEN.match(self._text, self._at):
            kind, value = found.lastgroup, found[found.lastgroup or 0]
            match kind:
                case "comment" | "rest":
                    self._comment(value.strip())
                case "end":
                    self._result(value)
                case "bracket" if value == "(":
                    self._open()
                case "bracket":
                    self._close()
                case "word":
                    self._move(value)
            self._at = found.end()
        if rest := self._text[self._at :].strip():
            raise OutflankError(f"{quoted(rest)} is no move of PGN")
        if len(self._lines) > 1:
            raise OutflankError("a variation is not closed: the game is cut short")

    def _move(self, word: str) -> None:
        line = self._lines[-1]
        board = line.board
        try:
            move = _read_move(word)
            if board.must_pass and not move.is_pass:
                board.position.passed().play(move)  # refused before the pass is written down
                board.push(PASS)
                line.notes.append(NOTHING)
        except OutflankError as error:
            raise error.at(board.copy()) from None
        board.push(move)
        line.notes.append(NOTHING)
        if line.before:
            before, line.before = line.before, []
            self._comment("\n".join(filter(None, before)))

    def _comment(self, text: str) -> None:
        """A comment: on the move before it, or on the game; what it says in figures apart."""
        line = self._lines[-1]
        if not line.notes:
            if len(self._lines) == 1:
                self._comments.append(text)
            else:
                line.before.append(text)
            return
        told: dict[str, str] = dict(_COMMAND.findall(text))
        note = line.notes[-1]
        line.notes[-1] = MoveNote(
            read_number(told["eval"], "value in discs") if "eval" in told else note.evaluation,
            _seconds(told["emt"]) if "emt" in told else note.seconds,
        )
        remark = _COMMAND.sub("", text).strip()
        line.remarks.setdefault(len(line.notes) - 1, []).append(remark)

    def _open(self) -> None:
        above = self._lines[-1]
        if not above.notes:
            raise OutflankError("a variation before the first move: there is nothing to replace")
        if len(self._lines) > DEEPEST:
            raise OutflankError(f"variations within variations, more than {DEEPEST}")
        board = above.board.copy()
        board.pop()
        self._lines.append(_Line(board, len(board.moves), len(above.notes) - 1))

    def _close(self) -> None:
        if len(self._lines) == 1:
            raise OutflankError("a bracket that closes nothing")
        line = self._lines.pop()
        if moves := line.board.moves[line.begun :]:
            variation = Variation(line.at, moves, line.told(), tuple(line.variations))
            self._lines[-1].variations.append(variation)

    def _result(self, text: str) -> None:
        """The result behind the moves, where no tag has told one."""
        if len(self._lines) == 1 and "result" not in self._facts:
            self._facts |= _read_result(text)


def _read_move(word: str) -> Move:
    """A move with nothing around it; single hyphens are no passes."""
    if word.lower() in PASS_TOKENS:
        return PASS
    move = Move(word)
    if move.is_pass:
        raise InvalidMoveError(f"{quoted(word)} is not a move")
    return move


def _seconds(text: str) -> float:
    """Seconds, also as ``h:mm:ss``."""
    seconds = 0.0
    for part in text.split(":")[:3]:
        seconds = SECONDS_A_MINUTE * seconds + read_number(part, "time")
    return seconds


def _facts(tags: Mapping[str, str]) -> dict[str, Any]:
    """What tags say that `Game` has attributes for."""
    facts: dict[str, Any] = {
        attribute: tags[name]
        for name, attribute in FACTS.items()
        if tags.get(name, "?") not in _SAY_NOTHING
    }
    if date := normal_date(tags.get("Date", "?")):
        time = tags.get("Time", "")
        facts["date"] = f"{date} {time}" if re.fullmatch(r"[\d:]{5,8}", time) else date
    facts |= _read_result(tags.get("Result", ""))
    if "Score" in tags:
        facts["result"] = read_number(tags["Score"], "result")
    if "Komi" in tags:
        facts["komi"] = read_number(tags["Komi"], "komi")
    if tags.get("Winner", "").lower() in ("black", "white"):
        facts["winner"] = Color(tags["Winner"].lower())
    if ending := ENDINGS.get(tags.get("Termination", "").lower()):
        facts["ending"] = ending
    if "TimeControl" in tags:
        facts |= dict.fromkeys(CLOCKS.values(), _clock(tags["TimeControl"]))
    return facts | {CLOCKS[name]: _clock(tags[name]) for name in CLOCKS if name in tags}


def _read_result(text: str) -> dict[str, Any]:
    """The difference in discs, where a result tells it; ``1-0`` could mean either side."""
    if text == "1/2-1/2":
        return {"result": 0.0}
    result = read_counts(text)
    return {} if result is None else {"result": result}


def _clock(text: str) -> str | None:
    """A clock: ``300`` or ``300+5`` in seconds; anything else as it stands."""
    if text in _SAY_NOTHING:
        return None
    found = _TIMES.fullmatch(text)
    if not found:
        return text
    main = clock_text(float(found[1]))
    return f"{main}/{clock_text(float(found[2]))}/" if found[2] else main
