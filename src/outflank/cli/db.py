"""``outflank db``: a database of real games: fill it, find games, look positions up."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from cyclopts import App, Parameter

from outflank.board.errors import quoted
from outflank.cli.db_options import (
    EVERY,
    ROWS,
    File,
    Limit,
    Output,
    Wanted,
    database_at,
    read_place,
    tell_unknown_names,
)
from outflank.cli.db_tables import (
    say_check,
    say_exploration,
    say_games,
    say_imported,
    say_standings,
)
from outflank.cli.inputs import Json, Sources, Text, Words, number, refuse_options
from outflank.cli.output import Exit, UsageError, complain, counted, fault_of, say, say_json
from outflank.cli.progress import compiling, progress
from outflank.games.encodings import is_text

if TYPE_CHECKING:
    from outflank.games import GameFileError
    from outflank.games.openings import OpeningNames

NAME: Final = "db"
db: Final = App(name=NAME, help="A database of real games: fill it, find games, explore.")

Names = Annotated[Path | None, Parameter(allow_leading_hyphen=True)]
Proofs = Annotated[int, number(0, 1_000_000)]


@db.command(name="import")
def import_games(
    *files: Sources,
    database: File = None,
    openings: Names = None,
    encoding: Text | None = None,
    json: Json = False,
) -> int:
    """Add the games of files; those that the database has already are not added again.

    All of them are there in the end or, after an error, Ctrl-C or a crash, none. A file or
    a game that cannot be read is told, and left out.

    Args:
        files: of games, in any format that is read.
        database: the file of the database, which is made if it is not there; else
            OUTFLANK_DATABASE, or one in your folder of data.
        openings: a file of names of openings, beside those that come along.
        encoding: of the files of games, such as shift_jis or latin-1; found out if not given.
        json: write one JSON object for each file.
    """
    refuse_options(files)
    if not files and openings is None:
        raise UsageError("a FILE of games is missing")
    faults: list[GameFileError | OSError] = []

    def keep(fault: GameFileError | OSError) -> None:
        faults.append(fault)
        complain(fault_of(fault))

    names = _names(openings)
    with compiling():
        from outflank import arrays  # noqa: F401 (its kernels are compiled now)
    with database_at(database) as found, progress("importing games") as report:
        done = found.import_files(
            files, names=names, encoding=encoding, on_fault=keep, progress=report
        )
        say_imported(done, found.count(), found.path, json=json)
    return Exit.FAULT if faults else Exit.OK


def _names(path: Path | None) -> OpeningNames | None:
    """Our names of openings and those of a file; None where there is no file."""
    if path is None:
        return None
    from outflank.games.openings import opening_names, read_openings

    return opening_names().adding(read_openings(path))


@db.command
def find(
    *,
    wanted: Wanted = EVERY,
    limit: Limit = ROWS,
    database: File = None,
    json: Json = False,
) -> int:
    """List games, the latest years first.

    Args:
        wanted: which games.
        limit: the most games.
        database: the file of the database.
        json: write one JSON object for each game, with its moves.
    """
    criteria = wanted.criteria()
    with database_at(database) as found:
        every = found.count(criteria)
        say_games(found.find(criteria, limit=limit), every, json=json)
        if not every:
            tell_unknown_names(found, criteria)
    return Exit.OK


@db.command
def explore(
    *words: Words,
    wanted: Wanted = EVERY,
    limit: Limit = ROWS,
    database: File = None,
    json: Json = False,
) -> int:
    """Tell what was played from a position, however the board was turned, and how it ended.

    Args:
        words: 64 squares and a side, a transcript, or the name of an opening; nothing is the
            start of a game.
        wanted: which games count; --position is the position itself.
        limit: the most moves.
        database: the file of the database.
        json: write a JSON object for the position, and one for each move.
    """
    criteria = wanted.criteria()
    with database_at(database) as found:
        board = read_place(words, wanted.position, found)
        told = found.explore(board, criteria)
        say_exploration(told, board, limit, json=json)
        if not told.tally.games:
            tell_unknown_names(found, criteria)
    return Exit.OK


@db.command
def players(
    name: Text = "",
    /,
    *,
    wanted: Wanted = EVERY,
    limit: Limit = ROWS,
    database: File = None,
    json: Json = False,
) -> int:
    """List players with their results, those with the most games first.

    Args:
        name: parts of the name; nothing is everybody.
        wanted: which games count.
        limit: the most players.
        database: the file of the database.
        json: write one JSON object for each player.
    """
    refuse_options([name])
    if not is_text(name):
        raise UsageError(f"{quoted(name)} is no text")
    criteria = wanted.criteria()
    with database_at(database) as found:
        told = found.players(name, criteria, limit=limit)
        say_standings(told, json=json)
        if not told:
            tell_unknown_names(found, replace(criteria, winner=name or criteria.winner))
    return Exit.OK


@db.command
def export(
    *, wanted: Wanted = EVERY, output: Output = None, database: File = None, json: Json = False
) -> int:
    """Write games to a file, whose suffix says in which form.

    Args:
        wanted: which games.
        output: must be given: .csv or .parquet for a table; .ggf, .sgf, .wtb, .pgn, .obf, .txt
            or .json for games.
        database: the file of the database.
        json: tell in a JSON object what was written.
    """
    criteria = wanted.criteria()
    if output is None:
        raise UsageError("-o FILE is missing: where the games are written")
    faults: list[GameFileError] = []

    def keep(fault: GameFileError) -> None:
        faults.append(fault)
        complain(fault)

    with database_at(database) as found:
        games = found.export(output, criteria, on_fault=keep)
        if not games:
            tell_unknown_names(found, criteria)
    if json:
        say_json({"file": str(output), "games": games})
    else:
        say(f"{counted(games, 'game')} written to {output}")
    return Exit.FAULT if faults else Exit.OK


@db.command
def check(
    *,
    wanted: Wanted = EVERY,
    prove: Proofs = 0,
    limit: Limit = ROWS,
    database: File = None,
    json: Json = False,
) -> int:
    """Hold the results that records claim against their moves and against perfect play.

    Args:
        wanted: which games.
        prove: so many theoretical scores are proved by the solver, seconds each.
        limit: the most games that are listed.
        database: the file of the database.
        json: write a JSON object for the whole, and one for each game that disagrees.
    """
    criteria = wanted.criteria()
    if prove:
        with compiling():
            from outflank.engine import Solver  # noqa: F401 (its kernels are compiled now)
    with database_at(database) as found, progress("proving", left=True) as report:
        told = found.check(criteria, limit=limit, proofs=prove, progress=report if prove else None)
    say_check(told, json=json)
    return Exit.FAULT if told.disagreements else Exit.OK


#: What the commands of the database are called.
NAMES: Final = tuple(name for name in db if not name.startswith("-"))
