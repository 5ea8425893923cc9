"""Sets scale and means of a trained evaluation right, by games that the engine plays on it.

Positions are learnt from of which some stand one random move off their game: that move was
bad more often than not, so the side to move is better off than it looks, and the means of
the fits are discs too high for positions of good play. Labels that are searched add the
errors of the values they rest on, and fits that are held back shrink what they fit.

So games are played at last, by searches some plies deep and exact near their end. Of
their positions the outcomes are known. The values of each searched phase are multiplied
by the slope of the outcomes on the values (solved phases have no reason to be out of
scale). Then each number of empties gets what outcomes and values differ by in the mean,
the values being those of searches that end there: a search picks among leaves those that
are valued too low for the side to move, so means that are right for positions of games
are about two discs too low for leaves, and leaves are what an evaluation is for.

::

    settling/games-000.npy …    the games, made in shards as positions are
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from outflank.board.score import PROVED
from outflank.core.compile import kernel
from outflank.core.masks import NO_SQUARES, START_OPPONENT, START_PLAYER
from outflank.core.memory import Block
from outflank.core.rules import legal_mask, play_unchecked
from outflank.engine import Limit
from outflank.evaluation import NetworkWeights, WeightsError
from outflank.evaluation.files import read_array, write_array
from outflank.evaluation.shipped import block_of
from outflank.jobs.depths import Depths
from outflank.jobs.selfplay import DISCS, ROW, SelfPlayer, SelfPlaySpec, Task
from outflank.training.check import empties_of, values_of
from outflank.training.engine_labels import EngineLabeller
from outflank.training.recipe import Settling
from outflank.training.shards import over_shards
from outflank.training.stages import TrainingError, there

#: Games of a shard, some seconds of work, and those between two looks for Ctrl-C.
SHARD_GAMES: Final = 500
CALL_GAMES: Final = 10

#: MiB of the table of a thread.
HASH_MB: Final = 8

#: So many positions for each game tell the slope of a phase, and the mean of a number of
#: empties: 3,000 of 20,000 games, whose mean is right to a quarter of a disc.
FOR_SCALE: Final = 1.0
FOR_MEAN: Final = 0.15

#: Fewer never do: the mean of so few outcomes is wrong by a disc.
FEWEST_FOR_SCALE: Final = 1000
FEWEST_FOR_MEAN: Final = 150

ZERO, ONE = np.int64(0), np.int64(1)


class Outcomes(NamedTuple):
    """Positions of games, and how these ended for the sides to move, in discs."""

    players: NDArray[np.uint64]
    opponents: NDArray[np.uint64]
    scores: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Games:
    """Games of the engine on given weights: shards of a folder.

    Attributes:
        folder: where they lie.
        settling: how many, and how they are played.
        seed: of their random plies.
        weights: of the engine's evaluation.
    """

    folder: Path
    settling: Settling
    seed: int
    weights: Block

    def make(self, threads: int, done: Callable[[int], None]) -> None:
        """Play the games of the shards that are not there; `done` is told how many were."""
        self.folder.mkdir(parents=True, exist_ok=True)
        missing = [shard for shard in range(self._shards) if self._load(shard) is None]
        done(self.settling.games - sum(self._size(shard) for shard in missing))
        over_shards(missing, self._player, self._make_shard, threads, done)

    def outcomes(self) -> Outcomes:
        """All positions after the random plies; every shard must have been made.

        Raises:
            TrainingError: one is gone; the message names its file.
        """
        shards = range(self._shards)
        games = np.concatenate([there(self._load(n), self._path(n)) for n in shards])
        most = len(games) * DISCS
        players, opponents = np.empty(most, np.uint64), np.empty(most, np.uint64)
        scores = np.empty(most, np.float32)
        count = _replay(
            np.ascontiguousarray(games["discs"], np.int64),
            np.ascontiguousarray(games["random_plies"], np.int64),
            np.ascontiguousarray(games["score"], np.int64),
            players,
            opponents,
            scores,
        )
        return Outcomes(players[:count], opponents[:count], scores[:count])

    @property
    def _shards(self) -> int:
        return -(-self.settling.games // SHARD_GAMES)

    def _size(self, shard: int) -> int:
        return min(SHARD_GAMES, self.settling.games - shard * SHARD_GAMES)

    def _path(self, shard: int) -> Path:
        return self.folder / f"games-{shard:03}.npy"

    def _load(self, shard: int) -> NDArray[np.void] | None:
        return read_array(self._path(shard), ROW, (self._size(shard),))

    def _player(self) -> SelfPlayer:
        plan = self.settling
        limit = Limit(depth=plan.depth, selectivity=plan.selectivity, exact_from=plan.exact_from)
        spec = SelfPlaySpec(Depths.of(limit), plan.random_plies, self.seed, HASH_MB)
        return SelfPlayer(spec, self.weights)

    def _make_shard(self, shard: int, player: SelfPlayer, tell: Callable[[int], None]) -> None:
        games = np.empty(self._size(shard), ROW)
        numbered = shard * SHARD_GAMES
        for first in range(0, len(games), CALL_GAMES):
            part = games[first : first + CALL_GAMES]
            part[:] = player.run(Task(numbered + first, numbered + first + len(part)))
            tell(len(part))
        write_array(self._path(shard), games)


def can_settle(settling: Settling) -> bool:
    """Whether so many games are enough to set anything right.

    A game has one position of a number of empties, so fewer games give no mean, let alone a
    scale.
    """
    return settling.games >= FEWEST_FOR_MEAN


def settle(
    weights: NetworkWeights, searched_from: int, settling: Settling, outcomes: Outcomes
) -> NetworkWeights:
    """Weights of the right scale, and with the right mean for each number of empties.

    Args:
        weights: of the engine's evaluation.
        searched_from: the first phase whose labels were searched, not solved.
        settling: of how many games the outcomes are, and the plies of the searches whose
            leaves are to have the right mean; even, so that the side to move there is that
            of the position.
        outcomes: of games that were played well. A phase with too few positions, or with
            such as make no sense, takes the scale of the phase below, a number of empties
            what is added two below. The first discs of a game are left: no search of so
            many plies ends there.

    Raises:
        TrainingError: the outcomes make no sense of a number of empties; the message names it.
    """
    settled = _scaled(weights, searched_from, settling.games, outcomes)
    labeller = EngineLabeller(block_of(settled), settling.plies, PROVED)
    empties, added = empties_of(outcomes.players, outcomes.opponents), [0.0, 0.0]
    enough = max(FEWEST_FOR_MEAN, round(FOR_MEAN * settling.games))
    for left in range(1, len(weights.features.phases) - settling.plies):
        those = np.flatnonzero(empties == left + settling.plies)[:enough]
        difference = added[-2]
        if len(those) == enough:
            values = labeller(outcomes.players[those], outcomes.opponents[those])
            difference = float((outcomes.scores[those] - values).mean(dtype=np.float64))
        added.append(difference)
        with _naming(f"the mean at {left} empties"):
            settled = settled.raised(left, difference)
    return settled


def _scaled(
    weights: NetworkWeights, searched_from: int, games: int, outcomes: Outcomes
) -> NetworkWeights:
    """The weights, the values of searched phases times the slope of the outcomes on them."""
    scaled, scale = weights, 1.0
    enough = max(FEWEST_FOR_SCALE, round(FOR_SCALE * games))
    empties = empties_of(outcomes.players, outcomes.opponents)
    phases = np.array(weights.features.phases)[empties]
    values = values_of(weights, outcomes.players, outcomes.opponents).astype(np.float64)
    scores = outcomes.scores.astype(np.float64)
    for phase in range(searched_from, len(weights.groups)):
        found = phases == phase
        if np.count_nonzero(found) >= enough:
            slope = _slope(values[found], scores[found], empties[found])
            scale = slope if _can_scale(weights, phase, slope) else scale
        if _can_scale(weights, phase, scale):
            scaled = scaled.scaled(phase, scale)
    return scaled


def _can_scale(weights: NetworkWeights, phase: int, factor: float) -> bool:
    """Whether the values of a phase can be multiplied by so much."""
    try:
        weights.scaled(phase, factor)
    except WeightsError:
        return False
    return True


@contextmanager
def _naming(what: str) -> Iterator[None]:
    """Around what the outcomes may make no sense of: an error says of what."""
    try:
        yield
    except WeightsError as error:
        raise TrainingError(f"the games do not tell {what}: {error}") from error


def _slope(
    values: NDArray[np.float64], scores: NDArray[np.float64], groups: NDArray[np.intp]
) -> float:
    """The slope of the scores on the values within groups, whose means do not count.

    No number if all values of a group are the same. The sums are NumPy's own, whose order is
    fixed: that of a scalar product differs from one library of linear algebra to the next.
    """
    values, scores = values.copy(), scores.copy()
    for group in np.unique(groups):
        those = groups == group
        values[those] -= values[those].mean()
        scores[those] -= scores[those].mean()
    spread = float((values * values).sum())
    return float((values * scores).sum()) / spread if spread else math.nan


@kernel("i8(i8[:, ::1], i8[::1], i8[::1], u8[::1], u8[::1], f4[::1])")
def _replay(
    discs: NDArray[np.int64],
    random_plies: NDArray[np.int64],
    scores: NDArray[np.int64],
    players: NDArray[np.uint64],
    opponents: NDArray[np.uint64],
    outcomes: NDArray[np.float32],
) -> np.int64:
    """Write every position after the random plies in which a disc was placed; how many."""
    count = ZERO
    for game in range(len(scores)):
        player, opponent, score = START_PLAYER, START_OPPONENT, scores[game]
        for ply in range(discs.shape[1]):
            square = discs[game, ply]
            if square < ZERO:
                break
            if legal_mask(player, opponent) == NO_SQUARES:
                player, opponent, score = opponent, player, -score
            if ply >= random_plies[game]:
                players[count], opponents[count] = player, opponent
                outcomes[count] = np.float32(score)
                count += ONE
            player, opponent = play_unchecked(player, opponent, square)
            score = -score
    return count
