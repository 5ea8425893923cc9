"""``outflank bench``: how fast solver and engine are, and the search's signature."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from cyclopts import Parameter

from outflank.cli import bench_endgame, bench_search, bench_speed
from outflank.cli.bench_against import against as run_against
from outflank.cli.bench_search import Measurement
from outflank.cli.inputs import Flag, Json, Text, Threads, number
from outflank.cli.output import UsageError

Suite = Annotated[
    Literal["endgame", "midgame", "drivers", "perft", "bulk", "protocols"], Parameter(name="SUITE")
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
    "--against": ("--protocol", "--depth", "--games", "--positions"),
}


def bench(
    suite: Suite | None = None,
    *,
    first: Number | None = None,
    last: Number | None = None,
    runs: Runs | None = None,
    threads: Threads | None = None,
    targets: Flag = False,
    bulk: Text | None = None,
    signature: Flag = False,
    only: Measurement | None = None,
    games: str | None = None,
    positions: Count | None = None,
    depth: Depth | None = None,
    against: Text | None = None,
    protocol: Protocol | None = None,
    command: Text | None = None,
    json: Json = False,
) -> int:
    """Measure the speed on fixed positions, each searched from an empty table.

    The endgame suite solves FFO positions. The midgame suite measures nodes a second, times
    to a depth, a game, two threads and stopping. The drivers suite compares what each costs.
    perft counts leaves, bulk solves many small endgames, protocols measures how fast an
    engine answers. --against lets an external engine search the same positions.

    Args:
        suite: what to run: endgame (also if nothing is said), midgame, drivers, perft, bulk
            or protocols.
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
        against: instead of a suite: the command of an external engine, in quotes.
        protocol: --against, protocols: what the engine speaks, gtp (if not given) or nboard.
        command: protocols: the command of another engine than ours.
        json: write one JSON object for each row.
    """
    given = {
        "--first": first,
        "--last": last,
        "--runs": runs,
        "--threads": threads,
        "--bulk": bulk,
        "--only": only,
        "--games": games,
        "--positions": positions,
        "--depth": depth,
        "--protocol": protocol,
        "--command": command,
    }
    named = tuple(name for name, value in given.items() if value is not None)
    _refuse_useless(_what(suite, targets, signature, against is not None), named)
    match suite if against is None else "--against":
        case "--against":
            code = run_against(str(against), protocol or "gtp", depth, games, positions, json)
        case "midgame":
            code = bench_search.midgame(only, games, positions, runs or 1, json)
        case "drivers":
            depth = depth or DEEPEST_COMPARED
            code = bench_search.drivers(games, positions, runs or 1, depth, json)
        case "perft":
            code = bench_speed.perft(depth, runs or 1, json)
        case "bulk":
            code = bench_speed.bulk(positions, threads or 1, runs or 1, json)
        case "protocols":
            code = bench_speed.protocols(protocol, command, json)
        case _ if signature:
            code = bench_endgame.signature(json)
        case _ if targets:
            code = bench_endgame.targets(runs or TARGET_RUNS, bulk, json)
        case _:
            code = bench_endgame.positions(first, last, runs or 1, threads or 1, json)
    return code


def _what(suite: str | None, targets: bool, signature: bool, against: bool) -> str:
    """What is run, as `TAKEN` calls it.

    Raises:
        UsageError: two things are asked for.
    """
    flags = [flag for flag, on in (("--targets", targets), ("--signature", signature)) if on]
    if against:
        if suite is not None or flags:
            also = " ".join([suite or "", *flags]).strip()
            raise UsageError(f"--against stands instead of a suite, not with {also}")
        return "--against"
    if len(flags) > 1:
        raise UsageError("--targets and --signature exclude each other")
    what = " ".join([suite or "endgame", *flags])
    if what not in TAKEN:
        raise UsageError(f"{flags[0]} is for the endgame suite, not for {suite}")
    return what


def _refuse_useless(what: str, given: tuple[str, ...]) -> None:
    """Refuse options that change nothing in what is run.

    Raises:
        UsageError: there is one.
    """
    taken = TAKEN[what]
    useless = [name for name in given if name not in taken]
    if useless:
        usable = ", ".join((*taken, "--json"))
        raise UsageError(f"bench {what} has no use for {', '.join(useless)}: it takes {usable}")
