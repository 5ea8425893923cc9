"""The rules of Othello on plain integers: slow, readable, the reference of every kernel.

A position is two masks, `player` (the side to move) and `opponent`; bit 0 is a1,
bit 7 is h1, bit 63 is h8. The masks must not overlap and must fit 64 bits; nobody
checks that here (`outflank.board.position.Position` does). Moves are squares
0 to 63, or 64 for a pass.
"""

from __future__ import annotations

from typing import Final, NamedTuple

SQUARES: Final = 64
PASS: Final = 64

START_PLAYER: Final = 1 << 28 | 1 << 35  # e4, d5: Black, who begins
START_OPPONENT: Final = 1 << 27 | 1 << 36  # d4, e5: White

ALL_SQUARES: Final = 0xFFFFFFFFFFFFFFFF
NOT_FILE_A: Final = 0xFEFEFEFEFEFEFEFE
NOT_FILE_H: Final = 0x7F7F7F7F7F7F7F7F


class Direction(NamedTuple):
    """One step on the board: what it adds to a square's number, and where it can arrive.

    A step to the right never arrives on file a: what would is the end of a row
    wrapped around to the next.
    """

    shift: int
    arrivals: int


DIRECTIONS: Final = (
    Direction(-9, NOT_FILE_H), Direction(-8, ALL_SQUARES), Direction(-7, NOT_FILE_A),
    Direction(-1, NOT_FILE_H),                            Direction(+1, NOT_FILE_A),
    Direction(+7, NOT_FILE_H), Direction(+8, ALL_SQUARES), Direction(+9, NOT_FILE_A),
)  # fmt: skip


def step(mask: int, direction: Direction) -> int:
    """Every square of `mask` moved one step; those that leave the board are dropped."""
    shift = direction.shift
    moved = mask << shift if shift > 0 else mask >> -shift
    return moved & direction.arrivals


def legal_mask(player: int, opponent: int) -> int:
    """Squares on which `player` may place a disc.

    From all of the player's discs at once, walk through opponent discs; an empty
    square at the end of such a walk outflanks them.
    """
    empty = ALL_SQUARES ^ (player | opponent)
    legal = 0
    for direction in DIRECTIONS:
        run = step(player, direction) & opponent
        while run:
            reached = step(run, direction)
            legal |= reached & empty
            run = reached & opponent
    return legal


def flips(player: int, opponent: int, square: int) -> int:
    """Opponent discs that a disc on `square` (0 to 63) turns over; 0 if the move is not legal.

    A run of opponent discs is turned only if a disc of the player closes it.
    """
    placed = 1 << square
    if placed & (player | opponent):
        return 0
    turned = 0
    for direction in DIRECTIONS:
        run = 0
        disc = step(placed, direction)
        while disc & opponent:
            run |= disc
            disc = step(disc, direction)
        if disc & player:
            turned |= run
    return turned


def play_unchecked(player: int, opponent: int, move: int) -> tuple[int, int]:
    """The position after `move` (0 to 63, or 64 = pass), seen by the side then to move.

    The move must be legal: nothing checks it.
    """
    if move == PASS:
        return opponent, player
    turned = flips(player, opponent, move)
    return opponent ^ turned, player | turned | 1 << move


def is_game_over(player: int, opponent: int) -> bool:
    """True if neither side has a legal move (a full board and a wipe-out among them)."""
    return not legal_mask(player, opponent) and not legal_mask(opponent, player)


def raw_score(player: int, opponent: int) -> int:
    """Discs of `player` minus discs of `opponent`, empties to nobody: -64 to 64."""
    return player.bit_count() - opponent.bit_count()


def final_score(player: int, opponent: int) -> int:
    """Disc difference from `player`'s view, empties to the winner: -64 to 64 discs.

    It is the official score once the game is over; a draw shares the empties.
    """
    difference = raw_score(player, opponent)
    empties = SQUARES - (player | opponent).bit_count()
    if difference > 0:
        return difference + empties
    if difference < 0:
        return difference - empties
    return 0
