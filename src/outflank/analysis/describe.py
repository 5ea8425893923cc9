"""A report as JSON values: what the page shows, what files keep, what programs read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from outflank.analysis.tally import Tally
from outflank.board.color import Color
from outflank.board.wording import describe_score

if TYPE_CHECKING:
    from outflank.analysis.report import GameReport, MoveReport, PlayerSummary

#: The sign convention of every value of a report, in words.
CONVENTION: Final = "values are in discs from the view of the side that moved: + is good for it"

#: Digits of means and times.
DIGITS: Final = 3


def describe_move(number: int, report: MoveReport) -> dict[str, Any]:
    """One move as a JSON object; docs/commands.md has the schema.

    Args:
        number: which move of the game, from 1, passes counted.
        report: the move.
    """
    return {
        "number": number,
        "ply": report.ply,
        "colour": report.color.value,
        "move": str(report.move),
        **describe_score(report.value),
        "best": [str(move) for move in report.best],
        **{f"best_{name}": value for name, value in describe_score(report.best_value).items()},
        "loss": report.loss,
        "estimated_loss": report.estimated_loss,
        "exact": report.exact,
        "depth": report.depth,
        "values": {str(move): score.value for move, score in report.values.items()},
        "every_move": report.every_move,
        "line": [str(move) for move in report.line],
        "phase": None if report.phase is None else str(report.phase),
        "forced": report.forced,
        "seconds": report.seconds,
    }


def describe_report(report: GameReport) -> dict[str, Any]:
    """A whole report as a JSON object, its moves from the first to the last."""
    opening = report.opening
    return {
        "game": _describe_game(report),
        "convention": CONVENTION,
        "unit": report.options.unit,
        "complete": report.complete,
        "opening": opening and {"name": opening.name, "japanese": opening.japanese},
        "moves": [
            describe_move(number, move)
            for number, move in enumerate(report.moves, report.first + 1)
        ],
        "players": [describe_player(report.summary(color)) for color in Color],
        "turning_points": [
            {
                "number": point.number + 1,
                "ply": point.move.ply,
                "reasons": list(point.reasons),
                "verdict": point.verdict,
                "text": str(point),
            }
            for point in report.turning_points
        ],
    }


def _describe_game(report: GameReport) -> dict[str, Any]:
    game, outcome = report.game, report.game.outcome()
    return {
        "black": game.black,
        "white": game.white,
        "event": game.event,
        "date": game.date,
        "year": game.year,
        "source": game.source,
        "start": game.root().to_text(),
        "moves": game.transcript(),
        "score": None if outcome is None else outcome.score,
        "recorded_black_discs": game.black_discs,
        "recorded_result": game.result,
    }


def describe_player(summary: PlayerSummary) -> dict[str, Any]:
    """One player's moves together."""
    return {
        "colour": summary.color.value,
        "name": summary.name,
        **describe_tally(summary.total),
        "phases": {str(phase): describe_tally(tally) for phase, tally in summary.phases.items()},
    }


def describe_tally(tally: Tally) -> dict[str, Any]:
    """Moves together; `null` where nothing is known."""
    return {
        "moves": tally.moves,
        "choices": tally.choices,
        "known": tally.known,
        "lost": _rounded(tally.lost),
        "mean": _rounded(tally.mean),
        "perfect": tally.perfect,
        "accuracy": _rounded(tally.accuracy),
        "proved": tally.proved,
        "proved_lost": tally.proved_lost,
        "proved_perfect": tally.proved_perfect,
        "seconds": _rounded(tally.seconds),
    }


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, DIGITS)
