"""``outflank match``: players against each other in game pairs, and who is better."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Literal

from cyclopts import Parameter, validators

from outflank.board.errors import OutflankError
from outflank.cli.inputs import Depth, Empties, Flag, Json, number, refuse_options
from outflank.cli.match_report import Reporter, scoreboard
from outflank.cli.output import Exit, UsageError, complain, counted
from outflank.cli.programs import ending_programs
from outflank.cli.progress import compiling
from outflank.games.errors import GameFileError

if TYPE_CHECKING:
    from outflank.lab.match import Match
    from outflank.lab.openings import Openings
    from outflank.lab.players import Defaults
    from outflank.lab.sprt import Sprt

Players = Annotated[str, Parameter(name="PLAYER")]
Output = Annotated[Path | None, Parameter(name=["--output", "-o"])]
OpeningFile = Annotated[Path | None, Parameter(validator=validators.Path(dir_okay=False))]
Plies = Annotated[int | None, number(0, 40)]
Games = Annotated[int, number(2)]
Seconds = Annotated[float | None, Parameter(validator=validators.Number(gt=0))]
Margin = Annotated[float | None, Parameter(validator=validators.Number(gte=0))]
Nodes = Annotated[int | None, number(1)]
Seed = Annotated[int, number(0)]
Concurrency = Annotated[int, number(1, 256)]
EloModel = Literal["normalized", "logistic"]

USUAL_GAMES: Final = 100


def match(
    *players: Players,
    output: Output = None,
    games: Games = USUAL_GAMES,
    openings: OpeningFile = None,
    opening_plies: Plies = None,
    time: Seconds = None,
    clock: str | None = None,
    depth: Depth | None = None,
    nodes: Nodes = None,
    sprt: str | None = None,
    elo: EloModel = "normalized",
    gauntlet: Flag = False,
    round_robin: Flag = False,
    adjudicate: Empties | None = None,
    margin: Margin = None,
    concurrency: Concurrency = 1,
    seed: Seed = 0,
    json: Json = False,
) -> int:
    """Play a match in game pairs: both players get both colours of every opening.

    A player is a kind and its options, such as outflank:level=10, outflank:driver=mtdf,
    textbook:pvs-article,depth=6, random, or an external engine: "gtp:'gtp-rhino -l 2 -b 0'",
    "nboard:'engine',depth=8".

    Args:
        players: two or more.
        output: must be given: the file that keeps the games, a line of GGF each; the same
            command goes on with it where it was.
        games: of each pairing; even.
        openings: a file with a transcript on each line; without it they are random ones
            that our engine finds nearly even.
        opening_plies: discs that random openings place; 10 if not given.
        time: seconds for each move, for players without a limit of their own.
        clock: seconds for the game and for each move more, such as 60+0.5, for the same.
        depth: plies of every search, for the same.
        nodes: positions of every search, for the same.
        sprt: stop as soon as a test of two Elo differences is decided: 0,5 or, with the
            probabilities of error, 0,5,0.05,0.05.
        elo: what the differences of the test are told in.
        gauntlet: the first player meets all others.
        round_robin: all meet each other; so it is if nothing is said.
        adjudicate: end games with so few empty squares by their exact score.
        margin: seconds that a move may overstep without losing the game; 0.05 if not given.
        concurrency: games at a time, each in a process of its own.
        seed: of the openings, and of what players draw.
        json: write one JSON object for each game, and for each result at the end.
    """
    refuse_options(players)
    if output is None:
        raise UsageError("-o FILE is missing: the file that keeps the games")
    if gauntlet and round_robin:
        raise UsageError("--gauntlet and --round-robin: give one of them")
    if openings is not None and opening_plies is not None:
        raise UsageError("--opening-plies is for random openings, not for those of a file")
    with compiling():
        from outflank.lab import match as matches
        from outflank.lab.players import contenders
        from outflank.lab.referee import USUAL_MARGIN, Rules
    try:
        what = matches.Match(
            contenders(players, _defaults(time, clock, depth, nodes)),
            games,
            _openings(openings, opening_plies),
            matches.Format.GAUNTLET if gauntlet else matches.Format.ROUND_ROBIN,
            Rules(adjudicate, USUAL_MARGIN if margin is None else margin),
            seed,
            _sprt(sprt, elo),
        )
    except GameFileError:
        raise  # that is a fault of the file of openings, not of the command line
    except OutflankError as error:
        raise UsageError(str(error)) from None
    _warn(what, concurrency)
    with ending_programs():
        _play(what, output, concurrency, json)
    return Exit.OK


def _play(what: Match, output: Path, concurrency: int, json: bool) -> None:
    from outflank.lab.match import play_match
    from outflank.lab.match_file import MatchFile

    with MatchFile(output, what.identity) as file:
        results = what.results(file)
        reporter = Reporter(what, results, json)
        try:
            with (
                scoreboard(reporter) as tell,
                closing(play_match(what, file, results, concurrency)) as played,
            ):
                for record in played:
                    reporter.game(record)
                    tell()
        except KeyboardInterrupt:
            complain(f"{counted(results.games, 'game')} kept in {output}: the same command goes on")
            raise
        finally:
            if results.games:
                reporter.end()


def _defaults(
    time: float | None, clock: str | None, depth: int | None, nodes: int | None
) -> Defaults:
    from outflank.lab.players import Defaults
    from outflank.lab.timing import TimeControl

    if time is not None and clock is not None:
        raise UsageError("--time and --clock: give one of them")
    control = TimeControl(move=time) if clock is None else TimeControl.of_clock(clock)
    return Defaults(control, depth, nodes)


def _openings(file: Path | None, plies: int | None) -> Openings:
    from outflank.lab.openings import USUAL_PLIES, BalancedOpenings, read_openings

    if file is not None:
        return read_openings(file)
    return BalancedOpenings(USUAL_PLIES if plies is None else plies)


def _sprt(text: str | None, elo: EloModel) -> Sprt | None:
    from outflank.lab.sprt import EloModel as Model
    from outflank.lab.sprt import Sprt

    return None if text is None else Sprt.read(text, Model(elo))


def _warn(what: Match, concurrency: int) -> None:
    """Say what makes a match tell less than it seems to."""
    pairs, openings = what.games // 2, len(what.openings)
    if pairs > openings:
        complain(
            f"warning: {counted(openings, 'opening')} for {counted(pairs, 'game pair')}: they are "
            "used again, and players that do not vary repeat their games"
        )
    threads = max(int(one.options.get("threads", 1)) for one in what.contenders)
    cores = os.cpu_count() or 1
    if concurrency * threads > cores:
        complain(
            f"warning: {concurrency} games at a time, {counted(threads, 'thread')} each, on "
            f"{counted(cores, 'core')}: the players take time from each other"
        )
