"""A game in progress: colours, the side to move, the moves so far, and taking them back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple, Self, SupportsIndex

from outflank.board.color import Color, checked_color
from outflank.board.draw import PLAIN, UNICODE, draw_board
from outflank.board.errors import OutflankError
from outflank.board.position import Position
from outflank.board.score import Outcome, Score
from outflank.board.square import PASS, Move, Square
from outflank.board.squareset import SquareSet
from outflank.board.svg import DEFAULT_SIZE, draw_svg
from outflank.board.text import format_board, parse_board
from outflank.board.transcript import read_moves, write_moves


class _Step(NamedTuple):
    """One entry of the history."""

    before: Position
    move: Move
    automatic: bool


class Board:
    """A position with colours and the moves that led to it; `push` and `pop` change it.

    Boards are equal if their discs and their side to move are, whatever moves led there;
    the hash goes with that, so a board must not be changed while it is in a set or a key
    of a dictionary: put `copy()` or `position` there.

    Args:
        position: where the game begins; None for the usual start.
        turn: the colour of the side to move there, also as "black" or "white".
        auto_pass: see the attribute.

    Raises:
        OutflankError: `turn` is no colour.

    >>> board = Board()
    >>> board.push_text("f5")
    Move('f5')
    >>> board.turn, board.legal_moves
    (Color.WHITE, SquareSet(['f4', 'd6', 'f6']))
    """

    def __init__(
        self,
        position: Position | None = None,
        turn: Color = Color.BLACK,
        *,
        auto_pass: bool = False,
    ) -> None:
        if not isinstance(position, Position | None):
            raise TypeError(f"a board begins at a Position, not at {position!r}")
        self._position = Position.start() if position is None else position
        self._turn = checked_color(turn)
        self._steps: list[_Step] = []
        self._auto_pass = False
        self.auto_pass = auto_pass

    @classmethod
    def from_text(cls, text: str, *, auto_pass: bool = False) -> Self:
        """Read 64 squares and the side to move; Black if it is missing.

        Raises:
            InvalidPositionError: the text is no board; see `outflank.board.text`.
        """
        black, white, turn = parse_board(text)
        if turn is Color.WHITE:
            return cls(Position(white, black), turn, auto_pass=auto_pass)
        return cls(Position(black, white), auto_pass=auto_pass)

    @classmethod
    def from_transcript(
        cls, text: str, start: Board | None = None, *, auto_pass: bool = False
    ) -> Self:
        """Play a transcript from the usual start, or from a copy of `start`.

        Passes may be written or left out; see `outflank.board.transcript`.

        Raises:
            InvalidMoveError: something in the text is no move.
            IllegalMoveError: a move or a pass that the rules forbid there, or anything
                after the end of the game. Both name the ply and keep the game up to it
                as ``.board``.

        >>> Board.from_transcript("F5d6C3").transcript()
        'f5d6c3'
        """
        board = cls() if start is None else cls._continued(start)
        board._auto_pass = auto_pass  # what `start` wants is its own affair
        board.push_transcript(text)
        return board

    @property
    def position(self) -> Position:
        """The discs, seen by the side to move."""
        return self._position

    @property
    def turn(self) -> Color:
        """The side to move, also where it must pass or the game is over."""
        return self._turn

    @property
    def black(self) -> int:
        """Mask of Black's discs."""
        return self._discs()[0]

    @property
    def white(self) -> int:
        """Mask of White's discs."""
        return self._discs()[1]

    @property
    def empties(self) -> int:
        """Number of empty squares, 0 to 64."""
        return self._position.empties

    @property
    def legal_moves(self) -> SquareSet:
        """Squares on which the side to move may place a disc."""
        return self._position.legal_moves

    @property
    def must_pass(self) -> bool:
        """True if the side to move has no move and the other has one: push a pass."""
        return self._position.must_pass

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves pushed so far, passes included."""
        return tuple(step.move for step in self._steps)

    @property
    def last_move(self) -> Move | None:
        """The last move, perhaps a pass; None at the start."""
        return self._steps[-1].move if self._steps else None

    @property
    def ply(self) -> int:
        """Number of discs placed so far; a pass has no ply of its own."""
        return sum(not step.move.is_pass for step in self._steps)

    @property
    def auto_pass(self) -> bool:
        """True if a forced pass is played by itself as soon as it is due.

        Such a pass stands in `moves` like any other and is taken back together with the
        move before it. One that is due at the very start cannot be taken back.
        """
        return self._auto_pass

    @auto_pass.setter
    def auto_pass(self, wanted: bool) -> None:
        self._auto_pass = wanted
        self._pass_if_wanted()

    def push(self, move: SupportsIndex | str) -> None:
        """Play a move: a `Move`, a `Square`, its number (64 to pass) or its text.

        Raises:
            IllegalMoveError: the rules forbid it; the message names ply, square and reason.
            InvalidMoveError: the number or the text is no move.
        """
        try:
            self._play(Move(move), automatic=False)
        except OutflankError as error:
            raise error.at(self.copy()) from None
        self._pass_if_wanted()

    def push_text(self, text: str) -> Move:
        """Play one move given as text, such as ``f5`` or ``pass``, in any case.

        Returns:
            The move that was played.

        Raises:
            InvalidMoveError: the text is no move.
            IllegalMoveError: the rules forbid it.
        """
        try:
            move = Move(text)
        except OutflankError as error:
            raise error.at(self.copy()) from None
        self.push(move)
        return move

    def push_transcript(self, text: str) -> None:
        """Play many moves; passes that the text leaves out are played where they are due.

        Raises:
            InvalidMoveError, IllegalMoveError: as `from_transcript`; the moves before the
                fault stay on the board.
        """
        try:
            self._play_all(read_moves(text))
        except OutflankError as error:
            raise error.at(self.copy()) from None

    def pop(self) -> Move:
        """Take back the last move and the automatic passes that followed it, as one step.

        Returns:
            The move taken back.

        Raises:
            IndexError: there is no move to take back.
        """
        if all(step.automatic for step in self._steps):
            raise IndexError("there is no move to take back")
        while True:
            self._position, move, automatic = self._steps.pop()
            self._turn = self._turn.other
            if not automatic:
                return move

    def is_game_over(self) -> bool:
        """True if neither side has a move: full board, wipe-out, or simply stuck."""
        return self._position.is_game_over()

    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on. A draw is an outcome without a winner."""
        return Outcome.of(*self._discs()) if self.is_game_over() else None

    def copy(self) -> Self:
        """An independent board with the same moves."""
        return self._continued(self)

    def root(self) -> Self:
        """A board where this game began, without its moves."""
        turn = self._turn if len(self._steps) % 2 == 0 else self._turn.other
        return type(self)(self._steps[0].before if self._steps else self._position, turn)

    def to_text(self) -> str:
        """64 squares of ``X`` (Black), ``O``, ``-``, a blank and the side to move."""
        return format_board(*self._discs(), self._turn)

    def transcript(self, *, passes: bool = False) -> str:
        """The moves so far in lower case; passes are left out, or written ``--`` if asked."""
        return write_moves(self.moves, passes=passes)

    def draw(
        self,
        *,
        marked: SupportsIndex | str | None = None,
        show_legal: bool = False,
        unicode: bool = False,
    ) -> str:
        """The board in characters, ``X`` or ``●`` for Black.

        Args:
            marked: a square to point out: ``*`` if it is empty, ``[X]`` around a disc.
            show_legal: draw the legal moves as ``+``.
            unicode: draw round discs.
        """
        return draw_board(
            *self._discs(),
            marked=None if marked is None else Square(marked),
            legal=self._position.legal_mask if show_legal else 0,
            characters=UNICODE if unicode else PLAIN,
        )

    def svg(
        self,
        *,
        show_legal: bool = True,
        scores: Mapping[Square, Score | None] | Mapping[str, Score | None] | None = None,
        size: float = DEFAULT_SIZE,
    ) -> str:
        """The board as an SVG picture with its last move marked, for light and dark pages.

        Args:
            show_legal: point out the legal moves.
            scores: what to write on squares, such as ``{"f5": Score(4)}``; None is not
                known and leaves the square as it is.
            size: width and height in pixels.

        Raises:
            OutflankError: the size is no number greater than 0.
        """
        last = self.last_move
        return draw_svg(
            *self._discs(),
            last=None if last is None or last.is_pass else last.square,
            legal=self.legal_moves if show_legal else SquareSet(),
            legal_color=self._turn,
            scores={
                Square(square): score
                for square, score in (scores or {}).items()
                if score is not None
            },
            size=size,
        )

    def _repr_svg_(self) -> str:
        return self.svg()

    def _discs(self) -> tuple[int, int]:
        """Masks of Black and White."""
        player, opponent = self._position.player, self._position.opponent
        return (player, opponent) if self._turn is Color.BLACK else (opponent, player)

    def _play(self, move: Move, *, automatic: bool) -> None:
        after = self._position.play(move)
        self._steps.append(_Step(self._position, move, automatic))
        self._position = after
        self._turn = self._turn.other

    def _pass_if_wanted(self) -> None:
        if self._auto_pass and self.must_pass:
            self._play(PASS, automatic=True)

    def _play_all(self, moves: Iterable[Move]) -> None:
        """Play moves with the passes that are left out; automatic ones wait for the last."""
        wanted, self._auto_pass = self._auto_pass, False
        try:
            for move in moves:
                self._play_with_implied_pass(move)
        finally:
            self.auto_pass = wanted

    def _play_with_implied_pass(self, move: Move) -> None:
        if self.must_pass and not move.is_pass:
            self._position.passed().play(move)  # refused before the pass is written down
            self._play(PASS, automatic=True)
        self._play(move, automatic=False)

    @classmethod
    def _continued(cls, board: Board) -> Self:
        twin = cls(board._position, board._turn)
        twin._steps = board._steps.copy()
        twin._auto_pass = board._auto_pass
        return twin

    def _status(self) -> str:
        if outcome := self.outcome():
            return str(outcome)
        return f"{self._turn} must pass" if self.must_pass else f"{self._turn} to move"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return (self._position, self._turn) == (other._position, other._turn)

    def __hash__(self) -> int:
        return hash((self._position, self._turn))

    def __str__(self) -> str:
        return f"{self.draw()}\n{self._status()}"

    def __repr__(self) -> str:
        return f"Board.from_text({self.to_text()!r})"
