"""SGF: the main line of one game of Othello, in the habits of the programs that write it.

The Smart Game Format (red-bean.com/sgf) knows Othello as ``GM[2]``::

    (;GM[2]SZ[8]PB[Ann]PW[Ben];B[fe];W[df];B[cc])      Quarry: two letters, from the top left
    (;GM[2]PB[Ann]PW[Ben];B[f5];W[d6];B[c3])           Edax: as people write squares

Which of the two a square is decides each square by itself. A pass is ``B[]``, ``B[pass]``,
``B[PA]``, or two moves of one colour; passes after the end of the game are passed over.
Without stones (``AB``, ``AW``, ``AE``) a game begins as all games do; with them, there is
nothing else on the board. Of variations the first is read. A move is taken where it stands, also
where the ``;`` before it is missing. Properties without a meaning here are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from outflank.board.board import Board
from outflank.board.color import BLACK, WHITE, Color
from outflank.board.errors import InvalidMoveError, OutflankError, quoted
from outflank.board.position import Position
from outflank.board.square import FILES, PASS, PASS_TOKENS, ROWS, Move, Square
from outflank.games.errors import GameFileError
from outflank.games.game import Game

_OTHELLO: Final = "2"
_SIZES: Final = ("8", "8:8")
_MOVES_BY: Final = {"B": BLACK, "W": WHITE}
_STONES_OF: Final = {"AB": BLACK, "AW": WHITE, "AE": None}
_SIDES: Final = {"b": BLACK, "1": BLACK, "w": WHITE, "2": WHITE}

#: Properties that say something of the game as a whole, and what `Game` calls it.
_FACTS: Final = {"PB": "black", "PW": "white", "EV": "event"}

_GAP: Final = re.compile(r"[\s;]*")
_NAME: Final = re.compile(r"[A-Za-z]+")
_VALUE: Final = re.compile(r"\s*\[((?:\\.|[^\]\\])*)\]", re.DOTALL)
_ESCAPED: Final = re.compile(r"\\(\r?\n|.)", re.DOTALL)
_YEAR: Final = re.compile(r"\d{4}")


def read_sgf(text: str, name: str = "SGF") -> Game:
    """Read the first game of a text.

    Args:
        text: the content of a file.
        name: what errors call it.

    Raises:
        GameFileError: it is no game of Othello on 8x8, is cut short, or breaks the rules;
            the message names line and ply, and ``.partial`` is the game up to the fault.

    >>> read_sgf("(;GM[2];B[fe];W[f4])").transcript()
    'f5f4'
    """
    reading = _Reading(name)
    for line, key, values in _properties(text, name):
        reading.take(line, key, values)
    return reading.game()


@dataclass
class _Reading:
    """A game that is being read.

    Attributes:
        name: of the file.
        stones: what was set up before the first move; None if nothing was.
        side: the side to move that was set up.
        board: where the moves are played; None before the first.
        facts: what the record says of the game.
    """

    name: str
    stones: dict[Square, Color] | None = None
    side: Color | None = None
    board: Board | None = None
    facts: dict[str, Any] = field(default_factory=dict)

    def take(self, line: int, key: str, values: list[str]) -> None:
        """Make of a property what it says."""
        try:
            if key in _MOVES_BY:
                self._move(_MOVES_BY[key], values[0])
            elif key in (*_STONES_OF, "PL"):
                self._set_up(key, values)
            else:
                self._note(key, values[0])
        except OutflankError as error:
            raise self._fault(line, error) from None

    def game(self) -> Game:
        """The game that was read."""
        return Game.from_board(self._begun(BLACK), source=self.name, **self.facts)

    def _begun(self, first: Color) -> Board:
        """The board, after the set-up at the latest."""
        if self.board is None:
            side = self.side or first
            stones = self.stones
            self.board = Board() if stones is None else Board(_position(stones, side), side)
        return self.board

    def _move(self, color: Color, value: str) -> None:
        board = self._begun(color)
        move = _read_move(value)
        if board.is_game_over() and move.is_pass:
            return
        if color is not board.turn:
            if not board.must_pass:
                raise OutflankError(f"{color} moves, but it is not its turn").at(board)
            board.push(PASS)
        board.push(move)

    def _set_up(self, key: str, values: Iterable[str]) -> None:
        if self.board is not None:
            raise OutflankError(f"{key} after a move: a position that changes by itself")
        if key == "PL":
            side = "".join(values).strip().lower()[:1]
            if side not in _SIDES:
                raise OutflankError(f"PL: {quoted(side)} is not a side")
            self.side = _SIDES[side]
            return
        for value in values:
            for square in _read_squares(value):
                self._set_stone(key, square)

    def _set_stone(self, key: str, square: Square) -> None:
        """Set a stone, or clear a square; two colours on one square are nobody's position."""
        stones = self.stones = {} if self.stones is None else self.stones
        color = _STONES_OF[key]
        if color is None:
            stones.pop(square, None)
        elif stones.setdefault(square, color) is not color:
            raise OutflankError(f"{key}: {square} is {stones[square]} already")

    def _note(self, key: str, value: str) -> None:
        if key == "GM" and value.strip() != _OTHELLO:
            raise OutflankError(f"GM: {quoted(value)} is another game: Othello is {_OTHELLO}")
        if key == "SZ" and value.strip() not in _SIZES:
            raise OutflankError(f"SZ: {quoted(value)} is another board: 8x8 is 8")
        if key in _FACTS and value.strip():
            self.facts.setdefault(_FACTS[key], value.strip())
        if key == "DT" and (year := _YEAR.search(value)):
            self.facts.setdefault("year", int(year[0]))

    def _fault(self, line: int, error: OutflankError) -> GameFileError:
        partial = None if self.board is None else Game.from_board(self.board, source=self.name)
        message = f"{self.name} line {line}: {error}"
        return GameFileError(message, board=self.board, ply=error.ply, partial=partial)


def _properties(text: str, name: str) -> Iterator[tuple[int, str, list[str]]]:
    """Every property of the main line with its line in the file and its values."""
    at = text.find("(")
    if at < 0:
        raise GameFileError(f"{name}: no game of SGF: there is no bracket in it")
    line, counted = 1, 0
    while True:
        at = _skip(text, at)
        line, counted = line + text.count("\n", counted, at), at
        if at == len(text):
            raise GameFileError(f"{name} line {line}: the game is cut short")
        if text[at] == ")":
            return
        found = _NAME.match(text, at)
        if not found:
            raise GameFileError(f"{name} line {line}: no property: {quoted(text[at:])}")
        at, values = found.end(), list[str]()
        while value := _VALUE.match(text, at):
            values.append(_ESCAPED.sub(lambda escaped: escaped[1].strip("\r\n"), value[1]))
            at = value.end()
        if not values:
            raise GameFileError(
                f"{name} line {line}: {quoted(found[0])} has no value, or one without end"
            )
        yield line, found[0], values


def _skip(text: str, at: int) -> int:
    """The place of the next property or end; an opening bracket is a variation, the first."""
    while True:
        found = _GAP.match(text, at)
        assert found is not None  # it matches nothing at all, too
        at = found.end()
        if at == len(text) or text[at] != "(":
            return at
        at += 1


def _read_move(value: str) -> Move:
    token = value.strip().lower()
    return PASS if not token or token in PASS_TOKENS else Move(_read_square(token))


def _read_square(token: str) -> Square:
    """A square as two letters, or as a letter and a digit."""
    token = token.strip().lower()
    if len(token) == 2 and token[0] in FILES and token[1] in FILES:
        return Square(token[0] + ROWS[FILES.index(token[1])])
    if len(token) == 2 and token[0] in FILES and token[1] in ROWS:
        return Square(token)
    raise InvalidMoveError(f"{quoted(token)} is not a square: fe or f5")


def _read_squares(value: str) -> Iterator[Square]:
    """One square, or all of a rectangle between two corners (``aa:bc``)."""
    corners = [_read_square(token) for token in value.split(":")]
    if len(corners) > 2:
        raise InvalidMoveError(f"{quoted(value)} is not a square or a rectangle")
    files = sorted(square.file for square in corners)
    rows = sorted(square.row for square in corners)
    for row in range(rows[0], rows[-1] + 1):
        yield from (Square(8 * row + file) for file in range(files[0], files[-1] + 1))


def _position(stones: dict[Square, Color], side: Color) -> Position:
    player = sum(square.mask for square, color in stones.items() if color is side)
    opponent = sum(square.mask for square, color in stones.items() if color is not side)
    return Position(player, opponent)
