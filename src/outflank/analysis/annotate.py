"""The game of a report with what was found written into it: values, remarks, better lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from outflank.analysis.tally import LOSSLESS
from outflank.analysis.words import how_text, loss_text
from outflank.board.board import Board
from outflank.board.score import DISCS
from outflank.board.wording import short
from outflank.games.game import Game
from outflank.games.notes import MoveNote, Variation

if TYPE_CHECKING:
    from outflank.analysis.report import GameReport, MoveReport
    from outflank.board.square import Move

#: Between what a record says of a move and what is added.
BREAK = "\n"


def annotate(report: GameReport) -> Game:
    """The game with a value and a remark for every move, and the better lines as variations.

    Values are as games have them: in discs, from the view of the side that moved. Times,
    remarks and variations that the game has are kept, evaluations are replaced where there
    is a new one.
    """
    game = report.game
    notes = [game.note(number) for number in range(len(game.moves))]
    points = {point.number: point.told for point in report.turning_points}
    for number, move in enumerate(report.moves, report.first):
        notes[number] = _noted(notes[number], move, points.get(number))
    variations = (*game.variations, *_variations(report))
    return replace(game, notes=tuple(notes), variations=variations)


def _noted(note: MoveNote, report: MoveReport, told: str | None) -> MoveNote:
    value = report.value.value if report.value.unit == DISCS else note.evaluation
    remark = _remark(report, told)
    comment = BREAK.join(text for text in (note.comment, remark) if text) or None
    return replace(note, evaluation=value, comment=comment)


def _remark(report: MoveReport, told: str | None) -> str | None:
    """What was lost and what was better; nothing of a move that lost nothing."""
    if report.forced or report.lost is None or report.lost < LOSSLESS:
        return None
    best = " or ".join(str(move) for move in report.best)
    worth = f"best {best} {short(report.best_value)} ({how_text(report)})"
    return f"{told or f'loses {loss_text(report)}'}; {worth}"


def _variations(report: GameReport) -> Iterator[Variation]:
    """The best line from every move that lost something."""
    boards = [board for board, _ in report.game.steps()][report.first :]
    for number, (move, board) in enumerate(zip(report.moves, boards, strict=True), report.first):
        line = playable(board, move.line)
        if (move.lost or 0) >= LOSSLESS and line and line[0] != move.move:
            yield Variation(number, line, _values(move, line))


def _values(report: MoveReport, line: Sequence[Move]) -> tuple[MoveNote, ...]:
    """The value of the first move; of the others nothing is said."""
    value = report.best_value.value if report.best_value.unit == DISCS else None
    return (MoveNote(evaluation=value), *(MoveNote() for _ in line[1:]))


def playable(board: Board, line: Sequence[Move]) -> tuple[Move, ...]:
    """The moves of a line as far as they can be played from a board, which is not changed."""
    position = board.position
    for played, move in enumerate(line):
        after = position.try_play(move)
        if after is None:
            return tuple(line[:played])
        position = after
    return tuple(line)
