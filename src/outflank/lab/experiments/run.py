"""Runs an experiment: unit after unit, each kept on disk; a run that was stopped goes on."""

from __future__ import annotations

import hashlib
import inspect
import platform
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Final

import numba

from outflank.board.errors import OutflankError
from outflank.core.cache import PACKAGE, source_hash
from outflank.evaluation.errors import shipped_errors
from outflank.evaluation.feature_sets import engine_features, ordering_features
from outflank.evaluation.shipped import shipped_file
from outflank.games.content import refuse_irregular
from outflank.lab.experiments import data_file, part_file
from outflank.lab.experiments.data_file import Data, DataError, one_line, read_data, write_data
from outflank.lab.experiments.experiment import AS_MEANT, DRAWN, Experiment, Findings, Plan
from outflank.lab.experiments.part_file import PartFile, difference
from outflank.lab.load import told_load
from outflank.lab.unit import unit

#: Hexadecimal digits that name a file.
HASH_DIGITS: Final = 16

#: What searches, and chooses positions, beside the kernels: files and folders of the package.
#: Of `textbook` and the like the hash of the kernels knows.
MEASURING: Final = (
    "board",
    "engine",
    "evaluation",
    "games",
    "lab/openings.py",
    "lab/players.py",
    "lab/referee.py",
    "lab/samples.py",
    "lab/searching.py",
    "lab/experiments/costs.py",
    "lab/experiments/textbook.py",
)

#: Where the part of an experiment's module ends that measures.
CONCLUSION: Final = b"\ndef conclude("

#: Called with how many units are done, and how many there are.
Progress = Callable[[int, int], None]


class NothingMeasured(OutflankError):  # noqa: N818 (it says what happened)
    """A plan that leaves an experiment nothing to measure."""


def no_progress(_done: int, _units: int) -> None:
    """For a run that nobody watches."""


def data_path(folder: Path, name: str) -> Path:
    """The file of an experiment's data."""
    return folder / f"{name}{data_file.SUFFIX}"


def run_experiment(
    experiment: Experiment,
    folder: Path,
    plan: Plan,
    *,
    renew: bool = False,
    progress: Progress = no_progress,
) -> Data:
    """Measure what is missing, and write the file of data.

    Finished data of the same plan on the same weights, sources and processor are read, and
    nothing is measured.

    Args:
        experiment: which.
        folder: of the files; it is made if it does not exist.
        plan: what it is run on.
        renew: replace data of another plan, other weights, sources or processor, finished or
            not.
        progress: called before the first unit that is missing and after each.

    Raises:
        NothingMeasured: the plan leaves nothing to measure.
        OutflankError: data of something else are there and not to be replaced;
            a file is damaged; another process runs the experiment; the games cannot be read.
        OSError: a file cannot be read or written.
        KeyboardInterrupt: Ctrl-C; finished units are kept.
    """
    identity = identity_of(experiment, plan)
    path = data_path(folder, experiment.name)
    finished = _finished(path, experiment, identity, renew)
    if finished is not None:
        return finished
    folder.mkdir(parents=True, exist_ok=True)
    unfinished = folder / f"{experiment.name}{part_file.SUFFIX}"
    with PartFile(unfinished, experiment.columns, identity, _facts(), renew=renew) as part:
        units = experiment.units(plan)
        missing = [one for one in units if one.key not in part.units]
        progress(len(units) - len(missing), len(units))
        for done, one in enumerate(missing, len(units) - len(missing) + 1):
            part.keep(one.key, list(one.measure()))
            progress(done, len(units))
        rows = [row for one in units for row in part.units[one.key]]
        if not rows:
            part.remove()
            raise NothingMeasured(f"{experiment.name}: nothing to measure that is so shallow")
        write_data(path, experiment.columns, {**part.header, **_facts_of_the_end()}, rows)
        part.remove()
    return read_data(path, experiment.name, experiment.columns)


def _finished(
    path: Path, experiment: Experiment, identity: Mapping[str, str], renew: bool
) -> Data | None:
    """Finished data if they are what is asked for; None if there are none, or to be replaced."""
    if not path.exists():
        return None
    try:
        data = read_data(path, experiment.name, experiment.columns)
        concluded(experiment, data)
    except OutflankError:
        if renew:
            return None
        raise
    other = difference(data.header, identity)
    if other is None:
        return data
    if renew:
        return None
    raise OutflankError(
        f"{path.name}: measured with other {other}: --renew measures anew and replaces it"
    )


def concluded(experiment: Experiment, data: Data) -> Findings:
    """What the data tell.

    Raises:
        DataError: their rows, each of which can be read, make no sense together.
    """
    with making_sense(experiment):
        if experiment.sampled is not None:
            experiment.sampled(data.rows, data.header.get("games", DRAWN))
        return experiment.conclude(data.rows)


@contextmanager
def making_sense(experiment: Experiment) -> Iterator[None]:
    """Where rows are worked on: what they cannot be meant for is a fault of their file.

    Raises:
        DataError: their rows make no sense.
    """
    try:
        yield
    except OutflankError:
        raise
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise DataError(
            f"{data_path(Path(), experiment.name)}: its rows make no sense "
            f"({type(error).__name__}: {error}): --renew measures them again"
        ) from error


def identity_of(experiment: Experiment, plan: Plan) -> dict[str, str]:
    """What must be equal for two runs to measure the same thing."""
    identity = {
        "experiment": experiment.name,
        "columns": " ".join(experiment.columns),
        "games": _games(plan.games),
        "positions": AS_MEANT if plan.positions is None else str(plan.positions),
        "deepest": AS_MEANT if plan.deepest is None else str(plan.deepest),
        "processor": processor(),
        "kernels": source_hash(),
        "sources": sources_of(experiment),
        "weights": _weights(),
    }
    return {key: one_line(value) for key, value in identity.items()}


def _facts() -> dict[str, str]:
    """What else is to be known of a run."""
    return {
        "version": version("outflank"),
        "python": f"{platform.python_version()}, numba {numba.__version__}",
        "load at the beginning": told_load(),
        "P": f"{unit():.4g} s",
    }


def _facts_of_the_end() -> dict[str, str]:
    """What is known only when all is measured."""
    return {"load at the end": told_load()}


def sources_of(experiment: Experiment) -> str:
    """Hash of what measures an experiment beside the kernels.

    Of its own module what stands above its ``def conclude``: an edit below measures nothing else.
    """
    digest = hashlib.sha256()
    for source in _measuring_sources():
        digest.update(source.relative_to(PACKAGE).as_posix().encode())
        digest.update(source.read_bytes())
    digest.update(Path(inspect.getfile(experiment.units)).read_bytes().partition(CONCLUSION)[0])
    return digest.hexdigest()[:HASH_DIGITS]


def _measuring_sources() -> list[Path]:
    paths = (PACKAGE / name for name in MEASURING)
    return [
        source
        for path in paths
        for source in (sorted(path.rglob("*.py")) if path.is_dir() else [path])
    ]


def _games(path: Path | None) -> str:
    if path is None:
        return DRAWN
    refuse_irregular(path)  # it is read more than once
    name = path.name.encode(errors="backslashreplace").decode()
    return f"{name} {_hash(path.read_bytes())}"


def _weights() -> str:
    """Names the files that evaluations and selective searches rest on."""
    evaluation, ordering = (
        _hash(shipped_file(features).read_bytes())
        for features in (engine_features(), ordering_features())
    )
    errors = _hash(shipped_errors().to_json().encode())
    return f"evaluation {evaluation}, ordering {ordering}, errors {errors}"


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:HASH_DIGITS]


def processor() -> str:
    """The model of the processor, as far as the system tells."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(models, "") or platform.processor() or platform.machine()
