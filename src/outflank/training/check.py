"""How good an evaluation is, alone and without any search, on positions that are solved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outflank.core.features import STATE_WORDS
from outflank.core.memory import Block
from outflank.core.network import UNITS_PER_DISC, value_many
from outflank.evaluation import NetworkWeights, PatternWeights, Weights
from outflank.evaluation.shipped import block_of
from outflank.training.fit import entries_of, predict, root_mean_square

#: No score is more.
ALL_DISCS: Final = 64


@dataclass(frozen=True, slots=True)
class Check:
    """What an evaluation says against what is true.

    Attributes:
        positions: how many were looked at.
        empties: that they have, the fewest of them.
        mean_error: mean of the absolute error, in discs.
        error: root mean square, in discs.
        bias: mean of value minus score, in discs.
        winner_right: share of the positions that are no draw whose winner is named;
            None: all are draws.
    """

    positions: int
    empties: int
    mean_error: float
    error: float
    bias: float
    winner_right: float | None


def check(
    weights: Weights,
    players: NDArray[np.uint64],
    opponents: NDArray[np.uint64],
    scores: NDArray[np.float32],
) -> Check:
    """Compare the values of one position or more with their exact scores in discs."""
    values = np.clip(values_of(weights, players, opponents), -ALL_DISCS, ALL_DISCS)
    errors = values - scores
    named = (np.sign(values) == np.sign(scores))[scores != 0]
    return Check(
        positions=len(scores),
        empties=int(empties_of(players, opponents).min()),
        mean_error=float(np.abs(errors).mean()),
        error=root_mean_square(errors),
        bias=float(errors.mean()),
        winner_right=float(named.mean()) if len(named) else None,
    )


def values_of(
    weights: Weights, players: NDArray[np.uint64], opponents: NDArray[np.uint64]
) -> NDArray[np.float32]:
    """The value of each position in discs, for the side to move, whether it can or not."""
    if isinstance(weights, NetworkWeights):
        return _by_network(block_of(weights), players, opponents)
    return _by_tables(weights, players, opponents)


def _by_network(
    block: Block, players: NDArray[np.uint64], opponents: NDArray[np.uint64]
) -> NDArray[np.float32]:
    """As the engine values them."""
    values, state = np.empty(len(players), np.int64), Block(int(STATE_WORDS))
    value_many(np.int64(block.address), np.int64(state.address), players, opponents, values)
    return (values / int(UNITS_PER_DISC)).astype(np.float32)


def _by_tables(
    weights: PatternWeights, players: NDArray[np.uint64], opponents: NDArray[np.uint64]
) -> NDArray[np.float32]:
    """As the trainer does."""
    entries = entries_of(weights.features, players, opponents)
    phases = np.array(weights.features.phases)[empties_of(players, opponents)]
    values = np.empty(len(players), np.float32)
    for phase in np.unique(phases):
        discs = weights.steps[phase].astype(np.float32) / weights.steps_per_disc
        values[phases == phase] = predict(entries[phases == phase], discs)
    return values


def empties_of(players: NDArray[np.uint64], opponents: NDArray[np.uint64]) -> NDArray[np.intp]:
    """The number of empty squares of each position."""
    empties: NDArray[np.intp] = np.bitwise_count(~(players | opponents)).astype(np.intp)
    return empties
