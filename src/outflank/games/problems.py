"""Positions from text in any form: OBF, 64 squares a line, drawn boards, transcripts.

* A line of 64 squares, with or without a side and what OBF adds to them, is a position.
* Eight lines of eight squares are one, too; the side may follow at the end of the
  eighth line or on the ninth.
* Any other line is part of a transcript, and the position is the one after its moves.
  Transcripts are read as in `outflank.games.transcripts`: one a line, or one over
  several lines; behind or directly below a line of 64 squares they go on from there.
* Empty lines, and comments (``#``, ``%``), stand between positions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from pathlib import Path
from typing import Final, Literal, NamedTuple, TypeAlias

from outflank.board.text import BLACK_LETTERS, DIGITS, EMPTY_MARKS, WHITE_LETTERS
from outflank.games.content import read_text
from outflank.games.errors import FaultListener, GameFileError, without_faults
from outflank.games.obf import FIELD_END, Problem, read_problem
from outflank.games.transcripts import BOARD_AND_MOVES, COMMENT_MARKS, TranscriptFile

#: What a line is part of.
Kind: TypeAlias = Literal["position", "drawn board", "transcript", "nothing"]

ROWS_OF_A_BOARD: Final = 8

_LETTER: Final = f"[{re.escape(BLACK_LETTERS + WHITE_LETTERS + EMPTY_MARKS)}]"
_SQUARE: Final = f"[{re.escape(BLACK_LETTERS + WHITE_LETTERS + EMPTY_MARKS + DIGITS)}]"

#: Half a board and more is meant as a whole one, perhaps cut short; and no transcript has
#: eight such characters in a row: in it, letters and digits take turns.
_POSITION: Final = re.compile(rf"(?:{_SQUARE}\s*){{32,}}|.*{_LETTER}{{8}}.*")

#: A row of a drawn board, perhaps with a square too few or with the side; or the side alone.
_ROW: Final = re.compile(rf"(?:{_SQUARE}\s*){{7,31}}")
_SIDE: Final = re.compile(_SQUARE)


class _Line(NamedTuple):
    """A line without blanks around it, and its number, counted from 1."""

    number: int
    text: str


def read_problems(path: Path | str, on_fault: FaultListener | None = None) -> Iterator[Problem]:
    """The positions of a text file in any form, one after the other.

    Args:
        path: the file.
        on_fault: called with the error of a position that cannot be read, which is then
            left out; without it the error is raised.

    Raises:
        GameFileError: something is no position (the message names file and line), there
            is no position at all, or the file is no text.
        OSError: the file cannot be read.
    """
    return parse_problems(read_text(path), Path(path).name, on_fault)


def parse_problems(
    text: str, name: str, on_fault: FaultListener | None = None
) -> Iterator[Problem]:
    """As `read_problems`, for a text that errors call `name`."""
    emptiness = GameFileError(f"{name}: empty: there is no position in it")
    return without_faults(_read(text, name), on_fault, emptiness)


def has_positions(text: str) -> bool:
    """True if a line of the text is a position, or part of a drawn one; else it holds games."""
    lines = (_Line(number, line.strip()) for number, line in enumerate(text.splitlines(), 1))
    return any(_kind(line) in ("position", "drawn board") for line in lines)


def _read(text: str, name: str) -> Iterator[Problem | GameFileError]:
    """One position, or the error that stands in its place, after the other."""
    lines = (_Line(number, line.strip()) for number, line in enumerate(text.splitlines(), 1))
    blocks = [(kind, list(block)) for kind, block in groupby(lines, key=_kind)]
    before: list[_Line] = []  # the line of squares that a transcript below it may go on from
    for (kind, block), (following, _) in pairwise([*blocks, ("nothing", [])]):
        match kind:
            case "position":
                if following == "transcript" and FIELD_END not in block[-1].text:
                    before = [block.pop()]
                yield from (read_problem(line.text, name, line.number) for line in block)
            case "drawn board":
                yield from (_join(rows, name) for rows in _boards(block))
            case "transcript":
                yield from _replay([*before, *block], name)
                before = []


def _kind(line: _Line) -> Kind:
    text = line.text
    if not text or text.startswith(COMMENT_MARKS):
        return "nothing"
    if _ROW.fullmatch(text) or _SIDE.fullmatch(text):
        return "drawn board"
    if BOARD_AND_MOVES.fullmatch(text) and FIELD_END not in text:
        return "transcript"
    return "position" if FIELD_END in text or _POSITION.fullmatch(text) else "transcript"


def _boards(lines: Sequence[_Line]) -> Iterator[Sequence[_Line]]:
    """Lines cut into boards: eight rows, and a side where one stands alone below them."""
    start = 0
    while start < len(lines):
        end = start + ROWS_OF_A_BOARD
        if end < len(lines) and _SIDE.fullmatch(lines[end].text):
            end += 1
        yield lines[start:end]
        start = end


def _join(rows: Sequence[_Line], name: str) -> Problem | GameFileError:
    return read_problem("\n".join(row.text for row in rows), name, rows[0].number)


def _replay(lines: Sequence[_Line], name: str) -> Iterator[Problem | GameFileError]:
    """The positions after the transcripts of lines that follow each other."""
    text = "\n".join(line.text for line in lines)
    for number, found in TranscriptFile(name, text, lines[0].number).numbered():
        if isinstance(found, GameFileError):
            yield found
        else:
            board = found.board()
            yield Problem(board.position, board.turn, source=name, line=number)
