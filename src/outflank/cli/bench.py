"""``outflank bench``: how fast solver and engine are, and the search's signature."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Annotated, Final, Literal

from cyclopts import Parameter

from outflank.cli import bench_against, bench_endgame, bench_jobs, bench_search, bench_speed
from outflank.cli.bench_search import Measurement
from outflank.cli.inputs import Flag, Json, Text, Threads, number
from outflank.cli.output import UsageError

Suite = Annotated[
    Literal["endgame", "midgame", "drivers", "perft", "bulk", "protocols", "jobs"],
    Parameter(name="SUITE"),
]
Protocol = Literal["gtp", "nboard"]
Number = Annotated[int, number(1, 59)]
Runs = Annotated[int, number(1, 1000)]
Count = Annotated[int, number(1, 1_000_000)]
Depth = Annotated[int, number(1, 30)]

#: Runs of each position where the figures are held against their targets.
TARGET_RUNS: Final = 3

#: The greatest depth to which drivers are compared if nothing else is asked for.
DEEPEST_COMPARED = 16

#: What every way of running a suite takes, beside --json.
TAKEN: Final[Mapping[str, tuple[str, ...]]] = {
    "endgame": ("--first", "--last", "--runs", "--threads"),
    "endgame --targets": ("--bulk", "--runs"),
    "endgame --signature": (),
    "midgame": ("--only", "--games", "--positions", "--runs"),
    "drivers": ("--depth", "--games", "--positions", "--runs"),
    "perft": ("--depth", "--runs"),
    "bulk": ("--positions", "--runs", "--threads"),
    "protocols": ("--protocol", "--command"),
    "jobs": ("--runs",),
    "--against": ("--protocol", "--depth", "--games", "--positions"),
    "endgame --against": ("--protocol", "--first", "--last"),
}

#: Options that say which way a suite is run.
WAYS: Final = ("--targets", "--signature", "--against")


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Options:
    """What is measured, and how.

    Attributes:
        first: endgame: number of the first position, 1 to 59 (40 if not given, or the last
            if that is lower).
        last: endgame: number of the last (44 if not given, or the first if that is higher).
        runs: runs of each position, of which the median counts (1; with --targets 3).
        threads: endgame, bulk: threads that share the work (1 if not given).
        targets: endgame: measure everything that has a target, and hold it against that
            (minutes).
        bulk: with --targets a file of positions of 12 empties, to be solved in bulk.
        signature: endgame: print only the node total of the signature's positions.
        only: midgame: the one measurement to make.
        games: midgame, drivers, --against: a file of games to take positions from; else
            drawn games.
        positions: midgame, drivers, --against: the most positions of a measurement; bulk:
            how many (2000).
        depth: drivers: the greatest depth (16); perft: the depth (10); --against: of the
            searches (12), over GTP of ours alone.
        against: the command of an external engine, in quotes; with endgame it solves, else
            it plays positions of the midgame.
        protocol: --against, protocols: what the engine speaks, gtp (if not given) or nboard.
        command: protocols: the command of another engine than ours.
    """

    first: Number | None = None
    last: Number | None = None
    runs: Runs | None = None
    threads: Threads | None = None
    targets: Flag = False
    bulk: Text | None = None
    signature: Flag = False
    only: Measurement | None = None
    games: str | None = None
    positions: Count | None = None
    depth: Depth | None = None
    against: Text | None = None
    protocol: Protocol | None = None
    command: Text | None = None

    @property
    def ways(self) -> list[str]:
        """Those of `WAYS` that were given."""
        return [way for way in WAYS if getattr(self, way.removeprefix("--")) not in (None, False)]

    @property
    def given(self) -> list[str]:
        """All other options that were given."""
        given = [field.name for field in fields(self) if getattr(self, field.name) is not None]
        return [f"--{name}" for name in given if f"--{name}" not in WAYS]


OPTIONS: Final = Options()


def bench(suite: Suite | None = None, *, options: Options = OPTIONS, json: Json = False) -> int:
    """Measure the speed on fixed positions, each searched from an empty table.

    The endgame suite solves FFO positions. The midgame suite measures nodes a second, times
    to a depth, a game, two threads and stopping. The drivers suite compares what each costs.
    perft counts leaves, bulk solves many small endgames, protocols measures how fast an
    engine answers, jobs what bulk work costs beside the work itself, here and on a cluster.
    --against lets an external engine search the same positions.

    Args:
        suite: what to run: endgame (also if nothing is said), midgame, drivers, perft, bulk,
            protocols or jobs.
        options: what is measured, and how.
        json: write one JSON object for each row.
    """
    what = _what(suite, options.ways)
    _refuse_useless(what, options.given)
    return _run(what, options, json)


def _run(what: str, options: Options, json: bool) -> int:
    """Run what `TAKEN` calls by that name."""
    runs, games, positions = options.runs or 1, options.games, options.positions
    opponent = str(options.against), options.protocol or "gtp"
    match what:
        case "--against":
            code = bench_against.play(*opponent, options.depth, games, positions, json)
        case "endgame --against":
            code = bench_against.solve(*opponent, options.first, options.last, json)
        case "endgame --signature":
            code = bench_endgame.signature(json)
        case "endgame --targets":
            code = bench_endgame.targets(options.runs or TARGET_RUNS, options.bulk, json)
        case "midgame":
            code = bench_search.midgame(options.only, games, positions, runs, json)
        case "drivers":
            depth = options.depth or DEEPEST_COMPARED
            code = bench_search.drivers(games, positions, runs, depth, json)
        case "perft":
            code = bench_speed.perft(options.depth, runs, json)
        case "bulk":
            code = bench_speed.bulk(positions, options.threads or 1, runs, json)
        case "protocols":
            code = bench_speed.protocols(options.protocol, options.command, json)
        case "jobs":
            code = bench_jobs.jobs(runs, json)
        case _:
            threads = options.threads or 1
            code = bench_endgame.positions(options.first, options.last, runs, threads, json)
    return code


def _what(suite: str | None, ways: Sequence[str]) -> str:
    """What is run, as `TAKEN` calls it.

    Raises:
        UsageError: two things are asked for.
    """
    if len(ways) > 1:
        raise UsageError(f"{' and '.join(ways)} exclude each other")
    if suite is None and ways == ["--against"]:
        return "--against"
    what = " ".join([suite or "endgame", *ways])
    if what not in TAKEN:
        alone = ", or stands alone" if ways == ["--against"] else ""
        raise UsageError(f"{ways[0]} is for the endgame suite, not for {suite}{alone}")
    return what


def _refuse_useless(what: str, given: Sequence[str]) -> None:
    """Refuse options that change nothing in what is run.

    Raises:
        UsageError: there is one.
    """
    taken = TAKEN[what]
    useless = [name for name in given if name not in taken]
    if useless:
        usable = ", ".join((*taken, "--json"))
        raise UsageError(f"bench {what} has no use for {', '.join(useless)}: it takes {usable}")
