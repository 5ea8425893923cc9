"""``outflank analyze``: every move of a game with its value, the best moves, and what was lost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from outflank.board.color import Color
from outflank.board.score import MOST_DISCS
from outflank.cli.inputs import (
    ArticleName,
    Depth,
    Empties,
    GameNumber,
    Json,
    Text,
    analysis_options,
    open_game_file,
)
from outflank.cli.listing import list_games
from outflank.cli.output import (
    Exit,
    UsageError,
    complain,
    counted,
    make_table,
    say,
    say_json,
    say_table,
)
from outflank.cli.progress import compiling, progress
from outflank.games.errors import GameFileError
from outflank.games.famous import famous_games
from outflank.games.game import Game
from outflank.games.reader import GameFile

if TYPE_CHECKING:
    from outflank.analysis import AnalysisOptions, GameReport, MoveReport, PlayerSummary

MOVE_COLUMNS = ("ply", "<colour", "<move", "value", "<best", "best value", "<unit", "loss")
PLAYER_COLUMNS = (
    "<player",
    "moves",
    "exact",
    "discs lost",
    "perfect",
    "<biggest loss",
)

#: What stands for a value that is not known.
UNKNOWN = ""

#: What the units of the articles' evaluations mean, roughly.
WORTHS = {
    "mtdf-article": "a corner counts 30, a move 10",
    "pvs-article": "a corner counts 100, a move 8",
}

ListFlag = Annotated[bool, Parameter(name="--list", negative="")]


def analyze(
    file: Text,
    /,
    *,
    list_: ListFlag = False,
    game: GameNumber | None = None,
    depth: Depth | None = None,
    exact_from: Empties | None = None,
    article: ArticleName = "mtdf",
    json: Json = False,
) -> int:
    """Value every move of a game, and sum up what each player lost.

    Args:
        file: a text of transcripts, a WTHOR file, - for standard input, or the name of a
            bundled game such as murakami-logistello-1997-1.
        list_: only list the games of the file: number, players, score, discs placed,
            year and event.
        game: which game of the file, counted from 0.
        depth: plies searched where values are not exact, 1 to 20 (8 if not given).
        exact_from: empties from which on values are exact, 0 to 30 (22 if not given).
        article: whose search and evaluation value the moves before that.
        json: write one JSON object for each move, or for each game of the list.
    """
    if list_ and game is not None:
        raise UsageError("--list and --game exclude each other")
    if list_:
        return list_games(_open(file), json=json)
    chosen, fault = _load(file, game)
    if fault is not None:
        complain(fault)
    if chosen is not None:
        with compiling():
            options = analysis_options(depth, exact_from, article)
        if json:
            _write_json(chosen, options)
        else:
            _write_text(chosen, options)
    return Exit.OK if fault is None else Exit.FAULT


def _load(file: str, number: int | None) -> tuple[Game | None, GameFileError | None]:
    """The game, or what can be read of it, and what is wrong with it or with its file."""
    game = None
    try:
        games = _open(file)
        game = games.game(number or 0)
        if number is None and games.has_game(1):
            complain(f"{games.name} holds several games: this is game 0; --game takes another")
        games.check()
    except GameFileError as error:
        begun = error.partial if error.partial and error.partial.moves else None
        return game or begun, error
    return game, None


def _open(file: str) -> GameFile:
    try:
        return open_game_file(file)
    except FileNotFoundError as error:
        names = ", ".join(famous_games())
        raise GameFileError(f"{file}: no such file, nor a bundled game: {names}") from error


def _write_json(game: Game, options: AnalysisOptions) -> None:
    """One object a move, each as soon as it is known."""
    from outflank.analysis import analyse_moves

    with progress("analysing") as report:
        for done, move in enumerate(analyse_moves(game, options), 1):
            say_json(_describe(move))
            report(done, len(game.moves))


def _describe(report: MoveReport) -> dict[str, Any]:
    return {
        "ply": report.ply,
        "colour": str(report.color).lower(),
        "move": str(report.move),
        "value": report.value.value,
        "unit": report.value.unit,
        "best": [str(move) for move in report.best],
        "best_value": report.best_value.value,
        "loss": report.loss,
        "exact": report.exact,
    }


def _write_text(game: Game, options: AnalysisOptions) -> None:
    """What the game is, a table of its moves, a table of its players."""
    from outflank.analysis import AnalysisInterrupted, analyse

    say(_title(game))
    try:
        with progress("analysing") as tell:
            report = analyse(game, options, tell)
    except AnalysisInterrupted as interrupt:
        # What was done before Ctrl-C is not lost.
        _write_report(interrupt.report)
        raise
    _write_report(report)


def _title(game: Game) -> str:
    """The players, where and when, and what is recorded and played out as the result."""
    lines = [f"{_name(game, Color.BLACK)} - {_name(game, Color.WHITE)}"]
    place = ", ".join(str(fact) for fact in (game.event, game.year) if fact is not None)
    lines += [text for text in (place, game.source) if text]
    return "\n".join([*lines, " ".join(_results(game))])


def _results(game: Game) -> Iterator[str]:
    """The result by the moves, then what the record claims, always Black's discs first."""
    outcome = game.outcome()
    played = None if outcome is None else (outcome.score + MOST_DISCS) // 2
    if outcome is None or played is None:
        yield f"Not finished: {counted(game.plies, 'disc')} placed."
    else:
        verdict = f"{outcome.winner} wins" if outcome.winner else "Draw"
        yield f"{verdict}: {_discs(played)} ({outcome.ending})."
    if game.black_discs is not None:
        doubt = " (the moves say otherwise)" if played not in (None, game.black_discs) else ""
        yield f"Recorded: {_discs(game.black_discs)}{doubt}."
    if game.theoretical is not None:
        start = "" if game.exact_from is None else f" from {game.exact_from} empties"
        yield f"Best play of both{start}: {_discs(game.theoretical)}."


def _name(game: Game, color: Color) -> str:
    return f"{game.player(color) or 'unknown'} ({color})"


def _discs(black: int) -> str:
    return f"Black {black}, White {MOST_DISCS - black}"


def _write_report(report: GameReport) -> None:
    options = report.options
    say(
        f"\nValues are from the mover's view: exact, in discs, from {options.exact_from} empties; "
        f"before, {counted(options.depth, 'ply')} deep, in units of {options.unit}.\n"
        f"{options.unit} units are not discs ({WORTHS[options.unit]}): "
        "compare the moves of one ply, not two plies."
    )
    say_table(make_table(MOVE_COLUMNS, (_move_row(move) for move in report.moves)))
    if not report.complete:
        say(f"{len(report.moves)} of {counted(len(report.game.moves), 'move')} were analysed.")
    say()
    say_table(make_table(PLAYER_COLUMNS, (_player_row(report.summary(color)) for color in Color)))


def _move_row(report: MoveReport) -> tuple[str, ...]:
    return (
        UNKNOWN if report.ply is None else str(report.ply),
        str(report.color),
        str(report.move),
        f"{report.value.value:+g}",
        " ".join(str(move) for move in report.best),
        f"{report.best_value.value:+g}",
        report.value.unit,
        UNKNOWN if report.loss is None else str(report.loss),
    )


def _player_row(summary: PlayerSummary) -> tuple[str, ...]:
    worst = summary.biggest_loss
    name = f"{summary.name} ({summary.color})" if summary.name else str(summary.color)
    return (
        name,
        str(summary.moves),
        str(summary.exact_moves),
        UNKNOWN if summary.discs_lost is None else str(summary.discs_lost),
        UNKNOWN if summary.discs_lost is None else str(summary.perfect_moves),
        f"{worst.loss} at ply {worst.ply} ({worst.move})" if worst else UNKNOWN,
    )
