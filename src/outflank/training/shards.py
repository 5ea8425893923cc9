"""Labelled positions on disk, made in small pieces that a killed process need not make again.

A sample is cut into shards. Each is drawn from a seed of its own, labelled, and
written whole; so which process, or thread, makes it and in what order does not
matter, and after a crash only the shards that are missing are made.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from threading import Lock
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from outflank.core.memory import Block
from outflank.core.workers import over_slices
from outflank.evaluation import FeatureSet
from outflank.evaluation.files import read_array, write_array
from outflank.training.evaluators import UNITS_PER_DISC, Evaluator
from outflank.training.labels import Labeller
from outflank.training.positions import draw_positions
from outflank.training.recipe import Style
from outflank.training.stages import there

#: Positions of a shard: some seconds of work at most.
SHARD_POSITIONS: Final = 10_000

#: Positions that are labelled between two looks for Ctrl-C: a fraction of a second.
CALL_POSITIONS: Final = 100

#: Positions are 8-byte masks, labels are in discs; little-endian on every machine.
LABELLED: Final = np.dtype([("player", "<u8"), ("opponent", "<u8"), ("label", "<f4")])

Labelled = NDArray[np.void]

Worker = TypeVar("Worker")


def apart(
    labelled: Labelled,
) -> tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.float32]]:
    """Players, opponents and labels, each in an array of its own."""
    return (
        np.ascontiguousarray(labelled["player"], np.uint64),
        np.ascontiguousarray(labelled["opponent"], np.uint64),
        np.ascontiguousarray(labelled["label"], np.float32),
    )


def over_shards(
    shards: Sequence[int],
    worker: Callable[[], Worker],
    make: Callable[[int, Worker, Callable[[int], None]], None],
    threads: int,
    done: Callable[[int], None],
) -> None:
    """Make shards on several threads; if one raises, or Ctrl-C comes, the others end soon.

    Args:
        shards: their numbers.
        worker: makes what a thread works with, one for each.
        make: makes a shard; told its number, the thread's worker, and what to call now and
            then with how much was done, which raises where the work is to end.
        threads: how many share the work.
        done: told how much was done just now, by one thread at a time.
    """
    workers: SimpleQueue[Worker] = SimpleQueue()
    for _ in range(min(threads, len(shards))):
        workers.put(worker())
    faults: list[BaseException] = []
    turn = Lock()

    def tell(count: int) -> None:
        if faults:  # another thread's, or Ctrl-C
            raise faults[0]
        with turn:
            done(count)

    def make_slice(first: int, last: int) -> None:
        mine = workers.get()
        try:
            for shard in shards[first:last]:
                make(shard, mine, tell)
        except BaseException as fault:
            faults.append(fault)
            raise
        finally:
            workers.put(mine)

    try:
        over_slices(len(shards), 1, make_slice, threads)
    except BaseException as fault:
        faults.append(fault)
        raise


@dataclass(frozen=True, slots=True)
class Sample:
    """Positions of our own games, drawn from a seed, with their labels: shards of a folder.

    Attributes:
        folder: where they lie.
        name: first part of the names of their files.
        positions: how many.
        empties: the fewest and the most that they have.
        styles: how the games are played that they are taken from.
        stray_among: one of so many stands one random move off its game; 0: none.
        key: what they are drawn from; other keys, other positions.
        features: of the evaluation that players go by.
        player_weights: of that evaluation; None: players go by mobility alone.
    """

    folder: Path
    name: str
    positions: int
    empties: tuple[int, int]
    styles: tuple[Style, ...]
    stray_among: int
    key: tuple[int, ...]
    features: FeatureSet
    player_weights: Block | None

    def load(self) -> Labelled:
        """All positions, in order; every shard must have been made.

        Raises:
            TrainingError: one is gone; the message names its file.
        """
        shards = range(self._shards)
        return np.concatenate([there(self._load(n), self._path(n)) for n in shards])

    def make(
        self, labeller: Callable[[], Labeller], threads: int, done: Callable[[int], None]
    ) -> None:
        """Make the shards that are not there.

        Args:
            labeller: makes one for each thread.
            threads: how many share the work.
            done: told, by one thread at a time, how many positions were labelled just
                now, or had been before.
        """
        missing = [shard for shard in range(self._shards) if self._load(shard) is None]
        done(self.positions - sum(self._size(shard) for shard in missing))
        over_shards(missing, labeller, self._make_shard, threads, done)

    @property
    def _shards(self) -> int:
        return -(-self.positions // SHARD_POSITIONS)

    def _size(self, shard: int) -> int:
        return min(SHARD_POSITIONS, self.positions - shard * SHARD_POSITIONS)

    def _path(self, shard: int) -> Path:
        return self.folder / f"{self.name}-{shard:03}.npy"

    def _load(self, shard: int) -> Labelled | None:
        """A shard, if it is there; one that something else has damaged is made again."""
        return read_array(self._path(shard), LABELLED, (self._size(shard),))

    def _make_shard(self, shard: int, label: Labeller, tell: Callable[[int], None]) -> None:
        """Draw, label and write one shard."""
        labelled = np.empty(self._size(shard), LABELLED)
        players, opponents = self._draw(shard, len(labelled))
        labelled["player"], labelled["opponent"] = players, opponents
        for first in range(0, len(labelled), CALL_POSITIONS):
            part = slice(first, first + CALL_POSITIONS)
            labelled["label"][part] = label(players[part], opponents[part])
            tell(len(players[part]))
        write_array(self._path(shard), labelled)

    def _draw(self, shard: int, size: int) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
        """The positions of one shard: every style's share of it, one after the other."""
        players, opponents = np.empty(size, np.uint64), np.empty(size, np.uint64)
        by_mobility = Evaluator(self.features, None, levels=2)
        by_weights = Evaluator(self.features, self.player_weights, levels=2)
        fewest, most = (np.int64(empties) for empties in self.empties)
        sequence = np.random.SeedSequence((*self.key, shard))
        seeds = sequence.generate_state(len(self.styles), np.uint64)
        shares = np.cumsum([style.share for style in self.styles])
        ends = np.rint(shares / shares[-1] * size).astype(int)
        first = 0
        for style, seed, end in zip(self.styles, seeds, ends, strict=True):
            evaluator = by_weights if style.evaluated else by_mobility
            draw_positions(
                evaluator.address,
                seed | np.uint64(1),
                players[first:end],
                opponents[first:end],
                fewest,
                most,
                np.int64(style.random_plies[0]),
                np.int64(style.random_plies[1]),
                np.int64(style.noise * UNITS_PER_DISC),
                np.int64(self.stray_among),
            )
            first = end
        return players, opponents
