"""``outflank bench``: how fast solver and engine are, and the search's signature."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from cyclopts import Parameter

from outflank.cli.bench_search import Measurement, drivers, midgame
from outflank.cli.inputs import Flag, Json, Text, Threads, number
from outflank.cli.output import (
    Exit,
    UsageError,
    make_table,
    say,
    say_json,
    say_table,
)
from outflank.cli.progress import compiling, progress

if TYPE_CHECKING:
    from outflank.lab.endgame import Solved
    from outflank.lab.figures import Figure

Suite = Annotated[Literal["endgame", "midgame", "drivers"], Parameter(name="SUITE")]
Number = Annotated[int, number(1, 59)]
Runs = Annotated[int, number(1, 1000)]
Count = Annotated[int, number(1, 10_000)]
Depth = Annotated[int, number(1, 30)]

COLUMNS: Final = ("FFO", "empties", "score", "<best", "nodes", "seconds", "M nodes/s", "<")
FIGURE_COLUMNS: Final = ("<what", "figure", "<", "<target", "seconds", "<")

#: The suite that the solver's figures are told for.
FIRST, LAST = 40, 44

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
}


def bench(
    suite: Suite = "endgame",
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
    json: Json = False,
) -> int:
    """Measure the speed on fixed positions, each searched from an empty table.

    The endgame suite solves FFO positions. The midgame suite measures nodes a second, times
    to a depth, a game, two threads and stopping. The drivers suite compares what each costs.

    Args:
        suite: what to run: endgame, midgame or drivers.
        first: endgame: number of the first position, 1 to 59 (40 if not given, or the last
            if that is lower).
        last: endgame: number of the last (44 if not given, or the first if that is higher).
        runs: runs of each position, of which the median counts (1; with --targets 3).
        threads: endgame: threads that work on a position together (1 if not given).
        targets: endgame: measure everything that has a target, and hold it against that
            (minutes).
        bulk: with --targets a file of positions of 12 empties, to be solved in bulk.
        signature: endgame: print only the node total of the signature's positions.
        only: midgame: the one measurement to make.
        games: midgame, drivers: a file of games to take positions from; else drawn games.
        positions: midgame, drivers: the most positions of a measurement.
        depth: drivers: the greatest depth (16).
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
    }
    named = tuple(name for name, value in given.items() if value is not None)
    _refuse_useless(suite, targets, signature, named)
    if suite == "midgame":
        return midgame(only, games, positions, runs or 1, json)
    if suite == "drivers":
        return drivers(games, positions, runs or 1, depth or DEEPEST_COMPARED, json)
    with compiling():
        pass
    if signature:
        from outflank.lab.signature import signature as nodes

        if json:
            say_json({"nodes": nodes()})
        else:
            say(str(nodes()))
        return Exit.OK
    if targets:
        return _tell_figures(runs or TARGET_RUNS, bulk, json)
    if first is None:
        first = FIRST if last is None else min(FIRST, last)
    if last is None:
        last = max(LAST, first)
    if first > last:
        raise UsageError(f"--first {first} comes after --last {last}")
    return _tell_positions(first, last, runs or 1, threads or 1, json)


def _refuse_useless(suite: str, targets: bool, signature: bool, given: tuple[str, ...]) -> None:
    """Refuse options that change nothing in what is run.

    Raises:
        UsageError: there is one.
    """
    flags = [flag for flag, on in (("--targets", targets), ("--signature", signature)) if on]
    if len(flags) > 1:
        raise UsageError("--targets and --signature exclude each other")
    what = " ".join([suite, *flags])
    taken = TAKEN.get(what)
    if taken is None:
        raise UsageError(f"{flags[0]} is for the endgame suite, not for {suite}")
    useless = [name for name in given if name not in taken]
    if useless:
        usable = ", ".join((*taken, "--json"))
        raise UsageError(f"bench {what} has no use for {', '.join(useless)}: it takes {usable}")


def _tell_positions(first: int, last: int, runs: int, threads: int, json: bool) -> int:
    """Solve positions: a table with totals, or an object each."""
    from outflank.lab import endgame, ffo, unit

    problems = ffo.suite(first, last)
    before = unit.unit()
    rows: list[Solved] = []
    with progress("bench") as report:
        count = _Counter(report, runs * len(problems))
        for row in endgame.run(problems, runs, threads, count):
            rows.append(row)
            if json:
                say_json(_object(row))
    if not json:
        _tell(rows, (before + unit.unit()) / 2)
    return Exit.OK if all(row.right for row in rows) else Exit.FAULT


class _Counter:
    """Moves a bar on by one each time it is called."""

    def __init__(self, report: Any, total: int) -> None:
        self._report, self._total, self._done = report, total, 0

    def __call__(self) -> None:
        self._done += 1
        self._report(self._done, self._total)


def _object(row: Solved) -> dict[str, object]:
    return {
        "number": row.problem.number,
        "empties": row.problem.position.empties,
        "score": row.solution.lower,
        "right": row.right,
        "best": [str(move) for move in row.solution.best],
        "nodes": row.solution.nodes,
        "seconds": round(row.seconds, 6),
        "cpu": round(row.cpu, 6),
    }


def _tell(rows: list[Solved], unit: float) -> None:
    """The table, and the totals in seconds and in P."""
    table = make_table(COLUMNS)
    for row in rows:
        solution = row.solution
        table.add_row(
            str(row.problem.number),
            str(row.problem.position.empties),
            str(solution.score),
            " ".join(map(str, solution.best)),
            f"{solution.nodes:,}",
            f"{row.seconds:.3f}",
            f"{solution.nodes / row.seconds / 1e6:.1f}",
            "" if row.right else f"wrong: {row.problem.score:+d}",
        )
    say_table(table)
    nodes = sum(row.solution.nodes for row in rows)
    wall, cpu = sum(row.seconds for row in rows), sum(row.cpu for row in rows)
    say(
        f"{nodes:,} nodes, {wall:.3f} s wall = {wall / unit:.1f} P, {cpu:.3f} s CPU = "
        f"{cpu / unit:.1f} P, {nodes * unit / cpu / 1e6:.1f} M nodes a P (P = {unit:.4f} s)"
    )


def _tell_figures(runs: int, file: str | None, json: bool) -> int:
    """Everything that has a target, each figure as soon as it is known; a table at the end."""
    from outflank.games import read_problems
    from outflank.lab.figures import figures, steps

    found: list[Figure] = []
    problems = list(read_problems(file)) if file else []
    with progress("bench") as report:
        for figure in figures(runs, problems, _Counter(report, steps(runs))):
            found.append(figure)
            if json:
                say_json(_figure_object(figure))
    if not json:
        say_table(make_table(FIGURE_COLUMNS, map(_figure_row, found)))
    return Exit.OK


def _figure_object(figure: Figure) -> dict[str, object]:
    return {
        "what": figure.what,
        "value": None if figure.value is None else round(figure.value, 4),
        "unit": figure.unit,
        "target": figure.target,
        "least": figure.least,
        "met": figure.met,
        "seconds": None if figure.seconds is None else round(figure.seconds, 6),
    }


def _figure_row(figure: Figure) -> list[str]:
    return [
        figure.what,
        "not measured" if figure.value is None else f"{figure.value:,.4g}",
        figure.unit,
        f"{'≥' if figure.least else '≤'} {figure.target:,g}",
        "" if figure.seconds is None else f"{figure.seconds:.3f}",
        "missed" if figure.met is False else "",
    ]
