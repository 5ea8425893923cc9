"""Matches: who meets whom from which openings, game by game, and what came of it.

Games are played in pairs: both players get both colours of an opening. Two players play
a match; with more, each meets each (round robin), or the first meets all others
(gauntlet). All pairings play the same openings.
"""

from __future__ import annotations

import enum
import hashlib
import itertools
from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from outflank.board.board import Board
from outflank.board.errors import OutflankError
from outflank.lab.match_file import GameKey, GameRecord, MatchFile
from outflank.lab.match_workers import Task, play_tasks
from outflank.lab.openings import BalancedOpenings, Openings
from outflank.lab.players import Contender
from outflank.lab.referee import Ending, Rules
from outflank.lab.results import Results, Tally
from outflank.lab.sprt import Sprt

GAMES_IN_A_PAIR: Final = 2

#: Characters of a digest that names a match: enough for any number of them.
DIGEST: Final = 16


class MatchError(OutflankError):
    """A match that cannot be played as it was asked for."""


class Format(enum.StrEnum):
    """Who meets whom."""

    ROUND_ROBIN = "round-robin"
    GAUNTLET = "gauntlet"


class Pairing(NamedTuple):
    """Two contenders that meet, by their numbers from 0."""

    first: int
    second: int


@dataclass(frozen=True)
class Match:
    """What is to be played.

    Attributes:
        contenders: two or more, with names of their own.
        games: of each pairing, an even number.
        openings: where the openings come from.
        format: who meets whom.
        rules: of each game.
        seed: of the openings and of what players draw, 0 or more.
        sprt: ends a match of two as soon as it is decided; None plays all games.

    Raises:
        MatchError: settings that contradict each other; the message says why.
    """

    contenders: tuple[Contender, ...]
    games: int
    openings: Openings = field(default_factory=BalancedOpenings)
    format: Format = Format.ROUND_ROBIN
    rules: Rules = field(default_factory=Rules)
    seed: int = 0
    sprt: Sprt | None = None

    def __post_init__(self) -> None:
        if len(self.contenders) < 2:
            raise MatchError("a match needs two players or more")
        names = [one.name for one in self.contenders]
        if len(set(names)) < len(names):
            raise MatchError("two players have one name")
        if self.games < 2 or self.games % GAMES_IN_A_PAIR:
            raise MatchError(
                f"{self.games} games: they are played in pairs with colours swapped, so their "
                "number is even and at least 2"
            )
        if self.sprt is not None and len(self.contenders) > 2:
            raise MatchError("an SPRT compares two players, not more")
        if self.seed < 0:
            raise MatchError(f"a seed is 0 or more, not {self.seed}")

    @property
    def pairings(self) -> tuple[Pairing, ...]:
        """Who meets whom, in the order of the contenders."""
        numbers = range(len(self.contenders))
        if self.format is Format.GAUNTLET:
            return tuple(Pairing(0, other) for other in numbers[1:])
        return tuple(Pairing(*two) for two in itertools.combinations(numbers, 2))

    @property
    def all_games(self) -> int:
        """Of all pairings together."""
        return self.games * len(self.pairings)

    @property
    def identity(self) -> str:
        """Names the match: whatever decides a game is in it; how many are played is not."""
        facts = (
            *(f"{one.name}\n{one}" for one in self.contenders),
            self.format,
            str(self.openings),
            str(self.rules),
            str(self.seed),
        )
        return hashlib.sha256("\n".join(facts).encode()).hexdigest()[:DIGEST]

    def tasks(self) -> Iterator[Task]:
        """Every game, in the order in which they are begun: pair by pair, all pairings in turn."""
        boards = self.openings.boards(self.seed)
        for pair in range(self.games // GAMES_IN_A_PAIR):
            opening = next(boards)
            for number, pairing in enumerate(self.pairings):
                for leg in range(GAMES_IN_A_PAIR):
                    yield self._task(GameKey(number, pair, leg), pairing, opening)

    def _task(self, key: GameKey, pairing: Pairing, opening: Board) -> Task:
        black, white = pairing if key.leg == 0 else reversed(pairing)
        drawn = hashlib.sha256(f"{self.seed} {key}".encode()).digest()
        return Task(key, black, white, opening, int.from_bytes(drawn[:4], "big"))

    def check(self, record: GameRecord) -> None:
        """See that a kept game is one of this match and ended as it says.

        Raises:
            MatchError: its place, its players or its result cannot be.
        """
        key, game = record.key, f"game {record.key.pairing} {record.key.pair} {record.key.leg}"
        if key.pairing >= len(self.pairings):
            raise MatchError(f"{game} of the file: there is no such pairing")
        names = [self.contenders[one].name for one in self.pairings[key.pairing]]
        if [record.black, record.white] != (names if key.leg == 0 else names[::-1]):
            raise MatchError(f"{game} of the file: it was not between {' and '.join(names)}")
        outcome = record.played.board.outcome()
        if record.played.ending is Ending.PLAYED and (
            outcome is None or outcome.score != record.played.score
        ):
            raise MatchError(f"{game} of the file: its moves do not end with its result")

    def results(self, file: MatchFile) -> Results:
        """What the games of a file say, as far as they are among those asked for.

        Raises:
            MatchError: a game in it cannot be one of this match.
        """
        for record in file.games.values():
            self.check(record)
        controls = [one.control for one in self.contenders]
        results = Results(
            tuple(one.name for one in self.contenders),
            self.pairings,
            tuple(Tally((controls[one], controls[other])) for one, other in self.pairings),
        )
        pairs = self.games // GAMES_IN_A_PAIR
        results.add(record for key, record in file.games.items() if key.pair < pairs)
        return results


def play_match(
    match: Match, file: MatchFile, results: Results, concurrency: int = 1
) -> Generator[GameRecord]:
    """Play the games that a file lacks, keep each and count it; a test may end it early.

    Whoever does not take all games must close the generator.

    Args:
        match: what is to be played.
        file: of this match.
        results: `match.results(file)`, or what was added to it since.
        concurrency: games at a time, 1 or more.

    Yields:
        Each game as soon as it is kept and counted.

    Raises:
        MatchError: a game in the file began from another opening.
        OutflankError, OSError: a player cannot be made, a game cannot be kept.
        KeyboardInterrupt: Ctrl-C; the games that were finished are kept.
    """
    if results.verdict(match.sprt) is not None:
        return
    missing = _missing(match, file)
    with closing(play_tasks(match.contenders, match.rules, missing, concurrency)) as games:
        for record in games:
            file.keep(record)
            results.add([record])
            yield record
            if results.verdict(match.sprt) is not None:
                return


def _missing(match: Match, file: MatchFile) -> Iterator[Task]:
    """The games that are not in the file; what is in it is held against the openings."""
    for task in match.tasks():
        record = file.games.get(task.key)
        if record is None:
            yield task
            continue
        moves, board = task.opening.moves, record.played.board
        if board.root() != task.opening.root() or board.moves[: len(moves)] != moves:
            raise MatchError(
                f"{record.black} against {record.white}, game pair {task.key.pair + 1}: the file "
                "has it from another opening: another version of the program has begun it"
            )
