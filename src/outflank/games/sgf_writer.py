"""SGF as it is written: FF[4], with variations, comments and values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal, TypeAlias

from outflank.board.board import Board
from outflank.board.color import BLACK, WHITE, Color
from outflank.board.square import FILES, Move, Square
from outflank.games.game import Game
from outflank.games.notes import Ending, MoveNote, Variation
from outflank.games.numbers import clock_seconds, number_text
from outflank.games.sgf import CLOCK, CLOCKS, ENDING, FACTS, OTHELLO, RENAMED, SECONDS
from outflank.games.sgf_text import escaped

#: How squares are written: two letters, or as people do.
Dialect: TypeAlias = Literal["quarry", "edax"]

_NAME: Final = re.compile(r"[A-Z]+")
_ENDINGS: Final[dict[Ending, str]] = {"resigned": "Resign", "time": "Time", "forfeit": "Forfeit"}

#: Properties that other attributes say, or that mean something of their own in SGF.
_TAKEN_HERE: Final = "GM SZ FF CA AP PB PW EV DT RE KM TM OT C GC AB AW AE PL B W V BL WL N ST"
_TAKEN: Final = {*_TAKEN_HERE.split(), SECONDS, CLOCK, ENDING, *CLOCKS, *RENAMED}


def write_sgf(game: Game, dialect: Dialect = "quarry") -> str:
    """The game with everything that is known of it as SGF, without a line end.

    Args:
        game: the game.
        dialect: how squares are written, ``fe`` or ``f5``.

    Raises:
        OutflankError: a number in it cannot be written.

    >>> write_sgf(Game.from_transcript("f5f4", black="Ann"))
    '(;GM[2]FF[4]CA[UTF-8]AP[Outflank]SZ[8]PB[Ann];B[fe];W[fd])'
    """
    facts = "".join(f"{name}[{escaped(value)}]" for name, value in _facts(game))
    line = "".join(_line(game.root(), game.moves, game.notes, game.variations, dialect))
    return f"(;{facts}{_set_up(game.root(), dialect)}{line})"


def _facts(game: Game) -> Iterator[tuple[str, str]]:
    """The properties of the game as a whole; what is unknown is left out."""
    yield from (("GM", OTHELLO), ("FF", "4"), ("CA", "UTF-8"), ("AP", "Outflank"), ("SZ", "8"))
    for name, attribute in FACTS.items():
        if (fact := getattr(game, attribute)) is not None:
            yield name, fact
    date = game.date if game.date is not None or game.year is None else str(game.year)
    if date is not None:
        yield "DT", date
    if game.komi is not None:
        yield "KM", number_text(game.komi)
    yield from _clocks(game)
    yield from _result(game)
    names = {ours: theirs for theirs, ours in RENAMED.items()}
    for name, value in game.others.items():
        if name in names or (_NAME.fullmatch(name) and name not in _TAKEN):
            yield names.get(name, name), value
    if game.comment is not None:
        yield "C", game.comment


def _clocks(game: Game) -> Iterator[tuple[str, str]]:
    black, white = game.black_time, game.white_time
    if black == white:
        seconds = clock_seconds(black)
        if seconds is not None:
            yield "TM", number_text(seconds)
        if black is not None:
            yield CLOCK, black
        return
    for name, clock in zip(CLOCKS, (black, white), strict=True):
        if clock is not None:
            yield name, clock


def _result(game: Game) -> Iterator[tuple[str, str]]:
    """The result, and the ending where the result does not tell it."""
    ending = _ENDINGS.get(game.ending) if game.ending else None
    if (claimed := game.claimed) is not None:
        winner = "" if claimed == 0 else "B+" if claimed > 0 else "W+"
        yield "RE", f"{winner}{number_text(abs(claimed))}"
        ending = None
    elif game.winner is not None:
        yield "RE", f"{_letter(game.winner)}+{ending or ''}"
    elif "RE" in game.others:
        yield "RE", game.others["RE"]
    if game.ending and not (ending and game.winner):
        yield ENDING, game.ending


def _letter(color: Color) -> str:
    return "B" if color is BLACK else "W"


def _set_up(root: Board, dialect: Dialect) -> str:
    """The discs and the side, where a game does not begin as all games do."""
    if root == Board():
        return ""
    sides = ((name, mask) for name, mask in (("AB", root.black), ("AW", root.white)) if mask)
    stones = "".join(name + _squares(mask, dialect) for name, mask in sides)
    cleared = f"AE[{_square(Square('a1'), dialect)}:{_square(Square('h8'), dialect)}]"
    return f"{stones or cleared}PL[{_letter(root.turn)}]"


def _squares(mask: int, dialect: Dialect) -> str:
    return "".join(
        f"[{_square(Square(square), dialect)}]" for square in range(64) if mask >> square & 1
    )


def _square(square: Square, dialect: Dialect) -> str:
    return str(square) if dialect == "edax" else FILES[square.file] + FILES[square.row]


def _line(
    board: Board,
    moves: Sequence[Move],
    notes: Sequence[MoveNote],
    variations: Iterable[Variation],
    dialect: Dialect,
) -> Iterator[str]:
    """Moves as nodes; where others depart, what follows stands in brackets before them."""
    departing: dict[int, list[Variation]] = {}
    for variation in variations:
        departing.setdefault(variation.at, []).append(variation)
    closed: list[str] = []
    board = board.copy()
    for number, move in enumerate(moves):
        if number in departing:
            yield "("
            closed.append(_others(board, departing[number], dialect))
        yield _node(board.turn, move, notes[number] if notes else MoveNote(), dialect)
        board.push(move)
    if len(moves) in departing:
        closed.append(_others(board, departing[len(moves)], dialect))
        yield "(;"  # an empty node keeps them from being the main line
    for others in reversed(closed):
        yield f"){others}"


def _others(board: Board, variations: Iterable[Variation], dialect: Dialect) -> str:
    return "".join(
        f"({''.join(_line(board, other.moves, other.notes, other.variations, dialect))})"
        for other in variations
    )


def _node(color: Color, move: Move, note: MoveNote, dialect: Dialect) -> str:
    """A move with what is noted of it; a value is told from Black's view."""
    passed = "pass" if dialect == "edax" else ""
    square = passed if move.is_pass else _square(move.square, dialect)
    text = f";{_letter(color)}[{square}]"
    if note.evaluation is not None:
        text += f"V[{number_text(-note.evaluation if color is WHITE else note.evaluation)}]"
    if note.seconds is not None:
        text += f"{SECONDS}[{number_text(note.seconds)}]"
    return text + (f"C[{escaped(note.comment)}]" if note.comment is not None else "")
