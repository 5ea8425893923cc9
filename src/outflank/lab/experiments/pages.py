"""The claims as pages of Markdown, made from nothing but the files of data."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from outflank.board.errors import OutflankError
from outflank.evaluation.files import write_whole
from outflank.lab.experiments.data_file import Data, DataError, read_data
from outflank.lab.experiments.experiment import (
    AS_MEANT,
    DRAWN,
    Experiment,
    Findings,
    Plot,
    Table,
)
from outflank.lab.experiments.plots import svg
from outflank.lab.experiments.run import concluded, data_path, making_sense

INDEX: Final = "index.md"

#: Lines of the header that the command of the page says already.
IN_THE_COMMAND: Final = ("experiment", "columns", "positions", "deepest")

NOT_MEASURED: Final = "not measured yet"
UNREADABLE: Final = "its data cannot be read"

#: Stands at the top of what is written here: nothing else is ever replaced.
MARK: Final = "<!-- written by outflank lab page -->"

#: Characters from the beginning of a file among which the mark is.
TOP: Final = 1000

#: Called with what is wrong with a file of data.
Complain = Callable[[OutflankError | OSError], None]

INTRODUCTION: Final = """\
# Claims, and what became of them

What is said of search algorithms in two articles and in the literature, each tested on our
engine, its evaluations and positions from games. Intervals cover 95 %. Every page is made
from the data beside it by `outflank lab page`, and ends with the command that measures them
anew.
"""

#: What a folder of Sphinx's has above it, and the page of its documentation on the laboratory.
SPHINX: Final = "conf.py"
LABORATORY: Final = "laboratory.md"


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
        DataError: the file is damaged, holds something else, or its rows make no sense.
        OSError: it cannot be read.
    """
    path = data_path(folder, experiment.name)
    if not path.exists():
        return None
    data = read_data(path, experiment.name, experiment.columns)
    return Measured(experiment, data, concluded(experiment, data))


def refuse(error: OutflankError | OSError) -> None:
    """Let one file that cannot be read end everything."""
    raise error


def survey(
    experiments: Iterable[Experiment], folder: Path, complain: Complain = refuse
) -> list[Measured | None]:
    """Each experiment with its data; None where there are none, or they cannot be read.

    Args:
        experiments: in this order.
        folder: of the data.
        complain: is told of each file that cannot be read.
    """
    found: list[Measured | None] = []
    for experiment in experiments:
        try:
            found.append(measured(experiment, folder))
        except (OutflankError, OSError) as error:
            complain(error)
            found.append(None)
    return found


def write_pages(
    experiments: Sequence[Experiment], folder: Path, complain: Complain = refuse
) -> list[Path]:
    """Write a page for each experiment with data, its plots, and the index of all.

    Args:
        experiments: all of them.
        folder: of the data and of the pages.
        complain: is told of each file of data that cannot be read; its page is left as it is.

    Returns:
        The files that were written.

    Raises:
        DataError: a file of data is damaged or holds something else.
        PlotError: Matplotlib is not installed.
        OutflankError: a file was not written by this function; then nothing is.
        OSError: a file cannot be read or written.
    """
    found = survey(experiments, folder, complain)
    files: dict[Path, str] = {}
    for at, one in enumerate(found):
        try:
            files |= {} if one is None else _files_of(one, folder)
        except DataError as error:
            complain(error)
            found[at] = None
    unreadable = [
        experiment.name
        for experiment, one in zip(experiments, found, strict=True)
        if one is None and data_path(folder, experiment.name).exists()
    ]
    text = index(experiments, found, documentation(folder), unreadable)
    files[folder / INDEX] = f"{MARK}\n\n{text}"
    _write(files, _old_plots(found, folder))
    return list(files)


def _write(files: Mapping[Path, str], old: Iterable[Path]) -> None:
    """Write all files, or none if one would replace what is not ours; then delete old ones."""
    for path in files:
        if os.path.lexists(path) and not _is_ours(path):
            raise OutflankError(
                f"{path} was not written by outflank lab page, and is not replaced: move it away"
            )
    for path, text in files.items():
        write_whole(path, text.encode())
    for path in old:
        if path not in files and _is_ours(path):
            path.unlink()


def _is_ours(path: Path) -> bool:
    if not path.is_file():
        return False
    with path.open(encoding="utf-8", errors="replace") as file:
        return MARK in file.read(TOP)


def documentation(folder: Path) -> str | None:
    """The way from a folder up to the documentation that it is a part of; None if of none."""
    for up, parent in enumerate(folder.resolve().parents, 1):
        if (parent / SPHINX).is_file():
            return "../" * up
    return None


def _files_of(one: Measured, folder: Path) -> dict[Path, str]:
    """What the plots and the page of an experiment are to hold."""
    name = one.experiment.name
    with making_sense(one.experiment):
        files = {
            folder / _plot_name(name, number): _marked(svg(plot))
            for number, plot in enumerate(one.findings.plots, 1)
        }
        files[folder / f"{name}.md"] = f"{MARK}\n\n{page(one)}"
    return files


def _marked(text: str) -> str:
    """An SVG file with the mark behind its first line, before which XML allows nothing."""
    first, line_end, rest = text.partition("\n")
    return f"{first}{line_end}{MARK}\n{rest}"


def _old_plots(found: Iterable[Measured | None], folder: Path) -> list[Path]:
    """Plots of the experiments' pages, also of earlier ones."""
    names = [one.experiment.name for one in found if one is not None]
    return [path for name in names for path in sorted(folder.glob(f"{name}-[0-9]*.svg"))]


def _plot_name(name: str, number: int) -> str:
    return f"{name}-{number}.svg"


def index(
    experiments: Sequence[Experiment],
    found: Sequence[Measured | None],
    up: str | None = None,
    unreadable: Collection[str] = (),
) -> str:
    """The page of all claims.

    Args:
        experiments: all of them.
        found: their data, or None, in the same order.
        up: the way to the documentation that the page is a part of; None for a page of its own.
        unreadable: names of those that have data, but such as cannot be read.
    """
    columns = ("claim", "source", "verdict", "in a sentence")
    rows = [
        _index_row(experiment, one, UNREADABLE if experiment.name in unreadable else NOT_MEASURED)
        for experiment, one in zip(experiments, found, strict=True)
    ]
    table = markdown_table(columns, rows, left=4)
    if up is None:
        return "\n".join([INTRODUCTION, *table, ""])
    names = [one.experiment.name for one in found if one is not None]
    more = f"[The laboratory]({up}{LABORATORY}) says how they are measured, and how to read them.\n"
    toc = ["```{toctree}", ":hidden:", ":maxdepth: 1", "", *names, "```"]
    return "\n".join([INTRODUCTION, more, *table, "", *toc, ""])


def _index_row(
    experiment: Experiment, one: Measured | None, without: str
) -> tuple[str, str, str, str]:
    if one is None:
        return experiment.claim, experiment.source, without, ""
    claim = f"[{experiment.claim}]({experiment.name}.md)"
    return claim, experiment.source, f"**{one.findings.verdict.answer}**", in_short(one)


def in_short(one: Measured) -> str:
    """What became of a claim in a few words, and whether the run was a reduced one."""
    less = reduction(one)
    short = one.findings.verdict.short
    return f"{short} (A reduced run: {less}.)" if less else short


def reduction(one: Measured) -> str:
    """What of a full run there is in the data of a reduced one; nothing if they are of a full one.

    Such as ``3 of 200 positions, to depth 4 at most``.
    """
    header, experiment = one.data.header, one.experiment
    parts = []
    positions, deepest = (_limit(header.get(key)) for key in ("positions", "deepest"))
    if positions is not None and (experiment.positions is None or positions < experiment.positions):
        of = "" if experiment.positions is None else f" of {experiment.positions}"
        parts.append(f"{positions}{of} {experiment.counted}")
    if deepest is not None and experiment.deepest is not None and deepest < experiment.deepest:
        parts.append(f"to depth {deepest} at most")
    return ", ".join(parts)


def _limit(value: str | None) -> int | None:
    """What the header says of a plan, if it is a number."""
    return int(value) if value is not None and value.isdecimal() else None


def banner(one: Measured) -> list[str]:
    """A line on a reduced run; none of a full one."""
    less = reduction(one)
    return [f"A reduced run: {less}: it shows how the experiment works, no more."] if less else []


def page(one: Measured) -> str:
    """The page of an experiment."""
    experiment, findings = one.experiment, one.findings
    verdict = findings.verdict
    parts = [
        f"# {experiment.title}",
        f"> {experiment.claim}\n>\n> — {experiment.source}",
        *(f"> **{line}**" for line in banner(one)),
        f"**{verdict.answer.told}.** {verdict.sentence}",
        experiment.rule,
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
