"""The patterns of a position laid out square by square: the slow reference of the features."""

from __future__ import annotations

from functools import cache

import numpy as np

from outflank.board import Position
from outflank.board.symmetry import SYMMETRIES, transform_square
from outflank.core import features as kernels

# The drawings once more, with how often the board's symmetries show each of them.
DRAWN = {
    "edge + 2X": (["xxxxxxxx", ".x....x."], 4),
    "edge block": (["x.xxxx.x", "..xxxx.."], 4),
    "corner 3x3": (["xxx", "xxx", "xxx"], 4),
    "corner 2x5": (["xxxxx", "xxxxx"], 8),
    "triangle": (["xxxx", "xxx", "xx", "x"], 4),
    "cross": (["xx", "xxx", ".xxx", "..xx"], 4),
    "row 2": (["", "xxxxxxxx"], 4),
    "row 3": (["", "", "xxxxxxxx"], 4),
    "row 4": (["", "", "", "xxxxxxxx"], 4),
    "diagonal of 8": (["." * row + "x" for row in range(8)], 2),
    "diagonal of 7": (["." * row + "x" for row in range(1, 8)], 4),
    "diagonal of 6": (["." * row + "x" for row in range(2, 8)], 4),
    "diagonal of 5": (["." * row + "x" for row in range(3, 8)], 4),
    "diagonal of 4": (["." * row + "x" for row in range(4, 8)], 4),
}
SHAPES = [
    [
        file + 8 * row
        for row, line in enumerate(lines)
        for file, mark in enumerate(line)
        if mark == "x"
    ]
    for lines, _ in DRAWN.values()
]
PATTERNS = int(kernels.PATTERNS)
PHASE_ENTRIES = int(kernels.PHASE_ENTRIES)
PLY_START = int(kernels.PLY_START)
MOBILITY_START = int(kernels.MOBILITY_START)


def turned_by(shape: list[int], symmetry: int) -> tuple[int, ...]:
    """Where the squares of a shape go, digit by digit."""
    return tuple(transform_square(square, symmetry) for square in shape)


def digits(position: Position) -> dict[int, int]:
    """What stands on each square: 1 player, -1 opponent, 0 nothing."""
    return {
        square: (position.player >> square & 1) - (position.opponent >> square & 1)
        for square in range(64)
    }


def plain_state(position: Position) -> list[int]:
    """The sums of a position, from its digits."""
    on = digits(position)
    return [
        sum(on[square] * 3**digit for digit, square in enumerate(squares))
        for squares in kernels.PATTERN_SQUARES
    ]


def plain_places(position: Position) -> list[int]:
    """The places of a position, from digits 0 opponent, 1 empty, 2 player."""
    on = digits(position)
    patterns = iter(kernels.PATTERN_SQUARES)
    places, start = [], 0
    for lines, images in DRAWN.values():
        for _ in range(images):
            squares = enumerate(next(patterns))
            places.append(start + sum((on[square] + 1) * 3**digit for digit, square in squares))
        start += 3 ** "".join(lines).count("x")
    moves = [min(31, len(each.legal_moves)) for each in (position, other_side(position))]
    mobility = MOBILITY_START + 32 * moves[0] + moves[1]
    return [*places, mobility, PLY_START + min(position.empties, 63)]


def other_side(position: Position) -> Position:
    return Position(position.opponent, position.player)


@cache
def ties() -> np.ndarray:
    """For each place of a phase the first one that some symmetry of its shape exchanges it with."""
    tied = np.arange(PHASE_ENTRIES)
    for shape, start in zip(SHAPES, kernels.SHAPE_STARTS, strict=True):
        indices = np.arange(3 ** len(shape))
        for symmetry in range(SYMMETRIES):
            image = turned_by(shape, symmetry)
            if set(image) == set(shape):
                reordered = sum(
                    indices // 3**digit % 3 * 3 ** shape.index(square)
                    for digit, square in enumerate(image)
                )
                table = tied[start : start + len(indices)]
                np.minimum(table, start + reordered, out=table)
    return tied
