"""``outflank analyze``: every move of a game with its value, the best moves, and what was lost."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from outflank.cli.analyze_many import MANY, Many, analyze_all, refuse_for_many, show_table
from outflank.cli.db_options import EVERY, File, Wanted
from outflank.cli.game_source import load, sources
from outflank.cli.inputs import (
    HASH_MB,
    ArticleName,
    Depth,
    Empties,
    GameNumber,
    Json,
    Megabytes,
    Seconds,
    Sources,
    Text,
    Threads,
    analysis_options,
)
from outflank.cli.listing import list_games
from outflank.cli.output import Exit, UsageError, complain, say, say_json
from outflank.cli.progress import compiling, progress
from outflank.games.game import Game
from outflank.games.target import write_target

if TYPE_CHECKING:
    from outflank.analysis import AnalysisOptions, GameReport, MoveReport

QUERY = Parameter(name="*", group="Games of a database")
ListFlag = Annotated[bool, Parameter(name="--list", negative="")]
Target = Annotated[Path | None, Parameter()]


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Outputs:
    """Files that an analysis writes beside what it prints.

    Attributes:
        report: the report as a page of its own (.html), or with all its figures (.json).
        plot: the graph of score and losses, .svg or .png; needs the extra plot.
        save: the game with values, remarks and better lines, .ggf or .sgf.
    """

    report: Target = None
    plot: Target = None
    save: Target = None

    def check(self) -> None:
        """Find out before any work whether they can be written.

        Raises:
            UsageError: a name ends as no format that is known.
            OutflankError: what a plot needs is not installed.
        """
        for option, path, formats in (
            ("--report", self.report, (".html", ".json")),
            ("--save", self.save, (".ggf", ".sgf")),
        ):
            if path is not None and path.suffix.lower() not in formats:
                raise UsageError(f"{option} {path}: a file {' or '.join(formats)}")
        if self.plot is not None:
            from outflank.analysis.plot import check_plot

            check_plot(self.plot)
        for path in self.given:
            if path.is_dir() or not path.parent.is_dir() or not os.access(path.parent, os.W_OK):
                raise UsageError(f"{path}: no file can be written there")

    @property
    def given(self) -> tuple[Path, ...]:
        """Those that are wanted."""
        return tuple(path for path in (self.report, self.plot, self.save) if path is not None)

    def write(self, report: GameReport) -> None:
        """Write them, each whole or not at all; a report of no move gives none.

        Raises:
            OutflankError: the game cannot be written in that format.
            OSError: a file cannot be written.
        """
        if not report.moves:
            return
        if self.report is not None:
            write_target(self.report, _report_content(report, self.report))
        if self.plot is not None:
            from outflank.analysis.plot import plot

            write_target(self.plot, plot(report, self.plot.suffix.lower().removeprefix(".")))
        if self.save is not None:
            from outflank.analysis.annotate import annotate
            from outflank.games import write_games

            write_games(self.save, [annotate(report)])


OUTPUTS = Outputs()


def analyze(
    *files: Sources,
    list_: ListFlag = False,
    game: GameNumber | None = None,
    level: str | None = None,
    time: Seconds | None = None,
    depth: Depth | None = None,
    exact_from: Empties | None = None,
    threads: Threads | None = None,
    hash_mb: Megabytes = HASH_MB,
    article: ArticleName | None = None,
    outputs: Outputs = OUTPUTS,
    many: Many = MANY,
    database: File = None,
    wanted: Annotated[Wanted, QUERY] = EVERY,
    encoding: Text | None = None,
    json: Json = False,
) -> int:
    """Value every move of a game, say where it turned, and sum up what each player lost.

    The engine does, from the end of the game backwards; it takes 15 seconds if nothing
    says how long. With --article the program of that article does, which knows only
    --depth (1 to 20; 8), --exact-from (0 to 30; 22) and --threads.

    With --all every game of the files is analysed, at level 10 if nothing is said, and what
    each player lost is written to the file of -o; then follows a table by player and year.
    What is done is kept: after Ctrl-C or a crash the same command goes on.

    Args:
        files: a file of games in any format, - for standard input, a transcript itself, or the
            name of a bundled game such as murakami-logistello-1997-1; several with --all.
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
        outputs: files to write.
        many: many games.
        database: take the games from this database, or, with any of the options below, from
            your own, in place of files; outflank db import fills it.
        wanted: which games of the database.
        encoding: of the files, such as shift_jis or latin-1; found out if not given.
        json: write one JSON object for each move, for each game of the list, or for each row
            of the table.
    """
    if list_ and game is not None:
        raise UsageError("--list and --game exclude each other")
    if many.wanted:
        others = {
            "--list": list_,
            "--game": game is not None,
            "--time": time is not None,
            "--article": article is not None,
            "--report": outputs.report is not None,
            "--plot": outputs.plot is not None,
            "--save": outputs.save is not None,
        }
        refuse_for_many(many, [name for name, on in others.items() if on])
        if many.table:
            return show_table(files, many, json=json)
        given = sources(files, database, wanted, encoding)
        return analyze_all(given, many, level, depth, exact_from, threads, json=json)
    many.refuse_alone()
    opened, *more = sources(files, database, wanted, encoding)
    if more:
        raise UsageError("one FILE at a time; --all takes several")
    if list_:
        return list_games(opened(), json=json)
    outputs.check()
    chosen, fault = load(opened, game)
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
        _analyse(chosen, options, outputs, json=json)
    return Exit.OK if fault is None else Exit.FAULT


def _analyse(game: Game, options: AnalysisOptions, outputs: Outputs, *, json: bool) -> None:
    """Analyse a game, print it, write the files; what was done before Ctrl-C is not lost."""
    from outflank.analysis import AnalysisInterrupted, analyse
    from outflank.cli.analyze_report import say_report
    from outflank.cli.game_text import introduction

    try:
        if json:
            outputs.write(_write_json(game, options))
            return
        say("\n".join(introduction(game)))
        with progress("analysing") as tell:
            report = analyse(game, options, tell)
    except AnalysisInterrupted as interrupt:
        if not json:
            say_report(interrupt.report)
        outputs.write(interrupt.report)
        raise
    say_report(report)
    outputs.write(report)


def _write_json(game: Game, options: AnalysisOptions) -> GameReport:
    """One object a move, each as soon as it is known: the last move first."""
    from outflank.analysis import AnalysisInterrupted, GameReport, analyse_moves
    from outflank.analysis.describe import describe_move

    count = len(game.moves)
    done: list[MoveReport] = []
    try:
        with progress("analysing") as tell:
            for move in analyse_moves(game, options):
                say_json(describe_move(count - len(done), move))
                done.append(move)
                tell(len(done), count)
    except KeyboardInterrupt:
        raise AnalysisInterrupted(GameReport(game, options, tuple(done[::-1]))) from None
    return GameReport(game, options, tuple(done[::-1]))


def _report_content(report: GameReport, path: Path) -> bytes:
    if path.suffix.lower() == ".html":
        from outflank.analysis.html import write_html

        return write_html(report).encode()
    from json import dumps

    from outflank.analysis.describe import describe_report

    return f"{dumps(describe_report(report), indent=1)}\n".encode()
