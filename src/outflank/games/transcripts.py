"""Text files of transcripts: one or more games, one a line or one over several lines.

* A line that begins with ``#`` or ``%`` is a comment. A comment or an empty line ends
  the game before it.
* A line that can go on with the game before it does; any other line begins a new game.
  Where a line can do neither to its end, the way that carries further is taken, and its
  fault is reported. A game that is over is never gone on with. Where the second line of
  a game could as well begin a new one, that is an error, not a guess: an empty line
  between two games, or a game on one line, leaves nothing to such rules.
* A line of 64 squares and a side begins a game from that position; its moves may stand
  behind them on the same line. Eight lines of eight squares, and the side at the end of the
  eighth or on the ninth, are such a line.
* Within a line, moves are read as `outflank.board.transcript` reads them: in any case,
  passes written or left out, with blanks, dots, commas, parentheses and move numbers
  between them; a column of a table beside them is an error (`outflank.games.tables` reads
  tables). A result at the end of a line (``37-27``, ``19:45``) is noise and is
  not compared with the moves.

Anything else is an error that names file, line, ply and square.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from outflank.board.board import Board
from outflank.board.errors import InvalidMoveError, InvalidPositionError, OutflankError, quoted
from outflank.board.transcript import PASS_WRITTEN
from outflank.games.errors import GameFileError
from outflank.games.game import Game
from outflank.games.textfile import TextFile

COMMENT_MARKS: Final = ("#", "%")

AMBIGUOUS: Final = (
    "the line can go on with the game before it or begin another: "
    "put an empty line between two games, or a whole game on one line"
)

#: Two columns of a table, the second one negative (``26 -8``), are none.
_RESULT: Final = re.compile(r"(?:^|\s)\d{1,2}(?:-|\s+-\s+|\s*:\s*)\d{1,2}\s*$")

#: A line without the blanks before it, and without the lines that are empty.
_CONTENT: Final = re.compile(r"\S[^\n]*")

#: A whole board with its side, and moves behind it; a digit alone behind it is the side.
BOARD_AND_MOVES: Final = re.compile(
    r"((?:[-.xXoO*wWbB●○01]\s?){64}(?:\s*[xXoO*wWbB●○](?=\s|\Z))?+)\s+(?![01]\s*\Z)(\S.*)",
    re.DOTALL,
)

#: A row of a drawn board, the last one perhaps with the side; or the side alone.
_ROW: Final = re.compile(r"(?:[-.xXoO*wWbB●○] ?){8}(?: ?[xXoO*wWbB●○])?")
_SIDE: Final = re.compile(r"[xXoO*wWbB●○]")
_ROWS: Final = 8

#: Half a board and more without a row digit is meant as a board, perhaps one cut short.
_BOARD_LINE: Final = re.compile(r"[-.xXoO*wWbB●○01 ]{32,}")


@dataclass(frozen=True)
class TranscriptFile(TextFile):
    """The text of a file of transcripts.

    Attributes:
        first_line: number of the line with which the text begins, where it is a piece.
    """

    first_line: int = 1

    def read(self) -> Iterator[Game | GameFileError]:
        """One game, or the error that stands in its place, after the other."""
        return (found for _, found in self.numbered())

    def numbered(self) -> Iterator[tuple[int, Game | GameFileError]]:
        """Every game, or the error in its place, with the number of the line it begins on."""
        current: _Reading | None = None
        for number, content in _boards_joined(_lines(self.text, self.first_line)):
            before, current = current, None
            if content and not content.startswith(COMMENT_MARKS):
                current = _read_line(before, number, content)
            if before and (current is None or current.first_line != before.first_line):
                yield before.first_line, self._game(before)
            if current and current.fault:
                yield current.first_line, self._error(current)
                current = None

    def _game(self, reading: _Reading) -> Game:
        return Game.from_board(reading.board, source=f"{self.name} line {reading.first_line}")

    def _error(self, reading: _Reading) -> GameFileError:
        """The fault with its place, and the game up to it (none where no game had begun)."""
        fault, board = reading.fault, reading.board
        begun = not isinstance(fault, InvalidPositionError)
        return GameFileError(
            f"{self.name} line {reading.line}: {fault}",
            board=board if begun else None,
            ply=fault.ply if fault else None,
            partial=self._game(reading) if begun else None,
        )


def _lines(text: str, first_line: int) -> Iterator[tuple[int, str]]:
    """The lines that say something, by number; one empty line for each gap, and one at the end.

    Nothing is made of the lines in a gap: millions of empty ones cost no memory.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    number, end = first_line, 0
    for found in _CONTENT.finditer(text):
        skipped = text.count("\n", end, found.start())
        number += skipped
        if skipped > 1:
            yield number - 1, ""
        yield number, _RESULT.sub("", found[0]).strip()
        end = found.end()
    yield number + 1, ""


def _boards_joined(lines: Iterator[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """The lines; eight rows of a drawn board, and a side below them, become one."""
    rows: list[tuple[int, str]] = []
    for number, content in lines:
        whole = len(rows) == _ROWS
        if whole and _SIDE.fullmatch(content):
            rows.append((number, content))
        if whole:
            yield rows[0][0], " ".join(row for _, row in rows)
            joined, rows = len(rows) > _ROWS, []
            if joined:
                continue
        if _ROW.fullmatch(content):
            rows.append((number, content))
            continue
        yield from rows
        rows = []
        yield number, content
    yield from rows


class _Reading(NamedTuple):
    """A game that is being read.

    Attributes:
        first_line: where it began.
        line: the line read last.
        board: the game up to there, or up to the fault.
        placed: discs that this line placed.
        fault: what is wrong in this line.
    """

    first_line: int
    line: int
    board: Board
    placed: int
    fault: OutflankError | None


def _read_line(before: _Reading | None, number: int, content: str) -> _Reading:
    """The game before it gone on with, or the new game, that a line is taken for."""
    new = _begin(number, content)
    if before is None or before.board.is_game_over():
        return new
    onward = _play(before.board.copy(), before.first_line, number, content)
    if onward.fault and (new.fault is None or new.placed > onward.placed):
        return new
    if not (onward.fault or new.fault) and before.line == before.first_line:
        return onward._replace(board=before.board, fault=OutflankError(AMBIGUOUS))
    return onward


def _begin(number: int, content: str) -> _Reading:
    if found := BOARD_AND_MOVES.fullmatch(content):
        try:
            return _play(Board.from_text(found[1]), number, number, found[2])
        except InvalidPositionError as error:
            return _Reading(number, number, Board(), 0, error)
    if not _BOARD_LINE.fullmatch(content):
        begun = _play(Board(), number, number, content)
        if begun.fault is None and not begun.board.moves:  # nothing but points and brackets
            fault = InvalidMoveError(f"{quoted(content)}: there is no move in it")
            return begun._replace(fault=fault.at(begun.board.copy()))
        return begun
    try:
        return _Reading(number, number, Board.from_text(content), 0, None)
    except OutflankError as error:
        return _Reading(number, number, Board(), 0, error)


def _play(board: Board, first_line: int, number: int, content: str) -> _Reading:
    before = board.ply
    fault = None
    try:
        board.push_transcript(content)
    except OutflankError as error:
        fault = error
    return _Reading(first_line, number, board, board.ply - before, fault)


def write_transcript(game: Game) -> str:
    """The moves on one line; before them the board, where a game does not begin as all do.

    Passes are left out, but for one at the end, which nothing implies.
    """
    moves = game.transcript()
    if game.moves and game.moves[-1].is_pass:
        moves += PASS_WRITTEN
    return (
        moves if moves and game.root() == Board() else f"{game.root().to_text()} {moves}".rstrip()
    )


def written_lines(written: Iterable[tuple[Game, str]]) -> Iterator[str]:
    """Games, each with its line; an empty one follows where another game could seem to go on."""
    for game, line in written:
        yield line
        if not game.board().is_game_over():
            yield ""
