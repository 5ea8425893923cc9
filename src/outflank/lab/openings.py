"""Openings of matches: from a file, a transcript a line; or random ones that are balanced."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from outflank.board.board import Board
from outflank.board.errors import OutflankError
from outflank.board.square import PASS
from outflank.engine import Engine, Limit
from outflank.games import GameFileError
from outflank.games.content import read_text
from outflank.games.transcripts import COMMENT_MARKS

#: Discs that a random opening places unless another number is asked for.
USUAL_PLIES: Final = 10

#: A random opening is balanced if our engine, searching so deep, finds it worth no more.
JUDGED_DEPTH: Final = 8
MOST_DISCS_AHEAD: Final = 2.0

#: MiB of the table of the engine that judges.
HASH_MB: Final = 4

#: Random openings in a row that may be out of balance, or known, before we give up.
MOST_TRIES: Final = 20_000

#: The longest random opening: later there is no game left to play.
MOST_PLIES: Final = 40

_MOVE: Final = re.compile(r"[a-h]\s*[1-8]", re.IGNORECASE)


class OpeningError(OutflankError):
    """Openings that cannot be had."""


class Openings(Protocol):
    """Where the openings of a match come from."""

    def boards(self, seed: int) -> Iterator[Board]:
        """The opening of each game pair in turn, without end; equal seeds, equal openings."""

    def __len__(self) -> int:
        """How many different ones there are at most."""

    def __str__(self) -> str:
        """What decides which they are."""


@dataclass(frozen=True)
class OpeningFile:
    """The openings of a file, in an order that the seed draws; after the last the first again.

    Attributes:
        openings: boards with the moves of the openings on them.
    """

    openings: tuple[Board, ...]

    def boards(self, seed: int) -> Iterator[Board]:
        """See `Openings`."""
        order = list(self.openings)
        random.Random(seed).shuffle(order)
        return (board.copy() for board in itertools.cycle(order))

    def __len__(self) -> int:
        return len(self.openings)

    def __str__(self) -> str:
        return " ".join(f"{board.root().to_text()} {board.transcript()}" for board in self.openings)


def read_openings(path: Path | str) -> OpeningFile:
    """Read a file of openings: each line a transcript, as in the files of XOT.

    A line of 64 squares and a side is an opening, too. Empty lines, and those that
    begin with ``#`` or ``%``, say nothing.

    Raises:
        GameFileError: a line is no opening (the message names it), or there is none.
        OSError: the file cannot be read.
    """
    name = Path(path).name
    lines = enumerate(read_text(path).splitlines(), 1)
    found = [
        _read_opening(line.strip(), f"{name} line {number}")
        for number, line in lines
        if line.strip() and not line.lstrip().startswith(COMMENT_MARKS)
    ]
    if not found:
        raise GameFileError(f"{name}: empty: there is no opening in it")
    return OpeningFile(tuple(found))


def _read_opening(text: str, place: str) -> Board:
    try:
        board = Board.from_transcript(text) if _MOVE.search(text) else Board.from_text(text)
    except OutflankError as error:
        raise GameFileError(f"{place}: {error}", board=error.board, ply=error.ply) from None
    if board.is_game_over():
        raise GameFileError(f"{place}: the game is over after it", board=board)
    return board


@dataclass(frozen=True)
class BalancedOpenings:
    """Random openings that our engine finds nearly even; no two alike, symmetries included.

    Attributes:
        plies: discs that each places, 0 to 40.
        most: discs that either side may be ahead, as a search of eight plies values it.

    Raises:
        OpeningError: the plies or the discs are out of their range.
    """

    plies: int = USUAL_PLIES
    most: float = MOST_DISCS_AHEAD

    def __post_init__(self) -> None:
        if not 0 <= self.plies <= MOST_PLIES:
            raise OpeningError(f"openings have 0 to {MOST_PLIES} plies, not {self.plies}")
        if not self.most >= 0:
            raise OpeningError(f"an opening is worth 0 discs or more, not {self.most}")

    def boards(self, seed: int) -> Iterator[Board]:
        """See `Openings`.

        Raises:
            OpeningError: no further opening was found in many tries; too few plies have
                too few openings.
        """
        draw, known = random.Random(seed), set()
        with Engine(hash_mb=HASH_MB) as engine:
            while True:
                for _ in range(MOST_TRIES):
                    board = _random_opening(draw, self.plies)
                    if board is None or (position := board.position.canonical()) in known:
                        continue
                    known.add(position)
                    if self._is_balanced(engine, board):
                        break
                else:
                    raise OpeningError(
                        f"no further opening of {self.plies} plies that is worth at most "
                        f"{self.most:g} discs was found: more plies have more of them"
                    )
                yield board

    def _is_balanced(self, engine: Engine, board: Board) -> bool:
        engine.new_game()
        best = engine.analyse(board, Limit(depth=JUDGED_DEPTH))[0]
        return best.score is not None and abs(best.score.value) <= self.most

    def __len__(self) -> int:
        return 1 if self.plies == 0 else MOST_TRIES

    def __str__(self) -> str:
        return f"random, {self.plies} plies, within {self.most:g} discs"


def _random_opening(draw: random.Random, plies: int) -> Board | None:
    """Random moves; None if there is no game left after them."""
    board = Board()
    while board.ply < plies and not board.is_game_over():
        moves: Sequence[int] = tuple(board.legal_moves) or (PASS,)
        board.push(draw.choice(moves))
    return None if board.is_game_over() else board
