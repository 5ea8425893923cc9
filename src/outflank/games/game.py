"""One game as a value: where it began, what was played, by whom, and what its record claims."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Self

from outflank.board.board import Board
from outflank.board.color import Color
from outflank.board.position import Position
from outflank.board.score import Outcome
from outflank.board.square import PASS, Move
from outflank.board.transcript import write_moves


@dataclass(frozen=True)
class Game:
    """A game that was replayed and found legal; it never changes.

    Forced passes that `moves` leaves out are put in. What a record claims about the
    result is kept as it stands, beside what the moves show; unknown is None.

    Attributes:
        moves: the moves, passes included.
        start: where the game began, seen by the side that moved first.
        first: the colour of that side.
        black: name of the player of Black.
        white: name of the player of White.
        event: tournament or match.
        year: year of the game.
        black_discs: Black's final discs as recorded, 0 to 64, empties to the winner.
        theoretical: Black's discs by perfect play of both sides from `exact_from` empties on.
        exact_from: number of empties at which the perfect play begins.
        source: where the game was read, such as ``WTH_1997.wtb game 1494``.

    Raises:
        IllegalMoveError: a move breaks the rules; the message names its ply and square,
            and the game up to it is kept as ``.board``.
        InvalidMoveError: a number is no move.

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

    def __post_init__(self) -> None:
        object.__setattr__(self, "moves", _with_passes(self.root(), self.moves))

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
        game = cls(**facts)
        object.__setattr__(game, "moves", moves)
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

    def transcript(self, *, passes: bool = False) -> str:
        """The moves in lower case; passes are left out, or written ``--`` if asked."""
        return write_moves(self.moves, passes=passes)

    def player(self, color: Color) -> str | None:
        """The name of the player of a colour; None if it is unknown."""
        return self.black if color is Color.BLACK else self.white


def _with_passes(board: Board, moves: Iterable[Move]) -> tuple[Move, ...]:
    """Replay moves on a board; the moves with the forced passes put in where they were left out."""
    for move in moves:
        if move != PASS and board.must_pass:
            board.push(PASS)
        board.push(move)
    return board.moves
