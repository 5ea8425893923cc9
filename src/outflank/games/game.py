"""One game as a value: where it began, what was played, by whom, and what its record claims."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from math import isfinite
from typing import TYPE_CHECKING, Any, Self

from outflank.board.board import Board
from outflank.board.color import Color
from outflank.board.errors import OutflankError
from outflank.board.position import Position
from outflank.board.score import MOST_DISCS, Outcome
from outflank.board.square import Move
from outflank.board.transcript import write_moves
from outflank.games.dates import year_of
from outflank.games.notes import (
    NOTHING,
    Ending,
    MoveNote,
    Variation,
    checked_notes,
    checked_variations,
    complete,
)

if TYPE_CHECKING:
    from outflank.games.paste import Parsed


@dataclass(frozen=True)
class Game:
    """A game that was replayed and found legal; it never changes.

    Forced passes that `moves` leaves out are put in, in variations too. What a record claims
    about the result is kept as it stands, beside what the moves show (`outcome`); unknown is
    None.

    Attributes:
        moves: the moves, passes included.
        start: where the game began, seen by the side that moved first.
        first: the colour of that side.
        black: name of the player of Black.
        white: name of the player of White.
        event: tournament or match.
        year: year of the game; if only `date` is given, the year in it.
        date: ``2019-05-04``, ``2019-05``, ``2019``, perhaps with a time of day behind a blank;
            as recorded if it cannot be read.
        black_discs: Black's final discs as recorded, 0 to 64, empties to the winner.
        theoretical: Black's discs by perfect play of both sides from `exact_from` empties on.
        exact_from: number of empties at which the perfect play begins.
        source: where the game was read, such as ``WTH_1997.wtb game 1494``.
        result: difference in discs as recorded, from Black's view, komi included. Whether
            empty squares count for the winner is up to who recorded it.
        winner: the side that won, where the record says only that; None beside a `result`.
        ending: how the game ended if not by its moves.
        komi: discs that White was given before the result was counted; may be a fraction.
        black_time: Black's clock as ``main/increment/extension``, each ``[[hh:]mm:]ss``.
        white_time: White's.
        comment: a remark on the game as a whole.
        notes: one for each move, passes included; none at all if nothing is noted.
        variations: other moves than those played.
        others: what else is recorded, by the name of its property, such as ``{"RB": "1720"}``.

    Raises:
        IllegalMoveError: a move breaks the rules; the message names its ply and square,
            and the game up to it is kept as ``.board``.
        InvalidMoveError: a number is no move.
        OutflankError: the notes are not one for each move, a variation departs from nowhere,
            or `result` or `komi` is infinite or no number.

    >>> game = Game.from_transcript("f5d6c3", black="Ann", white="Ben")
    >>> game.moves, game.black
    ((Move('f5'), Move('d6'), Move('c3')), 'Ann')
    """

    moves: tuple[Move, ...] = ()
    start: Position = field(default_factory=Position.start)
    first: Color = Color.BLACK
    black: str | None = None
    white: str | None = None
    event: str | None = None
    year: int | None = None
    black_discs: int | None = None
    theoretical: int | None = None
    exact_from: int | None = None
    source: str | None = None
    date: str | None = None
    result: float | None = None
    winner: Color | None = None
    ending: Ending | None = None
    komi: float | None = None
    black_time: str | None = None
    white_time: str | None = None
    comment: str | None = None
    notes: tuple[MoveNote, ...] = ()
    variations: tuple[Variation, ...] = ()
    others: Mapping[str, str] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        moves, notes = complete(self.root(), self.moves, self.notes)
        self._settle(moves, notes)

    def _settle(self, moves: tuple[Move, ...], notes: tuple[MoveNote, ...]) -> None:
        """Put in what follows from the rest; the moves are legal and whole."""
        for name in ("result", "komi"):
            number = getattr(self, name)
            if number is not None and not isfinite(number):
                raise OutflankError(f"{name}: {number} is no number of discs; unknown is None")
        variations = self.variations and checked_variations(self.root(), moves, self.variations)
        year = self.year if self.year is not None else year_of(self.date)
        winner = self.winner if self.result is None else None
        settled = {
            "moves": moves,
            "notes": notes,
            "variations": variations,
            "year": year,
            "winner": winner,
        }
        for name, value in settled.items():
            object.__setattr__(self, name, value)

    @classmethod
    def parse(cls, text: str) -> Parsed:
        """Find the game, or the position, in any text, whatever stands around it.

        Formats are recognised by themselves: see `outflank.games.paste`.

        Returns:
            The game or board, the format that it was taken for, and what was passed over.

        Raises:
            AmbiguousTextError: it can be read in two ways; the message lists them.
            OutflankError: nothing in it is a game or a position, or what is there is broken.

        >>> parsed = Game.parse("Hi Ann, look: F5 d6 c3. What now? Ben")
        >>> parsed.format, str(parsed.game.transcript())
        ('transcript', 'f5d6c3')
        """
        from outflank.games.paste import parse_text

        return parse_text(text)

    @classmethod
    def from_transcript(cls, text: str, start: Board | None = None, **facts: Any) -> Self:
        """Read a transcript, from the usual start or from a copy of `start`.

        Args:
            text: moves as `outflank.board.transcript` reads them.
            start: a board to begin from; moves already played on it belong to the game.
            **facts: further attributes, such as ``black="Ann"``.

        Raises:
            InvalidMoveError: something in the text is no move.
            IllegalMoveError: a move breaks the rules. Both keep the game up to the
                fault as ``.board``.
        """
        return cls.from_board(Board.from_transcript(text, start), **facts)

    @classmethod
    def from_board(cls, board: Board, **facts: Any) -> Self:
        """The game that was played on a board, from its root on."""
        root = board.root()
        return cls.of_legal_moves(board.moves, start=root.position, first=root.turn, **facts)

    @classmethod
    def of_legal_moves(cls, moves: tuple[Move, ...], **facts: Any) -> Self:
        """A game whose moves are known to be legal, forced passes included: they are not replayed.

        Args:
            moves: what a board, or a kernel that knows the rules, has played.
            **facts: further attributes, such as ``black="Ann"``.
        """
        game, defaults = cls.__new__(cls), _defaults()
        if unknown := facts.keys() - defaults:
            raise TypeError(f"a game has no {', '.join(sorted(unknown))}")
        for name, value in {**defaults, **facts}.items():
            object.__setattr__(game, name, value)
        game._settle(moves, checked_notes(game.notes, len(moves)))
        return game

    @property
    def plies(self) -> int:
        """Number of discs placed; passes are not counted."""
        return sum(not move.is_pass for move in self.moves)

    def root(self) -> Board:
        """A new board where the game began."""
        return Board(self.start, self.first)

    def board(self) -> Board:
        """A new board at the end of the game, all its moves played."""
        board = self.root()
        for move in self.moves:
            board.push(move)
        return board

    def steps(self) -> Iterator[tuple[Board, Move]]:
        """Every move with a copy of the board on which it was played, passes included."""
        board = self.root()
        for move in self.moves:
            yield board.copy(), move
            board.push(move)

    def outcome(self) -> Outcome | None:
        """How the game ended by its moves; None if they stop before the end."""
        return self.board().outcome()

    @property
    def final_discs(self) -> int | None:
        """Black's final discs as recorded, or as the moves show; None if they stop before the end.

        Empties count for the winner.
        """
        if self.black_discs is not None:
            return self.black_discs
        outcome = self.outcome()
        return None if outcome is None else outcome.black_discs

    @property
    def claimed(self) -> float | None:
        """The result by its record, in discs from Black's view; None if it tells none.

        That is `result`, or what `black_discs` comes to.
        """
        if self.result is not None or self.black_discs is None:
            return self.result
        return float(2 * self.black_discs - MOST_DISCS)

    @property
    def agrees(self) -> bool | None:
        """Whether the record claims what the moves show, a komi taken off, empties counted or not.

        None if the moves stop before the end, or nothing is claimed.
        """
        outcome = self.outcome()
        if outcome is None:
            return None
        if self.black_discs is not None:
            return self.black_discs == outcome.black_discs
        if self.result is not None:
            return round(self.result + (self.komi or 0)) in (outcome.score, outcome.raw)
        return None if self.winner is None else self.winner is outcome.winner

    def transcript(self, *, passes: bool = False) -> str:
        """The moves in lower case; passes are left out, or written ``--`` if asked."""
        return write_moves(self.moves, passes=passes)

    def note(self, number: int) -> MoveNote:
        """What is noted of move `number`, counted from 0; empty if that is nothing."""
        return self.notes[number] if self.notes else NOTHING

    def player(self, color: Color) -> str | None:
        """The name of the player of a colour; None if it is unknown."""
        return self.black if color is Color.BLACK else self.white


@cache
def _usual_start() -> Position:
    return Position.start()


def _defaults() -> dict[str, Any]:
    """Every attribute of a game of which nothing is known."""
    known = {item.name: item.default for item in fields(Game) if item.name != "others"}
    return {**known, "start": _usual_start(), "others": {}}
