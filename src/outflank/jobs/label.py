"""Labels: the value of positions, the best move, and the value of every move on request."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from outflank.board.square import Move
from outflank.core import bulk
from outflank.core.table import NO_MOVE
from outflank.jobs.depths import Depths, table_mb
from outflank.jobs.desk import Desk
from outflank.jobs.positions import NO_PLY, Positions
from outflank.jobs.work import Column, Rows, cut, digest

#: What stands in a row for the value of a move that is not legal.
NO_VALUE: Final = -128

#: What stands for the best move of a finished game.
NO_BEST: Final = int(NO_MOVE)

#: The squares and the pass.
MOVES: Final = 65

ROW: Final = np.dtype([("value", "i1"), ("best", "i1")])
ROW_OF_MOVES: Final = np.dtype([("value", "i1"), ("best", "i1"), ("moves", "i1", MOVES)])

#: A row of every move costs so much of a row for each move, as the first one tells the table
#: much of the others.
SHARE_OF_A_MOVE: Final = 0.5
USUAL_MOVES: Final = 10

COLUMNS: Final = (
    Column("file", "VARCHAR"),
    Column("number", "BIGINT"),
    Column("ply", "TINYINT"),
    Column("position", "VARCHAR"),
    Column("empties", "TINYINT"),
    Column("value", "TINYINT"),
    Column("depth", "TINYINT"),
    Column("selectivity", "TINYINT"),
    Column("exact", "BOOLEAN"),
    Column("best", "VARCHAR"),
)
MOVES_COLUMN: Final = Column("moves", "MAP(VARCHAR, TINYINT)")

_NAMES: Final = {number: str(Move(number)) for number in range(MOVES)}


class Task(NamedTuple):
    """The positions of a chunk."""

    players: NDArray[np.uint64]
    opponents: NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class LabelSpec:
    """What is asked of every position.

    Attributes:
        depths: how deep and how surely it is searched.
        every_move: whether the value of every move is wanted.
        hash_mb: MiB of a worker's table.
    """

    depths: Depths
    every_move: bool
    hash_mb: int

    def worker(self) -> Labeller:
        """Make a worker for one thread."""
        return Labeller(self)


class Labeller:
    """Labels chunks of positions."""

    def __init__(self, spec: LabelSpec) -> None:
        self._every_move = spec.every_move
        self._desk = Desk(spec.depths, spec.hash_mb)

    def stop(self) -> None:
        """End the chunk at work soon, and do no other."""
        self._desk.stop()

    def run(self, task: Task) -> Rows:
        """The rows of a chunk.

        Raises:
            Halted: it was stopped.
        """
        values, moves = (np.empty(len(task.players), np.int64) for _ in range(2))
        if not self._every_move:
            self._ask(bulk.label_many, task, values, moves)
            return _rows(ROW, value=values, best=moves)
        worths = np.empty((len(values), MOVES), np.int64)
        self._ask(bulk.label_moves, task, values, moves, worths)
        worths[worths == bulk.NO_WORTH] = NO_VALUE
        return _rows(ROW_OF_MOVES, value=values, best=moves, moves=worths)

    def _ask(self, kernel: Any, task: Task, *results: NDArray[np.int64]) -> None:
        self._desk.ask(lambda context, plan: kernel(context, *task, plan, *results))


def _rows(dtype: np.dtype[np.void], **columns: NDArray[np.int64]) -> Rows:
    rows = np.empty(len(columns["value"]), dtype)
    for name, column in columns.items():
        rows[name] = column
    return rows


class LabelWork:
    """The labels of positions.

    Args:
        positions: what is labelled.
        depths: how deep and how surely.
        every_move: whether the value of every move is wanted.
    """

    name = "label"

    def __init__(self, positions: Positions, depths: Depths, *, every_move: bool = False) -> None:
        self._positions = positions
        self._depths = depths
        self._empties = positions.empties
        share = USUAL_MOVES * SHARE_OF_A_MOVE if every_move else 1.0
        seconds = np.array([share * depths.seconds(empties) for empties in range(65)])
        estimates = seconds[self._empties]
        self.cuts = cut(estimates.tolist())
        self.spec = LabelSpec(depths, every_move, table_mb(float(estimates.max(initial=0.0))))
        self.dtype = ROW_OF_MOVES if every_move else ROW
        self.columns = (*COLUMNS, MOVES_COLUMN) if every_move else COLUMNS

    @property
    def identity(self) -> Mapping[str, Any]:
        """Everything that decides the rows."""
        found = self._positions
        return {
            "positions": len(found),
            "input": digest(
                found.players, found.opponents, found.black, found.files, found.places, found.plies
            ),
            "files": list(found.names),
            "depths": self._depths.to_json(),
            "every_move": self.spec.every_move,
        }

    def task(self, chunk: int) -> Task:
        """The positions of a chunk."""
        rows = self._slice(chunk)
        return Task(self._positions.players[rows], self._positions.opponents[rows])

    def _slice(self, chunk: int) -> slice:
        return slice(self.cuts[chunk], self.cuts[chunk + 1])

    def records(self, chunk: int, rows: Rows) -> Iterator[dict[str, Any]]:
        """A record a position."""
        found, part = self._positions, self._slice(chunk)
        columns = (
            found.files[part].tolist(),
            found.places[part].tolist(),
            found.plies[part].tolist(),
            found.texts(part),
            self._empties[part].tolist(),
            rows["value"].tolist(),
            rows["best"].tolist(),
        )
        every_move = rows["moves"].tolist() if self.spec.every_move else None
        stages = self._depths.stages
        for at, (file, place, ply, text, empties, value, best) in enumerate(
            zip(*columns, strict=True)
        ):
            over = best == NO_BEST
            record = {
                "file": found.names[file],
                "number": place,
                "ply": None if ply == NO_PLY else ply,
                "position": text,
                "empties": empties,
                "value": value,
                "depth": stages[empties].depth,
                "selectivity": stages[empties].selectivity,
                "exact": over or self._depths.is_exact(empties),
                "best": None if over else _NAMES[best],
            }
            if every_move is not None:
                record["moves"] = {
                    _NAMES[move]: worth
                    for move, worth in enumerate(every_move[at])
                    if worth != NO_VALUE
                }
            yield record
