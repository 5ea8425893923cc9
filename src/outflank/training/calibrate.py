"""Measures how far shallow searches are from deep ones, which Multi-ProbCut reckons with.

Positions of noisy games of our own are searched to every depth, in full width, and near
the end solved. The differences give a deviation for each number of empties, depth and
shallow depth; `evaluation.errors.ErrorModel` describes them all by lines, fitted to
their logarithms.

What is measured lies in a folder, a file for each number of empties, whole or not at
all; a run that was broken off goes on where it was::

    plan.json           what the folder is for, and of which weights
    depths-32.npy       values in discs, a row a position, a column a depth
    end-18.npy          the same, and the exact score in the last column
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outflank.board.position import Position
from outflank.core.memory import Block
from outflank.engine.crew import Crew
from outflank.evaluation import Weights, engine_features, load_ordering_weights
from outflank.evaluation.errors import SHALLOWEST, ErrorModel
from outflank.evaluation.evaluators import patterns_on
from outflank.evaluation.files import read_array, write_array
from outflank.evaluation.shipped import block_of
from outflank.training.evaluators import UNITS_PER_DISC, Evaluator
from outflank.training.positions import draw_positions
from outflank.training.recipe import check_scale, check_seed
from outflank.training.stages import claim_by

Values = NDArray[np.int64]

HASH_MB: Final = 32

#: Beyond every score: windows are open.
OPEN: Final = 65

#: However small the scale, so many positions are measured for each number of empties.
FEWEST_POSITIONS: Final = 8

#: Seeds of positions are the plan's times this, and their number of empties: 64 bits in all.
SEEDS_APART: Final = 64
MOST_SEED: Final = (1 << 64) // SEEDS_APART - 1

#: An error of nothing has no logarithm: deviations are at least this, in discs.
LEAST_DEVIATION: Final = 0.25


@dataclass(frozen=True, slots=True)
class Plan:
    """What is measured.

    Attributes:
        seed: of the positions.
        positions: for each number of empties.
        midgame: numbers of empties searched to `deepest` plies.
        deepest: plies.
        endgame: numbers of empties that are solved.
        shallow: plies of the searches that are compared with solving, at most.
        random_plies: the fewest and the most random plies that a game begins with.
        noise: up to so many discs are added to what a move is worth.
        stray_among: one of so many positions stands one random move off its game.
    """

    seed: int = 7
    positions: int = 150
    midgame: tuple[int, ...] = (16, 20, 24, 28, 32, 36, 40, 44, 48, 52)
    deepest: int = 9
    endgame: tuple[int, ...] = (13, 14, 15, 16, 17, 18, 19, 20)
    shallow: int = 7
    random_plies: tuple[int, int] = (2, 14)
    noise: int = 4
    stray_among: int = 4

    def scaled(self, factor: float) -> Plan:
        """The plan with `factor` times the positions.

        Raises:
            RecipeError: it is not more than 0 and at most 100.
        """
        check_scale(factor)
        return replace(self, positions=max(FEWEST_POSITIONS, round(self.positions * factor)))

    def seeded(self, seed: int) -> Plan:
        """The plan with another seed.

        Raises:
            RecipeError: it is not 0 to `MOST_SEED`.
        """
        check_seed(seed, MOST_SEED)
        return replace(self, seed=seed)


def calibrate(
    folder: Path,
    plan: Plan,
    weights: Weights,
    progress: Callable[[int, int], None] | None = None,
) -> ErrorModel:
    """Measure the errors of the engine's evaluation, or go on with measuring.

    Args:
        folder: keeps what is measured; made if it is not there.
        plan: what to measure; a folder belongs to one plan, and to one file of weights.
        weights: of the evaluation.
        progress: told how many positions are done, of how many.

    Returns:
        The errors, fitted.

    Raises:
        TrainingError: the folder belongs to another plan, other weights or something else.
        OSError: the folder cannot be written.
    """
    _claim(folder, plan, weights)
    measuring = _Measuring(plan, block_of(weights), progress or (lambda _done, _total: None))
    to_a_depth = {
        empties: measuring.values(folder / f"depths-{empties}.npy", empties)
        for empties in plan.midgame
    }
    to_the_end = {
        empties: measuring.values(folder / f"end-{empties}.npy", empties, to_the_end=True)
        for empties in plan.endgame
    }
    a, b, c, d = _fitted(
        ((1, empties, depth, shallow), error)
        for empties, values in to_a_depth.items()
        for depth, shallow, error in _errors(values, plan.deepest)
    )
    end_a, end_b, end_d = _fitted(
        ((1, empties, shallow), _deviation(values[:, shallow] - values[:, -1]))
        for empties, values in to_the_end.items()
        for shallow in range(1, plan.shallow + 1)
    )
    return ErrorModel((a, b, c, d), (end_a, end_b, end_d))


def _claim(folder: Path, plan: Plan, weights: Weights) -> None:
    """Make the folder that of the plan and the weights."""
    said = json.dumps(asdict(plan) | {"weights": weights.recipe_hash}) + "\n"
    refusal = "belongs to another plan (scale or seed), or to other weights"
    claim_by(folder / "plan.json", said.encode(), "calibration", lambda _found: refusal)


class _Measuring:
    """Searches the positions of a plan on given weights, and tells how many are done."""

    def __init__(self, plan: Plan, weights: Block, tell: Callable[[int, int], None]) -> None:
        self._plan, self._weights, self._tell = plan, weights, tell
        self._crew = Crew(1, HASH_MB, load_ordering_weights())
        self._crew.use(patterns_on(weights))
        self._total = plan.positions * (len(plan.midgame) + len(plan.endgame))
        self._done = 0

    def values(self, path: Path, empties: int, *, to_the_end: bool = False) -> Values:
        """The values of one number of empties, from the file or measured now."""
        plan, crew = self._plan, self._crew
        depths = [*range(plan.shallow + 1), empties] if to_the_end else [*range(plan.deepest + 1)]
        shape = plan.positions, len(depths)
        values = read_array(path, np.int64, shape)
        if values is not None:
            self._add(plan.positions)
            return values
        values = np.empty(shape, np.int64)
        for row, position in enumerate(self._positions(empties)):
            crew.begin()
            values[row] = [crew.window(position, -OPEN, OPEN, depth) for depth in depths]
            self._add(1)
        write_array(path, values)
        return values

    def _add(self, positions: int) -> None:
        self._done += positions
        self._tell(self._done, self._total)

    def _positions(self, empties: int) -> Iterator[Position]:
        """Positions with so many empties, of noisy games."""
        plan = self._plan
        players, opponents = np.empty((2, plan.positions), np.uint64)
        player = Evaluator(engine_features(), self._weights, levels=2)
        draw_positions(
            player.address,
            np.uint64(plan.seed * SEEDS_APART + empties),
            players,
            opponents,
            np.int64(empties),
            np.int64(empties),
            np.int64(plan.random_plies[0]),
            np.int64(plan.random_plies[1]),
            plan.noise * UNITS_PER_DISC,
            np.int64(plan.stray_among),
        )
        for masks in zip(players.tolist(), opponents.tolist(), strict=True):
            yield Position(*masks)


def _errors(values: Values, deepest: int) -> Iterator[tuple[int, int, float]]:
    """Depth, shallow depth and deviation of each pair of depths that are both odd or even."""
    for depth in range(SHALLOWEST, deepest + 1):
        for shallow in range(2 - depth % 2, depth - 1, 2):
            yield depth, shallow, _deviation(values[:, shallow] - values[:, depth])


def _deviation(errors: Values) -> float:
    """Root mean square: a habit of the shallow search is an error, too."""
    return max(LEAST_DEVIATION, float(np.sqrt(np.mean(np.square(errors, dtype=np.float64)))))


def _fitted(cells: Iterator[tuple[tuple[int, ...], float]]) -> tuple[float, ...]:
    """The coefficients of the logarithm of the deviation, by least squares."""
    terms, deviations = zip(*cells, strict=True)
    solution = np.linalg.lstsq(np.array(terms, np.float64), np.log(deviations), rcond=None)[0]
    return tuple(float(round(value, 5)) for value in solution)
