"""``outflank bench endgame``: positions that are solved, targets, the search's signature."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from outflank.cli.output import Exit, UsageError, make_table, say, say_json, say_table
from outflank.cli.progress import Counter, compiling, progress

if TYPE_CHECKING:
    from outflank.lab.endgame import Solved
    from outflank.lab.figures import Figure

COLUMNS: Final = ("FFO", "empties", "score", "<best", "nodes", "seconds", "M nodes/s", "<")
FIGURE_COLUMNS: Final = ("<what", "figure", "<", "<target", "seconds", "<")

#: The suite that the solver's figures are told for.
FIRST, LAST = 40, 44


def signature(json: bool) -> int:
    """Tell the node total that stands for the search."""
    with compiling():
        from outflank.lab.signature import signature as nodes

    if json:
        say_json({"nodes": nodes()})
    else:
        say(str(nodes()))
    return Exit.OK


def numbers(first: int | None, last: int | None) -> tuple[int, int]:
    """The first and the last position to solve, `FIRST` and `LAST` if none is given.

    Raises:
        UsageError: the first comes after the last.
    """
    if first is None:
        first = FIRST if last is None else min(FIRST, last)
    if last is None:
        last = max(LAST, first)
    if first > last:
        raise UsageError(f"--first {first} comes after --last {last}")
    return first, last


def positions(first: int | None, last: int | None, runs: int, threads: int, json: bool) -> int:
    """Solve positions by their numbers: a table with totals, or an object each.

    Raises:
        UsageError: the first comes after the last.
    """
    first, last = numbers(first, last)
    with compiling():
        from outflank.lab import endgame, ffo, unit

    problems = ffo.suite(first, last)
    before = unit.unit()
    rows: list[Solved] = []
    with progress("bench") as report:
        count = Counter(report, runs * len(problems))
        for row in endgame.run(problems, runs, threads, count):
            rows.append(row)
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


def targets(runs: int, file: str | None, json: bool) -> int:
    """Everything that has a target, each figure as soon as it is known; a table at the end."""
    from outflank.games import read_problems

    with compiling():
        from outflank.lab.figures import figures, steps

    found: list[Figure] = []
    problems = list(read_problems(file)) if file else []
    with progress("bench") as report:
        for figure in figures(runs, problems, Counter(report, steps(runs))):
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
