"""Makes the engine's network from labelled positions: fits its groups, and keeps what each came to.

A group learns from the positions of its phases, and from those of the phases beside it, the
less the farther they are off. Groups know nothing of each other, so that some can be fitted
side by side; each takes 350 bytes of memory for each of its positions: 2.3 GB where the
phases have a million.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from outflank.evaluation import NetworkWeights
from outflank.evaluation.network import LANES, PLIES, Trained
from outflank.training.network import Group, Positions, Table, fit_group, predict_group
from outflank.training.recipe import Network, Recipe
from outflank.training.shards import Sample, apart, over_shards
from outflank.training.stages import (
    StageReport,
    kept_apart,
    read_group,
    report_of,
    there,
    write_group,
)

#: What numbers of one seed are drawn from besides: no phase is so great.
GROUP_KEY: Final = 2000


@dataclass(frozen=True, slots=True)
class Fitting:
    """The fits of all groups.

    Attributes:
        folder: of the generation: each group has a folder in it.
        generation: its number.
        recipe: of the training; it has a network.
        samples: the labelled positions of each phase.
    """

    folder: Path
    generation: int
    recipe: Recipe
    samples: Mapping[int, Sample]

    def make(
        self, threads: int, tell: Callable[[int], None]
    ) -> tuple[NetworkWeights, list[StageReport]]:
        """Fit the groups that were not.

        Args:
            threads: how many share the work, a group each.
            tell: told how much of `Recipe.work` was done just now, or had been before; what
                it raises ends the fits.

        Returns:
            The weights, rounded; and how well they explain each phase, from the first on.

        Raises:
            TrainingError: what a group came to is gone; the message names its folder.
        """
        groups = [Group(self.recipe.features, phases) for phases in self._plan.phases]
        missing = [
            number for number, group in enumerate(groups) if self._read(number, group) is None
        ]
        tell(sum(self.recipe.fitted(n) for n in range(len(groups)) if n not in missing))
        over_shards(
            missing,
            lambda: None,
            lambda number, _, tick: self._fit(number, groups[number], tick),
            threads,
            tell,
        )
        made = [
            there(self._read(number, group), self._folder_of(number))
            for number, group in enumerate(groups)
        ]
        weights = self._weights(groups, [table for table, _ in made])
        return weights, [report for _, reports in made for report in reports]

    def _weights(self, groups: list[Group], tables: list[Table]) -> NetworkWeights:
        """The weights of the groups' tables, rounded."""
        parts = [group.parts(table) for group, table in zip(groups, tables, strict=True)]
        patterns, plies, moves = zip(*parts, strict=True)
        of_phases = tuple(number for number, group in enumerate(groups) for _ in group.phases)
        starts = np.zeros((PLIES, LANES), np.float32)
        for empties, phase in enumerate(self.recipe.features.phases[:PLIES]):
            starts[empties] = plies[of_phases[phase]][empties]
        trained = Trained(of_phases, np.stack(patterns), np.concatenate(moves), starts)
        return NetworkWeights.from_discs(trained, self.recipe.as_json())

    @property
    def _plan(self) -> Network:
        assert self.recipe.network is not None  # nobody fits what there is not
        return self.recipe.network

    def _folder_of(self, number: int) -> Path:
        return self.folder / f"group-{number}"

    def _read(self, number: int, group: Group) -> tuple[Table, list[StageReport]] | None:
        return read_group(self._folder_of(number), (group.entries, LANES), len(group.phases))

    def _fit(self, number: int, group: Group, tick: Callable[[int], None]) -> None:
        """Fit a group, and write what it came to."""
        plan, positions = self._plan, self._learnt(number)
        seed = np.random.SeedSequence((self.recipe.seed, self.generation, GROUP_KEY, number))
        steps = plan.epochs * len(positions.labels)
        done = _in_parts(self.recipe.fitted(number), steps, tick)
        table = fit_group(group, positions, plan, seed, done)
        reports = [self._report(group, phase, table) for phase in group.phases]
        write_group(self._folder_of(number), table, reports)

    def _learnt(self, number: int) -> Positions:
        """The positions of a group's phases but those kept apart, and of the phases beside."""
        columns = []
        for phase, importance in sorted(self._plan.importance(number).items()):
            labelled = self.samples[phase].load()
            if phase in self._plan.phases[number]:
                labelled = labelled[~kept_apart(len(labelled))]
            *masks, labels = apart(labelled)
            columns.append((*masks, labels, np.full_like(labels, importance)))
        return Positions(*(np.concatenate(column) for column in zip(*columns, strict=True)))

    def _report(self, group: Group, phase: int, table: Table) -> StageReport:
        """How well a table explains the positions of a phase that were kept apart."""
        sample = self.samples[phase]
        labelled = sample.load()
        *masks, labels = apart(labelled[kept_apart(len(labelled))])
        errors = labels - predict_group(group.entries_of(*masks), table)
        stage = self.recipe.generations[self.generation - 1][phase]
        return report_of(self.generation, stage, sample.empties, len(labelled), labels, errors)


def _in_parts(whole: int, steps: int, tell: Callable[[int], None]) -> Callable[[int], None]:
    """Tells parts that make up `whole` while it is told numbers that make up `steps`."""
    gone = told = 0

    def done(count: int) -> None:
        nonlocal gone, told
        gone += count
        part = whole * gone // steps - told
        tell(part)
        told += part

    return done
