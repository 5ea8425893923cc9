"""Moves as running text: ``f5D6c3``, ``1. f5 d6 2. c3 --``, in every habit of writing them.

A move is a file letter and a row digit; case is decoration and never a colour. A
pass is ``pass``, ``pa``, ``ps``, ``--`` or ``@@`` in any case, and may be left out.
Between moves may stand blanks, line ends, dots, commas, parentheses and numbers
(``12.``, ``(12)``); a number must not touch the move before it: ``f56`` is an error.
Numbers are not compared with anything, but a number without a dot or parenthesis behind it
must be followed by one move or two: ``1 f5 d6 2 c3``. So no column of a table, such as a
score, is taken for one, whatever its sign. Whatever else the text holds is an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from outflank.board.errors import InvalidMoveError, quoted
from outflank.board.square import FILES, PASS_TOKENS, Move

PASS_WRITTEN: Final = "--"

_TOKEN: Final = rf"(?ai:[a-h][1-8]|{'|'.join(map(re.escape, PASS_TOKENS))})"
_MOVE: Final = re.compile(_TOKEN)

#: The number of a move: marked as one, or before one move or two.
_MARKED: Final = r"[0-9]++(?=[.)])(?!\.[0-9])"
_BARE: Final = rf"[0-9]++(?=[\s.()]*{_TOKEN})(?!(?:[\s.,()]*{_TOKEN}){{3}})"
_NUMBER: Final = f"(?:{_MARKED}|{_BARE})"
_SEPARATOR: Final = re.compile(rf"[\s.,()]+{_NUMBER}?|\A{_NUMBER}")
_DIGITS: Final = re.compile(r"[0-9]+")


def read_moves(text: str) -> Iterator[Move]:
    """The moves of a transcript, one by one, passes only where they are written.

    Only the writing is checked here, no rule of the game.

    Raises:
        InvalidMoveError: on the first thing that is no move, no pass and no separator,
            after all the moves before it.

    >>> [str(move) for move in read_moves("1. F5 d6 2. C3 pAsS")]
    ['f5', 'd6', 'c3', 'pass']
    """
    place = 0
    while place < len(text):
        if found := _SEPARATOR.match(text, place):
            place = found.end()
        elif found := _MOVE.match(text, place):
            place = found.end()
            yield Move(found[0])
        else:
            raise InvalidMoveError(_fault(text, place))


def write_moves(moves: Iterable[Move], *, passes: bool = False) -> str:
    """A transcript in lower case without blanks; passes are left out or written ``--``."""
    return "".join(
        PASS_WRITTEN if move.is_pass else str(move) for move in moves if passes or not move.is_pass
    )


def _fault(text: str, place: int) -> str:
    """What is wrong with a text that has neither a move nor a separator at a place."""
    first, following = text[place], text[place + 1 : place + 2]
    if first.lower() in FILES:
        if not following:
            return f"the text ends after {quoted(first)}: a row 1 to 8 is missing"
        return f"{quoted(following)} after {quoted(first)} is not a row: rows are 1 to 8"
    if number := _DIGITS.match(text, place):
        if not place or text[place - 1].isspace() or text[place - 1] in ".,()":
            return f"{quoted(number[0])} is neither a move nor the number of one"
        return f"{quoted(first)} touches the move before it: a number needs a blank or dot there"
    if first == "-":
        return '"-" is neither a move nor a pass: a pass is "--"'
    return f"{quoted(first)} is neither a move nor a pass"
