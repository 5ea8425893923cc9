"""Trains an evaluation from nothing, by backward induction.

The phases of the end are fitted to positions that are solved, each further phase to
searches on the phases below it. Every fit begins at the weights of the phase below.
A second generation does all of it again with positions of better games. Labels may come
from the engine's own search, too, on the weights of the generation before, or for the
ordering on the evaluation that ships: then no phase needs the one below it. What is fitted
are tables of weights, of which each phase may learn from its neighbours' positions, too; but
the last generation's labels may be learnt by a network (`training.groups`).

A search finds the best of values that are all a little wrong, so it errs to one side,
and from phase to phase that adds up to discs. Where a recipe says so, games are
therefore played to their end, and the mean value of a phase is set to the mean of what
they ended with.

Everything made lies in a folder, whole or not at all: a process that is killed goes
on where it was, and what comes out is the same as if it had never been disturbed::

    recipe.json                                  what the folder is for
    generation-1/phase-0/positions-000.npy …     labelled positions (`training.shards`)
    generation-1/phase-4/outcomes-000.npy …      positions of games, and how these ended
    generation-1/phase-0/report.json             how well the fit explains others
    generation-1/phase-0/weights.npy             float32, one a free entry, in discs
    generation-3/group-0/reports.json, rows.npy  the same of a network (`training.groups`)
    settling/games-000.npy …                     games of the engine (`training.settle`)
    checked-000.npy …                            solved positions that nothing was learnt from
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outflank.core.memory import Block
from outflank.evaluation.feature_sets import ordering_features
from outflank.evaluation.network import NetworkWeights
from outflank.evaluation.shipped import block_of, load_evaluation_weights
from outflank.evaluation.weights import PatternWeights, shape_of_steps
from outflank.evaluation.weights_file import Weights
from outflank.training.check import Check, check
from outflank.training.engine_labels import EngineLabeller
from outflank.training.fit import Entries, entries_of, fit, predict
from outflank.training.groups import Fitting
from outflank.training.labels import (
    ExactLabeller,
    Labeller,
    OutcomeLabeller,
    SearchLabeller,
    SolvesMany,
)
from outflank.training.recipe import Recipe, Stage, Style
from outflank.training.settle import Games, settle
from outflank.training.shards import Sample, apart
from outflank.training.stages import (
    StageReport,
    claim,
    kept_apart,
    read_fitted,
    report_of,
    write_fitted,
)

#: Empties of the positions that an evaluation is checked on: it matters there, and a
#: thousand are solved in seconds.
CHECKED_EMPTIES: Final = 20

#: However small the scale, it is checked on so many: of fewer the figures say nothing.
FEWEST_CHECKED: Final = 100

#: What samples of one seed are drawn from besides: no generation is 0, no phase is so great.
OUTCOMES_KEY: Final = 1000
CHECKED_KEY: Final = (0, 0)

Discs = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a training has come.

    Attributes:
        generation, stage: what is being made.
        done: so far, of all stages: positions that were labelled, games that were played, and
            the fits of a network as if so many positions had been labelled meanwhile.
        total: of the whole recipe, `Recipe.work`.
        report: of the stage, once it is fitted; None before.
    """

    generation: int
    stage: Stage
    done: int
    total: int
    report: StageReport | None


def train_weights(
    folder: Path,
    recipe: Recipe,
    progress: Callable[[Progress], None] | None = None,
    *,
    threads: int = 1,
    solver: Callable[[], SolvesMany] | None = None,
) -> Weights:
    """Train the evaluation that a recipe is for, or go on with a training that was broken off.

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
        TrainingError: the folder belongs to another recipe, or lost what was made; or the
            games at the end make no sense.
        OSError: the folder cannot be written.
    """
    claim(folder, recipe)
    training = _Training(
        folder, recipe, progress or _ignore, threads, solver or partial(_engines_solver, recipe)
    )
    weights = training.generation(1, None)
    for number in range(2, len(recipe.generations) + 1):
        weights = training.generation(number, block_of(weights))
    return training.settled(weights)


def check_weights(folder: Path, recipe: Recipe, weights: Weights, *, threads: int = 1) -> Check:
    """How good trained weights are on positions of their own games that nothing was learnt from.

    Args:
        folder: of the training, which keeps the positions.
        recipe: of the training, which says how many positions are solved (100 at least).
        weights: what came of it.
        threads: how many share the solving.
    """
    sample = Sample(
        folder=folder,
        name="checked",
        positions=max(FEWEST_CHECKED, recipe.checked),
        empties=(CHECKED_EMPTIES, CHECKED_EMPTIES),
        styles=_only(recipe.good_play),
        stray_among=0,
        key=(recipe.seed, *CHECKED_KEY),
        features=recipe.features,
        player_weights=block_of(weights),
    )
    sample.make(lambda: ExactLabeller(_engines_solver(recipe)), threads, lambda _positions: None)
    return check(weights, *apart(sample.load()))


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
        self._features = recipe.features
        self._progress = progress
        self._threads = threads
        self._solver = solver
        self._done = 0

    def rounded(self, discs: Discs) -> PatternWeights:
        """Weights of all phases as a file keeps them."""
        return PatternWeights.from_discs(self._features, discs, self._recipe.as_json())

    def table(self, discs: Discs) -> Block:
        """Weights of all phases as kernels take them."""
        return block_of(self.rounded(discs))

    def generation(self, number: int, players: Block | None) -> Weights:
        """The weights that a generation comes to; games are played by those of `players`."""
        stages = self._recipe.generations[number - 1]
        samples = {stage.phase: self._sample(number, stage, players) for stage in stages}
        if self._recipe.network is None or number < len(self._recipe.generations):
            return self.rounded(self._tables(number, samples, players))
        for stage in stages:
            self._label(number, stage, samples[stage.phase], players)
        return self._network(number, samples)

    def _tables(self, number: int, samples: Mapping[int, Sample], players: Block | None) -> Discs:
        """Tables of weights for all phases, in discs."""
        discs = np.zeros(shape_of_steps(self._features), np.float32)
        stages = self._recipe.generations[number - 1]
        labelled: dict[int, Sample] = {}

        def label(stage: Stage) -> None:
            self._label(number, stage, samples[stage.phase], players, discs)
            labelled[stage.phase] = samples[stage.phase]

        for stage in stages:
            if not stage.needs_phases_below:
                label(stage)
        for stage in stages:
            if stage.needs_phases_below:
                label(stage)
            discs[stage.phase :] = self._stage(number, stage, labelled, discs)
        return discs

    def _network(self, number: int, samples: Mapping[int, Sample]) -> NetworkWeights:
        """The network, fitted to labelled positions."""
        folder = self._folder / f"generation-{number}"
        stages = self._recipe.generations[number - 1]
        fitting = Fitting(folder, number, self._recipe, samples)
        weights, reports = fitting.make(self._threads, self._count(number, stages[-1]))
        for stage, report in zip(stages, reports, strict=True):
            self._tell(number, stage, report)
        return weights

    def settled(self, weights: Weights) -> Weights:
        """The weights of the last generation with scale and means set right by games."""
        recipe = self._recipe
        if recipe.settling is None:
            return weights
        number, stages = len(recipe.generations), recipe.generations[-1]
        games = Games(self._folder / "settling", recipe.settling, recipe.seed, block_of(weights))
        games.make(self._threads, self._count(number, stages[-1]))
        solved = sum(stage.depth is None for stage in stages)
        assert isinstance(weights, NetworkWeights)  # recipes are checked
        return settle(weights, solved, recipe.settling, games.outcomes())

    def _stage(
        self, generation: int, stage: Stage, labelled: Mapping[int, Sample], discs: Discs
    ) -> Discs:
        """The weights of one phase: read if they were fitted before, else made."""
        folder = labelled[stage.phase].folder
        fitted = read_fitted(folder, discs.shape[1])
        if fitted is None:
            weights, report = self._fit(labelled, generation, stage, discs)
            if self._recipe.played_on(stage):
                outcomes = self._outcomes(labelled[stage.phase])
                weights, correction = self._set_right(outcomes, generation, stage, discs, weights)
                report = replace(report, correction=correction)
            write_fitted(folder, weights, report)
        else:
            weights, report = fitted
            self._done += self._recipe.played_on(stage)
        self._tell(generation, stage, report)
        return weights

    def _sample(self, generation: int, stage: Stage, players: Block | None) -> Sample:
        """The positions that a stage learns from."""
        folder = self._folder / f"generation-{generation}" / f"phase-{stage.phase}"
        folder.mkdir(parents=True, exist_ok=True)
        return Sample(
            folder=folder,
            name="positions",
            positions=stage.positions,
            empties=self._recipe.empties(stage),
            styles=self._recipe.styles,
            stray_among=self._recipe.stray_among,
            key=(self._recipe.seed, generation, stage.phase),
            features=self._features,
            player_weights=players,
        )

    def _outcomes(self, learnt_from: Sample) -> Sample:
        """Positions of the same empties, of good games only, that are played to the end."""
        return replace(
            learnt_from,
            name="outcomes",
            positions=self._recipe.outcomes,
            styles=_only(self._recipe.good_play),
            stray_among=0,
            key=(*learnt_from.key, OUTCOMES_KEY),
        )

    def _label(
        self,
        generation: int,
        stage: Stage,
        sample: Sample,
        players: Block | None,
        discs: Discs | None = None,
    ) -> None:
        """Label the positions of a stage; `discs` are the weights of the phases below."""
        labellers = self._labellers(stage, players, discs)
        sample.make(labellers, self._threads, self._count(generation, stage))

    def _labellers(
        self, stage: Stage, players: Block | None, discs: Discs | None
    ) -> Callable[[], Labeller]:
        """Makes a labeller for a thread."""
        if stage.depth is None:
            return lambda: ExactLabeller(self._solver())
        depth, selectivity = stage.depth, stage.selectivity
        if selectivity is not None:
            weights = load_evaluation_weights() if self._recipe.has_teacher else players
            assert weights is not None  # recipes are checked: there is a generation before
            return lambda: EngineLabeller(weights, depth, selectivity)
        assert discs is not None  # likewise: what a network learns from needs none
        table = self.table(discs)
        return lambda: SearchLabeller(self._features, table, depth)

    def _fit(
        self, labelled: Mapping[int, Sample], generation: int, stage: Stage, discs: Discs
    ) -> tuple[Discs, StageReport]:
        """Weights from all positions but those kept apart, which measure them."""
        learnt_from = labelled[stage.phase]
        *masks, labels = apart(learnt_from.load())
        entries = entries_of(self._features, *masks)
        others = kept_apart(len(labels))
        prior = discs[max(stage.phase - 1, 0)]
        recipe = self._recipe
        weights = fit(
            *self._with_neighbours(stage, labelled, entries[~others], labels[~others]),
            prior,
            recipe.ridge,
            recipe.iterations,
        )
        errors = labels[others] - predict(entries[others], weights)
        report = report_of(
            generation, stage, learnt_from.empties, len(labels), labels[others], errors
        )
        return weights, report

    def _with_neighbours(
        self, stage: Stage, labelled: Mapping[int, Sample], entries: Entries, labels: Discs
    ) -> tuple[Entries, Discs, Discs]:
        """Entries, labels and importance of a phase's positions and those of the phases beside."""
        found = [(entries, labels, np.ones_like(labels))]
        importance = np.float32(self._recipe.neighbours)
        beside = [labelled.get(stage.phase + step) for step in (-1, 1)] if importance else []
        for sample in beside:
            if sample is not None:
                *masks, others = apart(sample.load())
                found.append(
                    (entries_of(self._features, *masks), others, np.full_like(others, importance))
                )
        if len(found) == 1:
            return found[0]
        columns = tuple(zip(*found, strict=True))
        return np.concatenate(columns[0]), np.concatenate(columns[1]), np.concatenate(columns[2])

    def _set_right(
        self, outcomes: Sample, generation: int, stage: Stage, discs: Discs, weights: Discs
    ) -> tuple[Discs, float]:
        """Weights whose mean is that of the outcomes, and what was added.

        All numbers of empties get the same: plain play makes less of having the last
        move than a search finds in it, and what a search says of that is right.
        """
        discs = discs.copy()
        discs[stage.phase :] = weights
        table = self.table(discs)
        outcomes.make(
            lambda: OutcomeLabeller(self._features, table, self._solver()),
            self._threads,
            self._count(generation, stage),
        )
        *masks, ended = apart(outcomes.load())
        entries = entries_of(self._features, *masks)
        correction = float((ended - predict(entries, weights)).mean(dtype=np.float64))
        weights = weights.copy()
        weights[np.unique(entries[:, -1])] += np.float32(correction)
        return weights, correction

    def _count(self, generation: int, stage: Stage) -> Callable[[int], None]:
        """Adds positions to those done, and tells."""

        def done(positions: int) -> None:
            self._done += positions
            self._tell(generation, stage, None)

        return done

    def _tell(self, generation: int, stage: Stage, report: StageReport | None) -> None:
        self._progress(Progress(generation, stage, self._done, self._recipe.work, report))


def _only(style: Style | None) -> tuple[Style, ...]:
    """All games in one style; a recipe that asks for such games has it."""
    return (style,) if style else ()


def _engines_solver(recipe: Recipe) -> SolvesMany:
    """The engine's; the one that ordering is trained with needs no weights to order by."""
    from outflank.engine.solver import Solver

    return Solver(weights=None) if recipe.features is ordering_features() else Solver()


def _ignore(_progress: Progress) -> None:
    """Nobody asked."""
