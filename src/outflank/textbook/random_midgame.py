"""The MTD(f) article's midgames: random moves drawn by Java's generator, seed by seed the same.

``java.util.Random`` is a published linear congruential generator: x -> 0x5DEECE66D x + 11
modulo 2**48, of which the upper bits are used (Java documentation; D. Knuth, The Art of
Computer Programming 2, section 3.2.1).
"""

from __future__ import annotations

from typing import Final

from outflank.board.board import Board
from outflank.board.color import Color
from outflank.board.position import Position
from outflank.board.square import PASS
from outflank.textbook.choices import integer, whole_number

MULTIPLIER: Final = 0x5DEECE66D
INCREMENT: Final = 0xB
STATE: Final = (1 << 48) - 1
STATE_BITS: Final = 48
#: Java's generator hands out 31 bits at a time for a bounded number.
DRAWN_BITS: Final = 31

GREATEST_PLIES: Final = 60


class JavaRandom:
    """The numbers of ``java.util.Random`` with a seed (any integer; Java's are 64 bits)."""

    def __init__(self, seed: int) -> None:
        self._state = (seed ^ MULTIPLIER) & STATE

    def _next(self) -> int:
        self._state = (self._state * MULTIPLIER + INCREMENT) & STATE
        return self._state >> STATE_BITS - DRAWN_BITS

    def below(self, bound: int) -> int:
        """A number 0 to `bound` - 1, as ``nextInt(bound)`` draws it."""
        if bound & (bound - 1) == 0:
            return bound * self._next() >> DRAWN_BITS
        while True:
            drawn = self._next()
            number = drawn % bound
            # The last, incomplete run of `bound` numbers would favour the low ones.
            if drawn - number + bound <= 1 << DRAWN_BITS:
                return number


def mtdf_article_start() -> Board:
    """The start of the MTD(f) program: the usual one in a mirror, Black on d4 and e5."""
    usual = Position.start()
    return Board(Position(usual.opponent, usual.player), Color.BLACK)


def random_midgame(seed: int, plies: int) -> Board:
    """The midgame that the MTD(f) article's ``randomMidgame(seed, plies)`` makes.

    Args:
        seed: of Java's generator.
        plies: discs to place, 0 to 60; fewer if the game ends.

    Raises:
        SettingsError: `plies` is not a whole number 0 to 60, or the seed not a whole number.

    >>> random_midgame(7, 18).to_text()
    '----------X-------XXXX----XOOO---XXXOOOO-X-OOO--X---X----------- X'
    """
    discs = whole_number("the number of plies", plies, 0, GREATEST_PLIES)
    board, random = mtdf_article_start(), JavaRandom(integer("a seed", seed))
    for _ in range(discs):
        if not board.legal_moves:
            if board.is_game_over():
                # The program has turned the board to the other side when it notices.
                return Board(board.position.passed(), board.turn.other)
            board.push(PASS)
        moves = tuple(board.legal_moves)
        board.push(moves[random.below(len(moves))])
    return board
