"""Reads many transcripts at once: the compiled twin of ``outflank.board.transcript``.

The texts lie one after the other in an array of ASCII codes; text `i` begins at
``starts[i]`` and ends before ``starts[i + 1]``. The same writing is accepted as
there, and the same rules as in ``Board.push_transcript``, implied passes among them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from outflank.core.compile import kernel
from outflank.core.masks import NO_SQUARES, START_OPPONENT, START_PLAYER
from outflank.core.rules import PASS, legal_mask
from outflank.core.vector import Masks, Numbers, is_legal, played
from outflank.core.workers import over_slices

#: No game has more moves: 60 discs, and never two passes in a row.
MOST_MOVES = 120

#: Games that a thread reads at a time.
GRAIN = 256

#: A number that is not marked as that of a move stands before fewer moves than this.
MANY_MOVES = np.int64(3)

#: What stands in a row of moves after the last one.
PADDING = np.int8(-1)

UNREADABLE = np.int64(-1)
END_OF_TEXT = np.int64(-1)
ROW = np.int64(8)

UPPER_A, UPPER_Z, TO_LOWER = np.int64(ord("A")), np.int64(ord("Z")), np.int64(ord("a") - ord("A"))
A, H, P, S = np.int64(ord("a")), np.int64(ord("h")), np.int64(ord("p")), np.int64(ord("s"))
ZERO, ONE, EIGHT, NINE = (np.int64(ord(digit)) for digit in "0189")
MINUS, AT_SIGN = np.int64(ord("-")), np.int64(ord("@"))
DOT, COMMA, OPENED, CLOSED = (np.int64(ord(mark)) for mark in ".,()")

#: White space as Python's ``str.isspace`` sees it: tab to carriage return, four separators, blank.
TAB, RETURN, FIRST_BLANK, LAST_BLANK = (np.int64(code) for code in (9, 13, 28, 32))

Text = NDArray[np.uint8]
Moves = NDArray[np.int8]


@kernel("i8(u1[::1], i8, i8)", inline=True)
def _character(text: Text, place: np.int64, stop: np.int64) -> np.int64:
    """The code at a place, letters in lower case; ``END_OF_TEXT`` from `stop` on."""
    if place >= stop:
        return END_OF_TEXT
    code = np.int64(text[place])
    return code + TO_LOWER if UPPER_A <= code <= UPPER_Z else code


@kernel("b1(i8)", inline=True)
def _is_separator(code: np.int64) -> Any:
    if TAB <= code <= RETURN or FIRST_BLANK <= code <= LAST_BLANK:
        return True
    return code in (DOT, COMMA, OPENED, CLOSED)


@kernel("UniTuple(i8, 2)(u1[::1], i8, i8)", inline=True)
def _read_pass(text: Text, place: np.int64, stop: np.int64) -> tuple[np.int64, np.int64]:
    """A pass and the length of its token: ``--``, ``@@``, ``ps``, ``pa`` or ``pass``."""
    first, second = _character(text, place, stop), _character(text, place + 1, stop)
    if first == second and first in (MINUS, AT_SIGN):
        return PASS, np.int64(2)
    if first == P and second == S:
        return PASS, np.int64(2)
    if first == P and second == A:
        third, fourth = _character(text, place + 2, stop), _character(text, place + 3, stop)
        return PASS, np.int64(4) if third == S and fourth == S else np.int64(2)
    return UNREADABLE, np.int64(0)


@kernel("UniTuple(i8, 2)(u1[::1], i8, i8)")
def _read_move(text: Text, place: np.int64, stop: np.int64) -> tuple[np.int64, np.int64]:
    """The move that begins at a place and the length of its name, or ``UNREADABLE``."""
    file, row = _character(text, place, stop), _character(text, place + 1, stop)
    if A <= file <= H and ONE <= row <= EIGHT:
        return ROW * (row - ONE) + file - A, np.int64(2)
    return _read_pass(text, place, stop)


@kernel("b1(u1[::1], i8, i8)")
def _numbers_a_move(text: Text, place: np.int64, stop: np.int64) -> Any:
    """Whether a number that ends before a place is that of a move: marked, or before one or two."""
    code, following = _character(text, place, stop), _character(text, place + 1, stop)
    if code == CLOSED or (code == DOT and not ZERO <= following <= NINE):
        return True
    for moves in range(MANY_MOVES):
        while _is_separator(_character(text, place, stop)):
            if moves == 0 and _character(text, place, stop) == COMMA:
                return False
            place += 1
        move, width = _read_move(text, place, stop)
        if move == UNREADABLE:
            return moves > 0
        place += width
    return False


@kernel("i8(u1[::1], i8, i8)")
def _after_number(text: Text, place: np.int64, stop: np.int64) -> np.int64:
    """Where the number of a move ends; the same place if there is none."""
    end = place
    while ZERO <= _character(text, end, stop) <= NINE:
        end += 1
    return end if end > place and _numbers_a_move(text, end, stop) else place


@kernel("Tuple((i8, b1))(u1[::1], i8, i8, i1[::1])")
def _read_game(text: Text, place: np.int64, stop: np.int64, moves: Moves) -> tuple[np.int64, Any]:
    """Fill one row of moves, passes included.

    Returns:
        How many moves were read, and whether the text was read to its end: it is not
        if something in it is no move or cannot be played.
    """
    player, opponent = START_PLAYER, START_OPPONENT
    length = np.int64(0)
    place = _after_number(text, place, stop)
    while place < stop:
        if _is_separator(_character(text, place, stop)):
            place += 1
            if not _is_separator(_character(text, place, stop)):
                place = _after_number(text, place, stop)
            continue
        move, width = _read_move(text, place, stop)
        if move == UNREADABLE:
            return length, False
        place += width
        if move != PASS and legal_mask(player, opponent) == NO_SQUARES:
            if not is_legal(opponent, player, move):
                return length, False
            moves[length] = PASS
            length += 1
            player, opponent = opponent, player
        if not is_legal(player, opponent, move):
            return length, False
        moves[length] = move
        length += 1
        player, opponent = played(player, opponent, move)
    return length, True


@kernel("void(u1[::1], i8[::1], i1[:, ::1], i8[::1], b1[::1])")
def read(
    text: Text, starts: Numbers, moves: Moves, lengths: Numbers, valid: NDArray[np.bool_]
) -> None:
    """Read a text into each row of `moves` (of ``MOST_MOVES``), with its length.

    A row that is not `valid` holds the moves before the fault; the rest is ``PADDING``.
    """
    for i in range(lengths.size):
        moves[i, :] = PADDING
        lengths[i], valid[i] = _read_game(text, starts[i], starts[i + 1], moves[i])


@kernel("void(i1[:, ::1], i8[::1], u8[:, ::1], u8[:, ::1])")
def replay(moves: Moves, lengths: Numbers, player: Masks, opponent: Masks) -> None:
    """Fill in the position before each move and the one after the last; then no discs."""
    for i in range(lengths.size):
        player[i, :] = NO_SQUARES
        opponent[i, :] = NO_SQUARES
        player[i, 0], opponent[i, 0] = START_PLAYER, START_OPPONENT
        for k in range(lengths[i]):
            after = played(player[i, k], opponent[i, k], np.int64(moves[i, k]))
            player[i, k + 1], opponent[i, k + 1] = after


def read_all(
    texts: Sequence[str], threads: int | None = None
) -> tuple[Moves, Numbers, NDArray[np.bool_]]:
    """Read every text.

    Returns:
        Moves (as wide as the longest game, then ``PADDING``), lengths, and whether each
        text was read to its end.
    """
    text, starts = _laid_out(texts)
    moves = np.empty((len(texts), MOST_MOVES), np.int8)
    lengths, valid = np.empty(len(texts), np.int64), np.empty(len(texts), np.bool_)

    def work(start: int, stop: int) -> None:
        part = slice(start, stop)
        read(text, starts[start : stop + 1], moves[part], lengths[part], valid[part])

    over_slices(len(texts), GRAIN, work, threads)
    return np.ascontiguousarray(moves[:, : lengths.max(initial=0)]), lengths, valid


def replay_all(moves: Moves, lengths: Numbers, threads: int | None = None) -> tuple[Masks, Masks]:
    """The positions of games as `read_all` returns them: player, opponent, as `replay` says."""
    games, longest = moves.shape
    player = np.empty((games, longest + 1), np.uint64)
    opponent = np.empty_like(player)

    def work(start: int, stop: int) -> None:
        part = slice(start, stop)
        replay(moves[part], lengths[part], player[part], opponent[part])

    over_slices(games, GRAIN, work, threads)
    return player, opponent


def _laid_out(texts: Sequence[str]) -> tuple[Text, Numbers]:
    """All texts in one array of ASCII codes, and where each begins."""
    joined = "".join(texts)
    if not joined.isascii():
        joined = re.sub(r"[^\x00-\x7f]", _in_ascii, joined)
    starts = np.zeros(len(texts) + 1, np.int64)
    np.cumsum(np.fromiter(map(len, texts), np.int64, len(texts)), out=starts[1:])
    return np.frombuffer(bytearray(joined, "ascii"), np.uint8), starts


def _in_ascii(character: re.Match[str]) -> str:
    """One ASCII character that means to the reader what one beyond ASCII does."""
    return " " if character[0].isspace() else "?"
