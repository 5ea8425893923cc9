"""``outflank bench``: how fast the solver is on fixed positions, and the search's signature."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, Literal

from cyclopts import Parameter

from outflank.cli.inputs import Flag, Json, Threads, number
from outflank.cli.output import Exit, UsageError, make_table, say, say_json, say_table
from outflank.cli.progress import compiling, progress

if TYPE_CHECKING:
    from outflank.lab.endgame import Solved

Suite = Annotated[Literal["endgame"], Parameter(name="SUITE")]
Number = Annotated[int, number(1, 59)]
Runs = Annotated[int, number(1, 1000)]

COLUMNS: Final = ("FFO", "empties", "score", "<best", "nodes", "seconds", "M nodes/s", "<")

#: The suite that the solver's figures are told for.
FIRST, LAST = 40, 44


def bench(
    suite: Suite = "endgame",
    *,
    first: Number = FIRST,
    last: Number = LAST,
    runs: Runs = 1,
    threads: Threads = 1,
    signature: Flag = False,
    json: Json = False,
) -> int:
    """Solve positions of the FFO suite, each from an empty table, and tell the speed.

    Args:
        suite: what to run.
        first: number of the first position, 1 to 59.
        last: number of the last.
        runs: runs of each position, of which the median counts.
        threads: threads that work on a position together.
        signature: print only the node total of the signature's positions.
        json: write one JSON object for each position.
    """
    if suite != "endgame":
        raise UsageError(f"no suite {suite}")
    with compiling():
        from outflank.lab import endgame, ffo, unit
    if signature:
        say(str(endgame.signature()))
        return Exit.OK
    problems = ffo.suite(first, last)
    before = unit.unit()
    rows: list[Solved] = []
    with progress("bench") as report:
        for row in endgame.run(problems, runs, threads):
            rows.append(row)
            report(len(rows), len(problems))
            if json:
                say_json(_object(row))
    if not json:
        _tell(rows, (before + unit.unit()) / 2)
    return Exit.OK if all(row.right for row in rows) else Exit.FAULT


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
