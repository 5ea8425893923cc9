"""The claims as pages of Markdown, made from nothing but the files of data."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from outflank.evaluation.files import write_whole
from outflank.lab.experiments.data_file import Data, read_data
from outflank.lab.experiments.experiment import DRAWN, Experiment, Findings, Plot, Table
from outflank.lab.experiments.plots import svg
from outflank.lab.experiments.run import AS_MEANT, data_path

INDEX: Final = "index.md"

#: Lines of the header that the command of the page says already.
IN_THE_COMMAND: Final = ("experiment", "columns", "positions", "deepest")

NOT_MEASURED: Final = "not measured yet"

INTRODUCTION: Final = """\
# Claims, and what became of them

What is said of search algorithms in two articles and in the literature, each tested on our
engine, its evaluations and positions from games. Intervals cover 95 %. Every page is made
from the data beside it by `outflank lab page`, and ends with the command that measures them
anew ([the laboratory](../laboratory.md)).
"""


@dataclass(frozen=True, slots=True)
class Measured:
    """An experiment whose data there are.

    Attributes:
        experiment: which.
        data: what was measured.
        findings: what they tell.
    """

    experiment: Experiment
    data: Data
    findings: Findings


def measured(experiment: Experiment, folder: Path) -> Measured | None:
    """The experiment with its data and what they tell; None where there are none.

    Raises:
        DataError: the file is damaged or holds something else.
        OSError: it cannot be read.
    """
    path = data_path(folder, experiment.name)
    if not path.exists():
        return None
    data = read_data(path, experiment.name, experiment.columns)
    return Measured(experiment, data, experiment.conclude(data.rows))


def write_pages(experiments: Sequence[Experiment], folder: Path) -> Iterator[Path]:
    """Write a page for each experiment with data, its plots, and the index of all.

    Yields:
        The files, as they are written.

    Raises:
        DataError: a file of data is damaged or holds something else.
        PlotError: Matplotlib is not installed.
        OSError: a file cannot be read or written.
    """
    found = [measured(experiment, folder) for experiment in experiments]
    for one in found:
        if one is not None:
            yield from _write_page(one, folder)
    path = folder / INDEX
    write_whole(path, index(experiments, found).encode())
    yield path


def _write_page(one: Measured, folder: Path) -> Iterator[Path]:
    name = one.experiment.name
    plots = enumerate(one.findings.plots, 1)
    drawn = {folder / _plot_name(name, number): svg(plot) for number, plot in plots}
    for old in folder.glob(f"{name}-[0-9]*.svg"):
        if old not in drawn:
            old.unlink()
    for path, text in drawn.items():
        write_whole(path, text.encode())
        yield path
    path = folder / f"{name}.md"
    write_whole(path, page(one).encode())
    yield path


def _plot_name(name: str, number: int) -> str:
    return f"{name}-{number}.svg"


def index(experiments: Sequence[Experiment], found: Sequence[Measured | None]) -> str:
    """The page of all claims."""
    columns = ("claim", "source", "verdict", "in a sentence")
    rows = [_index_row(experiment, one) for experiment, one in zip(experiments, found, strict=True)]
    names = [one.experiment.name for one in found if one is not None]
    toc = "\n".join(["```{toctree}", ":hidden:", ":maxdepth: 1", "", *names, "```"])
    return "\n".join([INTRODUCTION, *markdown_table(columns, rows, left=4), "", toc, ""])


def _index_row(experiment: Experiment, one: Measured | None) -> tuple[str, str, str, str]:
    if one is None:
        return experiment.claim, experiment.source, NOT_MEASURED, ""
    claim = f"[{experiment.claim}]({experiment.name}.md)"
    verdict = one.findings.verdict
    return claim, experiment.source, f"**{verdict.answer}**", verdict.sentence


def page(one: Measured) -> str:
    """The page of an experiment."""
    experiment, findings = one.experiment, one.findings
    verdict = findings.verdict
    parts = [
        f"# {experiment.title}",
        f"> {experiment.claim}\n>\n> — {experiment.source}",
        f"**It {verdict.answer}.** {verdict.sentence}",
        *(_plot(experiment.name, at, plot) for at, plot in enumerate(findings.plots, 1)),
        *map(_table, findings.tables),
        *findings.remarks,
        f"## How it was measured\n\n{_sampled(one)}{experiment.method.strip()}",
        _repeat(one),
    ]
    return "\n\n".join(parts) + "\n"


def _sampled(one: Measured) -> str:
    """A paragraph on the positions that were measured, as many as there are in the data."""
    tell = one.experiment.sampled
    if tell is None:
        return ""
    text = tell(one.data.rows, one.data.header.get("games", DRAWN))
    return f"{text[0].upper()}{text[1:]}.\n\n"


def _plot(name: str, number: int, plot: Plot) -> str:
    return f"![{plot.title}]({_plot_name(name, number)})\n\n*{plot.title}*"


def _table(table: Table) -> str:
    return "\n".join([f"**{table.title}**", "", *markdown_table(table.columns, table.rows)])


def markdown_table(
    columns: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1
) -> list[str]:
    """Lines of a table; so many columns are set to the left, the others to the right."""
    sides = [":--" if place < left else "--:" for place in range(len(columns))]
    return [_line(columns), _line(sides), *map(_line, rows)]


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def _repeat(one: Measured) -> str:
    """How to measure it anew, and what was measured with."""
    header = one.data.header
    facts = [f"- {key}: {value}" for key, value in header.items() if key not in IN_THE_COMMAND]
    return "\n".join(
        [
            "## To measure it anew",
            "",
            f"    {command(one)}",
            "",
            f"{len(one.data.rows):,} rows in {data_path(Path(), one.experiment.name)}, made with:",
            "",
            *facts,
        ]
    )


def command(one: Measured) -> str:
    """The command line that measures the same."""
    header = one.data.header
    words = ["outflank", "lab", "run", one.experiment.name, "-o", "DIR"]
    name, _, _digest = header.get("games", "").rpartition(" ")
    if name:
        words += ["--games", name]
    for key in ("positions", "deepest"):
        value = header.get(key, AS_MEANT)
        if value != AS_MEANT:
            words += [f"--{key}", value]
    return shlex.join(words)
