"""``outflank bench jobs``: its table, and one JSON object a row."""

from __future__ import annotations

from dataclasses import asdict
from typing import Final

from outflank.cli.output import Exit, counted, make_table, say, say_json, say_table
from outflank.cli.progress import compiling, progress

COLUMNS: Final = ("<what", "workers", "chunks", "bare s", "s", "overhead", "must", "<")


def jobs(runs: int, json: bool) -> int:
    """Measure what bulk work costs beside the work itself."""
    with compiling():
        from outflank.lab.jobs import MEASURED, overheads
    rows = []
    with progress("bench") as report:
        for row in overheads(runs):
            rows.append(row)
            report(len(rows), MEASURED)
            if json:
                say_json({**asdict(row), "overhead": round(row.overhead, 4), "met": row.met})
    if json:
        return Exit.OK
    table = make_table(COLUMNS)
    for row in rows:
        table.add_row(
            row.what,
            str(row.workers),
            str(row.chunks),
            f"{row.bare:.2f}",
            f"{row.seconds:.2f}",
            f"{row.overhead:.1%}",
            f"<= {row.must:.0%}",
            "" if row.met else "missed",
        )
    say_table(table)
    say(f"bare: the same chunks on as many threads and nothing else; {counted(runs, 'run')} each")
    return Exit.OK
