"""SGF: games of Othello with variations and comments, in the habits of the programs that write it.

The Smart Game Format (red-bean.com/sgf) knows Othello as ``GM[2]``::

    (;GM[2]SZ[8]PB[Ann]PW[Ben];B[fe];W[df];B[cc])      Quarry: two letters, from the top left
    (;GM[2]PB[Ann]PW[Ben];B[f5];W[d6];B[c3])           Edax: as people write squares

Which of the two a square is decides each square by itself. A pass is ``B[]``, ``B[pass]``,
``B[PA]``, or two moves of one colour; passes after the end of the game are passed over.
Without stones (``AB``, ``AW``, ``AE``) a game begins as all games do; with them, there is
nothing else on the board. A move is taken where it stands, also where the ``;`` before it is
missing. A value ``V`` is in discs from Black's view, as the format has it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple, get_args

from outflank.board.board import Board
from outflank.board.color import BLACK, WHITE, Color
from outflank.board.errors import InvalidMoveError, OutflankError, quoted
from outflank.board.position import Position
from outflank.board.square import FILES, PASS, PASS_TOKENS, ROWS, Move, Square
from outflank.games.dates import normal_date
from outflank.games.errors import GameFileError
from outflank.games.game import Game
from outflank.games.notes import (
    DEEPEST,
    NOTHING,
    Ending,
    MoveNote,
    Variation,
    with_remarks,
)
from outflank.games.numbers import DECIMAL, clock_text, read_counts, read_number
from outflank.games.sgf_text import Node, Property, Tree, read_trees
from outflank.games.textfile import TextFile

OTHELLO: Final = "2"
_SIZES: Final = ("8", "8:8")
MOVES_BY: Final = {"B": BLACK, "W": WHITE}
_STONES_OF: Final = {"AB": BLACK, "AW": WHITE, "AE": None}
_SET_UP: Final = (*_STONES_OF, "PL")
_SIDES: Final = {"b": BLACK, "1": BLACK, "w": WHITE, "2": WHITE}

#: Properties that say something of the game as a whole, and what `Game` calls it.
FACTS: Final = {"PB": "black", "PW": "white", "EV": "event"}

#: Properties that bear other names in `Game.others`: those of GGF.
RENAMED: Final = {"BR": "RB", "WR": "RW"}

#: Properties of our own: seconds that a move took; clocks as `Game` writes them; an ending
#: that the result does not tell.
SECONDS: Final = "ET"
CLOCK: Final = "TI"
CLOCKS: Final = {"TIB": "black_time", "TIW": "white_time"}
ENDING: Final = "END"

#: What belongs to a move.
_NOTES: Final = ("C", "V", SECONDS, "BL", "WL")

#: What no game holds beside its moves and facts: it is about the file, or other games.
_IGNORED: Final = ("FF", "CA", "AP", "ST", "N", "OB", "OW", "VW", "DD", "LB")

_RESULT: Final = re.compile(r"([BW])\+(-?\d[\d.]*|[A-Za-z]*)", re.ASCII | re.IGNORECASE)
_ENDINGS: Final[dict[str, Ending]] = {"r": "resigned", "t": "time", "f": "forfeit"}
_DRAWS: Final = ("draw", "jigo", "0")
_UNKNOWN: Final = ("?", "")


def read_sgf(text: str, name: str = "SGF") -> Game:
    """Read the first game in a text of SGF, with its variations.

    Args:
        text: the text.
        name: what errors call it.

    Raises:
        GameFileError: it is no game of Othello on 8x8, is cut short, or breaks the rules;
            the message names line and ply, and ``.partial`` is the game up to the fault, or
            the whole game if the fault lies in a variation.

    >>> read_sgf("(;GM[2];B[fe];W[f4])").transcript()
    'f5f4'
    """
    for tree in read_trees(text, name):
        if isinstance(tree, GameFileError):
            raise tree
        return _game(tree, name, name)
    raise GameFileError(f"{name}: no game of SGF: there is no bracket in it")


@dataclass(frozen=True)
class SgfFile(TextFile):
    """The text of a file of SGF, which may hold several games."""

    def read(self) -> Iterator[Game | GameFileError]:
        """One game, or the error that stands in its place, after the other."""
        for tree in read_trees(self.text, self.name):
            if isinstance(tree, GameFileError):
                yield tree
                continue
            try:
                yield _game(tree, self.name, f"{self.name} line {tree.line}")
            except GameFileError as error:
                yield error


def _game(tree: Tree, name: str, source: str) -> Game:
    return _Reading(name, source).game(tree)


class _Told(NamedTuple):
    """A move with what its node says of it; without a move, what a node says of itself."""

    move: Property | None
    notes: list[Property]


class _Branch(NamedTuple):
    """A tree that departs from a line before its move `at`."""

    tree: Tree
    at: int


@dataclass
class _Line:
    """The moves of a game or of a variation.

    Attributes:
        board: with its moves; None before the first of a game.
        begun: how many moves of the board are not its own.
        notes: one for each of its own.
        remarks: what nodes behind a move say of it, by its number.
        branches: what departs from it.
    """

    board: Board | None = None
    begun: int = 0
    notes: list[MoveNote] = field(default_factory=list)
    remarks: dict[int, list[str]] = field(default_factory=dict)
    branches: list[_Branch] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.notes)

    def push(self, move: Move, note: MoveNote) -> None:
        """Play a move."""
        assert self.board is not None
        self.board.push(move)
        self.notes.append(note)

    def told(self) -> tuple[MoveNote, ...]:
        """The notes, with all remarks."""
        return with_remarks(self.notes, self.remarks)


@dataclass
class _Reading:
    """A game that is being read.

    Attributes:
        name: of the file.
        source: what the game calls its place.
        stones: what was set up before the first move; None if nothing was.
        side: the side to move that was set up.
        facts: what the record says of the game.
        others: what it says beside that.
        comments: on the game as a whole.
        left: seconds that each side has on its clock, where that is told.
        main: the moves of the game.
        whole: the game without its variations, once it is read.
    """

    name: str
    source: str
    stones: dict[Square, Color] | None = None
    side: Color | None = None
    facts: dict[str, Any] = field(default_factory=dict)
    others: dict[str, str] = field(default_factory=dict)
    comments: list[str] = field(default_factory=list)
    left: dict[Color, float] = field(default_factory=dict)
    main: _Line = field(default_factory=_Line)
    whole: Game | None = None

    def game(self, tree: Tree) -> Game:
        """The game of a tree."""
        self._follow(tree, self.main)
        board = self._begun(BLACK)
        self.whole = game = self._written(board)
        variations = self._departing(self.main, board.root(), board.moves, 0)
        return replace(game, variations=tuple(variations)) if variations else game

    def _written(self, board: Board) -> Game:
        comment = "\n".join(self.comments) or None
        notes = self.main.told()
        facts = {**self.facts, "others": self.others, "comment": comment, "notes": notes}
        return Game.from_board(board, source=self.source, **facts)

    def _follow(self, tree: Tree, line: _Line) -> None:
        """Play a tree's main line; what departs from it is put by."""
        root = line is self.main
        while True:
            for node in tree.nodes:
                self._take(node, line, root)
                root = False
            if not tree.children:
                return
            line.branches += (_Branch(other, len(line)) for other in tree.children[1:])
            tree = tree.children[0]

    def _departing(
        self, line: _Line, start: Board, moves: Sequence[Move], depth: int
    ) -> list[Variation]:
        """The variations of a line, which begins on a board with these moves."""
        if not line.branches:
            return []
        if depth >= DEEPEST:
            raise self._fault(line.branches[0].tree.line, OutflankError("variations without end"))
        boards = [start]
        for move in moves:
            boards.append(boards[-1].copy())
            boards[-1].push(move)
        return [
            variation
            for branch in line.branches
            for variation in self._variations(branch, boards[branch.at], depth + 1)
        ]

    def _variations(self, branch: _Branch, start: Board, depth: int) -> list[Variation]:
        """The variation of a branch; if it has no move, those that depart from it."""
        line = _Line(start.copy(), len(start.moves))
        self._follow(branch.tree, line)
        assert line.board is not None
        moves = line.board.moves[line.begun :]
        inner = self._departing(line, start, moves, depth)
        if not line.notes:
            return [replace(variation, at=branch.at) for variation in inner]
        return [Variation(branch.at, moves, line.told(), tuple(inner))]

    def _take(self, node: Node, line: _Line, root: bool) -> None:
        """Make of a node what it says."""
        told = _Told(None, [])
        parts = [told]
        for item in node:
            if item.name in MOVES_BY:
                told = _Told(item, [])
                parts.append(told)
            elif item.name in _NOTES:
                told.notes.append(item)
            elif item.name in _SET_UP and (told.move or line is not self.main):
                raise self._fault(item.line, _late(item.name))
            elif line is self.main:
                self._note(item)
        bare, *moves = parts
        if moves and not root:
            moves[0].notes[:0] = bare.notes
        else:
            self._remark(bare.notes, line)
        for part in moves:
            self._play(part, line)

    def _remark(self, notes: list[Property], line: _Line) -> None:
        """What a node without a move says: it is about the move before, or about the game."""
        comment = _comment(notes)
        if comment and line.notes:
            line.remarks.setdefault(len(line) - 1, []).append(comment)
        elif comment and line is self.main:
            self.comments.append(comment)

    def _play(self, told: _Told, line: _Line) -> None:
        """Play a move, with the pass before it that is left out."""
        assert told.move is not None
        try:
            self._push(told, line)
        except OutflankError as error:
            raise self._fault(told.move.line, error) from None

    def _push(self, told: _Told, line: _Line) -> None:
        assert told.move is not None
        color = MOVES_BY[told.move.name]
        board = self._begun(color) if line.board is None else line.board
        try:
            move = read_move(told.move.values[0])
        except OutflankError as error:
            raise error.at(board.copy()) from None
        if board.is_game_over() and move.is_pass:
            return
        if color is not board.turn:
            if not board.must_pass:
                raise OutflankError(f"{color} moves, but it is not its turn").at(board.copy())
            line.push(PASS, NOTHING)
        line.push(move, self._note_of(told.notes, color, line))

    def _begun(self, first: Color) -> Board:
        """The board of the game, after the set-up at the latest."""
        if self.main.board is None:
            side = self.side or first
            self.main.board = Board() if self.side is None else usual_start(side)
            if self.stones is not None:
                self.main.board = Board(_position(self.stones, side), side)
        return self.main.board

    def _note_of(self, notes: list[Property], color: Color, line: _Line) -> MoveNote:
        """What is said of a move of a colour."""
        first = {item.name: item.values[0] for item in reversed(notes)}
        value = read_number(first["V"], "value in discs") if "V" in first else None
        if value is not None and color is WHITE:
            value = -value
        seconds = self._clock(first, color) if line is self.main else None
        if SECONDS in first:
            seconds = read_number(first[SECONDS], "number of seconds")
        return MoveNote(value, seconds, _comment(notes))

    def _clock(self, first: dict[str, str], color: Color) -> float | None:
        """Seconds that a move took, by what was left before and after it; None if unknown."""
        left = first.get("BL" if color is BLACK else "WL", "")
        if not DECIMAL.fullmatch(left):
            self.left.pop(color, None)
            return None
        before, self.left[color] = self.left.get(color), float(left)
        return None if before is None or before < float(left) else before - float(left)

    def _note(self, item: Property) -> None:
        """Make of a property what it says of the game."""
        try:
            if item.name in _SET_UP:
                self._set_up(item.name, item.values)
            else:
                self._fact(item.name, item.values[0].strip(), len(item.values))
        except OutflankError as error:
            raise self._fault(item.line, error) from None

    def _set_up(self, name: str, values: Iterable[str]) -> None:
        if self.main.board is not None:
            raise _late(name)
        if name == "PL":
            side = "".join(values).strip().lower()[:1]
            if side not in _SIDES:
                raise OutflankError(f"PL: {quoted(side)} is not a side")
            self.side = _SIDES[side]
            return
        self.stones = {} if self.stones is None else self.stones
        for value in values:
            for square in _read_squares(value):
                self._set_stone(name, square, self.stones)

    def _set_stone(self, name: str, square: Square, stones: dict[Square, Color]) -> None:
        """Set a stone, or clear a square; two colours on one square are nobody's position."""
        color = _STONES_OF[name]
        if color is None:
            stones.pop(square, None)
        elif stones.setdefault(square, color) is not color:
            raise OutflankError(f"{name}: {square} is {stones[square]} already")

    def _fact(self, name: str, value: str, values: int) -> None:
        match name:
            case "GM" if value != OTHELLO:
                raise OutflankError(f"GM: {quoted(value)} is another game: Othello is {OTHELLO}")
            case "SZ" if value not in _SIZES:
                raise OutflankError(f"SZ: {quoted(value)} is another board: 8x8 is 8")
            case "GM" | "SZ":
                return
            case "DT":
                self.facts.setdefault("date", normal_date(value))
            case "RE":
                self._result(value)
            case "KM" if value:
                self.facts.setdefault("komi", read_number(value, "komi"))
            case "GC" if value:
                self.comments.append(value)
            case "TM" | "TI" | "TIB" | "TIW":
                self._time(name, value)
            case "END" if value in get_args(Ending):
                self.facts["ending"] = value
            case _ if name in FACTS:
                if value:
                    self.facts.setdefault(FACTS[name], value)
            case _ if value and values == 1 and name not in _IGNORED:
                self.others.setdefault(RENAMED.get(name, name), value)

    def _time(self, name: str, value: str) -> None:
        """A clock; our own properties say more than the format's."""
        if name in CLOCKS:
            self.facts[CLOCKS[name]] = value
        elif name == CLOCK:
            self.facts |= dict.fromkeys(CLOCKS.values(), value)
        elif DECIMAL.fullmatch(value) and float(value) >= 0:
            for color, clock in zip(Color, CLOCKS.values(), strict=True):
                self.left[color] = float(value)
                self.facts.setdefault(clock, clock_text(float(value)))
        elif value:
            self.others.setdefault(name, value)

    def _result(self, value: str) -> None:
        """A result in any habit; one that cannot be understood is kept as it stands."""
        told = read_result(value)
        if told is None:
            self.others.setdefault("RE", value)
            return
        self.facts |= {name: fact for name, fact in told.items() if fact is not None}

    def _fault(self, line: int, error: OutflankError) -> GameFileError:
        partial, board = self.whole, error.board or self.main.board
        if partial is None and self.main.board is not None:
            partial = self._written(self.main.board)
        message = f"{self.name} line {line}: {error}"
        return GameFileError(message, board=board, ply=error.ply, partial=partial)


def _late(name: str) -> OutflankError:
    return OutflankError(f"{name} after a move: a position that changes by itself")


def _comment(notes: list[Property]) -> str | None:
    return "\n".join(item.values[0] for item in notes if item.name == "C") or None


def read_result(text: str) -> dict[str, Any] | None:
    """What a result says, by the names that `Game` has for it; None if it says nothing known.

    >>> read_result("W+59"), read_result("0")
    ({'result': -59.0}, {'result': 0.0})
    """
    text = text.strip()
    if text in _UNKNOWN:
        return {}
    if text.lower() in _DRAWS or DECIMAL.fullmatch(text):
        return {"result": float(text) if DECIMAL.fullmatch(text) else 0.0}
    if (result := read_counts(text)) is not None:
        return {"result": result}
    found = _RESULT.fullmatch(text)
    return _of_winner(found) if found else None


def _of_winner(found: re.Match[str]) -> dict[str, Any] | None:
    """What ``B+12``, ``W+R`` or ``B+`` says."""
    color, what = MOVES_BY[found[1].upper()], found[2].lower()
    if DECIMAL.fullmatch(what):
        return {"result": float(what) if color is BLACK else 0.0 - float(what)}
    if what and what[0] not in _ENDINGS:
        return None
    return {"winner": color, "ending": _ENDINGS[what[0]] if what else None}


def read_move(value: str) -> Move:
    """A move as a property holds it; nothing is a pass.

    Raises:
        InvalidMoveError: it is none.
    """
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


def usual_start(side: Color) -> Board:
    """The discs of the usual start with a side to move."""
    start = Position.start()
    discs = start if side is BLACK else Position(start.opponent, start.player)
    return Board(discs, side)
