"""Trains the evaluation that orders moves in the endgame, from nothing, by backward induction.

The phases of the end are fitted to positions that are solved, each further phase to
searches on the phases below it. Every fit begins at the weights of the phase below.
A second generation does all of it again with positions of better games.

Everything made lies in a folder, whole or not at all: a process that is killed goes
on where it was, and what comes out is the same as if it had never been disturbed::

    recipe.json                                  what the folder is for
    generation-1/phase-0/positions-000.npy …     labelled positions (`training.shards`)
    generation-1/phase-0/report.json             how well the fit explains others
    generation-1/phase-0/weights.npy             float32, one a free entry, in discs
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outflank.board.errors import OutflankError
from outflank.core.memory import Block
from outflank.evaluation.files import read_array, write_array, write_whole
from outflank.evaluation.ordering import KIND, block_of
from outflank.evaluation.ties import free_entries
from outflank.evaluation.weights import PatternWeights
from outflank.training.fit import entries_of, fit, predict, root_mean_square
from outflank.training.labels import ExactLabeller, Labeller, SearchLabeller, SolvesMany
from outflank.training.recipe import PHASES, Recipe, Stage
from outflank.training.shards import Labelled, StageData

#: Every so many-th position is not learnt from but kept to measure the error.
KEPT_APART: Final = 20


class TrainingError(OutflankError):
    """A training that cannot be begun or gone on with; the message names the folder."""


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
    """

    generation: int
    phase: int
    fewest_empties: int
    most_empties: int
    depth: int | None
    positions: int
    error: float
    deviation: float


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a training has come.

    Attributes:
        generation, stage: what is being made.
        done: labelled positions of all stages so far.
        total: of the whole recipe.
        report: of the stage, once it is fitted; None before.
    """

    generation: int
    stage: Stage
    done: int
    total: int
    report: StageReport | None


def train_ordering(
    folder: Path,
    recipe: Recipe,
    progress: Callable[[Progress], None] | None = None,
    *,
    threads: int = 1,
    solver: Callable[[], SolvesMany] | None = None,
) -> PatternWeights:
    """Train the ordering evaluation, or go on with a training that was broken off.

    Args:
        folder: where everything made is kept; made if it is not there.
        recipe: what to do; a folder belongs to one recipe.
        progress: told often, by one thread at a time; if it raises, the training ends.
        threads: how many share the labelling; the weights do not depend on it.
        solver: makes one for each thread; None: the engine's.

    Returns:
        The weights, rounded to what a file keeps. The same recipe gives the same weights,
        however often it was broken off.

    Raises:
        TrainingError: the folder belongs to another recipe.
        OSError: the folder cannot be written.
    """
    _claim(folder, recipe)
    training = _Training(folder, recipe, progress or _ignore, threads, solver or _engines_solver)
    discs = np.zeros((PHASES, len(free_entries())), np.float32)
    players: Block | None = None
    for generation, _ in enumerate(recipe.generations, start=1):
        discs = training.generation(generation, players)
        players = block_of(PatternWeights.from_discs(KIND, discs, recipe.as_json()))
    return PatternWeights.from_discs(KIND, discs, recipe.as_json())


class _Training:
    """One run of a recipe in a folder."""

    def __init__(
        self,
        folder: Path,
        recipe: Recipe,
        progress: Callable[[Progress], None],
        threads: int,
        solver: Callable[[], SolvesMany],
    ) -> None:
        self._folder = folder
        self._recipe = recipe
        self._progress = progress
        self._threads = threads
        self._solver = solver
        self._done = 0

    def generation(self, number: int, players: Block | None) -> NDArray[np.float32]:
        """The weights of all phases in discs; games are played by those of `players`."""
        discs = np.zeros((PHASES, len(free_entries())), np.float32)
        for stage in self._recipe.generations[number - 1]:
            prior = discs[max(stage.phase - 1, 0)]
            discs[stage.phase :] = self._stage(number, stage, players, discs, prior)
        return discs

    def _stage(
        self,
        generation: int,
        stage: Stage,
        players: Block | None,
        discs: NDArray[np.float32],
        prior: NDArray[np.float32],
    ) -> NDArray[np.float32]:
        """The weights of one phase: read if they were fitted before, else made."""
        folder = self._folder / f"generation-{generation}" / f"phase-{stage.phase}"
        fitted = _read_fitted(folder)
        if fitted is None:
            folder.mkdir(parents=True, exist_ok=True)
            address = 0 if players is None else players.address
            data = StageData(folder, self._recipe, generation, stage, address)
            data.make(self._labellers(stage, discs), self._threads, self._count(generation, stage))
            fitted = self._fit(generation, stage, data.load(), prior)
            _write_fitted(folder, *fitted)
        else:
            self._done += stage.positions
        weights, report = fitted
        self._tell(generation, stage, report)
        return weights

    def _labellers(self, stage: Stage, discs: NDArray[np.float32]) -> Callable[[], Labeller]:
        """Makes a labeller for a thread."""
        if stage.depth is None:
            return lambda: ExactLabeller(self._solver())
        weights = block_of(PatternWeights.from_discs(KIND, discs, self._recipe.as_json()))
        depth = stage.depth
        return lambda: SearchLabeller(weights, depth)

    def _fit(
        self, generation: int, stage: Stage, labelled: Labelled, prior: NDArray[np.float32]
    ) -> tuple[NDArray[np.float32], StageReport]:
        """Weights from all positions but those kept apart, which measure them."""
        players = np.ascontiguousarray(labelled["player"], np.uint64)
        opponents = np.ascontiguousarray(labelled["opponent"], np.uint64)
        labels = np.ascontiguousarray(labelled["label"], np.float32)
        entries = entries_of(players, opponents)
        learnt = np.arange(len(labels)) % KEPT_APART != 0
        recipe = self._recipe
        weights = fit(entries[learnt], labels[learnt], prior, recipe.ridge, recipe.iterations)
        others = labels[~learnt]
        report = StageReport(
            generation=generation,
            phase=stage.phase,
            fewest_empties=stage.empties[0],
            most_empties=stage.empties[1],
            depth=stage.depth,
            positions=len(labels),
            error=root_mean_square(others - predict(entries[~learnt], weights)),
            deviation=root_mean_square(others - others.mean()),
        )
        return weights, report

    def _count(self, generation: int, stage: Stage) -> Callable[[int], None]:
        """Adds positions to those done, and tells."""

        def done(positions: int) -> None:
            self._done += positions
            self._tell(generation, stage, None)

        return done

    def _tell(self, generation: int, stage: Stage, report: StageReport | None) -> None:
        self._progress(Progress(generation, stage, self._done, self._recipe.positions, report))


def _claim(folder: Path, recipe: Recipe) -> None:
    """Make the folder this recipe's, or see that it is."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "recipe.json"
    wanted = json.dumps(recipe.as_json(), indent=1).encode()
    try:
        found = path.read_bytes()
    except FileNotFoundError:
        if not all(entry.name.startswith(".") for entry in folder.iterdir()):
            raise TrainingError(
                f"{folder}: not empty, and no training was begun in it; choose another folder"
            ) from None
        write_whole(path, wanted)
        return
    if found != wanted:
        raise TrainingError(
            f"{folder}: begun with another recipe, scale or seed; choose another folder"
        )


def _read_fitted(folder: Path) -> tuple[NDArray[np.float32], StageReport] | None:
    """What a stage came to, if it was fitted before."""
    weights = read_array(folder / "weights.npy", np.float32, free_entries().shape)
    try:
        report = StageReport(**json.loads((folder / "report.json").read_bytes()))
    except (OSError, ValueError, TypeError):
        return None
    return None if weights is None else (weights, report)


def _write_fitted(folder: Path, weights: NDArray[np.float32], report: StageReport) -> None:
    """Keep what a stage came to; the weights come last and say that it is done."""
    write_whole(folder / "report.json", json.dumps(asdict(report)).encode())
    write_array(folder / "weights.npy", weights)


def _engines_solver() -> SolvesMany:
    from outflank.engine.solver import Solver

    return Solver()


def _ignore(_progress: Progress) -> None:
    """Nobody asked."""
