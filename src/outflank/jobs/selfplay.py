"""Games of the engine against itself, each begun with random plies of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np

from outflank.board.square import Move
from outflank.core import bulk
from outflank.core.memory import Block
from outflank.jobs.depths import Depths, table_mb
from outflank.jobs.desk import Desk
from outflank.jobs.errors import JobError
from outflank.jobs.work import Column, Rows, cut_evenly

#: A game places at most so many discs.
DISCS: Final = 60

ROW: Final = np.dtype([("random_plies", "i1"), ("score", "i1"), ("discs", "i1", DISCS)])

COLUMNS: Final = (
    Column("game", "BIGINT"),
    Column("seed", "BIGINT"),
    Column("random_plies", "TINYINT"),
    Column("moves", "VARCHAR"),
    Column("score", "TINYINT"),
    Column("exact_from", "TINYINT"),
)

_NAMES: Final = [str(Move(square)) for square in range(64)]


class Task(NamedTuple):
    """The games of a chunk: from the first number up to, not including, the second."""

    first: int
    end: int


@dataclass(frozen=True, slots=True)
class SelfPlaySpec:
    """How games are played.

    Attributes:
        depths: how deep and how surely moves are searched.
        random_plies: each game begins with as many as are drawn between these, both included.
        seed: of what is drawn.
        hash_mb: MiB of a worker's table.

    Raises:
        JobError: random plies or a seed that cannot be.
    """

    depths: Depths
    random_plies: tuple[int, int]
    seed: int
    hash_mb: int

    def __post_init__(self) -> None:
        fewest, most = self.random_plies
        if not 0 <= fewest <= most < DISCS:
            raise JobError(f"random plies are 0-{DISCS - 1}, the fewest first, not {fewest}-{most}")
        if not 0 <= self.seed < 1 << 63:
            raise JobError(f"a seed is 0 to {(1 << 63) - 1}, not {self.seed}")

    def worker(self) -> SelfPlayer:
        """Make a worker for one thread."""
        return SelfPlayer(self)


class SelfPlayer:
    """Plays chunks of games.

    Args:
        spec: how.
        weights: of the engine's evaluation; None: those that ship.
    """

    def __init__(self, spec: SelfPlaySpec, weights: Block | None = None) -> None:
        self._spec = spec
        self._desk = Desk(spec.depths, spec.hash_mb, weights)

    def stop(self) -> None:
        """End the chunk at work soon, and do no other."""
        self._desk.stop()

    def run(self, task: Task) -> Rows:
        """The games of a chunk.

        Raises:
            Halted: it was stopped.
        """
        spec, games = self._spec, task.end - task.first
        discs = np.empty((games, DISCS), np.int64)
        random_plies, scores = (np.empty(games, np.int64) for _ in range(2))
        fewest, most = map(np.int64, spec.random_plies)
        self._desk.ask(
            lambda context, plan: bulk.play_games(
                context,
                np.uint64(spec.seed),
                np.int64(task.first),
                fewest,
                most,
                plan,
                discs,
                random_plies,
                scores,
            )
        )
        rows = np.empty(games, ROW)
        rows["random_plies"], rows["score"], rows["discs"] = random_plies, scores, discs
        return rows


class SelfPlayWork:
    """Games of the engine against itself.

    Args:
        games: how many.
        depths: how deep and how surely moves are searched.
        random_plies: each game begins with as many as are drawn between these, both included.
        seed: of what is drawn: equal seeds, equal games.

    Raises:
        JobError: random plies or a seed that cannot be.
    """

    name = "selfplay"
    dtype = ROW
    columns = COLUMNS

    def __init__(
        self, games: int, depths: Depths, random_plies: tuple[int, int], seed: int = 0
    ) -> None:
        moves = [depths.seconds(empties) for empties in range(DISCS - random_plies[0] + 1)]
        self.spec = SelfPlaySpec(depths, random_plies, seed, table_mb(max(moves)))
        # Where the end is proved once, the table knows most of what comes after.
        proved = [depths.seconds(empties) for empties in range(depths.exact_from)]
        self.cuts = cut_evenly(games, sum(moves) - sum(proved))
        self._exact_from = depths.exact_from

    @property
    def identity(self) -> Mapping[str, Any]:
        """Everything that decides the games."""
        return {
            "games": self.cuts[-1],
            "seed": self.spec.seed,
            "random_plies": list(self.spec.random_plies),
            "depths": self.spec.depths.to_json(),
        }

    def task(self, chunk: int) -> Task:
        """The numbers of the games of a chunk."""
        return Task(self.cuts[chunk], self.cuts[chunk + 1])

    def records(self, chunk: int, rows: Rows) -> Iterator[dict[str, Any]]:
        """A record a game."""
        columns = (rows["random_plies"].tolist(), rows["score"].tolist(), rows["discs"].tolist())
        first = self.cuts[chunk]
        for game, (plies, score, discs) in enumerate(zip(*columns, strict=True), first):
            played = [disc for disc in discs if disc != bulk.NO_DISC]
            yield {
                "game": game,
                "seed": self.spec.seed,
                "random_plies": min(plies, len(played)),
                "moves": "".join(_NAMES[disc] for disc in played),
                "score": score,
                # So many squares were empty when the engine first knew the score, if it did.
                "exact_from": min(self._exact_from, DISCS - min(plies, len(played))),
            }
