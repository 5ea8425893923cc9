"""What a training keeps in its folder of each stage, and whose the folder is."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from outflank.board.errors import OutflankError
from outflank.evaluation.files import (
    read_array,
    read_at_most,
    write_array,
    write_first,
    write_whole,
)
from outflank.training.fit import root_mean_square
from outflank.training.recipe import Recipe, Stage


class TrainingError(OutflankError):
    """A training that cannot be begun or gone on with; the message names what is in the way."""


@dataclass(frozen=True, slots=True)
class StageReport:
    """How a fit came out.

    Attributes:
        generation: from 1.
        phase: of the weights.
        fewest_empties, most_empties: of the positions.
        depth: plies of the search that labelled them; None: solved.
        positions: how many there were.
        error: root mean square in discs, on positions that were not learnt from.
        deviation: the same of the labels themselves: what knowing nothing would give.
        selectivity: per cent, if the engine searched; None: in full width.
        correction: discs that were added to the values afterwards, in the mean, so that
            they are those of the outcomes of games; None: nothing was.
    """

    generation: int
    phase: int
    fewest_empties: int
    most_empties: int
    depth: int | None
    positions: int
    error: float
    deviation: float
    selectivity: int | None = None
    correction: float | None = None


#: Every so many-th position is not learnt from but kept to measure the error.
KEPT_APART: Final = 20

#: No recipe, plan or report is near this; of a larger file no more is read.
LARGEST_TEXT: Final = 1 << 20

Found = TypeVar("Found")


def kept_apart(positions: int) -> NDArray[np.bool_]:
    """For each of so many positions whether it is not learnt from: every twentieth."""
    apart: NDArray[np.bool_] = np.arange(positions) % KEPT_APART == 0
    return apart


def report_of(
    generation: int,
    stage: Stage,
    empties: tuple[int, int],
    positions: int,
    labels: NDArray[np.float32],
    errors: NDArray[np.float32],
) -> StageReport:
    """How a fit came out.

    Args:
        generation: from 1.
        stage: that was fitted.
        empties: the fewest and the most of its positions.
        positions: how many there were.
        labels: of those that were kept apart, in discs.
        errors: label minus value of each of these.
    """
    return StageReport(
        generation=generation,
        phase=stage.phase,
        fewest_empties=empties[0],
        most_empties=empties[1],
        depth=stage.depth,
        selectivity=stage.selectivity,
        positions=positions,
        error=root_mean_square(errors),
        deviation=root_mean_square(labels - labels.mean()),
    )


def there(found: Found | None, path: Path) -> Found:
    """What was read of a file or folder that has been made.

    Raises:
        TrainingError: there is nothing, or anything else; the message names the path.
    """
    if found is None:
        raise TrainingError(f"{path}: gone or damaged since it was made; the same command goes on")
    return found


#: What the reports of the first trainings had not; it is left out where it says nothing.
LATER = frozenset({"selectivity", "correction"})


def claim(folder: Path, recipe: Recipe) -> None:
    """Make the folder this recipe's, or see that it is.

    Raises:
        TrainingError: it belongs to another recipe, or to something else.
        OSError: it cannot be written.
    """
    said = json.dumps(recipe.as_json(), indent=1)

    def refusal(found: bytes) -> str:
        return f"begun with another recipe, scale or seed ({_difference(found, said)})"

    claim_by(folder / "recipe.json", said.encode(), "training", refusal)


def claim_by(path: Path, said: bytes, what: str, refusal: Callable[[bytes], str]) -> None:
    """Make the folder of a file that of what the file says, or see that it is.

    Of processes that begin at once with different ones, one makes it its own.

    Args:
        path: the file; its folder is made if it is not there.
        said: what it must say.
        what: is begun in the folder, for the error.
        refusal: what is wrong with a folder whose file says something else.

    Raises:
        TrainingError: it says something else, or the folder has other files.
        OSError: the folder cannot be written.
    """
    folder = path.parent
    folder.mkdir(parents=True, exist_ok=True)
    found = _found(path)
    if found is None:
        if all(entry.name.startswith(".") for entry in folder.iterdir()):
            write_first(path, said)
        found = _found(path)  # another process may have been the first
    if found is None:
        raise TrainingError(
            f"{folder}: not empty, and no {what} was begun in it; choose another folder"
        )
    if found != said:
        raise TrainingError(f"{folder}: {refusal(found)}; choose another folder")


def _found(path: Path) -> bytes | None:
    """What a file says; None if it is not there."""
    try:
        return read_at_most(path, LARGEST_TEXT)
    except FileNotFoundError:
        return None


def _difference(found: bytes, wanted: str) -> str:
    """What one recipe has and another has not, as JSON, in few words."""
    recipe = json.loads(wanted)
    try:
        begun = {**json.loads(found)}
    except (ValueError, TypeError, RecursionError):
        return "which one cannot be read"
    facts, others = _facts(begun), _facts(recipe)
    differing = [fact for fact in facts if facts[fact] != others[fact]]
    if differing:
        return ", ".join(f"{fact} {facts[fact]}, not {others[fact]}" for fact in differing)
    keys = begun | recipe
    return "another " + ", ".join(key for key in keys if begun.get(key) != recipe.get(key))


def _facts(recipe: Mapping[str, Any]) -> dict[str, str]:
    """What tells one recipe from another, as its JSON has it, and people do."""
    try:
        positions = f"{sum(s['positions'] for stages in recipe['generations'] for s in stages):,}"
    except (KeyError, TypeError):
        positions = "unknown"
    return {
        "evaluation": str(recipe.get("name")),
        "seed": str(recipe.get("seed")),
        "positions": positions,
    }


def read_fitted(folder: Path, free: int) -> tuple[NDArray[np.float32], StageReport] | None:
    """What a stage came to, if it was fitted before: so many free weights, and the report."""
    weights = read_array(folder / "weights.npy", np.float32, (free,))
    try:
        report = _as_report(_json(folder / "report.json"))
    except (OSError, ValueError, TypeError, RecursionError):
        return None
    return None if weights is None else (weights, report)


def write_fitted(folder: Path, weights: NDArray[np.float32], report: StageReport) -> None:
    """Keep what a stage came to; the weights come last and say that it is done."""
    write_whole(folder / "report.json", json.dumps(_said(report)).encode())
    write_array(folder / "weights.npy", weights)


def read_group(
    folder: Path, shape: tuple[int, ...], phases: int
) -> tuple[NDArray[np.float32], list[StageReport]] | None:
    """What a group of so many phases came to, if it was fitted before: rows and reports."""
    rows = read_array(folder / "rows.npy", np.float32, shape)
    try:
        reports = [_as_report(said) for said in _json(folder / "reports.json")]
    except (OSError, ValueError, TypeError, RecursionError):
        return None
    return None if rows is None or len(reports) != phases else (rows, reports)


def write_group(folder: Path, rows: NDArray[np.float32], reports: list[StageReport]) -> None:
    """Keep what a group came to; the rows come last and say that it is done."""
    folder.mkdir(exist_ok=True)
    said = [_said(report) for report in reports]
    write_whole(folder / "reports.json", json.dumps(said).encode())
    write_array(folder / "rows.npy", rows)


def _json(path: Path) -> Any:
    """What a file of JSON says."""
    return json.loads(read_at_most(path, LARGEST_TEXT))


def _as_report(said: Mapping[str, Any]) -> StageReport:
    """The report that was written.

    Raises:
        TypeError: it is none, for what it has or what it lacks.
        ValueError: it has something else where a number is to be.
    """
    report = StageReport(**said)
    for field in fields(report):
        if not _is(getattr(report, field.name), str(field.type)):
            raise ValueError(field.name)
    return report


def _is(value: object, kind: str) -> bool:
    """Whether a value is of a kind of numbers, as reports have them: `int`, `float | None`."""
    if value is None:
        return kind.endswith("None")
    if kind.startswith("int"):
        return type(value) is int
    return type(value) is float and math.isfinite(value)


def _said(report: StageReport) -> dict[str, Any]:
    """A report as it is written."""
    return {name: value for name, value in asdict(report).items() if name not in LATER or value}
