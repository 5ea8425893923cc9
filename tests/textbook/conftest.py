"""What the tests of this room share."""

from __future__ import annotations

import pytest

from outflank.board import Board
from textbook.boards import boards


@pytest.fixture(scope="session")
def some_boards() -> list[Board]:
    """A hundred boards."""
    return boards(100)
