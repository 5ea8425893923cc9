"""Makes the engine's network from labelled positions: fits its groups, and keeps what each came to.

A group learns from the positions of its phases, and from those of the phases beside it, the
less the farther they are off. Groups know nothing of each other, so that some can be fitted
side by side; each takes two gigabytes of memory, if phases have a million positions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Final

import numpy as np

from outflank.evaluation import NetworkWeights
from outflank.evaluation.network import LANES, PHASES, PLIES, Trained
from outflank.training.fit import root_mean_square
from outflank.training.network import Group, Positions, Rows, fit_group, predict_group
from outflank.training.recipe import Network, Recipe, Stage
from outflank.training.shards import Sample, apart, over_shards
from outflank.training.stages import KEPT_APART, StageReport, read_group, write_group

#: What numbers of one seed are drawn from besides: no phase is so great.
GROUP_KEY: Final = 2000


@dataclass(frozen=True, slots=True)
class Fitting:
    """The fits of all groups.

    Attributes:
        folder: of the generation: each group has a folder in it.
        generation: its number.
        recipe: of the training; it has a network.
        plan: that network.
        samples: the labelled positions of each phase.
    """

    folder: Path
    generation: int
    recipe: Recipe
    plan: Network
    samples: Mapping[int, Sample]

    def make(self, threads: int, tell: Callable[[int], None]) -> None:
        """Fit the groups that were not; `tell` is called now and then, and may raise."""
        missing = [n for n, group in enumerate(self._groups) if self._read(n, group) is None]
        over_shards(missing, lambda: None, lambda n, _, tick: self._fit(n, tick), threads, tell)

    def weights(self) -> NetworkWeights:
        """The weights, rounded; every group must have been fitted."""
        groups = self._groups
        parts = [group.parts(table) for group, (table, _) in zip(groups, self._found, strict=True)]
        patterns, plies, moves = zip(*parts, strict=True)
        starts = np.zeros((PLIES, LANES), np.float32)
        for empties, phase in enumerate(self.recipe.features.phases[:PLIES]):
            starts[empties] = plies[self._group_of(phase)][empties]
        trained = Trained(
            groups=tuple(self._group_of(phase) for phase in range(PHASES)),
            patterns=np.stack(patterns),
            moves=np.concatenate(moves),
            starts=starts,
        )
        return NetworkWeights.from_discs(trained, self.recipe.as_json())

    def reports(self) -> Iterator[StageReport]:
        """How the fits came out, phase by phase."""
        for _, reports in self._found:
            yield from reports

    @property
    def _groups(self) -> list[Group]:
        features, ends = self.recipe.features, accumulate(self.plan.groups)
        return [
            Group(features, range(end - phases, end))
            for phases, end in zip(self.plan.groups, ends, strict=True)
        ]

    def _group_of(self, phase: int) -> int:
        return next(n for n, group in enumerate(self._groups) if phase in group.phases)

    def _folder_of(self, number: int) -> Path:
        return self.folder / f"group-{number}"

    def _read(self, number: int, group: Group) -> tuple[Rows, list[StageReport]] | None:
        return read_group(self._folder_of(number), (group.entries, LANES), len(group.phases))

    @property
    def _found(self) -> list[tuple[Rows, list[StageReport]]]:
        found = [self._read(number, group) for number, group in enumerate(self._groups)]
        return [each for each in found if each is not None]

    def _fit(self, number: int, tick: Callable[[int], None]) -> None:
        """Fit a group, and write what it came to."""
        group, recipe = self._groups[number], self.recipe
        seed = np.random.SeedSequence((recipe.seed, self.generation, GROUP_KEY, number))
        table = fit_group(group, self._learnt(group), self.plan, seed, lambda: tick(0))
        reports = [self._report(group, phase, table) for phase in group.phases]
        write_group(self._folder_of(number), table, reports)

    def _learnt(self, group: Group) -> Positions:
        """The positions of a group's phases but those kept apart, and of the phases beside."""
        columns = []
        for phase, importance in sorted(self._importance(group).items()):
            labelled = self.samples[phase].load()
            if phase in group.phases:
                labelled = labelled[np.arange(len(labelled)) % KEPT_APART != 0]
            *masks, labels = apart(labelled)
            columns.append((*masks, labels, np.full_like(labels, importance)))
        return Positions(*(np.concatenate(column) for column in zip(*columns, strict=True)))

    def _importance(self, group: Group) -> dict[int, float]:
        """How important the positions of each phase are for a group."""
        first, last = group.phases[0], group.phases[-1]
        important = dict.fromkeys(group.phases, 1.0)
        for distance, importance in enumerate(self.plan.beside, start=1):
            important |= {first - distance: importance, last + distance: importance}
        return {phase: important[phase] for phase in important if phase in self.samples}

    def _report(self, group: Group, phase: int, table: Rows) -> StageReport:
        """How well a table explains the positions of a phase that were kept apart."""
        stage, sample = self._stage(phase), self.samples[phase]
        labelled = sample.load()
        *masks, labels = apart(labelled[::KEPT_APART])
        errors = labels - predict_group(group.entries_of(*masks), table)
        return StageReport(
            generation=self.generation,
            phase=phase,
            fewest_empties=sample.empties[0],
            most_empties=sample.empties[1],
            depth=stage.depth,
            selectivity=stage.selectivity,
            positions=len(labelled),
            error=root_mean_square(errors),
            deviation=root_mean_square(labels - labels.mean()),
        )

    def _stage(self, phase: int) -> Stage:
        return self.recipe.generations[self.generation - 1][phase]
