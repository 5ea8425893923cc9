"""What came of a match so far: each pairing, each player, and who is ahead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from outflank.board.color import BLACK, WHITE, Color
from outflank.lab.match_file import GameRecord
from outflank.lab.referee import Ending
from outflank.lab.sprt import Sprt, Verdict
from outflank.lab.statistics import Estimate, Pentanomial, mean_of
from outflank.lab.timing import TimeControl

WIN: Final = 1.0
DRAW: Final = 0.5
LOSS: Final = 0.0


@dataclass
class Side:
    """One player's games, in one pairing or in all.

    Attributes:
        wins: games won.
        draws: games drawn.
        losses: games lost.
        pairs: finished game pairs by its points.
        moves: that it was asked for.
        seconds: that they took together.
        longest: seconds of the longest.
        late: moves that took more than the seconds that each may take.
        forfeits: games that it lost without being beaten on the board, by how.
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: Pentanomial = field(default_factory=Pentanomial)
    moves: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    late: int = 0
    forfeits: Counter[Ending] = field(default_factory=Counter)

    @property
    def games(self) -> int:
        """How many it has played."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """A point for a win, half of one for a draw."""
        return self.wins + DRAW * self.draws

    def count(self, record: GameRecord, color: Color, control: TimeControl) -> None:
        """Add a game in which it had this colour."""
        points = _points(record, color)
        self.wins += points == WIN
        self.draws += points == DRAW
        self.losses += points == LOSS
        if points == LOSS and record.played.ending.forfeited:
            self.forfeits[record.played.ending] += 1
        for seconds in _times(record, color):
            self.moves += 1
            self.seconds += seconds
            self.longest = max(self.longest, seconds)
            self.late += control.move is not None and seconds > control.move

    def __add__(self, other: Side) -> Side:
        return Side(
            self.wins + other.wins,
            self.draws + other.draws,
            self.losses + other.losses,
            self.pairs + other.pairs,
            self.moves + other.moves,
            self.seconds + other.seconds,
            max(self.longest, other.longest),
            self.late + other.late,
            self.forfeits + other.forfeits,
        )


class Tally:
    """The games of one pairing.

    Attributes:
        first: the games from the view of the first of the two.
        second: from that of the other.
    """

    def __init__(self, controls: tuple[TimeControl, TimeControl]) -> None:
        self.first = Side()
        self.second = Side()
        self._controls = controls
        self._half: dict[int, GameRecord] = {}
        self._discs: list[float] = []

    def add(self, record: GameRecord) -> None:
        """Count a game."""
        first, second = (BLACK, WHITE) if record.key.leg == 0 else (WHITE, BLACK)
        self.first.count(record, first, self._controls[0])
        self.second.count(record, second, self._controls[1])
        other = self._half.pop(record.key.pair, None)
        if other is None:
            self._half[record.key.pair] = record
        else:
            self._add_pair(record, other)

    def _add_pair(self, *records: GameRecord) -> None:
        pair = Pentanomial.of([sum(_points(record, _first(record)) for record in records)])
        self.first.pairs += pair
        self.second.pairs += Pentanomial(pair.counts[::-1])
        if not any(record.played.ending.forfeited for record in records):
            scores = [_score(record, _first(record)) for record in records]
            self._discs.append(sum(scores) / len(scores))

    @property
    def discs(self) -> Estimate | None:
        """Mean disc difference of the first, over pairs without a forfeit; None without one."""
        return mean_of(self._discs)


@dataclass
class Results:
    """The tallies of all pairings.

    Attributes:
        names: of the contenders.
        pairings: who meets whom, by number.
        tallies: one for each pairing.
        forfeited: the games that were not decided on the board, in the order of their ends.
    """

    names: tuple[str, ...]
    pairings: Sequence[tuple[int, int]]
    tallies: tuple[Tally, ...]
    forfeited: list[GameRecord] = field(default_factory=list)

    def add(self, records: Iterable[GameRecord]) -> None:
        """Count games."""
        for record in records:
            self.tallies[record.key.pairing].add(record)
            if record.played.ending.forfeited:
                self.forfeited.append(record)

    @property
    def games(self) -> int:
        """How many are finished."""
        return sum(tally.first.games for tally in self.tallies)

    def standing(self, contender: int) -> Side:
        """All games of a contender."""
        total = Side()
        for (first, second), tally in zip(self.pairings, self.tallies, strict=True):
            if contender == first:
                total += tally.first
            elif contender == second:
                total += tally.second
        return total

    def ranking(self) -> list[int]:
        """The contenders, by the share of the points that they won, the best first."""

        def share(contender: int) -> float:
            side = self.standing(contender)
            return side.points / side.games if side.games else 0.0

        return sorted(range(len(self.names)), key=lambda one: (-share(one), one))

    def verdict(self, sprt: Sprt | None) -> Verdict | None:
        """What a test of a match of two says; None without one, or while it is open."""
        return None if sprt is None else sprt.verdict(self.tallies[0].first.pairs)


def _first(record: GameRecord) -> Color:
    """The colour of the pairing's first."""
    return BLACK if record.key.leg == 0 else WHITE


def _score(record: GameRecord, color: Color) -> int:
    """Discs from a colour's view."""
    return record.played.score if color is BLACK else -record.played.score


def _points(record: GameRecord, color: Color) -> float:
    score = _score(record, color)
    return WIN if score > 0 else LOSS if score < 0 else DRAW


def _times(record: GameRecord, color: Color) -> Iterable[float]:
    """Seconds of each move that the player of a colour was asked for."""
    turn = record.played.board.root().turn
    for note in record.played.notes:
        if turn is color and note.seconds is not None:
            yield note.seconds
        turn = turn.other
