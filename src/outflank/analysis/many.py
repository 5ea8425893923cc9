"""Many games at once: what each player lost in each game, as bulk work of `outflank.jobs`.

A row is a game. Every position on the way is searched as deep as the level says, and the one
after the move that was played a ply less: both values come equally far, so that their
difference is what the move lost and not what a ply more sees. Near the end both are proved.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from outflank import arrays
from outflank.analysis.tally import Phase, Tally
from outflank.board.color import Color
from outflank.board.position import Position
from outflank.board.score import MOST_DISCS
from outflank.board.square import PASS, Move
from outflank.core import bulk
from outflank.engine.stages import Stage
from outflank.games.encodings import as_text
from outflank.games.game import Game
from outflank.games.numbers import MOST_YEAR, within
from outflank.jobs.depths import MOST_EMPTIES, Depths, table_mb
from outflank.jobs.desk import Desk
from outflank.jobs.work import Column, Rows, cut, digest

#: No game has more discs to place.
MOST_MOVES: Final = 64

#: What stands in a row where a game has no move any more.
NOTHING: Final = -128

ROW: Final = np.dtype(
    [
        ("value", "i1", MOST_MOVES),
        ("best_value", "i1", MOST_MOVES),
        ("choices", "i1", MOST_MOVES),
    ]
)

#: What a tally is told by, of a whole game and of each phase.
FIGURES: Final = ("moves", "choices", "lost", "perfect", "accuracy")

COLUMNS: Final = (
    Column("file", "VARCHAR"),
    Column("number", "BIGINT"),
    Column("event", "VARCHAR"),
    Column("year", "SMALLINT"),
    Column("colour", "VARCHAR"),
    Column("player", "VARCHAR"),
    Column("opponent", "VARCHAR"),
    Column("discs", "TINYINT"),
    Column("moves", "TINYINT"),
    Column("choices", "TINYINT"),
    Column("lost", "SMALLINT"),
    Column("perfect", "TINYINT"),
    Column("accuracy", "DOUBLE"),
    Column("proved", "TINYINT"),
    Column("proved_lost", "SMALLINT"),
    *(
        Column(f"{phase}_{figure}", "DOUBLE" if figure == "accuracy" else "SMALLINT")
        for phase in Phase
        for figure in FIGURES
    ),
    Column("losses", "VARCHAR"),
)

#: Digits of an accuracy in per cent.
DIGITS: Final = 3

#: With what `Game.source` ends: the number of the game or of its line.
_NUMBER: Final = re.compile(r"\d+\Z")


@dataclass(frozen=True, slots=True)
class Played:
    """A game, as small as it can be kept.

    Attributes:
        start: where it began.
        black: whether Black moved first.
        moves: passes included, a byte each.
        facts: file, number, event, year, players, and Black's discs at the end; what cannot be
            meant is left out, for a result has no room for it.
    """

    start: Position
    black: bool
    moves: bytes
    facts: Facts

    @classmethod
    def of(cls, file: str, game: Game) -> Played:
        """The same of a game that was read from a file of that name."""
        place = _NUMBER.search(game.source or "")
        number = int(place[0]) if place else 0
        year = within(game.year, -MOST_YEAR, MOST_YEAR)
        event, black, white = map(_text, (game.event, game.black, game.white))
        discs = within(game.final_discs, 0, MOST_DISCS)
        facts = Facts(as_text(file), number, event, year, black, white, discs)
        return cls(game.start, game.first is Color.BLACK, bytes(game.moves), facts)

    @property
    def empties(self) -> range:
        """Squares empty before each disc that is placed."""
        first = self.start.empties
        return range(first, first - len(self.moves) + self.moves.count(PASS), -1)

    def steps(self) -> Iterator[tuple[Position, bool, Move]]:
        """Every disc placed: the position before it, whether Black places it, and where."""
        position, black = self.start, self.black
        for number in self.moves:
            move = Move(number)
            if not move.is_pass:
                yield position, black, move
            position, black = position.play_unchecked(move), not black


class Facts(NamedTuple):
    """What is recorded of a game besides its moves; unknown is None."""

    file: str
    number: int
    event: str | None
    year: int | None
    black: str | None
    white: str | None
    black_discs: int | None


def _text(text: str | None) -> str | None:
    return None if text is None else as_text(text)


class Task(NamedTuple):
    """The positions of the games of a chunk, before and after every move.

    Attributes:
        players: masks of the sides to move, before each disc.
        opponents: masks of the others.
        moves: where the disc is placed.
        cuts: with which of them each game begins, and at last how many there are.
    """

    players: NDArray[np.uint64]
    opponents: NDArray[np.uint64]
    moves: NDArray[np.int64]
    cuts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GamesSpec:
    """What workers must know.

    Attributes:
        depths: how deep and how surely each position is searched.
        hash_mb: MiB of each of a worker's two tables.
    """

    depths: Depths
    hash_mb: int

    def worker(self) -> GamesWorker:
        """Make a worker for one thread."""
        return GamesWorker(self)


class GamesWorker:
    """Values the moves of games.

    The two depths have a table each: what is known a ply deeper would make moves that were
    played look better, or worse, than those that were not.
    """

    def __init__(self, spec: GamesSpec) -> None:
        self._depths = spec.depths
        self._before = Desk(spec.depths, spec.hash_mb)
        self._after = Desk(a_ply_less(spec.depths), spec.hash_mb)

    def stop(self) -> None:
        """End the chunk at work soon, and do no other."""
        self._before.stop()
        self._after.stop()

    def run(self, task: Task) -> Rows:
        """The rows of a chunk.

        Raises:
            Halted: it was stopped.
        """
        legal = arrays.legal_masks(task.players, task.opponents, threads=1)
        best, chosen = self._ask(self._before, task.players, task.opponents)
        worth = self._worth_of_played(task, best)
        worth[chosen == task.moves] = best[chosen == task.moves]
        rows = np.full(len(task.cuts) - 1, NOTHING, ROW)
        columns = {
            "value": worth,
            "best_value": np.maximum(best, worth),
            "choices": np.bitwise_count(legal),
        }
        for row, (begin, end) in enumerate(pairwise(task.cuts)):
            for name, column in columns.items():
                rows[name][row, : end - begin] = column[begin:end]
        return rows

    def _worth_of_played(self, task: Task, best: NDArray[np.int64]) -> NDArray[np.int64]:
        """What each move that was played is worth, by the position after it."""
        players, opponents = arrays.play_unchecked(
            task.players, task.opponents, task.moves.astype(np.uint8), threads=1
        )
        follows = np.zeros(len(players), bool)
        follows[:-1] = (players[:-1] == task.players[1:]) & (opponents[:-1] == task.opponents[1:])
        empties = np.bitwise_count(~(players | opponents))
        known = follows & self._exact()[empties]
        worth = np.empty(len(players), np.int64)
        worth[:-1] = -best[1:]
        if not known.all():
            asked = ~known
            worth[asked] = -self._ask(self._after, players[asked], opponents[asked])[0]
        return worth

    def _exact(self) -> NDArray[np.bool_]:
        return np.array([self._depths.is_exact(empties) for empties in range(MOST_EMPTIES + 1)])

    def _ask(
        self, desk: Desk, players: NDArray[np.uint64], opponents: NDArray[np.uint64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Values and best moves, searched in the order in which tables help and do no harm.

        First what is not proved, forwards, so that no position finds itself searched more
        deeply than asked; then proofs, backwards, so that each finds what comes after it.
        """
        empties = np.bitwise_count(~(players | opponents))
        proved = self._exact()[empties]
        order = np.concatenate([np.flatnonzero(~proved), np.flatnonzero(proved)[::-1]])
        values, moves = (np.empty(len(players), np.int64) for _ in range(2))
        movers, others = (np.ascontiguousarray(masks[order]) for masks in (players, opponents))
        desk.ask(
            lambda context, plan: bulk.label_many(context, movers, others, plan, values, moves)
        )
        back = np.empty(len(order), np.int64)
        back[order] = np.arange(len(order))
        return values[back], moves[back]


def a_ply_less(depths: Depths) -> Depths:
    """What is searched after a move, so that it comes as far as what is searched before it."""
    stages = [
        Stage(min(max(1, before.depth - 1), empties), before.selectivity)
        for empties, before in enumerate(depths.stages[1:])
    ]
    return Depths((*stages, depths.stages[MOST_EMPTIES]))


class GamesWork:
    """What the players of games lost.

    Args:
        games: the games; those in which no disc was placed are left out.
        depths: how deep and how surely they are searched.
    """

    name = "analyze"
    dtype = ROW
    columns = COLUMNS

    def __init__(self, games: Iterable[Played], depths: Depths) -> None:
        self._games = [game for game in games if game.empties]
        self._depths = depths
        after = a_ply_less(depths)
        each = [
            depths.seconds(empties) + after.seconds(max(0, empties - 1)) for empties in range(65)
        ]
        estimates = [sum(each[empties] for empties in game.empties) for game in self._games]
        self.cuts = cut(estimates)
        self.spec = GamesSpec(depths, table_mb(max(each[:61])))

    def __len__(self) -> int:
        return len(self._games)

    @property
    def identity(self) -> Mapping[str, Any]:
        """Everything that decides the rows."""
        facts = json.dumps([game.facts for game in self._games]).encode()
        played = b"".join(
            b"%d %d %d %s\n" % (*_masks(game), game.black, game.moves) for game in self._games
        )
        return {
            "games": len(self._games),
            "input": digest(np.frombuffer(facts, np.uint8), np.frombuffer(played, np.uint8)),
            "depths": self._depths.to_json(),
        }

    def task(self, chunk: int) -> Task:
        """The positions of a chunk's games."""
        players, opponents, moves, cuts = [], [], [], [0]
        for game in self._slice(chunk):
            for position, _, move in game.steps():
                players.append(position.player)
                opponents.append(position.opponent)
                moves.append(int(move))
            cuts.append(len(moves))
        return Task(
            np.array(players, np.uint64),
            np.array(opponents, np.uint64),
            np.array(moves, np.int64),
            tuple(cuts),
        )

    def _slice(self, chunk: int) -> Sequence[Played]:
        return self._games[self.cuts[chunk] : self.cuts[chunk + 1]]

    def records(self, chunk: int, rows: Rows) -> Iterator[dict[str, Any]]:
        """Two records a game, Black's and White's."""
        for game, row in zip(self._slice(chunk), rows, strict=True):
            losses = list(self._losses(game, row))
            for color in Color:
                yield _record(game.facts, color, [loss for loss in losses if loss.color is color])

    def _losses(self, game: Played, row: np.void) -> Iterator[Loss]:
        values, bests, choices = (row[name].tolist() for name in ROW.names or ())
        for number, (position, black, _) in enumerate(game.steps()):
            empties = position.empties
            lost = bests[number] - values[number]
            forced = choices[number] == 1
            proved = self._depths.is_exact(empties - 1) and (
                forced or self._depths.is_exact(empties)
            )
            yield Loss(
                Color.BLACK if black else Color.WHITE,
                Phase.of(empties),
                ply=number + 1,
                forced=forced,
                lost=lost,
                loss=lost if proved else None,
            )


@dataclass(frozen=True, slots=True)
class Loss:
    """What a move lost; see `MoveReport`."""

    color: Color
    phase: Phase
    ply: int
    forced: bool
    lost: int
    loss: int | None
    seconds: None = None


def _masks(game: Played) -> tuple[int, int]:
    return game.start.player, game.start.opponent


def _record(facts: Facts, color: Color, losses: Sequence[Loss]) -> dict[str, Any]:
    black = color is Color.BLACK
    discs = facts.black_discs
    names = (facts.black, facts.white) if black else (facts.white, facts.black)
    whole = Tally.of(losses)
    record: dict[str, Any] = {
        "file": facts.file,
        "number": facts.number,
        "event": facts.event,
        "year": facts.year,
        "colour": color.value,
        "player": names[0],
        "opponent": names[1],
        "discs": None if discs is None else discs if black else MOST_DISCS - discs,
        **_figures(whole),
        "proved": whole.proved,
        "proved_lost": whole.proved_lost,
    }
    for phase in Phase:
        figures = _figures(Tally.of([loss for loss in losses if loss.phase is phase]))
        record |= {f"{phase}_{name}": figure for name, figure in figures.items()}
    return record | {"losses": " ".join(str(loss.lost) for loss in losses)}


def _figures(tally: Tally) -> dict[str, Any]:
    accuracy = None if tally.accuracy is None else round(tally.accuracy, DIGITS)
    return {name: accuracy if name == "accuracy" else getattr(tally, name) for name in FIGURES}
