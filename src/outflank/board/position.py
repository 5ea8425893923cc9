"""One position of a game: the discs of the side to move and of its opponent. Never changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self, SupportsIndex

from outflank.board import rules
from outflank.board.color import Color
from outflank.board.draw import draw_board
from outflank.board.errors import IllegalMoveError, InvalidPositionError
from outflank.board.square import Move, Square
from outflank.board.squareset import SquareSet, checked_mask
from outflank.board.svg import draw_svg
from outflank.board.symmetry import SYMMETRIES, canonical, transform
from outflank.board.text import format_board, parse_board


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """The discs of `player`, who is to move, and of `opponent`; without colour or history.

    Any two masks that do not overlap are a position, reachable in a game or not. Drawn, by
    `str` or as a picture, the player is Black (``X``), whichever colour it has in a game.

    Attributes:
        player: mask of the side to move, bit 0 = a1, bit 63 = h8.
        opponent: mask of the other side.

    Raises:
        InvalidPositionError: a mask does not fit 64 bits, or both sides stand on one square.

    >>> start = Position.start()
    >>> start.empties, start.play("f5").legal_moves
    (60, SquareSet(['f4', 'd6', 'f6']))
    """

    player: int
    opponent: int

    def __post_init__(self) -> None:
        # Plain integers, whatever came: NumPy's overflow where Python's do not.
        object.__setattr__(self, "player", checked_mask(self.player))
        object.__setattr__(self, "opponent", checked_mask(self.opponent))
        if both := self.player & self.opponent:
            names = " and ".join(str(square) for square in SquareSet(both))
            raise InvalidPositionError(f"both sides have a disc on {names}")

    @classmethod
    def start(cls) -> Self:
        """The start of a game: Black, to move, on e4 and d5, White on d4 and e5."""
        return cls(rules.START_PLAYER, rules.START_OPPONENT)

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read 64 squares and the side to move (Black if it is missing).

        Raises:
            InvalidPositionError: the text is no board; see `outflank.board.text`.
        """
        black, white, turn = parse_board(text)
        return cls(white, black) if turn is Color.WHITE else cls(black, white)

    @property
    def empties(self) -> int:
        """Number of empty squares, 0 to 64."""
        return rules.SQUARES - (self.player | self.opponent).bit_count()

    @property
    def legal_mask(self) -> int:
        """Squares on which a disc may be placed, as a mask; 0 where there is none."""
        return rules.legal_mask(self.player, self.opponent)

    @property
    def legal_moves(self) -> SquareSet:
        """Squares on which a disc may be placed; a pass is never among them."""
        return SquareSet(self.legal_mask)

    @property
    def must_pass(self) -> bool:
        """True if the side to move has no move and its opponent has one."""
        return not self.legal_mask and bool(self.passed().legal_mask)

    def is_game_over(self) -> bool:
        """True if neither side has a move."""
        return rules.is_game_over(self.player, self.opponent)

    @property
    def raw_score(self) -> int:
        """Discs of the player minus discs of the opponent, empties to nobody."""
        return rules.raw_score(self.player, self.opponent)

    @property
    def final_score(self) -> int:
        """The player's score in discs, empties to the winner, if the game ended here."""
        return rules.final_score(self.player, self.opponent)

    def flips(self, square: SupportsIndex | str) -> SquareSet:
        """Discs that a disc on `square` would turn; none if it may not be placed there."""
        return SquareSet(rules.flips(self.player, self.opponent, Square(square)))

    def play(self, move: SupportsIndex | str) -> Position:
        """The position after a move (a `Move`, a number or a text), seen by the other side.

        Raises:
            IllegalMoveError: the move cannot be played here; the message says why.
            InvalidMoveError: it is no move at all.
        """
        move = Move(move)
        if fault := self._fault(move):
            raise IllegalMoveError(f'"{move}": {fault}')
        return self.play_unchecked(move)

    def try_play(self, move: SupportsIndex | str) -> Position | None:
        """The position after a move, or None if it cannot be played here.

        Raises:
            InvalidMoveError: it is no move at all.
        """
        move = Move(move)
        return None if self._fault(move) else self.play_unchecked(move)

    def play_unchecked(self, move: int) -> Position:
        """The position after a move that is known to be legal; any other gives nonsense."""
        return Position(*rules.play_unchecked(self.player, self.opponent, move))

    def passed(self) -> Position:
        """The same discs with the other side to move, whether a pass is legal or not."""
        return Position(self.opponent, self.player)

    def symmetries(self) -> tuple[Position, ...]:
        """The eight images of this position, in the order of `outflank.board.symmetry`."""
        return tuple(
            Position(transform(self.player, symmetry), transform(self.opponent, symmetry))
            for symmetry in range(SYMMETRIES)
        )

    def canonical(self) -> Position:
        """The one of the eight images that all eight have in common: the smallest."""
        return Position(*canonical(self.player, self.opponent))

    def to_text(self) -> str:
        """64 squares and the side, the player written as Black: ``X``, to move."""
        return format_board(self.player, self.opponent, Color.BLACK)

    def _fault(self, move: Move) -> str:
        """Why `move` cannot be played; empty if it can."""
        if move.is_pass:
            return self._fault_of_pass()
        if rules.flips(self.player, self.opponent, move):
            return ""
        if self.is_game_over():
            return "the game is over"
        if move.square in SquareSet(self.player | self.opponent):
            return "the square is occupied"
        if self.must_pass:
            return "it turns no disc; the side to move has no move and must pass"
        return "it turns no disc"

    def _fault_of_pass(self) -> str:
        if self.legal_mask:
            moves = ", ".join(str(square) for square in self.legal_moves)
            return f"a pass is legal only without a move, and there is {moves}"
        return "" if self.must_pass else "the game is over"

    def _repr_svg_(self) -> str:
        return draw_svg(
            self.player,
            self.opponent,
            last=None,
            legal=self.legal_moves,
            legal_color=Color.BLACK,
            scores={},
        )

    def _status(self) -> str:
        if self.is_game_over():
            return "game over"
        return "player must pass" if self.must_pass else "player to move"

    def __str__(self) -> str:
        drawing = draw_board(self.player, self.opponent)
        return f"{drawing}\nX player, O opponent: {self._status()}"

    def __repr__(self) -> str:
        return f"Position({self.player:#018x}, {self.opponent:#018x})"
