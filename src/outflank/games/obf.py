"""OBF, the Othello Board File: one position a line, with the scores that are known of it.

::

    64 squares, side; move:score; move:score; % comment
    --XXX---X-OOOO--X-OOOOOOXXXOOOOOXXOOOOOOXOOOOOOO-OOOOOO--OOOOOOO X; B3:+8; F1:+4;

* Scores are in discs from the side to move, in any order; ``+8;`` alone is the score of
  the position without a move. ``PA`` is a pass.
* A line that begins with ``%`` or ``#`` is a comment.
* ``--:-127;`` at the end of a line is what a program leaves that writes its "no move"
  with its "no score": neither a move nor a pass. It is skipped.
* The dialect of game position databases is read as well: points between scores, and
  fields of their own for a name before the board, the side, and a description:
  ``ffo-01;..bbbbb…;b; G8:+18. H1:+12.;``. Name and description become the comment.

Whatever else a line holds is an error of that line; the other lines are read.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

from outflank.board.board import Board
from outflank.board.color import Color
from outflank.board.errors import OutflankError, quoted
from outflank.board.position import Position
from outflank.board.score import MOST_DISCS
from outflank.board.square import Move
from outflank.board.text import BLACK_LETTERS, EMPTY_MARKS, WHITE_LETTERS
from outflank.games.content import read_text
from outflank.games.errors import FaultListener, GameFileError, without_faults
from outflank.games.transcripts import COMMENT_MARKS

FIELD_END: Final = ";"
COMMENT: Final = "%"
PASS_WRITTEN: Final = "PA"

#: What may stand as the side in a field of its own.
SIDES: Final = tuple(BLACK_LETTERS + WHITE_LETTERS)

#: "No move" with "no score" of the programs that write it.
SENTINEL: Final = ("--", -127)

_SCORE: Final = re.compile(r"[+-]?\d{1,3}", re.ASCII)
_POINT: Final = re.compile(r"\.(?=\s|\Z)")
_MOVE_AND_SCORE: Final = re.compile(r"\s*[^\s:]+\s*:\s*[+-]?\d", re.ASCII)
_LETTERS: Final = re.escape(BLACK_LETTERS + WHITE_LETTERS + EMPTY_MARKS)
_BOARD: Final = re.compile(rf"\s*[{_LETTERS}\s]{{32}}")


@dataclass(frozen=True)
class Problem:
    """A position, what is known of it, and where it was read; it never changes.

    Attributes:
        position: the position, the side to move first.
        turn: the colour of that side.
        scores: known scores of legal moves, in discs from the side to move; may be empty.
        score: known score of the position; if it is not given, the best of `scores`;
            None where neither is known.
        comment: what the line says beside that, one line of text.
        source: the file, None where it was read from none.
        line: number of the line in it, from 1.

    Raises:
        OutflankError: a score is not -64 to 64, a scored move is not legal, or the score
            of the position is below that of a move; a comment of several lines.

    >>> problem = Problem(Position.start(), scores={Move("f5"): 0})
    >>> problem.score, problem.to_text()
    (0, '---------------------------OX------XO--------------------------- X; F5:+0;')
    """

    position: Position
    turn: Color = Color.BLACK
    scores: Mapping[Move, int] = field(default_factory=dict, hash=False)
    score: int | None = None
    comment: str = ""
    source: str | None = field(default=None, compare=False)
    line: int = field(default=1, compare=False)

    def __post_init__(self) -> None:
        scores = {Move(move): operator.index(score) for move, score in self.scores.items()}
        object.__setattr__(self, "scores", scores)
        object.__setattr__(self, "comment", _checked_comment(self.comment))
        for move, score in self.scores.items():
            self.position.play(move)
            _check_score(score)
        best = max(self.scores.items(), key=lambda item: item[1], default=None)
        if self.score is None:
            object.__setattr__(self, "score", best[1] if best else None)
            return
        _check_score(self.score)
        if best and best[1] > self.score:
            raise OutflankError(
                f"the score of the position, {self.score:+d}, is below that of {best[0]}, "
                f"{best[1]:+d}"
            )

    @property
    def place(self) -> str:
        """Where it was read, such as ``hard-20.obf line 3``; empty if it was read nowhere."""
        return f"{self.source} line {self.line}" if self.source else ""

    def board(self) -> Board:
        """A new board with this position."""
        return Board(self.position, self.turn)

    def to_text(self) -> str:
        """The line of an OBF file, without its line end."""
        parts = [f"{self.board().to_text()};"]
        parts += [f"{_written(move)}:{score:+d};" for move, score in self.scores.items()]
        if self.score is not None and self.score != max(self.scores.values(), default=None):
            parts.append(f"{self.score:+d};")
        if self.comment:
            parts.append(f"{COMMENT} {self.comment}")
        return " ".join(parts)


def read_obf(
    source: Path | str | Iterable[str], on_fault: FaultListener | None = None, *, name: str = "text"
) -> Iterator[Problem]:
    """The problems of an OBF file, or of the lines of one, in turn.

    Args:
        source: the path of a file, or lines.
        on_fault: called with the error of a line that is no problem, which is then left
            out; without it the error is raised.
        name: what errors call the lines; a file is called by its own name.

    Raises:
        GameFileError: a line is no problem (the message names file and line, and says
            what is wrong; ``.board`` is its position where that could be read), there is
            no problem at all, or the file is no text.
        OSError: the file cannot be read.
    """
    if isinstance(source, Path | str):
        path = Path(source)
        source, name = read_text(path).splitlines(), path.name
    emptiness = GameFileError(f"{name}: empty: there is no position in it")
    return without_faults(read_problems_of(source, name), on_fault, emptiness)


def write_obf(problems: Iterable[Problem], path: Path | str) -> None:
    """Write an OBF file, one line a problem, each as soon as it comes.

    Raises:
        OSError: the file cannot be written.
    """
    with Path(path).open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{problem.to_text()}\n" for problem in problems)


def read_problem(text: str, source: str, line: int) -> Problem | GameFileError:
    """The problem of one line, or what is wrong with it."""
    content, _, comment = text.partition(COMMENT)
    board = None
    try:
        fields = _split(content)
        board = Board.from_text(fields.board)
        scores, score = _read_scores(fields.scores)
        return Problem(
            position=board.position,
            turn=board.turn,
            scores=scores,
            score=score,
            comment=" ".join([*fields.comments, comment]),
            source=source,
            line=line,
        )
    except OutflankError as error:
        bare = Problem(board.position, board.turn, source=source, line=line) if board else None
        return GameFileError(f"{source} line {line}: {error}", board=board, problem=bare)


def read_problems_of(lines: Iterable[str], name: str) -> Iterator[Problem | GameFileError]:
    """One problem, or the error that stands in its place, after the other."""
    for number, line in enumerate(lines, 1):
        content = line.strip()
        if content and not content.startswith(COMMENT_MARKS):
            yield read_problem(content, name, number)


class _Fields(NamedTuple):
    """A line cut at its semicolons: the board with its side, the scores, and free text."""

    board: str
    scores: list[str]
    comments: list[str]


def _split(content: str) -> _Fields:
    """The fields of a line, whichever dialect it is written in."""
    first, *others = content.split(FIELD_END)
    comments = []
    if others and not _BOARD.match(first) and _BOARD.match(others[0]):
        comments.append(first.strip())
        first, *others = others
    if others and others[0].strip() in SIDES:
        side, *others = others
        comments += [text.strip() for text in others if not _MOVE_AND_SCORE.match(text)]
        others = [text for text in others if _MOVE_AND_SCORE.match(text)]
        first = f"{first} {side.strip()}"
    return _Fields(first, others, [text for text in comments if text])


def _read_scores(fields: Iterable[str]) -> tuple[dict[Move, int], int | None]:
    """The scores of moves, and that of the position where it stands alone."""
    scores: dict[Move, int] = {}
    alone = None
    for item in (item.strip() for text in fields for item in _POINT.split(text)):
        if not item:
            continue
        move, colon, number = (part.strip() for part in item.rpartition(":"))
        score = _parse_score(number)
        if (move, score) == SENTINEL:
            continue
        _check_score(score)
        if not colon:
            if alone is not None:
                raise OutflankError(f"the position has two scores, {alone:+d} and {score:+d}")
            alone = score
            continue
        if Move(move) in scores:
            raise OutflankError(f"{Move(move)} has two scores")
        scores[Move(move)] = score
    return scores, alone


def _parse_score(text: str) -> int:
    if not _SCORE.fullmatch(text):
        raise OutflankError(f"{quoted(text)} is not a score: a number of discs such as +4")
    return int(text)


def _check_score(score: int) -> None:
    if abs(score) > MOST_DISCS:
        raise OutflankError(f"a score in discs is -64 to 64, not {score:+d}")


def _checked_comment(text: str) -> str:
    text = text.strip()
    if len(text.splitlines()) > 1 or "\0" in text:
        raise OutflankError(f"a comment is one line of text, not {quoted(text)}")
    return text


def _written(move: Move) -> str:
    return PASS_WRITTEN if move.is_pass else str(move).upper()
