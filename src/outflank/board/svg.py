"""The board as an SVG picture for notebooks and pages, readable on light and dark ground.

Every colour is the picture's own, the frame with the coordinates included, so
nothing depends on the page behind it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from html import escape
from typing import TYPE_CHECKING, Final

from outflank.board.color import Color
from outflank.board.errors import OutflankError
from outflank.board.rules import SQUARES
from outflank.board.square import FILES, Square

if TYPE_CHECKING:
    from outflank.board.score import Score
    from outflank.board.squareset import SquareSet

DEFAULT_SIZE: Final = 360

# The picture is drawn in its own units and scaled as a whole.
CELL: Final = 40
FRAME: Final = 24
SIDE: Final = 2 * FRAME + 8 * CELL
DISC_RADIUS: Final = 17
RING_RADIUS: Final = 5
DOT_RADIUS: Final = 4
LETTERS: Final = 13
SMALL_LETTERS: Final = 10  # for a value too long for its square, such as "≥ -64"

CLOTH: Final = "#2f7d4f"
WOOD: Final = "#24382c"
LINE: Final = "#1b4a30"
FRAME_INK: Final = "#d8e4dc"
DISC: Final = {Color.BLACK: "#101010", Color.WHITE: "#f6f6f2"}
LAST_MOVE: Final = "#e0483e"
DOTS: Final = tuple(  # the four dots of a wooden board
    (FRAME + file * CELL, FRAME + row * CELL) for file in (2, 6) for row in (2, 6)
)


def draw_svg(
    black: int,
    white: int,
    *,
    last: Square | None,
    legal: SquareSet,
    legal_color: Color,
    scores: Mapping[Square, Score],
    size: float = DEFAULT_SIZE,
) -> str:
    """A complete ``<svg>`` element.

    Args:
        black: mask of Black's discs.
        white: mask of White's discs.
        last: a square marked with a red dot, as a rule the last move.
        legal: squares with a small ring in the colour `legal_color`.
        legal_color: the side whose moves `legal` are.
        scores: what is written on squares; a score takes the ring's place.
        size: width and height in pixels.

    Raises:
        OutflankError: the size is no number greater than 0.
    """
    size = _checked_size(size)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}"'
        f' width="{size}" height="{size}" role="img" aria-label="Othello board"'
        ' font-family="sans-serif" text-anchor="middle" dominant-baseline="central">',
        f'<rect width="{SIDE}" height="{SIDE}" rx="6" fill="{WOOD}"/>',
        f'<rect x="{FRAME}" y="{FRAME}" width="{8 * CELL}" height="{8 * CELL}" fill="{CLOTH}"/>',
        *_grid(),
        *_coordinates(),
        *_discs(black, Color.BLACK),
        *_discs(white, Color.WHITE),
        *(_ring(square, legal_color) for square in legal if square not in scores),
        *(_score(square, score, white) for square, score in scores.items()),
    ]
    if last is not None:
        parts.append(_circle(last, DOT_RADIUS, f'fill="{LAST_MOVE}"'))
    return "\n".join([*parts, "</svg>"])


def _checked_size(size: float) -> float:
    """The size, which is written into the picture as it is: only a number may be one."""
    if not isinstance(size, int | float) or not 0 < size < math.inf:
        raise OutflankError(f"the size of a picture is a number of pixels, not {size!r}")
    return size


def _centre(square: int) -> tuple[int, int]:
    row, file = divmod(square, 8)
    return FRAME + CELL * file + CELL // 2, FRAME + CELL * row + CELL // 2


def _circle(square: int, radius: int, paint: str) -> str:
    x, y = _centre(square)
    return f'<circle cx="{x}" cy="{y}" r="{radius}" {paint}/>'


def _text(x: int, y: int, content: str, ink: str, letters: int = LETTERS) -> str:
    return f'<text x="{x}" y="{y}" fill="{ink}" font-size="{letters}">{content}</text>'


def _grid() -> Iterator[str]:
    near, far = FRAME, SIDE - FRAME
    path = "".join(f"M{near} {at}H{far}M{at} {near}V{far}" for at in range(near, far + CELL, CELL))
    yield f'<path d="{path}" stroke="{LINE}"/>'
    for x, y in DOTS:
        yield f'<circle cx="{x}" cy="{y}" r="{DOT_RADIUS}" fill="{LINE}"/>'


def _coordinates() -> Iterator[str]:
    for index, file in enumerate(FILES):
        centre = FRAME + CELL * index + CELL // 2
        yield _text(centre, FRAME // 2, file, FRAME_INK)
        yield _text(FRAME // 2, centre, str(index + 1), FRAME_INK)


def _discs(mask: int, color: Color) -> Iterator[str]:
    paint = f'fill="{DISC[color]}" stroke="{LINE}"'
    return (_circle(square, DISC_RADIUS, paint) for square in range(SQUARES) if mask >> square & 1)


def _ring(square: Square, color: Color) -> str:
    return _circle(square, RING_RADIUS, f'fill="none" stroke="{DISC[color]}" stroke-width="2"')


def _score(square: Square, score: Score, white: int) -> str:
    """The value in small letters, dark only on a white disc; the whole score as a tooltip."""
    ink = DISC[Color.BLACK if white >> square & 1 else Color.WHITE]
    letters = LETTERS if len(score.short) <= 5 else SMALL_LETTERS
    tooltip = f"<title>{square}: {escape(str(score))}</title>"
    return _text(*_centre(square), tooltip + escape(score.short), ink, letters)
