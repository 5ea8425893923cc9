"""``outflank analyze --all``: many games, and the table of their players by year."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

from cyclopts import Parameter

from outflank.board.errors import OutflankError
from outflank.cli.bulk import Deep, Doers, Output, checked_output, do
from outflank.cli.game_source import Source
from outflank.cli.inputs import Flag, number, refuse_options
from outflank.cli.output import (
    Exit,
    UsageError,
    complain,
    counted,
    fault_of,
    make_table,
    say,
    say_json,
    say_table,
)
from outflank.cli.progress import compiling, working
from outflank.games.errors import GameFileError

if TYPE_CHECKING:
    from outflank.analysis.many import Played
    from outflank.analysis.standings import Standing

#: Rows of the table that are printed.
SHOWN: Final = 40

COLUMNS: Final = (
    "<player",
    "year",
    "games",
    "loss a game",
    "perfect",
    "accuracy",
    "opening",
    "midgame",
    "endgame",
)

AllFlag = Annotated[bool, Parameter(name="--all", negative="")]
Least = Annotated[int, number(1)]


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Many:
    """Many games.

    Attributes:
        all_: analyse every game of the files.
        output: with --all: the result, two rows a game, .parquet, .csv or .jsonl.
        table: FILE is such a result: print its table again.
        least: games that a player must have in a year to stand in the table.
        cluster: with --all: the address of a Dask scheduler that does the work.
    """

    all_: AllFlag = False
    output: Output = None
    table: Flag = False
    least: Least = 1
    cluster: str | None = None

    @property
    def wanted(self) -> bool:
        """True if many games are meant."""
        return self.all_ or self.table

    def refuse_alone(self) -> None:
        """Refuse what is of use only for many games.

        Raises:
            UsageError: it is given.
        """
        given = {"-o": self.output is not None, "--cluster": self.cluster is not None,
                 "--least": self.least != 1}  # fmt: skip
        for name, on in given.items():
            if on:
                raise UsageError(f"{name} is for --all")


MANY: Final = Many()


def refuse_for_many(many: Many, given: Sequence[str]) -> None:
    """Refuse what is of use only for one game.

    Raises:
        UsageError: it is given, or --all and --table are.
    """
    if many.all_ and many.table:
        raise UsageError("--all and --table exclude each other")
    if given:
        raise UsageError(f"{given[0]} and {'--all' if many.all_ else '--table'} exclude each other")


def analyze_all(
    sources: Sequence[Source],
    many: Many,
    level: str | None,
    depth: int | None,
    exact_from: int | None,
    threads: int | None,
    *,
    json: bool,
) -> Exit:
    """Analyse every game, write what was lost, print the table."""
    output = checked_output(many.output)
    doers = Doers(threads=threads, cluster=many.cluster)
    doers.check()
    depths = Deep(level=level, depth=depth, exact_from=exact_from).depths()
    faults: list[Exception] = []

    def on_fault(fault: Exception) -> None:
        faults.append(fault)
        complain(fault_of(fault))

    with compiling():
        from outflank.analysis.many import GamesWork
    with working("reading"):
        work = GamesWork(_games(sources, on_fault), depths)
    if not len(work):
        raise OutflankError("there is no game to analyse")
    code = do(work, output, doers, "analysing", "game", json)
    _say_table(output, many.least, json=json)
    return Exit.FAULT if faults else code


def _games(sources: Sequence[Source], on_fault: Any) -> Iterator[Played]:
    """The games that can be read, source by source."""
    from outflank.analysis.many import Played

    for source in sources:
        try:
            file = source()
            for game in file.games(on_fault):
                yield Played.of(file.name, game)
        except (GameFileError, OSError) as error:
            on_fault(error)


def show_table(files: Sequence[str], many: Many, *, json: bool) -> Exit:
    """Print the table of a result again.

    Raises:
        UsageError: there is not one file.
    """
    refuse_options(files)
    if len(files) != 1:
        raise UsageError("--table takes one FILE, a result of --all")
    _say_table(Path(files[0]), many.least, json=json)
    return Exit.OK


def _say_table(path: Path, least: int, *, json: bool) -> None:
    with compiling():
        from outflank.analysis.standings import read_records, standings
    listed = standings(read_records(path), least=least)
    if json:
        for standing in listed:
            say_json(standing.describe())
        return
    say_table(make_table(COLUMNS, map(_row, listed[:SHOWN]), whole=1))
    if len(listed) > SHOWN:
        left = len(listed) - SHOWN
        say(f"{counted(left, 'row')} more: --least asks for more games, --json gives all of them")


def _row(standing: Standing) -> tuple[str, ...]:
    total = standing.total
    share = f"{100 * total.perfect / total.moves:.0f} %" if total.moves else ""
    return (
        standing.player or "unknown",
        "" if standing.year is None else str(standing.year),
        str(standing.games),
        f"{standing.loss:.1f}",
        share,
        _per_cent(total.accuracy),
        *(_per_cent(moves.accuracy) for moves in standing.phases.values()),
    )


def _per_cent(accuracy: float | None) -> str:
    return "" if accuracy is None else f"{accuracy:.1f} %"
