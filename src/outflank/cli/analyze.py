"""``outflank analyze``: every move of a game with its value, the best moves, and what was lost."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from outflank.board.color import Color
from outflank.board.score import DISCS, MOST_DISCS
from outflank.cli.found import UNKNOWN, describe_score, how, short
from outflank.cli.inputs import (
    HASH_MB,
    ArticleName,
    Depth,
    Empties,
    GameNumber,
    Json,
    Megabytes,
    Seconds,
    Text,
    Threads,
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

MOVE_COLUMNS = ("ply", "<colour", "<move", "value", "<best", "best value", "loss", "<how")
PLAYER_COLUMNS = (
    "<player",
    "moves",
    "exact",
    "discs lost",
    "perfect",
    "<biggest loss",
    "lost before",
    "<biggest estimate",
)

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
    level: str | None = None,
    time: Seconds | None = None,
    depth: Depth | None = None,
    exact_from: Empties | None = None,
    threads: Threads | None = None,
    hash_mb: Megabytes = HASH_MB,
    article: ArticleName | None = None,
    json: Json = False,
) -> int:
    """Value every move of a game, and sum up what each player lost.

    The engine does, from the end of the game backwards; it takes 15 seconds if nothing
    says how long. With --article the program of that article does, which knows only
    --depth (1 to 20; 8), --exact-from (0 to 30; 22) and --threads.

    Args:
        file: a text of transcripts, a WTHOR file, - for standard input, a transcript
            itself, or the name of a bundled game such as murakami-logistello-1997-1.
        list_: only list the games of the file: number, players, score, discs placed,
            year and event.
        game: which game of the file, counted from 0.
        level: playing strength that values moves: 0 to 60 or a name, as outflank levels
            lists them.
        time: seconds for the whole game.
        depth: plies searched where values are not exact.
        exact_from: empties from which on values are exact, as far as the time allows (24
            if neither it nor a level is given).
        threads: threads that share the work (all cores if not given).
        hash_mb: MB of memory for the table of known positions.
        article: let the textbook program of this article value the moves before the exact
            ones, in its own units.
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
            options = analysis_options(
                article,
                level=level,
                time=time,
                depth=depth,
                exact_from=exact_from,
                threads=threads,
                hash_mb=hash_mb,
            )
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
        names = list(famous_games())
        near = difflib.get_close_matches(file.lower(), names, n=1)
        advice = f"did you mean {near[0]}?" if near else ", ".join(names)
        raise GameFileError(f"{file}: no such file, nor a bundled game: {advice}") from error


def _write_json(game: Game, options: AnalysisOptions) -> None:
    """One object a move, each as soon as it is known: the last move first."""
    from outflank.analysis import analyse_moves

    count = len(game.moves)
    with progress("analysing") as report:
        for done, move in enumerate(analyse_moves(game, options)):
            say_json(_describe(count - done, move))
            report(done + 1, count)


def _describe(number: int, report: MoveReport) -> dict[str, Any]:
    return {
        "number": number,
        "ply": report.ply,
        "colour": str(report.color).lower(),
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
    say(f"\n{_explanation(report.options)}")
    say_table(make_table(MOVE_COLUMNS, (_move_row(move) for move in report.moves)))
    if not report.complete:
        count = counted(len(report.game.moves), "move")
        say(f"The last {len(report.moves)} of {count} were analysed.")
    say()
    say_table(make_table(PLAYER_COLUMNS, (_player_row(report.summary(color)) for color in Color)))


def _explanation(options: AnalysisOptions) -> str:
    """What the values in the table are."""
    unit = options.unit
    if options.article is None:
        return (
            "Values are in discs from the mover's view: exact, or estimates (~) so many plies "
            "deep.\nAn estimate may be some discs wrong; certainty of its search in per cent."
        )
    return (
        f"Values are from the mover's view: exact, in discs, from {options.exact_empties} "
        f"empties; before, {counted(options.plies or 0, 'ply')} deep, in units of {unit}.\n"
        f"{unit} units are not discs ({WORTHS[unit]}): "
        "compare the moves of one ply, not two plies."
    )


def _move_row(report: MoveReport) -> tuple[str, ...]:
    return (
        UNKNOWN if report.ply is None else str(report.ply),
        str(report.color),
        str(report.move),
        short(report.value),
        " ".join(str(move) for move in report.best),
        short(report.best_value),
        _loss(report),
        _how(report),
    )


def _loss(report: MoveReport) -> str:
    if report.estimated_loss is not None:
        return f"~{report.estimated_loss:g}"
    return UNKNOWN if report.loss is None else str(report.loss)


def _how(report: MoveReport) -> str:
    """How the values were found; if one of the two is exact, whose the other one is."""
    value = report.value if report.best_value.proved else report.best_value
    whose = ""
    if report.value.proved != report.best_value.proved:
        whose = "best: " if report.value.proved else "played: "
    unit = "" if value.unit == DISCS else f", {value.unit}"
    return whose + how(value, report.depth) + unit


def _player_row(summary: PlayerSummary) -> tuple[str, ...]:
    name = f"{summary.name} ({summary.color})" if summary.name else str(summary.color)
    lost, estimated = summary.discs_lost, summary.estimated_lost
    return (
        name,
        str(summary.moves),
        str(summary.exact_moves),
        UNKNOWN if lost is None else str(lost),
        UNKNOWN if lost is None else str(summary.perfect_moves),
        _biggest(summary.biggest_loss),
        UNKNOWN if estimated is None else f"{estimated:g}",
        _biggest(summary.biggest_estimated_loss),
    )


def _biggest(worst: MoveReport | None) -> str:
    if worst is None:
        return UNKNOWN
    return f"{_loss(worst)} at ply {worst.ply} ({worst.move})"
