"""``outflank bench midgame`` and ``bench drivers``: their tables, and one JSON object a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Final, Literal

from outflank.cli.output import Exit, counted, make_table, say, say_json, say_table
from outflank.cli.progress import Counter, compiling, progress

if TYPE_CHECKING:
    from outflank.lab.drivers import Row
    from outflank.lab.midgame import Figure

Measurement = Literal["speed", "full-width", "selective", "game", "threads", "stop"]

MIDGAME_COLUMNS: Final = ("<what", "positions", "value", "<unit", "in P", "must", "spread", "<")
DRIVER_COLUMNS: Final = (
    "depth", "<driver", "nodes", "seconds", "probes", "re-searches", "nodes ratio", "time ratio",
)  # fmt: skip

#: Seconds below which microseconds are told.
SHORT: Final = 0.01

#: Positions that drivers are compared on, and their empty squares.
COMPARED, COMPARED_EMPTIES = 20, 40


def midgame(
    only: Measurement | None, games: str | None, positions: int | None, runs: int, json: bool
) -> int:
    """Run the midgame's measurements and tell each as soon as it is known."""
    with compiling():
        from outflank.lab.midgame import MEASUREMENTS, Settings
    names = [only] if only is not None else list(MEASUREMENTS)
    rows: list[Figure] = []
    with progress("bench") as report:
        for number, name in enumerate(names):
            report(number, len(names))
            rows.append(MEASUREMENTS[name](Settings(games, runs, positions)))
            if json:
                say_json({**asdict(rows[-1]), "reached": rows[-1].reached})
    if not json:
        tell_figures(rows)
    return Exit.OK


def tell_figures(rows: Sequence[Figure]) -> None:
    """Write a table of figures; a column that is empty in all of them is left out."""
    cells = zip(MIDGAME_COLUMNS, *map(_figure_row, rows), strict=True)
    columns, *filled = zip(*(column for column in cells if any(column[1:])), strict=True)
    say_table(make_table(columns, filled))


def _figure_row(row: Figure) -> tuple[str, ...]:
    value, unit = row.value, row.unit
    if unit == "s" and row.must is None and value < SHORT:
        value, unit = value * 1e6, "µs"
    order = ">=" if row.at_least else "<="
    return (
        row.name,
        "" if row.positions is None else str(row.positions),
        _number(value),
        unit,
        "" if row.in_p is None else _number(row.in_p),
        "" if row.must is None else f"{order} {_number(row.must)}",
        "" if row.spread is None else f"{row.spread:.0%}",
        "" if row.reached else "missed",
    )


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 1_000 else f"{value:.3g}"


def drivers(games: str | None, positions: int | None, runs: int, depth: int, json: bool) -> int:
    """Compare the drivers on the same positions and tell what each costs to every depth."""
    with compiling():
        from outflank.lab.drivers import compare
        from outflank.lab.samples import sample
    chosen = sample(COMPARED_EMPTIES, positions or COMPARED, games)
    rows = []
    first = min(6, depth)
    with progress("bench") as report:
        count = Counter(report, len(chosen) * runs * 4)
        for row in compare(chosen, first, depth, runs=runs, progress=count):
            rows.append(row)
            if json:
                say_json(asdict(row))
    if not json:
        _tell_drivers(rows)
    return Exit.OK


def _tell_drivers(rows: list[Row]) -> None:
    table = make_table(DRIVER_COLUMNS)
    for row in rows:
        table.add_row(
            str(row.depth),
            row.driver,
            f"{row.nodes:,.0f}",
            f"{row.seconds:.3f}",
            f"{row.probes:.1f}",
            f"{row.researches:.1f}",
            str(row.node_ratio),
            str(row.time_ratio),
        )
    say_table(table)
    searched = counted(rows[0].positions, "position")
    say(f"{searched}; ratios to pvs: geometric means, standard errors")
