"""``outflank lab``: experiments that test what is claimed of search algorithms."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

from cyclopts import App, Parameter, validators

from outflank.board.errors import OutflankError
from outflank.cli.inputs import Depth, Flag, Json, directory, number, refuse_options
from outflank.cli.lab_watch import watch
from outflank.cli.output import (
    PROGRAM,
    Exit,
    UsageError,
    complain,
    fault_of,
    make_table,
    say,
    say_json,
    say_table,
)
from outflank.cli.progress import Report, compiling, progress

if TYPE_CHECKING:
    from collections.abc import Sequence

    from outflank.lab.experiments.experiment import Experiment, Plan
    from outflank.lab.experiments.pages import Measured

NAME: Final = "lab"
lab: Final = App(name=NAME, help="Experiments: what is claimed of searches, measured.")

Names = Annotated[str, Parameter(name="NAME")]
Folder = Annotated[Path, directory("DIR")]
Output = Annotated[Path | None, directory("--output", "-o")]
GamesFile = Annotated[Path | None, Parameter(validator=validators.Path(dir_okay=False))]
Positions = Annotated[int, number(1, 100_000)]

#: Where seconds are measured others should not take more of each core than that.
BUSY: Final = 0.5

LIST_COLUMNS: Final = ("<experiment", "minutes", "<claim", "<verdict", "<in a sentence")

#: Stands behind the minutes where seconds are measured.
TIMED: Final = "*"
LEGEND: Final = (
    "minutes: of a full run on one core, roughly\n"
    f"{TIMED} seconds are measured: nothing else should run meanwhile"
)


@lab.command(name="list")
def list_experiments(*, output: Output = None, json: Json = False) -> int:
    """List the experiments, and what became of their claims where there are data.

    Args:
        output: the folder of data.
        json: write one JSON object for each experiment.
    """
    with compiling():
        from outflank.lab.experiments.pages import survey
        from outflank.lab.experiments.registry import experiments
    chosen = experiments()
    faults: list[OutflankError | OSError] = []
    none = [None] * len(chosen)
    every = none if output is None else survey(chosen, output, faults.append)
    found = list(zip(chosen, every, strict=True))
    if json:
        for one, data in found:
            say_json(_described(one, data))
    else:
        rows = [_listed(one, data) for one, data in found]
        say_table(make_table(LIST_COLUMNS, rows, whole=2))
        say(f"\n{LEGEND}")
    return _tell_faults(faults)


def _tell_faults(faults: Sequence[OutflankError | OSError]) -> Exit:
    """One line for each file of data that cannot be read."""
    for fault in faults:
        complain(fault_of(fault))
    return Exit.FAULT if faults else Exit.OK


@lab.command
def run(
    *names: Names,
    output: Output = None,
    games: GamesFile = None,
    positions: Positions | None = None,
    deepest: Depth | None = None,
    renew: Flag = False,
    json: Json = False,
) -> int:
    """Run experiments, and tell what became of their claims.

    A run that was stopped goes on with the same command; what is finished is not measured
    again. Nothing else should run meanwhile where seconds are measured.

    Args:
        names: of the experiments; all is all of them.
        output: must be given: the folder that keeps the data.
        games: a file of games that positions are taken from; else games are drawn.
        positions: the most positions of each experiment.
        deepest: the most plies of their searches.
        renew: measure anew what was measured with other weights or options.
        json: write one JSON object for each experiment.
    """
    refuse_options(names)
    if not names:
        raise UsageError("NAME is missing: an experiment, or all")
    if output is None:
        raise UsageError("-o DIR is missing: the folder that keeps the data")
    with compiling():
        from outflank.lab.experiments.data_file import DataError
        from outflank.lab.experiments.experiment import Plan
        from outflank.lab.experiments.registry import experiments
        from outflank.lab.experiments.run import NothingMeasured
    try:
        chosen = experiments(names)
    except OutflankError as error:
        raise UsageError(str(error)) from None
    plan, code = Plan(games, positions, deepest), Exit.OK
    for at, one in enumerate(chosen):
        if at and not json:
            say()
        try:
            _run(one, output, plan, renew, json)
        except (NothingMeasured, DataError) as error:
            complain(error)
            code = Exit.FAULT
    return code


def _run(experiment: Experiment, folder: Path, plan: Plan, renew: bool, json: bool) -> None:
    from outflank.lab.experiments.pages import Measured
    from outflank.lab.experiments.run import concluded, data_path, run_experiment

    started = time.perf_counter()
    try:
        with progress(experiment.name, left=True) as tell:
            watched = _warning_first(tell) if experiment.timed else tell
            data = run_experiment(experiment, folder, plan, renew=renew, progress=watched)
    except KeyboardInterrupt:
        complain(f"what was measured is kept in {folder}: the same command goes on")
        raise
    found = Measured(experiment, data, concluded(experiment, data))
    seconds, file = time.perf_counter() - started, data_path(folder, experiment.name)
    if json:
        told = {"file": str(file), "rows": len(data.rows), "seconds": round(seconds, 3)}
        say_json(_described(experiment, found) | told)
        return
    _tell(found)
    say(f"{len(data.rows):,} rows in {file}, {seconds:.0f} s")


def _warning_first(tell: Report) -> Report:
    """Tells progress, and before the first, if the machine is busy, that seconds will suffer.

    Nothing is told where nothing is measured: then there is no progress.
    """
    from outflank.lab.load import load_of_others

    checked = False

    def tell_all(done: float, total: float | None) -> None:
        nonlocal checked
        load = None if checked else load_of_others()
        checked = True
        if load is not None and load > BUSY:
            complain(f"warning: the machine is busy (load {load:.2f} a core): seconds mean little")
        tell(done, total)

    return tell_all


def _tell(found: Measured) -> None:
    from outflank.lab.experiments.pages import banner

    experiment, findings = found.experiment, found.findings
    say(f"{experiment.title} ({experiment.name})")
    say(f"claim: {experiment.claim}")
    for table in findings.tables:
        say()
        columns = [f"<{table.columns[0]}", *table.columns[1:]]
        say_table(make_table(columns, table.rows, title=table.title))
    say()
    for line in banner(found):
        say(line)
    say(f"{findings.verdict.answer.told}. {findings.verdict.sentence}")


@lab.command
def page(folder: Folder, /, *, json: Json = False) -> int:
    """Write the pages of the claims, their plots and an index from data.

    In a folder of Sphinx's (a conf.py stands above it) the index has a table of contents.

    Args:
        folder: of the data; the pages are written beside them.
        json: write one JSON object for each file.
    """
    with compiling():
        from outflank.lab.experiments.pages import write_pages
        from outflank.lab.experiments.registry import experiments
        from outflank.lab.experiments.run import data_path
    chosen = experiments()
    if not any(data_path(folder, one.name).exists() for one in chosen):
        raise OutflankError(f"{folder}: no data: {PROGRAM} lab run all -o {folder}")
    faults: list[OutflankError | OSError] = []
    written = write_pages(chosen, folder, faults.append)
    code = _tell_faults(faults)
    for path in written:
        say_json({"file": str(path)}) if json else say(str(path))
    return code


def _listed(experiment: Experiment, found: Measured | None) -> Sequence[str]:
    from outflank.lab.experiments.pages import in_short

    minutes = f"{experiment.minutes:g}" if experiment.minutes >= 1 else "<1"
    told = experiment.name, f"{minutes}{TIMED if experiment.timed else ' '}", experiment.claim
    if found is None:
        return *told, "", ""
    return *told, str(found.findings.verdict.answer), in_short(found)


def _described(experiment: Experiment, found: Measured | None) -> dict[str, Any]:
    from outflank.lab.experiments.pages import reduction

    verdict = None if found is None else found.findings.verdict
    return {
        "experiment": experiment.name,
        "claim": experiment.claim,
        "source": experiment.source,
        "rule": experiment.rule,
        "minutes": experiment.minutes,
        "timed": experiment.timed,
        "answer": None if verdict is None else str(verdict.answer),
        "short": None if verdict is None else verdict.short,
        "sentence": None if verdict is None else verdict.sentence,
        "reduced": None if found is None else reduction(found) or None,
    }


lab.command(watch)

#: What the commands of the laboratory are called.
NAMES: Final = tuple(name for name in lab if not name.startswith("-"))
