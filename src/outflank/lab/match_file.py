"""The file of a match: every game as a line of GGF, written when it ends, read back to go on."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Final, NamedTuple, Self

from outflank.board.errors import OutflankError
from outflank.evaluation.files import hold
from outflank.games.content import refuse_irregular
from outflank.games.errors import GameFileError
from outflank.games.game import Game
from outflank.games.ggf import read_ggf, writable, write_ggf
from outflank.games.notes import NOTHING
from outflank.games.notes import Ending as Mark
from outflank.lab.referee import Ending, Played
from outflank.lab.timing import TimeControl

#: Properties of our own: the match and the game's place in it; how it ended; what more
#: there is to say of that.
_MATCH: Final = "MT"
_ENDING: Final = "EN"
_DETAIL: Final = "ED"

_EVENT: Final = "Outflank match"

#: What GGF calls the endings that it knows.
_MARKS: Final[Mapping[Ending, Mark]] = MappingProxyType(
    {
        Ending.ADJUDICATED: "agreed",
        Ending.TIME: "time",
        Ending.ILLEGAL: "resigned",
        Ending.CRASH: "resigned",
    }
)

#: How every line begins: only what begins so may be a line that a kill has cut short.
_BEGINNING: Final = b"(;GM[Othello]PC["

_KEY: Final = re.compile(r"([0-9a-f]+) ([0-9]{1,9}) ([0-9]{1,9}) ([01])")


class GameKey(NamedTuple):
    """The place of a game in its match.

    Attributes:
        pairing: number of the pairing, from 0.
        pair: number of the game pair in it, from 0.
        leg: 0 where the first of the pairing is Black, 1 in the other game.
    """

    pairing: int
    pair: int
    leg: int


@dataclass(frozen=True)
class GameRecord:
    """A game of a match.

    Attributes:
        key: its place.
        black: name of the contender that was Black.
        white: name of the other.
        played: what happened.
        controls: the times of Black and of White.
    """

    key: GameKey
    black: str
    white: str
    played: Played
    controls: tuple[TimeControl, TimeControl] = (TimeControl(), TimeControl())


class MatchFile:
    """Keeps the games of one match on disk, each whole or not at all.

    A last line that a kill has cut short is dropped. A file with any other line that is no
    game of this match is refused and left as it is. While it is open no other process can
    play the match (where the system can lock files).

    Args:
        path: the file; it is made if it does not exist.
        identity: names the match.

    Raises:
        OutflankError: the file holds something else, or another process has it open.
        GameFileError: it is no regular file.
        OSError: it cannot be read or written.
    """

    def __init__(self, path: Path, identity: str) -> None:
        self._name = path.name
        self._identity = identity
        self._games: dict[GameKey, GameRecord] = {}
        refuse_irregular(path)
        self._file = path.open("a+b", buffering=0)
        try:
            hold(self._file, f"{self._name}: another process plays this match")
            self._file.seek(0)
            self._read(self._file.readall())
        except BaseException:
            self._file.close()
            raise

    @property
    def games(self) -> Mapping[GameKey, GameRecord]:
        """The games in it by their places."""
        return MappingProxyType(self._games)

    def keep(self, record: GameRecord) -> None:
        """Add a game.

        Raises:
            OSError: it cannot be written; then nothing of it is in the file.
        """
        line = f"{_line(record, self._identity)}\n".encode()
        size = self._file.seek(0, os.SEEK_END)
        if self._file.write(line) != len(line):
            self._file.truncate(size)
            raise OSError(f"{self._name}: the game was not written: no space left")
        self._games[record.key] = record

    def _read(self, content: bytes) -> None:
        *whole, last = content.split(b"\n")
        for number, line in enumerate(whole, 1):
            self._take(line, number)
        if last and not (last.startswith(_BEGINNING) or _BEGINNING.startswith(last)):
            raise self._refusal(len(whole) + 1, "not a game of a match")
        self._file.truncate(len(content) - len(last))

    def _take(self, line: bytes, number: int) -> None:
        try:
            record, identity = _record(read_ggf(line.decode(), self._name, number))
        except (GameFileError, UnicodeDecodeError, LookupError, ValueError) as error:
            reason = str(error) if isinstance(error, GameFileError) else "not a game of a match"
            raise self._refusal(number, reason) from None
        if identity != self._identity:
            raise self._refusal(
                number,
                f"a game of another match ({record.black} against {record.white}): give another "
                "file, or the options with which this one was begun",
            )
        if record.key in self._games:
            raise self._refusal(number, "the same game a second time")
        self._games[record.key] = record

    def _refusal(self, number: int, reason: str) -> OutflankError:
        place = f"{self._name} line {number}"
        return OutflankError(
            f"{place}: {reason.removeprefix(f'{place}: ')}; the file is left as it is"
        )

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _line(record: GameRecord, identity: str) -> str:
    played = record.played
    black_time, white_time = map(_ggf_time, record.controls)
    others = {
        _MATCH: f"{identity} {record.key.pairing} {record.key.pair} {record.key.leg}",
        _ENDING: str(played.ending),
    }
    if played.detail:
        others[_DETAIL] = writable(played.detail)
    return write_ggf(
        Game.from_board(
            played.board,
            black=record.black,
            white=record.white,
            event=_EVENT,
            notes=played.notes,
            result=played.score,
            ending=_MARKS.get(played.ending),
            black_time=black_time,
            white_time=white_time,
            others=others,
        )
    )


def _record(game: Game) -> tuple[GameRecord, str]:
    """What a game says of its match, and the match's identity."""
    others = game.others
    found = _KEY.fullmatch(others[_MATCH])
    if not found or game.result is None or game.black is None or game.white is None:
        raise LookupError(_MATCH)
    identity, *place = found.groups()
    ending, detail = Ending(others[_ENDING]), others.get(_DETAIL, "")
    notes = game.notes or (NOTHING,) * len(game.moves)
    played = Played(game.board(), notes, int(game.result), ending, detail)
    return GameRecord(GameKey(*map(int, place)), game.black, game.white, played), identity


def _ggf_time(control: TimeControl) -> str | None:
    """A clock as GGF writes it; None without one: it has no word for seconds a move."""
    if control.main is None:
        return None
    return f"{_minutes(control.main)}/{_minutes(control.increment) if control.increment else ''}/"


def _minutes(seconds: float) -> str:
    whole, rest = divmod(seconds, 60)
    return f"{whole:02.0f}:{rest:06.3f}".removesuffix(".000")
