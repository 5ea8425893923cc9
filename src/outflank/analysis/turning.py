"""The turning points of a game: where most was lost, why, and what was better, in plain words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Final

from outflank.analysis.reasons import Scene, reasons
from outflank.board.board import Board
from outflank.board.score import Score

if TYPE_CHECKING:
    from outflank.analysis.report import GameReport, MoveReport

#: How many are told of a game.
MOST: Final = 5

#: Losses that are no turning points: proved, and estimated, where noise is about as much.
LEAST_PROVED: Final = 2
LEAST_ESTIMATED: Final = 3

#: Discs that it weighs to change who wins.
WORTH_OF_WINNING: Final = 6

#: Reasons that are given for a move.
MOST_REASONS: Final = 2

#: Moves that are told of a line where no reason is found.
SHOWN: Final = 4


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A move that lost much, or the game.

    Attributes:
        number: which move of the game, from 0, passes counted.
        move: its report.
        reasons: what is against it, the weightiest first, each a phrase after "it".
        verdict: what the best move, or each of them, would have done.

    >>> from outflank.board import Color, Move, Score
    >>> from outflank.analysis import MoveReport
    >>> move = MoveReport(22, Color.BLACK, Move("g2"), Score(-4), (Move("f2"),), Score(4), 8, True)
    >>> print(TurningPoint(21, move, ("gives White the corner h1",), "f2 kept the lead"))
    22. g2 loses 8: it gives White the corner h1; f2 kept the lead
    """

    number: int
    move: MoveReport
    reasons: tuple[str, ...]
    verdict: str

    @property
    def told(self) -> str:
        """What is said of the move, from "loses" on."""
        about = "" if self.move.exact else "about "
        why = f": it {' and '.join(self.reasons)}" if self.reasons else ""
        return f"loses {about}{round(self.move.lost or 0)}{why}; {self.verdict}"

    def __str__(self) -> str:
        return f"{self.move.ply}. {self.move.move} {self.told}"


def turning_points(report: GameReport, most: int = MOST) -> tuple[TurningPoint, ...]:
    """The moves that lost most, in their order; what changed who wins weighs more.

    Args:
        report: of the game, or of its last moves.
        most: how many.
    """
    weighed = [
        (_weight(move), -number) for number, move in enumerate(report.moves) if _is_loss(move)
    ]
    chosen = sorted(-number for _, number in sorted(weighed, reverse=True)[:most])
    boards = [board for board, _ in report.game.steps()][report.first :]
    return tuple(_tell(report, number, boards[number]) for number in chosen)


def _is_loss(move: MoveReport) -> bool:
    least = LEAST_PROVED if move.exact else LEAST_ESTIMATED
    return move.ply is not None and move.lost is not None and move.lost >= least


def _weight(move: MoveReport) -> float:
    changed = _outcome(move.best_value) != _outcome(move.value)
    return (move.lost or 0) + WORTH_OF_WINNING * changed


def _outcome(score: Score) -> int:
    """1 for a win of the mover, 0 for a draw, -1: by the value, proved or not."""
    value = round(score.value)
    return (value > 0) - (value < 0)


def _tell(report: GameReport, number: int, board: Board) -> TurningPoint:
    move = report.moves[number]
    later = report.moves[number + 1 : number + 2]
    scene = Scene(
        before=board.position,
        mover=move.color,
        played=move.move,
        better=move.best[0],
        answer=later[0].line if later else (),
        better_answer=move.line[1:],
    )
    found = tuple(islice(reasons(scene), MOST_REASONS)) or _line(scene.answer)
    return TurningPoint(report.first + number, move, found, _verdict(move))


def _line(answer: Sequence[object]) -> tuple[str, ...]:
    """Where nothing on the board says why, the moves that follow must."""
    if not answer:
        return ()
    return (f"is answered by {' '.join(str(move) for move in answer[:SHOWN])}",)


def _verdict(move: MoveReport) -> str:
    """What the best moves would have done, from the view of the side that moved."""
    names = " or ".join(str(best) for best in move.best)
    best, value, about = move.best_value, move.value, "" if move.best_value.proved else "about "
    discs = abs(round(best.value))
    if _outcome(best) > 0:
        kept = "the lead" if _outcome(value) <= 0 else f"a lead of {about}{discs}"
        return f"{names} kept {kept}"
    if _outcome(best) == 0:
        return f"{names} kept the balance"
    return f"{names} held {move.color.other} to a lead of {about}{discs}"
