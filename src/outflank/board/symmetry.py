"""The eight symmetries of the board, and the canonical form that equal positions share.

A symmetry is a number 0 to 7. Its bits say what is done, in this order:

===  =============  ==========================
bit  done           f5 goes to
===  =============  ==========================
0    mirror files   c5 (a and h exchanged)
1    mirror rows    f4 (1 and 8 exchanged)
2    transpose      e6 (file and row exchanged)
===  =============  ==========================

So 0 changes nothing, 3 turns the board half round, 4 mirrors it at the diagonal
a1-h8, 7 at the other one, 5 and 6 turn it a quarter. `outflank.core.symmetry`
numbers them alike.
"""

from __future__ import annotations

from typing import Final

SYMMETRIES: Final = 8
MIRROR_FILES: Final = 1
MIRROR_ROWS: Final = 2
TRANSPOSE: Final = 4


def transform_square(square: int, symmetry: int) -> int:
    """Where `square` (0 to 63) goes under `symmetry` (0 to 7)."""
    row, file = divmod(square, 8)
    if symmetry & MIRROR_FILES:
        file = 7 - file
    if symmetry & MIRROR_ROWS:
        row = 7 - row
    if symmetry & TRANSPOSE:
        file, row = row, file
    return file + 8 * row


#: For each symmetry, where each of the 64 squares goes.
DESTINATIONS: Final = tuple(
    tuple(transform_square(square, symmetry) for square in range(64))
    for symmetry in range(SYMMETRIES)
)


def transform(mask: int, symmetry: int) -> int:
    """The image of a set of squares under `symmetry` (0 to 7)."""
    destinations = DESTINATIONS[symmetry]
    image = 0
    while mask:
        lowest = mask & -mask
        image |= 1 << destinations[lowest.bit_length() - 1]
        mask ^= lowest
    return image


def inverse(symmetry: int) -> int:
    """The symmetry that undoes `symmetry`: all but the quarter turns undo themselves."""
    quarter_turns = {5: 6, 6: 5}
    return quarter_turns.get(symmetry, symmetry)


def canonical_symmetry(player: int, opponent: int) -> int:
    """The first symmetry that takes a position to its canonical form."""
    images = [
        (transform(player, symmetry), transform(opponent, symmetry))
        for symmetry in range(SYMMETRIES)
    ]
    return images.index(min(images))


def canonical(player: int, opponent: int) -> tuple[int, int]:
    """The smallest of the eight images: by the player's mask, then by the opponent's."""
    symmetry = canonical_symmetry(player, opponent)
    return transform(player, symmetry), transform(opponent, symmetry)
