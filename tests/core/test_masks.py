"""The drawn masks are the squares they are named for."""

import pytest

from outflank.board import Square
from outflank.core import masks

pytestmark = pytest.mark.core


def squares(mask: int) -> set[str]:
    return {str(Square(square)) for square in range(64) if int(mask) >> square & 1}


def test_named_squares() -> None:
    assert squares(masks.CORNERS) == {"a1", "h1", "a8", "h8"}
    assert squares(masks.X_SQUARES) == {"b2", "g2", "b7", "g7"}
    assert squares(masks.C_SQUARES) == {"b1", "g1", "a2", "h2", "a7", "h7", "b8", "g8"}
    assert squares(masks.START_PLAYER) == {"e4", "d5"}
    assert squares(masks.START_OPPONENT) == {"d4", "e5"}
    assert len(squares(masks.EDGES)) == 28
    assert squares(~int(masks.NOT_FILE_A)) == {f"a{row}" for row in range(1, 9)}
    assert squares(~int(masks.NOT_FILE_H)) == {f"h{row}" for row in range(1, 9)}


def test_steps_lead_to_the_neighbour_on_the_axis() -> None:
    d4 = Square("d4").mask
    steps = (masks.ROW, masks.COLUMN, masks.DIAGONAL, masks.ANTIDIAGONAL)
    assert [squares(d4 << int(step)) for step in steps] == [{"e4"}, {"d5"}, {"e5"}, {"c5"}]


@pytest.mark.parametrize("picture", ["x", "........ " * 7, "......... " * 8])
def test_a_drawing_of_another_shape_is_refused(picture: str) -> None:
    with pytest.raises(ValueError, match="eight rows of eight"):
        masks.drawn(picture)
