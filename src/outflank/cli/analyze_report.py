"""A report on the terminal: a table of the moves, the players, the turning points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from outflank.analysis.tally import Phase
from outflank.analysis.words import (
    UNKNOWN,
    accuracy_text,
    how_text,
    loss_text,
    lost_text,
    mean_text,
    perfect_text,
    proved_text,
    time_text,
)
from outflank.board.color import Color
from outflank.board.wording import short
from outflank.cli.output import counted, make_table, say, say_table

if TYPE_CHECKING:
    from outflank.analysis import AnalysisOptions, GameReport, MoveReport, PlayerSummary
    from outflank.analysis.tally import Tally

MOVE_COLUMNS = ("ply", "<colour", "<move", "value", "<best", "best value", "loss", "<how")
TALLY_COLUMNS = ("moves", "lost", "a move", "perfect", "accuracy", "<proved lost")
TIME_COLUMN = "time"

#: Marks best moves beside which there may be others as good.
MAY_BE_MORE = "*"

#: What the units of the articles' evaluations mean, roughly.
WORTHS = {
    "mtdf-article": "a corner counts 30, a move 10",
    "pvs-article": "a corner counts 100, a move 8",
}


def say_report(report: GameReport) -> None:
    """All moves, both players, the turning points."""
    timed = any(move.seconds is not None for move in report.moves)
    say(f"\n{_explanation(report.options)}")
    columns = (*MOVE_COLUMNS, *((TIME_COLUMN,) if timed else ()))
    say_table(make_table(columns, (_move_row(move, timed) for move in report.moves)))
    if not report.complete:
        count = counted(len(report.game.moves), "move")
        say(f"The last {len(report.moves)} of {count} were analysed.")
    if not all(move.every_move for move in report.moves):
        say(f"{MAY_BE_MORE} not every move was valued: others may be as good.")
    say()
    summaries = [report.summary(color) for color in Color]
    columns = ("<player", "<phase", *TALLY_COLUMNS, *((TIME_COLUMN,) if timed else ()))
    rows = (row for summary in summaries for row in _player_rows(summary, timed))
    say_table(make_table(columns, rows))
    points = report.turning_points
    if points:
        say("\nTurning points:")
    for point in points:
        say(f"{point.move.color}, {point}.")


def _explanation(options: AnalysisOptions) -> str:
    """What the values in the table are."""
    unit = options.unit
    if options.article is None:
        return (
            "Values are in discs from the mover's view (+ is good for it): exact, or estimates (~) "
            "so many\nplies deep. An estimate may be some discs wrong; certainty of its search in "
            "per cent."
        )
    return (
        f"Values are from the mover's view: exact, in discs, from {options.exact_empties} "
        f"empties; before, {counted(options.plies or 0, 'ply')} deep, in units of {unit}.\n"
        f"{unit} units are not discs ({WORTHS[unit]}): "
        "compare the moves of one ply, not two plies."
    )


def _move_row(report: MoveReport, timed: bool) -> tuple[str, ...]:
    best = " ".join(str(move) for move in report.best)
    return (
        UNKNOWN if report.ply is None else str(report.ply),
        str(report.color),
        str(report.move),
        short(report.value),
        best if report.every_move else f"{best} {MAY_BE_MORE}",
        short(report.best_value),
        loss_text(report),
        how_text(report),
        *((time_text(report.seconds),) if timed else ()),
    )


def _player_rows(summary: PlayerSummary, timed: bool) -> Iterator[tuple[str, ...]]:
    """The whole game, and each phase that was reached."""
    name = f"{summary.name} ({summary.color})" if summary.name else str(summary.color)
    yield (name, "game", *_figures(summary.total, timed))
    for phase in Phase:
        if summary.phases[phase].moves:
            yield ("", str(phase), *_figures(summary.phases[phase], timed))


def _figures(tally: Tally, timed: bool) -> tuple[str, ...]:
    return (
        str(tally.moves),
        lost_text(tally),
        mean_text(tally),
        perfect_text(tally),
        accuracy_text(tally),
        proved_text(tally),
        *((time_text(tally.seconds),) if timed else ()),
    )
