"""Weights of the engine's network: drawn at random, compared, in plain arrays."""

import numpy as np

from core.plain_network import PlainNetwork
from outflank.evaluation import NetworkWeights
from outflank.evaluation.network import (
    LANES,
    MOVES,
    PHASES,
    PLIES,
    SCALE_ONE,
    Rows,
    free_patterns,
    places_of_patterns,
)

GROUPS = (0, 0, 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 2, 2, 2)
RECIPE = {"name": "test", "numbers": [1, 2.5, None], "text": "ü"}


def some_network(seed: int = 1, every: int = 20) -> NetworkWeights:
    """Weights of every size there is; only one row among so many is not 0, which is faster."""
    draw = np.random.default_rng(seed)

    def rows(*shape: int) -> Rows:
        found = Rows.of_weights(np.zeros(shape, np.int16))
        weights, addends = found.weights[:, ::every], found.addends[:, ::every]
        weights[:] = draw.integers(-120 * 64, 120 * 64 + 1, weights.shape)
        addends[:] = draw.integers(-128, 128, addends.shape)
        return found

    starts = draw.integers(-20_000, 20_001, (PLIES, LANES)).astype(np.int16)
    starts[:, 0] = 0
    return NetworkWeights(
        groups=GROUPS,
        patterns=rows(max(GROUPS) + 1, len(free_patterns())),
        moves=rows(PHASES, MOVES),
        starts=starts,
        scales=draw.integers(1, 2 * SCALE_ONE + 1, PHASES).astype(np.int16),
        recipe=RECIPE,
    )


def arrays_of(weights: NetworkWeights) -> list[np.ndarray]:
    """All numbers of weights."""
    rows = [weights.patterns, weights.moves]
    arrays = [array for each in rows for array in (each.weights, each.addends)]
    return [*arrays, weights.starts, weights.scales]


def are_equal(one: NetworkWeights, other: NetworkWeights) -> bool:
    """True if both say the same of every position."""
    pairs = zip(arrays_of(one), arrays_of(other), strict=True)
    return one.groups == other.groups and all((a == b).all() for a, b in pairs)


def bytes_of(rows: Rows) -> np.ndarray:
    """The bytes of rows, by arithmetic."""
    high = (rows.weights.astype(int) + 128) // 256
    low = rows.weights - 256 * high
    halves = np.stack([high, low], axis=-1)
    assert np.abs(low + 0.5).max() <= 128
    return np.concatenate([halves, rows.addends], axis=-1).astype(np.int8)


def plain(weights: NetworkWeights) -> PlainNetwork:
    """The same in the plain arrays of the slow reference."""
    return PlainNetwork(
        bytes_of(weights.patterns)[:, places_of_patterns()],
        bytes_of(weights.moves),
        weights.starts,
        weights.scales.tolist(),
        weights.groups,
    )
