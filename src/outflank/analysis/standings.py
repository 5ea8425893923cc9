"""A table by player and year, of the records that `many` makes: loss a game, accuracy by phase."""

from __future__ import annotations

import csv
import glob
import json
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from outflank.analysis.many import COLUMNS
from outflank.analysis.tally import Phase
from outflank.board.errors import OutflankError

#: Kinds of columns that hold whole numbers, and their bits; an accuracy is a fraction.
_WHOLE: Final = {"BIGINT": 64, "SMALLINT": 16, "TINYINT": 8}

_KINDS: Final = {column.name: column.kind for column in COLUMNS}


@dataclass(slots=True)
class Sum:
    """Moves of many games together.

    Attributes:
        moves: discs placed.
        choices: those where there was another legal move.
        lost: discs lost.
        perfect: moves that lost nothing.
    """

    moves: int = 0
    choices: int = 0
    lost: float = 0.0
    perfect: int = 0
    _accuracy: float = 0.0

    def add(self, record: Mapping[str, Any], prefix: str = "") -> None:
        """Count a player's game, or a phase of it."""
        choices = record[f"{prefix}choices"] or 0
        self.moves += record[f"{prefix}moves"] or 0
        self.choices += choices
        self.lost += record[f"{prefix}lost"] or 0
        self.perfect += record[f"{prefix}perfect"] or 0
        self._accuracy += choices * (record[f"{prefix}accuracy"] or 0)

    @property
    def accuracy(self) -> float | None:
        """Mean accuracy of the choices, in per cent; None if there is none."""
        return self._accuracy / self.choices if self.choices else None


@dataclass(slots=True)
class Standing:
    """A player's games of a year.

    Attributes:
        player: the name; None if it is unknown.
        year: None if it is unknown.
        games: how many.
        total: all moves.
        phases: the moves of each phase.
    """

    player: str | None
    year: int | None
    games: int = 0
    total: Sum = field(default_factory=Sum)
    phases: dict[Phase, Sum] = field(default_factory=lambda: {phase: Sum() for phase in Phase})

    def add(self, record: Mapping[str, Any]) -> None:
        """Count a game."""
        self.games += 1
        self.total.add(record)
        for phase, moves in self.phases.items():
            moves.add(record, f"{phase}_")

    @property
    def loss(self) -> float:
        """Discs lost a game."""
        return self.total.lost / self.games if self.games else 0.0

    def describe(self) -> dict[str, Any]:
        """The standing as a JSON object."""
        return {
            "player": self.player,
            "year": self.year,
            "games": self.games,
            "moves": self.total.moves,
            "lost": self.total.lost,
            "loss_per_game": round(self.loss, 3),
            "perfect": self.total.perfect,
            "accuracy": _rounded(self.total.accuracy),
            **{f"{phase}_lost": moves.lost for phase, moves in self.phases.items()},
            **{
                f"{phase}_accuracy": _rounded(moves.accuracy)
                for phase, moves in self.phases.items()
            },
        }


def standings(records: Iterable[Mapping[str, Any]], *, least: int = 1) -> list[Standing]:
    """Players by year, the most accurate first.

    Args:
        records: two a game, as `GamesWork` makes them.
        least: games that a player must have in a year to be listed.
    """
    found: dict[tuple[str | None, int | None], Standing] = {}
    for record in records:
        key = record["player"], record["year"]
        found.setdefault(key, Standing(*key)).add(record)
    listed = [standing for standing in found.values() if standing.games >= least]
    return sorted(
        listed,
        key=lambda one: (-(one.total.accuracy or 0), one.player or "", one.year or 0),
    )


def read_records(path: Path) -> Iterator[dict[str, Any]]:
    """The records of a result that `outflank analyze --all` has written.

    Raises:
        OutflankError: the file is no such result, or something that it needs is missing.
        OSError: it cannot be read.
    """
    readers = {".csv": _csv, ".jsonl": _json, ".parquet": _parquet}
    reader = readers.get(path.suffix.lower())
    if reader is None:
        raise OutflankError(f"{path}: a result is a file {', '.join(readers)}")
    if not path.is_file():
        raise OutflankError(f"{path}: no such file")
    number = 0
    for number, record in enumerate(reader(path), 1):
        if not isinstance(record, dict) or not record.keys() >= _KINDS.keys():
            raise OutflankError(f"{path} record {number}: not a result of outflank analyze --all")
        try:
            yield {name: _value(record[name], kind) for name, kind in _KINDS.items()}
        except (ValueError, TypeError, OverflowError) as error:
            raise OutflankError(f"{path} record {number}: {error}") from None
    if not number:
        raise OutflankError(f"{path}: there is no record in it")


def _value(value: Any, kind: str) -> Any:
    if value is None or value == "":
        return None
    if kind == "VARCHAR":
        return str(value)
    number = float(value)
    if not math.isfinite(number):
        raise ValueError(f"{value} is not a number that can be meant")
    if kind == "DOUBLE":
        return number
    if abs(number) >= 2 ** (_WHOLE[kind] - 1):
        raise ValueError(f"a number is too great: {number:g}")
    return int(value)


def _csv(path: Path) -> Iterator[Any]:
    try:
        with path.open(encoding="utf-8", newline="") as file:
            yield from csv.DictReader(file)
    except (csv.Error, UnicodeDecodeError) as error:
        raise OutflankError(f"{path}: not a table: {error}") from None


def _json(path: Path) -> Iterator[Any]:
    with path.open(encoding="utf-8", errors="replace") as file:
        for number, line in enumerate(file, 1):
            try:
                yield json.loads(line)
            except (ValueError, RecursionError):
                raise OutflankError(f"{path} line {number}: not a JSON object") from None


def _parquet(path: Path) -> Iterator[Any]:
    try:
        import duckdb
    except ImportError:
        raise OutflankError(
            f'{path}: Parquet files need DuckDB: pip install "outflank[db]"'
        ) from None
    try:
        with duckdb.connect() as database:
            source = glob.escape(str(path.absolute()))
            found = database.execute(
                "SELECT * FROM read_parquet(?, hive_partitioning = false)", [source]
            )
            names = [column[0] for column in found.description]
            while rows := found.fetchmany(10_000):
                for row in rows:
                    yield dict(zip(names, row, strict=True))
    except duckdb.Error as error:
        raise OutflankError(f"{path}: {' '.join(str(error).split())}") from None


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, 3)
